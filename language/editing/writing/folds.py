"""What can be folded in a program: blocks, programs of a file, and comments of several lines.

Whether a fold begins in a line is seen from that line and its neighbours alone, so that an editor
looks only at the lines in sight. The end of a fold is found by walking down.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from language.editing.writing.comments import is_comment
from language.instructions.block_words import CLOSED_BY, CLOSING, PROGRAM_END, PROGRAM_HEAD
from language.lines.line_parser import parse_line


def begins_fold(before: str | None, line: str, after: str | None) -> bool:
    """Whether a fold begins in a line. before, after: Its neighbours, None where there is none."""
    if after is None:
        return False
    if is_comment(line):
        return is_comment(after) and (before is None or not is_comment(before))
    block = parse_line(line).block
    return block in CLOSED_BY or block == PROGRAM_HEAD


def folded_lines(lines: Iterable[str]) -> int:
    """The number of lines that are hidden behind the first one when it is folded.

    lines: The line in which the fold begins, and those below it. The line that closes a block stays
    in sight. 0 where nothing would be hidden, or a block has no end.
    """
    rows = iter(lines)
    first = next(rows)
    if is_comment(first):
        hidden = 0
        for line in rows:
            if not is_comment(line):
                break
            hidden += 1
        return hidden
    return _lines_of_block(parse_line(first).block, rows)


def _lines_of_block(word: str, below: Iterable[str]) -> int:
    """The number of lines between a line that opens a block and the line that closes it."""
    depth = 1
    for hidden, line in enumerate(below):
        block = parse_line(line).block
        if word == PROGRAM_HEAD:
            depth -= block == PROGRAM_END
        elif block in (PROGRAM_HEAD, PROGRAM_END):
            return 0
        else:
            depth += (block in CLOSED_BY) - (block in CLOSING)
        if depth == 0:
            return hidden
    return 0


def all_folds(lines: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """Every fold of a text as its first and its last hidden line, from 1, the outer ones first."""
    found = []
    for index, line in enumerate(lines):
        before = lines[index - 1] if index else None
        after = lines[index + 1] if index + 1 < len(lines) else None
        if begins_fold(before, line, after):
            hidden = folded_lines(lines[index:])
            found += [(index + 2, index + 1 + hidden)] if hidden else []
    return tuple(found)
