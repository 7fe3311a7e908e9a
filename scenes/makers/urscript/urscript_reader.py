"""A URScript program as orders: motions, outputs, waits and pauses of one function.

What is not understood is told with its place, and nothing is left out in silence.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kinematics import forward
from scenes.makers.urscript.poses import MM, pose_of_values
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
LIST = r"(p?\[[^\]]*\])"
OPTION = re.compile(rf"(a|v|r|mode)\s*=\s*({NUMBER})")
TURNS = re.compile(r"while turn_\d+ < (\d+):|while True:")
HEAD, CALL = re.compile(r"def (\w+)\(\):"), re.compile(r"(\w+)\(\)")
COUNTING = re.compile(r"(turn_\d+) = (?:0|\1 \+ 1)")
DEFAULT_M_S = 0.25  # of movel without v


@dataclass(frozen=True)
class _Form:
    """The form of a line, and what reads it: gives what is wrong, or ""."""

    pattern: re.Pattern[str]
    read: Callable[[int, re.Match[str]], str]


def read_urscript(text: str, robot: Robot, controller: Controller) -> Orders:
    """The orders of a `.script` text. `losses` says what was not understood, by its line.

    The first motion must be a movej to joint values: `start` are these.
    """
    return _Reader(robot, controller).read(text)


class _Reader:
    def __init__(self, robot: Robot, controller: Controller) -> None:
        self._robot, self._controller = robot, controller
        self._T_flange_tool = controller.T_flange_controller
        self._orders = list[Order]()
        self._losses = list[Loss]()
        self._start: Array | None = None
        self._called = CalledLines(self._take)
        self._in_wait, self._loops = False, 0  # loops that are open
        self._forms = tuple(
            _Form(re.compile(pattern), read)
            for pattern, read in (
                (rf"movej\({LIST}((?:\s*,\s*\w+\s*=\s*{NUMBER})*)\)", self._movej),
                (rf"movel\({LIST}((?:\s*,\s*\w+\s*=\s*{NUMBER})*)\)", self._movel),
                (rf"movec\({LIST}\s*,\s*{LIST}((?:\s*,\s*\w+\s*=\s*{NUMBER})*)\)", self._movec),
                (rf"set_tcp\({LIST}\)", self._tool),
                (r"set_standard_digital_out\((\d+)\s*,\s*(True|False)\)", self._switch),
                (r"while (not )?get_standard_digital_in\((\d+)\):", self._await),
                (rf"sleep\(({NUMBER})\)", self._stand),
            )
        )

    def read(self, text: str) -> Orders:
        lines = [line.partition("#")[0].strip() for line in text.splitlines()]
        self._take_functions([(at, code) for at, code in enumerate(lines, start=1) if code])
        self._called.run_first()
        start = self._robot.ready if self._start is None else self._start
        return Orders(start, tuple(self._orders), tuple(self._losses))

    def _take_functions(self, code: list[tuple[int, str]]) -> None:
        """Notes the lines of each function, the outer one first; others stand in its beginning."""
        open_ = list[tuple[list[tuple[int, str]], int]]()  # lines of a function, blocks around it
        blocks = 0
        for at, line in code:
            head = HEAD.fullmatch(line)
            if head:
                open_.append((self._called.programs.setdefault(head[1], []), blocks))
                blocks += 1
                continue
            blocks += line.endswith(":")
            blocks -= line == "end"
            if open_ and line == "end" and blocks == open_[-1][1]:
                open_.pop()
            elif open_:
                open_[-1][0].append((at, line))
            else:
                self._losses.append(Loss(at, f"not understood: {line[:60]}"))

    def _take(self, numbered: tuple[int, str]) -> None:
        """Reads a line with its number."""
        at, code = numbered
        if self._in_wait and code in ("sync()", "end"):
            self._in_wait = code != "end"
        elif self._in_wait:
            self._losses.append(Loss(at, "a wait does more than sync()"))
        elif turns := TURNS.fullmatch(code):
            self._orders.append(Turns(at, int(turns[1]) if turns[1] else None))
            self._loops += 1
        elif code == "end" and self._loops:
            self._orders.append(EndTurns(at))
            self._loops -= 1
        elif (call := CALL.fullmatch(code)) and call[1] in self._called.programs:
            if not self._called.run(call[1]):
                self._losses.append(Loss(at, "a function that calls itself is not read"))
        elif not COUNTING.fullmatch(code):
            fault = self._line(at, code)
            self._in_wait = code.startswith("while ")
            if fault:
                self._losses.append(Loss(at, fault))

    def _line(self, at: int, code: str) -> str:
        for form in self._forms:
            found = form.pattern.fullmatch(code)
            if found:
                return form.read(at, found)
        return f"not understood: {code[:60]}"

    def _tool(self, line: int, found: re.Match[str]) -> str:
        values = _values(found[1], 6, is_pose=True)
        if values is None:
            return f"not a pose: {found[1]}"
        self._T_flange_tool = self._controller.T_flange_controller @ pose_of_values(values)
        self._orders.append(TakeTool(line, self._T_flange_tool))
        return ""

    def _switch(self, line: int, found: re.Match[str]) -> str:
        self._orders.append(Switch(line, int(found[1]), found[2] == "True"))
        return ""

    def _await(self, line: int, found: re.Match[str]) -> str:
        self._orders.append(Await(line, int(found[2]), found[1] is not None))
        return ""

    def _stand(self, line: int, found: re.Match[str]) -> str:
        self._orders.append(Stand(line, float(found[1])))
        return ""

    def _movej(self, line: int, found: re.Match[str]) -> str:
        mechanism = self._robot.mechanism
        values, options = _values(found[1], mechanism.n, is_pose=False), _options(found[2])
        if values is None or options is None:
            return f"only joint values are read in movej: {found[0][:60]}"
        q = self._controller.q_of(np.array(values))
        if self._start is None:
            self._start = q
            return ""
        T = forward(mechanism, q) @ self._T_flange_tool
        zone = options.get("r", 0.0) / MM
        self._orders.append(Go(line, Way.JOINTS, T, q, percent=None, zone_mm=zone))
        return ""

    def _movel(self, line: int, found: re.Match[str]) -> str:
        return self._led(line, Way.STRAIGHT, (found[1],), found[2])

    def _movec(self, line: int, found: re.Match[str]) -> str:
        return self._led(line, Way.ARC, (found[1], found[2]), found[3])

    def _led(self, line: int, way: Way, places: tuple[str, ...], words: str) -> str:
        given = [_values(place, 6, is_pose=True) for place in places]
        options = _options(words)
        if options is None or any(values is None for values in given):
            return "only poses p[..] are read here"
        if self._start is None:
            return "the first motion must be a movej to joint values"
        T_base = self._controller.T_base_controller
        *via, T = [T_base @ pose_of_values(values) for values in given if values is not None]
        speed, zone = options.get("v", DEFAULT_M_S) / MM, options.get("r", 0.0) / MM
        T_via = via[0] if via else None
        self._orders.append(Go(line, way, T, mm_s=speed, zone_mm=zone, T_via=T_via))
        return ""


def _values(text: str, count: int, is_pose: bool) -> list[float] | None:
    """The numbers of a list or a pose; None for another one."""
    if text.startswith("p") is not is_pose:
        return None
    parts = text.removeprefix("p")[1:-1].split(",")
    if len(parts) != count or not all(re.fullmatch(NUMBER, part.strip()) for part in parts):
        return None
    return [float(part) for part in parts]


def _options(words: str) -> dict[str, float] | None:
    """The values behind a goal by name; None for a name that is not known."""
    parts = [part.strip() for part in words.split(",") if part.strip()]
    found = [OPTION.fullmatch(part) for part in parts]
    if any(option is None for option in found):
        return None
    return {option[1]: float(option[2]) for option in found if option is not None}
