"""The statements that decide which statement comes next: jumps, blocks, calls, reactions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, cast

from language.expressions.trees import Call, Product
from language.programs.program import Value
from scenes.execution.machine.moment import Counter, Frame, Moment, Reaction, Status
from scenes.execution.values import locations as places
from scenes.execution.values.impossible import ImpossibleError
from scenes.execution.values.scopes import belongs, own_key
from scenes.execution.values.task import Task
from scenes.execution.values.whole_numbers import signal_number, whole
from scenes.world.frozen import freeze, with_item, without_items
from scenes.world.state import CellState

if TYPE_CHECKING:
    from language.compiled.control_flow import Block, Code

# Greatest number of programs at work: recursion without end is stopped at this depth.
DEEPEST = 200
# Share of a step: a FOR whose variable is this near to its last value has reached it.
NEARLY = 1e-6
Action = Callable[["Code", Moment, Task], Moment]


def assign(code: Code, now: Moment, task: Task) -> Moment:
    """name = value: gives the variable its value. (TIMER n = s is `set_timer`.)"""
    target, value = task.statement.arguments[0], task.statement.arguments[1]
    assert target is not None and value is not None
    number = value.value if isinstance(value.value, float) else task.evaluated(value.value)
    state = now.state.with_variable(task.place_of(target.value), number)
    return now.having(state=state).at(now.frame.place + 1)


def go(code: Code, now: Moment, task: Task) -> Moment:
    """GOTO label: the statement of the label is next."""
    return now.at(label_place(code, now, task, "label"))


def label_place(code: Code, now: Moment, task: Task, operand: str) -> int:
    """The place of the label in an operand."""
    label = int(task.number(operand))
    place = code.extents[now.frame.extent].labels.get(label)
    if place is None:
        raise ImpossibleError("E306", f"there is no label {label} in this program")
    return place


def _holds(task: Task, operand: str = "condition") -> bool:
    return task.number(operand) != 0


def if_(code: Code, now: Moment, task: Task) -> Moment:
    """IF: goes to its label if the condition holds; a block's first half only runs if it holds."""
    place = now.frame.place
    holds = _holds(task)
    if task.statement.arguments[1] is not None:
        return now.at(label_place(code, now, task, "label") if holds else place + 1)
    if holds:
        return now.at(place + 1)
    return now.at(block_else(code.blocks[place]))


def block_else(block: Block) -> int:
    """The place behind an IF block's first half, where the run goes on if the condition fails."""
    return (block.middle[0] if block.middle else block.end) + 1


def to_end(code: Code, now: Moment, task: Task) -> Moment:
    """ELSE, VALUE, ANY, reached from the part above them: the block is done."""
    return now.at(code.blocks[now.frame.place].end + 1)


def for_(code: Code, now: Moment, task: Task) -> Moment:
    """FOR: gives the variable its first value; goes behind the block if that is past the last."""
    place = now.frame.place
    target = task.statement.arguments[0]
    assert target is not None
    first, last, step = task.number("first"), task.number("last"), task.number("step", 1.0)
    state = now.state.with_variable(task.place_of(target.value), first)
    if is_past(first, last, step):
        return now.having(state=state).at(code.blocks[place].end + 1)
    if step == 0.0:
        message = f"{task.statement.shown} would never end: a step of 0 leads nowhere"
        raise ImpossibleError("E603", message)
    others = tuple(c for c in now.frame.counters if c.place != place)
    counters = (*others, Counter(place, last, step, first))
    return now.having(state=state).with_frame(place=place + 1, counters=counters)


def is_past(value: float, last: float, step: float) -> bool:
    """Whether the value is past the last one by more than round-off of the step (NEARLY)."""
    beyond = value - last if step >= 0 else last - value
    return beyond > NEARLY * abs(step)


def while_(code: Code, now: Moment, task: Task) -> Moment:
    """WHILE: goes into the block if the condition holds, else behind the block."""
    place = now.frame.place
    return now.at(place + 1 if _holds(task) else code.blocks[place].end + 1)


def until(code: Code, now: Moment, task: Task) -> Moment:
    """UNTIL: goes on if the condition holds, else back to the line behind DO."""
    block = code.blocks[now.frame.place]
    return now.at(block.end + 1 if _holds(task) else block.head + 1)


def case(code: Code, now: Moment, task: Task) -> Moment:
    """CASE: goes behind the first VALUE that lists the value, else behind ANY, else behind END."""
    block = code.blocks[now.frame.place]
    value = task.number("value")
    for place in block.middle:
        branch = task.of(code.compiled[place])
        if branch.statement.instruction.last_part or value in branch.numbers("values"):
            return now.at(place + 1)
    return now.at(block.end + 1)


def end(code: Code, now: Moment, task: Task) -> Moment:
    """END of a block: repeats the loop or goes on. END of a program: returns to its caller."""
    place = now.frame.place
    block = code.blocks.get(place)
    if block is None:
        return leave(code, now, task)
    at_end = AT_END.get(block.kind)
    return now.at(place + 1) if at_end is None else at_end(code, now, task)


def _again(code: Code, now: Moment, task: Task) -> Moment:
    """END of WHILE: the line of its condition is next."""
    return now.at(code.blocks[now.frame.place].head)


def _count(code: Code, now: Moment, task: Task) -> Moment:
    """END of FOR: adds the step to the variable, then repeats the block or goes on."""
    place = code.blocks[now.frame.place].head
    head = task.of(code.compiled[place])
    counting = Counting.of(now.frame.counters, place)
    target = head.statement.arguments[0]
    behind = now.at(now.frame.place + 1)
    if counting is None or target is None:
        return behind
    key = head.place_of(target.value)
    counters, value, goes_on = counting.on(now.state.variables.get(key, 0.0))
    after = now.having(state=now.state.with_variable(key, value))
    return after.with_frame(place=place + 1 if goes_on else behind.frame.place, counters=counters)


class Counting(NamedTuple):
    """The counter of a FOR at its END, and the counters of the loops around it."""

    counter: Counter
    others: tuple[Counter, ...]

    @classmethod
    def of(cls, counters: tuple[Counter, ...], place: int) -> Counting | None:
        """The counting of the FOR at a place; None if the loop was not begun at its FOR."""
        counter = next((c for c in counters if c.place == place), None)
        others = tuple(c for c in counters if c.place != place)
        return None if counter is None else cls(counter, others)

    def on(self, value: float) -> tuple[tuple[Counter, ...], float, bool]:
        """Counters behind END, new value of the variable, and whether the block is repeated.

        value: The variable's value at END.
        """
        counter = _counted(self.counter, value)
        value = _reached(counter)
        if is_past(value, counter.last, counter.step):
            return self.others, value, False
        return (*self.others, counter), value, True


def _counted(counter: Counter, value: float) -> Counter:
    """The counter one step on; it counts anew from a value that the block gave the variable."""
    if value == _reached(counter):
        return counter._replace(turns=counter.turns + 1)
    return counter._replace(first=value, turns=1)


def _reached(counter: Counter) -> float:
    """The value after the counter's turns: first + turns * step, without growing round-off.

    A value within NEARLY of the last one is exactly the last one.
    """
    value = counter.first + counter.turns * counter.step
    near = abs(value - counter.last) <= NEARLY * abs(counter.step)
    return counter.last if near else value


def call(code: Code, now: Moment, task: Task) -> Moment:
    """CALL, GOSUB: the first statement of the called program is next."""
    name = str(task.statement.value("program")).upper()
    argument = task.statement.argument("arguments")
    arguments = cast(tuple[Value, ...], argument.value) if argument is not None else ()
    return enter(code, now.at(now.frame.place + 1), task, name, arguments)


def enter(
    code: Code,
    now: Moment,
    task: Task,
    name: str,
    arguments: tuple[Value, ...],
    reaction: Reaction | None = None,
) -> Moment:
    """The moment before the first statement of a program that is called now.

    Raises ImpossibleError: E608 no such program, E605 calls too deep, E609 wrong arguments.
    """
    index = code.by_name.get(name)
    if index is None:
        raise ImpossibleError("E608", f"there is no program {name}; load the file that has it")
    if now.depth >= DEEPEST:
        raise ImpossibleError("E605", f"{DEEPEST} programs call each other: {name} has no end")
    extent = code.extents[index]
    if len(arguments) != len(extent.parameters) and reaction is None:
        takes = len(extent.parameters)
        raise ImpossibleError("E609", f"{name} takes {takes} arguments, not {len(arguments)}")
    state, names, owned = now.state, {}, []
    for parameter, value in zip(extent.parameters, arguments, strict=False):
        names[parameter] = task.place_of(value).lstrip("#")
        if not names[parameter]:
            names[parameter] = key = own_key(parameter, now.advances)
            owned.append(key)
            state = _with_value(task, state, key, value)
    frame = Frame(index, extent.start, (), freeze(names), tuple(owned), reaction)
    return now.having(state=state, frames=(*now.frames, frame))


def _with_value(task: Task, state: CellState, key: str, value: Value) -> CellState:
    """The state with the value of an argument under the parameter's key."""
    if not isinstance(value, Product | Call) or (isinstance(value, Call) and _is_number(value)):
        number = value if isinstance(value, float) else task.evaluated(value)
        return state.with_variable(key, number)
    joints = places.is_joints(value)
    pose = task.joint_values(value) if joints else task.tool_pose(value)
    locations = with_item(state.locations, f"#{key}" if joints else key, pose)
    return replace(state, locations=locations)


def _is_number(call: Call) -> bool:
    return call.function.result == "number"


def local(code: Code, now: Moment, task: Task) -> Moment:
    """LOCAL, AUTO: the names belong to the program until it ends, and have no value yet."""
    frame = now.frame
    wanted = cast(tuple[str, ...], task.statement.value("variables"))
    new = {n: own_key(n, now.advances) for n in wanted if n not in frame.names}
    names, owned = freeze({**frame.names, **new}), (*frame.owned, *new.values())
    return now.with_frame(names=names, owned=owned).at(frame.place + 1)


def leave(code: Code, now: Moment, task: Task) -> Moment:
    """END or RETURN of a program: goes on behind its CALL; in the first program the run ends."""
    frames = now.frames[:-1]
    now = now.having(state=_without(now.state, now.frame.owned))
    return now.having(frames=frames) if frames else now.having(frames=(), status=Status.ENDED)


def _without(state: CellState, owned: tuple[str, ...]) -> CellState:
    """The state without the values under the keys that end with their program."""
    if not owned:
        return state
    gone = [k for k in (*state.variables, *state.locations) if any(belongs(k, o) for o in owned)]
    return replace(
        state,
        variables=without_items(state.variables, gone),
        locations=without_items(state.locations, gone),
    )


def stop(code: Code, now: Moment, task: Task) -> Moment:
    """STOP, HALT: ends the run in all programs."""
    return now.having(frames=(), status=Status.ENDED)


def pause(code: Code, now: Moment, task: Task) -> Moment:
    """PAUSE: the run waits for PROCEED."""
    return now.at(now.frame.place + 1).having(status=Status.PAUSED)


def if_signals(code: Code, now: Moment, task: Task) -> Moment:
    """IFSIG n, -m THEN label: goes to the label if n is on and m is off."""
    signals = now.state.signals
    asked = [signal_number(value) for value in task.numbers("signals")]
    if all(signals.get(abs(n), False) == (n > 0) for n in asked):
        return now.at(label_place(code, now, task, "label"))
    return now.at(now.frame.place + 1)


def react(code: Code, now: Moment, task: Task) -> Moment:
    """REACT, REACTI: from here on the signal calls the program."""
    signal = signal_number(task.number("signal"))
    name = str(task.statement.value("program")).upper()
    if name not in code.by_name:
        raise ImpossibleError("E608", f"there is no program {name}; load the file that has it")
    at_once = task.statement.instruction.interrupts
    new = Reaction(signal, name, at_once, task.number("priority", 1.0))
    others = tuple(r for r in now.reactions if r.signal != signal)
    waiting = tuple(r for r in now.waiting if r.signal != signal)
    return now.at(now.frame.place + 1).having(reactions=(*others, new), waiting=waiting)


def ignore(code: Code, now: Moment, task: Task) -> Moment:
    """IGNORE signal: the signal calls no program any more."""
    signal = abs(signal_number(task.number("signal")))
    kept = tuple(r for r in now.reactions if abs(r.signal) != signal)
    waiting = tuple(r for r in now.waiting if abs(r.signal) != signal)
    return now.at(now.frame.place + 1).having(reactions=kept, waiting=waiting)


def set_timer(code: Code, now: Moment, task: Task) -> Moment:
    """TIMER n = s: from now on TIMER(n) counts up from s seconds."""
    number, value = whole(task.number("timer"), "the number of a timer"), task.number("value")
    timers = {**now.timers, number: now.time - value}
    return now.at(now.frame.place + 1).having(timers=timers)


def on(code: Code, now: Moment, task: Task) -> Moment:
    """DO: the block begins."""
    return now.at(now.frame.place + 1)


def brake(code: Code, now: Moment, task: Task) -> Moment:
    """BRAKE: the motion that REACTI interrupted will not be finished."""
    called = [i for i, frame in enumerate(now.frames) if frame.reaction is not None]
    reaction = now.frames[called[-1]].reaction if called else None
    if reaction is None or not reaction.at_once:
        message = "BRAKE belongs into a program that REACTI calls: no motion is cut off here"
        raise ImpossibleError("E610", message)
    now = now.at(now.frame.place + 1)
    index = called[-1] - 1
    below = now.frames[index]
    if below.rest is None:
        return now
    below = replace(below, place=below.place + 1, rest=None)
    return now.having(frames=(*now.frames[:index], below, *now.frames[index + 1 :]))


# The action of END for these kinds of block; at the END of any other block the run goes on.
AT_END: dict[str, Action] = {"FOR": _count, "WHILE": _again}
FLOW: dict[str, Action] = {
    "BRAKE": brake,
    "=": assign,
    "GOTO": go,
    "IF": if_,
    "ELSE": to_end,
    "VALUE": to_end,
    "ANY": to_end,
    "FOR": for_,
    "WHILE": while_,
    "DO": on,
    "UNTIL": until,
    "CASE": case,
    "CALL": call,
    "GOSUB": call,
    "RETURN": leave,
    "LOCAL": local,
    "AUTO": local,
    "HALT": stop,
    "PAUSE": pause,
    "IFSIG": if_signals,
    "REACT": react,
    "REACTI": react,
    "IGNORE": ignore,
    "TIMER": set_timer,
}
