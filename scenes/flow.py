"""The statements that decide what comes next: each takes the run to another place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from language.expressions import Expression, Item, Joints, Name, Product
from language.program import Value
from scenes import places
from scenes.frozen import with_item, without_items
from scenes.moment import Counter, Frame, Loan, Moment, Reaction, Status
from scenes.state import CellState
from scenes.task import ImpossibleError, Task
from scenes.values import key_of

if TYPE_CHECKING:
    from language.flow import Code

# Programs that call themselves without end are stopped at this depth.
DEEPEST = 200
Action = Callable[["Code", Moment, Task], Moment]


def assign(code: Code, now: Moment, task: Task) -> Moment:
    """name = value; TIMER is set by its own name."""
    target, value = task.statement.arguments[0], task.statement.arguments[1]
    assert target is not None and value is not None
    number = value.value if isinstance(value.value, float) else task.evaluated(value.value)
    state = now.state.with_variable(variable_key(task, target.value), number)
    return now.but(state=state).at(now.frame.place + 1)


def variable_key(task: Task, value: Value) -> str:
    """The name under which a variable is kept."""
    if isinstance(value, str):
        return value.upper()
    assert isinstance(value, Name | Item)
    indices = ()
    if isinstance(value, Item):
        indices = tuple(round(task.evaluated(index)) for index in value.indices)  # type: ignore[assignment]
    return key_of(value.token.key, indices)


def go(code: Code, now: Moment, task: Task) -> Moment:
    """GOTO label."""
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
    """IF: to the label, or past the block's first half where the condition does not hold."""
    place = now.frame.place
    holds = _holds(task)
    if task.statement.arguments[1] is not None:
        return now.at(label_place(code, now, task, "label") if holds else place + 1)
    if holds:
        return now.at(place + 1)
    block = code.blocks[place]
    return now.at((block.middle[0] if block.middle else block.end) + 1)


def to_end(code: Code, now: Moment, task: Task) -> Moment:
    """ELSE, VALUE, ANY met from above: the part before is done, so the block is."""
    return now.at(code.blocks[now.frame.place].end + 1)


def for_(code: Code, now: Moment, task: Task) -> Moment:
    """FOR: the variable starts; where it is past the end at once, behind the block."""
    place = now.frame.place
    target = task.statement.arguments[0]
    assert target is not None
    first, last, step = task.number("first"), task.number("last"), task.number("step", 1.0)
    state = now.state.with_variable(variable_key(task, target.value), first)
    if _is_past(first, last, step):
        return now.but(state=state).at(code.blocks[place].end + 1)
    others = tuple(c for c in now.frame.counters if c.place != place)
    counters = (*others, Counter(place, last, step))
    return now.but(state=state).with_frame(place=place + 1, counters=counters)


def _is_past(value: float, last: float, step: float) -> bool:
    return value > last if step >= 0 else value < last


def while_(code: Code, now: Moment, task: Task) -> Moment:
    """WHILE: into the block, or behind it."""
    place = now.frame.place
    return now.at(place + 1 if _holds(task) else code.blocks[place].end + 1)


def until(code: Code, now: Moment, task: Task) -> Moment:
    """UNTIL: on, or back to the line behind DO."""
    block = code.blocks[now.frame.place]
    return now.at(block.end + 1 if _holds(task) else block.head + 1)


def case(code: Code, now: Moment, task: Task) -> Moment:
    """CASE: behind the first VALUE that lists the value, else behind ANY, else behind END."""
    block = code.blocks[now.frame.place]
    value = task.number("value")
    for place in block.middle:
        branch = task.of(code.compiled[place])
        if branch.statement.name == "ANY" or value in branch.numbers("values"):
            return now.at(place + 1)
    return now.at(block.end + 1)


def end(code: Code, now: Moment, task: Task) -> Moment:
    """END of a block: the loop again, or on. END of a program: back to its caller."""
    place = now.frame.place
    block = code.blocks.get(place)
    if block is None:
        return leave(code, now, task)
    if block.kind == "WHILE":
        return now.at(block.head)
    if block.kind == "FOR":
        return _count(code, now, task.of(code.compiled[block.head]), block.head)
    return now.at(place + 1)


def _count(code: Code, now: Moment, head: Task, place: int) -> Moment:
    """The variable of FOR goes on by its step; the block again, or on."""
    counter = next((c for c in now.frame.counters if c.place == place), None)
    target = head.statement.arguments[0]
    behind = now.at(now.frame.place + 1)
    if counter is None or target is None:
        return behind
    key = variable_key(head, target.value)
    value = now.state.variables.get(key, 0.0) + counter.step
    state = now.state.with_variable(key, value)
    if not _is_past(value, counter.last, counter.step):
        return now.but(state=state).at(place + 1)
    rest = tuple(c for c in now.frame.counters if c.place != place)
    return behind.but(state=state).with_frame(counters=rest)


def call(code: Code, now: Moment, task: Task) -> Moment:
    """CALL, GOSUB: the other program's first statement is next."""
    name = str(task.statement.value("program")).upper()
    argument = task.statement.arguments[1] if task.statement.name == "CALL" else None
    arguments = cast(tuple[Value, ...], argument.value) if argument is not None else ()
    return enter(code, now.at(now.frame.place + 1), task, name, arguments)


def enter(
    code: Code, now: Moment, task: Task, name: str, arguments: tuple[Value, ...], reaction: int = 0
) -> Moment:
    """A program begins on top of those at work."""
    index = code.by_name.get(name)
    if index is None:
        raise ImpossibleError("E608", f"there is no program {name}; load the file that has it")
    if now.depth >= DEEPEST:
        raise ImpossibleError("E605", f"{DEEPEST} programs call each other: {name} has no end")
    extent = code.extents[index]
    if len(arguments) != len(extent.parameters) and not reaction:
        takes = len(extent.parameters)
        raise ImpossibleError("E609", f"{name} takes {takes} arguments, not {len(arguments)}")
    state, loans = now.state, []
    for parameter, value in zip(extent.parameters, arguments, strict=False):
        loan, state = _lent(task, state, parameter, value)
        loans.append(loan)
    frame = Frame(index, extent.start, (), tuple(loans), reaction)
    return now.but(state=state, frames=(*now.frames, frame))


def _lent(task: Task, state: CellState, name: str, value: Value) -> tuple[Loan, CellState]:
    """A parameter gets its value; a plain name gets it back when the program ends."""
    before = state.variables.get(name), state.locations.get(name)
    key = places.key_of(task, value) if isinstance(value, Name | Item) else ""
    if key in task.state.locations or isinstance(value, Product | Joints):
        tree = cast(Expression, value)
        joints = places.is_joints(tree)
        pose = places.joint_values(task, tree) if joints else places.pose(task, tree)
        locations = with_item(state.locations, name, pose)
        return Loan(name, *before, back_location=key), replace(state, locations=locations)
    number = value if isinstance(value, float) else task.evaluated(value)
    return Loan(name, *before, back_variable=key), state.with_variable(name, number)


def _given_back(state: CellState, loan: Loan) -> CellState:
    """The name that was lent gets its value, and the parameter what it held before."""
    number, pose = state.variables.get(loan.name), state.locations.get(loan.name)
    if loan.variable is not None:
        state = state.with_variable(loan.name, loan.variable)
    elif number is not None:
        state = replace(state, variables=without_items(state.variables, (loan.name,)))
    if loan.location is not None:
        locations = with_item(state.locations, loan.name, loan.location)
        state = replace(state, locations=locations)
    if loan.back_variable and number is not None:
        state = state.with_variable(loan.back_variable, number)
    if loan.back_location and pose is not None:
        locations = with_item(state.locations, loan.back_location, pose)
        state = replace(state, locations=locations)
    return state


def local(code: Code, now: Moment, task: Task) -> Moment:
    """LOCAL: the names are the program's own until it ends, and have no value yet."""
    names = cast(tuple[str, ...], task.statement.value("variables"))
    held = {loan.name for loan in now.frame.loans}
    new = [name for name in names if name not in held]
    state = now.state
    loans = tuple(Loan(n, state.variables.get(n), state.locations.get(n)) for n in new)
    state = replace(state, variables=without_items(state.variables, new))
    now = now.but(state=state).with_frame(loans=(*now.frame.loans, *loans))
    return now.at(now.frame.place + 1)


def leave(code: Code, now: Moment, task: Task) -> Moment:
    """END or RETURN of a program: on behind the CALL; the first program's ends the run."""
    frames = now.frames[:-1]
    if not frames:
        return now.but(frames=(), status=Status.ENDED)
    state = now.state
    for loan in reversed(now.frame.loans):
        state = _given_back(state, loan)
    return now.but(frames=frames, state=state)


def stop(code: Code, now: Moment, task: Task) -> Moment:
    """STOP, HALT: the run ends, in all programs."""
    return now.but(frames=(), status=Status.ENDED)


def pause(code: Code, now: Moment, task: Task) -> Moment:
    """PAUSE: the run waits for PROCEED."""
    return now.at(now.frame.place + 1).but(status=Status.PAUSED)


def if_signals(code: Code, now: Moment, task: Task) -> Moment:
    """IFSIG n, -m THEN label."""
    signals = now.state.signals
    asked = [round(value) for value in task.numbers("signals")]
    if all(signals.get(abs(n), False) == (n > 0) for n in asked):
        return now.at(label_place(code, now, task, "label"))
    return now.at(now.frame.place + 1)


def react(code: Code, now: Moment, task: Task) -> Moment:
    """REACT, REACTI: from here on the signal calls the program."""
    signal = round(task.number("signal"))
    name = str(task.statement.value("program")).upper()
    if name not in code.by_name:
        raise ImpossibleError("E608", f"there is no program {name}; load the file that has it")
    at_once = task.statement.name == "REACTI"
    new = Reaction(signal, name, at_once, task.number("priority", 1.0))
    others = tuple(r for r in now.reactions if r.signal != signal)
    return now.at(now.frame.place + 1).but(reactions=(*others, new))


def ignore(code: Code, now: Moment, task: Task) -> Moment:
    """IGNORE signal: it calls nothing any more."""
    signal = round(task.number("signal"))
    kept = tuple(r for r in now.reactions if abs(r.signal) != abs(signal))
    return now.at(now.frame.place + 1).but(reactions=kept)


def set_timer(code: Code, now: Moment, task: Task) -> Moment:
    """TIMER n = s: from here TIMER(n) counts up from s."""
    number, value = round(task.number("timer")), task.number("value")
    timers = {**now.timers, number: now.time - value}
    return now.at(now.frame.place + 1).but(timers=timers)


def on(code: Code, now: Moment, task: Task) -> Moment:
    """DO: the block begins."""
    return now.at(now.frame.place + 1)


FLOW: dict[str, Action] = {
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
