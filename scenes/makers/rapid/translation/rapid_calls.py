"""Calls of RAPID routines: their arguments, what they give back, and the values of functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from language.foreign.draft import NotSaidError
from scenes.makers.rapid.rapid_text import Token
from scenes.makers.rapid.rapid_trees import (
    Arguments,
    Call,
    Literal,
    Name,
    Part,
    Passed,
    Tree,
    arguments_of,
    tree_of,
)
from scenes.makers.rapid.translation.rapid_expressions import given_name, own_name, size_name
from scenes.makers.rapid.translation.rapid_module import (
    MOVING,
    NUMBERS,
    TARGETS,
    TRUTHS,
    Routine,
    dimensions,
)
from scenes.makers.rapid.translation.rapid_points import Points

# What a call gives to each parameter; None where it leaves it out.
Given: TypeAlias = tuple[Tree | None, ...]
SWITCH = "SWITCH"  # the type of an optional argument without a value
MOVING_DATA = MOVING | {TARGETS, "POS", "ORIENT", "POSE", "LOADDATA", "CONFDATA", "EXTJOINT"}


@dataclass
class Calls:
    """Says calls and returns. Arguments of ours are values: what a routine changes for its caller
    is kept in a variable of ours, and taken from there behind the call.

    say: Takes a line of our language. before: Calls of functions whose value the next line needs.
    may_call: Whether a call can stand in front of the present statement.
    """

    points: Points
    routines: Mapping[str, Routine]
    say: Callable[[str], None]
    routine: Routine | None = None
    before: list[str] = field(default_factory=list)
    may_call: bool = True

    @property
    def key(self) -> str:
        """The name of the present routine in capitals; "" outside of all."""
        return "" if self.routine is None else self.routine.key

    def take(self, routine: Routine, tokens: tuple[Token, ...]) -> None:
        """A call of a routine. tokens: Its arguments. Raises NotSaidError."""
        if routine.kind not in ("PROC", "FUNC"):
            raise NotSaidError(f"{routine.key} is not called here")
        given = _bound(routine, arguments_of(tokens))
        line = self._call(routine, given)
        back = list(self._taken_back(routine, given))
        self.say(line)
        for each in back:
            self.say(each)

    def _call(self, routine: Routine, given: Given) -> str:
        """The line that calls a routine."""
        if any(key in routine.copies for kind, key in routine.parameters if dimensions(kind)):
            raise NotSaidError("an array that a routine changes for itself is not passed on")
        named = zip(routine.parameters, routine.optional, given, strict=True)
        told = [each for part in named for each in self._taken(*part)]
        name = own_name(routine.key)
        return f"CALL {name}({', '.join(told)})" if told else f"CALL {name}"

    def _taken(
        self, parameter: tuple[str, str], is_optional: bool, tree: Tree | None
    ) -> Iterator[str]:
        """What a call gives to our parameters for one of a routine, see `taken`."""
        kind, key = parameter
        if isinstance(tree, Passed):
            if not is_optional or tree.key not in self.points.expressions.optional:
                raise NotSaidError(f"{tree.key} is no optional argument here")
            if kind != SWITCH:
                yield self._argument(kind, Name(tree.key), f"AT_{key}")
            yield given_name(tree.key)
            return
        if dimensions(kind):
            yield from self._array(kind, tree)
        elif kind != SWITCH:
            is_frame = kind in (TARGETS, "TOOLDATA", "WOBJDATA")
            absent = "NULL" if is_frame else "FALSE" if kind in TRUTHS else "0"
            yield absent if tree is None else self._argument(kind, tree, f"AT_{key}")
        if is_optional:
            yield "FALSE" if tree is None else "TRUE"

    def _taken_back(self, routine: Routine, every: Given) -> Iterator[str]:
        """The lines that take what a routine has made of its arguments."""
        for number, (kind, _) in _changed(routine):
            tree = every[number]
            if tree is None:
                continue
            given = Name(tree.key) if isinstance(tree, Passed) else tree
            if kind in NUMBERS | TRUTHS:
                variable, word = self.points.expressions.variable(given), ""
            elif kind == TARGETS:
                variable, word = self.points.variable(kind, given, ""), "SET "
            else:
                raise NotSaidError("an argument that the routine changes is not read")
            yield f"{word}{variable} = {_out(routine.key, number)}"

    def leave(self) -> None:
        """The end of a routine: keeps what it has made of arguments that it may change."""
        for number, (kind, key) in _changed(self.routine) if self.routine else ():
            assert self.routine is not None
            word = "SET " if kind == TARGETS else ""
            self.say(f"{word}{_out(self.routine.key, number)} = {own_name(key)}")

    def give(self, tokens: tuple[Token, ...]) -> None:
        """RETURN, with the value of a function. tokens: What stands behind the word."""
        if tokens:
            assert self.routine is not None
            tree, name = tree_of(tokens), _given(self.routine.key)
            if self.routine.result == TARGETS:
                self.say(f"SET {name} = {self.points.inside(tree, 'GIVEN')}")
            else:
                self.say(f"{name} = {self.points.expressions.told(tree)}")
        self.leave()
        self.say("RETURN")

    def function(self, call: Call, is_place: bool = False) -> str:
        """The variable that holds what a function gave, which the line before calls.

        is_place: Whether a robtarget is asked for, and not a number.
        """
        routine = self.routines.get(call.key)
        if call.key == "DISTANCE" and not is_place:
            return self._distance(call.arguments.given)
        if routine is None or routine.kind != "FUNC":
            raise NotSaidError(f"the function {call.key} is not known")
        if is_place is not (routine.result == TARGETS):
            raise NotSaidError(f"{call.key} gives a {routine.result.lower()}")
        if not self.may_call or any(routine.changes):
            raise NotSaidError(f"the function {call.key} is not called here")
        line = self._call(routine, _bound(routine, call.arguments))
        name = own_name(call.key)
        if any(line.split("(")[0] == f"CALL {name}" for line in self.before):
            raise NotSaidError(f"the function {call.key} is called twice in a statement")
        self.before.append(line)
        return _given(call.key)

    def _array(self, kind: str, tree: Tree | None) -> Iterator[str]:
        """An array and its sizes, for a routine that takes one of a kind; it is no copy."""
        expressions, of = self.points.expressions, kind.partition("{")[0]
        is_alike = isinstance(tree, Name) and expressions.kind_of(tree.key) == of
        if not is_alike or of == "JOINTTARGET" or not isinstance(tree, Name):
            raise NotSaidError(f"only an array of {of.lower()} with a name is passed on")
        sizes = expressions.sizes(tree.key)
        if len(sizes) != dimensions(kind):
            several = "" if dimensions(kind) == 1 else "s"
            raise NotSaidError(f"an array with {dimensions(kind)} dimension{several} is expected")
        expressions.used.add(tree.key)
        yield f"{own_name(tree.key)}[]"
        yield from sizes

    def _distance(self, given: tuple[Tree, ...]) -> str:
        """Distance between `p.trans` and `q.trans`, mm."""
        match given:
            case (Part(a, "TRANS"), Part(b, "TRANS")):
                places = [self.points.inside(each, "FAR") for each in (a, b)]
                return f"DISTANCE({', '.join(places)})"
        raise NotSaidError("only a distance between places of robtargets is read")

    def _argument(self, kind: str, tree: Tree, name: str) -> str:
        if kind in MOVING_DATA:
            return self.points.variable(kind, tree, name)
        return self.points.expressions.told(tree)


def taken(routine: Routine) -> list[str]:
    """Our parameters of a routine: for one that a call may leave out also whether it gives it."""
    found = list[str]()
    for (kind, key), is_optional in zip(routine.parameters, routine.optional, strict=True):
        if dimensions(kind):
            found.append(f"{own_name(key)}[]")
            found += [size_name(key, at) for at in range(1, dimensions(kind) + 1)]
        elif kind != SWITCH:
            found.append(own_name(key))
        if is_optional:
            found.append(given_name(key))
    return found


def _bound(routine: Routine, arguments: Arguments) -> Given:
    """What a call gives to each parameter. Raises NotSaidError where it does not fit."""
    options, given = dict(arguments.options), list(arguments.given)
    named = list(zip(routine.parameters, routine.optional, strict=True))
    plain = [key for (_, key), may_miss in named if not may_miss and key not in options]
    if len(given) != len(plain):
        told = f"{len(plain)} argument{'' if len(plain) == 1 else 's'}"
        raise NotSaidError(f"{routine.key} takes {told}")
    unknown = options.keys() - {key for (_, key), _ in named}
    if unknown:
        raise NotSaidError(f"{routine.key} has no argument {min(unknown)}")
    found = list[Tree | None]()
    for (kind, key), is_optional in named:
        tree = options.get(key) if key in options or is_optional else given.pop(0)
        if key in options and tree is None:
            if kind != SWITCH:
                raise NotSaidError(f"the argument {key} has no value")
            tree = Literal(True)
        found.append(tree)
    return tuple(found)


def _changed(routine: Routine) -> Iterator[tuple[int, tuple[str, str]]]:
    """The numbers, types and names of the parameters that a routine changes for its caller."""
    for number, parameter in enumerate(routine.parameters):
        if routine.changes[number] and not dimensions(parameter[0]):
            yield number, parameter


def _out(key: str, number: int) -> str:
    """Our variable for what a routine has made of an argument."""
    return f"{own_name(key)}_OUT{number + 1}"


def _given(key: str) -> str:
    """Our variable for the value of a function."""
    return f"{own_name(key)}_GIVES"
