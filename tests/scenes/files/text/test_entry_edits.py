"""Entries are copied and moved with their lines and comments, and nothing else changes."""

import random
from pathlib import Path

import pytest

from scenes.files.text.documents import parse_document, read_document
from scenes.files.text.entry_edits import entry_text, free_name, insert_entry, move_entry
from scenes.files.text.list_edits import remove_item
from scenes.library import cell_path

TEXT = """\
cell: 1
fixtures:
  # the first one
  a: {at: [1, 2, 3]} # behind a

  b: # behind b
    at: [4, 5, 6]
    # inside b
    # at the end of b
  # above c
  # and again
  c: {at: [7, 8, 9]}
flow: {x: 1, y: [2, 3], z: {u: 4}}
parts:
    d: 7"""
CELLS = ("kakazu1985", "puma_bench", "drilling")


def document(text: str = TEXT):
    return parse_document(Path("some.yaml"), text, "file")


def shipped():
    return [document(), document(TEXT.replace("\n", "\r\n")), document(TEXT + "\n")] + [
        read_document(cell_path(name), "cell file") for name in CELLS
    ]


def comments(text: str) -> list[str]:
    return sorted(line.partition("#")[2] for line in text.splitlines() if "#" in line)


def sections(given):
    return [name for name, value in given.data.items() if isinstance(value, dict) and value]


@pytest.mark.parametrize("given", shipped())
def test_an_added_copy_holds_the_same_and_without_it_the_text_is_as_before(given) -> None:
    for section in sections(given):
        for name, value in given.data[section].items():
            lines = entry_text(given, section, name).replace(name, "fresh", 1)
            added = insert_entry(given, section, "fresh", lines, value, after=name)
            assert added.data == given.data | {section: given.data[section] | {"fresh": value}}
            order = list(added.data[section])
            is_flow = given.node((section,)).flow_style
            assert is_flow or order.index("fresh") == order.index(name) + 1
            back = remove_item(added, (section, "fresh"))
            assert back.data == given.data
            assert back.text.rstrip() == given.text.rstrip() or "inside" in lines


@pytest.mark.parametrize("given", shipped())
@pytest.mark.parametrize("seed", range(3))
def test_moved_entries_keep_values_and_comments(given, seed) -> None:
    rng = random.Random(seed)
    moved = given
    for _ in range(12):
        section = rng.choice(sections(given))
        names = list(moved.data[section])
        name, before = rng.choice(names), rng.choice([*names, ""])
        moved = move_entry(moved, section, name, before)
        assert moved.data == given.data
        order = list(moved.data[section])
        if before not in ("", name):
            assert order.index(name) + 1 == order.index(before)
        if not before:
            assert order[-1] == name
    assert comments(moved.text) == comments(given.text)


def test_the_comments_above_an_entry_move_with_it() -> None:
    moved = move_entry(document(), "fixtures", "c", "a")
    assert moved.text.startswith(
        "cell: 1\nfixtures:\n  # above c\n  # and again\n  c: {at: [7, 8, 9]}\n  # the first one\n"
    )
    assert move_entry(moved, "fixtures", "c").text == document().text


def test_a_section_that_is_not_there_is_made() -> None:
    given = document("cell: 1\n")
    made = insert_entry(given, "frames", "f", "f: {at: [1, 2, 3]} # new\n", {"at": [1, 2, 3]})
    assert made.text == "cell: 1\n\nframes:\n  f: {at: [1, 2, 3]} # new\n"


def test_a_free_name_counts_on() -> None:
    given = document("fixtures: {table: 1, table2: 1, Box9: 1}\nparts: {table3: 1}\n")
    names = {
        stem: free_name(given, stem, ("fixtures", "parts"))
        for stem in ("table", "table2", "box9", "other")
    }
    assert names == {"table": "table4", "table2": "table4", "box9": "box2", "other": "other"}
