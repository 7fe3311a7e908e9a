"""Orders as a FANUC program: a `.ls` file with its points, and one for each called program.

Motions of all joints go to points with joint values, lines and arcs to poses in the world frame of
the controller (user frame 0). The tool is put into the program: its numbers stand in a position
register and are given to a tool frame of the controller. Registers and frames are those of all
programs: a called program counts its loops with registers behind those of its callers, and takes
the frames of its points itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from kinematics import forward, invert
from scenes.errors import SceneError
from scenes.execution.statements.reach import Choice, joint_values_of
from scenes.execution.values.impossible import FAULTS
from scenes.makers.fanuc.ls_configuration import Configuration, configuration_of, has_configuration
from scenes.makers.fanuc.ls_corners import corner_percent
from scenes.makers.fanuc.ls_frames import (
    DEG_DIGITS,
    MM_DIGITS,
    constant,
    frame_values,
    joint_values_deg,
    number,
)
from scenes.makers.fanuc.ls_names import ls_name
from scenes.makers.fanuc.ls_signals import input_text, output_text
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
from scenes.world.frozen import Array
from scenes.world.robot import Controller, Robot

LINE_END = "\r\n"
LONGEST_REMARK = 32
MOST_LINES = 9_999
TOOLS = (9, 8, 7, 6, 5, 4, 3, 2, 1)  # tool frames that a program takes, the last one first
COUNTER = 100  # the register R[101] counts the turns of the outer loop, R[102] of one in it
SUFFIX = ".ls"
REGISTER = 10  # the position register through which a tool frame gets its numbers
# Steps in which a statement gives seconds, mm/s and percent.
LEAST_SECONDS, LEAST_MM_S, LEAST_PERCENT = 0.01, 0.1, 1.0
_HEAD = """/PROG  {name}
/ATTR
OWNER\t\t= MNEDITOR;
COMMENT\t\t= "Cellwright";
PROG_SIZE\t= 0;
FILE_NAME\t= ;
VERSION\t\t= 0;
LINE_COUNT\t= {count};
MEMORY_SIZE\t= 0;
PROTECT\t\t= READ_WRITE;
TCD:  STACK_SIZE\t= 0,
      TASK_PRIORITY\t= 50,
      TIME_SLICE\t= 0,
      BUSY_LAMP_OFF\t= 0,
      ABORT_REQUEST\t= 0,
      PAUSE_REQUEST\t= 0;
DEFAULT_GROUP\t= 1,*,*,*,*;
CONTROL_CODE\t= 00000000 00000000;
/MN"""


def ls_sayable(orders: Orders) -> Orders:
    """The orders with times, speeds and percents in the steps in which statements give them."""
    return replace(orders, orders=_rounded(orders.orders, {}))


def _rounded(orders: Sequence[Order], known: dict[str, tuple[Order, ...]]) -> tuple[Order, ...]:
    """Orders in such steps. known: Those of called programs, added to."""
    for order in orders:
        if isinstance(order, Call) and order.name not in known:
            known[order.name] = _rounded(order.orders, known)
    return tuple(_rounded_one(order, known) for order in orders)


def _rounded_one(order: Order, known: Mapping[str, tuple[Order, ...]]) -> Order:
    if isinstance(order, Call):
        return replace(order, orders=known[order.name])
    if isinstance(order, Stand):
        return replace(order, seconds=_stepped(order.seconds, LEAST_SECONDS))
    if isinstance(order, Go):
        given = 100.0 if order.percent is None else order.percent
        percent = _stepped(given, LEAST_PERCENT)
        return replace(order, mm_s=_stepped(order.mm_s, LEAST_MM_S), percent=percent)
    return order


def _stepped(value: float, step: float) -> float:
    """The nearest multiple of a step, at least one."""
    return max(round(value / step), 1) * step


def ls_text(orders: Orders, robot: Robot, controller: Controller, name: str) -> str:
    """The text of a `.ls` file, without the programs that it calls.

    Raises SceneError for an arm without six axes that turn, a signal that the controller cannot
    have, more tools than it has, and a program that is too long.
    """
    return next(iter(_texts(orders, robot, controller, name).values()))


def ls_files(
    orders: Orders, robot: Robot, controller: Controller, name: str
) -> tuple[tuple[str, str], ...]:
    """Names and texts of the files of the called programs. Raises as `ls_text`."""
    return files_beside(_texts(orders, robot, controller, name), SUFFIX)


def _texts(orders: Orders, robot: Robot, controller: Controller, name: str) -> dict[str, str]:
    """The texts of all programs by their names on the controller, that of the run first."""
    if not has_configuration(robot.mechanism):
        raise SceneError(f"{robot.title}: a point of FANUC is for an arm of six axes that turn")
    said, main = ls_sayable(orders), ls_name(name)
    return program_texts(said, main, ls_name, partial(_Programs, robot, controller))


def _numbered(at: int, code: str) -> Iterator[str]:
    """The rows of a statement; those of an arc are two, of which the second has no number."""
    first, *rest = code.split("\n")
    yield f"{at:4}:{first}{'' if rest else ' ;'}"
    for row in rest:
        yield f"    :{row} ;"


class _Programs:
    """Writes one program after the other, each behind those that call it.

    names: Of called programs. above: Number of loops that may be open where each is called.
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
        # The tool in use, and joint values (n,), where called programs are called first.
        self._begun = dict[str, tuple[int, Array]]()
        self._tool = 0
        self._tools = dict[tuple[float, ...], int]()
        self._open = list[tuple[Turns, int]]()  # the loops here, with their labels
        self._above = 0  # loops of the callers
        self._labels = 0
        self._numbers = dict[str, int]()  # of points, by their rows
        self._points = list[str]()

    def text(self, name: str, statements: Iterator[str]) -> str:
        """The text of a program. statements: As `main` or `called` gives them."""
        self._labels, self._numbers, self._points = 0, {}, []
        codes = list(statements)
        if len(codes) > MOST_LINES:
            told = f"the program {name} has {len(codes)} lines"
            raise SceneError(f"{told}, and a controller takes {MOST_LINES}: part it")
        head = _HEAD.format(name=name, count=len(codes)).split("\n")
        body = [row for at, code in enumerate(codes, start=1) for row in _numbered(at, code)]
        return LINE_END.join([*head, *body, "/POS", *self._points, "/END", ""])

    def main(self, orders: Orders) -> Iterator[str]:
        """The statements of the program of a run, without their numbers and ends."""
        yield from self._frames()
        yield f"J P[{self._at_joints(orders.start)}] 20% FINE"
        yield from self._lines(orders.orders, orders.start)

    def called(self, call: Call) -> Iterator[str]:
        """The statements of a called program: it takes the frames of its points itself."""
        self._above = self._loops_above[call.name]
        self._tool, q = self._begun[call.name]
        if any(isinstance(order, Go) for order in call.orders):
            yield from self._frames()
        yield from self._lines(call.orders, q)

    def _frames(self) -> Iterator[str]:
        yield "  UFRAME_NUM=0"
        yield f"  UTOOL_NUM={self._tool}"

    def _lines(self, orders: Sequence[Order], q: Array) -> Iterator[str]:
        """The statements of orders from joint values q (n,) on."""
        for order in orders:
            if not isinstance(order, TakeTool | Turns | EndTurns) and order.text:
                yield _remark(order)
            yield from self._statement(order, q)
            if isinstance(order, Go) and order.q is not None:
                q = order.q
            elif isinstance(order, Call):
                q = order.q_behind(q)

    def _statement(self, order: Order, q: Array) -> Iterator[str]:
        match order:
            case Go():
                yield self._motion(order, q)
            case TakeTool():
                yield from self._take_tool(order)
            case Switch():
                _check(order.output, order.line)
                yield f"  {output_text(order.output)}={'ON' if order.on else 'OFF'}"
            case Await():
                _check(order.input, order.line)
                yield f"  WAIT {input_text(order.input)}={'ON' if order.on else 'OFF'}"
            case Stand():
                yield f"  WAIT {order.seconds:6.2f}(sec)"
            case Call():
                self._begun.setdefault(order.name, (self._tool, q))
                yield f"  CALL {self._names[order.name]}"
            case Turns():
                yield from self._turns(order)
            case EndTurns():
                yield from self._end_turns()

    def _turns(self, order: Turns) -> Iterator[str]:
        """The head of a loop: a label, and a register of its own that counts the turns."""
        self._labels += 1
        self._open.append((order, self._labels))
        if order.count is not None:
            yield f"  {self._counter}=0"
        yield f"  LBL[{self._labels}]"

    def _end_turns(self) -> Iterator[str]:
        counter = self._counter
        order, label = self._open.pop()
        if order.count is None:
            yield f"  JMP LBL[{label}]"
            return
        yield f"  {counter}={counter}+1"
        yield f"  IF {counter}<{order.count},JMP LBL[{label}]"

    @property
    def _counter(self) -> str:
        """The register that counts the turns of the innermost loop that is open."""
        return f"R[{COUNTER + self._above + len(self._open)}]"

    def _take_tool(self, order: TakeTool) -> Iterator[str]:
        """A tool frame gets its numbers, and is the one in use."""
        T = invert(self._controller.T_flange_controller) @ order.T_flange_tool
        values = tuple(round(value, MM_DIGITS + 1) for value in frame_values(T))
        if values not in self._tools:
            if len(self._tools) == len(TOOLS):
                raise SceneError(f"line {order.line}: a controller has {len(TOOLS)} tool frames")
            self._tools[values] = TOOLS[len(self._tools)]
            yield from _filled(self._tools[values], frame_values(T))
        self._tool = self._tools[values]
        yield f"  UTOOL_NUM={self._tool}"

    def _motion(self, order: Go, q: Array) -> str:
        end = "FINE"
        if order.zone_mm > 0.0:
            mm_s = order.mm_s
            if order.way is Way.JOINTS:
                mm_s = 0.01 * (order.percent or 100.0) * self._robot.tool_speed_mm_s
            end = f"CNT{corner_percent(self._robot.mechanism, order.zone_mm, mm_s)}"
        if order.way is Way.JOINTS:
            assert order.q is not None
            return f"J P[{self._at_joints(order.q)}] {order.percent:.0f}% {end}"
        speed = f"{order.mm_s:.1f}".removesuffix(".0")
        goal = self._at_pose(order.T_base_tool, order.q)
        if order.way is Way.STRAIGHT:
            return f"L P[{goal}] {speed}mm/sec {end}"
        assert order.T_via is not None
        via = self._at_pose(order.T_via, self._joints_near(order.T_via, order, q))
        return f"C P[{via}]\n  P[{goal}] {speed}mm/sec {end}"

    def _joints_near(self, T_via: Array, order: Go, q: Array) -> Array | None:
        """The joint values at a place on an arc; those of its end where none are found."""
        assert order.q is not None
        mechanism = self._robot.mechanism
        T_flange = T_via @ invert(order.T_base_tool) @ forward(mechanism, order.q)
        try:
            return joint_values_of(mechanism, T_flange, q, Choice(), "the arc")
        except FAULTS:
            return order.q

    def _at_joints(self, q: Array) -> int:
        """The number of a point with joint values."""
        shown = joint_values_deg(self._controller.shown(q))
        told = [f"J{i}= {number(v, DEG_DIGITS):>11} deg" for i, v in enumerate(shown, start=1)]
        return self._point(["", *_in_rows(told)])

    def _at_pose(self, T_base_tool: Array, q: Array | None) -> int:
        """The number of a point with a pose of the tool, in the configuration of joint values."""
        conf = Configuration(False, True, True)
        if q is not None:
            conf = configuration_of(self._robot.mechanism, self._controller, q)
        values = frame_values(self._T_controller_base @ T_base_tool)
        told = [
            f"{key} = {number(v, MM_DIGITS):>11}  mm" for key, v in zip("XYZ", values, strict=False)
        ]
        told += [
            f"{key} = {number(v, DEG_DIGITS):>11} deg"
            for key, v in zip("WPR", values[3:], strict=True)
        ]
        return self._point([f"\tCONFIG : '{conf.text}',", *_in_rows(told)])

    def _point(self, rows: list[str]) -> int:
        """The number of a point with these rows, which is written once."""
        first, *values = rows
        body = ["   GP1:", f"\tUF : 0, UT : {self._tool},\t{first}".rstrip(), *values]
        key = "\n".join(body)
        if key not in self._numbers:
            self._numbers[key] = len(self._numbers) + 1
            self._points += [f"P[{self._numbers[key]}]{{", *body, "};"]
        return self._numbers[key]


def _in_rows(values: list[str]) -> list[str]:
    """Six values in two rows."""
    rows = [",\t".join(part) for part in (values[:3], values[3:])]
    return [f"\t{rows[0]},", f"\t{rows[1]}"]


def _filled(tool: int, values: tuple[float, ...]) -> Iterator[str]:
    """A tool frame gets its numbers through a position register, which takes its form first."""
    yield f"  PR[{REGISTER}]=UTOOL[{tool}]"
    for at, value in enumerate(values, start=1):
        digits = MM_DIGITS if at <= 3 else DEG_DIGITS
        yield f"  PR[{REGISTER},{at}]={constant(value, digits)}"
    yield f"  UTOOL[{tool}]=PR[{REGISTER}]"


def _remark(order: Go | Switch | Await | Stand | Say | Call) -> str:
    """The line and the statement of our program, as far as a remark holds them."""
    told = remark(order, "!").strip().removeprefix("! ").replace(";", ",")
    return f"  !{told[:LONGEST_REMARK]}"


def _check(signal: int, line: int) -> None:
    if signal < 1:
        raise SceneError(f"line {line}: a signal of FANUC has a number from 1 on, not {signal}")
