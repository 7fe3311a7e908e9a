"""Reads only the edited entries of a file again, where that surely gives the same result.

To read a whole cell takes a tenth of a second or more, and an edit in the window should be visible
sooner. A cell file is a mapping of sections (`fixtures`) with entries (`table`), and most edits
change a few entries: they change numbers, add an entry or remove one. Then only the lines of these
entries are read, and the rest of the document is kept. Wherever the result could differ from
reading the whole file, the functions return None and the whole file is read; so that reading finds
and reports every fault.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias

from ruamel.yaml.nodes import MappingNode, Node, SequenceNode

from scenes.errors import SceneFileError
from scenes.files.text.documents import Document, holds_nothing, parse_document
from scenes.files.text.moved_nodes import Shift, moved

# Characters with an effect beyond their entry: anchors, aliases, tags, other documents, other line
# ends, and tabs, which the reader treats differently in different places.
_FAR_REACHING = re.compile(
    r"(?<![^\s\[{,])[&*!](?=\S)|[\t\x85\u2028\u2029\ufeff]|\r(?!\n)|^(?:---|\.\.\.|%)", re.MULTILINE
)

_Items: TypeAlias = list[tuple[Node, Node]]


class _Lines(NamedTuple):
    """Whole lines of the old text that hold consecutive keys of a mapping.

    section: Index in the root of the section whose entries the keys are; None if they are sections.
    first, behind: Index of the first of the keys in that mapping, and of the key after the last.
    has_head: Whether the line of the section's own key is read with them: the first entry itself
        may have been replaced then.
    column: Column of the keys. line: Number of the first line. start, end: Indices in the text.
    """

    section: int | None
    first: int
    behind: int
    has_head: bool
    column: int
    line: int
    start: int
    end: int


def edited_entry(document: Document, text: str) -> Document | None:
    """The document with a text that differs in a few entries; None where all must be read again."""
    first, end = _difference(document.text, text)
    if _FAR_REACHING.search(text):
        return None
    old = _lines_round(document, first, end)
    if old is None:
        return None
    longer = len(text) - len(document.text)
    lines = text[old.start : old.end + longer]
    if lines[-1:] != "\n" and old.end < len(document.text):
        return None
    alone = _read_alone(document, old, lines)
    if alone is None:
        return None
    below = Shift(longer, lines.count("\n") - document.text.count("\n", old.start, old.end))
    here = Shift(old.start, old.line)
    root = _with_items(document.root, old, moved(alone.root, here), below)
    data = _with_values(document, old, alone.data, root)
    return None if data is None else replace(document, text=text, root=root, data=data)


def _difference(old: str, new: str) -> tuple[int, int]:
    """Start and end, in the old text, of its difference from the new text.

    The ends of both texts are compared first: then a line added after an entry belongs to that
    entry and not to the next one, which may begin with the same blanks.
    """
    same = _alike(old[::-1], new[::-1])
    most = min(len(old), len(new)) - same
    return _alike(old[:most], new[:most]), len(old) - same


def _alike(a: str, b: str) -> int:
    """Number of characters that two texts share at their beginning."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if a[low:middle] == b[low:middle] else (low, middle - 1)
    return low


def _lines_round(document: Document, first: int, end: int) -> _Lines | None:
    """The lines of the fewest entries, or else sections, that contain old text [first, end)."""
    root = document.root
    place = _last_before(root, first)
    if place is None:
        return None
    section = root.value[place][1]
    if isinstance(section, MappingNode) and not section.flow_style and not _column(root, place):
        lines = _lines_of(document, section, place, first, end)
        if lines is not None:
            return lines
    return _lines_of(document, root, None, first, end)


def _lines_of(
    document: Document, mapping: Node, section: int | None, first: int, end: int
) -> _Lines | None:
    """The lines of the fewest items of a mapping that contain old text [first, end)."""
    place = _last_before(mapping, first)
    has_head = place is None and section is not None
    # Two entries with the head: if the first one was removed, one remains to be read.
    top, least = (document.root.value[section][0], 2) if has_head else (None, 1)
    place = 0 if has_head else place
    if place is None or not isinstance(mapping.value[place][1], MappingNode | SequenceNode):
        return None
    key = mapping.value[place][0]
    mark = (top or key).start_mark
    start = document.text.rfind("\n", 0, mark.index) + 1
    column, count = key.start_mark.column, len(mapping.value)
    for behind in range(min(place + least, count), count + 1):
        line_behind = _line_behind(document, mapping, section, behind)
        if end <= line_behind:
            lines = (mark.line, start, line_behind)
            return _Lines(section, place, behind, has_head, column, *lines)
    return None


def _last_before(mapping: Node, at: int) -> int | None:
    """Index of the last key of a mapping whose colon is before a place of the text, or None.

    The line in which that key begins is then unchanged, and so is the end of the entry above it.
    """
    found = bisect_right(mapping.value, at, key=lambda item: item[0].end_mark.index + 1)
    return found - 1 if found else None


def _column(mapping: Node, place: int) -> int:
    return int(mapping.value[place][0].start_mark.column)


def _line_behind(document: Document, mapping: Node, section: int | None, place: int) -> int:
    """Start of the line of a key; behind the last key that of the next section or the end."""
    text, sections = document.text, document.root.value
    if place < len(mapping.value):
        start = mapping.value[place][0].start_mark.index
    elif section is not None and section + 1 < len(sections):
        start = sections[section + 1][0].start_mark.index
    else:
        return len(text)
    return int(text.rfind("\n", 0, start) + 1)


def _read_alone(document: Document, old: _Lines, lines: str) -> Document | None:
    """The new lines read by themselves; None where they are not entries as the old lines were."""
    try:
        alone = parse_document(document.path, lines, "entry")
    except SceneFileError:
        return None
    if old.has_head:
        ((_, section), *others) = alone.root.value
        if others or not isinstance(section, MappingNode) or section.flow_style:
            return None
        alone = replace(alone, root=section, data=next(iter(alone.data.values())))
    for key, value in alone.root.value:
        is_block = isinstance(value, MappingNode | SequenceNode)
        if key.start_mark.column != old.column or not is_block:
            return None
    # YAML places an empty value at the next token, which lies outside these lines.
    return None if holds_nothing(alone.data) else alone


def _with_items(root: Node, old: _Lines, new: Node, below: Shift) -> Node:
    """The tree with new items in these lines, and with the nodes below them moved."""
    if old.section is None:
        return _spliced(root, old.first, old.behind, new.value, root, below)
    key, section = root.value[old.section]
    begun = new if old.has_head else section
    entries = _spliced(section, old.first, old.behind, new.value, begun, below)
    return _spliced(root, old.section, old.section + 1, [(key, entries)], root, below)


def _spliced(
    mapping: Node, first: int, behind: int, items: _Items, begun: Node, below: Shift
) -> Node:
    """The mapping with new items at first to behind - 1, and with the start mark of `begun`."""
    before, after = mapping.value[:first], mapping.value[behind:]
    items = [*before, *items, *((moved(k, below), moved(v, below)) for k, v in after)]
    end = moved(mapping, below).end_mark
    style = mapping.flow_style  # type: ignore[attr-defined]
    return MappingNode(mapping.ctag, items, begun.start_mark, end, flow_style=style)


def _with_values(
    document: Document, old: _Lines, new: dict[str, Any], root: Node
) -> dict[str, Any] | None:
    """The data in the order of the tree; None where a name occurs twice."""
    if old.section is None:
        return _ordered(document.data | new, root)
    key, section = root.value[old.section]
    entries = _ordered(document.data[key.value] | new, section)
    return None if entries is None else document.data | {key.value: entries}


def _ordered(values: dict[str, Any], mapping: Node) -> dict[str, Any] | None:
    names = [key.value for key, _ in mapping.value]
    ordered = {name: values[name] for name in names}
    return ordered if len(ordered) == len(names) else None
