"""The tree of a YAML text, given up where one mapping or list holds more than can be worked with.

The parser takes a millisecond for each body of a cell, and what follows takes longer: a text of
thousands of bodies is refused where they become too many, not when all of them have been read.
"""

from __future__ import annotations

from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.composer import Composer
from ruamel.yaml.error import StringMark
from ruamel.yaml.events import MappingStartEvent
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

# Fixtures and parts of a cell together. A check of one motion among so many takes three seconds.
MOST_BODIES = 1_000
# Entries of one mapping: fixtures, parts, frames.
MOST_ENTRIES = MOST_BODIES
# Mappings in one list: steps of a solid, of which each makes a primitive at least. Lists of
# numbers are no mappings: an outline may have more corners.
MOST_STEPS = 5_000


class TooManyError(Exception):
    """A mapping or list is longer than allowed, and where it becomes so."""

    def __init__(self, message: str, mark: StringMark) -> None:
        super().__init__(message)
        self.message = message
        self.mark = mark


class _Composer(Composer):
    """Composes nodes, and counts the entries of each mapping and list on the way."""

    # The first key of the file on the way to what is read now: "fixtures".
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
            told = f"{where} {MOST_ENTRIES} entries; {why}"
            raise TooManyError(told, self.parser.peek_event().start_mark)

    def _check_steps(self) -> None:
        event = self.parser.peek_event()
        if isinstance(event, MappingStartEvent):
            told = f"here this list passes {MOST_STEPS} steps; no more can be worked with"
            raise TooManyError(told, event.start_mark)


def composed(text: str) -> Node | None:
    """The root node of a YAML text, None where it is empty.

    Raises TooManyError where a mapping or list is too long, the parser's YAMLError where the text
    is no YAML.
    """
    yaml = YAML(typ="safe", pure=True)
    yaml.Composer = _Composer
    root: Node | None = yaml.compose(text)
    return root
