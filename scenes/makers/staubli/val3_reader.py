"""A VAL3 application as orders: what a controller does with the program that the writer writes.

The instructions that the writer writes are read here, with their variables from the `.dtx` file.
What is not understood is told with its line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from kinematics import forward
from scenes.execution.values.impossible import FAULTS
from scenes.makers.staubli.val3_application import (
    BLENDS,
    Program,
    Variable,
    application_of,
    numbers_of,
    programs_of,
)
from scenes.makers.staubli.val3_configuration import Configuration, configuration_from, is_in
from scenes.makers.staubli.val3_poses import FIELDS, JOINTS, pose_of_values
from scenes.makers.staubli.val3_xml import XmlError
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

NUMBER = r"\d+(?:\.\d+)?"
ELEMENT = r"(\w+\[\d{1,9}\])"
NAMED = re.compile(r"(\w+)\[(\d{1,9})\]")
ENDS = ["begin", "end"]  # of a program
WORLD, FLANGE = "world[0]", "flange[0]"
MOST_FATHERS = 8


class _FaultError(Exception):
    """An instruction that is not carried out; its text says why."""


def read_val3(
    text: str, files: Sequence[tuple[str, str]], robot: Robot, controller: Controller
) -> Orders:
    """The orders of a `.pgx` text. files: Names and texts of the other files of its application.

    `losses` says what was not understood, by its line. The first motion must be a movej to joint
    values: `start` are these.
    """
    try:
        main = programs_of(text)[0]
    except XmlError as fault:
        return Orders(robot.ready, (), (Loss(fault.line, str(fault)),))
    return _Reader(files, robot, controller).read(main)


class _Reader:
    def __init__(
        self, files: Sequence[tuple[str, str]], robot: Robot, controller: Controller
    ) -> None:
        self._application = application_of(files)
        self._robot, self._controller = robot, controller
        self._orders, self._losses = list[Order](), list[Loss]()
        self._here = 1
        self._q: Array | None = None
        self._start: Array | None = None
        self._taken = ""
        self._called = CalledLines(self._take)
        self._open = list[str]()  # the last word of each program at work and of each open loop
        self._is_moving = False  # whether motions may be recorded that are not waited for
        forms: dict[str, Callable[..., None]] = {
            rf"movej\({ELEMENT}, {ELEMENT}, {ELEMENT}\)": self._joints,
            rf"movel\({ELEMENT}, {ELEMENT}, {ELEMENT}\)": self._line,
            rf"movec\({ELEMENT}, {ELEMENT}, {ELEMENT}, {ELEMENT}\)": self._arc,
            r"waitEndMove\(\)": self._stand_still,
            r"dOut\[(\d{1,9})\] = (true|false)": self._switch,
            r"wait\(dIn\[(\d{1,9})\] == (true|false)\)": self._await,
            rf"delay\(({NUMBER})\)": self._stand,
            r"for nTurn\d+ = 1 to (\d{1,9})": self._turns,
            r"while true": self._turns,
            r"call (\w+)\(\)": self._call,
            r"(endFor|endWhile)": self._end_turns,
            r"begin": self._begin,
            r"end": self._end,
        }
        self._forms = tuple((re.compile(form), act) for form, act in forms.items())

    def read(self, main: Program) -> Orders:
        self._losses += [Loss(line, why, file) for file, line, why in self._application.faults]
        if self._application.is_inch:
            self._losses.append(Loss(1, "the application counts in inches"))
        for program in self._application.programs.values():
            self._take_program(program.name, program)
        self._take_program("", main)
        self._called.run("")
        start = self._robot.ready if self._start is None else self._start
        return Orders(start, tuple(self._orders), tuple(self._losses))

    def _take_program(self, name: str, program: Program) -> None:
        """Notes the lines of a program, which stand between `begin` and `end`."""
        numbered = ((at, row.strip()) for at, row in enumerate(program.rows, program.first_row))
        code = [each for each in numbered if each[1] and not each[1].startswith("//")]
        words = [text for _, text in code]
        if words[:1] + words[-1:] != ENDS or len(ENDS) != sum(map(words.count, ENDS)):
            self._losses.append(Loss(code[-1][0] if code else 1, "begin or end is missing"))
        else:
            self._called.programs[name] = code

    def _call(self, name: str) -> None:
        if not self._called.run(name):
            raise _FaultError("not understood")

    def _take(self, numbered: tuple[int, str]) -> None:
        """Reads a line of code with its number."""
        self._here, text = numbered
        try:
            self._instruction(text)
        except _FaultError as why:
            self._losses.append(Loss(self._here, f"{text[:60]}: {why}"))

    def _begin(self) -> None:
        self._open.append("end")

    def _end(self) -> None:
        while self._open.pop() != "end":
            self._losses.append(Loss(self._here, "a loop has no end"))

    def _instruction(self, text: str) -> None:
        for form, act in self._forms:
            found = form.fullmatch(text)
            if found is not None:
                act(*found.groups())
                return
        raise _FaultError("not understood")

    # What is no motion: the arm must stand, since a program runs ahead of it.

    def _stand_still(self) -> None:
        self._is_moving = False

    def _acts(self, order: Order) -> None:
        if self._is_moving:
            raise _FaultError("the arm still moves here: waitEndMove() is missing")
        self._orders.append(order)

    def _switch(self, number: str, state: str) -> None:
        self._acts(Switch(self._here, int(number), state == "true"))

    def _await(self, number: str, state: str) -> None:
        self._acts(Await(self._here, int(number), state == "true"))

    def _stand(self, seconds: str) -> None:
        self._acts(Stand(self._here, float(seconds)))

    def _turns(self, count: str | None = None) -> None:
        self._orders.append(Turns(self._here, None if count is None else int(count)))
        self._open.append("endWhile" if count is None else "endFor")
        self._is_moving = True  # in the turn before

    def _end_turns(self, word: str) -> None:
        if self._open[-1:] != [word]:
            raise _FaultError("no loop is open that ends so")
        self._open.pop()
        self._orders.append(EndTurns(self._here))

    # Motions.

    def _joints(self, goal: str, tool: str, descriptor: str) -> None:
        _, values = self._value(goal, "jointRx")
        q = self._controller.q_of(np.radians(_numbers(values, JOINTS)))
        percent, _, zone = self._descriptor(descriptor)
        T_flange_tool = self._tool(tool)
        if self._start is None:
            self._start = q
        else:
            T = forward(self._robot.mechanism, q) @ T_flange_tool
            self._go(Go(self._here, Way.JOINTS, T, q, percent=percent, zone_mm=zone), tool)
        self._q, self._is_moving = q, True

    def _line(self, goal: str, tool: str, descriptor: str) -> None:
        self._led(Way.STRAIGHT, goal, None, tool, descriptor)

    def _arc(self, via: str, goal: str, tool: str, descriptor: str) -> None:
        self._led(Way.ARC, goal, self._place(via)[0], tool, descriptor)

    def _led(self, way: Way, goal: str, T_via: Array | None, tool: str, descriptor: str) -> None:
        """A line or an arc: it must end in the configuration of its point."""
        if self._q is None:
            raise _FaultError("the first motion must be a movej to joint values")
        mechanism = self._robot.mechanism
        T, wanted = self._place(goal)
        percent, mm_s, zone = self._descriptor(descriptor)
        if percent != 100.0:
            raise _FaultError("the joints are slower than the program")
        try:
            q = joints_behind(mechanism, self._q, self._tool(tool), T, T_via)
        except FAULTS as why:
            raise _FaultError(f"the arm is not there: {why}") from why
        if not is_in(wanted, mechanism, self._controller, q, self._q):
            raise _FaultError("the arm comes there in another configuration")
        self._go(Go(self._here, way, T, q, mm_s=mm_s, zone_mm=zone, T_via=T_via), tool)
        self._q, self._is_moving = q, True

    def _go(self, order: Go, tool: str) -> None:
        """A motion with its tool, whose change is an order."""
        if tool != self._taken:
            self._orders.append(TakeTool(self._here, self._tool(tool)))
            self._taken = tool
        self._orders.append(order)

    # Values of variables.

    def _value(self, element: str, kind: str) -> tuple[Variable, Mapping[str, str]]:
        """An element of an array, and its attributes."""
        found = NAMED.fullmatch(element)
        variable = self._application.variables.get(found[1]) if found is not None else None
        if found is None or variable is None or int(found[2]) not in variable.values:
            raise _FaultError(f"{element} has no value")
        if variable.kind != kind:
            raise _FaultError(f"{element} is {variable.kind}, not {kind}")
        return variable, variable.values[int(found[2])]

    def _tool(self, element: str) -> Array:
        """T_flange_tool of a tool."""
        _, values = self._value(element, "tool")
        if values.get("fatherId") != FLANGE:
            raise _FaultError(f"{element} does not stand on the flange")
        own = self._controller.T_flange_controller
        return np.asarray(own @ pose_of_values(_numbers(values, FIELDS)))

    def _place(self, element: str) -> tuple[Array, Configuration]:
        """T_base_tool of a point, and its configuration."""
        _, values = self._value(element, "pointRx")
        wanted = configuration_from(values)
        if wanted is None:
            raise _FaultError(f"{element}: its configuration is not known")
        frame = self._frame(values.get("fatherId", ""), MOST_FATHERS)
        T = self._controller.T_base_controller @ frame @ pose_of_values(_numbers(values, FIELDS))
        return np.asarray(T), wanted

    def _frame(self, element: str, depth: int) -> Array:
        """A frame in the world frame."""
        if element == WORLD:
            return np.eye(4)
        if depth == 0:
            raise _FaultError("frames stand in one another without an end")
        _, values = self._value(element, "frame")
        father = self._frame(values.get("fatherId", WORLD), depth - 1)
        return np.asarray(father @ pose_of_values(_numbers(values, FIELDS)))

    def _descriptor(self, element: str) -> tuple[float, float, float]:
        """Percent of the joints, mm/s of the tool and the zone (mm) of a motion."""
        _, values = self._value(element, "mdesc")
        vel, tmax, leave, reach = _numbers(values, ("vel", "tmax", "leave", "reach"))
        blends = BLENDS.get(values.get("blend", "off").lower())
        if blends is None or leave != reach:
            raise _FaultError(f"{element}: its corner is not read")
        return vel, tmax, leave if blends else 0.0


def _numbers(values: Mapping[str, str], names: Sequence[str]) -> list[float]:
    try:
        return numbers_of(values, names)
    except ValueError as why:
        raise _FaultError(f"a value is no number: {why}") from why
