"""A frame, robot, fixture or part is renamed everywhere in its file, and nothing else changes."""

from pathlib import Path

import pytest

from scenes import SceneError
from scenes.files.cells.renamed_entries import (
    name_fault,
    rename_entry,
    renamed_body,
    star_in_the_way,
)
from scenes.files.cells.unchanged_parts import content_of
from scenes.files.loader import cell_from_document
from scenes.files.text.documents import parse_document, read_document
from scenes.library import cell_path

SECTIONS = ("frames", "robots", "fixtures", "parts")
AWKWARD = """\
# a cell with every way to write a name
cell: 1
frames:
  bench: {at: [600, 0, 700]} # bench is named again below
  "rack": {in: bench, at: [0, 200, 0]}
robots:
  arm: {use: hokkaido1985, in: world}
fixtures:
  table: # table, not the frame
    in: "bench"
    solid: [{add: {box: [300, 300, 40], at: [0, 0, -20], name: pad}}]
  table2: {in: 'rack', solid: [{add: {box: [30, 30, 40]}}]}
  'shelf': {solid: [{add: {box: [30, 30, 40], at: [900, 900, 900]}}]}
parts:
  PEG: {in: rack, present: true, solid: [{add: {cylinder: {d: 10, h: 40}, at: [0, 90, 30]}}]}
allow:
  - [arm.*, table] # arm may touch the table
  - ["arm.G1", "table.pad"]
  - {pair: [PEG, 'table2'], while: resting}
  - [table2, table]
"""


def documents():
    cells = [read_document(cell_path(n), "cell") for n in ("kakazu1985", "puma_bench", "drilling")]
    return [*cells, parse_document(Path("awkward.cell.yaml"), AWKWARD, "cell")]


EVERY = [
    pytest.param(document, section, name, id=f"{document.path.stem}-{section}-{name}")
    for document in documents()
    for section in SECTIONS
    for name in document.data.get(section) or {}
]


def with_names(content, section: str, old: str, new: str):
    """The content of a cell in which a body has another name."""

    def of(name: str) -> str:
        return renamed_body(name, old, new) if section != "frames" else name

    title, fixtures, parts, links, arm, allowed, exemptions, notes = content
    fixtures = tuple((of(row[0]), *row[1:]) for row in fixtures)
    parts = tuple((of(row[0]), *row[1:]) for row in parts)
    allowed = {frozenset((of(a), of(b))) for a, b in allowed}
    exempt = {
        (frozenset(((of(e.body_a), e.sub_a), (of(e.body_b), e.sub_b))), e.phase) for e in exemptions
    }
    return (title, fixtures, parts, links, arm, allowed, exempt, len(notes))


@pytest.mark.parametrize(("document", "section", "name"), EVERY)
@pytest.mark.parametrize("new", ("fresh_name", "n"))
def test_there_and_back_is_the_same_text_and_in_between_the_same_cell(
    document, section, name, new
) -> None:
    renamed = rename_entry(document, section, name, new)
    assert renamed.text != document.text
    assert list(renamed.data[section]).index(new) == list(document.data[section]).index(name)
    before, after = (content_of(cell_from_document(d)) for d in (document, renamed))
    assert with_names(after, section, new, new) == with_names(before, section, name, new)
    assert rename_entry(renamed, section, new, name).text == document.text


def test_every_mention_gets_the_new_name_and_no_comment_changes() -> None:
    document = parse_document(Path("awkward.cell.yaml"), AWKWARD, "cell")
    renamed = rename_entry(document, "robots", "arm", "r1")
    assert "- [r1.*, table] # arm may touch the table" in renamed.text
    assert '- ["r1.G1", "table.pad"]' in renamed.text
    renamed = rename_entry(document, "frames", "bench", "desk")
    assert "desk: {at: [600, 0, 700]} # bench is named again below" in renamed.text
    assert 'in: "desk"' in renamed.text
    renamed = rename_entry(document, "fixtures", "table", "slab")
    assert "slab: # table, not the frame" in renamed.text
    assert '"slab.pad"' in renamed.text and "[table2, slab]" in renamed.text


@pytest.mark.parametrize(
    ("section", "old", "new", "reason"),
    [
        ("fixtures", "table", "", "a name is needed"),
        ("fixtures", "table", "my table", "letters, digits or _"),
        ("fixtures", "table", "null", "a word of YAML"),
        ("fixtures", "table", "peg", '"PEG" is a part'),
        ("parts", "PEG", "ARM", '"arm" is the robot'),
        ("frames", "rack", "bench", '"bench" is another frame'),
        ("frames", "rack", "world", '"world" is another frame'),
    ],
)
def test_a_name_that_cannot_be_is_refused_with_the_reason(section, old, new, reason) -> None:
    document = parse_document(Path("awkward.cell.yaml"), AWKWARD, "cell")
    assert reason in name_fault(document, section, old, new)
    with pytest.raises(SceneError, match=old):
        rename_entry(document, section, old, new)


@pytest.mark.parametrize(("new", "line"), [("slab", 22), ("table3", None)])
def test_a_star_that_would_stand_for_other_bodies_is_told_with_its_line(new, line) -> None:
    text = AWKWARD + "  - [table*, shelf]\n"
    document = parse_document(Path("awkward.cell.yaml"), text, "cell")
    reason = star_in_the_way(document, "table", new)
    assert (f"line {text.count(chr(10))}" in reason) if line else reason == ""
