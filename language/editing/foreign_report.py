"""Report of V+, AS and VAL II programs: the lines that are not supported, and why."""

from typing import NamedTuple

from language.programs.parser import parse
from language.words.diagnostics import text_lines


class Unsupported(NamedTuple):
    """A line that is not supported, and why."""

    line: int
    source: str
    why: str


def unsupported(text: str) -> tuple[Unsupported, ...]:
    """The lines of a foreign program that are not supported, in order."""
    lines = text_lines(text)
    faulty = {d.line: d.message for d in reversed(parse(text).errors)}
    found = []
    for number in sorted(faulty):
        found.append(Unsupported(number, lines[number - 1].strip(), faulty[number]))
    return tuple(found)


def foreign_lines(text: str) -> list[str]:
    """`unsupported` as lines to print; empty if all lines are supported."""
    return [f"LINE {u.line}: {u.source}: {u.why}" for u in unsupported(text)]
