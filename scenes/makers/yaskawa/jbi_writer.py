"""Orders as a Yaskawa job: a `.jbi` file with its positions, and one for each called job.

Where the robot file gives pulses per degree, positions are pulses of the axes, which every
controller takes. Elsewhere they are poses of the tool in the robot's frame with the configuration
of the arm, a relative job. The tool is put into the job: its numbers stand in a position variable
and are given to a tool of the controller. A loop is a label and a jump to it. Called jobs have
positions of their own; tools and variables are those of all jobs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from kinematics import forward, invert
from scenes.errors import SceneError
from scenes.execution.statements.reach import Choice, joint_values_of
from scenes.execution.values.impossible import FAULTS
from scenes.makers.writing.orders import (
    Await,
    Call,
    EndTurns,
    Go,
    Order,
    Say,
    Stand,
    Switch,
    TakeTool,
    Turns,
    Way,
)
from scenes.makers.writing.program_files import files_beside, program_texts
from scenes.makers.writing.remarks import remark
from scenes.makers.writing.unrolled import Orders
from scenes.makers.yaskawa.jbi_configuration import (
    AXES,
    configuration_of,
    has_configuration,
    joints_of_pose,
)
from scenes.makers.yaskawa.jbi_frames import pose_of_values, pose_text, pulses_text
from scenes.makers.yaskawa.jbi_levels import level_of
from scenes.makers.yaskawa.jbi_loops import JbiLoops
from scenes.makers.yaskawa.jbi_names import jbi_name
from scenes.makers.yaskawa.jbi_steps import CALLED_BEHIND, jbi_sayable, openings
from scenes.world.frozen import Array
from scenes.world.robot import Controller, Robot

LINE_END, SUFFIX = "\r\n", ".jbi"
LONGEST_REMARK = 32
MOST_LINES = 9_999
TOOLS = tuple(range(9, 0, -1))  # numbers of tools that a job takes, the last one first
START_PERCENT = 20.0
ARC_START_MM_S = 100.0  # of the step of no length with which an arc begins
LONGEST_SECONDS = 655.35
MOST_SIGNALS = 4_096
SAME_JOINTS = np.radians(0.01)  # how far the digits of a pose may leave joint values open
DATE = "2000/01/01 00:00"  # the same for all files, so that a program gives the same bytes again
WITH_PULSES = "give `pulses_per_degree` under `controller:` in the robot file"


def jbi_text(orders: Orders, robot: Robot, controller: Controller, name: str) -> str:
    """The text of a `.jbi` file, without the jobs that it calls.

    Raises SceneError for an arm whose positions cannot be given, joint values that they do not
    say, a signal that the controller cannot have, more tools than it has, and a job too long.
    """
    return next(iter(_texts(orders, robot, controller, name).values()))


def jbi_files(
    orders: Orders, robot: Robot, controller: Controller, name: str
) -> tuple[tuple[str, str], ...]:
    """Names and texts of the files of the called jobs. Raises as `jbi_text`."""
    return files_beside(_texts(orders, robot, controller, name), SUFFIX)


def _texts(orders: Orders, robot: Robot, controller: Controller, name: str) -> dict[str, str]:
    """The texts of all jobs by their names on the controller, that of the run first."""
    _check_arm(robot, controller)
    said, main = jbi_sayable(orders), jbi_name(name)
    return program_texts(said, main, jbi_name, partial(_Jobs, robot, controller))


def _check_arm(robot: Robot, controller: Controller) -> None:
    mechanism = robot.mechanism
    if mechanism.kinds != "R" * AXES or mechanism.has_loops:
        raise SceneError(f"{robot.title}: a job of Yaskawa is for an arm of six axes that turn")
    if controller.pulses_per_degree is None and not has_configuration(mechanism):
        raise SceneError(
            f"{robot.title}: what the configuration (RCONF) of an arm says whose last three axes "
            f"do not meet is not known here: {WITH_PULSES}"
        )


@dataclass(frozen=True)
class _State:
    """What holds for the positions behind it in //POS."""

    tool: int
    config: str

    @property
    def rows(self) -> list[str]:
        """The lines that say the kind of the positions."""
        if not self.config:
            return ["///POSTYPE PULSE", "///PULSE"]
        return ["///POSTYPE ROBOT", "///RECTAN"]


class _Jobs:
    """Writes one job after the other, each behind those that call it.

    names: Of called jobs. above: Number of loops that may be open where each is called.
    """

    def __init__(
        self,
        robot: Robot,
        controller: Controller,
        names: Mapping[str, str],
        above: Mapping[str, int],
    ) -> None:
        self._robot, self._controller = robot, controller
        self._T_controller_base = invert(controller.T_base_controller)
        self._names, self._loops_above = names, above
        # Number and pose of the tool, and joint values (n,), where jobs are called first.
        self._begun = dict[str, tuple[int, Array, Array]]()
        self._T_flange_tool = robot.T_flange_tool
        self._tool = 0
        self._tools = dict[str, int]()  # their numbers, by the numbers that they have, in words
        self._state: _State | None = None
        self._may_follow_arc = self._is_open = False
        self._gives_tools = False  # whether the job gives the tools their numbers
        self._loops = JbiLoops()
        self._rows = list[str]()  # of //POS
        self._count = 0  # of the positions

    def text(self, name: str, statements: Iterator[str]) -> str:
        """The text of a job. statements: As `main` or `called` gives them."""
        self._state, self._rows, self._count = None, [], 0
        codes = ["NOP", *statements, "END"]
        if len(codes) > MOST_LINES:
            told = f"the job {name} has {len(codes)} lines"
            raise SceneError(f"{told}, and a controller takes {MOST_LINES}")
        is_relative = self._controller.pulses_per_degree is None and self._count > 0
        attributes = ["///ATTR SC,RW,RJ", "////FRAME ROBOT"] if is_relative else ["///ATTR SC,RW"]
        tools = list(self._tools) if self._gives_tools else []
        return LINE_END.join(
            [
                "/JOB",
                f"//NAME {name}",
                "//POS",
                f"///NPOS {self._count},0,0,{len(tools)},0,0",
                *self._rows,
                *_tool_rows(tools),
                "//INST",
                f"///DATE {DATE}",
                *attributes,
                "///GROUP1 RB1",
                *codes,
                "",
            ]
        )

    def main(self, orders: Orders) -> Iterator[str]:
        """The instructions of the job of a run between NOP and END."""
        self._gives_tools = True
        first = next((o for o in orders.orders if isinstance(o, TakeTool)), None)
        yield self._take_tool(first or TakeTool(1, self._robot.T_flange_tool))
        q = orders.start
        T_start = forward(self._robot.mechanism, q) @ self._T_flange_tool
        start = Go(1, Way.JOINTS, T_start, q, percent=START_PERCENT)
        yield self._step("MOVJ", start.T_base_tool, q, start)
        opening = openings(orders.orders, Way.JOINTS)
        yield from self._lines([o for o in orders.orders if o is not first], q, opening)

    def called(self, call: Call) -> Iterator[str]:
        """The instructions of a called job between NOP and END."""
        self._gives_tools = False
        self._loops = JbiLoops(self._loops_above[call.name])
        self._tool, self._T_flange_tool, q = self._begun[call.name]
        self._may_follow_arc, self._is_open = True, False
        yield from self._lines(call.orders, q, openings(call.orders, CALLED_BEHIND))

    def _lines(self, orders: Sequence[Order], q: Array, opening: frozenset[int]) -> Iterator[str]:
        """The instructions of orders from joint values q (n,) on. opening: As `openings` gives."""
        for order in orders:
            if not isinstance(order, TakeTool | Turns | EndTurns) and order.text:
                yield _remark(order)
            if isinstance(order, Go):
                yield from self._motion(order, q, id(order) in opening)
                q = order.q if order.q is not None else q
                continue
            yield from self._statement(order, q)
            if isinstance(order, Call):
                q = order.q_behind(q)

    def _statement(self, order: Order, q: Array) -> Iterator[str]:
        match order:
            case TakeTool():
                yield self._take_tool(order)
            case Switch():
                _check_signal(order.output, order.line)
                yield f"DOUT OT#({order.output}) {'ON' if order.on else 'OFF'}"
            case Await():
                _check_signal(order.input, order.line)
                yield f"WAIT IN#({order.input})={'ON' if order.on else 'OFF'}"
            case Stand():
                if order.seconds > LONGEST_SECONDS:
                    told = f"line {order.line}: TIMER waits {LONGEST_SECONDS} s at most"
                    raise SceneError(f"{told}, not {order.seconds:g} s")
                yield f"TIMER T={order.seconds:.2f}"
            case Call():
                self._begun.setdefault(order.name, (self._tool, self._T_flange_tool, q))
                yield f"CALL JOB:{self._names[order.name]}"
            case Turns():
                yield from self._loops.begin(order)
            case EndTurns():
                yield from self._loops.end()
        if isinstance(order, Turns | EndTurns | Call):
            self._may_follow_arc, self._is_open = True, False

    # Tools.

    def _take_tool(self, order: TakeTool) -> str:
        """A tool of the controller gets its numbers, and belongs to the positions behind it."""
        T = invert(self._controller.T_flange_controller) @ order.T_flange_tool
        text, known = pose_text(T), self._tools
        if text not in known and len(known) == len(TOOLS):
            raise SceneError(f"line {order.line}: a job takes {len(TOOLS)} tools")
        self._tool = known.setdefault(text, TOOLS[len(known) - (text in known)])
        self._T_flange_tool = order.T_flange_tool
        return f"SETTOOL TL#({self._tool}) P{list(known).index(text):03}"

    # Motions.

    def _motion(self, order: Go, q: Array, opens_arc: bool) -> Iterator[str]:
        assert order.q is not None
        match order.way:
            case Way.JOINTS:
                yield self._step("MOVJ", order.T_base_tool, order.q, order)
            case Way.STRAIGHT:
                code = "MOVC" if opens_arc else "MOVL"
                yield self._step(code, order.T_base_tool, order.q, order)
            case Way.ARC:
                yield from self._arc(order, q)
        self._may_follow_arc, self._is_open = order.way is Way.ARC, opens_arc

    def _arc(self, order: Go, q: Array) -> Iterator[str]:
        """An arc: three steps of MOVC, of which the line before it may be the first one."""
        assert order.T_via is not None and order.q is not None
        if not self._is_open:
            here = forward(self._robot.mechanism, q) @ self._T_flange_tool
            still = Go(order.line, Way.STRAIGHT, here, q, mm_s=ARC_START_MM_S)
            if self._may_follow_arc:
                yield self._step("MOVL", here, q, still)
            yield self._step("MOVC", here, q, still)
        via = replace(order, zone_mm=0.0)
        yield self._step("MOVC", order.T_via, self._joints_near(order.T_via, order, q), via)
        yield self._step("MOVC", order.T_base_tool, order.q, order)

    def _joints_near(self, T_via: Array, order: Go, q: Array) -> Array:
        """The joint values at a place on an arc."""
        assert order.q is not None
        mechanism = self._robot.mechanism
        T_flange = T_via @ invert(order.T_base_tool) @ forward(mechanism, order.q)
        try:
            return joint_values_of(mechanism, T_flange, q, Choice(), "the arc")
        except FAULTS as why:
            raise SceneError(f"line {order.line}: the arm is nowhere on the arc: {why}") from why

    def _step(self, code: str, T_base_tool: Array, q: Array, order: Go) -> str:
        """An instruction of motion with a position of its own."""
        number = self._position(T_base_tool, q, order.line, code == "MOVJ")
        speed = f"V={order.mm_s:.1f}"
        if code == "MOVJ":
            speed = f"VJ={100.0 if order.percent is None else order.percent:.2f}"
        return f"{code} C{number:05} {speed} PL={level_of(order.zone_mm)}"

    def _position(self, T_base_tool: Array, q: Array, line: int, by_joints: bool) -> int:
        """The number of a new position."""
        own = self._controller
        if own.pulses_per_degree is not None:
            state, text = _State(self._tool, ""), pulses_text(own.pulses_per_degree, own.shown(q))
        else:
            wanted = configuration_of(self._robot.mechanism, own, q)
            if wanted.is_rear:
                raise SceneError(
                    f"line {line}: the arm reaches over its back, where it is not known what the "
                    f"configuration (RCONF) calls upper arm: {WITH_PULSES}"
                )
            text = pose_text(self._T_controller_base @ T_base_tool)
            if by_joints:
                self._check_joints(text, q, line)
            state = _State(self._tool, wanted.text)
        self._put_state(state)
        self._rows.append(f"C{self._count:05}={text}")
        self._count += 1
        return self._count - 1

    def _check_joints(self, text: str, q: Array, line: int) -> None:
        """Raises SceneError where the digits of a pose and the configuration leave the joint
        values of a motion of all joints open, as in a singular pose."""
        own, mechanism = self._controller, self._robot.mechanism
        T = own.T_base_controller @ pose_of_values([float(part) for part in text.split(",")])
        wanted = configuration_of(mechanism, own, q)
        found = joints_of_pose(mechanism, own, T @ invert(self._T_flange_tool), wanted)
        if found is None or float(np.abs(found - q).max()) > SAME_JOINTS:
            raise SceneError(
                f"line {line}: a pose with its configuration (RCONF) does not say these joint "
                f"values, as near a singular pose: {WITH_PULSES}, or move a joint"
            )

    def _put_state(self, state: _State) -> None:
        """Says what holds for the next position, as far as it is not said."""
        before, self._state = self._state, state
        if before is None or before.tool != state.tool:
            self._rows.append(f"///TOOL {state.tool}")
        if before is None or before.rows != state.rows:
            self._rows += state.rows
        if state.config and (before is None or before.config != state.config):
            self._rows.append(f"///RCONF {state.config}")


def _tool_rows(tools: Sequence[str]) -> list[str]:
    """The position variables with the numbers of tools."""
    head = ["///TOOL 0", "///POSTYPE ROBOT", "///RECTAN", f"///RCONF {'0,' * 23}0"]
    return [*(head if tools else []), *(f"P{at:05}={text}" for at, text in enumerate(tools))]


def _remark(order: Go | Switch | Await | Stand | Say | Call) -> str:
    """The line and the statement of our program, as far as a remark holds them."""
    return f"'{remark(order, '!').strip().removeprefix('! ')[:LONGEST_REMARK]}"


def _check_signal(signal: int, line: int) -> None:
    if not 1 <= signal <= MOST_SIGNALS:
        raise SceneError(
            f"line {line}: a signal of Yaskawa has a number from 1 to {MOST_SIGNALS}, not {signal}"
        )
