"""V+, AS and VAL II programs: what of them is not supported, named line by line."""

import re
from typing import NamedTuple

from language.diagnostics import text_lines
from language.parser import parse

_TEXT_NAME = re.compile(r"(?<![A-Za-z0-9_.])\$[A-Za-z]")


class Unsupported(NamedTuple):
    """A line that means nothing here, and why."""

    line: int
    source: str
    why: str


def unsupported(text: str) -> tuple[Unsupported, ...]:
    """The lines of a program in another dialect that are not understood, in order."""
    lines = text_lines(text)
    faulty = {d.line: d.message for d in reversed(parse(text).errors)}
    found = []
    for number in sorted(faulty):
        source = lines[number - 1].strip()
        of_text = "variables that hold texts are not supported"
        why = of_text if _TEXT_NAME.search(source) else faulty[number]
        found.append(Unsupported(number, source, why))
    return tuple(found)


def foreign_lines(text: str) -> list[str]:
    """The same as lines to print; empty for a program that is all understood."""
    return [f"LINE {u.line}: {u.source}: {u.why}" for u in unsupported(text)]
