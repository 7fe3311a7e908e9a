"""Orders as a Yaskawa job: one `.jbi` file with its positions.

Where the robot file gives pulses per degree, positions are pulses of the axes, which every
controller takes. Elsewhere they are poses of the tool in the robot's frame with the configuration
of the arm, a relative job. The tool is put into the job: its numbers stand in a position variable
and are given to a tool of the controller. A loop is a label and a jump to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

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
from scenes.makers.writing.remarks import remark
from scenes.makers.writing.unrolled import Loss, Orders
from scenes.makers.yaskawa.jbi_configuration import (
    AXES,
    configuration_of,
    has_configuration,
    joints_of_pose,
)
from scenes.makers.yaskawa.jbi_frames import pose_of_values, pose_text, pulses_text
from scenes.makers.yaskawa.jbi_levels import level_mm, level_of
from scenes.makers.yaskawa.jbi_loops import JbiLoops
from scenes.makers.yaskawa.jbi_names import jbi_name
from scenes.world.frozen import Array
from scenes.world.robot import Controller, Robot

LINE_END = "\r\n"
LONGEST_REMARK = 32
MOST_LINES = 9_999
TOOLS = tuple(range(9, 0, -1))  # numbers of tools that a job takes, the last one first
START_PERCENT = 20.0
ARC_START_MM_S = 100.0  # of the step of no length with which an arc begins
# Steps in which an instruction gives seconds, mm/s and percent, and the longest wait.
LEAST_SECONDS, LEAST_MM_S, LEAST_PERCENT = 0.01, 0.1, 0.01
LONGEST_SECONDS = 655.35
MOST_SIGNALS = 4_096
SAME_JOINTS = np.radians(0.01)  # how far the digits of a pose may leave joint values open
DATE = "2000/01/01 00:00"  # the same for all files, so that a program gives the same bytes again
NOT_ROUNDED = "the corner before an arc is a stop: an arc begins with a step of its own"
WITH_PULSES = "give `pulses_per_degree` under `controller:` in the robot file"


def jbi_sayable(orders: Orders) -> Orders:
    """The orders in the steps in which instructions give times, speeds and corners.

    Its losses are those of the orders and the corners in front of arcs, which are stops.
    """
    opening = _openings(orders)
    stopped = {id(a) for a in _before_arcs(orders) if a.zone_mm > 0.0 and id(a) not in opening}
    goes = [order for order in orders.orders if isinstance(order, Go)]
    losses = [
        *orders.losses,
        *(Loss(go.line, f"{go.text}: {NOT_ROUNDED}") for go in goes if id(go) in stopped),
    ]
    said = tuple(_rounded(order, id(order) in stopped) for order in orders.orders)
    return replace(orders, orders=said, losses=tuple(dict.fromkeys(losses)))


def _before_arcs(orders: Orders) -> Iterator[Go]:
    """The motions in front of arcs."""
    goes = [order for order in orders.orders if isinstance(order, Go)]
    yield from (a for a, b in pairwise(goes) if b.way is Way.ARC)


def _openings(orders: Orders) -> frozenset[int]:
    """Identities of the lines that are written as the first MOVC of the arc behind them.

    No arc may end before such a line, since their steps would be taken for those of one arc, and
    the tool may not change behind it. Where a loop begins or ends an arc may have ended.
    """
    found = set[int]()
    way_before, is_same_tool, way_there = Way.JOINTS, True, Way.JOINTS
    last: Go | None = None
    for order in orders.orders:
        if isinstance(order, Turns | EndTurns):
            last, way_there = None, Way.ARC
        if isinstance(order, TakeTool):
            is_same_tool = False
        if not isinstance(order, Go):
            continue
        opens = last is not None and last.way is Way.STRAIGHT and way_before is not Way.ARC
        if order.way is Way.ARC and opens and is_same_tool:
            found.add(id(last))
        way_before = way_there if last is None else last.way
        last, is_same_tool = order, True
    return frozenset(found)


def _rounded(order: Order, stops: bool) -> Order:
    if isinstance(order, Stand):
        return replace(order, seconds=_stepped(order.seconds, LEAST_SECONDS))
    if isinstance(order, Go):
        percent = _stepped(100.0 if order.percent is None else order.percent, LEAST_PERCENT)
        zone = 0.0 if stops else level_mm(level_of(order.zone_mm))
        return replace(order, mm_s=_stepped(order.mm_s, LEAST_MM_S), percent=percent, zone_mm=zone)
    return order


def _stepped(value: float, step: float) -> float:
    """The nearest multiple of a step, at least one."""
    return max(round(value / step), 1) * step


def jbi_text(orders: Orders, robot: Robot, controller: Controller, name: str) -> str:
    """The text of a `.jbi` file.

    Raises SceneError for an arm whose positions cannot be given, joint values that they do not
    say, a signal that the controller cannot have, more tools than it has, and a job too long.
    """
    _check_arm(robot, controller)
    job = _Job(robot, controller)
    codes = ["NOP", *job.lines(jbi_sayable(orders)), "END"]
    if len(codes) > MOST_LINES:
        raise SceneError(f"the job has {len(codes)} lines, and a controller takes {MOST_LINES}")
    is_relative = controller.pulses_per_degree is None
    attributes = ["///ATTR SC,RW,RJ", "////FRAME ROBOT"] if is_relative else ["///ATTR SC,RW"]
    return LINE_END.join(
        [
            "/JOB",
            f"//NAME {jbi_name(name)}",
            "//POS",
            f"///NPOS {job.count},0,0,{len(job.tools)},0,0",
            *job.rows,
            *job.tool_rows(),
            "//INST",
            f"///DATE {DATE}",
            *attributes,
            "///GROUP1 RB1",
            *codes,
            "",
        ]
    )


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


class _Job:
    """Writes orders one after the other. rows: Positions of //POS. tools: Numbers of the tools by
    the numbers that they have, in words. count: Of the positions."""

    def __init__(self, robot: Robot, controller: Controller) -> None:
        self._robot, self._controller = robot, controller
        self._T_controller_base = invert(controller.T_base_controller)
        self._state: _State | None = None
        self._T_flange_tool = robot.T_flange_tool
        self._tool = 0
        self._may_follow_arc = self._is_open = False
        self._loops = JbiLoops()
        self.tools = dict[str, int]()
        self.rows = list[str]()
        self.count = 0

    def lines(self, orders: Orders) -> Iterator[str]:
        """The instructions between NOP and END."""
        opening = _openings(orders)
        first = next((o for o in orders.orders if isinstance(o, TakeTool)), None)
        yield self._take_tool(first or TakeTool(1, self._robot.T_flange_tool))
        q = orders.start
        T_start = forward(self._robot.mechanism, q) @ self._T_flange_tool
        start = Go(1, Way.JOINTS, T_start, q, percent=START_PERCENT)
        yield self._step("MOVJ", start.T_base_tool, q, start)
        for order in orders.orders:
            if order is first:
                continue
            if not isinstance(order, TakeTool | Turns | EndTurns | Call) and order.text:
                yield _remark(order)
            if isinstance(order, Go):
                yield from self._motion(order, q, id(order) in opening)
                q = order.q if order.q is not None else q
            else:
                yield from self._statement(order)

    def _statement(self, order: Order) -> Iterator[str]:
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
            case Turns():
                yield from self._loops.begin(order)
            case EndTurns():
                yield from self._loops.end()
        if isinstance(order, Turns | EndTurns):
            self._may_follow_arc, self._is_open = True, False

    # Tools.

    def _take_tool(self, order: TakeTool) -> str:
        """A tool of the controller gets its numbers, and belongs to the positions behind it."""
        T = invert(self._controller.T_flange_controller) @ order.T_flange_tool
        text = pose_text(T)
        if text not in self.tools and len(self.tools) == len(TOOLS):
            raise SceneError(f"line {order.line}: a job takes {len(TOOLS)} tools")
        self._tool = self.tools.setdefault(text, TOOLS[len(self.tools) - (text in self.tools)])
        self._T_flange_tool = order.T_flange_tool
        return f"SETTOOL TL#({self._tool}) P{list(self.tools).index(text):03}"

    def tool_rows(self) -> list[str]:
        """The position variables with the numbers of the tools."""
        head = ["///TOOL 0", "///POSTYPE ROBOT", "///RECTAN", f"///RCONF {'0,' * 23}0"]
        return [*head, *(f"P{at:05}={text}" for at, text in enumerate(self.tools))]

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
        self.rows.append(f"C{self.count:05}={text}")
        self.count += 1
        return self.count - 1

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
            self.rows.append(f"///TOOL {state.tool}")
        if before is None or before.rows != state.rows:
            self.rows += state.rows
        if state.config and (before is None or before.config != state.config):
            self.rows.append(f"///RCONF {state.config}")


def _remark(order: Go | Switch | Await | Stand | Say) -> str:
    """The line and the statement of our program, as far as a remark holds them."""
    return f"'{remark(order, '!').strip().removeprefix('! ')[:LONGEST_REMARK]}"


def _check_signal(signal: int, line: int) -> None:
    if not 1 <= signal <= MOST_SIGNALS:
        raise SceneError(
            f"line {line}: a signal of Yaskawa has a number from 1 to {MOST_SIGNALS}, not {signal}"
        )
