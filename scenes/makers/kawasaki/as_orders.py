"""A program of AS or V+ as orders, by the conventions of the controllers: our own files, read back.

Programs of any author are read as programs of ours, see `as_translation`. This reader shares none
of its code: what the two say of one file must agree.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from kinematics import forward
from scenes.makers.kawasaki.order_lines import FIRST_INPUT
from scenes.makers.kawasaki.zyz_places import pose_of_place
from scenes.makers.writing.called_lines import CalledLines
from scenes.makers.writing.orders import (
    Await,
    EndTurns,
    Go,
    Order,
    Stand,
    Switch,
    TakeTool,
    Turns,
    Way,
)
from scenes.makers.writing.unrolled import Loss, Orders
from scenes.world.frozen import Array
from scenes.world.robot import Controller, Robot

NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
START_ACCURACY = 1.0  # mm, of a controller that is switched on
START_PERCENT = 100.0


def read_as_orders(text: str, robot: Robot, controller: Controller) -> Orders:
    """The orders of a `.as` text. `losses` says what was not understood, by its line.

    The first motion must be a JMOVE to joint values: `start` are these.
    """
    return _Reader(robot, controller).read(text)


class _Reader:
    def __init__(self, robot: Robot, controller: Controller) -> None:
        self._robot, self._controller = robot, controller
        self._T_flange_tool = controller.T_flange_controller
        self._values: dict[str, list[float]] = {}
        self._orders = list[Order]()
        self._losses = list[Loss]()
        self._start: Array | None = None
        self._via: Array | None = None
        self._called = CalledLines(self._take)
        # Behind a motion both are again what holds for all motions.
        self._speed: tuple[float, bool] = (START_PERCENT, False)
        self._accuracy = START_ACCURACY
        forms: dict[str, Callable[[int, re.Match[str]], str]] = {
            rf"SPEED ({NUMBER})( MM/S| MMPS)?": self._take_speed,
            rf"ACCURACY ({NUMBER})": self._take_accuracy,
            r"(?:JMOVE|MOVE) (#\w+)": self._jmove,
            r"(LMOVE|MOVES|C1MOVE|C2MOVE) (\w+)": self._led,
            r"SET (#?\w+) = (?:TRANS|#PPOINT)\(([^()]*)\)": self._set,
            r"BREAK": self._break,
            r"TOOL (?:TRANS\(([^()]*)\)|(\w+))": self._tool,
            r"SIGNAL (-?)(\d+)": self._switch,
            r"(?:SWAIT |WAIT SIG\()(-?)(\d+)\)?": self._await,
            rf"(?:TWAIT|DELAY) ({NUMBER})": self._stand,
            r"FOR turn\d+ = 1 TO (\d+)|WHILE TRUE DO": self._turns,
            r"END": self._end_turns,
            r"CALL ([\w.]+)": self._call,
        }
        self._forms = [
            (re.compile(form.replace(" ", r"\s+"), re.IGNORECASE), act)
            for form, act in forms.items()
        ]

    def read(self, text: str) -> Orders:
        lines = [line.partition(";")[0].strip() for line in text.splitlines()]
        self._take_blocks(lines)
        self._called.run_first()
        start = self._robot.ready if self._start is None else self._start
        return Orders(start, tuple(self._orders), tuple(self._losses))

    def _take(self, numbered: tuple[int, str]) -> None:
        """Reads a line with its number."""
        fault = self._line(*numbered)
        if fault:
            self._losses.append(Loss(numbered[0], fault))

    def _call(self, line: int, found: re.Match[str]) -> str:
        return "" if self._called.run(found[1].lower()) else f"not understood: {found[0][:60]}"

    def _take_blocks(self, lines: list[str]) -> None:
        """Reads the blocks of values, and notes the lines of each program, the first one first."""
        block, code = "", list[tuple[int, str]]()
        for number, line in enumerate(lines, start=1):
            if not line:
                continue
            if line.startswith("."):
                block = line.split()[0].upper()
                if block == ".PROGRAM":
                    code = []
                    self._called.programs[line.split()[1].partition("(")[0].lower()] = code
            elif block == ".PROGRAM":
                code.append((number, line))
            else:
                name, *values = line.split()
                self._values[name.lower()] = [float(value) for value in values]

    def _line(self, number: int, line: str) -> str:
        for form, act in self._forms:
            found = form.fullmatch(line)
            if found:
                return act(number, found)
        return f"not understood: {line[:60]}"

    def _take_speed(self, line: int, found: re.Match[str]) -> str:
        self._speed = float(found[1]), found[2] is not None
        return ""

    def _take_accuracy(self, line: int, found: re.Match[str]) -> str:
        self._accuracy = float(found[1])
        return ""

    def _turns(self, line: int, found: re.Match[str]) -> str:
        self._orders.append(Turns(line, int(found[1]) if found[1] else None))
        return ""

    def _end_turns(self, line: int, found: re.Match[str]) -> str:
        self._orders.append(EndTurns(line))
        return ""

    def _set(self, line: int, found: re.Match[str]) -> str:
        values = _numbers(found[2])
        if values is None:
            return f"only numbers are read here: {found[0][:60]}"
        self._values[found[1].lower()] = values
        return ""

    def _jmove(self, line: int, found: re.Match[str]) -> str:
        values = self._values.get(found[1].lower())
        mechanism = self._robot.mechanism
        if values is None or len(values) != mechanism.n:
            return f"{found[1]} has no value"
        turns = np.array([kind == "R" for kind in mechanism.kinds])
        shown = np.array(values)
        q = self._controller.q_of(np.where(turns, np.radians(shown), shown))
        if self._start is None:
            self._start = q
            self._settings_end()
            return ""
        T = forward(mechanism, q) @ self._T_flange_tool
        percent = None if self._speed[1] else self._speed[0]
        self._orders.append(Go(line, Way.JOINTS, T, q, percent=percent, zone_mm=self._accuracy))
        self._settings_end()
        return ""

    def _led(self, line: int, found: re.Match[str]) -> str:
        values = self._values.get(found[2].lower())
        if values is None or len(values) != 6:
            return f"{found[2]} has no value"
        if self._start is None:
            return "the first motion must be a JMOVE to joint values"
        T = self._controller.T_base_controller @ pose_of_place(values)
        if found[1].upper() == "C1MOVE":
            self._via = T
            self._settings_end()
            return ""
        if not self._speed[1]:
            return "only speeds in MM/S are read for lines"
        is_arc = found[1].upper() == "C2MOVE"
        way = Way.ARC if is_arc else Way.STRAIGHT
        via = self._via if is_arc else None
        speed = self._speed[0]
        self._orders.append(Go(line, way, T, mm_s=speed, zone_mm=self._accuracy, T_via=via))
        self._settings_end()
        return ""

    def _settings_end(self) -> None:
        """Without ALWAYS a setting holds for one motion."""
        self._speed, self._accuracy = (START_PERCENT, False), START_ACCURACY

    def _break(self, line: int, found: re.Match[str]) -> str:
        """The motion before it ends at rest."""
        at = next((i for i in reversed(range(len(self._orders)))), None)
        last = None if at is None else self._orders[at]
        if at is not None and isinstance(last, Go):
            self._orders[at] = replace(last, zone_mm=0.0)
        return ""

    def _tool(self, line: int, found: re.Match[str]) -> str:
        values = _numbers(found[1]) if found[1] else self._values.get(found[2].lower())
        if values is None or len(values) != 6:
            return f"{found[0]} has no value"
        self._T_flange_tool = self._controller.T_flange_controller @ pose_of_place(values)
        self._orders.append(TakeTool(line, self._T_flange_tool))
        return ""

    def _switch(self, line: int, found: re.Match[str]) -> str:
        self._orders.append(Switch(line, int(found[2]), not found[1]))
        return ""

    def _await(self, line: int, found: re.Match[str]) -> str:
        self._orders.append(Await(line, int(found[2]) - FIRST_INPUT, not found[1]))
        return ""

    def _stand(self, line: int, found: re.Match[str]) -> str:
        self._orders.append(Stand(line, float(found[1])))
        return ""


def _numbers(text: str) -> list[float] | None:
    """The numbers between commas; None for another text."""
    parts = [part.strip() for part in text.split(",")]
    if not all(re.fullmatch(NUMBER, part) for part in parts):
        return None
    return [float(part) for part in parts]
