"""Saving an unedited file changes no byte; an edit changes one value and nothing else."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenes.errors import SceneError
from scenes.files.loader import cell_from_document
from scenes.files.text.documents import parse_document, read_document
from scenes.files.text.edits import flow_text, save, saved_bytes, set_value
from scenes.library import cell_names, cell_path, robot_names, robot_path

SHIPPED = [*(cell_path(name) for name in cell_names()), *(robot_path(n) for n in robot_names())]

TEXT = """\
# A cell in which every way of writing occurs.
cell: 1   # the version
title:   "A   title"

frames: {bench: {at: [600, 0,  700.50]}}
fixtures:
  table:   # the table

    in: bench
    at:
      - 1
      - 2   # two
      - 3
    colour: '#8a6f4d'
# the end"""


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_an_unedited_file_is_saved_byte_for_byte(path: Path, tmp_path: Path) -> None:
    document = read_document(path, "file")
    target = save(document, tmp_path / "copy.yaml")
    assert target.read_bytes() == path.read_bytes()


@pytest.mark.parametrize("content", [TEXT.encode(), TEXT.replace("\n", "\r\n").encode()])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_line_ends_and_byte_order_marks_are_kept(
    tmp_path: Path, content: bytes, mark: bytes
) -> None:
    path = tmp_path / "x.cell.yaml"
    path.write_bytes(mark + content)
    assert saved_bytes(read_document(path, "file")) == mark + content


def edited(loc: list[str | int], value: Any, text: str = TEXT) -> str:
    return set_value(parse_document(Path("x.yaml"), text, "file"), loc, value).text


def test_a_value_in_a_line_is_replaced_and_its_comment_stays() -> None:
    assert edited(["cell"], 2) == TEXT.replace("cell: 1   #", "cell: 2   #")
    assert edited(["frames", "bench", "at", 2], 5) == TEXT.replace("700.50", "5")
    assert edited(["title"], "New") == TEXT.replace('"A   title"', "New")


def test_a_list_over_lines_is_replaced_by_one_line() -> None:
    text = edited(["fixtures", "table", "at"], [4, 5.5, -6])
    assert text == TEXT.replace("- 1\n      - 2   # two\n      - 3", "[4, 5.5, -6]")


def test_an_item_of_a_list_over_lines_is_replaced() -> None:
    assert edited(["fixtures", "table", "at", 1], 7.25) == TEXT.replace("- 2   #", "- 7.25   #")


def test_a_missing_key_goes_to_the_end_of_its_mapping() -> None:
    in_block = edited(["fixtures", "table", "rpy"], [0, 0, 90])
    assert in_block == TEXT.replace("4d'\n", "4d'\n    rpy: [0, 0, 90]\n")
    in_braces = edited(["frames", "bench", "rpy"], [0, 0, 90])
    assert in_braces == TEXT.replace("700.50]}", "700.50], rpy: [0, 0, 90]}")
    in_empty_braces = edited(["a", "b"], 1, "a: {}  # nothing\n")
    assert in_empty_braces == "a: {b: 1}  # nothing\n"
    without_line_end = edited(["b"], 1, "a: 2")
    assert without_line_end == "a: 2\nb: 1\n"


PART = """\
# A tool: its tip cuts.
include: {other: pin.part.yaml}   # not used here
solid:   # in order
  - add:
      cylinder: {d: 10,   h: 56}
      name: SHAFT   # what the hand grips
      at: [0, 0, 32]
  - add:
      hull:   # the drill's tip
        of:
          - add: {sphere: {d: 0.5}}
          - add: {cylinder: {d: 10, h: 0.1}, at: [0, 0, 4]}
    name: 'TIP'
  - cut: {box: [4, 4, 9], at: [5, 0, 50], repeat: {turn: 360, n: 3}}   # flats
  - cut: {cylinder: {d: 2, h: 90}, mirror: {normal: [1, 0, 0], both: true}, at: [3, 0, 0]}
  - add: {sphere: {d: 3}, colour: "#334455", at: [0, 0, 62]}
"""


def scalars(data: Any, loc: tuple = ()) -> list[tuple]:
    children = data.items() if isinstance(data, dict) else enumerate(data)
    found = []
    for step, child in children:
        nested = isinstance(child, dict | list)
        found += scalars(child, (*loc, step)) if nested else [(*loc, step)]
    return found


def with_value(data: Any, loc: tuple, value: Any) -> Any:
    if not loc:
        return value
    changed = dict(data) if isinstance(data, dict) else dict(enumerate(data))
    changed[loc[0]] = with_value(changed[loc[0]], loc[1:], value)
    return changed if isinstance(data, dict) else list(changed.values())


def test_every_single_edit_of_a_part_file_changes_one_line_and_one_value() -> None:
    document = parse_document(Path("drill.part.yaml"), PART, "part file")
    before = PART.splitlines()
    places = scalars(document.data)
    assert len(places) > 30
    for loc in places:
        after = set_value(document, list(loc), 77.25)
        lines = after.text.splitlines()
        changed = [i for i, pair in enumerate(zip(before, lines, strict=True)) if len({*pair}) > 1]
        assert len(changed) == 1, loc
        assert after.data == with_value(document.data, loc, 77.25)
        _, mark, remark = before[changed[0]].partition("   #")
        assert lines[changed[0]].endswith(mark + remark)


def test_a_part_file_is_saved_byte_for_byte(tmp_path: Path) -> None:
    for content in (PART.encode(), PART.replace("\n", "\r\n").encode()):
        path = tmp_path / "drill.part.yaml"
        path.write_bytes(content)
        assert save(read_document(path, "part file"), tmp_path / "copy").read_bytes() == content


def test_a_path_that_is_not_there_is_refused() -> None:
    with pytest.raises(SceneError, match=r"has no fixtures\.tables"):
        edited(["fixtures", "tables", "at"], 1)
    with pytest.raises(SceneError):
        edited(["fixtures", "table", "at", 3], 1)


def test_moving_a_fixture_moves_it_in_the_cell_and_nothing_else() -> None:
    document = read_document(cell_path("kakazu1985"), "cell file")
    before = cell_from_document(document)
    moved = set_value(document, ["fixtures", "TR2", "at"], np.array([0.0, 50.0, 0.0]))
    after = cell_from_document(moved)
    shift = after.fixtures[1].T_world_body - before.fixtures[1].T_world_body
    np.testing.assert_array_equal(shift[:3, 3], [0, 50, 0])
    np.testing.assert_array_equal(after.fixtures[0].T_world_body, before.fixtures[0].T_world_body)
    assert set(document.text.splitlines()) < set(moved.text.splitlines())


def test_a_file_that_cannot_be_written_is_an_error_and_leaves_nothing(tmp_path: Path) -> None:
    document = parse_document(tmp_path / "x.yaml", TEXT, "file")
    (tmp_path / "folder").mkdir()
    with pytest.raises(SceneError, match="cannot be written"):
        save(document, tmp_path / "folder")
    with pytest.raises(SceneError, match="cannot be written"):
        save(document, tmp_path / "nowhere" / "x.yaml")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


VALUES = st.recursive(
    st.none() | st.booleans() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4),
    max_leaves=8,
)


@given(VALUES)
def test_any_value_reads_back_as_it_was_written(value: Any) -> None:
    text = f"a: {flow_text(value)}\n"
    assert parse_document(Path("x.yaml"), text, "file").data == {"a": value}
