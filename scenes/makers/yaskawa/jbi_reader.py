"""A Yaskawa job as orders: what a controller does with the instructions of a `.jbi` file.

The instructions that the writer writes are read here. A position belongs to its tool, which has
the numbers that the job gives to it, and what is not understood is told with its line.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np

from kinematics import forward, invert
from scenes.execution.values.impossible import FAULTS
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
from scenes.makers.yaskawa.jbi_configuration import (
    AXES,
    TURNING,
    configuration_from,
    configuration_of,
    joints_of_pose,
)
from scenes.makers.yaskawa.jbi_frames import pose_of_values, shown_of_pulses
from scenes.makers.yaskawa.jbi_levels import level_mm
from scenes.makers.yaskawa.jbi_text import NUMBER, JbiLine, JbiPosition, jbi_job
from scenes.world.frozen import Array
from scenes.world.robot import Controller, Robot

NEAR_BORDER = 1e-3  # rad: axes that stand where the bits of a configuration change
# A step to where the arm stands, up to the digits of two positions: mm, entries of a rotation.
SAME_MM, SAME_TURN = 0.002, 5e-6
STEP = rf"C(\d+) V=({NUMBER}) PL=(\d)"


class _FaultError(Exception):
    """An instruction that is not carried out; its text says why."""


def read_jbi(text: str, robot: Robot, controller: Controller) -> Orders:
    """The orders of a job. `losses` says what was not understood, by its line.

    The first motion must be a MOVJ: `start` are the joint values of its position.
    """
    return _Reader(text.replace("\r\n", "\n"), robot, controller).read()


class _Reader:
    def __init__(self, text: str, robot: Robot, controller: Controller) -> None:
        self._job, self._robot, self._controller = jbi_job(text), robot, controller
        self._orders, self._losses = list[Order](), list[Loss]()
        self._q: Array | None = None
        self._T_base_flange = np.eye(4)
        self._start: Array | None = None
        self._tools = dict[int, Array]()
        self._taken: Array | None = None
        self._steps = list[Array]()  # places of the steps of MOVC that follow one another
        self._open = list[tuple[str, int]]()  # of loops: their labels, and where they begin
        self._counters = dict[str, int]()  # by variables: at which order each was set to 0
        self._counted: tuple[str, int] | None = None  # the last INC, and at which order it stands
        forms: dict[str, Callable[..., None]] = {
            r"NOP|END": lambda: None,
            r"SETTOOL TL#\((\d+)\) P(\d+)": self._fill_tool,
            r"DOUT OT#\((\d+)\) (ON|OFF)": self._switch,
            r"WAIT IN#\((\d+)\)=(ON|OFF)": self._await,
            rf"TIMER T=({NUMBER})": self._stand,
            r"SET (I\d+) 0": self._set_counter,
            r"INC (I\d+)": self._count,
            r"\*(\w+)": self._label,
            r"JUMP \*(\w+)(?: IF (I\d+)<(\d+))?": self._jump,
            rf"MOVJ C(\d+) VJ=({NUMBER}) PL=(\d)": self._joints,
            rf"MOVL {STEP}": self._line,
            rf"MOVC {STEP}": self._arc,
        }
        self._forms = tuple((re.compile(form), act) for form, act in forms.items())

    def read(self) -> Orders:
        job = self._job
        self._losses += [Loss(line, f"{row[:60]}: not understood") for line, row in job.faults]
        for line in job.lines:
            if line.remark is not None:
                continue
            self._here = line.line
            try:
                self._instruction(line)
            except _FaultError as why:
                self._losses.append(Loss(line.line, f"{line.code[:60]}: {why}"))
        if not job.is_ended:
            self._losses.append(Loss(job.first or 1, "END is missing"))
        if len(self._steps) not in (0, 3):
            self._losses.append(Loss(self._here, "an arc has three steps of MOVC"))
        self._losses += [Loss(self._here, f"no JUMP leads to *{label}") for label, _ in self._open]
        start = self._robot.ready if self._start is None else self._start
        return Orders(start, tuple(self._orders), tuple(self._losses))

    def _instruction(self, line: JbiLine) -> None:
        for form, act in self._forms:
            found = form.fullmatch(line.code)
            if found is not None:
                act(*found.groups())
                return
        raise _FaultError("not understood")

    # Orders.

    def _fill_tool(self, tool: str, variable: str) -> None:
        position = self._job.variables.get(int(variable))
        if position is None or position.is_pulses:
            raise _FaultError("the position variable is no pose")
        self._tools[int(tool)] = pose_of_values(position.values)

    def _switch(self, number: str, state: str) -> None:
        self._orders.append(Switch(self._here, int(number), state == "ON"))

    def _await(self, number: str, state: str) -> None:
        self._orders.append(Await(self._here, int(number), state == "ON"))

    def _stand(self, seconds: str) -> None:
        self._orders.append(Stand(self._here, float(seconds)))

    # Loops: a label, and a jump that leads back to it as long as its variable says.

    def _set_counter(self, variable: str) -> None:
        self._counters[variable] = len(self._orders)

    def _count(self, variable: str) -> None:
        self._counted = (variable, len(self._orders))

    def _label(self, label: str) -> None:
        """A loop begins; how often it is gone round its end tells. The way there is not known."""
        self._end_arc()
        self._open.append((label, len(self._orders)))
        self._orders.append(Turns(self._here, None))

    def _jump(self, label: str, variable: str | None, count: str | None) -> None:
        self._end_arc()
        if not self._open or self._open[-1][0] != label:
            raise _FaultError("it leads to no loop that is open here")
        _, at = self._open.pop()
        if variable is not None and count is not None:
            if self._counters.get(variable) != at:
                raise _FaultError(f"{variable} is not set to 0 in front of the loop")
            if self._counted != (variable, len(self._orders)):
                raise _FaultError(f"{variable} is not counted in front of it")
            self._orders[at] = Turns(self._orders[at].line, int(count))
        self._orders.append(EndTurns(self._here))

    def _joints(self, number: str, percent: str, level: str) -> None:
        self._end_arc()
        position = self._position(number)
        tool = self._tool_of(position)
        q = self._joints_of(position, tool)
        T = forward(self._robot.mechanism, q) @ tool
        if self._start is None:
            self._start = q
        else:
            self._take(tool)
            zone = level_mm(int(level))
            go = Go(self._here, Way.JOINTS, T, q, percent=float(percent), zone_mm=zone)
            self._orders.append(go)
        self._q, self._T_base_flange = q, self._pose(position, tool) @ invert(tool)

    def _line(self, number: str, mm_s: str, level: str) -> None:
        self._end_arc()
        self._led(Way.STRAIGHT, None, number, mm_s, level)

    def _arc(self, number: str, mm_s: str, level: str) -> None:
        """A step of an arc: a line leads to the first one, the second is a place on the arc."""
        position = self._position(number)
        T = self._pose(position, self._tool_of(position))
        if len(self._steps) == 3:
            self._steps.clear()
            raise _FaultError("more than three steps of MOVC follow one another")
        if not self._steps:
            self._led(Way.STRAIGHT, None, number, mm_s, level)
        elif len(self._steps) == 2:
            self._led(Way.ARC, self._steps[1], number, mm_s, level)
        self._steps.append(T)

    def _end_arc(self) -> None:
        count = len(self._steps)
        self._steps.clear()
        if count not in (0, 3):
            raise _FaultError("an arc has three steps of MOVC before")

    def _led(self, way: Way, T_via: Array | None, number: str, mm_s: str, level: str) -> None:
        """A line or an arc, which ends in the configuration of its position."""
        if self._q is None:
            raise _FaultError("the first motion must be a MOVJ")
        position = self._position(number)
        tool = self._tool_of(position)
        T = self._pose(position, tool)
        T_flange = T @ invert(tool)
        if way is Way.STRAIGHT and _is_same(T_flange, self._T_base_flange):
            return
        q = self._joints_behind(tool, T, T_via, position)
        self._take(tool)
        zone = level_mm(int(level))
        go = Go(self._here, way, T, q, mm_s=float(mm_s), zone_mm=zone, T_via=T_via)
        self._orders.append(go)
        self._q, self._T_base_flange = q, T_flange

    # Positions.

    def _position(self, number: str) -> JbiPosition:
        position = self._job.points.get(int(number))
        if position is None:
            raise _FaultError("the position is not there")
        if not position.is_pulses and position.kind != "ROBOT":
            raise _FaultError("only the frame of the robot is read here")
        return position

    def _tool_of(self, position: JbiPosition) -> Array:
        """T_flange_tool of a position."""
        if position.tool not in self._tools:
            raise _FaultError("the tool of this position has no numbers")
        T = self._controller.T_flange_controller @ self._tools[position.tool]
        return np.asarray(T)

    def _take(self, tool: Array) -> None:
        """A change of the tool is an order."""
        if self._taken is None or not np.array_equal(self._taken, tool):
            self._orders.append(TakeTool(self._here, tool))
            self._taken = tool

    def _pose(self, position: JbiPosition, tool: Array) -> Array:
        """T_base_tool (4, 4) of a position."""
        if position.is_pulses:
            return forward(self._robot.mechanism, self._joints_of(position, tool)) @ tool
        T = self._controller.T_base_controller @ pose_of_values(position.values)
        return np.asarray(T)

    def _joints_of(self, position: JbiPosition, tool: Array) -> Array:
        """The joint values of a position: its pulses, or those of its configuration."""
        own = self._controller
        if position.is_pulses:
            if own.pulses_per_degree is None:
                raise _FaultError("the robot file gives no pulses per degree")
            return own.q_of(shown_of_pulses(own.pulses_per_degree, position.values[:AXES]))
        wanted = configuration_from(position.config)
        if wanted is None or wanted.is_rear:
            raise _FaultError(f"{position.config or 'no RCONF'} says no joint values here")
        T_flange = self._pose(position, tool) @ invert(tool)
        q = joints_of_pose(self._robot.mechanism, own, T_flange, wanted)
        if q is None:
            raise _FaultError(f"the arm cannot be there in {position.config}")
        return q

    def _joints_behind(
        self, tool: Array, T: Array, T_via: Array | None, position: JbiPosition
    ) -> Array | None:
        """The joint values at the end of a line or an arc, in the position's configuration."""
        mechanism = self._robot.mechanism
        assert self._q is not None
        try:
            q = joints_behind(mechanism, self._q, tool, T, T_via)
        except FAULTS:
            return None
        if position.is_pulses:
            return q
        wanted = configuration_from(position.config)
        if wanted is None:
            raise _FaultError(f"{position.config or 'no RCONF'} is no configuration")
        there = configuration_of(mechanism, self._controller, q)
        if there != wanted and not _is_at_a_border(self._controller.shown(q)):
            raise _FaultError(f"the arm comes there in {there.text}")
        return q


def _is_same(T_a: Array, T_b: Array) -> bool:
    off = np.abs(T_a - T_b)
    return bool(off[:3, 3].max() < SAME_MM and off[:3, :3].max() < SAME_TURN)


def _is_at_a_border(shown: Array) -> bool:
    """Whether R stands at a quarter turn, or R, T or S at half a turn, up to the digits."""
    turned = np.abs(shown[list(TURNING)]) - np.pi
    return bool(abs(np.cos(shown[3])) < NEAR_BORDER or np.any(np.abs(turned) < NEAR_BORDER))
