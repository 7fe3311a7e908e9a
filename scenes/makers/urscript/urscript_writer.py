"""Orders as a URScript program: one function, to be sent or loaded as a whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from kinematics import invert
from scenes.errors import SceneError
from scenes.makers.urscript.poses import MM, number, written_list, written_pose
from scenes.makers.urscript.urscript_words import URSCRIPT_WORDS
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

LINES_M_S2 = 1.2  # the controller's own default for lines, m/s^2
COUNTER = "turn_"  # a variable that counts the turns of a loop, with a number behind it
SIGN = "#"  # begins a remark
MOST_SIGNAL = 7  # a controller has the standard inputs and outputs 0 to 7


def urscript_text(orders: Orders, robot: Robot, controller: Controller, name: str) -> str:
    """The text of a `.script` file.

    Signal n is the standard digital input or output n, of 0 to 7. The tool goes to the same places
    by the same ways, at the speeds of the program; the shape of corners is the controller's own.
    Raises SceneError for a signal that the controller does not have.
    """
    main, routines = script_name(name), routines_in(orders.orders)
    names = names_for(routines, _routine_name, {*URSCRIPT_WORDS, main})
    program = _Program(robot, controller, names)
    lines = list(program.main(orders))
    inner = (line for each in routines.values() for line in program.routine(each))
    return "\n".join([f"def {main}():", *(f"  {line}" for line in (*inner, *lines)), "end", ""])


def script_name(name: str) -> str:
    """A name that URScript accepts: letters, digits and _, not a digit first."""
    kept = "".join(c if c.isascii() and (c.isalnum() or c == "_") else "_" for c in name)
    return f"program_{kept}" if not kept or kept[0].isdigit() else kept


def _routine_name(name: str) -> str:
    """A name of a function, unlike those of the counters of loops."""
    kept = script_name(name)
    return f"program_{kept}" if kept.startswith(COUNTER) else kept


class _Program:
    """Writes orders one after the other. names: Those of the functions for called programs."""

    def __init__(self, robot: Robot, controller: Controller, names: Mapping[str, str]) -> None:
        self._names = names
        self._starts = dict[str, Array]()  # joint values (n,) where functions begin first
        self._robot, self._controller = robot, controller
        self._T_controller_base = invert(controller.T_base_controller)
        self._open = list[Turns]()
        self._above = self._highest = 0  # the last counter of the functions before, and of all

    def main(self, orders: Orders) -> Iterator[str]:
        """The lines of the whole program, without its functions."""
        q = orders.start
        yield self._joints(Go(0, Way.JOINTS, np.eye(4), q, percent=20.0), q)
        yield from self._lines(orders.orders, q)

    def routine(self, call: Call) -> Iterator[str]:
        """The function for a called program, behind those that call it."""
        self._above = self._highest
        yield f"def {self._names[call.name]}():"
        yield from (f"  {line}" for line in self._lines(call.orders, self._starts[call.name]))
        yield "end"

    def _lines(self, orders: Sequence[Order], q: Array) -> Iterator[str]:
        """The lines of orders from joint values q (n,) on."""
        for order, indent in zip(orders, indents_of(orders), strict=True):
            yield from (indent + line for line in self._line(order, q))
            if isinstance(order, Go) and order.q is not None:
                q = order.q
            elif isinstance(order, Call):
                q = order.q_behind(q)

    def _line(self, order: Order, q: Array) -> Iterator[str]:
        match order:
            case Go():
                yield self._motion(order, q)
            case TakeTool():
                T = invert(self._controller.T_flange_controller) @ order.T_flange_tool
                yield f"set_tcp({written_pose(T)})"
            case Switch():
                told = f"{_signal(order.output, order.line)}, {order.on}"
                yield f"set_standard_digital_out({told}){remark(order, SIGN)}"
            case Await():
                asked = f"get_standard_digital_in({_signal(order.input, order.line)})"
                until = f"not {asked}" if order.on else asked
                yield f"while {until}:{remark(order, SIGN)}"
                yield "  sync()"
                yield "end"
            case Stand():
                yield f"sleep({order.seconds:.3f}){remark(order, SIGN)}"
            case Say():
                yield remark(order, SIGN).strip()
            case Call():
                self._starts.setdefault(order.name, q)
                yield f"{self._names[order.name]}(){remark(order, SIGN)}"
            case Turns():
                yield from self._turns(order)
            case EndTurns():
                name = self._counter()
                if self._open.pop().count is not None:
                    yield f"  {name} = {name} + 1"
                yield "end"

    def _counter(self) -> str:
        """The variable of the innermost loop. Functions have others than the program, whose they
        would change."""
        number = self._above + len(self._open)
        self._highest = max(self._highest, number)
        return f"{COUNTER}{number}"

    def _turns(self, order: Turns) -> Iterator[str]:
        """The head of a loop, which counts its turns."""
        self._open.append(order)
        name = self._counter()
        if order.count is None:
            yield "while True:"
            return
        yield f"{name} = 0"
        yield f"while {name} < {order.count}:"

    def _motion(self, order: Go, q: Array) -> str:
        if order.way is Way.JOINTS:
            return self._joints(order, q)
        goal = written_pose(self._T_controller_base @ order.T_base_tool)
        rates = f"a={LINES_M_S2}, v={number(order.mm_s * MM)}"
        words = f"{goal}, {rates}{_blend(order)}"
        if order.way is Way.STRAIGHT:
            return f"movel({words}){remark(order, SIGN)}"
        assert order.T_via is not None
        via = written_pose(self._T_controller_base @ order.T_via)
        return f"movec({via}, {words}, mode=0){remark(order, SIGN)}"

    def _joints(self, order: Go, q: Array) -> str:
        """movej: its speed and acceleration are those of the joint that turns farthest."""
        assert order.q is not None
        mechanism, way = self._robot.mechanism, np.abs(order.q - q)
        share = (order.percent or 100.0) / 100.0
        lead = int(np.argmax(way))
        seconds = float(np.max(way / mechanism.speed)) / share
        slowest = float(mechanism.speed.min()) * share
        speed = float(way[lead]) / seconds if seconds > 0.0 else slowest
        rates = f"a={number(float(mechanism.acceleration[lead]))}, v={number(speed)}"
        shown = written_list(self._controller.shown(order.q))
        return f"movej({shown}, {rates}{_blend(order)}){remark(order, SIGN)}"


def _blend(order: Go) -> str:
    return f", r={number(order.zone_mm * MM)}" if order.zone_mm > 0.0 else ""


def _signal(number_: int, line: int) -> int:
    if number_ > MOST_SIGNAL:
        raise SceneError(
            f"line {line}: a controller of Universal Robots has the digital signals 0 to "
            f"{MOST_SIGNAL}, not {number_}"
        )
    return number_
