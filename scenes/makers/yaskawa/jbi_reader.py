"""A Yaskawa job as orders: what a controller does with the instructions of a `.jbi` file.

The instructions that the writer writes are read here. A position belongs to its tool, which has
the numbers that the job gives to it, and what is not understood is told with its line. A called
job is read from its file at each call.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from kinematics import forward, invert
from scenes.execution.values.impossible import FAULTS
from scenes.makers.writing.called_lines import CalledLines, texts_with
from scenes.makers.writing.labelled_loops import LabelledLoops
from scenes.makers.writing.orders import Await, Go, Order, Stand, Switch, TakeTool, Way
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
from scenes.makers.yaskawa.jbi_positions import NUMBER, JbiPosition
from scenes.makers.yaskawa.jbi_text import JbiJob, JbiLine, jbi_job
from scenes.world.frozen import Array
from scenes.world.robot import Controller, Robot

SUFFIX = ".jbi"
NEAR_BORDER = 1e-3  # rad: axes that stand where the bits of a configuration change
# A step to where the arm stands, up to the digits of two positions: mm, entries of a rotation.
SAME_MM, SAME_TURN = 0.002, 5e-6
STEP = rf"C(\d+) V=({NUMBER}) PL=(\d)"


class _FaultError(Exception):
    """An instruction that is not carried out; its text says why."""


def read_jbi(text: str, robot: Robot, controller: Controller) -> Orders:
    """The orders of a job that calls no other one. Otherwise as `read_jbi_with`."""
    return read_jbi_with(text, (), robot, controller)


def read_jbi_with(
    text: str, files: Sequence[tuple[str, str]], robot: Robot, controller: Controller
) -> Orders:
    """The orders of a job. files: Names and texts of those with the jobs that it calls.

    `losses` says what was not understood, by its file and line. The first motion must be a MOVJ:
    `start` are the joint values of its position.
    """
    texts = texts_with(text, files, SUFFIX)
    jobs = [(name, jbi_job(each.replace("\r\n", "\n"))) for name, each in texts]
    return _Reader(robot, controller).read(jobs)


@dataclass(frozen=True, eq=False)
class _Instruction:
    """An instruction with its job and the file of that, "" for the first one."""

    file: str
    job: JbiJob
    line: JbiLine


class _Reader:
    def __init__(self, robot: Robot, controller: Controller) -> None:
        self._robot, self._controller = robot, controller
        self._called = CalledLines[_Instruction](self._carry_out)
        self._variables = dict[int, JbiPosition]()  # of all jobs
        self._orders, self._losses = list[Order](), list[Loss]()
        self._q: Array | None = None
        self._T_base_flange = np.eye(4)
        self._start: Array | None = None
        self._tools = dict[int, Array]()
        self._taken: Array | None = None
        self._steps = list[Array]()  # places of the steps of MOVC that follow one another
        self._loops = LabelledLoops(self._orders)
        forms: dict[str, Callable[..., None]] = {
            r"NOP|END": lambda: None,
            r"SETTOOL TL#\((\d+)\) P(\d+)": self._fill_tool,
            r"DOUT OT#\((\d+)\) (ON|OFF)": self._switch,
            r"WAIT IN#\((\d+)\)=(ON|OFF)": self._await,
            rf"TIMER T=({NUMBER})": self._stand,
            r"CALL JOB:([\w-]+)": self._call,
            r"SET (I\d+) 0": self._loops.set_counter,
            r"INC (I\d+)": self._loops.count,
            r"\*(\w+)": self._label,
            r"JUMP \*(\w+)(?: IF (I\d+)<(\d+))?": self._jump,
            rf"MOVJ C(\d+) VJ=({NUMBER}) PL=(\d)": self._joints,
            rf"MOVL {STEP}": self._line,
            rf"MOVC {STEP}": self._arc,
        }
        self._forms = tuple((re.compile(form), act) for form, act in forms.items())

    def read(self, jobs: Sequence[tuple[str, JbiJob]]) -> Orders:
        """The orders of the first job. jobs: With the names of their files."""
        for file, job in jobs:
            self._losses += [Loss(n, f"{row[:60]}: not understood", file) for n, row in job.faults]
            codes = (line for line in job.lines if line.remark is None)
            placed = [_Instruction(file, job, line) for line in codes]
            self._called.programs.setdefault(job.name.upper(), placed)
            self._variables = job.variables | self._variables
        self._called.run_first()
        for file, job in jobs:
            if not job.is_ended:
                self._losses.append(Loss(job.first or 1, "END is missing", file))
        if len(self._steps) not in (0, 3):
            self._losses.append(Loss(self._here, "an arc has three steps of MOVC"))
        for loop in self._loops.open:
            self._losses.append(Loss(loop.line, f"no JUMP leads to *{loop.label}", loop.file))
        start = self._robot.ready if self._start is None else self._start
        return Orders(start, tuple(self._orders), tuple(self._losses))

    def _carry_out(self, instruction: _Instruction) -> None:
        """Carries out an instruction."""
        line = instruction.line
        self._instruction, self._here = instruction, line.line
        try:
            self._act(line.code)
        except _FaultError as why:
            told = f"{line.code[:60]}: {why}"
            self._losses.append(Loss(line.line, told, instruction.file))

    def _act(self, code: str) -> None:
        for form, act in self._forms:
            found = form.fullmatch(code)
            if found is not None:
                act(*found.groups())
                return
        raise _FaultError("not understood")

    def _call(self, name: str) -> None:
        """Another job is carried out: an arc has its steps within one job."""
        self._end_arc()
        if name.upper() not in self._called.programs:
            raise _FaultError(f"the job {name} is not among the files beside this one")
        if not self._called.run(name.upper()):
            raise _FaultError("a job that calls itself is not read here")
        self._end_arc()

    # Orders.

    def _fill_tool(self, tool: str, variable: str) -> None:
        position = self._variables.get(int(variable))
        if position is None or position.is_pulses:
            raise _FaultError("the position variable is no pose")
        self._tools[int(tool)] = pose_of_values(position.values)

    def _switch(self, number: str, state: str) -> None:
        self._orders.append(Switch(self._here, int(number), state == "ON"))

    def _await(self, number: str, state: str) -> None:
        self._orders.append(Await(self._here, int(number), state == "ON"))

    def _stand(self, seconds: str) -> None:
        self._orders.append(Stand(self._here, float(seconds)))

    # Loops. The way to a label is not known: it may come from the end of an arc.

    def _label(self, label: str) -> None:
        self._end_arc()
        at = self._instruction
        self._loops.begin(label, at.job, at.file, self._here)

    def _jump(self, label: str, variable: str | None, count: str | None) -> None:
        self._end_arc()
        at = label, self._instruction.job, self._here
        if variable is None or count is None:
            why = self._loops.end(*at)
        else:
            why = self._loops.end_counted(*at, variable, int(count))
        if why:
            raise _FaultError(why)

    # Motions.

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
        position = self._instruction.job.points.get(int(number))
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
