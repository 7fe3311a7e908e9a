"""Reads a file again after an edit: only the entry that was edited, where that is sure to do.

To read all of a cell takes a tenth of a second, and an edit in the window should be seen before
that. A file that is a mapping of sections (`fixtures`) with entries of their own (`table`) is
changed within one entry most of the time. Then the lines of that entry are read by themselves,
and everything else is what it was. Wherever this could differ from reading the whole, None is
given and the whole is read; so every fault is found by that, and told as ever.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

from ruamel.yaml.nodes import MappingNode, Node

from scenes.errors import SceneFileError
from scenes.files.documents import Document, parse_document
from scenes.files.moved_nodes import Shift, moved

# What has a meaning beyond its entry: anchors, aliases, tags, other documents, other line ends,
# and tabs, of which the reader thinks differently in different places.
_FAR_REACHING = re.compile(
    r"(?<![^\s\[{,])[&*!](?=\S)|[\t\x85\u2028\u2029\ufeff]|\r(?!\n)|^(?:---|\.\.\.|%)", re.MULTILINE
)


class _Entry(NamedTuple):
    """A key and its value two levels down, and the lines from this key to the next."""

    place: tuple[int, int]
    names: tuple[str, str]
    column: int
    line: int
    start: int
    end: int


def edited_entry(document: Document, text: str) -> Document | None:
    """The document with a text that differs in one entry; None where all has to be read."""
    first, end = _difference(document.text, text)
    if _FAR_REACHING.search(text):
        return None
    entry = _entry_round(document, first, end)
    if entry is None:
        return None
    longer = len(text) - len(document.text)
    lines = text[entry.start : entry.end + longer]
    node, value = _read_alone(document, entry, lines)
    if node is None or (lines[-1:] != "\n" and entry.end < len(document.text)):
        return None
    below = Shift(longer, lines.count("\n") - document.text.count("\n", entry.start, entry.end))
    root = _with_entry(document.root, entry, moved(node, Shift(entry.start, entry.line)), below)
    section, name = entry.names
    data = {**document.data, section: {**document.data[section], name: value}}
    return replace(document, text=text, root=root, data=data)


def _difference(old: str, new: str) -> tuple[int, int]:
    """From where to where the old text differs from the new one.

    The end of both is compared first: a line put behind an entry then counts as the entry's, not
    as the next one's, which may begin with the same blanks.
    """
    same = _alike(old[::-1], new[::-1])
    most = min(len(old), len(new)) - same
    return _alike(old[:most], new[:most]), len(old) - same


def _alike(a: str, b: str) -> int:
    """How many characters two texts share at their beginning."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if a[low:middle] == b[low:middle] else (low, middle - 1)
    return low


def _entry_round(document: Document, first: int, end: int) -> _Entry | None:
    """The entry in whose value all of old text [first, end) stands."""
    text = document.text
    for i, (key, section) in enumerate(document.root.value):
        if not isinstance(section, MappingNode) or section.flow_style or key.start_mark.column:
            continue
        for j, (name, value) in enumerate(section.value):
            if name.end_mark.index + 1 > first:
                return None  # between two entries, or at a name
            start = name.start_mark.index
            line_start = text.rfind("\n", 0, start) + 1
            behind = _line_behind(document, section, i, j)
            if end <= behind and isinstance(value, MappingNode):
                names, mark = (key.value, name.value), name.start_mark
                return _Entry((i, j), names, mark.column, mark.line, line_start, behind)
    return None


def _line_behind(document: Document, section: MappingNode, i: int, j: int) -> int:
    """Where the lines of the next key begin, in this section or with the next one."""
    text, sections = document.text, document.root.value
    if j + 1 < len(section.value):
        start = section.value[j + 1][0].start_mark.index
    elif i + 1 < len(sections):
        start = sections[i + 1][0].start_mark.index
    else:
        return len(text)
    return text.rfind("\n", 0, start) + 1


def _read_alone(document: Document, entry: _Entry, lines: str) -> tuple[Node | None, object]:
    """Value node and value of an entry whose lines are read by themselves."""
    try:
        alone = parse_document(document.path, lines, "entry")
    except SceneFileError:
        return None, None
    name = entry.names[1]
    is_one = list(alone.data) == [name]
    key, node = alone.root.value[0] if is_one else (None, None)
    if key is None or key.start_mark.column != entry.column or not isinstance(node, MappingNode):
        return None, None
    # A key without a value is said to have it where the next thing stands, and that is not here.
    return (None, None) if _has_nothing(alone.data) else (node, alone.data[name])


def _has_nothing(value: object) -> bool:
    if isinstance(value, dict):
        return any(_has_nothing(item) for item in value.values())
    return value is None or (isinstance(value, list) and any(_has_nothing(v) for v in value))


def _with_entry(root: Node, entry: _Entry, node: Node, below: Shift) -> Node:
    """The tree with another value in an entry, and what stands below it moved."""
    i, j = entry.place
    section = root.value[i][1]
    new = _with_item(section, j, node, below)
    return _with_item(root, i, new, below)


def _with_item(mapping: Node, place: int, value: Node, below: Shift) -> Node:
    before, after = mapping.value[:place], mapping.value[place + 1 :]
    key = mapping.value[place][0]
    items = [*before, (key, value), *((moved(k, below), moved(v, below)) for k, v in after)]
    end = moved(mapping, below).end_mark
    style = mapping.flow_style  # type: ignore[attr-defined]
    return MappingNode(mapping.ctag, items, mapping.start_mark, end, flow_style=style)
