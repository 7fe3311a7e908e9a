"""A new section goes to its usual place, with empty lines as the file has them."""

from pathlib import Path

import pytest

from scenes.files.text.documents import Document, parse_document
from scenes.files.text.edits import set_value
from scenes.files.text.list_edits import in_lines, insert_item, remove_item
from scenes.files.text.new_sections import ORDER
from scenes.library import cell_names, cell_path

TEXT = """\
# A cell.
cell: 1

robots:
  arm: {use: puma560} # the arm
  # and no other

check: {margin: 1}
"""
VALUES = {
    "include": {"angle": "angle.part.yaml"},
    "frames": {"a": {"at": [1, 2, 3]}},
    "fixtures": {"box": {"solid": [{"add": {"box": [1, 2, 3]}}]}},
    "parts": {"PEG": {"solid": [{"add": {"box": [1, 2, 3]}}]}},
    "allow": [["a", "b"]],
}


def document(text: str = TEXT) -> Document:
    return parse_document(Path("x.cell.yaml"), text, "file")


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("section", list(VALUES))
def test_a_new_section_goes_to_its_place_and_away_without_a_trace(section, newline) -> None:
    text = TEXT.replace("\n", newline)
    edited = set_value(document(text), (section,), VALUES[section])
    keys = list(edited.data)
    assert keys == sorted(keys, key=ORDER.index)
    assert 3 * newline not in edited.text
    assert f"{newline}{newline}{section}:" in edited.text
    assert remove_item(edited, (section,)).text == text


@pytest.mark.parametrize("name", cell_names())
def test_a_section_of_a_shipped_cell_is_added_and_removed_to_the_same_bytes(name: str) -> None:
    text = cell_path(name).read_text(encoding="utf-8")
    for section in sorted(set(VALUES) - set(document(text).data)):
        edited = set_value(document(text), (section,), VALUES[section])
        assert remove_item(edited, (section,)).text == text


def test_contacts_get_a_line_each() -> None:
    edited = set_value(document(), ("allow",), [["a", "b"]])
    edited = insert_item(edited, ("allow",), 1, {"pair": ["a", "c"], "while": "resting"})
    assert "allow:\n  - [a, b]\n  - {pair: [a, c], while: resting}\n" in edited.text


@pytest.mark.parametrize(
    "text, lines",
    [
        ("a: [{x: 1}] # one\n", "a: # one\n  - x: 1\n"),
        ("a: [{x: 1.50}, {y: 2, z: 3}]", "a:\n  - x: 1.50\n  - {y: 2, z: 3}\n"),
        ("a: [[1, 2], [3, 4]]\r\nb: 1\r\n", "a:\r\n  - [1, 2]\r\n  - [3, 4]\r\nb: 1\r\n"),
    ],
)
def test_a_list_in_one_line_gets_lines_with_the_same_texts(text: str, lines: str) -> None:
    edited = in_lines(document(text), ("a",))
    assert edited.text == lines
    assert edited.data == document(text).data


def test_a_list_in_lines_or_inside_brackets_stays() -> None:
    given = document("a:\n  - {x: 1}\nb: {c: [{x: 1}]}\n")
    assert in_lines(given, ("a",)) is given
    assert in_lines(given, ("b", "c")) is given
