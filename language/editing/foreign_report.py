"""V+, AS and VAL II programs: what of them is not supported, named line by line."""

from typing import NamedTuple

from language.programs.parser import parse
from language.words.diagnostics import text_lines


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
        found.append(Unsupported(number, lines[number - 1].strip(), faulty[number]))
    return tuple(found)


def foreign_lines(text: str) -> list[str]:
    """The same as lines to print; empty for a program that is all understood."""
    return [f"LINE {u.line}: {u.source}: {u.why}" for u in unsupported(text)]
