"""What stands behind a monitor command, read; what is printed of a place, in its words."""

from __future__ import annotations

from typing import Any, NamedTuple

from app.programs.breakpoints import WordsError
from language.programs.program import Statement
from language.words.suggestions import nearest

NO_RUN = "NO PROGRAM IS RUNNING: EXECUTE, OR STEP"


# A number of so many digits is none that a line, a loop or a step may have.
MOST_DIGITS = 9


class Rounds(NamedTuple):
    """What EXECUTE has still to do: so many runs of a program, from a step."""

    left: int = 0
    program: str = ""
    step: int | None = None


class Asked(NamedTuple):
    """A PROMPT done by hand, and what it asks."""

    statement: str
    question: str


def command_and_rest(line: str) -> tuple[str, str]:
    """The first word of a line in capitals, and what stands behind it, blanks and tabs apart."""
    word, rest, *_ = [*line.split(None, 1), "", ""]
    return word.upper(), rest.strip()


def loud(text: str) -> str:
    """A sentence as the teletype prints it, in capitals where it has letters for that alone."""
    return text.upper() if text.isascii() else text


def place_of(statement: Statement) -> str:
    """`STEP 70`, or `LINE 7` where the statement bears no number."""
    return f"LINE {statement.line}" if statement.step is None else f"STEP {statement.step}"


def count_in(rest: str) -> int:
    """How many statements; one where nothing is said. Raises WordsError."""
    if rest and not _is_count(rest):
        raise WordsError(f"TAKES A WHOLE NUMBER FROM 1, NOT {rest}")
    return int(rest or 1)


def numbers_in(rest: str) -> list[int]:
    """Numbers of lines, by blanks or commas. Raises WordsError."""
    words = rest.replace(",", " ").split()
    wrong = next((word for word in words if not _is_number(word)), None)
    if wrong is not None:
        raise WordsError(f"TAKES THE NUMBERS OF LINES, NOT {wrong}")
    return [int(word) for word in words]


def chosen(known: dict[str, Any], rest: str, kind: str) -> dict[str, Any]:
    """Those of the names that are asked for; all where none is."""
    wanted = rest.upper().replace(",", " ").split()
    for name in wanted:
        if name not in known:
            near = nearest(name, known)
            raise WordsError(
                f"THERE IS NO {kind} {name}" + (f"; DID YOU MEAN {near[0]}?" if near else "")
            )
    return {name: known[name] for name in wanted or known}


def name_and_counts(rest: str) -> tuple[str, int, int | None]:
    """`PICK, 3, 50` or `3`: the program ("" for the first), how often, the step to begin at."""
    words = rest.replace(",", " ").split()
    name = words.pop(0).upper() if words and words[0][0].isalpha() else ""
    wrong = next((word for word in words if not _is_count(word)), None)
    if wrong is not None or len(words) > 2:
        told = f"NOT {wrong}" if wrong is not None else f"NOT {len(words)} NUMBERS"
        raise WordsError(f"TAKES [PROGRAM] [, LOOPS [, STEP]], WHOLE NUMBERS FROM 1, {told}")
    counts = [int(word) for word in words]
    return name, counts[0] if counts else 1, counts[1] if len(counts) > 1 else None


def _is_count(word: str) -> bool:
    return _is_number(word) and int(word) > 0


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS
