"""A RAPID module as orders: what a controller does with the statements of `main`, one by one.

A place is the user frame times the object frame of the work object times the target; the tool and
the work object belong to each instruction. What is not understood is told with its line.
"""

from __future__ import annotations

import re

import numpy as np

from kinematics import forward, invert
from scenes.execution.values.impossible import FAULTS
from scenes.makers.known_values import UnknownError
from scenes.makers.rapid.confdata import (
    Configuration,
    configuration_of,
    has_configuration,
    joints_of_target,
)
from scenes.makers.rapid.predefined import PREDEFINED
from scenes.makers.rapid.rapid_declarations import declaration_of, is_declaration
from scenes.makers.rapid.rapid_frames import numbers_of, pose_of_values
from scenes.makers.rapid.rapid_speeds import full_seconds, joint_way, seconds_at
from scenes.makers.rapid.rapid_text import Statement, statements
from scenes.makers.rapid.rapid_trees import Arguments, Name, Tree, TreeError, arguments_of
from scenes.makers.rapid.rapid_values import target_pose, value_of
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

SILENT = frozenset({"MODULE", "ENDMODULE", "PROC", "ENDPROC", "CONFL"})
WAYS = {"MOVEABSJ": Way.JOINTS, "MOVEJ": Way.JOINTS, "MOVEL": Way.STRAIGHT, "MOVEC": Way.ARC}
TURNS = re.compile(r"FOR \w+ FROM 1 TO (\d+)(?: DO)?|WHILE TRUE(?: DO)?", re.IGNORECASE)
MAIN = "MAIN"
ON_THE_MOVE = "DO"  # MoveLDO: an output changes in the middle of the corner


def read_rapid(text: str, robot: Robot, controller: Controller) -> Orders:
    """The orders of a module. `losses` says what was not understood, by its line.

    The first motion must be a MoveAbsJ: `start` are its joint values.
    """
    return _Reader(robot, controller).read(text)


class _Reader:
    def __init__(self, robot: Robot, controller: Controller) -> None:
        self._robot, self._controller = robot, controller
        self._values = dict(PREDEFINED)
        self._orders = list[Order]()
        self._losses = list[Loss]()
        self._q: Array | None = None
        self._tool: Array | None = None  # T_flange_tool of the last motion
        self._start: Array | None = None
        self._called = CalledLines(self._take)

    def read(self, text: str) -> Orders:
        outside = list[Statement]()
        own = outside
        for statement in statements(text):
            if statement.key == "PROC":
                own = self._called.programs.setdefault(statement.tokens[1].text.upper(), [])
            elif statement.key == "ENDPROC":
                own = outside
            else:
                own.append(statement)
        for statement in outside:  # the data of the module, wherever they stand
            self._take(statement)
        self._called.run(MAIN)
        start = self._robot.ready if self._start is None else self._start
        return Orders(start, tuple(self._orders), tuple(self._losses))

    def _take(self, statement: Statement) -> None:
        """Reads a statement; what it is not understood for is noted."""
        try:
            self._statement(statement)
        except (TreeError, UnknownError) as why:
            self._losses.append(Loss(statement.line, f"{statement.code[:60]}: {why}"))

    def _statement(self, statement: Statement) -> None:
        if not statement.is_closed:
            raise TreeError("; is missing")
        if is_declaration(statement):
            found = declaration_of(statement)
            if found.value is not None:
                self._values[found.key] = value_of(found.value, self._values)
            return
        if statement.key in SILENT:
            return
        turns = TURNS.fullmatch(statement.code)
        if turns is not None:
            self._orders.append(Turns(statement.line, int(turns[1]) if turns[1] else None))
            return
        if statement.key in ("ENDFOR", "ENDWHILE"):
            self._orders.append(EndTurns(statement.line))
            return
        if len(statement.tokens) == 1 and self._called.run(statement.key):
            return
        arguments = arguments_of(statement.tokens[1:])
        way = WAYS.get(statement.key.removesuffix(ON_THE_MOVE))
        if way is not None:
            self._motion(statement, way, arguments)
        elif statement.key in ("SETDO", "WAITDI") and len(arguments.given) == 2:
            number, is_on = self._signal(*arguments.given)
            order = Switch if statement.key == "SETDO" else Await
            self._orders.append(order(statement.line, number, is_on))
        elif statement.key == "WAITTIME" and len(arguments.given) == 1:
            self._orders.append(Stand(statement.line, self._number(arguments.given[0])))
        else:
            raise TreeError("not understood")

    def _motion(self, statement: Statement, way: Way, arguments: Arguments) -> None:
        places = 2 if way is Way.ARC else 1
        given = arguments.given
        switches = statement.key.endswith(ON_THE_MOVE)
        if len(given) != places + 3 + 2 * switches or arguments.names - {"WOBJ"}:
            raise TreeError("these arguments are not read")
        speed, zone, tool = (value_of(each, self._values) for each in given[places : places + 3])
        T_flange_tool = self._controller.T_flange_controller @ _frame(tool, 1)
        goals = [value_of(each, self._values) for each in given[:places]]
        speeds, size = numbers_of(speed), _zone(zone)
        if speeds is None or len(speeds) != 4:
            raise UnknownError("this is no speed")
        if statement.key == "MOVEABSJ":
            goal = self._absolute(goals[0])
            T = forward(self._robot.mechanism, goal) @ T_flange_tool
            self._go(statement.line, T_flange_tool, goal, T, (speeds, given[1], size))
        else:
            self._led(statement, way, goals, (speeds, given[places], size), tool, arguments)
        if switches:
            self._orders.append(Switch(statement.line, *self._signal(*given[-2:])))

    def _led(
        self,
        statement: Statement,
        way: Way,
        goals: list[object],
        rates: tuple[list[float], Tree, float],
        tool: object,
        arguments: Arguments,
    ) -> None:
        """A motion to a robtarget."""
        if self._q is None:
            raise UnknownError("the first motion must be a MoveAbsJ")
        T_flange_tool = self._controller.T_flange_controller @ _frame(tool, 1)
        named = arguments.option("WOBJ")
        wobj = value_of(named, self._values) if named is not None else PREDEFINED["WOBJ0"]
        T_base_object = self._controller.T_base_controller @ _frame(wobj, 3) @ _frame(wobj, 4)
        *via, T = (T_base_object @ target_pose(goal) for goal in goals)
        goal = goals[-1]
        assert isinstance(goal, list)
        if way is Way.JOINTS:
            q_end = self._joints(T @ invert(T_flange_tool), goal[2])
            self._go(statement.line, T_flange_tool, q_end, T, rates)
            return
        T_via = via[0] if via else None
        q = self._led_joints(T_flange_tool, T, T_via, goal[2])
        self._take_tool(statement.line, T_flange_tool)
        (mm_s, *_), _, size = rates
        self._orders.append(Go(statement.line, way, T, q, mm_s=mm_s, zone_mm=size, T_via=T_via))
        self._q = q

    def _joints(self, T_base_flange: Array, conf: object) -> Array:
        """The joint values of a pose in its configuration."""
        wanted = _configuration(conf)
        q = joints_of_target(self._robot.mechanism, self._controller, T_base_flange, wanted)
        if q is None:
            raise UnknownError("the arm cannot be there in this configuration")
        return q

    def _led_joints(
        self, T_flange_tool: Array, T: Array, T_via: Array | None, conf: object
    ) -> Array | None:
        """The joint values at the end of a line or an arc.

        Raises UnknownError where the configuration is another one: ConfL\\On stops the arm there.
        """
        mechanism, wanted = self._robot.mechanism, _configuration(conf)
        assert self._q is not None
        try:
            q = joints_behind(mechanism, self._q, T_flange_tool, T, T_via)
        except FAULTS:
            return None
        if has_configuration(mechanism):
            there = configuration_of(mechanism, self._controller, q)
            if there != wanted and not _is_at_a_border(q, self._controller):
                raise UnknownError(f"ConfL: the arm comes there in {list(there)}")
        return q

    def _absolute(self, target: object) -> Array:
        """The joint values (n,) of a jointtarget."""
        shown = numbers_of(target[0]) if isinstance(target, list) and len(target) == 2 else None
        if shown is None or len(shown) != self._robot.mechanism.n:
            raise UnknownError("this is no jointtarget")
        return self._controller.q_of(np.radians(shown))

    def _go(
        self,
        line: int,
        T_flange_tool: Array,
        q: Array,
        T: Array,
        rates: tuple[list[float], Tree, float],
    ) -> None:
        """A motion of all joints; the first one says where the program begins."""
        before, self._q = self._q, q
        if before is None:
            self._start = q
            return
        self._take_tool(line, T_flange_tool)
        (mm_s, deg_s, *_), named, size = rates
        mechanism = self._robot.mechanism
        seconds = seconds_at((mm_s, deg_s), joint_way(mechanism, (before, q), T))
        is_full = isinstance(named, Name) and named.key == "VMAX"
        full = full_seconds(mechanism, before, q)
        percent = 100.0 if is_full or seconds <= full else 100.0 * full / seconds
        self._orders.append(Go(line, Way.JOINTS, T, q, percent=percent, zone_mm=size))

    def _take_tool(self, line: int, T_flange_tool: Array) -> None:
        if self._tool is None or not np.array_equal(self._tool, T_flange_tool):
            self._orders.append(TakeTool(line, T_flange_tool))
            self._tool = T_flange_tool

    def _signal(self, name: Tree, value: Tree) -> tuple[int, bool]:
        """The number in the name of a signal, and whether it is to be on."""
        digits = name.key[2:] if isinstance(name, Name) else ""
        if not digits.isdecimal():
            raise UnknownError("the number of this signal is not known")
        return int(digits), self._number(value) != 0.0

    def _number(self, tree: Tree) -> float:
        value = value_of(tree, self._values)
        if type(value) is not float:
            raise UnknownError("this is no number")
        return value


def _configuration(conf: object) -> Configuration:
    numbers = numbers_of(conf)
    if numbers is None or len(numbers) != 4:
        raise UnknownError("this is no configuration")
    return Configuration(*(int(each) for each in numbers))


def _frame(record: object, part: int) -> Array:
    """A pose (4, 4) that is a part of a record."""
    T = pose_of_values(record[part]) if isinstance(record, list) and len(record) > part else None
    if T is None:
        raise UnknownError("this is no tool or work object")
    return T


def _zone(zone: object) -> float:
    """The size of a zone for the tool, mm; 0 for a stop."""
    if not isinstance(zone, list) or len(zone) != 7 or type(zone[1]) is not float:
        raise UnknownError("this is no zone")
    return 0.0 if zone[0] is True else zone[1]


def _is_at_a_border(q: Array, controller: Controller) -> bool:
    """Whether axis 1, 4 or 6 stands where two quarters meet, up to the digits of a text."""
    shown = np.degrees(controller.shown(q))[[0, 3, 5]]
    return bool(np.any(np.abs(shown - 90.0 * np.round(shown / 90.0)) < 1e-3))
