"""Calls of RAPID routines: their arguments, what they give back, and the values of functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from language.foreign.draft import NotSaidError
from scenes.makers.rapid.rapid_text import Token
from scenes.makers.rapid.rapid_trees import Call, Tree, arguments_of, tree_of
from scenes.makers.rapid.translation.rapid_expressions import own_name
from scenes.makers.rapid.translation.rapid_module import MOVING, NUMBERS, TARGETS, TRUTHS, Routine
from scenes.makers.rapid.translation.rapid_points import Points

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

    def take(self, routine: Routine, tokens: tuple[Token, ...]) -> None:
        """A call of a routine. tokens: Its arguments. Raises NotSaidError."""
        arguments = arguments_of(tokens)
        if routine.kind not in ("PROC", "FUNC") or arguments.options:
            raise NotSaidError("optional arguments of routines are not read")
        if len(arguments.given) != len(routine.parameters):
            raise NotSaidError(f"{routine.key} takes {len(routine.parameters)} arguments")
        pairs = zip(routine.parameters, arguments.given, strict=True)
        told = [self._argument(kind, each, f"AT_{key}") for (kind, key), each in pairs]
        back = list(self._taken_back(routine, arguments.given))
        name = own_name(routine.key)
        self.say(f"CALL {name}({', '.join(told)})" if told else f"CALL {name}")
        for line in back:
            self.say(line)

    def _taken_back(self, routine: Routine, given: tuple[Tree, ...]) -> Iterator[str]:
        """The lines that take what a routine has made of its arguments."""
        for number, (kind, _) in _changed(routine):
            if kind in NUMBERS | TRUTHS:
                variable, word = self.points.expressions.variable(given[number]), ""
            elif kind == TARGETS:
                variable, word = self.points.variable(kind, given[number], ""), "SET "
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
            told = self.points.expressions.told(tree_of(tokens))
            self.say(f"{_given(self.routine.key)} = {told}")
        self.leave()
        self.say("RETURN")

    def function(self, call: Call) -> str:
        """The variable that holds what a function gave, which the line before calls."""
        routine = self.routines.get(call.key)
        if routine is None or routine.kind != "FUNC":
            raise NotSaidError(f"the function {call.key} is not known")
        given = call.arguments.given
        fits = len(given) == len(routine.parameters) and not any(routine.changes)
        if not self.may_call or call.arguments.options or not fits:
            raise NotSaidError(f"the function {call.key} is not called here")
        pairs = zip(routine.parameters, given, strict=True)
        told = [self._argument(kind, each, f"AT_{key}") for (kind, key), each in pairs]
        name = own_name(call.key)
        if any(line.split("(")[0] == f"CALL {name}" for line in self.before):
            raise NotSaidError(f"the function {call.key} is called twice in a statement")
        self.before.append(f"CALL {name}({', '.join(told)})" if told else f"CALL {name}")
        return _given(call.key)

    def _argument(self, kind: str, tree: Tree, name: str) -> str:
        if kind in MOVING_DATA:
            return self.points.variable(kind, tree, name)
        return self.points.expressions.told(tree)


def _changed(routine: Routine) -> Iterator[tuple[int, tuple[str, str]]]:
    """The numbers, types and names of the parameters that a routine changes for its caller."""
    for number, parameter in enumerate(routine.parameters):
        if routine.changes[number]:
            yield number, parameter


def _out(key: str, number: int) -> str:
    """Our variable for what a routine has made of an argument."""
    return f"{own_name(key)}_OUT{number + 1}"


def _given(key: str) -> str:
    """Our variable for the value of a function."""
    return f"{own_name(key)}_GIVES"
