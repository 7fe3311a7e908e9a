"""Where a run can stop: in lines with a statement, not in empty ones and comments."""

from __future__ import annotations

from collections.abc import Sequence

from language.lines.line_parser import parse_line


def has_statement(line: str) -> bool:
    """Whether a line has more than blanks, a step number, a comment or a remark."""
    return parse_line(line).has_code


def stop_line(lines: Sequence[str], line: int) -> int | None:
    """The first line with a statement from a line on, both from 1; None where none follows."""
    following = range(max(line, 1), len(lines) + 1)
    return next((each for each in following if has_statement(lines[each - 1])), None)
