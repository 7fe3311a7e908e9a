"""Orders as a program of V+: a `.v2` file with its locations in the program.

V+ has no corner zone: motions go over into each other where no BREAK stands between them, as far as
the controller's own profile takes them. It has no arcs.
"""

from __future__ import annotations

from collections.abc import Iterator

from scenes.errors import SceneError
from scenes.makers.kawasaki.order_lines import LINE_END, OrderLines
from scenes.makers.kawasaki.zyz_places import place_text
from scenes.makers.writing.orders import Go, Way
from scenes.makers.writing.unrolled import Orders
from scenes.world.frozen import Array
from scenes.world.robot import Controller, Robot


def vplus_text(orders: Orders, robot: Robot, controller: Controller, name: str) -> str:
    """The text of a `.v2` file. Raises SceneError for an arc."""
    return LINE_END.join([*_Program(robot, controller).programs(orders, name), ""])


class _Program(OrderLines):
    """The lines of a program; each place is set in the line before its motion."""

    WAIT_SIGNAL, PAUSE = "WAIT SIG({})", "DELAY"

    def __init__(self, robot: Robot, controller: Controller) -> None:
        super().__init__(robot, controller)
        self._count = 0

    def _tool(self, T: Array) -> str:
        return f"TRANS({place_text(T, ', ')})"

    def _motion(self, order: Go) -> Iterator[str]:
        self._count += 1
        if order.way is Way.JOINTS:
            assert order.q is not None
            goal = f"#j{self._count}"
            yield f"SET {goal} = #PPOINT({', '.join(self._joint_texts(order.q))})"
            yield f"SPEED {self._percent(order):.6g}"
            yield f"MOVE {goal}"
        elif order.way is Way.STRAIGHT:
            T = self._T_controller_base @ order.T_base_tool
            yield f"SET p{self._count} = {self._tool(T)}"
            yield f"SPEED {order.mm_s:.6g} MMPS"
            yield f"MOVES p{self._count}"
        else:
            raise SceneError(f"line {order.line}: V+ has no motion along an arc")
