"""Statements of URScript, one behind the other: heads and ends of blocks are statements too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple, TypeAlias

from scenes.makers.urscript.grammar.script_trees import Tree


@dataclass(frozen=True)
class Source:
    """Where a statement stands. line, column, end_column: From 1. rows: Number of its lines.

    code: Its text. remark: The remark behind it.
    """

    line: int
    column: int = 1
    end_column: int = 1
    rows: int = 1
    code: str = ""
    remark: str = ""


@dataclass(frozen=True)
class Fault:
    """A condition that is not read; why says what is wrong."""

    why: str


Condition: TypeAlias = Tree | Fault


@dataclass(frozen=True)
class Note:
    """A remark alone, or an empty line."""

    line: int
    text: str


@dataclass(frozen=True)
class Assign:
    """A value for a variable. reach: global, local or "". value: None where it is only declared."""

    source: Source
    reach: str
    target: Tree
    value: Tree | None


@dataclass(frozen=True)
class Do:
    """An expression as a statement: a call."""

    source: Source
    tree: Tree


@dataclass(frozen=True)
class Give:
    """return, with a value or without one."""

    source: Source
    value: Tree | None


@dataclass(frozen=True)
class Leap:
    """A statement of one word, such as break, and a thread that is run, killed or joined."""

    source: Source
    word: str
    of: Tree | None = None


@dataclass(frozen=True)
class Lost:
    """Code that is no statement."""

    source: Source
    why: str


@dataclass(frozen=True)
class If:
    """The head of if. What stands behind it, up to its End, is its block."""

    source: Source
    condition: Condition


@dataclass(frozen=True)
class Else:
    """elif with its condition, or else (None)."""

    source: Source
    condition: Condition | None


@dataclass(frozen=True)
class While:
    """The head of while. What stands behind it, up to its End, is its block."""

    source: Source
    condition: Condition


@dataclass(frozen=True)
class End:
    """The end of the block that was opened last."""

    source: Source


@dataclass(frozen=True, eq=False)
class Stretch:
    """Statements that stand one behind the other; blocks may begin before them or go on behind.

    above: Number of lines above them, from the first line of their group; the lines of the
    statements count from there. rows: Their text; where functions begin in it, the statements are
    made for this place alone (is_alone). depth: Number of blocks of the function that are open in
    front of them.
    """

    above: int
    rows: tuple[str, ...]
    statements: list[Statement]
    is_alone: bool = False
    depth: int = 0


@dataclass(frozen=True, eq=False)
class Group:
    """Stretches that stand one behind the other; one that is alone is a group of its own.

    What is asked of all stretches of a program is kept for each group.
    """

    stretches: tuple[Stretch, ...]

    @property
    def is_alone(self) -> bool:
        """Whether its statements are made for one place alone."""
        return self.stretches[0].is_alone

    @cached_property
    def statements(self) -> list[Statement]:
        """The statements of all its stretches."""
        return [statement for stretch in self.stretches for statement in stretch.statements]


class PlacedGroup(NamedTuple):
    """A group and the number of lines above it."""

    group: Group
    above: int


@dataclass
class Routine:
    """A function or a thread. parameters: Names with their default values, or None.

    groups: Its statements once more, in groups of stretches.
    """

    source: Source
    kind: str
    name: str
    parameters: tuple[tuple[str, Tree | None], ...] = ()
    body: list[Statement] = field(default_factory=list)
    end: Source | None = None
    groups: list[PlacedGroup] = field(default_factory=list)

    def in_groups(self) -> Sequence[PlacedGroup]:
        """Its statements in groups; those of a function in a block are a group of their own."""
        alone = Stretch(0, (), self.body, is_alone=True)
        return self.groups or (PlacedGroup(Group((alone,)), 0),)

    def in_stretches(self) -> list[Stretch]:
        """Its statements in stretches, with all lines above these."""
        return [
            replace(stretch, above=above + stretch.above)
            for group, above in self.in_groups()
            for stretch in group.stretches
        ]


Statement: TypeAlias = Note | Assign | Do | Give | Leap | Lost | If | Else | While | End | Routine


def with_depths(statements: Sequence[Statement], depth: int = 0) -> Iterator[tuple[Statement, int]]:
    """Statements with the number of blocks around them; the parts of a block stand as its head.

    depth: Number of blocks around the first one. Functions are not entered.
    """
    for statement in statements:
        if isinstance(statement, End):
            depth = max(depth - 1, 0)
        yield statement, max(depth - isinstance(statement, Else), 0)
        depth += isinstance(statement, If | While)


def closed_by(statements: Sequence[Statement]) -> int:
    """How many blocks that begin before statements are closed in them."""
    depth = closed = 0
    for statement in statements:
        if isinstance(statement, End):
            depth -= 1
            closed = max(closed, -depth)
        depth += isinstance(statement, If | While)
    return closed


def open_heads(statements: Iterable[Statement]) -> list[tuple[int, If | While]]:
    """The heads of the blocks without an end among statements, with their indices, outer first."""
    found = list[tuple[int, If | While]]()
    for at, statement in enumerate(statements):
        if isinstance(statement, If | While):
            found.append((at, statement))
        elif isinstance(statement, End) and found:
            found.pop()
    return found
