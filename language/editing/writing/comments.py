"""Lines turned into comments and back; step numbers stay, because jumps lead to them."""

from __future__ import annotations

from collections.abc import Sequence

from language.editing.writing.indents import start_of
from language.words.directives import is_directive

MARK = ";"


def is_comment(line: str) -> bool:
    """Whether a line has a comment and nothing else; a header line `;!` is none."""
    return start_of(line).code.startswith(MARK) and not is_directive(line)


def toggled(lines: Sequence[str]) -> tuple[str, ...]:
    """The lines as comments, or as code where all of them are comments; empty lines stay."""
    written = [line for line in lines if start_of(line).code]
    if written and all(is_comment(line) for line in written):
        return tuple(_as_code(line) for line in lines)
    common = min((len(start_of(line).indent) for line in written), default=0)
    return tuple(_as_comment(line, common) for line in lines)


def _as_comment(line: str, at: int) -> str:
    """The line with the mark of a comment at a column of its indent."""
    number, indent, code = start_of(line)
    if not code:
        return line
    gap = " " if number and not number.endswith((" ", "\t")) else ""
    return f"{number}{gap}{indent[:at]}{MARK} {indent[at:]}{code}"


def _as_code(line: str) -> str:
    number, indent, code = start_of(line)
    return number + indent + code.removeprefix(MARK).removeprefix(" ")
