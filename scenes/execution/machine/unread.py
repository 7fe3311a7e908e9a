"""Finds variables that change without influence on the run, such as a count that is only typed.

A run is periodic when all values that its statements read are again as they were. A variable counts
as read if a statement other than an assignment or TYPE reads it, or if the value of a read variable
is calculated from it. The other variables may grow from turn to turn. Their growth must not end the
run by an error either. So an unread variable may only be added to, or be calculated from others by
operations that always have a value, and never from itself by way of others, for then it could grow
beyond all numbers. Where this cannot be shown, a variable counts as read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from language.compiled.control_flow import Code
from language.expressions.trees import (
    Binary,
    Call,
    Item,
    Name,
    Number,
    Text,
    Unary,
)
from scenes.execution.machine.clocks import trees_in

# Functions that have a value for every number.
TOTAL = frozenset({"ABS", "INT", "FRACT", "SIGN", "MIN", "MAX"})
DIVIDING = frozenset({"/", "MOD"})
# Functions whose values depend on the places of parts; FEED may add parts in each turn.
MEASURES = frozenset({"CLEARANCE", "COLLIDES"})
# The name that stands for the time among the names that are read.
TIME = "TIME()"
# Sums of larger numbers, and products with larger factors, could exceed the largest float.
MOST_ADDED, MOST_FACTOR = 1e100, 1e3


class Unread(NamedTuple):
    """The variables of a program that have no influence on its run.

    names: Names of these variables and arrays, in capitals. asks_for_time: Whether the time has
    influence. measures: Whether CLEARANCE or COLLIDES has.
    """

    names: frozenset[str]
    asks_for_time: bool
    measures: bool

    def holds(self, key: str) -> bool:
        """Whether the variable of a key is one of these variables."""
        return key.partition("[")[0].partition("@")[0] in self.names

    def alike(self, a: Mapping[str, float], b: Mapping[str, float]) -> bool:
        """Whether two sets of variables are the same, except for the unread ones."""
        if len(a) != len(b):
            return False
        return all(
            key in b and (b[key] == value or (self.holds(key) and abs(value) < MOST_ADDED))
            for key, value in a.items()
        )


def unread(code: Code) -> Unread:
    """The variables of all programs that have no influence on the run."""
    read: set[str] = {name for extent in code.extents for name in extent.parameters}
    made: dict[str, list[object]] = {}
    for statement in code.statements:
        values = [each.value for each in statement.arguments if each is not None]
        read |= {name for value in values for name in _needed(value)}
        if statement.instruction.assigns and len(values) == 2:
            made.setdefault(_base(values[0]), []).append(values[1])
        elif not statement.instruction.only_shows:
            read |= {name for value in values for name in names_in(value)}
        else:
            unsafe = (value for value in _flat(values) if not _is_safe(value))
            read |= {name for value in unsafe for name in names_in(value)}
    _spread(read, made)
    calls = {each.function.name for s in code.statements for each in _calls(s)}
    return Unread(frozenset(made) - read, TIME in read, bool(calls & MEASURES))


def _spread(read: set[str], made: dict[str, list[object]]) -> None:
    """Adds to `read` the variables that read values depend on, and those that might fail."""
    before = -1
    while len(read) != before:
        before = len(read)
        for name, values in made.items():
            if name in read or not all(_may_go_on(name, value, read) for value in values):
                read.add(name)
                read.update(each for value in values for each in names_in(value))
        read |= _in_circles({name: made[name] for name in made if name not in read})


def _may_go_on(name: str, value: object, read: set[str]) -> bool:
    """Whether an assignment that has succeeded once succeeds any number of times."""
    names = set(names_in(value))
    if names <= read - {name, TIME}:
        return True
    if name not in names:
        return _is_safe(value)
    if not isinstance(value, Binary) or value.operator.key not in ("+", "-"):
        return False
    is_first = _is_name(value.left, name)
    added = value.right if is_first else value.left
    is_it = is_first or (value.operator.key == "+" and _is_name(value.right, name))
    others = set(names_in(added))
    return is_it and name not in others and (others <= read - {TIME} or _is_safe(added))


def _is_name(tree: object, name: str) -> bool:
    """Whether a tree is exactly this variable; an element of an array does not count."""
    return isinstance(tree, Name) and tree.token.key == name


def _in_circles(made: dict[str, list[object]]) -> set[str]:
    """Variables whose values depend on themselves by way of others."""
    left = {
        name: {each for value in values for each in names_in(value)} & set(made) - {name}
        for name, values in made.items()
    }
    while left:
        free = [name for name, needs in left.items() if not needs & set(left)]
        if not free:
            return set(left)
        for name in free:
            del left[name]
    return set()


def _is_safe(tree: object) -> bool:
    """Whether an expression has a value for all values of its variables."""
    match tree:
        case float() | Text() | str() | Name() | Item():
            return True
        case Number():
            return abs(tree.value) <= MOST_ADDED
        case Unary():
            return _is_safe(tree.operand)
        case Binary() if tree.operator.key in DIVIDING:
            by = tree.right
            return _is_safe(tree.left) and isinstance(by, Number) and abs(by.value) >= 1.0
        case Binary() if tree.operator.key == "*":
            sides = (tree.left, tree.right)
            is_small = any(isinstance(x, Number) and abs(x.value) <= MOST_FACTOR for x in sides)
            return is_small and _is_safe(tree.left) and _is_safe(tree.right)
        case Binary():
            return _is_safe(tree.left) and _is_safe(tree.right)
        case Call() if tree.function.compute is None:
            return True  # its arguments count as read
        case Call():
            return tree.function.name in TOTAL and all(map(_is_safe, tree.arguments))
    return False


def _needed(tree: object) -> Iterator[str]:
    """Names that decide whether a value exists: in indices and in questions about the cell."""
    for each in trees_in(tree):
        if isinstance(each, Item):
            yield from (name for index in each.indices for name in names_in(index))
        elif isinstance(each, Call) and each.function.compute is None:
            yield from (name for argument in each.arguments for name in names_in(argument))


def names_in(tree: object) -> Iterator[str]:
    """The names of variables in a value, and TIME where it asks for the time."""
    for each in trees_in(tree):
        if isinstance(each, Name | Item):
            yield each.token.key
        elif isinstance(each, str):
            yield each.upper()
        elif isinstance(each, Call) and each.function.clock:
            yield TIME


def _base(value: object) -> str:
    return value.upper() if isinstance(value, str) else next(names_in(value), "")


def _calls(statement: object) -> Iterator[Call]:
    values = [each.value for each in statement.arguments if each is not None]  # type: ignore[attr-defined]
    return (each for value in values for each in trees_in(value) if isinstance(each, Call))


def _flat(values: Iterable[object]) -> Iterator[object]:
    for value in values:
        yield from value if type(value) is tuple else (value,)
