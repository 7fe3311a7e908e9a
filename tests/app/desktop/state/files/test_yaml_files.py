"""A study is told from a cell by its keys, not by its name."""

import pytest

from app.desktop.state.files.yaml_files import is_cell, is_study


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.study.yaml", "study: 1\ncell: b.cell.yaml\n", True),
        ("a.yml", "# title\ncell: b.cell.yaml\nstudy: 1\n", True),
        ("a.cell.yaml", "cell: 1\nfixtures:\n  study: {}\n", False),
        ("a.study.yaml", "", False),
        ("a.val", "study: 1\n", False),
    ],
)
def test_a_study_says_that_it_is_one(tmp_path, name, text, expected) -> None:
    (tmp_path / name).write_text(text)
    assert is_study(tmp_path / name) is expected
    assert is_cell(tmp_path / name) is not name.endswith(".val")


def test_a_file_that_is_not_there_is_no_study(tmp_path) -> None:
    assert not is_study(tmp_path / "none.study.yaml")
