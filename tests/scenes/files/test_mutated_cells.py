"""Some hundred damaged cell files: each fault is reported inside the damaged node.

The damage is made from the tree of each file: every value gets another type, every number a bad
value, every key a misspelling, every reference another name, and so on. A damaged file gets a
message, or it still means the same; it never ends in a traceback.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from scenes.errors import SceneFileError
from scenes.files.loader import cell_from_document
from scenes.files.text.documents import Document, parse_document, read_document
from scenes.library import cell_names, cell_path
from tests.depth import cases, share

pytestmark = pytest.mark.long

OWN = "gallery"  # the file with every shape below
GALLERY = """\
cell: 1
title: every shape
frames:
  bench: {at: [600, 0, 700]}
  corner: {in: bench, at: [10, 20, 0], rpy: [0, 0, 90]}
robots:
  arm:
    use: hokkaido1985
    ready: [0, -90, 90, 0, 60, 0]
fixtures:
  table:
    in: corner
    colour: "#8a6f4d"
    solid:
      - add: {box: [400, 300, 40], name: top}
      - add: {torus: {d: 80, tube: 12}, at: [0, 0, 20], colour: "#334455"}
      - cut:
          cylinder: {d: 12, h: 60}
          at: [50, 0, 0]
          repeat: {turn: 360, n: 5}
      - cut: {cone: {d1: 9, d2: 4, h: 60}, at: [100, 100, 0], mirror: {normal: [1, 0, 0]}}
      - common: {half_space: {normal: [0, 0, 1], offset: 30}}
parts:
  WORK:
    in: bench
    present: true
    grasp: {at: [0, 0, 40], open: 30}
    solid:
      - add:
          hull:
            of:
              - add: {sphere: {d: 20}}
              - add: {prism: {points: [[0, 0], [30, 0], [0, 30]], h: 20}}
      - add: {revolve: {points: [[0, 0], [12, 0], [12, 30], [0, 40]]}, rpy: [0, 0, 10]}
      - add: {group: [{add: {box: [5, 5, 90]}}, {cut: {sphere: {d: 3}}}]}
allow:
  - [arm.*, table.top]
  - {pair: [WORK, table], while: resting}
check: {margin: 2, chord: 0.1}
"""

# Keys that an entry needs.
NEEDED = {"cell", "robots", "use", "solid", "d", "h", "d1", "tube", "n", "points", "normal", "pair"}
# Sections whose keys are names chosen by the file.
OWN_NAMES = {"frames", "robots", "fixtures", "parts", "include"}
REFERENCES = {"in", "use"}
# All of them take minutes: so many of each file, evenly taken, cover every sort and every depth.
MOST = cases(160, 24)


class Mutant(NamedTuple):
    """A damaged text, the kind of damage, and the lines in which a message may be."""

    what: str
    text: str
    first: int
    last: int


class Place(NamedTuple):
    """A value of the tree, with the keys that lead to it and the node that contains it."""

    node: Node
    loc: tuple[str | int, ...]
    key: ScalarNode | None
    around: Node


def places(node: Node, loc: tuple[str | int, ...] = ()) -> Iterator[Place]:
    if isinstance(node, MappingNode):
        for key, value in node.value:
            yield Place(value, (*loc, key.value), key, node)
            yield from places(value, (*loc, key.value))
    elif isinstance(node, SequenceNode):
        for i, value in enumerate(node.value):
            yield Place(value, (*loc, i), None, node)
            yield from places(value, (*loc, i))


def last_line(node: Node) -> int:
    """The last line of a value; a block's own end mark lies at the next token, too far down."""
    if isinstance(node, MappingNode) and node.value:
        return last_line(node.value[-1][1])
    if isinstance(node, SequenceNode) and node.value:
        return last_line(node.value[-1])
    return int(node.end_mark.line) + 1


def replaced(text: str, node: Node, by: str) -> str:
    return text[: node.start_mark.index] + by + text[node.end_mark.index :]


def in_value(document: Document, place: Place, what: str, by: str) -> Mutant:
    node = place.node
    loc = ".".join(map(str, place.loc))
    text = replaced(document.text, node, by)
    return Mutant(f"{what} at {loc}", text, node.start_mark.line + 1, last_line(node))


def in_key(document: Document, place: Place, what: str, by: str) -> Mutant:
    assert place.key is not None
    text = replaced(document.text, place.key, by)
    first = place.around.start_mark.line + 1
    return Mutant(f"{what} at {place.loc}", text, first, last_line(place.around))


def of_values(document: Document) -> Iterator[Mutant]:
    for place in places(document.root):
        node = place.node
        if not isinstance(node, ScalarNode):
            if node.flow_style:
                yield in_value(document, place, "a text for a list or mapping", "nonsense")
            continue
        is_number = str(node.tag).endswith(("int", "float"))
        yield in_value(document, place, "a mapping for a value", "{a: 1}")
        yield in_value(document, place, "nothing for a value", "")
        if is_number:
            yield in_value(document, place, "a word for a number", "twelve")
            yield in_value(document, place, "no number", ".nan")
            yield in_value(document, place, "a number with a comma", "'12,5'")
        if place.loc[-1] in REFERENCES:
            yield in_value(document, place, "an unknown reference", f"{node.value}x9")
        if place.loc[-1] in ("d", "h", "n") or "box" in place.loc[-2:-1]:
            yield in_value(document, place, "a negative size", "-4")


def of_keys(document: Document) -> Iterator[Mutant]:
    for place in places(document.root):
        if place.key is None or (place.loc[-2:-1] and place.loc[-2] in OWN_NAMES):
            continue
        word = place.key.value
        yield in_key(document, place, "a slip in a key", word[:-1] + "qz")
        if word in NEEDED or word in ("add", "cut", "common"):
            yield removed(document, place)


def removed(document: Document, place: Place) -> Mutant:
    """The text without a key and its value, and in braces without the comma."""
    assert place.key is not None
    start, end = place.key.start_mark.index, place.node.end_mark.index
    after = document.text[end:]
    if place.around.flow_style and after.startswith(", "):
        after = after[2:]
    if not place.around.flow_style:
        end = document.text.index("\n", max(start, last_index(place.node) - 1))
        after = "{}" + document.text[end:] if len(place.around.value) == 1 else document.text[end:]
    first = place.around.start_mark.line + 1
    text = document.text[:start].rstrip(" ") + after
    if not place.around.flow_style and len(place.around.value) == 1:
        text = document.text[:start] + after
    return Mutant(f"without {place.loc}", text, first, last_line(place.around))


def last_index(node: Node) -> int:
    if isinstance(node, MappingNode) and node.value and not node.flow_style:
        return last_index(node.value[-1][1])
    if isinstance(node, SequenceNode) and node.value and not node.flow_style:
        return last_index(node.value[-1])
    return int(node.end_mark.index)


def of_names(document: Document) -> Iterator[Mutant]:
    """Mutants in which a chosen name occurs a second time, for another thing."""
    for section in ("frames", "fixtures", "parts"):
        node = document.node((section,))
        if not isinstance(node, MappingNode):
            continue
        for key, _ in node.value:
            at = key.start_mark.index
            text = document.text[:at] + f"{key.value}: {{}}\n  " + document.text[at:]
            first = node.start_mark.line + 1
            yield Mutant(f"{section}.{key.value} twice", text, first, last_line(node) + 1)


def of_lines(document: Document) -> Iterator[Mutant]:
    """Mutants with tabs, more or fewer blanks, and unclosed brackets."""
    lines = document.text.splitlines(keepends=True)
    ends = [around_line(document, i + 1) for i in range(len(lines))]
    for i, line in enumerate(lines):
        bare = line.lstrip(" ")
        if not bare.strip() or bare.startswith("#"):
            continue
        indent = line[: len(line) - len(bare)]
        first, last = ends[i]

        def with_line(new: str, i: int = i) -> str:
            return "".join([*lines[:i], new, *lines[i + 1 :]])

        if indent:
            yield Mutant(f"a tab in line {i + 1}", with_line("\t" + bare), first, last)
            yield Mutant(f"a blank less in line {i + 1}", with_line(line[1:]), first, last)
        yield Mutant(f"a blank more in line {i + 1}", with_line(" " + line), first, last)
        for closing in "]}":
            if closing in bare.partition("#")[0]:
                at = line.index(closing)
                text = with_line(line[:at] + line[at + 1 :])
                yield Mutant(f"no {closing} in line {i + 1}", text, i + 1, i + 1)


def around_line(document: Document, line: int) -> tuple[int, int]:
    """The lines of the entry or section of a line, and of its neighbours."""
    sections = list(document.root.value)
    for (key, _), following in zip(sections, [*sections[1:], None], strict=True):
        end = following[0].start_mark.line + 1 if following else document.text.count("\n") + 1
        if key.start_mark.line + 1 <= line < end or following is None:
            return key.start_mark.line + 1, end
    return 1, document.text.count("\n") + 1


@cache
def document_of(name: str) -> Document:
    """The document of a shipped cell, or of the file with every shape."""
    if name == OWN:
        return parse_document(cell_path("puma_bench").parent / "gallery.yaml", GALLERY, "cell")
    return read_document(cell_path(name), "cell file")


def names() -> list[str]:
    return [*cell_names(), OWN]


def mutants(document: Document) -> list[Mutant]:
    made = (of_values, of_keys, of_names, of_lines)
    return [mutant for makes in made for mutant in makes(document)]


def complaint(document: Document, mutant: Mutant) -> str | None:
    """Why the message about a mutant is not right; None where it is."""
    try:
        damaged = parse_document(document.path, mutant.text, "cell file")
        cell_from_document(damaged)
    except SceneFileError as error:
        own = [p for p in error.problems if p.severity == "error"]
        outside = [str(p) for p in own if not mutant.first <= p.line <= mutant.last]
        told = f"{mutant.what}: not in lines {mutant.first} to {mutant.last}: {outside}"
        return told if outside or not own else None
    return None if damaged.data == document.data else f"{mutant.what}: nothing is said"


@pytest.mark.parametrize("name", share(names(), 5))
def test_a_damaged_cell_file_gets_its_message_inside_the_damaged_node(name: str) -> None:
    document = document_of(name)
    made = mutants(document)
    found = [complaint(document, mutant) for mutant in made[:: -(-len(made) // MOST)]]
    wrong = [each for each in found if each is not None]
    assert not wrong, f"{len(wrong)} of {len(found)}:\n" + "\n".join(wrong)


def test_there_are_some_hundred_damaged_files_of_every_sort() -> None:
    sorts = (of_values, of_keys, of_names, of_lines)
    counts = [sum(len(list(makes(d))) for d in map(document_of, names())) for makes in sorts]
    assert min(counts) >= 10
    assert sum(counts) >= 10 * MOST


def test_the_gallery_is_a_cell_without_faults() -> None:
    cell = cell_from_document(parse_document(Path("gallery.cell.yaml"), GALLERY, "cell file"))
    assert len(cell.fixtures) == len(cell.parts) == 1
    assert [note.severity for note in cell.notes] == []
