"""A program: its statements, each with its place in the text, and its diagnostics."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from language.expressions.trees import NameUse, spelled
from language.instructions import Instruction, OperandKind
from language.lines.line_parser import ParsedLine, parse_line
from language.lines.operands import Argument, Value
from language.programs.chunks import Chunk, Key
from language.words.diagnostics import ERROR, Diagnostic, text_lines
from language.words.dialects import DIALECTS

__all__ = ["DIALECTS", "Argument", "Piece", "Program", "Routine", "Statement", "Value"]


class Statement(NamedTuple):
    """One instruction in a program.

    line: line of the file, from 1. step: the step number written before it, or None.
    arguments: one for each operand of the instruction; None if it was left out.
    column, end_column: the code from its keyword to its last operand, columns [column, end_column).
    source: the code as written, for instructions with a form of their own.
    """

    line: int
    step: int | None
    instruction: Instruction
    arguments: tuple[Argument | None, ...]
    column: int
    end_column: int
    source: str = ""

    @property
    def name(self) -> str:
        """The keyword, in capitals."""
        return self.instruction.name

    def argument(self, name: str) -> Argument | None:
        """The argument of the operand with this name, None if it was left out."""
        return next((a for a in self.arguments if a is not None and a.operand.name == name), None)

    def value(self, name: str) -> Value | None:
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
        """The location that the statement uses or defines, or None."""
        slot = self.instruction.location_slot
        return None if slot is None else self.arguments[slot]

    @property
    def shown(self) -> str:
        """The statement in one uniform spelling, for messages and lists: APPROS LOC3 30."""
        if self.source:
            return " ".join(self.source.split())
        return " ".join([self.name, *(_shown(a) for a in self.arguments if a is not None)])


def _shown(argument: Argument) -> str:
    if argument.operand.kind is OperandKind.FLAG:
        return argument.operand.keyword
    value = argument.value
    values = value if type(value) is tuple else (value,)
    return f"{argument.operand.keyword} {' '.join(map(shown_value, values))}".strip()


def shown_value(value: object) -> str:
    """The value of an argument as text, for messages and lists."""
    if type(value) is tuple:
        return ", ".join(map(shown_value, value))
    if isinstance(value, float):
        return f"{value:.12g}"
    return value.strip() if isinstance(value, str) else spelled(value)  # type: ignore[arg-type]


class Routine(NamedTuple):
    """One program of a file: the lines [first, stop), its name ("" without .PROGRAM).

    header: line of .PROGRAM, 0 without one. parameters: in capitals.
    """

    name: str
    first: int
    stop: int
    header: int = 0
    parameters: tuple[str, ...] = ()


class RoutineCode(NamedTuple):
    """The statements of one program, and the index among them at which each step number stands."""

    statements: Sequence[Statement]
    labels: Mapping[int, int]


class Piece(NamedTuple):
    """A chunk of a routine and the line of the file at which it begins."""

    first: int
    chunk: Chunk


def _statement(line: int, parsed: ParsedLine, instruction: Instruction) -> Statement:
    return Statement(
        line,
        parsed.step,
        instruction,
        parsed.arguments,
        parsed.column,
        parsed.end_column,
        parsed.source,
    )


# Codes of names without a value in their file, which the calling program may have defined.
NAMES_ELSEWHERE = frozenset({"E201", "E202", "E203"})


@dataclass(frozen=True, eq=False)
class Program:
    """The result of `parse`: always a program, with diagnostics if something is wrong.

    pieces: the lines that can be run, chunk by chunk. routines: the programs of the file; the first
    one is run. diagnostics: ordered by place. dialect: of O, A, T: hokkaido, val or vplus.
    elsewhere: kind and name of what other files of the run define (see `other_files.answered`).
    """

    text: str
    pieces: tuple[Piece, ...]
    diagnostics: tuple[Diagnostic, ...]
    dialect: str = DIALECTS[0]
    routines: tuple[Routine, ...] = ()
    elsewhere: frozenset[Key] = frozenset()

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        """The sound statements in order of the text, END included."""
        return tuple(
            _statement(first + offset, parsed, parsed.instruction)
            for first, chunk in self.pieces
            for offset, parsed in chunk.entries
            if parsed.instruction is not None and not parsed.diagnostics
        )

    @cached_property
    def names(self) -> tuple[tuple[int, NameUse], ...]:
        """Every use of a name with its line, those of .PROGRAM lines included."""
        found = [
            (first + offset, use)
            for first, chunk in self.pieces
            for offset, parsed in chunk.entries
            for use in parsed.uses
        ]
        headers = [r.header for r in self.routines if r.header]
        lines = text_lines(self.text) if headers else []
        found += [(line, use) for line in headers for use in parse_line(lines[line - 1]).uses]
        return tuple(sorted(found) if headers else found)

    @cached_property
    def labels(self) -> tuple[tuple[int, int], ...]:
        """Line and step number of every line that has a step number."""
        return tuple(
            (first + offset, parsed.step)
            for first, chunk in self.pieces
            for offset, parsed in chunk.entries
            if parsed.step is not None
        )

    def code_of_routine(self, number: int) -> RoutineCode:
        """The statements of a program of this file. number: Its index in `routines`.

        Nothing where the file has no programs.
        """
        if not self.routines:
            return RoutineCode((), {})
        routine = self.routines[number]
        first, stop = routine.first, routine.stop
        inside = [s for s in self.statements if first <= s.line < stop]
        labels: dict[int, int] = {}
        at = 0
        for line, step in self.labels:
            if not first <= line < stop:
                continue
            while at < len(inside) and inside[at].line < line:
                at += 1
            labels.setdefault(step, at)
        return RoutineCode(inside, labels)

    @cached_property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The diagnostics that are errors, with which the program cannot run."""
        return tuple(d for d in self.diagnostics if d.severity == ERROR)

    @cached_property
    def definitions(self) -> tuple[Statement, ...]:
        """The statements that give a location its value (POINT, HERE)."""
        return tuple(
            _statement(first + offset, parsed, parsed.instruction)
            for first, chunk in self.pieces
            for offset, parsed in chunk.entries
            if parsed.instruction is not None
            and parsed.instruction.defines_location
            and not parsed.diagnostics
        )

    @property
    def ok(self) -> bool:
        """Whether there are no errors; there may be warnings."""
        return not self.errors

    @property
    def errors_when_called(self) -> tuple[Diagnostic, ...]:
        """The errors that remain if another file calls this one and may define its names."""
        return tuple(d for d in self.errors if d.code not in NAMES_ELSEWHERE)
