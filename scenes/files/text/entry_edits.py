"""Edits of a file that copy, move and rename the entries of a section with their comments.

A section is a mapping such as `fixtures`; its entries are the lines of each key.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ruamel.yaml.nodes import MappingNode, Node

from scenes.errors import SceneError
from scenes.files.text.documents import Document, key_of
from scenes.files.text.edits import reparsed, set_value
from scenes.files.text.new_sections import line_end, text_end, with_section_lines


def entry_text(document: Document, section: str, name: str) -> str:
    """The lines of an entry, its key in the first column, with the comments in it and behind it."""
    parent = document.node((section,))
    if not isinstance(parent, MappingNode) or name not in document.data[section]:
        raise SceneError(f"{document.path} has no {section}.{name}")
    key, value = _item(parent, name)
    if parent.flow_style:
        return document.text[key.start_mark.index : text_end(value)] + "\n"
    start, end = _span(document.text, parent, name)
    column = key.start_mark.column
    lines = document.text[start:end].replace("\r\n", "\n").split("\n")
    return "\n".join(line[column:] if not line[:column].strip() else line for line in lines)


def insert_entry(
    document: Document, section: str, name: str, lines: str, value: Any, after: str = ""
) -> Document:
    """The document with a new entry, its lines as `entry_text` gives them.

    value: The plain value that the lines hold, for a section in brackets, and for a check.
    after: The entry behind which it goes; "" for the end of the section.
    """
    parent, text = document.node((section,)), document.text
    newline = "\r\n" if "\r\n" in text else "\n"
    if parent is None:
        rows = _indented(lines, "  ", "\n").split("\n")[:-1]
        edited = reparsed(document, with_section_lines(document, section, [f"{section}:", *rows]))
    elif not isinstance(parent, MappingNode) or parent.flow_style or not parent.value:
        edited = set_value(document, (section, name), value)
    else:
        behind = after or str(parent.value[-1][0].value)
        _, at = _span(text, parent, behind)
        opened = "" if text[:at].endswith("\n") else newline
        body = _indented(lines, " " * parent.start_mark.column, newline)
        edited = reparsed(document, text[:at] + opened + body + text[at:])
    if (edited.data.get(section) or {}).get(name) != value:
        raise SceneError(f"{section}.{name} cannot be put into the text of {document.path}")
    return edited


def move_entry(document: Document, section: str, name: str, before: str = "") -> Document:
    """The document with an entry in front of another one; "" moves it to the end of the section.

    Comments in the lines right above an entry move with it.
    """
    parent, text = document.node((section,)), document.text
    if not isinstance(parent, MappingNode) or name == before:
        return document
    names = [str(key.value) for key, _ in parent.value]
    order = [n for n in names if n != name]
    order.insert(order.index(before) if before else len(order), name)
    if order == names:
        return document
    if parent.flow_style:
        edited = _in_other_order(document, parent, order)
    else:
        newline = "\r\n" if "\r\n" in text else "\n"
        start, end = _span(text, parent, name, with_above=True)
        lines = text[start:end] if text[:end].endswith("\n") else text[start:end] + newline
        at = _span(text, parent, before, with_above=True)[0] if before else 0
        at = at if before else _span(text, parent, names[-1])[1]
        opened = "" if text[:at].endswith("\n") else newline
        parts = (text[:start], text[end:at]) if at > start else (text[:at], text[at:start])
        moved = parts[0] + parts[1] + opened + lines + text[at:]
        if at <= start:
            moved = parts[0] + lines + parts[1] + text[end:]
        edited = reparsed(document, moved)
    wanted = document.data[section]
    if edited.data[section] != wanted or list(edited.data[section]) != order:
        raise SceneError(f"{section}.{name} cannot be moved in the text of {document.path}")
    return edited


def rename_scalars(document: Document, nodes: Iterable[Node], old: str, new: str) -> Document:
    """The document in which these keys and values, which begin with `old`, begin with `new`.

    Quotation marks stay; `new` is a word that needs none.
    """
    text = document.text
    for start in sorted({node.start_mark.index for node in nodes}, reverse=True):
        head = start + (text[start] in "\"'")
        text = text[:head] + new + text[head + len(old) :]
    return reparsed(document, text)


def key_node(document: Document, section: str, name: str) -> Node:
    """The node of the key of an entry."""
    found = key_of(document.node((section,)), name)
    if found is None:
        raise SceneError(f"{document.path} has no {section}.{name}")
    return found


def free_name(document: Document, stem: str, sections: Iterable[str]) -> str:
    """A name that no entry of these sections has: the stem, then the stem with a number."""
    data: Mapping[str, Any] = document.data
    taken = {name.lower() for section in sections for name in data.get(section) or {}}
    plain, number = stem.rstrip("0123456789") or stem, 2
    if stem.lower() not in taken:
        return stem
    while f"{plain}{number}".lower() in taken:
        number += 1
    return f"{plain}{number}"


def _item(parent: MappingNode, name: str) -> tuple[Node, Node]:
    return next((key, value) for key, value in parent.value if key.value == name)


def _span(text: str, parent: MappingNode, name: str, with_above: bool = False) -> tuple[int, int]:
    """Start and end of the whole lines of an entry of a block, with its comments.

    with_above: Whether comments in the lines right above the key belong to it.
    """
    key, value = _item(parent, name)
    column = key.start_mark.column
    start = text.rfind("\n", 0, key.start_mark.index) + 1
    above = text.rfind("\n", 0, start - 1) + 1
    while with_above and above < start and _is_comment(text[above:start], column, column):
        start, above = above, text.rfind("\n", 0, above - 1) + 1
    end = line_end(text, text_end(value))
    while end < len(text) and _is_comment(text[end : line_end(text, end)], column + 1, 999):
        end = line_end(text, end)
    return start, end


def _is_comment(line: str, least: int, most: int) -> bool:
    """Whether a line is a comment that begins in one of these columns."""
    bare = line.lstrip(" ")
    return bare.startswith("#") and least <= len(line) - len(bare) <= most


def _indented(lines: str, indent: str, newline: str) -> str:
    rows = lines.strip("\n").split("\n")
    return "".join(f"{indent}{row}".rstrip() + newline for row in rows)


def _in_other_order(document: Document, parent: MappingNode, order: list[str]) -> Document:
    """The document with the entries in brackets in another order."""
    text = document.text
    items = {key.value: (key.start_mark.index, text_end(value)) for key, value in parent.value}
    places, edited = list(items.values()), text
    for (start, end), name in reversed(list(zip(places, order, strict=True))):
        edited = edited[:start] + text[slice(*items[name])] + edited[end:]
    return reparsed(document, edited)
