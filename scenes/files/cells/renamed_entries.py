"""Renames a frame, robot, fixture or part of a cell file everywhere in the file.

The name of a frame also stands after `in:`, the name of a body or robot also in the pairs under
`allow`, alone or before a point (`table.pad`, `arm.*`). A name that a star stands for is not
written, so it cannot be renamed: `star_in_the_way` finds such a pair.
"""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Any

from ruamel.yaml.nodes import Node

from scenes.errors import SceneError
from scenes.files.cells.frames import WORLD
from scenes.files.field_types import is_name
from scenes.files.text.documents import Document
from scenes.files.text.entry_edits import key_node, rename_scalars

BODIES = ("robots", "fixtures", "parts")
FRAMED = ("frames", *BODIES)
YAML_WORDS = ("true", "false", "null")


def name_fault(document: Document, section: str, old: str, new: str) -> str:
    """The sentence that says why a thing cannot have this name; "" if it can."""
    if not new:
        return "a name is needed"
    if not is_name(new):
        return "a name is a letter or _, then letters, digits or _"
    if new.lower() in YAML_WORDS:
        return f"{new} is a word of YAML"
    if section == "frames":
        taken = new != old and (new == WORLD or new in (document.data.get("frames") or {}))
        return f'"{new}" is another frame' if taken else ""
    for other in BODIES:
        for name in document.data.get(other) or {}:
            if name.lower() == new.lower() and (other, name) != (section, old):
                return f'"{name}" is {"a" if other != "robots" else "the"} {other[:-1]}'
    return ""


def rename_entry(document: Document, section: str, old: str, new: str) -> Document:
    """The document with another name of an entry, and of every mention of it.

    SceneError where `name_fault` finds a fault, or where the text cannot take the name.
    """
    fault = name_fault(document, section, old, new)
    if fault:
        raise SceneError(f'{section}.{old} cannot be called "{new}": {fault}')
    mentions = _mentions_of_frame if section == "frames" else _mentions_of_body
    nodes = [key_node(document, section, old), *mentions(document, old)]
    edited = rename_scalars(document, nodes, old, new)
    if list(edited.data[section]) != [new if n == old else n for n in document.data[section]]:
        raise SceneError(f'{section}.{old} cannot be called "{new}" in the text of {document.path}')
    return edited


def renamed_body(name: str, old: str, new: str) -> str:
    """A name, or a body of a robot or piece of a body, after the renaming: `table.pad`."""
    head, point, rest = name.partition(".")
    return f"{new}{point}{rest}" if head == old else name


def star_in_the_way(document: Document, old: str, new: str) -> str:
    """A sentence about a pair under `allow` whose star would stand for other bodies; "" if none."""
    for loc, pattern in _sides(document.data):
        head = pattern.partition(".")[0]
        if head != old and fnmatchcase(old, head) != fnmatchcase(new, head):
            line, _ = document.position(loc)
            return (
                f'"{pattern}" under `allow`, line {line}, would not stand for the same bodies: '
                "write their names there first"
            )
    return ""


def _mentions_of_frame(document: Document, frame: str) -> Iterator[Node]:
    for section in FRAMED:
        for name, entry in (document.data.get(section) or {}).items():
            node = document.node((section, name, "in"))
            if isinstance(entry, dict) and entry.get("in") == frame and node is not None:
                yield node


def _mentions_of_body(document: Document, body: str) -> Iterator[Node]:
    for loc, pattern in _sides(document.data):
        node = document.node(loc)
        if pattern.partition(".")[0] == body and node is not None:
            yield node


def _sides(data: dict[str, Any]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """The place and the text of each side of each pair under `allow`."""
    for index, entry in enumerate(data.get("allow") or []):
        within: tuple[str | int, ...] = ("allow", index)
        pair, loc = entry, within
        if isinstance(entry, dict):
            pair, loc = entry.get("pair", []), (*within, "pair")
        for side, pattern in enumerate(pair if isinstance(pair, list) else []):
            yield (*loc, side), str(pattern)
