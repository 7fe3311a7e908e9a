"""The rows of texts that were read lately, so that a text with an edit shares those it has as well.

A keystroke changes one row. The others are the same objects as before: their hashes are known, and
two texts are compared row by row without a look at the letters.
"""

from typing import NamedTuple

from language.rows.late_texts import LateTexts, Near
from language.rows.line_ends import with_lf

# Letters that are kept, those from which on a text is worth it, and those of a small edit.
MOST_LETTERS, LONG, LITTLE = 8_000_000, 10_000, 2_000


class _Parted(NamedTuple):
    text: str
    rows: tuple[str, ...]


_late = LateTexts[_Parted](lambda parted: parted.text, MOST_LETTERS, LITTLE)


def forget() -> None:
    """Forgets all texts."""
    _late.forget()


def rows_of(text: str) -> tuple[str, ...]:
    """The rows of a text without their ends (LF, CR LF or CR); behind the last end is one more."""
    text = with_lf(text)
    if len(text) < LONG:
        return tuple(text.split("\n"))
    near = _late.nearest(text)
    if near is not None and near.start == len(near.value.text) == len(text):
        return near.value.rows
    rows = tuple(text.split("\n")) if near is None else _again(near, text)
    _late.keep(_Parted(text, rows), near)
    return rows


def _again(near: Near[_Parted], text: str) -> tuple[str, ...]:
    """The rows of a text; those that an older text has too are taken from there."""
    rows = near.value.rows
    before = text.count("\n", 0, near.start)  # whole rows that both have at the start
    behind = text.count("\n", len(text) - near.end)  # and at the end
    first = text.rfind("\n", 0, near.start) + 1
    stop = text.find("\n", len(text) - near.end) if behind else len(text)
    return (*rows[:before], *text[first:stop].split("\n"), *rows[len(rows) - behind :])
