"""The orders of a run: its motions one after the other, as they were carried out.

Loops, calls and branches are not kept: each motion stands there as often as it was driven. What
depends on a signal, a time or an answer went one way in this run; it is told as a loss.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from kinematics import forward
from kinematics.motion.corners.leg import Leg
from language.expressions.trees import Call, Number, Unary
from language.instructions import ARC, JOINTS, STRAIGHT
from language.instructions.instruction import HAND_CLOSES, ON_SIGNAL, OperandKind
from language.instructions.shaping import GROUP as SHAPING
from language.programs.program import Statement
from scenes.makers.writing.called import Span, spans_of
from scenes.makers.writing.orders import Await, Go, Order, Say, Stand, Switch, TakeTool, Way
from scenes.runs.run import Run
from scenes.runs.step import Step
from scenes.world.frozen import Array
from scenes.world.tool_frame import tool_frame

WAYS = {JOINTS: Way.JOINTS, STRAIGHT: Way.STRAIGHT, ARC: Way.ARC}
NO_HAND = "no output is named that closes the hand"
SIGNAL_FUNCTION = "SIG"
GOES_ROUND = "the program goes round for ever"


@dataclass(frozen=True)
class Loss:
    """Something that the orders do not say. file: "" for the program itself."""

    line: int
    message: str
    file: str = ""


@dataclass(frozen=True)
class Orders:
    """The orders of a run, and what they do not say.

    start: Joint values at which they begin, (n,), rad or mm. cycle: The first order of the turn
    that the run repeats for ever, and the one behind it; None where it ends. calls: Which orders
    the programs gave that were called.
    """

    start: Array
    orders: tuple[Order, ...]
    losses: tuple[Loss, ...]
    cycle: tuple[int, int] | None = None
    calls: tuple[Span, ...] = ()


def unrolled(run: Run, hand_output: int | None = None) -> Orders:
    """The orders of a run.

    hand_output: The digital output of the controller that closes the hand; without one each motion
    of the hand is a loss.
    """
    return _Unrolling(run, hand_output).orders()


class _Unrolling:
    """Makes the orders of one step after the other."""

    def __init__(self, run: Run, hand_output: int | None) -> None:
        self._run, self._hand_output = run, hand_output
        self._orders = list[Order]()
        self._begun = list[int]()  # the number of the first order of each step
        self._losses = dict[tuple[str, int, str], Loss]()
        self._tool: Array | None = None
        self._outputs = frozenset(_own_outputs(run))

    def orders(self) -> Orders:
        for step in self._run.steps:
            self._begun.append(len(self._orders))
            if step.statement.instruction.moves:
                self._take_tool(step)
            found = self._of(step)
            closes = closes_hand(step)
            if closes is not None:
                found = self._with_hand(step, found, closes)
            self._orders += found
        for statement, message in open_ways(self._run):
            self._lose(statement.line, message)
        ordered = [self._losses[key] for key in sorted(self._losses)]
        start, turn = self._run.start_state.q, self._turn()
        calls = spans_of(self._run, [*self._begun, len(self._orders)])
        return Orders(start, tuple(self._orders), tuple(ordered), turn, calls)

    def _turn(self) -> tuple[int, int] | None:
        """The orders of the turn that is repeated for ever."""
        cycle, trace = self._run.cycle, self._run.trace
        if cycle is None or trace is None:
            return None
        begun = [*self._begun, len(self._orders)]
        done = [*trace.done.tolist(), len(self._begun)]
        first, behind = np.searchsorted(trace.advances, (cycle.first, cycle.last)).tolist()
        return begun[done[first]], begun[done[behind]]

    def _lose(self, line: int, message: str, file: str = "") -> None:
        self._losses[file, line, message] = Loss(line, message, file)

    def _lose_of(self, step: Step, why: str) -> list[Order]:
        """Notes what is not said of a step; no order."""
        self._lose(step.line, f"{step.statement.shown}: {why}", step.file)
        return []

    def _take_tool(self, step: Step) -> None:
        """Gives the tool frame of a motion, where it is another one than before."""
        tool = tool_frame(self._run.cell.robot, step.before.tool)
        if self._tool is None or not np.array_equal(tool, self._tool):
            self._orders.append(TakeTool(step.line, tool))
            self._tool = tool

    def _of(self, step: Step) -> list[Order]:
        """The orders of one statement, but for its hand."""
        instruction, text = step.statement.instruction, step.statement.shown
        if instruction.moves:
            return self._motion(step)
        if instruction.waits:
            return self._wait(step)
        if instruction.switches:
            return list[Order](_switched(step))
        if instruction.holding is not None or instruction.brings_in:
            return [Say(step.line, text)]  # the controller needs no word for what the cell does
        if instruction.only_shows:
            self._lose_of(step, "its message is a remark")
            return [Say(step.line, text)]
        if instruction.group == SHAPING:
            return self._lose_of(step, "no output is named that starts a tool here")
        if instruction.calls == ON_SIGNAL:
            return self._lose_of(step, "no reaction to a signal is written")
        if instruction.may_miss:
            return self._lose_of(step, "whether the hand holds something is not asked")
        stands = step.duration > 0.0 and not instruction.works_hand
        return [Stand(step.line, step.duration, text)] if stands else []

    def _with_hand(self, step: Step, found: list[Order], closes: bool) -> list[Order]:
        """The orders of a step whose hand closes or opens."""
        if self._hand_output is None:
            self._lose_of(step, NO_HAND)
            return found
        hand = Switch(step.line, self._hand_output, closes, step.statement.shown)
        if found:
            self._lose_of(step, "the hand begins to move with the motion, and is not waited for")
            return [hand, *found]
        return [hand, Stand(step.line, step.duration)]

    def _wait(self, step: Step) -> list[Order]:
        """The order of a wait for one input; a loss for any other condition."""
        asked = _input_of(step.statement.value("condition"))
        if asked is None:
            return self._lose_of(step, "only a wait for one signal can be written")
        number, is_on = asked
        if number in self._outputs:
            return self._lose_of(step, f"signal {number} is an output that the program sets")
        return [Await(step.line, number, is_on, step.statement.shown)]

    def _motion(self, step: Step) -> list[Order]:
        """The order of a motion; none where the arm was there already."""
        robot, vias = self._run.cell.robot, step.before.vias
        if step.goal_q is not None:
            self._lose_of(step, "a signal interrupted it in this run")
        if step.motion.is_still:
            return []
        way = WAYS[step.statement.instruction.moves]
        if way is Way.ARC and len(vias) != 1:
            return self._lose_of(step, "a full circle is not written")
        leg, corner = _leg(step), step.after.corner
        q = step.goal if corner is None else corner.taught
        share = step.before.pace.fraction(robot.tool_speed_mm_s)
        of_joints = share
        if leg is not None and way is Way.JOINTS:
            of_joints = float(np.min(leg.speed / robot.mechanism.speed))
        order = Go(
            step.line,
            way,
            forward(robot.mechanism, q) @ tool_frame(robot, step.before.tool),
            q,
            percent=100.0 * min(of_joints, 1.0),
            mm_s=share * robot.tool_speed_mm_s,
            zone_mm=step.before.zone.size if corner is not None else 0.0,
            T_via=vias[0].T_base_tool if way is Way.ARC else None,
            text=step.statement.shown,
        )
        return [order]


def closes_hand(step: Step) -> bool | None:
    """Whether a statement closes the hand (True) or opens it; None where the hand stays."""
    works = step.statement.instruction.works_hand
    if works:
        return works == HAND_CLOSES
    if step.opening_end == step.opening_start:
        return None
    return step.opening_end < step.opening_start


def _leg(step: Step) -> Leg | None:
    """The path of a motion as it was taught, also where corners have rounded its ends."""
    before, after = step.before.corner, step.after.corner
    if after is not None:
        return after.legs[after.index - 1]
    return step.leg if before is None else before.leg


def _switched(step: Step) -> list[Switch]:
    """The outputs that a statement has changed, and those that it sets again."""
    after, before = step.after.signals, step.before.signals
    if step.statement.argument("signals") is None:  # all outputs go off
        numbers = [number for number, on in before.items() if on]
    else:
        given = step.statement.value("signals")
        named = [_whole(value) for value in (given if type(given) is tuple else (given,))]
        known = [abs(number) for number in named if number is not None]
        changed = [number for number, on in after.items() if before.get(number) != on]
        numbers = list(dict.fromkeys([*known, *changed]))
    text = step.statement.shown
    return [Switch(step.line, number, after.get(number, False), text) for number in numbers]


def _whole(value: object) -> int | None:
    """A whole number, also one written with a sign; None for another expression."""
    if isinstance(value, Unary) and value.operator.text == "-":
        inner = _whole(value.operand)
        return None if inner is None else -inner
    number = value.value if isinstance(value, Number) else value
    return int(number) if isinstance(number, float) and number.is_integer() else None


def _input_of(condition: object) -> tuple[int, bool] | None:
    """The signal that a condition asks for, and whether it is to be on; None for another one."""
    is_on = True
    while isinstance(condition, Unary) and condition.operator.key == "NOT":
        is_on, condition = not is_on, condition.operand
    if not isinstance(condition, Call) or condition.token.key != SIGNAL_FUNCTION:
        return None
    number = _whole(condition.arguments[0]) if len(condition.arguments) == 1 else None
    return (abs(number), is_on == (number > 0)) if number else None


def _own_outputs(run: Run) -> Iterator[int]:
    """The signals that the program sets."""
    for step in run.steps:
        if step.statement.instruction.switches:
            yield from (order.output for order in _switched(step))


def open_ways(run: Run) -> Iterator[tuple[Statement, str]]:
    """The statements that went one way in this run and may go another way in the next one."""
    for statement in _own_statements(run):
        if statement.instruction.waits:
            continue
        values = [argument.value for argument in statement.arguments if argument is not None]
        if statement.instruction.asks:
            yield statement, f"{statement.shown}: the answer of this run is kept"
        elif _asks_signals(statement) or any(map(_asks, values)):
            why = "signals or times decide here; the way of this run is written"
            yield statement, f"{statement.shown}: {why}"
    if run.cycle is not None:
        last = run.steps[-1].statement
        yield last, f"{GOES_ROUND}; what was run of it is written once"


def _own_statements(run: Run) -> Iterator[Statement]:
    """The statements of the program's own file that the run came to."""
    lines = None
    if run.trace is not None:
        lines = {int(line) for line in run.trace.lines[run.trace.files == 0]}
    yield from (s for s in run.program.statements if lines is None or s.line in lines)


def _asks_signals(statement: Statement) -> bool:
    """Whether a statement goes on here or there by signals that it names."""
    named = any(operand.kind is OperandKind.SIGNAL for operand in statement.instruction.operands)
    return named and statement.instruction.jumps and not statement.instruction.calls


def _asks(value: object) -> bool:
    """Whether an expression, a tree of tuples, asks for a signal or a time."""
    if isinstance(value, Call) and (value.function.clock or value.token.key == SIGNAL_FUNCTION):
        return True
    return isinstance(value, tuple) and any(map(_asks, value))
