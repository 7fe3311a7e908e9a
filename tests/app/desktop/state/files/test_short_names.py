"""Names of files: short, and no two alike."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from app.desktop.state.files.short_names import short_names

PART = st.sampled_from("abc")
PATHS = st.lists(PART, min_size=1, max_size=4).map(lambda parts: Path("/", *parts))


def test_folders_come_only_where_they_are_needed() -> None:
    one, two, other = Path("/x/left/weld.val"), Path("/y/left/weld.val"), Path("/x/pick.val")
    assert short_names([one, two, other]) == {
        one: str(Path("x", "left", "weld.val")),
        two: str(Path("y", "left", "weld.val")),
        other: "pick.val",
    }


@given(st.sets(PATHS, max_size=8))
def test_no_two_files_have_one_name_and_each_name_ends_the_path(paths: set[Path]) -> None:
    names = short_names(paths)
    assert set(names) == paths
    assert len(set(names.values())) == len(paths)
    assert all(str(path).endswith(name) for path, name in names.items())
