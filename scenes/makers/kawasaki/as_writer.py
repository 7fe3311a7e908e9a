"""Orders as a program of AS with its locations: a `.as` file that a controller loads.

Speed and accuracy are given for each motion. A motion that ends at rest is followed by BREAK; the
others go over into the next within their accuracy.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from kinematics import invert
from scenes.makers.kawasaki.zyz_places import place_text, written
from scenes.makers.orders import Await, Go, Order, Say, Stand, Switch, TakeTool, Way
from scenes.makers.unrolled import Orders
from scenes.world.cell import Controller, Robot
from scenes.world.frozen import Array

LINE_END = "\r\n"
LONGEST_NAME, LONGEST_REMARK = 15, 60
FIRST_INPUT = 1000  # input 1 is signal 1001
STOP_ACCURACY = 1  # mm, where BREAK ends the motion at rest


def as_text(orders: Orders, robot: Robot, controller: Controller, name: str) -> str:
    """The text of a `.as` file.

    The tool goes to the same places by the same ways at the same speeds; accelerations and the
    shape of corners are the controller's own.
    """
    program = AsProgram(robot, controller)
    body = [f"  {line}" for line in program.lines(orders)]
    blocks = [
        *_block(".TRANS", program.places),
        *_block(".JOINTS", program.joints),
    ]
    return LINE_END.join([f".PROGRAM {as_name(name)}()", *body, ".END", *blocks, ""])


def as_name(name: str) -> str:
    """A name that AS accepts: a letter, then letters, digits and _, at most 15."""
    kept = "".join(c if c.isascii() and (c.isalnum() or c == "_") else "_" for c in name)
    kept = kept if kept and kept[0].isalpha() else f"p{kept}"
    return kept[:LONGEST_NAME].lower()


def _block(name: str, rows: list[str]) -> list[str]:
    return [name, *rows, ".END"] if rows else []


class AsProgram:
    """Writes orders one after the other. places, joints: Rows of the blocks of values."""

    def __init__(self, robot: Robot, controller: Controller) -> None:
        self._controller = controller
        self._turns = np.array([kind == "R" for kind in robot.mechanism.kinds])
        self._T_controller_base = invert(controller.T_base_controller)
        self.places: list[str] = []
        self.joints: list[str] = []

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
                yield f"TOOL {self._place('t', T)}"
            case Switch():
                sign = "" if order.on else "-"
                yield f"SIGNAL {sign}{order.output}{remark(order.line, order.text)}"
            case Await():
                signal = order.input + FIRST_INPUT
                yield f"SWAIT {'' if order.on else '-'}{signal}{remark(order.line, order.text)}"
            case Stand():
                yield f"TWAIT {order.seconds:.3f}{remark(order.line, order.text)}"
            case Say():
                yield remark(order.line, order.text).strip()

    def _motion(self, order: Go) -> Iterator[str]:
        if order.way is Way.JOINTS:
            assert order.q is not None
            yield f"SPEED {max(order.percent or 100.0, 1.0):.6g}"
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
        yield motion + remark(order.line, order.text)
        if order.zone_mm <= 0.0:
            yield "BREAK"

    def _place(self, letter: str, T: Array) -> str:
        """The name of a new location."""
        name = f"{letter}{len(self.places) + 1}"
        self.places.append(f"{name} {place_text(T)}")
        return name

    def _joint(self, q: Array) -> str:
        """The name of new joint values."""
        name = f"#j{len(self.joints) + 1}"
        shown = self._controller.shown(q)
        values = np.where(self._turns, np.degrees(shown), shown)
        self.joints.append(f"{name} {' '.join(written(float(value)) for value in values)}")
        return name


def remark(line: int, text: str) -> str:
    """The line of our program and its statement, as a remark behind the code."""
    plain = " ".join(text.split())
    plain = "".join(c if c.isprintable() and ord(c) < 127 else "?" for c in plain)
    return f" ; {line}: {plain[:LONGEST_REMARK]}" if plain else ""
