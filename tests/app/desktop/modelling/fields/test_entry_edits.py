"""An edit of one entry changes its own characters and no others."""

from pathlib import Path

import pytest

from app.desktop.modelling.fields.entry_edits import changed_entry, sentence_of, value_in
from scenes import SceneError, SceneFileError
from scenes.errors import FileProblem
from scenes.files.text.documents import parse_document

TEXT = """\
cell: 1
robots:
  arm: {use: puma560}   # the arm
fixtures:
  table:
    at: [10.50, 0, -20.250]   # beside the wall
    solid:
      - add: {prism: {points: [[0, 0.50], [60.0, 0], [0, 60]], h: 40}}   # corners
      - cut:
          revolve:
            points:
              - [0, 0]     # tip
              - [10.0, 0]
              - [10, 20]   # rim
"""
POINTS = ("fixtures", "table", "solid", 0, "add", "prism", "points")
BLOCK = ("fixtures", "table", "solid", 1, "cut", "revolve", "points")


@pytest.fixture
def file():
    return parse_document(Path("a.cell.yaml"), TEXT, "cell file")


def after(file, way, value) -> str:
    edited = changed_entry(file, way, value)
    assert value_in(edited.data, way) == value
    return edited.text


def test_one_number_of_a_vector_leaves_the_digits_of_the_others(file) -> None:
    assert after(file, ("fixtures", "table", "at", 1), 7) == TEXT.replace("10.50, 0,", "10.50, 7,")
    whole = after(file, ("fixtures", "table", "at"), [10.5, 8, -20.25])
    assert whole == TEXT.replace("10.50, 0,", "10.50, 8,")


@pytest.mark.parametrize(
    ("points", "old", "new"),
    [
        ([[0, 0.5], [30, 30], [60, 0], [0, 60]], "0.50], ", "0.50], [30, 30], "),
        ([[0, 0.5], [0, 60]], "[60.0, 0], ", ""),
        ([[60, 0], [0, 0.5], [0, 60]], "[0, 0.50], [60.0, 0]", "[60.0, 0], [0, 0.50]"),
        ([[0, 0.5], [60, 5], [0, 60]], "[60.0, 0]", "[60.0, 5]"),
        ([[0, 0.5], [60, 0], [1, 2], [3, 4], [5, 6]], "[0, 60]]", "[1, 2], [3, 4], [5, 6]]"),
    ],
    ids=["add", "remove", "move", "one number", "paste"],
)
def test_a_point_that_comes_goes_or_moves_leaves_the_others(file, points, old, new) -> None:
    edited = changed_entry(file, POINTS, points)
    assert value_in(edited.data, POINTS) == points
    if len(points) < 5:
        assert edited.text == TEXT.replace(old, new, 1)


def test_points_in_lines_of_their_own_keep_their_remarks(file) -> None:
    text = after(file, BLOCK, [[10, 0], [0, 0], [10, 20]])
    assert text.index("- [10.0, 0]") < text.index("- [0, 0]     # tip") < text.index("# rim")
    text = after(file, BLOCK, [[0, 0], [5, 0], [10, 0], [10, 20]])
    assert [line.split("- ")[1] for line in text.splitlines()[-4:]] == [
        "[0, 0]     # tip",
        "[5, 0]",
        "[10.0, 0]",
        "[10, 20]   # rim",
    ]


def test_an_entry_in_a_mapping_that_is_not_there_brings_the_mapping(file) -> None:
    text = after(file, ("check", "margin"), 2)
    assert text == f"{TEXT}check: {{margin: 2}}\n"
    again = parse_document(Path("a.cell.yaml"), text, "cell file")
    assert changed_entry(again, ("check", "margin"), None).text == TEXT


def test_the_sentence_says_where_a_fault_lies_that_is_not_at_the_owner() -> None:
    here = FileProblem("a", 6, 5, "fixtures.table.at", "should be a number")
    there = FileProblem("a", 20, 3, "allow.1", 'there is no body "pad"')
    way = ("fixtures", "table", "at", 0)
    assert sentence_of(SceneFileError((here,)), way) == "Should be a number."
    assert sentence_of(SceneFileError((there, here)), way) == (
        'Line 20, allow.1: There is no body "pad". (1 more fault elsewhere)'
    )
    assert sentence_of(SceneError("table is locked."), way) == "table is locked."
