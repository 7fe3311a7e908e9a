"""Adding and removing entries changes only the lines that must change, and no other character."""

from pathlib import Path

import pytest

from scenes.errors import SceneError
from scenes.files.text.documents import Document, parse_document
from scenes.files.text.list_edits import add_body, insert_item, move_item, remove_item
from scenes.library import cell_names, cell_path

TEXT = """\
# A table.
fixtures:
  table: # in the middle
    at: [0, 0, 1]   # here
    solid:
      - add: {box: [1, 2, 3]}   # the top
      # now the hole
      - cut:
          cylinder: {d: 1, h: 9}
          at: [0, 0, 0]  # in the middle
      - add: {group: [{add: {box: [1, 1, 1]}}, {cut: {box: [2, 2, 2]}}]}
# the end"""
SOLID = ("fixtures", "table", "solid")
BALL = {"add": {"sphere": {"d": 4}}}


def document(text: str = TEXT) -> Document:
    return parse_document(Path("x.cell.yaml"), text, "file")


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("index", [0, 1, 2, 3])
def test_an_item_of_a_list_over_lines_gets_a_line_of_its_own(index: int, newline: str) -> None:
    text = TEXT.replace("\n", newline)
    edited = insert_item(document(text), SOLID, index, BALL)
    assert edited.data["fixtures"]["table"]["solid"][index] == BALL
    own = f"      - add: {{sphere: {{d: 4}}}}{newline}"
    assert edited.text.replace(own, "") == text
    assert remove_item(edited, (*SOLID, index)).text == text


@pytest.mark.parametrize("index", [0, 1, 2])
def test_an_item_between_brackets_is_set_off_by_a_comma(index: int) -> None:
    group = (*SOLID, 2, "add", "group")
    edited = insert_item(document(), group, index, BALL)
    assert edited.text.count("\n") == TEXT.count("\n")
    assert remove_item(edited, (*group, index)).text == TEXT


def test_an_item_is_removed_with_the_comments_in_its_lines() -> None:
    edited = remove_item(document(), (*SOLID, 1))
    gone = (
        "      - cut:\n          cylinder: {d: 1, h: 9}\n          at: [0, 0, 0]  # in the middle\n"
    )
    assert edited.text == TEXT.replace(gone, "")


def test_a_key_is_removed_from_lines_and_from_braces() -> None:
    assert remove_item(document(), ("fixtures", "table", "at")).text == TEXT.replace(
        "    at: [0, 0, 1]   # here\n", ""
    )
    cut = (*SOLID, 1, "cut")
    bare = remove_item(document(), (*cut, "at")).text
    assert bare == TEXT.replace("          at: [0, 0, 0]  # in the middle\n", "")
    braces = remove_item(document(), (*cut, "cylinder", "d"))
    assert braces.text == TEXT.replace("{d: 1, h: 9}", "{h: 9}")
    last = remove_item(document(), (*cut, "cylinder", "h"))
    assert last.text == TEXT.replace("{d: 1, h: 9}", "{d: 1}")


def test_the_last_item_cannot_be_removed_nor_one_that_does_not_exist() -> None:
    one = insert_item(document("a: []\n"), ("a",), 0, 5)
    assert one.text == "a: [5]\n"
    with pytest.raises(SceneError, match="at least one has to stay"):
        remove_item(one, ("a", 0))
    with pytest.raises(SceneError, match="to take away"):
        remove_item(one, ("a", 3))
    with pytest.raises(SceneError, match="no list a with a place 3"):
        insert_item(one, ("a",), 3, 1)


NEW = """\
  post:
    at: [0, 0, 9]
    solid:
      - add: {sphere: {d: 4}}
"""


def test_a_body_gets_its_own_lines_behind_the_others_of_its_kind() -> None:
    edited = add_body(document(), ("fixtures", "post"), {"at": [0, 0, 9]}, [BALL])
    assert edited.text == TEXT.replace("# the end", NEW + "# the end")
    part = add_body(document(), ("parts", "post"), {"at": [0, 0, 9]}, [BALL])
    assert part.text == TEXT + "\nparts:\n" + NEW
    none = add_body(document("fixtures: {}\n"), ("fixtures", "post"), {"at": [0, 0, 9]}, [BALL])
    assert none.text == "fixtures: {post: {at: [0, 0, 9], solid: [{add: {sphere: {d: 4}}}]}}\n"


@pytest.mark.parametrize("name", cell_names())
def test_an_entry_added_to_a_shipped_cell_can_be_removed_to_the_same_bytes(name: str) -> None:
    text = cell_path(name).read_text(encoding="utf-8")
    read = document(text)
    for body in read.data["fixtures"]:
        solid = ("fixtures", body, "solid")
        for index in range(len(read.data["fixtures"][body]["solid"]) + 1):
            edited = insert_item(read, solid, index, BALL)
            assert remove_item(edited, (*solid, index)).text == text
    edited = add_body(read, ("fixtures", "extra"), {}, [BALL])
    assert remove_item(edited, ("fixtures", "extra")).text == text


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_an_item_moves_with_the_comments_above_and_behind_it(newline: str) -> None:
    text = TEXT.replace("\n", newline)
    down = move_item(document(text), (*SOLID, 0), 1)
    lines = down.text.splitlines()
    hole = lines.index("      # now the hole")
    assert lines[hole + 1] == "      - cut:"
    assert lines[hole + 4] == "      - add: {box: [1, 2, 3]}   # the top"
    assert move_item(down, (*SOLID, 1), -1).text == text
    group = (*SOLID, 2, "add", "group")
    inner = move_item(document(text), (*group, 0), 1)
    assert [
        next(iter(step)) for step in inner.data["fixtures"]["table"]["solid"][2]["add"]["group"]
    ] == [
        "cut",
        "add",
    ]
    assert move_item(inner, (*group, 1), -1).text == text


@pytest.mark.parametrize(("place", "by"), [(0, -1), (2, 1)])
def test_an_item_at_the_end_of_its_list_stays(place: int, by: int) -> None:
    with pytest.raises(SceneError, match="at the end of its list"):
        move_item(document(), (*SOLID, place), by)


def test_the_last_line_of_a_file_may_lack_its_end() -> None:
    text = "allow:\n  - [a, b]\n  - [c, d]"
    edited = move_item(document(text), ("allow", 1), -1)
    assert edited.text == "allow:\n  - [c, d]\n  - [a, b]"
