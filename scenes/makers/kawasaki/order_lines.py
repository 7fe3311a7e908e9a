"""What AS and V+ have in common: how they say tools, signals and pauses, and where motions end."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence

import numpy as np

from kinematics import invert
from scenes.makers.kawasaki.zyz_places import written
from scenes.makers.writing.calls import names_for, routines_in
from scenes.makers.writing.orders import (
    Await,
    Call,
    EndTurns,
    Go,
    Order,
    Say,
    Stand,
    Switch,
    TakeTool,
    Turns,
    Way,
    indents_of,
)
from scenes.makers.writing.remarks import remark
from scenes.makers.writing.unrolled import Orders
from scenes.world.frozen import Array
from scenes.world.robot import Controller, Robot

LINE_END = "\r\n"
LONGEST_NAME, LONGEST_REMARK = 15, 60
FIRST_INPUT = 1000  # input 1 is signal 1001


def kawasaki_name(name: str) -> str:
    """A name that both accept: a letter, then letters, digits and _, at most 15."""
    kept = "".join(c if c.isascii() and (c.isalnum() or c == "_") else "_" for c in name)
    kept = kept if kept and kept[0].isalpha() else f"p{kept}"
    return kept[:LONGEST_NAME].lower()


class OrderLines(ABC):
    """Writes orders one after the other. A language says how motions, places and waits are written.

    WAIT_SIGNAL: The words for a signal, with {} for its number. PAUSE: The word before seconds.
    """

    WAIT_SIGNAL: str
    PAUSE: str

    def __init__(self, robot: Robot, controller: Controller) -> None:
        self._controller = controller
        self._names: dict[str, str] = {}
        self._turns = np.array([kind == "R" for kind in robot.mechanism.kinds])
        self._T_controller_base = invert(controller.T_base_controller)
        # The number of the counter of the innermost loop, and the highest one so far: a called
        # program has counters of its own, since variables are those of all programs.
        self._counter = self._highest = 0

    def programs(self, orders: Orders, name: str) -> list[str]:
        """The lines of the program and of those that it calls, each with its head and its end."""
        routines = routines_in(orders.orders)
        self._names = names_for(routines, kawasaki_name, {kawasaki_name(name)})
        start = list(self._to_its_end(Go(0, Way.JOINTS, np.eye(4), orders.start, percent=20.0)))
        found = self._program(kawasaki_name(name), start, orders.orders)
        for each in routines.values():
            found += self._program(self._names[each.name], [], each.orders)
        return found

    def _program(self, name: str, start: Sequence[str], orders: Sequence[Order]) -> list[str]:
        """The lines of a program. name: As written. start: Lines in front of its orders."""
        own, self._counter = [*start], self._highest
        for order, indent in zip(orders, indents_of(orders), strict=True):
            own += [indent + line for line in self._line(order)]
        return [f".PROGRAM {name}()", *(f"  {line}" for line in own), ".END"]

    @abstractmethod
    def _motion(self, order: Go) -> Iterator[str]:
        """The lines of a motion; the last of them begins it."""

    @abstractmethod
    def _tool(self, T: Array) -> str:
        """The argument of TOOL for a pose (4, 4) of the tool in the flange of the controller."""

    def _line(self, order: Order) -> Iterator[str]:
        match order:
            case Go():
                yield from self._to_its_end(order)
            case TakeTool():
                T = invert(self._controller.T_flange_controller) @ order.T_flange_tool
                yield f"TOOL {self._tool(T)}"
            case Switch():
                yield f"SIGNAL {'' if order.on else '-'}{order.output}{_remark(order)}"
            case Await():
                signal = f"{'' if order.on else '-'}{order.input + FIRST_INPUT}"
                yield f"{self.WAIT_SIGNAL.format(signal)}{_remark(order)}"
            case Stand():
                yield f"{self.PAUSE} {order.seconds:.3f}{_remark(order)}"
            case Say():
                yield _remark(order).strip()
            case Call():
                yield f"CALL {self._names[order.name]}{_remark(order)}"
            case Turns():
                self._counter += 1
                self._highest = max(self._highest, self._counter)
                count = f"FOR turn{self._counter} = 1 TO {order.count}"
                yield "WHILE TRUE DO" if order.count is None else count
            case EndTurns():
                self._counter -= 1
                yield "END"

    def _to_its_end(self, order: Go) -> Iterator[str]:
        """A motion with its remark; BREAK behind one that ends at rest."""
        *before, motion = self._motion(order)
        yield from before
        yield motion + _remark(order)
        if order.zone_mm <= 0.0:
            yield "BREAK"

    def _joint_texts(self, q: Array) -> list[str]:
        """Joint values (n,), rad or mm, as the controller shows them: degrees and mm."""
        shown = self._controller.shown(q)
        values = np.where(self._turns, np.degrees(shown), shown)
        return [written(float(value)) for value in values]

    def _percent(self, order: Go) -> float:
        return max(order.percent or 100.0, 1.0)


def _remark(order: Go | Switch | Await | Stand | Say | Call) -> str:
    return remark(order, longest=LONGEST_REMARK)
