"""What a program tells a controller to do, in the words of no maker.

A writer makes the text of a maker's program of these orders, and a reader makes the orders of a
text. Joint values are those of our model (rad, mm), poses T_base_tool in the base of the arm.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from scenes.world.frozen import Array, Frozen


class Way(Enum):
    """How the tool goes to the end of a motion."""

    JOINTS = "joints"
    STRAIGHT = "straight"
    ARC = "arc"


@dataclass(frozen=True, eq=False)
class Go(Frozen):
    """A motion.

    Attributes:
        line: Line of the program, from 1.
        T_base_tool: Where it ends, (4, 4).
        q: Joint values at its end, (n,); None where a text gives the pose alone.
        percent: Speed of a motion of all joints, of full speed; None where a text has none.
        mm_s: Speed of the tool on a line or an arc.
        zone_mm: Distance from its end at which the tool may leave it for the next one; 0 for a
            stop.
        T_via: A place on an arc, T_base_tool (4, 4).
        text: The statement as the user wrote it, "" where there is none.
    """

    line: int
    way: Way
    T_base_tool: Array
    q: Array | None = None
    percent: float | None = 100.0
    mm_s: float = 250.0
    zone_mm: float = 0.0
    T_via: Array | None = None
    text: str = ""


@dataclass(frozen=True, eq=False)
class TakeTool(Frozen):
    """From here on the tool frame is this one, T_flange_tool (4, 4)."""

    line: int
    T_flange_tool: Array


@dataclass(frozen=True)
class Switch:
    """A digital output goes on or off."""

    line: int
    output: int
    on: bool
    text: str = ""


@dataclass(frozen=True)
class Await:
    """The arm stands until a digital input is on or off."""

    line: int
    input: int
    on: bool
    text: str = ""


@dataclass(frozen=True)
class Stand:
    """The arm stands for a time, s."""

    line: int
    seconds: float
    text: str = ""


@dataclass(frozen=True)
class Say:
    """A remark."""

    line: int
    text: str


@dataclass(frozen=True)
class Turns:
    """The orders from here to its EndTurns are carried out `count` times; None: for ever."""

    line: int
    count: int | None


@dataclass(frozen=True)
class EndTurns:
    """The end of the orders of the last Turns that are open."""

    line: int


@dataclass(frozen=True, eq=False)
class Call:
    """A routine is carried out.

    Attributes:
        name: Of the routine; calls with the same name have the same orders.
        orders: Of the routine. The arm stands still before the first and behind the last of them.
        text: The statement as the user wrote it, "" where there is none.
    """

    line: int
    name: str
    orders: tuple[Order, ...]
    text: str = ""

    def q_behind(self, q: Array) -> Array:
        """Joint values (n,) behind it, from those before it."""
        for order in self.orders:
            if isinstance(order, Call):
                q = order.q_behind(q)
            elif isinstance(order, Go) and order.q is not None:
                q = order.q
        return q


INDENT = "  "
Order: TypeAlias = Go | TakeTool | Switch | Await | Stand | Say | Turns | EndTurns | Call


def indents_of(orders: Sequence[Order]) -> Iterator[str]:
    """The space in front of each order: a step for each loop in which it lies.

    The head and the end of a loop stand outside of it.
    """
    depth = 0
    for order in orders:
        depth -= isinstance(order, EndTurns)
        yield INDENT * depth
        depth += isinstance(order, Turns)
