"""What the statements of a program must be together: one END, HAND and RELEAS in pairs, ..."""

from collections.abc import Sequence
from typing import NamedTuple

from language.diagnostics import Diagnostic, Edit, Fix, finding
from language.line_parser import ParsedLine
from language.program import Statement

STEP_INCREMENT = 10


class NumberedLine(NamedTuple):
    """A parsed line and its number in the file."""

    line: int
    parsed: ParsedLine


def check_end(
    code: Sequence[NumberedLine],
    end: NumberedLine | None,
    after: Sequence[NumberedLine],
    lines: Sequence[str],
) -> list[Diagnostic]:
    """An empty program, a missing END, or code behind END.

    code: lines with code up to END; end: the line of END; after: lines with code behind it;
    lines: the text.
    """
    if not code:
        return [
            finding(
                "W204",
                "the program is empty",
                1,
                1,
                label="nothing to run",
                help="write instructions, one a line, and END as the last",
            )
        ]
    if end is None:
        return [_missing_end(code[-1], len(lines[code[-1].line - 1]))]
    if after:
        return [_behind_end(after, end.line)]
    return []


def _missing_end(last: NumberedLine, length: int) -> Diagnostic:
    parsed, line = last.parsed, last.line
    text = "END" if parsed.step is None else f"{parsed.step + STEP_INCREMENT} END"
    column = parsed.end_column
    fix = Fix("add END", (Edit(line, length + 1, line, length + 1, f"\n{text}"),))
    return finding(
        "W203",
        "the program has no END",
        column,
        column,
        line=line,
        label="ends here",
        help="write  END  as the last line",
        fixes=(fix,),
    )


def _behind_end(after: Sequence[NumberedLine], end: int) -> Diagnostic:
    first = after[0]
    more = f" (and {len(after) - 1} more)" if len(after) > 1 else ""
    return finding(
        "W202",
        f"this line{more} is never run: the program ends in line {end}",
        first.parsed.column,
        first.parsed.end_column,
        line=first.line,
        label="behind END",
        help="move END behind it, or take it out",
    )


def check_holding(lines: Sequence[NumberedLine]) -> list[Diagnostic]:
    """HAND while holding, RELEAS while not. A faulty line counts as what it was meant to be."""
    found = []
    held_since = 0
    for line, parsed in lines:
        name = parsed.instruction.name if parsed.instruction else ""
        sound = not parsed.diagnostics
        if name == "RELEAS":
            if not held_since and sound:
                found.append(_nothing_held(line, parsed))
            held_since = 0
        elif name == "HAND":
            if held_since and sound:
                found.append(_held_twice(line, parsed, held_since))
            held_since = line
    return found


def _nothing_held(line: int, parsed: ParsedLine) -> Diagnostic:
    return finding(
        "W205",
        "RELEAS without HAND: nothing is held here",
        parsed.column,
        parsed.end_column,
        line=line,
        label="no effect",
        help="put HAND where the part is taken, or take the line out",
    )


def _held_twice(line: int, parsed: ParsedLine, since: int) -> Diagnostic:
    return finding(
        "W206",
        f"HAND is in force already, since line {since}",
        parsed.column,
        parsed.end_column,
        line=line,
        label="holding already",
        help="put RELEAS before it, or take the line out",
    )


def check_steps(lines: Sequence[NumberedLine]) -> list[Diagnostic]:
    """Step numbers that stand twice: the console finds only the first."""
    found = []
    first: dict[int, int] = {}
    for line, parsed in lines:
        step = parsed.step
        if step is None:
            continue
        if step in first:
            found.append(
                finding(
                    "W209",
                    f"step number {step} stands in line {first[step]} already",
                    1,
                    parsed.column,
                    line=line,
                    label="used twice",
                    help="number the steps 10, 20, 30 ...",
                )
            )
        first.setdefault(step, line)
    return found


def sound(line: int, parsed: ParsedLine) -> Statement | None:
    """The statement of a line without faults."""
    if parsed.instruction is None or parsed.diagnostics:
        return None
    return Statement(
        line,
        parsed.step,
        parsed.instruction,
        parsed.arguments,
        parsed.column,
        parsed.end_column,
    )
