"""Orders as a RAPID program: one module with its data and `PROC main()`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from kinematics import forward, invert
from scenes.errors import SceneError
from scenes.execution.statements.reach import Choice, joint_values_of
from scenes.execution.values.impossible import FAULTS
from scenes.makers.rapid.confdata import configuration_of, has_configuration
from scenes.makers.rapid.predefined import PREDEFINED, SPEEDS, TURN_DEG_S, ZONES
from scenes.makers.rapid.rapid_frames import (
    DEG_DIGITS,
    MM_DIGITS,
    number,
    written_list,
    written_pose,
)
from scenes.makers.rapid.rapid_names import rapid_name
from scenes.makers.rapid.rapid_speeds import full_seconds, joint_speeds, joint_way, way_of
from scenes.makers.rapid.rapid_words import RAPID_WORDS
from scenes.makers.writing.calls import names_for, routines_in
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
    indents_of,
)
from scenes.makers.writing.remarks import remark
from scenes.makers.writing.unrolled import Orders
from scenes.world.frozen import Array
from scenes.world.robot import Controller, Robot

LINE_END = "\r\n"
MAIN = "main"
MOST_SIGNAL = 99_999
SIGN = "!"  # begins a remark
ON_THE_MOVE = "DO"  # MoveLDO: an output changes in the middle of the corner
NO_EXTERNAL_AXES = "[9E9,9E9,9E9,9E9,9E9,9E9]"
LOAD = "[1,[0,0,50],[1,0,0,0],0,0,0]"
SAME_SIZE = 1e-6  # mm, or share of a speed
FULL_PERCENT = 99.95
LEAST_SPEED = 0.001  # mm/s and deg/s


def rapid_text(orders: Orders, robot: Robot, controller: Controller, name: str) -> str:
    """The text of a `.mod` file.

    The tool goes to the same places by the same ways. Speeds are those of the program;
    accelerations and the exact shape of corners are the controller's own. Signal n is the output
    `don` or the input `din` of the controller. Raises SceneError for an arm without six axes.
    """
    if robot.mechanism.kinds != "RRRRRR":
        raise SceneError(f"{robot.title}: a robtarget of RAPID is for an arm of six axes that turn")
    module, routines = rapid_name(name), routines_in(orders.orders)
    names = names_for(routines, rapid_name, {*RAPID_WORDS, MAIN, module})
    program = _Program(robot, controller, names)
    body = [f"    {line}" for line in program.main(orders)]
    called = [line for each in routines.values() for line in program.routine(each)]
    head = [
        f"MODULE {module}",
        "  ! written by Cellwright. The load of a tool is not known here: put in its own.",
        '  TASK PERS wobjdata cell1:=[FALSE,TRUE,"",[[0,0,0],[1,0,0,0]],[[0,0,0],[1,0,0,0]]];',
    ]
    data = [f"  {line}" for line in program.data]
    whole = [
        *head,
        *data,
        "",
        f"  PROC {MAIN}()",
        "    ConfL\\On;",
        *body,
        "  ENDPROC",
        *called,
        "ENDMODULE",
        "",
    ]
    return LINE_END.join(whole)


class _Program:
    """Writes orders one after the other, and the data that they name.

    data: The declarations, in the order of their first use. names: Those of the called programs.
    """

    def __init__(self, robot: Robot, controller: Controller, names: Mapping[str, str]) -> None:
        self._robot, self._controller = robot, controller
        self._T_controller_base = invert(controller.T_base_controller)
        self._names = dict[str, str]()  # name by the type and value of data
        self._count = dict[str, int]()
        self._tool = "tool0"
        self._open = list[Turns]()
        self._routines = names
        self._starts = dict[str, tuple[Array, str]]()  # joint values and tool of the first calls
        self.data = list[str]()

    def main(self, orders: Orders) -> Iterator[str]:
        """The statements of `main`."""
        q = orders.start
        T = forward(self._robot.mechanism, q) @ self._controller.T_flange_controller
        yield f"MoveAbsJ {self._joints(q)},v100,fine,tool0;"
        yield from self._lines(orders.orders, q, T)

    def routine(self, call: Call) -> Iterator[str]:
        """The lines of a called program, behind those that call it."""
        q, self._tool = self._starts[call.name]
        yield ""
        yield f"  PROC {self._routines[call.name]}()"
        yield from (f"    {line}" for line in self._lines(call.orders, q, None))
        yield "  ENDPROC"

    def _lines(self, orders: Sequence[Order], q: Array, T: Array | None) -> Iterator[str]:
        """The statements of orders from joint values q (n,) on.

        T: T_base_tool (4, 4) there; None where it may be another one at each call.
        """
        told = set[int]()
        for at, (order, indent) in enumerate(zip(orders, indents_of(orders), strict=True)):
            if at in told:
                continue
            if isinstance(order, Go):
                in_corner = _in_corner(orders, at)
                if in_corner is not None:
                    told.add(in_corner)
                output = self._output_in(orders, in_corner)
                yield indent + self._motion(order, (q, T), output)
                q, T = (q if order.q is None else order.q), order.T_base_tool
            elif isinstance(order, Call):
                self._starts.setdefault(order.name, (q, self._tool))
                yield f"{indent}{self._routines[order.name]};{remark(order, SIGN)}"
                q, T = order.q_behind(q), None
            else:
                yield indent + self._other(order)
                if isinstance(order, TakeTool):
                    T = forward(self._robot.mechanism, q) @ order.T_flange_tool

    def _other(self, order: Order) -> str:
        """A statement that is no motion."""
        match order:
            case TakeTool():
                T = invert(self._controller.T_flange_controller) @ order.T_flange_tool
                value = f"[TRUE,{written_pose(T)},{LOAD}]"
                self._tool = self._named("PERS tooldata", "tcp", value)
                return f"! the tool is {self._tool}"
            case Switch():
                return f"SetDO {_signal('do', order)},{int(order.on)};{remark(order, SIGN)}"
            case Await():
                return f"WaitDI {_signal('di', order)},{int(order.on)};{remark(order, SIGN)}"
            case Stand():
                return f"WaitTime\\InPos,{order.seconds:.3f};{remark(order, SIGN)}"
            case Say():
                return remark(order, SIGN).strip()
            case Turns():
                self._open.append(order)
                count = f"FOR turn{len(self._open)} FROM 1 TO {order.count} DO"
                return "WHILE TRUE DO" if order.count is None else count
            case EndTurns():
                return "ENDWHILE" if self._open.pop().count is None else "ENDFOR"
        raise AssertionError(order)

    def _output_in(self, orders: Sequence[Order], at: int | None) -> str:
        """The output that a motion changes in the middle of its corner, as arguments of it."""
        if at is None:
            return ""
        order = orders[at]
        assert isinstance(order, Switch)
        return f",{_signal('do', order)},{int(order.on)}"

    def _motion(self, order: Go, before: tuple[Array, Array | None], output: str) -> str:
        zone = self._zone(order.zone_mm)
        end = f"{self._tool}\\WObj:=cell1{output};{remark(order, SIGN)}"
        if order.way is Way.JOINTS:
            assert order.q is not None
            speed = self._joint_speed(order, before[0])
            return f"MoveAbsJ {self._joints(order.q)},{speed},{zone},{end}"
        speed = self._speed(order, before[1])
        goal = self._target(order.T_base_tool, order.q)
        word = ON_THE_MOVE if output else ""
        if order.way is Way.STRAIGHT:
            return f"MoveL{word} {goal},{speed},{zone},{end}"
        assert order.T_via is not None
        via = self._target(order.T_via, self._joints_near(order.T_via, order, before[0]))
        return f"MoveC{word} {via},{goal},{speed},{zone},{end}"

    def _joints(self, q: Array) -> str:
        shown = written_list(np.degrees(self._controller.shown(q)), DEG_DIGITS)
        return self._named("CONST jointtarget", "j", f"[{shown},{NO_EXTERNAL_AXES}]")

    def _target(self, T_base_tool: Array, q: Array | None) -> str:
        """The name of a robtarget, in the configuration of joint values."""
        conf = (0, 0, 0, 0)
        if q is not None and has_configuration(self._robot.mechanism):
            conf = configuration_of(self._robot.mechanism, self._controller, q)
        pose = written_pose(self._T_controller_base @ T_base_tool)
        told = ",".join(map(str, conf))
        value = f"[{pose[1:-1]},[{told}],{NO_EXTERNAL_AXES}]"
        return self._named("CONST robtarget", "p", value)

    def _joints_near(self, T_via: Array, order: Go, q_near: Array) -> Array | None:
        """The joint values at a place on an arc; those of its end where none are found."""
        assert order.q is not None
        mechanism = self._robot.mechanism
        T_tool_flange = invert(order.T_base_tool) @ forward(mechanism, order.q)
        try:
            return joint_values_of(mechanism, T_via @ T_tool_flange, q_near, Choice(), "the arc")
        except FAULTS:
            return order.q

    def _speed(self, order: Go, T_before: Array | None) -> str:
        """The speed of a line or an arc: a predefined one where the tool's way alone leads."""
        robot = self._robot
        turn = float(np.degrees(robot.tool_speed_rad_s)) * order.mm_s / robot.tool_speed_mm_s
        if T_before is None:
            return self._speed_data(order.mm_s, turn)
        mm, rad = way_of(T_before, order.T_base_tool)
        way_leads = mm / order.mm_s >= np.degrees(rad) / min(turn, TURN_DEG_S)
        for size in SPEEDS:
            if way_leads and abs(size - order.mm_s) <= SAME_SIZE * size:
                return f"v{size}"
        return self._speed_data(order.mm_s, turn)

    def _joint_speed(self, order: Go, q_before: Array) -> str:
        """The speed of a motion of all joints; vmax where it is the full one."""
        assert order.q is not None
        percent = 100.0 if order.percent is None else order.percent
        mechanism = self._robot.mechanism
        way = joint_way(mechanism, (q_before, order.q), order.T_base_tool)
        full = full_seconds(mechanism, q_before, order.q)
        speeds = joint_speeds(100.0 * full / max(percent, LEAST_SPEED), way)
        if percent >= FULL_PERCENT or speeds is None:
            return "vmax"
        return self._speed_data(*speeds)

    def _speed_data(self, mm_s: float, deg_s: float) -> str:
        rates = (max(mm_s, LEAST_SPEED), max(deg_s, LEAST_SPEED))
        value = f"[{','.join(number(rate, 4) for rate in rates)},5000,1000]"
        return self._named("CONST speeddata", "vel", value)

    def _zone(self, mm: float) -> str:
        if mm <= 0.0:
            return "fine"
        for size, (tool, _, _) in ZONES.items():
            if abs(tool - mm) <= SAME_SIZE:
                return f"z{size}"
        sizes = (mm, 1.5 * mm, 1.5 * mm, 0.15 * mm, 1.5 * mm, 0.15 * mm)
        told = ",".join(number(max(size, 10**-MM_DIGITS), MM_DIGITS) for size in sizes)
        return self._named("CONST zonedata", "zone", f"[FALSE,{told}]")

    def _named(self, kind: str, stem: str, value: str) -> str:
        """The name of data with a value, which are declared once."""
        key = f"{kind} {value}"
        if key not in self._names:
            self._count[stem] = self._count.get(stem, 0) + 1
            name = f"{stem}{self._count[stem]}"
            assert name.upper() not in PREDEFINED
            self._names[key] = name
            self.data.append(f"{kind} {name}:={value};")
        return self._names[key]


def _in_corner(orders: Sequence[Order], at: int) -> int | None:
    """The number of the only output that changes in the corner behind a line or an arc."""
    order = orders[at]
    if not isinstance(order, Go) or order.zone_mm <= 0.0 or order.way is Way.JOINTS:
        return None
    found = list[int]()
    for number_ in range(at + 1, len(orders)):
        if isinstance(orders[number_], Switch):
            found.append(number_)
        elif not isinstance(orders[number_], Say):
            break
    return found[0] if len(found) == 1 else None


def _signal(kind: str, order: Switch | Await) -> str:
    """The name of an output or input; SceneError for a number that cannot be one."""
    number_ = order.output if isinstance(order, Switch) else order.input
    if not 0 <= number_ <= MOST_SIGNAL:
        raise SceneError(f"line {order.line}: a signal has a number from 0 to {MOST_SIGNAL}")
    return f"{kind}{number_}"
