"""The rows of texts that were read lately, so that a text with an edit shares those it has as well.

A keystroke changes one row. The others are the same objects as before: their hashes are known, and
two texts are compared row by row without a look at the letters.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple, TypeVar

# Texts that are kept, and their letters; letters from which on a text is worth it, and those of a
# small edit.
MOST_KEPT, MOST_LETTERS, LONG, LITTLE = 12, 8_000_000, 10_000, 2_000

V = TypeVar("V")


@dataclass(eq=False)
class _Memory:
    """Texts with their rows, the last first; replaced as a whole: threads read too."""

    texts: tuple[tuple[str, tuple[str, ...]], ...] = ()


_memory = _Memory()


def forget() -> None:
    """Forgets all texts."""
    _memory.texts = ()


def rows_of(text: str) -> tuple[str, ...]:
    """The rows of a text without their ends (LF, CR LF or CR); behind the last end is one more."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if len(text) < LONG:
        return tuple(text.split("\n"))
    kept = _memory.texts
    near = nearest([old for old, _ in kept], text, LITTLE)
    if near is None:
        rows = tuple(text.split("\n"))
    else:
        rows = _again(*kept[near.at], text, near)
        if rows is kept[near.at][1]:
            return rows
        kept = newest_first(kept, near.at)
    texts = ((text, rows), *kept[: MOST_KEPT - 1])
    _memory.texts = texts[: number_within([len(each) for each, _ in texts], MOST_LETTERS)]
    return rows


def number_within(sizes: Sequence[int], most: int) -> int:
    """How many of the first ones have no more than a size together; 1 at least."""
    return max(sum(total <= most for total in accumulate(sizes)), 1)


def newest_first(kept: tuple[V, ...], at: int) -> tuple[V, ...]:
    """What is kept, with that at an index first: an edit is often taken back, and the same text
    edited elsewhere."""
    return (kept[at], *kept[:at], *kept[at + 1 :])


class Near(NamedTuple):
    """What a text shares with one that is kept. at: Its index. start, end: The number of letters or
    rows that both have at the start and at the end."""

    at: int
    start: int
    end: int


def nearest(kept: Sequence[Sequence[str]], new: Sequence[str], little: int) -> Near | None:
    """The text or rows that share most with new ones; None where none shares a quarter.

    little: The search ends where no more than this differs, in letters or rows.
    """
    best = None
    for at, old in enumerate(kept):
        if _is_alike(old, new):
            most = min(len(old), len(new))
            start = shared_at_start(old, new)
            near = Near(at, start, shared_at_end(old, new, most - start))
            if most - near.start - near.end <= little:
                return near
            if best is None or near.start + near.end > best.start + best.end:
                best = near
    return best


def _is_alike(old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether a quarter of the shorter one is the same at the start or at the end."""
    share = min(len(old), len(new)) // 4
    return old[:share] == new[:share] or old[-share:] == new[-share:]


def _again(old: str, rows: tuple[str, ...], text: str, near: Near) -> tuple[str, ...]:
    """The rows of a text; those that an older text has too are taken from there."""
    start, end = near.start, near.end
    if start == len(old) == len(text):
        return rows
    before = text.count("\n", 0, start)  # whole rows that both have at the start
    behind = text.count("\n", len(text) - end)  # and at the end
    first = text.rfind("\n", 0, start) + 1
    stop = text.find("\n", len(text) - end) if behind else len(text)
    return (*rows[:before], *text[first:stop].split("\n"), *rows[len(rows) - behind :])


def shared_at_start(old: Sequence[str], new: Sequence[str]) -> int:
    """The number of letters or rows that two texts share at the start."""
    low, high = 0, min(len(old), len(new))
    while low < high:
        middle = (low + high + 1) // 2
        same = old[low:middle] == new[low:middle]
        low, high = (middle, high) if same else (low, middle - 1)
    return low


def shared_at_end(old: Sequence[str], new: Sequence[str], most: int) -> int:
    """The number of letters or rows, at most `most`, that two texts share at the end."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        a = old[len(old) - middle : len(old) - low]
        same = a == new[len(new) - middle : len(new) - low]
        low, high = (middle, high) if same else (low, middle - 1)
    return low
