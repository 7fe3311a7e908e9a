"""A FANUC program as orders: what a controller does with the statements of a `.ls` file.

The statements that the writer writes are read here. A point lies in its user frame, a tool frame
has the numbers that the program gives to it, and what is not understood is told with its line. A
called program is read from its file at each call.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from kinematics import forward
from scenes.execution.values.impossible import FAULTS
from scenes.makers.fanuc.ls_configuration import (
    configuration_from,
    configuration_of,
    has_configuration,
)
from scenes.makers.fanuc.ls_corners import corner_mm
from scenes.makers.fanuc.ls_frames import FRAME_KEYS, pose_of_values
from scenes.makers.fanuc.ls_points import NUMBER, LsPoint
from scenes.makers.fanuc.ls_signals import INPUTS, OUTPUTS
from scenes.makers.fanuc.ls_text import LsLine, LsProgram, ls_program
from scenes.makers.writing.called_lines import CalledLines, texts_with
from scenes.makers.writing.labelled_loops import LabelledLoops
from scenes.makers.writing.orders import Await, Go, Order, Stand, Switch, TakeTool, Way
from scenes.makers.writing.unrolled import Loss, Orders
from scenes.makers.writing.ways import joints_behind
from scenes.world.frozen import Array
from scenes.world.robot import Controller, Robot

END = r"(FINE|CNT\s*(\d+))"
SPEED = rf"({NUMBER})mm/sec"
SUFFIX = ".ls"
NEAR_BORDER = 1e-3  # rad: axes that stand where the letters of a configuration change


class _FaultError(Exception):
    """A statement that is not carried out; its text says why."""


def read_ls(text: str, robot: Robot, controller: Controller) -> Orders:
    """The orders of a program that calls no other one. Otherwise as `read_ls_with`."""
    return read_ls_with(text, (), robot, controller)


def read_ls_with(
    text: str, files: Sequence[tuple[str, str]], robot: Robot, controller: Controller
) -> Orders:
    """The orders of a program. files: Names and texts of those with the programs that it calls.

    `losses` says what was not understood, by its file and line. The first motion must be a J to
    joint values: `start` are these.
    """
    programs = [(name, ls_program(each)) for name, each in texts_with(text, files, SUFFIX)]
    return _Reader(robot, controller).read(programs)


@dataclass(frozen=True, eq=False)
class _Statement:
    """A statement with its program and the file of that, "" for the first one."""

    file: str
    program: LsProgram
    line: LsLine


class _Reader:
    def __init__(self, robot: Robot, controller: Controller) -> None:
        self._robot, self._controller = robot, controller
        self._called = CalledLines[_Statement](self._carry_out)
        self._orders, self._losses = list[Order](), list[Loss]()
        self._q: Array | None = None
        self._start: Array | None = None
        self._frame, self._tool = -1, -1
        self._taken: Array | None = None
        self._tools = {0: np.eye(4)}
        self._registers = dict[int, dict[int, float]]()
        self._loops = LabelledLoops(self._orders)
        forms: dict[str, Callable[..., None]] = {
            r"UFRAME_NUM=(\d+)": self._take_frame,
            r"UTOOL_NUM=(\d+)": self._take_tool,
            r"PR\[(\d+)\]=UTOOL\[(\d+)\]": self._register,
            rf"PR\[(\d+),([1-6])\]=\(?({NUMBER})\)?": self._component,
            r"UTOOL\[(\d+)\]=PR\[(\d+)\]": self._fill_tool,
            r"(DO|RO)\[(\d+)\]=(ON|OFF)": self._switch,
            r"WAIT\s+(DI|RI)\[(\d+)\]=(ON|OFF)": self._await,
            rf"WAIT\s+({NUMBER})\(sec\)": self._stand,
            r"CALL (\w+)": self._call,
            r"(R\[\d+\])=0": self._loops.set_counter,
            r"(R\[\d+\])=\1\+1": self._loops.count,
            r"LBL\[(\d+)\]": self._label,
            r"(?:IF (R\[\d+\])<(\d+),)?JMP LBL\[(\d+)\]": self._jump,
            rf"J P\[(\d+)\] (\d+)% {END}": self._joints,
            rf"L P\[(\d+)\] {SPEED} {END}": self._line,
            rf"C P\[(\d+)\]\s+P\[(\d+)\] {SPEED} {END}": self._arc,
        }
        self._forms = tuple((re.compile(form), act) for form, act in forms.items())

    def read(self, programs: Sequence[tuple[str, LsProgram]]) -> Orders:
        """The orders of the first program. programs: With the names of their files."""
        for file, program in programs:
            codes = (line for line in program.lines if line.code and line.remark is None)
            placed = [_Statement(file, program, line) for line in codes]
            self._called.programs.setdefault(program.name.upper(), placed)
        self._called.run_first()
        for file, program in programs:
            if not program.is_ended:
                self._losses.append(Loss(program.first, "/END is missing", file))
        for loop in self._loops.open:
            self._losses.append(Loss(loop.line, f"no JMP leads to LBL[{loop.label}]", loop.file))
        start = self._robot.ready if self._start is None else self._start
        return Orders(start, tuple(self._orders), tuple(self._losses))

    def _carry_out(self, statement: _Statement) -> None:
        """Carries out a statement."""
        self._statement, self._here = statement, statement.line.line
        try:
            self._act(statement.line.code)
        except _FaultError as why:
            told = f"{statement.line.code[:60]}: {why}"
            self._losses.append(Loss(statement.line.line, told, statement.file))

    def _act(self, code: str) -> None:
        for form, act in self._forms:
            found = form.fullmatch(code)
            if found is not None:
                act(*found.groups())
                return
        raise _FaultError("not understood")

    def _call(self, name: str) -> None:
        if name.upper() not in self._called.programs:
            raise _FaultError(f"the program {name} is not among the files beside this one")
        if not self._called.run(name.upper()):
            raise _FaultError("a program that calls itself is not read here")

    # Frames.

    def _take_frame(self, frame: str) -> None:
        if int(frame):
            raise _FaultError("only the world frame is read here")
        self._frame = int(frame)

    def _take_tool(self, tool: str) -> None:
        if int(tool) not in self._tools:
            raise _FaultError("this tool frame has no numbers")
        self._tool = int(tool)

    def _register(self, register: str, tool: str) -> None:
        self._registers[int(register)] = {}

    def _component(self, register: str, at: str, value: str) -> None:
        if int(register) not in self._registers:
            raise _FaultError("this register has no form of its own here")
        self._registers[int(register)][int(at)] = float(value)

    def _fill_tool(self, tool: str, register: str) -> None:
        given = self._registers.get(int(register), {})
        if len(given) < len(FRAME_KEYS):
            raise _FaultError("this register has not all its numbers")
        self._tools[int(tool)] = pose_of_values([given[at] for at in range(1, 7)])

    # Orders.

    def _switch(self, kind: str, number: str, state: str) -> None:
        self._orders.append(Switch(self._here, OUTPUTS[kind] + int(number), state == "ON"))

    def _await(self, kind: str, number: str, state: str) -> None:
        self._orders.append(Await(self._here, INPUTS[kind] + int(number), state == "ON"))

    def _label(self, label: str) -> None:
        at = self._statement
        self._loops.begin(label, at.program, at.file, self._here)

    def _jump(self, register: str | None, count: str | None, label: str) -> None:
        at = label, self._statement.program, self._here
        if register is None or count is None:
            why = self._loops.end(*at)
        else:
            why = self._loops.end_counted(*at, register, int(count))
        if why:
            raise _FaultError(why)

    def _stand(self, seconds: str) -> None:
        self._orders.append(Stand(self._here, float(seconds)))

    def _joints(self, number: str, percent: str, end: str, cnt: str | None) -> None:
        point = self._point(number)
        if not point.is_joints:
            raise _FaultError("the point has no joint values")
        shown = [point.values.get(f"J{i}") for i in range(1, 7)]
        if None in shown:
            raise _FaultError("the point has not all joint values")
        q = self._controller.q_of(np.radians(np.array(shown, dtype=float)))
        before, self._q = self._q, q
        if before is None:
            self._start = q
            return
        T_tool = self._used_tool()
        zone = self._zone(cnt, 0.01 * float(percent) * self._robot.tool_speed_mm_s)
        T = forward(self._robot.mechanism, q) @ T_tool
        self._orders.append(Go(self._here, Way.JOINTS, T, q, percent=float(percent), zone_mm=zone))

    def _line(self, number: str, mm_s: str, end: str, cnt: str | None) -> None:
        self._led(Way.STRAIGHT, None, number, float(mm_s), cnt)

    def _arc(self, via: str, number: str, mm_s: str, end: str, cnt: str | None) -> None:
        self._led(Way.ARC, self._pose(self._point(via)), number, float(mm_s), cnt)

    def _led(
        self, way: Way, T_via: Array | None, number: str, mm_s: float, cnt: str | None
    ) -> None:
        """A line or an arc, which ends in the configuration of its point."""
        if self._q is None:
            raise _FaultError("the first motion must be a J to joint values")
        point = self._point(number)
        T, T_tool = self._pose(point), self._used_tool()
        q = self._joints_behind(T_tool, T, T_via, point)
        zone = self._zone(cnt, mm_s)
        self._orders.append(Go(self._here, way, T, q, mm_s=mm_s, zone_mm=zone, T_via=T_via))
        self._q = q

    def _zone(self, cnt: str | None, mm_s: float) -> float:
        return corner_mm(self._robot.mechanism, float(cnt), mm_s) if cnt is not None else 0.0

    def _point(self, number: str) -> LsPoint:
        """A point that was taught in the frames that are in use; elsewhere the controller stops."""
        point = self._statement.program.points.get(int(number))
        if point is None:
            raise _FaultError("the point is not there")
        if (point.frame, point.tool) != (self._frame, self._tool):
            raise _FaultError("the point belongs to another user frame or tool")
        return point

    def _pose(self, point: LsPoint) -> Array:
        """T_base_tool (4, 4) of a point."""
        if not set(FRAME_KEYS) <= set(point.values):
            raise _FaultError("the point is no pose")
        values = [point.values[key] for key in FRAME_KEYS]
        return np.asarray(self._controller.T_base_controller @ pose_of_values(values))

    def _used_tool(self) -> Array:
        """T_flange_tool of the tool in use; a change of it is an order."""
        T = np.asarray(self._controller.T_flange_controller @ self._tools[self._tool])
        if self._taken is None or not np.array_equal(self._taken, T):
            self._orders.append(TakeTool(self._here, T))
            self._taken = T
        return T

    def _joints_behind(
        self, T_tool: Array, T: Array, T_via: Array | None, point: LsPoint
    ) -> Array | None:
        """The joint values at the end of a line or an arc, in the point's configuration."""
        mechanism, wanted = self._robot.mechanism, configuration_from(point.config)
        if wanted is None:
            raise _FaultError(f"{point.config} is no configuration")
        assert self._q is not None
        try:
            q = joints_behind(mechanism, self._q, T_tool, T, T_via)
        except FAULTS:
            return None
        if has_configuration(mechanism):
            there = configuration_of(mechanism, self._controller, q)
            if there != wanted and not _is_at_a_border(self._controller.shown(q)):
                raise _FaultError(f"the arm comes there in {there.text}")
        return q


def _is_at_a_border(shown: Array) -> bool:
    """Whether axis 5 is straight or axis 1, 4 or 6 at half a turn, up to the digits of a text."""
    turned = shown[[0, 3, 5]] / np.pi
    odd = np.abs(turned - 2.0 * np.round(turned / 2.0))
    return bool(abs(shown[4]) < NEAR_BORDER or np.any(np.abs(odd - 1.0) < NEAR_BORDER))
