"""A KRL program as orders: the motions, settings, outputs and waits of a `.src` file.

What is not understood is told with its place, and nothing is left out in silence. A component that
an aggregate leaves out keeps its value, as on the controller.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import isfinite

import numpy as np

from kinematics import forward, invert
from scenes.execution.values.impossible import FAULTS
from scenes.makers.krl.krl_frames import FRAME_KEYS, frame_values, pose_of_frame
from scenes.makers.krl.motions.corner_percents import corner_zone
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
from scenes.makers.writing.ways import joints_behind
from scenes.world.frozen import Array
from scenes.world.robot import Controller, Robot

NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
TRIGGER = r"TRIGGER WHEN DISTANCE=1 DELAY=0 DO \$OUT\[(\d+)\]=(TRUE|FALSE)"
PAIR = re.compile(rf"([A-Za-z]\w*)\s+({NUMBER})")
CORNERS = re.compile(r"((?:\s+C_(?:PTP|DIS|VEL|ORI))*)$", re.IGNORECASE)
# Lines without an effect on what is read, and those whose effect is the state at the start.
HEAD = re.compile(r"DEF\s+(\w+)\s*\(\s*\)", re.IGNORECASE)
IGNORED = re.compile(
    r"&.*|BAS\s*\(\s*#INITMOV\s*,\s*0\s*\)|\$IPO_MODE\s*=\s*#BASE",
    re.IGNORECASE,
)


@dataclass
class _Settings:
    """The values that hold at a line."""

    T_base: Array
    T_tool: Array
    percent: float = 100.0
    m_s: float = 2.0
    distance: float = 0.0
    corner: float = 0.0


def read_krl(text: str, robot: Robot, controller: Controller) -> Orders:
    """The orders of a `.src` text. `losses` says what was not understood, by its line.

    The first motion must be a PTP to axis values: `start` are these.
    """
    return _Reader(robot, controller).read(text)


class _Reader:
    def __init__(self, robot: Robot, controller: Controller) -> None:
        self._robot, self._controller = robot, controller
        self._set = _Settings(np.eye(4), np.eye(4))
        self._orders = list[Order]()
        self._losses = list[Loss]()
        self._triggers = list[Switch]()
        self._q: Array | None = None  # joint values where the arm is; None where they are not known
        self._T: Array | None = None  # T_base_tool where the arm is
        self._start: Array | None = None
        self._called = CalledLines(self._take)
        self._forms: tuple[tuple[re.Pattern[str], Callable[[int, re.Match[str]], str]], ...] = (
            (_form(rf"BAS\(\s*#VEL_PTP\s*,\s*({NUMBER})\s*\)"), self._percent),
            (_form(rf"\$VEL\.CP=({NUMBER})"), self._speed),
            (_form(rf"\$VEL\.ORI[12]=({NUMBER})"), lambda line, found: ""),
            (_form(rf"\$APO\.CDIS=({NUMBER})"), self._distance),
            (_form(rf"\$APO\.CPTP=({NUMBER})"), self._corner),
            (_form(r"\$(BASE|TOOL)=(\$NULLFRAME|\{.*\})"), self._frame),
            (_form(r"\$OUT\[(\d+)\]=(TRUE|FALSE)"), self._switch),
            (_form(TRIGGER), self._trigger),
            (_form(rf"WAIT SEC ({NUMBER})"), self._stand),
            (_form(r"FOR TURN\d+=1 TO (\d+)|LOOP"), self._turns),
            (_form(r"ENDFOR|ENDLOOP"), self._end_turns),
            (_form(r"DECL INT TURN\d+"), lambda line, found: ""),
            (_form(r"WAIT FOR (NOT )?\$IN\[(\d+)\]"), self._await),
            (_form(r"PTP (\{[^}]*\})(.*)"), self._ptp),
            (_form(r"LIN (\{[^}]*\})(.*)"), self._lin),
            (_form(r"(\w+)\s*\(\s*\)"), self._call),
            (_form(r"CIRC (\{[^}]*\}),(\{[^}]*\})(.*)"), self._circ),
        )

    def read(self, text: str) -> Orders:
        rows = [line.partition(";")[0].strip() for line in text.splitlines()]
        code = [(at, row) for at, row in enumerate(rows, 1) if row and not IGNORED.fullmatch(row)]
        self._called.programs.update(_programs(code))
        self._called.run_first()
        start = self._robot.ready if self._start is None else self._start
        return Orders(start, tuple(self._orders), tuple(self._losses))

    def _take(self, numbered: tuple[int, str]) -> None:
        """Reads a line with its number."""
        fault = self._line(*numbered)
        if fault:
            self._losses.append(Loss(numbered[0], fault))

    def _call(self, line: int, found: re.Match[str]) -> str:
        return "" if self._called.run(found[1].upper()) else f"not understood: {found[0][:60]}"

    def _line(self, number: int, code: str) -> str:
        """Reads one line of code; what is wrong with it, or ""."""
        for form, act in self._forms:
            found = form.fullmatch(code)
            if found:
                return act(number, found)
        return f"not understood: {code[:60]}"

    # Settings.

    def _percent(self, line: int, found: re.Match[str]) -> str:
        self._set.percent = float(found[1])
        return ""

    def _speed(self, line: int, found: re.Match[str]) -> str:
        self._set.m_s = float(found[1])
        return ""

    def _distance(self, line: int, found: re.Match[str]) -> str:
        self._set.distance = float(found[1])
        return ""

    def _corner(self, line: int, found: re.Match[str]) -> str:
        self._set.corner = float(found[1])
        return ""

    def _frame(self, line: int, found: re.Match[str]) -> str:
        is_base, T = found[1].upper() == "BASE", np.eye(4)
        if found[2].startswith("{"):
            given = components(found[2])
            if given is None or not set(given) <= set(FRAME_KEYS):
                return f"not a frame: {found[2]}"
            now = frame_values(self._set.T_base if is_base else self._set.T_tool)
            T = pose_of_frame({**now, **given})
        if is_base:
            self._set.T_base = T
            return ""
        self._set.T_tool = T
        T_flange_tool = self._controller.T_flange_controller @ T
        if self._q is not None:  # the tool changes, and the arm stays
            self._T = forward(self._robot.mechanism, self._q) @ T_flange_tool
        self._orders.append(TakeTool(line, T_flange_tool))
        return ""

    # Orders.

    def _switch(self, line: int, found: re.Match[str]) -> str:
        self._orders.append(Switch(line, int(found[1]), found[2].upper() == "TRUE"))
        return ""

    def _trigger(self, line: int, found: re.Match[str]) -> str:
        """An output that changes at the end of the motion that follows, or in its corner."""
        self._triggers.append(Switch(line, int(found[1]), found[2].upper() == "TRUE"))
        return ""

    def _go(self, order: Go) -> None:
        """A motion, and the outputs that wait for its end."""
        self._orders += [order, *self._triggers]
        self._triggers.clear()

    def _turns(self, line: int, found: re.Match[str]) -> str:
        self._orders.append(Turns(line, int(found[1]) if found[1] else None))
        return ""

    def _end_turns(self, line: int, found: re.Match[str]) -> str:
        self._orders.append(EndTurns(line))
        return ""

    def _stand(self, line: int, found: re.Match[str]) -> str:
        self._orders.append(Stand(line, float(found[1])))
        return ""

    def _await(self, line: int, found: re.Match[str]) -> str:
        self._orders.append(Await(line, int(found[2]), found[1] is None))
        return ""

    def _ptp(self, line: int, found: re.Match[str]) -> str:
        mechanism = self._robot.mechanism
        given, corner = components(found[1]), _corner(found[2])
        names = [f"A{i}" for i in range(1, mechanism.n + 1)]
        if given is None or corner is None or not set(given) <= set(names):
            return f"only axis values are read in PTP: {found[0][:60]}"
        if self._q is None and set(given) != set(names):
            return f"the axes that PTP leaves out are not known here: {found[0][:60]}"
        in_mm = np.array([kind == "P" for kind in mechanism.kinds])
        shown = np.zeros(mechanism.n)
        if self._q is not None:
            shown = self._controller.shown(self._q)
        for i, name in enumerate(names):
            if name in given:
                shown[i] = given[name] if in_mm[i] else np.radians(given[name])
        q = self._controller.q_of(shown)
        T_flange_tool = self._controller.T_flange_controller @ self._set.T_tool
        T = forward(mechanism, q) @ T_flange_tool
        if self._start is None:
            self._start = q
        else:
            zone = 0.0
            if corner:
                before = q if self._q is None else self._q
                zone = corner_zone(mechanism, (before, q), T, self._set.corner)
            self._go(Go(line, Way.JOINTS, T, q, percent=self._set.percent, zone_mm=zone))
        self._q, self._T = q, T
        return ""

    def _lin(self, line: int, found: re.Match[str]) -> str:
        return self._led(line, Way.STRAIGHT, (found[1],), found[2])

    def _circ(self, line: int, found: re.Match[str]) -> str:
        return self._led(line, Way.ARC, (found[1], found[2]), found[3])

    def _led(self, line: int, way: Way, aggregates: tuple[str, ...], rest: str) -> str:
        corner = _corner(rest)
        poses = [self._pose(each) for each in aggregates]
        if corner is None or any(T is None for T in poses):
            return f"only frames are read in {'LIN' if way is Way.STRAIGHT else 'CIRC'}"
        if self._T is None:
            return "the first motion must be a PTP to axis values"
        *via, T = poses
        assert T is not None
        zone = self._set.distance if corner else 0.0
        speed = 1000.0 * self._set.m_s
        T_via = via[0] if via else None
        self._go(Go(line, way, T, mm_s=speed, zone_mm=zone, T_via=T_via))
        self._q, self._T = self._joints_behind(T, T_via), T
        return ""

    def _joints_behind(self, T: Array, T_via: Array | None) -> Array | None:
        """The joint values (n,) at the end of a line or an arc; None where the arm cannot be
        there."""
        if self._q is None:
            return None
        T_flange_tool = self._controller.T_flange_controller @ self._set.T_tool
        try:
            return joints_behind(self._robot.mechanism, self._q, T_flange_tool, T, T_via)
        except FAULTS:
            return None

    def _pose(self, text: str) -> Array | None:
        """T_base_tool of an aggregate of frame components; None for another one."""
        given = components(text)
        T_base = self._controller.T_base_controller @ self._set.T_base
        if given is None or not set(given) <= set(FRAME_KEYS) or self._T is None:
            return None
        values = {**frame_values(invert(T_base) @ self._T), **given}
        return T_base @ pose_of_frame(values)


def _programs(code: list[tuple[int, str]]) -> Iterator[tuple[str, list[tuple[int, str]]]]:
    """Each program of a file by its name in capitals, the first one first, with its lines."""
    lines = list[tuple[int, str]]()
    for at, line in code:
        head = HEAD.fullmatch(line)
        if head:
            lines = []
            yield head[1].upper(), lines
        elif line.upper() != "END":
            lines.append((at, line))


def components(text: str) -> dict[str, float] | None:
    """The values of an aggregate `{X 1,Y 2}` by their names in capitals; None for another text."""
    inner = text.strip()[1:-1]
    found = [PAIR.fullmatch(part.strip()) for part in inner.split(",")]
    if any(pair is None for pair in found):
        return None
    values = {pair[1].upper(): float(pair[2]) for pair in found if pair is not None}
    return values if all(map(isfinite, values.values())) else None


def _corner(rest: str) -> bool | None:
    """Whether the words behind a motion round its corner; None where they say something else."""
    return (
        bool(rest.strip())
        if CORNERS.fullmatch(" " + rest.strip() if rest.strip() else "")
        else None
    )


def _form(pattern: str) -> re.Pattern[str]:
    """The form of a line: blanks may stand around signs, and one blank stands for many."""
    spaced = pattern.replace(" ", r"\s+").replace("=", r"\s*=\s*").replace(r"\},", r"\}\s*,\s*")
    return re.compile(spaced, re.IGNORECASE)
