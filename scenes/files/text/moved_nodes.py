"""YAML nodes moved to another place of a text without copying the tree.

An edit moves all nodes below it. A moved node refers to the original node and calculates its marks
and children on demand; in a large file an edit needs only a few of them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ruamel.yaml.error import StringMark
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode


class Shift(NamedTuple):
    """Number of characters and lines by which a text has moved down; columns stay."""

    characters: int
    lines: int

    def __add__(self, other: object) -> Shift:
        """The sum of two shifts."""
        assert isinstance(other, Shift)
        return Shift(self.characters + other.characters, self.lines + other.lines)


def moved(node: Node, by: Shift) -> Node:
    """A node that stands for `node` further down; `node` itself does not change."""
    if by == Shift(0, 0):
        return node
    if isinstance(node, _Moved):
        return moved(node.origin, node.by + by)
    if isinstance(node, MappingNode):
        return _MovedMapping(node, by)
    return _MovedSequence(node, by) if isinstance(node, SequenceNode) else _MovedScalar(node, by)


class _Moved(Node):
    """The base of all moved nodes: marks that are calculated on demand."""

    def __init__(self, origin: Any, by: Shift) -> None:
        self.origin, self.by = origin, by
        self.ctag, self.comment, self.anchor = origin.ctag, origin.comment, origin.anchor

    @property
    def start_mark(self) -> StringMark:
        """Where the node begins."""
        return self._mark(self.origin.start_mark)

    @property
    def end_mark(self) -> StringMark:
        """Where the node ends."""
        return self._mark(self.origin.end_mark)

    def _mark(self, mark: StringMark) -> StringMark:
        # Without the surrounding text, which only ruamel's own messages show.
        index, line = mark.index + self.by.characters, mark.line + self.by.lines
        return StringMark(mark.name, index, line, mark.column, None, None)


class _MovedMapping(_Moved, MappingNode):
    @property
    def flow_style(self) -> bool:
        return bool(self.origin.flow_style)

    @property
    def value(self) -> list[tuple[Node, Node]]:
        """Keys and values, moved with the mapping."""
        return [(moved(key, self.by), moved(item, self.by)) for key, item in self.origin.value]


class _MovedSequence(_Moved, SequenceNode):
    @property
    def flow_style(self) -> bool:
        return bool(self.origin.flow_style)

    @property
    def value(self) -> list[Node]:
        """The items, moved with the sequence."""
        return [moved(item, self.by) for item in self.origin.value]


class _MovedScalar(_Moved, ScalarNode):
    @property
    def style(self) -> Any:
        return self.origin.style

    @property
    def value(self) -> str:
        """The text of the scalar."""
        return str(self.origin.value)
