"""Orders as a URScript program: one function, to be sent or loaded as a whole."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from kinematics import invert
from scenes.errors import SceneError
from scenes.makers.urscript.poses import MM, number, written_list, written_pose
from scenes.makers.writing.orders import (
    Await,
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
SIGN = "#"  # begins a remark
MOST_SIGNAL = 7  # a controller has the standard inputs and outputs 0 to 7


def urscript_text(orders: Orders, robot: Robot, controller: Controller, name: str) -> str:
    """The text of a `.script` file.

    Signal n is the standard digital input or output n, of 0 to 7. The tool goes to the same places
    by the same ways, at the speeds of the program; the shape of corners is the controller's own.
    Raises SceneError for a signal that the controller does not have.
    """
    program = _Program(robot, controller)
    lines = [f"  {line}" for line in program.lines(orders)]
    return "\n".join([f"def {script_name(name)}():", *lines, "end", ""])


def script_name(name: str) -> str:
    """A name that URScript accepts: letters, digits and _, not a digit first."""
    kept = "".join(c if c.isascii() and (c.isalnum() or c == "_") else "_" for c in name)
    return f"program_{kept}" if not kept or kept[0].isdigit() else kept


class _Program:
    """Writes orders one after the other."""

    def __init__(self, robot: Robot, controller: Controller) -> None:
        self._robot, self._controller = robot, controller
        self._T_controller_base = invert(controller.T_base_controller)
        self._open = list[Turns]()

    def lines(self, orders: Orders) -> Iterator[str]:
        """The lines of the function."""
        q = orders.start
        yield self._joints(Go(0, Way.JOINTS, np.eye(4), q, percent=20.0), q)
        for order, indent in zip(orders.orders, indents_of(orders.orders), strict=True):
            yield from (indent + line for line in self._line(order, q))
            if isinstance(order, Go) and order.q is not None:
                q = order.q

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
            case Turns():
                yield from self._turns(order)
            case EndTurns():
                if self._open.pop().count is not None:
                    name = f"turn_{len(self._open) + 1}"
                    yield f"  {name} = {name} + 1"
                yield "end"

    def _turns(self, order: Turns) -> Iterator[str]:
        """The head of a loop, which counts its turns."""
        self._open.append(order)
        name = f"turn_{len(self._open)}"
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
