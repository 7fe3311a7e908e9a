"""Orders as a VAL3 application: a program of motions, and the files with its variables.

A program of VAL3 runs ahead of its arm: motions are recorded, and `waitEndMove()` waits for the
last one. It stands before each output, wait and pause, and makes the corner before it a stop.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import numpy as np

from kinematics import invert
from scenes.errors import SceneError
from scenes.makers.staubli.val3_configuration import ANY, configuration_of, has_configuration
from scenes.makers.staubli.val3_files import files_beside, program_text, variable_text
from scenes.makers.staubli.val3_names import KEPT, check_name, val3_name
from scenes.makers.staubli.val3_poses import JOINTS, fields, number, pose_fields
from scenes.makers.staubli.val3_words import VAL3_WORDS
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
from scenes.makers.writing.unrolled import Loss, Orders
from scenes.world.frozen import Array
from scenes.world.robot import Controller, Robot

START_PERCENT = 20.0
FREE = 9999.0  # mm/s and deg/s: the default of a limit that is none
MOST_SIGNAL = 999  # the greatest index of the arrays of inputs and outputs
TOOLS, FRAME, JOINT, POINT, MOTION = "tTool", "fCell", "jJoint", "pPoint", "mDesc"
OUTPUTS, INPUTS = "dOut", "dIn"
STANDS = "waitEndMove()"
SIGN = "//"
NOT_ROUNDED = "the corner before it is a stop: the arm stands where the program acts"
LINKED = "// Link the elements of dOut and dIn to outputs and inputs of this controller first."


def val3_sayable(orders: Orders) -> Orders:
    """The orders as they are said: corners in front of what is no motion are stops.

    Its losses are those of the orders and these corners.
    """
    losses = list[Loss]()
    said = _sayable(orders.orders, losses, {})
    told_once = tuple(dict.fromkeys([*orders.losses, *losses]))
    return replace(orders, orders=said, losses=told_once)


def _sayable(
    orders: Sequence[Order], losses: list[Loss], known: dict[str, tuple[Order, ...]]
) -> tuple[Order, ...]:
    """Orders as they are said. losses: Added to. known: Those of called programs, added to."""
    said, at = list(orders), -1
    for number_, order in enumerate(orders):
        if isinstance(order, Call):
            if order.name not in known:
                known[order.name] = _sayable(order.orders, losses, known)
            said[number_], at = replace(order, orders=known[order.name]), -1
        elif isinstance(order, Go):
            at = number_
        elif at >= 0 and not isinstance(order, Say | TakeTool):
            go = said[at]
            assert isinstance(go, Go)
            if go.zone_mm > 0.0:
                said[at] = replace(go, zone_mm=0.0)
                told = getattr(order, "text", "") or go.text
                losses.append(Loss(order.line, f"{told}: {NOT_ROUNDED}"))
            at = -1
    return tuple(said)


def val3_text(orders: Orders, robot: Robot, controller: Controller, name: str) -> str:
    """The text of `name.pgx`, the program of motions. Raises as `val3_files`."""
    made = _written(orders, robot, controller, name)
    return program_text(name, *made.main)


def val3_files(
    orders: Orders, robot: Robot, controller: Controller, name: str
) -> tuple[tuple[str, str], ...]:
    """Names and texts of the other files of the application.

    Raises SceneError for an arm that has no configuration in VAL3, a name that programs cannot
    have, and a signal that the arrays do not hold.
    """
    made = _written(orders, robot, controller, name)
    called = {each: program_text(each, *own) for each, own in made.called.items()}
    return files_beside(name, made.data.variables(), called)


def _written(orders: Orders, robot: Robot, controller: Controller, name: str) -> _Program:
    """The program with its variables."""
    check_name(name)
    if not has_configuration(robot.mechanism):
        raise SceneError(f"{robot.title}: a program of VAL3 is for an arm of six axes that turn")
    said = val3_sayable(orders)
    routines = routines_in(said.orders)
    names = names_for(routines, val3_name, {*VAL3_WORDS, *KEPT, name})
    made = _Program(robot, controller, names)
    made.take(said, list(routines.values()))
    return made


# Lines of a program, and the counters of its loops.
_Code: TypeAlias = tuple[list[str], list[str]]


@dataclass
class _Data:
    """The variables of an application: the attributes of their values, each of them once.

    signals: How many elements the arrays of outputs and inputs have.
    """

    values: dict[str, dict[str, int]] = field(default_factory=dict)
    signals: dict[str, int] = field(default_factory=dict)

    def take(self, name: str, attributes: str) -> str:
        """The element of an array with a value, as `pPoint[3]`."""
        known = self.values.setdefault(name, {})
        return f"{name}[{known.setdefault(attributes, len(known))}]"

    def signal(self, name: str, number_: int, line: int) -> str:
        """The element of an array of signals."""
        if not 0 <= number_ <= MOST_SIGNAL:
            told = f"a signal of VAL3 has a number from 0 to {MOST_SIGNAL} here"
            raise SceneError(f"line {line}: {told}, not {number_}")
        self.signals[name] = max(self.signals.get(name, 0), number_ + 1)
        return f"{name}[{number_}]"

    def variables(self) -> list[str]:
        """The variables as they stand in a `.dtx` file."""
        kinds = {TOOLS: "tool", JOINT: "jointRx", POINT: "pointRx", MOTION: "mdesc"}
        given = [variable_text(FRAME, "frame", [f'{pose_fields(np.eye(4))} fatherId="world[0]"'])]
        for name, kind in kinds.items():
            if name in self.values:
                given.append(variable_text(name, kind, list(self.values[name])))
        for name, size in self.signals.items():
            given.append(variable_text(name, "dio", [], size))
        return given


class _Program:
    """Writes orders one after the other.

    names: Of the called programs. main, called: The lines of programs and the counters of their
    loops, those of called programs by their names.
    """

    def __init__(self, robot: Robot, controller: Controller, names: Mapping[str, str]) -> None:
        self._names = names
        self._tools = dict[str, Array]()  # T_flange_tool where called programs begin first
        self._robot, self._controller = robot, controller
        self._T_controller_base = invert(controller.T_base_controller)
        self._open = list[Turns]()
        self._T_flange_tool = robot.T_flange_tool
        self._is_moving = False
        self.data = _Data()
        self._lines, self._counters = list[str](), list[str]()
        self.main: _Code = ([], [])
        self.called = dict[str, _Code]()

    def take(self, orders: Orders, routines: Sequence[Call]) -> None:
        """Writes all orders, and the motion to their start in front of them; called programs behind
        those that call them."""
        q, first = orders.start, next((o for o in orders.orders if isinstance(o, TakeTool)), None)
        if first is not None:
            self._T_flange_tool = first.T_flange_tool
        self._motion(Go(0, Way.JOINTS, np.eye(4), q, percent=START_PERCENT), q)
        self.main = self._code(orders.orders, q)
        for each in routines:
            self._T_flange_tool = self._tools[each.name]
            self.called[self._names[each.name]] = self._code(each.orders, None)
        if self.data.signals:
            self.main[0].insert(0, LINKED)

    def _code(self, orders: Sequence[Order], q: Array | None) -> _Code:
        """The lines of a program, and the counters of its loops.

        q: Joint values (n,) where it begins; None where they may be others at each call.
        """
        for order, indent in zip(orders, indents_of(orders), strict=True):
            at = len(self._lines)
            self._take(order, q)
            self._lines[at:] = [indent + line for line in self._lines[at:]]
            if isinstance(order, Go) and order.q is not None:
                q = order.q
            elif isinstance(order, Call):
                q = None if q is None else order.q_behind(q)
        self._stand_still()
        found = self._lines, self._counters
        self._lines, self._counters = [], []
        return found

    def _take(self, order: Order, q: Array | None) -> None:
        if not isinstance(order, TakeTool | Turns | EndTurns):
            told = remark(order, SIGN).strip()
            self._lines += [told] if told else []
        match order:
            case Go():
                self._motion(order, q)
            case TakeTool():
                self._T_flange_tool = order.T_flange_tool
            case Switch():
                self._stand_still()
                element = self.data.signal(OUTPUTS, order.output, order.line)
                self._lines.append(f"{element} = {_truth(order.on)}")
            case Await():
                self._stand_still()
                element = self.data.signal(INPUTS, order.input, order.line)
                self._lines.append(f"wait({element} == {_truth(order.on)})")
            case Stand():
                self._stand_still()
                self._lines.append(f"delay({number(order.seconds)})")
            case Call():
                self._stand_still()
                self._tools.setdefault(order.name, self._T_flange_tool)
                self._lines.append(f"call {self._names[order.name]}()")
            case Turns():
                self._turns(order)
            case EndTurns():
                is_endless = self._open.pop().count is None
                self._lines.append("endWhile" if is_endless else "endFor")

    def _turns(self, order: Turns) -> None:
        """The head of a loop, which counts its turns. A turn may begin while the arm still moves
        from the one before."""
        self._open.append(order)
        self._is_moving = True
        if order.count is None:
            self._lines.append("while true")
            return
        name = f"nTurn{len(self._open)}"
        if name not in self._counters:
            self._counters.append(name)
        self._lines.append(f"for {name} = 1 to {order.count}")

    def _stand_still(self) -> None:
        """Waits for the motions that are recorded."""
        if self._is_moving:
            self._lines.append(STANDS)
        self._is_moving = False

    # Motions.

    def _motion(self, order: Go, q_before: Array | None) -> None:
        assert order.q is not None
        own = self._controller
        if order.way is Way.JOINTS:
            shown = np.degrees(own.shown(order.q)).tolist()
            goal = self.data.take(JOINT, fields(JOINTS, shown))
        else:
            goal = self._point(order.T_base_tool, order.q, q_before)
        if order.way is Way.ARC:
            assert order.T_via is not None
            goal = f"{self._point(order.T_via, order.q, q_before)}, {goal}"
        T = invert(own.T_flange_controller) @ self._T_flange_tool
        tool = self.data.take(TOOLS, f'{pose_fields(T)} fatherId="flange[0]"')
        code = {Way.JOINTS: "movej", Way.STRAIGHT: "movel", Way.ARC: "movec"}[order.way]
        self._lines.append(f"{code}({goal}, {tool}, {self._descriptor(order)})")
        self._is_moving = True

    def _point(self, T_base_tool: Array, q: Array, q_before: Array | None) -> str:
        """A place in the configuration of the joint values at its end, free where the way there
        leads from one configuration to another one."""
        mechanism, own = self._robot.mechanism, self._controller
        words = ANY.attributes
        if q_before is not None:
            before = configuration_of(mechanism, own, q_before)
            words = before.change_to(configuration_of(mechanism, own, q)).attributes
        pose = pose_fields(self._T_controller_base @ T_base_tool)
        return self.data.take(POINT, f'{pose} {words} fatherId="{FRAME}[0]"')

    def _descriptor(self, order: Go) -> str:
        """Speeds and corner: percent of the joints, mm/s and degrees/s of the tool."""
        robot, percent, mm_s, deg_s = self._robot, 100.0, FREE, FREE
        if order.way is Way.JOINTS:
            percent = 100.0 if order.percent is None else order.percent
        else:
            mm_s = order.mm_s
            turn = float(np.degrees(robot.tool_speed_rad_s))
            deg_s = min(turn * order.mm_s / robot.tool_speed_mm_s, FREE)
        blend = "joint" if order.zone_mm > 0.0 else "off"
        zone = number(order.zone_mm)
        speeds = f'accel="100" vel="{number(percent)}" decel="100"'
        limits = f'tmax="{number(mm_s)}" rmax="{number(deg_s)}"'
        attributes = f'{speeds} {limits} blend="{blend}" leave="{zone}" reach="{zone}"'
        return self.data.take(MOTION, attributes)


def _truth(is_on: bool) -> str:
    return "true" if is_on else "false"
