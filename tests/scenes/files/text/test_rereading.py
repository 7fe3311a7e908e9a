"""To read only an edited entry again must give the same as to read the whole file."""

import random
from pathlib import Path

import pytest
from ruamel.yaml.nodes import Node

from scenes.errors import SceneFileError
from scenes.files.resource_files import CELLS
from scenes.files.text.documents import Document, parse_document, read_document
from scenes.files.text.edits import set_value
from scenes.files.text.list_edits import add_body, insert_item, move_item, remove_item
from scenes.files.text.rereading import edited_entry

PATH = Path("x.yaml")
TEXT = """\
cell: 1  # the version
fixtures:
  table:  # stands
    at: [600, 0, 30]
    solid:
      - add: {box: [10, 20, 30]}
      - cut: {cylinder: {d: 4, h: 90}}

  # the bin
  bin:
    colour: "#8a6f4d"
    solid:
      - add: {box: [10, 20, 30]}
parts:
  PEG:
    solid:
      - add: {box: [1, 2, 3]}
allow:
  - [PEG, bin]
"""
SLIPS = [
    "[",
    "]",
    "{",
    "}",
    '"',
    "'",
    ":",
    "- ",
    "\n",
    " ",
    "#",
    "&a ",
    "*a",
    "!x ",
    "|\n",
    "é",
    "7",
]


def marks(node: Node) -> list:
    """Kind, text and start of a node and of all nodes below it."""
    own = (node.tag, node.start_mark.index, node.start_mark.line, node.start_mark.column)
    if isinstance(node.value, str):
        return [(*own, node.value, node.end_mark.index)]
    below = [item for each in node.value for item in (each if isinstance(each, tuple) else [each])]
    return [own] + [mark for item in below for mark in marks(item)]


def whole(text: str) -> Document | None:
    try:
        return parse_document(PATH, text, "file")
    except SceneFileError:
        return None


def test_a_long_row_of_edits_gives_the_tree_of_the_whole_file() -> None:
    document = parse_document(PATH, TEXT, "file")
    for step in range(12):
        name = ("table", "bin")[step % 2]
        loc = ("fixtures", name, "solid")
        document = set_value(document, (*loc, 0, "add", "box"), [10 + step, 20, 30.5 * step])
        document = insert_item(document, loc, 1, {"add": {"sphere": {"d": step + 1}}})
        document = set_value(document, ("parts", "PEG", "at"), [0, 0, step])
        if step % 3 == 0:
            document = remove_item(document, (*loc, 1))
            document = insert_item(document, loc, 1, {"cut": {"box": [1, 1, 1]}})
            document = move_item(document, (*loc, 1), -1)
            document = move_item(document, (*loc, 0), 1)
        expected = whole(document.text)
        assert expected is not None
        assert document.data == expected.data
        assert marks(document.root) == marks(expected.root)


@pytest.mark.parametrize("seed", range(3))
def test_any_typed_text_is_read_as_in_the_whole_file(seed: int) -> None:
    rng = random.Random(seed)
    document = parse_document(PATH, TEXT, "file")
    quick = 0
    for _ in range(120):
        first = rng.randrange(len(TEXT))
        behind = min(first + rng.choice([0, 0, 1, 2, 12]), len(TEXT))
        text = TEXT[:first] + rng.choice(SLIPS) + TEXT[behind:]
        found, expected = edited_entry(document, text), whole(text)
        if found is None:
            continue
        quick += 1
        assert expected is not None, text
        assert found.data == expected.data, text
        assert marks(found.root) == marks(expected.root), text
    assert quick > 12


@pytest.mark.parametrize("seed", range(3))
def test_entries_put_in_taken_out_and_put_back_are_read_as_in_the_whole_file(seed: int) -> None:
    rng = random.Random(seed)
    document = parse_document(PATH, TEXT, "file")
    texts = [document.text]
    for step in range(30):
        section = rng.choice(["fixtures", "parts"])
        names = list(document.data[section])
        if len(names) > 1 and rng.random() < 0.4:
            document = remove_item(document, (section, rng.choice(names)))
        elif rng.random() < 0.3:
            pair = [rng.choice(names), rng.choice(names)]
            document = insert_item(document, ("allow",), 1, pair)
        else:
            shape = {rng.choice(["box", "wedge"]): [step, 2, 3]}
            document = add_body(
                document, (section, f"B{step}"), {"at": [1, 2, 3]}, [{"add": shape}]
            )
        texts.append(document.text)
        assert_is_read_as_whole(document)
    back = [edited_entry(document, texts[-2])]
    for text in reversed(texts[:-2]):
        assert back[-1] is not None
        back.append(edited_entry(back[-1], text))
    assert back[-1] is not None
    assert_is_read_as_whole(back[-1])


@pytest.mark.parametrize("seed", range(3))
def test_lines_moved_about_are_read_as_in_the_whole_file(seed: int) -> None:
    rng = random.Random(seed)
    document = parse_document(PATH, TEXT, "file")
    lines = TEXT.splitlines(keepends=True)
    quick = 0
    for _ in range(100):
        first, end, to = (rng.randrange(len(lines) + 1) for _ in range(3))
        taken = lines[min(first, end) : max(first, end)]
        rest = lines if rng.random() < 0.5 else lines[: min(first, end)] + lines[max(first, end) :]
        text = "".join([*rest[:to], *taken, *rest[to:]])
        found, expected = edited_entry(document, text), whole(text)
        if found is not None:
            quick += 1
            assert expected is not None, text
            assert found.data == expected.data, text
            assert list(found.data) == list(expected.data), text
            assert marks(found.root) == marks(expected.root), text
    assert quick > 2


def assert_is_read_as_whole(document: Document) -> None:
    expected = whole(document.text)
    assert expected is not None
    assert document.data == expected.data
    for section in ("fixtures", "parts"):
        assert list(document.data[section]) == list(expected.data[section])
    assert marks(document.root) == marks(expected.root)


def test_signs_with_an_effect_beyond_their_entry_need_the_whole_file() -> None:
    document = parse_document(PATH, TEXT, "file")
    for old, new in (
        ("cell: 1", "cell: 2"),
        ("fixtures:", "parts:"),
        ("  bin:", "  table:"),
        ("  bin:", " bin:"),
        ("at: [600, 0, 30]", "at: &here [600, 0, 30]"),
        ("  # the bin\n", "  lid:\n"),
    ):
        assert edited_entry(document, TEXT.replace(old, new)) is None, new


def test_the_example_is_edited_without_reading_all_of_it(monkeypatch) -> None:
    import scenes.files.text.edits

    file = read_document(CELLS.find("kakazu1985"), "cell file")
    name = next(iter(file.data["fixtures"]))
    monkeypatch.delattr(scenes.files.text.edits, "parse_document")
    edited = set_value(file, ("fixtures", name, "at"), [1, 2, 3])
    assert edited.data["fixtures"][name]["at"] == [1, 2, 3]


def test_adding_or_removing_one_of_many_bodies_reads_only_a_few_lines(monkeypatch) -> None:
    import scenes.files.text.rereading

    solid = "    solid:\n      - add: {box: [1, 2, 3]}\n"
    bodies = "".join(f"  F{i}:\n{solid}" for i in range(50))
    text = f"cell: 1\nfixtures:\n{bodies}parts:\n  PEG:\n{solid}"
    document = parse_document(PATH, text, "file")
    read = []

    def counted(path: Path, lines: str, what: str) -> Document:
        read.append(lines.count("\n"))
        return parse_document(path, lines, what)

    monkeypatch.setattr(scenes.files.text.rereading, "parse_document", counted)
    for place in ("F0", "F1", "F25", "F49"):
        shorter = remove_item(document, ("fixtures", place))
        longer = add_body(document, ("fixtures", "new"), {}, [{"add": {"box": [1, 2, 3]}}])
        assert edited_entry(shorter, text) is not None
        assert edited_entry(longer, text) is not None
    assert len(read) == 16
    assert max(read) <= 1 + 3 * 3
