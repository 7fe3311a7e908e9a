"""Where a console's breakpoints stand: numbers as LISTP shows them, conditions checked when set.

A number means the step number where the program has step numbers, else the position of the line
from 1. This is the rule of the console's editor (`language.editing.numbering`). `LINE n` always
means a position.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from language import Program
from language.editing.numbering import steps
from language.editing.service import statement_at
from language.expressions.trees import read_expression
from language.lines.line_parser import parse_line
from language.words.lexer import lex_code
from language.words.number_literals import ExpressionError
from language.words.suggestions import nearest


@dataclass(frozen=True)
class Mark:
    """A place in a program as the user typed it.

    number: A step number, or the position of a line from 1 where `by_line` is set.
    """

    number: int
    by_line: bool = False

    def __str__(self) -> str:
        return f"LINE {self.number}" if self.by_line else f"STEP {self.number}"


@dataclass(frozen=True)
class Stop:
    """A breakpoint as the user typed it; with a condition it stops only while that is true."""

    mark: Mark
    condition: str = ""

    def __str__(self) -> str:
        return f"{self.mark}  {self.condition}".rstrip()


class WordsError(ValueError):
    """The words behind a command make no sense there; the message says why."""


def mark_of(program: Program, words: str) -> tuple[Mark, str]:
    """The place that the words begin with, and the rest of the words. Raises WordsError.

    A number alone means a step number or a position, depending on the program; the mark says which.
    """
    first, _, rest = words.strip().partition(" ")
    by_line = first.upper() == "LINE"
    if by_line:
        first, _, rest = rest.strip().partition(" ")
    if not (first.isascii() and first.isdigit()):
        raise WordsError(f"NEEDS THE NUMBER OF A STEP OR A LINE, NOT {first or 'NOTHING'}")
    numbered = any(step is not None for step in steps(program.text))
    mark = Mark(int(first), by_line or not numbered)
    line_of(program, mark)
    return mark, rest.strip()


def line_of(program: Program, mark: Mark) -> int:
    """The line of a mark, from 1. Raises WordsError where that line holds no statement."""
    if mark.by_line:
        return _with_statement(program, mark.number)
    found = [i for i, step in enumerate(steps(program.text), 1) if step == mark.number]
    if not found:
        raise WordsError(_no_step(program, mark.number))
    if len(found) > 1:
        lines = " AND ".join(f"LINE {line}" for line in found)
        raise WordsError(f"STEP {mark.number} STANDS THERE {len(found)} TIMES: GIVE {lines}")
    return _with_statement(program, found[0])


def _with_statement(program: Program, line: int) -> int:
    count = len(steps(program.text))
    if not 1 <= line <= count:
        raise WordsError(f"THERE IS NO LINE {line}: THE PROGRAM HAS {count}")
    if not statement_at(program.text, line):
        lines = range(line + 1, count + 1)
        behind = next((each for each in lines if statement_at(program.text, each)), None)
        hint = f"; THE NEXT IS {shown_place(program, behind)}" if behind is not None else ""
        raise WordsError(f"{shown_place(program, line)} HOLDS NO STATEMENT THAT IS RUN{hint}")
    return line


def _no_step(program: Program, number: int) -> str:
    numbers = steps(program.text)
    step = numbers[number - 1] if 1 <= number <= len(numbers) else None
    there = f"; LINE {number} IS STEP {step}" if step is not None else ""
    return f"THERE IS NO STEP {number}{there}"


def shown_place(program: Program, line: int) -> str:
    """The name of a line as LISTP shows it: `STEP 70`, or `LINE 7` without a step number."""
    numbers = steps(program.text)
    step = numbers[line - 1] if 1 <= line <= len(numbers) else None
    return f"LINE {line}" if step is None else f"STEP {step}"


def condition_fault(condition: str, program: Program) -> str:
    """What is wrong with a condition in a program; "" where the program can evaluate it."""
    try:
        read_expression(lex_code(condition))
    except ExpressionError as fault:
        return fault.message
    parsed = parse_line(f"ASSERT {condition}")
    if parsed.diagnostics:
        return parsed.diagnostics[0].message
    known = set(_names(program))
    for use in parsed.uses:
        if use.name not in known:
            near = nearest(use.written, sorted(known))
            hint = f"; did you mean {near[0]}?" if near else ""
            return f"{use.written} stands nowhere in the program{hint}"
    return ""


def _names(program: Program) -> Iterator[str]:
    yield from (use.name for _, use in program.names)
    yield from (name for _, name in program.elsewhere)
    for routine in program.routines:
        yield from routine.parameters
