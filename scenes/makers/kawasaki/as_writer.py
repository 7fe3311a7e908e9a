"""Orders as a program of AS with its locations: a `.as` file that a controller loads.

Speed and accuracy are given for each motion. A motion that ends at rest is followed by BREAK; the
others go over into the next within their accuracy.
"""

from __future__ import annotations

from collections.abc import Iterator

from scenes.makers.kawasaki.order_lines import LINE_END, OrderLines
from scenes.makers.kawasaki.zyz_places import place_text
from scenes.makers.writing.orders import Go, Way
from scenes.makers.writing.unrolled import Orders
from scenes.world.frozen import Array
from scenes.world.robot import Controller, Robot

STOP_ACCURACY = 1  # mm, where BREAK ends the motion at rest


def as_text(orders: Orders, robot: Robot, controller: Controller, name: str) -> str:
    """The text of a `.as` file.

    The tool goes to the same places by the same ways at the same speeds; accelerations and the
    shape of corners are the controller's own.
    """
    program = _Program(robot, controller)
    body = program.programs(orders, name)
    blocks = [*_block(".TRANS", program.places), *_block(".JOINTS", program.joints)]
    return LINE_END.join([*body, *blocks, ""])


def _block(name: str, rows: list[str]) -> list[str]:
    return [name, *rows, ".END"] if rows else []


class _Program(OrderLines):
    """The lines of programs. places, joints: Rows of the blocks of values, filled by programs()."""

    WAIT_SIGNAL, PAUSE = "SWAIT {}", "TWAIT"

    def __init__(self, robot: Robot, controller: Controller) -> None:
        super().__init__(robot, controller)
        self.places: list[str] = []
        self.joints: list[str] = []

    def _tool(self, T: Array) -> str:
        return self._place("t", T)

    def _motion(self, order: Go) -> Iterator[str]:
        if order.way is Way.JOINTS:
            assert order.q is not None
            yield f"SPEED {self._percent(order):.6g}"
            motion = f"JMOVE {self._joint(order.q)}"
        else:
            yield f"SPEED {order.mm_s:.6g} MM/S"
            goal = self._place("p", self._T_controller_base @ order.T_base_tool)
            motion = f"LMOVE {goal}"
            if order.T_via is not None:
                yield f"C1MOVE {self._place('v', self._T_controller_base @ order.T_via)}"
                yield f"SPEED {order.mm_s:.6g} MM/S"
                motion = f"C2MOVE {goal}"
        yield f"ACCURACY {order.zone_mm if order.zone_mm > 0.0 else STOP_ACCURACY:.6g}"
        yield motion

    def _place(self, letter: str, T: Array) -> str:
        """The name of a new location."""
        name = f"{letter}{len(self.places) + 1}"
        self.places.append(f"{name} {place_text(T)}")
        return name

    def _joint(self, q: Array) -> str:
        """The name of new joint values."""
        name = f"#j{len(self.joints) + 1}"
        self.joints.append(f"{name} {' '.join(self._joint_texts(q))}")
        return name
