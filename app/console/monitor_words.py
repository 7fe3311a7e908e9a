"""Reads the words behind a monitor command, and prints places in the teletype's words."""

from __future__ import annotations

from typing import Any, NamedTuple

from app.programs.breakpoints import WordsError
from language.programs.program import Statement
from language.words.suggestions import nearest

NO_RUN = "NO PROGRAM IS RUNNING: EXECUTE, OR STEP"


# Digits at most in the number of a line, a loop or a step.
MOST_DIGITS = 9


class Rounds(NamedTuple):
    """The work left of an EXECUTE: how many runs of which program, from which step."""

    left: int = 0
    program: str = ""
    step: int | None = None


class Asked(NamedTuple):
    """A PROMPT that DO has carried out, and its question."""

    statement: str
    question: str


def command_and_rest(line: str) -> tuple[str, str]:
    """The first word of a line in capitals, and the words behind it without outer blanks."""
    word, rest, *_ = [*line.split(None, 1), "", ""]
    return word.upper(), rest.strip()


def loud(text: str) -> str:
    """A sentence as the teletype prints it: in capitals where all its letters are ASCII."""
    return text.upper() if text.isascii() else text


def place_of(statement: Statement) -> str:
    """`STEP 70`, or `LINE 7` where the statement has no step number."""
    return f"LINE {statement.line}" if statement.step is None else f"STEP {statement.step}"


def count_in(rest: str) -> int:
    """The number of statements in the words; 1 where there are none. Raises WordsError."""
    if rest and not _is_count(rest):
        raise WordsError(f"TAKES A WHOLE NUMBER FROM 1, NOT {rest}")
    return int(rest or 1)


def numbers_in(rest: str) -> list[int]:
    """The line numbers in the words, parted by blanks or commas. Raises WordsError."""
    words = rest.replace(",", " ").split()
    wrong = next((word for word in words if not _is_number(word)), None)
    if wrong is not None:
        raise WordsError(f"TAKES THE NUMBERS OF LINES, NOT {wrong}")
    return [int(word) for word in words]


def chosen(known: dict[str, Any], rest: str, kind: str) -> dict[str, Any]:
    """The entries whose names the words give, or all where they give none. Raises WordsError."""
    wanted = rest.upper().replace(",", " ").split()
    for name in wanted:
        if name not in known:
            near = nearest(name, known)
            raise WordsError(
                f"THERE IS NO {kind} {name}" + (f"; DID YOU MEAN {near[0]}?" if near else "")
            )
    return {name: known[name] for name in wanted or known}


def name_and_counts(rest: str) -> tuple[str, int, int | None]:
    """Reads `PICK, 3, 50`: the program ("" for the first), how often, the step to begin at.

    Raises WordsError.
    """
    words = rest.replace(",", " ").split()
    name = words.pop(0).upper() if words and words[0][0].isalpha() else ""
    wrong = next((word for word in words if not _is_count(word)), None)
    if wrong is not None or len(words) > 2:
        given = f"NOT {wrong}" if wrong is not None else f"NOT {len(words)} NUMBERS"
        raise WordsError(f"TAKES [PROGRAM] [, LOOPS [, STEP]], WHOLE NUMBERS FROM 1, {given}")
    counts = [int(word) for word in words]
    return name, counts[0] if counts else 1, counts[1] if len(counts) > 1 else None


def _is_count(word: str) -> bool:
    return _is_number(word) and int(word) > 0


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS
