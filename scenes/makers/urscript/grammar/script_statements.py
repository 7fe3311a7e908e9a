"""Statements of URScript as trees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

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


@dataclass
class Arm:
    """A part of if: its head, its condition (None behind else) and its statements."""

    source: Source
    condition: Condition | None
    body: list[Statement] = field(default_factory=list)


@dataclass
class Branch:
    """if with its parts. end: Where it ends; None where that is missing."""

    arms: list[Arm]
    end: Source | None = None


@dataclass
class Loop:
    """while."""

    source: Source
    condition: Condition
    body: list[Statement] = field(default_factory=list)
    end: Source | None = None


@dataclass(frozen=True, eq=False)
class Stretch:
    """Statements that stand one behind the other, with all of their blocks.

    above: Number of lines above them; the lines of the statements count from there. rows: Their
    text; where functions begin in it, the statements are made for this place alone (is_alone).
    """

    above: int
    rows: tuple[str, ...]
    statements: list[Statement]
    is_alone: bool = False


@dataclass
class Routine:
    """A function or a thread. parameters: Names with their default values, or None.

    stretches: Its statements once more, in stretches.
    """

    source: Source
    kind: str
    name: str
    parameters: tuple[tuple[str, Tree | None], ...] = ()
    body: list[Statement] = field(default_factory=list)
    end: Source | None = None
    stretches: list[Stretch] = field(default_factory=list)

    def in_stretches(self) -> Sequence[Stretch]:
        """Its statements in stretches; one that stands in a block is a stretch of its own."""
        return self.stretches or (Stretch(0, (), self.body, is_alone=True),)


Statement: TypeAlias = Note | Assign | Do | Give | Leap | Lost | Branch | Loop | Routine
Block: TypeAlias = Branch | Loop | Routine
