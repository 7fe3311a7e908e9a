"""Reads the tree of a YAML text; stops where a mapping or list has too many entries.

The parser takes a millisecond for each body of a cell, and the later stages take longer. So a text
with thousands of bodies is refused at the first body too many, before the rest is read.
"""

from __future__ import annotations

from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.composer import Composer
from ruamel.yaml.error import StringMark
from ruamel.yaml.events import MappingStartEvent
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

# Greatest number of fixtures and parts together: with so many, to check one motion takes 3 s.
MOST_BODIES = 1_000
# Greatest number of entries of one mapping: fixtures, parts, frames.
MOST_ENTRIES = MOST_BODIES
# Greatest number of mappings in one list: of steps of a solid, each of which makes at least one
# primitive. Lists of numbers do not count: an outline may have more corners.
MOST_STEPS = 5_000


class TooManyError(Exception):
    """Raised at the place where a mapping or list becomes longer than allowed."""

    def __init__(self, message: str, mark: StringMark) -> None:
        super().__init__(message)
        self.message = message
        self.mark = mark


class _Composer(Composer):
    """Composes nodes, and counts the entries of each mapping and list while it does so."""

    # The top-level key of the section that is being read: "fixtures".
    section = ""

    def compose_node(self, parent: Node | None, index: Any) -> Any:
        if isinstance(parent, MappingNode):
            self._check_entries(parent, index)
        elif isinstance(parent, SequenceNode) and index >= MOST_STEPS:
            self._check_steps()
        return super().compose_node(parent, index)

    def _check_entries(self, parent: MappingNode, key: Any) -> None:
        if self.depth == 1 and isinstance(key, ScalarNode):
            self.section = key.value
        if key is None and len(parent.value) >= MOST_ENTRIES:
            where = f"here {self.section} passes" if self.section else "here the file passes"
            why = "no more can be worked with"
            if self.section in ("fixtures", "parts"):
                why = f"a cell may have {MOST_BODIES} bodies, fixtures and parts together"
            message = f"{where} {MOST_ENTRIES} entries; {why}"
            raise TooManyError(message, self.parser.peek_event().start_mark)

    def _check_steps(self) -> None:
        event = self.parser.peek_event()
        if isinstance(event, MappingStartEvent):
            message = f"here this list passes {MOST_STEPS} steps; no more can be worked with"
            raise TooManyError(message, event.start_mark)


class PlainYaml(YAML):
    """A reader without plug-ins, for which the library would look through its folder each time."""

    def official_plug_ins(self) -> list[Any]:
        return []


def composed(text: str) -> Node | None:
    """The root node of a YAML text; None where the text is empty.

    Raises TooManyError where a mapping or list is too long, and the parser's YAMLError where the
    text is not valid YAML.
    """
    yaml = PlainYaml(typ="safe", pure=True)
    yaml.Composer = _Composer
    root: Node | None = yaml.compose(text)
    return root
