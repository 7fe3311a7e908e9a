"""Lines turned into comments and back; step numbers stay, because jumps lead to them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from language.editing.writing.indents import Start, start_of
from language.words.directives import is_directive

MARK = ";"
_NUMBER = re.compile(r"(\s*\d+:)(\s*)")


class Remark(NamedTuple):
    """How a language of a robot maker marks a line as a remark.

    mark: Its first characters. is_numbered: Whether lines of code begin with a number and a colon,
    behind which the mark stands; other lines, as those of a head, have no remarks then.
    """

    mark: str
    is_numbered: bool = False


def is_comment(line: str) -> bool:
    """Whether a line has a comment and nothing else; a header line `;!` is none."""
    return start_of(line).code.startswith(MARK) and not is_directive(line)


def toggled(lines: Sequence[str], remark: Remark | None = None) -> tuple[str, ...]:
    """The lines as comments, or as code where all of them are comments; empty lines stay.

    remark: Of the language of a robot maker; of ours if not given.
    """
    starts = [_start(line, remark) for line in lines]
    written = [start for start in starts if start.code]
    mark = MARK if remark is None else remark.mark
    if remark is None:
        are_comments = all(is_comment(line) for line in lines if start_of(line).code)
    else:
        are_comments = all(start.code.startswith(mark) for start in written)
    if written and are_comments:
        return tuple(_as_code(*each, mark) for each in zip(lines, starts, strict=True))
    common = min((len(start.indent) for start in written), default=0)
    return tuple(_as_comment(*each, mark, common) for each in zip(lines, starts, strict=True))


def _start(line: str, remark: Remark | None) -> Start:
    """A line divided into its number, indent and code, as the language numbers lines."""
    if remark is None:
        return start_of(line)
    if remark.is_numbered:
        match = _NUMBER.match(line)
        return Start(match[1], match[2], line[match.end() :]) if match else Start(line, "", "")
    code = line.lstrip()
    return Start("", line[: len(line) - len(code)], code)


def _as_comment(line: str, start: Start, mark: str, at: int) -> str:
    """The line with the mark of a comment at a column of its indent."""
    number, indent, code = start
    if not code:
        return line
    gap = " " if number and not number.endswith((" ", "\t", ":")) else ""
    return f"{number}{gap}{indent[:at]}{mark} {indent[at:]}{code}"


def _as_code(line: str, start: Start, mark: str) -> str:
    number, indent, code = start
    return number + indent + code.removeprefix(mark).removeprefix(" ") if code else line
