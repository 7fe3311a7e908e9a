"""Orders as a program of V+: a `.v2` file with its locations in the program.

V+ has no corner zone: motions go over into each other where no BREAK stands between them, as far as
the controller's own profile takes them. It has no arcs.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from kinematics import invert
from scenes.errors import SceneError
from scenes.makers.kawasaki.as_writer import FIRST_INPUT, LINE_END, as_name, remark
from scenes.makers.kawasaki.zyz_places import place_text, written
from scenes.makers.orders import Await, Go, Order, Say, Stand, Switch, TakeTool, Way
from scenes.makers.unrolled import Orders
from scenes.world.cell import Controller, Robot


def vplus_text(orders: Orders, robot: Robot, controller: Controller, name: str) -> str:
    """The text of a `.v2` file. Raises SceneError for an arc."""
    program = _Program(robot, controller)
    body = [f"  {line}" for line in program.lines(orders)]
    return LINE_END.join([f".PROGRAM {as_name(name)}()", *body, ".END", ""])


class _Program:
    """Writes orders one after the other; each place is set in the line before its motion."""

    def __init__(self, robot: Robot, controller: Controller) -> None:
        self._controller = controller
        self._turns = np.array([kind == "R" for kind in robot.mechanism.kinds])
        self._T_controller_base = invert(controller.T_base_controller)
        self._count = 0

    def lines(self, orders: Orders) -> Iterator[str]:
        """The lines between .PROGRAM and .END."""
        yield from self._motion(Go(0, Way.JOINTS, np.eye(4), orders.start, percent=20.0))
        for order in orders.orders:
            yield from self._line(order)

    def _line(self, order: Order) -> Iterator[str]:
        match order:
            case Go():
                yield from self._motion(order)
            case TakeTool():
                T = invert(self._controller.T_flange_controller) @ order.T_flange_tool
                yield f"TOOL TRANS({place_text(T, ', ')})"
            case Switch():
                sign = "" if order.on else "-"
                yield f"SIGNAL {sign}{order.output}{remark(order.line, order.text)}"
            case Await():
                asked = f"SIG({'' if order.on else '-'}{order.input + FIRST_INPUT})"
                yield f"WAIT {asked}{remark(order.line, order.text)}"
            case Stand():
                yield f"DELAY {order.seconds:.3f}{remark(order.line, order.text)}"
            case Say():
                yield remark(order.line, order.text).strip()

    def _motion(self, order: Go) -> Iterator[str]:
        self._count += 1
        if order.way is Way.JOINTS:
            assert order.q is not None
            shown = self._controller.shown(order.q)
            values = np.where(self._turns, np.degrees(shown), shown)
            goal = f"#j{self._count}"
            yield f"SET {goal} = #PPOINT({', '.join(written(float(v)) for v in values)})"
            yield f"SPEED {max(order.percent or 100.0, 1.0):.6g}"
            motion = f"MOVE {goal}"
        elif order.way is Way.STRAIGHT:
            T = self._T_controller_base @ order.T_base_tool
            yield f"SET p{self._count} = TRANS({place_text(T, ', ')})"
            yield f"SPEED {order.mm_s:.6g} MMPS"
            motion = f"MOVES p{self._count}"
        else:
            raise SceneError(f"line {order.line}: V+ has no motion along an arc")
        yield motion + remark(order.line, order.text)
        if order.zone_mm <= 0.0:
            yield "BREAK"
