"""A program: its statements, each with its place in the text, and what is wrong with it."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from language.diagnostics import ERROR, Diagnostic
from language.instructions import Instruction, Operand

DIALECTS = ("hokkaido", "val", "vplus")


class Argument(NamedTuple):
    """What stands in an operand's place: columns [column, end_column).

    value: a number (mm, degrees, joint or line number), a name as written, or text.
    """

    operand: Operand
    value: float | str
    column: int
    end_column: int


class Statement(NamedTuple):
    """One instruction in a program.

    line: line of the file, from 1. step: the step number written before it, or None.
    arguments: one entry per operand of the instruction; None where it was left out.
    column, end_column: from the first character of the keyword to behind the last operand.
    """

    line: int
    step: int | None
    instruction: Instruction
    arguments: tuple[Argument | None, ...]
    column: int
    end_column: int

    @property
    def name(self) -> str:
        """The keyword, in capitals."""
        return self.instruction.name

    def argument(self, name: str) -> Argument | None:
        """The argument of the operand with this name, None if it was left out."""
        return next((a for a in self.arguments if a is not None and a.operand.name == name), None)

    def value(self, name: str) -> float | str | None:
        """The value of the operand with this name, None if it was left out."""
        found = self.argument(name)
        return None if found is None else found.value

    def number(self, name: str) -> float:
        """The number in the operand with this name; KeyError if there is none."""
        value = self.value(name)
        if not isinstance(value, float):
            raise KeyError(name)
        return value

    @property
    def location(self) -> Argument | None:
        """The location it uses or defines."""
        slot = self.instruction.location_slot
        return None if slot is None else self.arguments[slot]

    @property
    def shown(self) -> str:
        """The statement in one spelling, for messages and lists: APPROS LOC3 30."""
        return " ".join([self.name, *(_shown(a) for a in self.arguments if a is not None)])


def _shown(argument: Argument) -> str:
    value = argument.value
    text = f"{value:.12g}" if isinstance(value, float) else value.strip()
    return f"{argument.operand.keyword} {text}".strip()


@dataclass(frozen=True, eq=False)
class Program:
    """What `parse` gives: never an exception, always a program, perhaps with diagnostics.

    statements: the sound ones in order of the text, up to and including END.
    diagnostics: ordered by place.
    dialect: how O, A, T are to be read: hokkaido, val or vplus.
    """

    text: str
    statements: tuple[Statement, ...]
    diagnostics: tuple[Diagnostic, ...]
    dialect: str = DIALECTS[0]

    @cached_property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The diagnostics that keep the program from running."""
        return tuple(d for d in self.diagnostics if d.severity == ERROR)

    @cached_property
    def definitions(self) -> tuple[Statement, ...]:
        """The statements that give a location its value (POINT, HERE)."""
        return tuple(s for s in self.statements if s.instruction.defines_location)

    @property
    def ok(self) -> bool:
        """No errors; warnings may remain."""
        return not self.errors
