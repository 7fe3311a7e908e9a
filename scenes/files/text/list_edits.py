"""Edits of a file that add, remove or move items and keys and change no other character."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ruamel.yaml.nodes import MappingNode, Node, SequenceNode

from scenes.errors import SceneError
from scenes.files.text.documents import Document, Loc, dotted, key_of
from scenes.files.text.edits import flow_text, item_text, reparsed, set_value
from scenes.files.text.new_sections import line_end, text_end, with_section_lines

Steps = list[dict[str, Any]]


def insert_item(document: Document, loc: Loc, index: int, value: Any) -> Document:
    """The document with `value` inserted as item `index` of the list at `loc`.

    SceneError where there is no such list, or `index` lies behind its end.
    """
    node = document.node(loc)
    if not isinstance(node, SequenceNode) or not 0 <= index <= len(node.value):
        raise SceneError(f"{document.path} has no list {dotted(loc)} with a place {index}")
    if not node.value:
        return set_value(document, loc, [value])
    text = document.text
    if node.flow_style:
        at, new = _in_brackets(node, index, flow_text(value))
    else:
        # After the line in which the item before ends, with the comment of that line.
        indent, newline = " " * node.start_mark.column, _newline(text)
        at = node.value[0].start_mark.index if not index else text_end(node.value[index - 1])
        at = text.rfind("\n", 0, at) + 1 if not index else line_end(text, at)
        opened = "" if not at or text[at - 1] == "\n" else newline
        new = f"{opened}{indent}- {item_text(value)}{newline}"
    return _checked(document, text[:at] + new + text[at:], (*loc, index), value)


def remove_item(document: Document, loc: Loc) -> Document:
    """The document without the item of a list, or the key of a mapping, at `loc`.

    SceneError for the only entry: an empty text would not be a list or mapping any more.
    """
    parent, step = document.node(loc[:-1]), loc[-1]
    entries = _entries(parent)
    if step not in entries:
        raise SceneError(f"{document.path} has no {dotted(loc)} to take away")
    if len(entries) == 1:
        raise SceneError(f"{dotted(loc)} is the only one: at least one has to stay")
    place = list(entries).index(step)
    start, end = _span(document.text, parent, list(entries.values()), place)
    above, below = document.text[:start], document.text[end:]
    newline = _newline(document.text)
    if above.endswith(2 * newline) and (not below or below.startswith(newline)):
        above = above[: -len(newline)]  # or two empty lines would follow each other
    return reparsed(document, above + below)


def move_item(document: Document, loc: Loc, by: int) -> Document:
    """The document with the item at `loc` one place further down (by = 1) or up (by = -1).

    Comments behind an item and in the lines right above it move with the item.
    """
    parent, place = document.node(loc[:-1]), int(loc[-1])
    first = min(place, place + by)
    if not isinstance(parent, SequenceNode) or not 0 <= first < len(parent.value) - 1:
        raise SceneError(f"{dotted(loc)} is at the end of its list: there it stays")
    text = document.text
    (start, middle), (after, end) = (_item_span(text, parent, first + i) for i in (0, 1))
    upper, between, lower = text[start:middle], text[middle:after], text[after:end]
    if not parent.flow_style and not lower.endswith("\n"):
        lower, upper = lower + _newline(text), upper.rstrip("\r\n")
    edited = reparsed(document, text[:start] + lower + between + upper + text[end:])
    wanted, found = document.data, edited.data
    for step in loc[:-1]:
        wanted, found = wanted[step], found[step]
    items = list(wanted)
    items[first : first + 2] = items[first + 1], items[first]
    if list(found) != items:
        raise SceneError(f"{dotted(loc)} cannot be moved in the text of {document.path}")
    return edited


def _item_span(text: str, parent: SequenceNode, place: int) -> tuple[int, int]:
    """Start and end of the text of an item: the item itself in brackets, whole lines in a block."""
    node = parent.value[place]
    start, end = node.start_mark.index, text_end(node)
    if parent.flow_style:
        return start, end
    start = text.rfind("\n", 0, start) + 1
    above = text.rfind("\n", 0, start - 1) + 1
    while above < start and text[above:start].lstrip().startswith("#"):
        start, above = above, text.rfind("\n", 0, above - 1) + 1
    return start, line_end(text, end)


def add_body(document: Document, loc: Loc, entries: Mapping[str, Any], steps: Steps) -> Document:
    """The document with a new body at `loc` (`fixtures`, NAME), a line for each entry and step."""
    section, name = str(loc[0]), str(loc[1])
    parent = document.node((section,))
    if isinstance(parent, MappingNode) and (parent.flow_style or not parent.value):
        return set_value(document, loc, {**entries, "solid": steps})
    text, newline = document.text, _newline(document.text)
    outer = "  " if parent is None else " " * parent.start_mark.column
    lines = [f"{outer}{name}:"]
    lines += [f"{outer}  {key}: {flow_text(value)}" for key, value in entries.items()]
    lines += [f"{outer}  solid:", *(f"{outer}    - {item_text(step)}" for step in steps)]
    if parent is None:
        new = with_section_lines(document, section, [f"{section}:", *lines])
        return _checked(document, new, (*loc, "solid"), steps)
    at = line_end(text, text_end(parent))
    opened = "" if text[at - 1] == "\n" else newline
    new = opened + newline.join([*lines, ""])
    return _checked(document, text[:at] + new + text[at:], (*loc, "solid"), steps)


def _in_brackets(node: SequenceNode, index: int, value: str) -> tuple[int, str]:
    """Index at which an item is inserted in brackets, and its text with a comma."""
    if index:
        return text_end(node.value[index - 1]), f", {value}"
    return node.value[0].start_mark.index, f"{value}, "


def in_lines(document: Document, loc: Loc) -> Document:
    """The document with a line for each item of the list at `loc`; the texts of items stay.

    The same document where the list has such lines, spans several lines, or stands in brackets.
    """
    node, outer = document.node(loc), document.node(loc[:-1])
    text, key = document.text, key_of(outer, loc[-1])
    in_block = isinstance(outer, MappingNode) and not outer.flow_style
    if not in_block or not isinstance(node, SequenceNode) or not node.value or key is None:
        return document
    if not node.flow_style or node.start_mark.line != node.end_mark.line:
        return document
    newline, indent = _newline(text), " " * (key.start_mark.column + 2)
    start, end = node.start_mark.index, int(node.end_mark.index)
    behind = line_end(text, end)
    items = [_without_braces(text[i.start_mark.index : text_end(i)], i) for i in node.value]
    head = text[:start].rstrip(" ") + text[end:behind].rstrip()
    rows = "".join(f"{newline}{indent}- {item}" for item in items)
    edited = reparsed(document, head + rows + newline + text[behind:])
    if edited.data != document.data:
        raise SceneError(f"{dotted(loc)} cannot be changed in the text of {document.path}")
    return edited


def _without_braces(text: str, node: Node) -> str:
    """The text of an item without the braces that a single key does not need in its own line."""
    is_single = isinstance(node, MappingNode) and node.flow_style and len(node.value) == 1
    return text[1:-1].strip() if is_single else text


def _entries(parent: Node | None) -> dict[str | int, tuple[Node, Node]]:
    """First and last node of each item or key."""
    if isinstance(parent, SequenceNode):
        return {i: (item, item) for i, item in enumerate(parent.value)}
    if isinstance(parent, MappingNode):
        return {key.value: (key, value) for key, value in parent.value}
    return {}


def _span(
    text: str, parent: Node | None, entries: list[tuple[Node, Node]], place: int
) -> tuple[int, int]:
    """Start and end of the text of an entry: its lines, or up to the next item in brackets."""
    first, last = entries[place]
    start, end = first.start_mark.index, text_end(last)
    if isinstance(parent, MappingNode | SequenceNode) and parent.flow_style:
        if place + 1 < len(entries):
            return start, entries[place + 1][0].start_mark.index
        return text_end(entries[place - 1][1]), end
    if place == 0 and isinstance(parent, MappingNode) and _stands_behind_dash(text, start):
        return start, entries[1][0].start_mark.index
    return text.rfind("\n", 0, start) + 1, line_end(text, end)


def _stands_behind_dash(text: str, start: int) -> bool:
    return text[text.rfind("\n", 0, start) + 1 : start].strip() != ""


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _checked(document: Document, text: str, loc: Loc, value: Any) -> Document:
    edited = reparsed(document, text)
    found = edited.data
    for step in loc:
        found = found[step]
    if found != value:
        raise SceneError(f"{dotted(loc)} cannot be put into the text of {document.path}")
    return edited
