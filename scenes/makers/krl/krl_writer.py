"""Orders as a KRL program, one `.src` file that needs no `.dat`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from kinematics import invert
from scenes.errors import SceneError
from scenes.makers.krl.krl_frames import written_axes, written_frame
from scenes.makers.krl.krl_words import KRL_WORDS
from scenes.makers.krl.motions.corner_percents import corner_percent
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
LONGEST_NAME, MOST_OUTPUT = 24, 8192


def krl_text(orders: Orders, robot: Robot, controller: Controller, name: str) -> str:
    """The text of a `.src` file.

    The tool goes to the same places by the same ways. Speeds are those of the program;
    accelerations and the exact shape of corners are the controller's own.
    """
    routines = routines_in(orders.orders)
    program = _Program(
        robot, controller, names_for(routines, krl_name, {*KRL_WORDS, krl_name(name)})
    )
    body, counters = program.body(orders.orders, orders.start)
    head = [
        "&ACCESS RVP",
        "&REL 1",
        "&COMMENT written by Cellwright",
        f"DEF {krl_name(name)}( )",
        *counters,
        ";FOLD INI",
        "BAS(#INITMOV,0)",
        ";ENDFOLD (INI)",
        "$BASE=$NULLFRAME",
        "$IPO_MODE=#BASE",
        f"PTP {program.axes(orders.start)}",
    ]
    called = (line for each in routines.values() for line in program.routine(each))
    return LINE_END.join([*head, *body, "END", "", *called])


def krl_name(name: str) -> str:
    """A name that KRL accepts: letters, digits and _, not a digit first, at most 24."""
    kept = "".join(c if c.isascii() and (c.isalnum() or c == "_") else "_" for c in name)
    kept = kept if kept and not kept[0].isdigit() else f"p{kept}"
    return kept[:LONGEST_NAME].upper()


def counter(depth: int) -> str:
    """The variable that counts the turns of a loop in so many loops, from 1."""
    return f"TURN{depth}"


class _Program:
    """Writes orders one after the other; settings only where they change.

    names: Those of the called programs in KRL.
    """

    def __init__(self, robot: Robot, controller: Controller, names: Mapping[str, str]) -> None:
        self._names = names
        self._starts = dict[str, Array]()  # joint values (n,) where called programs begin first
        self._robot, self._controller = robot, controller
        self._in_mm = np.array([kind == "P" for kind in robot.mechanism.kinds])
        self._T_controller_base = invert(controller.T_base_controller)
        self._set: dict[str, str] = {}
        self._open = list[Turns]()
        self._deepest = 0  # how many loops lie in each other

    def axes(self, q: Array) -> str:
        """Joint values (n,), rad or mm, as the controller shows them."""
        return written_axes(self._controller.shown(q), self._in_mm)

    def body(self, orders: Sequence[Order], q: Array) -> tuple[list[str], list[str]]:
        """The lines of orders from joint values q (n,) on, and the declarations that they need."""
        self._set.clear()
        self._deepest = 0
        lines = list(self._lines(orders, q))
        return lines, [f"DECL INT {counter(depth)}" for depth in range(1, self._deepest + 1)]

    def routine(self, call: Call) -> list[str]:
        """The lines of a called program, behind those that call it."""
        body, counters = self.body(call.orders, self._starts[call.name])
        return [f"DEF {self._names[call.name]}( )", *counters, *body, "END", ""]

    def _lines(self, orders: Sequence[Order], q: Array) -> Iterator[str]:
        is_told = set[int]()
        for at, (order, indent) in enumerate(zip(orders, indents_of(orders), strict=True)):
            if at in is_told:
                continue
            if isinstance(order, Go) and order.zone_mm > 0.0:
                for number in _in_corner(orders, at):
                    is_told.add(number)
                    yield from (indent + line for line in self._trigger(orders[number]))
            yield from (indent + line for line in self._line(order, q))
            if isinstance(order, Go) and order.q is not None:
                q = order.q
            elif isinstance(order, Call):
                q = order.q_behind(q)

    def _trigger(self, order: Order) -> Iterator[str]:
        """An output that changes in the middle of the corner of the motion that follows.

        An assignment behind the motion would stop the advance run, and so the arm in the corner.
        """
        assert isinstance(order, Switch)
        what = f"{_output(order)}{remark(order)}"
        yield f"TRIGGER WHEN DISTANCE=1 DELAY=0 DO {what}"

    def _line(self, order: Order, q: Array) -> Iterator[str]:
        match order:
            case Go():
                yield from self._motion(order, q)
            case TakeTool():
                T = invert(self._controller.T_flange_controller) @ order.T_flange_tool
                yield f"$TOOL={written_frame(T)}"
            case Switch():
                yield f"{_output(order)}{remark(order)}"
            case Await():
                what = f"$IN[{order.input}]"
                asked = what if order.on else f"NOT {what}"
                yield f"WAIT FOR {asked}{remark(order)}"
            case Stand():
                yield f"WAIT SEC {order.seconds:.3f}{remark(order)}"
            case Say():
                yield remark(order).strip()
            case Call():
                self._starts.setdefault(order.name, q)
                self._set.clear()  # the called program has settings of its own
                yield f"{self._names[order.name]}( ){remark(order)}"
            case Turns():
                yield self._turns(order)
            case EndTurns():
                yield "ENDFOR" if self._open.pop().count else "ENDLOOP"

    def _turns(self, order: Turns) -> str:
        """The head of a loop. Settings are told anew in it, as they are others in its next turn."""
        self._set.clear()
        self._open.append(order)
        if order.count is None:
            return "LOOP"
        depth = sum(each.count is not None for each in self._open)
        self._deepest = max(self._deepest, depth)
        return f"FOR {counter(depth)}=1 TO {order.count}"

    def _motion(self, order: Go, q: Array) -> Iterator[str]:
        told = remark(order)
        if order.way is Way.JOINTS:
            assert order.q is not None
            yield from self._setting(
                "percent", f"BAS(#VEL_PTP,{max(order.percent or 0.0, 1.0):.0f})"
            )
            corner = ""
            if order.zone_mm > 0.0:
                ends = (q, order.q)
                percent = corner_percent(
                    self._robot.mechanism, ends, order.T_base_tool, order.zone_mm
                )
                yield from self._setting("$APO.CPTP", f"$APO.CPTP={percent}")
                corner = " C_PTP"
            yield f"PTP {self.axes(order.q)}{corner}{told}"
            return
        yield from self._setting("$VEL.CP", f"$VEL.CP={order.mm_s / 1000.0:.6g}")
        turn = np.degrees(self._robot.tool_speed_rad_s) * order.mm_s / self._robot.tool_speed_mm_s
        for axis in (1, 2):
            yield from self._setting(f"$VEL.ORI{axis}", f"$VEL.ORI{axis}={turn:.6g}")
        corner = ""
        if order.zone_mm > 0.0:
            yield from self._setting("$APO.CDIS", f"$APO.CDIS={order.zone_mm:.6g}")
            corner = " C_DIS"
        goal = written_frame(self._T_controller_base @ order.T_base_tool)
        if order.way is Way.STRAIGHT:
            yield f"LIN {goal}{corner}{told}"
        else:
            assert order.T_via is not None
            via = written_frame(self._T_controller_base @ order.T_via)
            yield f"CIRC {via},{goal}{corner}{told}"

    def _setting(self, key: str, line: str) -> Iterator[str]:
        """The line of a setting, unless it is set so already."""
        if self._set.get(key) != line:
            self._set[key] = line
            yield line


def _in_corner(orders: Sequence[Order], at: int) -> Iterator[int]:
    """The numbers of the orders that change outputs in the corner behind a motion."""
    for number in range(at + 1, len(orders)):
        if isinstance(orders[number], Switch):
            yield number
        elif not isinstance(orders[number], Say | TakeTool):
            return


def _output(order: Switch) -> str:
    """The assignment of an output; SceneError for a number that KRL does not have."""
    if not 1 <= order.output <= MOST_OUTPUT:
        raise SceneError(f"line {order.line}: KRL has the outputs 1 to {MOST_OUTPUT}")
    return f"$OUT[{order.output}]={'TRUE' if order.on else 'FALSE'}"
