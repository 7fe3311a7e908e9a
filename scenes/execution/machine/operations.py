"""Statements that only calculate and branch, as functions, each made once for a program.

A function changes the values of a `work.Work` and returns the place of the next statement. Where
the statement cannot be carried out, the function raises; the machine then carries out the statement
with `control`, which gives the message.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias, cast

from language.expressions.evaluation import Computed, compiled, compiled_indices
from language.expressions.trees import Call, Item, Joints, Name, Product
from language.programs.program import Value
from scenes.execution.machine.control import DEEPEST, Counting, block_else, is_past
from scenes.execution.machine.moment import Counter
from scenes.execution.machine.work import NotHere, Work
from scenes.execution.values.scopes import key_of, own_key
from scenes.execution.values.whole_numbers import signal_number

if TYPE_CHECKING:
    from language.compiled.control_flow import Block, Code
    from language.programs.program import Statement

Operation: TypeAlias = Callable[[Work], int]
Maker: TypeAlias = Callable[["Code", int], Operation]


class Operations:
    """The functions of a program's statements, by place; each is made at its first use."""

    def __init__(self, code: Code) -> None:
        self._code = code
        self.at: list[Operation] = [self._first(place) for place in range(len(code.statements))]

    def __reduce__(self) -> tuple[type[Operations], tuple[Code]]:
        """Pickles the program only: another process makes the functions anew."""
        return Operations, (self._code,)

    def has(self, place: int) -> bool:
        """Whether the statement at a place only calculates."""
        instruction = self._code.statements[place].instruction
        ends_block = instruction.is_end and place in self._code.blocks
        return instruction.name in MAKERS or ends_block

    def _first(self, place: int) -> Operation:
        def make(work: Work) -> int:
            self.at[place] = self._made(place) if self.has(place) else _leave
            return self.at[place](work)

        return make

    def _made(self, place: int) -> Operation:
        instruction = self._code.statements[place].instruction
        make = _end if instruction.is_end else MAKERS[instruction.name]
        try:
            return make(self._code, place)
        except NotHere:
            return _leave


def _leave(work: Work) -> int:
    raise NotHere


def _number(value: Value | None) -> Computed:
    """A function that gives the number in an operand."""
    if isinstance(value, float):
        number = value
        return lambda world: number
    if value is None or isinstance(value, str) or type(value) is tuple:
        raise NotHere
    return compiled(value)  # type: ignore[arg-type]


def _numbers(value: Value | None) -> tuple[Computed, ...]:
    """Functions that give the numbers in an operand that repeats."""
    return tuple(_number(each) for each in value) if type(value) is tuple else ()


def _operand(statement: Statement, name: str) -> Computed:
    return _number(statement.value(name))


def _key(value: Value) -> Callable[[Work], str]:
    """A function that gives the key of a variable."""
    if isinstance(value, Name | str):
        name = value.upper() if isinstance(value, str) else value.token.key
        return lambda work: work.names.get(name, name)
    if isinstance(value, Item):
        name, indices = value.token.key, compiled_indices(value)
        return lambda work: key_of(work.names, name, indices(work))
    raise NotHere


def _label(code: Code, place: int, operand: str) -> int:
    """The place of the label in an operand; NotHere if it is not a constant or not there."""
    label = code.statements[place].value(operand)
    extent = next(each for each in code.extents if each.start <= place < each.stop)
    found = extent.labels.get(int(label)) if isinstance(label, float) else None
    if found is None:
        raise NotHere
    return found


def _block(code: Code, place: int) -> Block:
    block = code.blocks.get(place)
    if block is None:
        raise NotHere
    return block


def _assign(code: Code, place: int) -> Operation:
    target, value = code.statements[place].arguments[:2]
    if target is None or value is None:
        raise NotHere
    key, number, following = _key(target.value), _number(value.value), place + 1

    def assign(work: Work) -> int:
        found = number(work)
        work.put(key(work), found)
        return following

    return assign


def _go(code: Code, place: int) -> Operation:
    target = _label(code, place, "label")
    return lambda work: target


def _if(code: Code, place: int) -> Operation:
    statement, following = code.statements[place], place + 1
    condition = _operand(statement, "condition")
    if statement.arguments[1] is None:
        other = block_else(_block(code, place))
        return lambda work: following if condition(work) != 0 else other
    target = _label(code, place, "label")
    return lambda work: target if condition(work) != 0 else following


def _to_end(code: Code, place: int) -> Operation:
    behind = _block(code, place).end + 1
    return lambda work: behind


def _while(code: Code, place: int) -> Operation:
    condition = _operand(code.statements[place], "condition")
    inside, behind = place + 1, _block(code, place).end + 1
    return lambda work: inside if condition(work) != 0 else behind


def _on(code: Code, place: int) -> Operation:
    following = place + 1
    return lambda work: following


def _until(code: Code, place: int) -> Operation:
    condition = _operand(code.statements[place], "condition")
    block = _block(code, place)
    behind, inside = block.end + 1, block.head + 1
    return lambda work: behind if condition(work) != 0 else inside


def _case(code: Code, place: int) -> Operation:
    block, asked = _block(code, place), _operand(code.statements[place], "value")
    branches: list[tuple[int, tuple[Computed, ...] | None]] = []
    for middle in block.middle:
        values = code.statements[middle].value("values")
        listed = _numbers(values)
        is_any = code.statements[middle].instruction.last_part
        branches.append((middle + 1, None if is_any else listed))
    behind = block.end + 1

    def case(work: Work) -> int:
        value = asked(work)
        for inside, values in branches:
            if values is None or value in [each(work) for each in values]:
                return inside
        return behind

    return case


def _for(code: Code, place: int) -> Operation:
    statement = code.statements[place]
    target = statement.arguments[0]
    if target is None:
        raise NotHere
    key, step_value = _key(target.value), statement.value("step")
    first, last = _operand(statement, "first"), _operand(statement, "last")
    step = _number(1.0 if step_value is None else step_value)
    inside, behind = place + 1, _block(code, place).end + 1

    def begin(work: Work) -> int:
        start, end, by = first(work), last(work), step(work)
        if is_past(start, end, by):
            work.put(key(work), start)
            return behind
        if by == 0.0:
            raise NotHere  # the loop would never end: `control` gives the message
        work.put(key(work), start)
        others = tuple(c for c in work.counters if c.place != place)
        work.counters = (*others, Counter(place, end, by, start))
        return inside

    return begin


def _end(code: Code, place: int) -> Operation:
    return AT_END.get(_block(code, place).kind, _on)(code, place)


def _again(code: Code, place: int) -> Operation:
    head = _block(code, place).head
    return lambda work: head


def _count(code: Code, place: int) -> Operation:
    block = _block(code, place)
    target = code.statements[block.head].arguments[0]
    if target is None:
        raise NotHere
    key, head = _key(target.value), block.head

    def count(work: Work) -> int:
        counting = Counting.of(work.counters, head)
        if counting is None:
            return place + 1
        name = key(work)
        counters, value, goes_on = counting.on(work.value(name))
        work.put(name, value)
        work.counters = counters
        return head + 1 if goes_on else place + 1

    return count


def _if_signals(code: Code, place: int) -> Operation:
    statement, following = code.statements[place], place + 1
    values = statement.value("signals")
    asked = _numbers(values)
    target = _label(code, place, "label")

    def ask(work: Work) -> int:
        numbers = [signal_number(each(work)) for each in asked]
        holds = all(work.signals.get(abs(n), False) == (n > 0) for n in numbers)
        return target if holds else following

    return ask


def _call(code: Code, place: int) -> Operation:
    """CALL, GOSUB: numbers are passed by value, names by reference."""
    statement, following = code.statements[place], place + 1
    index = code.by_name.get(str(statement.value("program")).upper())
    argument = statement.argument("arguments")
    values = argument.value if argument is not None else ()
    if index is None or type(values) is not tuple:
        raise NotHere
    parameters = code.extents[index].parameters
    if len(parameters) != len(values):
        raise NotHere
    passed = [_argument(value) for value in values]

    def call(work: Work) -> int:
        if work.depth >= DEEPEST:
            raise NotHere
        names, owned = {}, []
        for parameter, (key, number) in zip(parameters, passed, strict=True):
            if key is not None:
                names[parameter] = key(work)
                continue
            owned.append((own_key(parameter, work.advances + 1), number(work)))
            names[parameter] = owned[-1][0]
        for name, value in owned:
            work.put(name, value)
        return work.enter(index, names, tuple(name for name, _ in owned), following)

    return call


def _argument(value: Value) -> tuple[Callable[[Work], str] | None, Computed]:
    """For a name as argument a function of its key, else None; and a function of its number."""
    if isinstance(value, str | Name | Item):
        return _key(value), _number(0.0)
    if isinstance(value, Product | Joints) or (
        isinstance(value, Call) and value.function.result != "number"
    ):
        raise NotHere
    return None, _number(value)


def _return(code: Code, place: int) -> Operation:
    return lambda work: work.left()


def _local(code: Code, place: int) -> Operation:
    wanted, following = code.statements[place].value("variables"), place + 1
    names = cast(tuple[str, ...], wanted)

    def local(work: Work) -> int:
        new = {n: own_key(n, work.advances + 1) for n in names if n not in work.names}
        work.name({**work.names, **new})
        work.owned = (*work.owned, *new.values())
        return following

    return local


AT_END: dict[str, Maker] = {"FOR": _count, "WHILE": _again}
MAKERS: dict[str, Maker] = {
    "=": _assign,
    "GOTO": _go,
    "IF": _if,
    "ELSE": _to_end,
    "VALUE": _to_end,
    "ANY": _to_end,
    "FOR": _for,
    "WHILE": _while,
    "DO": _on,
    "UNTIL": _until,
    "CASE": _case,
    "IFSIG": _if_signals,
    "CALL": _call,
    "GOSUB": _call,
    "RETURN": _return,
    "LOCAL": _local,
    "AUTO": _local,
}
