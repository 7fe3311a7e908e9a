"""New statements for a program: where they go, with step numbers and indents as around them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from language.instructions import CLOSES
from language.programs.program import Program, Routine, Statement
from language.words.diagnostics import text_lines

# Between the last step number and one behind it, where no line follows that has one.
INCREMENT = 10
INDENT = "  "
_BEFORE_CODE = re.compile(r"(?:[ \t]*[0-9]{1,9}(?![\w.]) ?)?([ \t]*)")


class NewLine(NamedTuple):
    """A line to be inserted before the line of a text with this number, from 1."""

    line: int
    text: str


def statement_line(program: Program, cursor: int) -> int:
    """The line before which a statement goes that is written at the cursor's line, from 1.

    It goes behind a line with text, and in the place of an empty one, but not behind the END.
    """
    lines = text_lines(program.text)
    has_text = cursor <= len(lines) and lines[cursor - 1].strip()
    routine = _routine(program, cursor)
    header = 0 if routine is None else routine.header
    line = max(cursor + bool(has_text), header + 1)
    end = _end_of(program, routine)
    return line if end is None else min(line, end)


def definition_line(program: Program, line: int) -> int:
    """The line for the definition of a location that is used at a line: behind the last above it.

    The line itself where no location is defined above it in its program.
    """
    routine = _routine(program, line)
    first = 1 if routine is None else routine.first
    above = [
        statement.line
        for statement in program.statements
        if statement.instruction.declares and first <= statement.line < line
    ]
    return above[-1] + 1 if above else line


def new_lines(program: Program, line: int, statements: Sequence[str]) -> tuple[NewLine, ...]:
    """Statements as lines before one line of a program, with step numbers if their neighbours have.

    Where the numbers of the neighbours leave no room the new lines have none.
    """
    lines = text_lines(program.text)
    indent = _indent(program, lines, line)
    numbers = _steps_between(program, line, len(statements))
    return tuple(
        NewLine(line, f"{number} {indent}{statement}" if number else f"{indent}{statement}")
        for number, statement in zip(numbers, statements, strict=True)
    )


def _routine(program: Program, line: int) -> Routine | None:
    """The program of a file that contains a line, or begins last above it."""
    above = [routine for routine in program.routines if routine.first <= line]
    return (above[-1:] or program.routines[:1] or (None,))[0]


def _end_of(program: Program, routine: Routine | None) -> int | None:
    """The line of the END of a program, or of the line behind it; None where the text has none."""
    depth = 0
    for statement in program.statements:
        if routine is not None and not routine.first <= statement.line < routine.stop:
            continue
        instruction = statement.instruction
        if instruction.opens_block(statement.arguments):
            depth += 1
        elif instruction.block == CLOSES and depth:
            depth -= 1
        elif instruction.is_end and not depth:
            return statement.line
    return routine.stop if routine is not None and routine.header else None


def _steps_between(program: Program, line: int, count: int) -> tuple[int | None, ...]:
    """Step numbers for so many lines before a line, in order; None for each where they have none.

    They divide the gap between their neighbours evenly, in tens where the gap allows it.
    """
    before = [s.step for s in program.statements if s.line < line and s.step is not None]
    after = [s.step for s in program.statements if s.line >= line and s.step is not None]
    if not before and not after:
        return (None,) * count
    low = before[-1] if before else 0
    high = after[0] if after else low + INCREMENT * (count + 1)
    if high - low <= count:
        return (None,) * count
    return tuple(low + (high - low) * (i + 1) // (count + 1) for i in range(count))


def _indent(program: Program, lines: Sequence[str], line: int) -> str:
    """The blanks before a new statement: those of the line above, and more inside its block."""
    above = [s for s in program.statements if s.line < line]
    if not above:
        return ""
    last: Statement = above[-1]
    match = _BEFORE_CODE.match(lines[last.line - 1])
    indent = match.group(1) if match is not None else ""
    opens = last.instruction.opens_block(last.arguments)
    return indent + INDENT if opens and (indent or _is_indented(lines, last.line)) else indent


def _is_indented(lines: Sequence[str], line: int) -> bool:
    """Whether the line behind a block's first line begins with blanks, or stands at its end."""
    following = lines[line] if line < len(lines) else ""
    match = _BEFORE_CODE.match(following)
    return match is not None and bool(match.group(1))
