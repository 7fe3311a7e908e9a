"""The lines and chunks of texts that were read lately, so that only what changed is read again.

A keystroke changes one line. The lines and chunks before it stay, and those behind the first cut
that the old text has too, and behind which no cut depends on the changed line.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from language.lines.cuts import DECIDING
from language.programs.chunks import Chunk, cut, read_chunk
from language.words.diagnostics import text_lines

# Texts that are kept, and letters from which on a text is worth it.
MOST_KEPT, LONG = 6, 10_000


@dataclass(eq=False)
class Reading:
    """A text that was read: its lines, its chunks, and the index of the line behind each chunk.

    lines_read: Number of lines that had to be looked at for it.
    """

    text: str
    lines: list[str]
    chunks: list[Chunk]
    ends: list[int]
    lines_read: int = 0


@dataclass(eq=False)
class _Memory:
    """The texts that were read lately, the last first; replaced as a whole: threads read too."""

    readings: tuple[Reading, ...] = ()


_memory = _Memory()


def read(text: str) -> Reading:
    """The lines of a text, and its chunks: those of `cut`."""
    if len(text) < LONG or "\r" in text:
        return _anew(text)
    kept = _memory.readings
    old = next((each for each in kept if _is_alike(each.text, text)), None)
    reading = _anew(text) if old is None else _again(old, text)
    others = tuple(each for each in kept if each is not old)
    _memory.readings = (reading, *others[: MOST_KEPT - 1])
    return reading


def forget() -> None:
    """Forgets all texts."""
    _memory.readings = ()


def _is_alike(old: str, new: str) -> bool:
    """Whether a good part of a text may be kept: a quarter of it is the same at start or end."""
    share = min(len(old), len(new)) // 4
    return old[:share] == new[:share] or old[-share:] == new[-share:]


def _anew(text: str) -> Reading:
    lines = text_lines(text)
    chunks = [read_chunk(part) for part in cut(lines)]
    return Reading(text, lines, chunks, _ends(chunks), len(lines))


def _ends(chunks: Sequence[Chunk]) -> list[int]:
    return list(accumulate(chunk.size for chunk in chunks))


def _again(old: Reading, text: str) -> Reading:
    """The reading of a text; lines and chunks that an older text has too are taken from there."""
    start = _shared_at_start(old.text, text)
    end = _shared_at_end(old.text, text, min(len(old.text), len(text)) - start)
    before = text.count("\n", 0, start)  # whole lines that both have at the start
    behind = text.count("\n", len(text) - end)  # and at the end
    first = text.rfind("\n", 0, start) + 1
    stop = text.find("\n", len(text) - end) if behind else len(text)
    middle = text[first:stop].split("\n")
    lines = [*old.lines[:before], *middle, *old.lines[len(old.lines) - behind :]]
    chunks, count = _chunks_again(old, lines, before, len(lines) - behind)
    return Reading(text, lines, chunks, _ends(chunks), count)


def _chunks_again(
    old: Reading, lines: list[str], same: int, behind: int
) -> tuple[list[Chunk], int]:
    """The chunks of changed lines, and the number of lines that were put to chunks anew.

    same: Number of lines at the start that are those of the old text. behind: Index from which on
    they are those at its end.
    """
    # The end of the old text cut its last chunk, perhaps too early for the new text.
    kept = bisect_right(old.ends, min(same, len(old.lines) - 1))
    start = old.ends[kept - 1] if kept else 0
    chunks, shift, count = old.chunks[:kept], len(lines) - len(old.lines), 0
    for part in cut(lines, start):
        chunks.append(read_chunk(part))
        start, count = start + len(part), count + len(part)
        if start - behind >= DECIDING - 1:  # a cut depends on lines before it, too
            at = bisect_left(old.ends, start - shift)
            if at < len(old.ends) and old.ends[at] == start - shift:
                return chunks + old.chunks[at + 1 :], count
    return chunks, count


def _shared_at_start(old: str, new: str) -> int:
    """The number of letters that two texts share at the start."""
    low, high = 0, min(len(old), len(new))
    while low < high:
        middle = (low + high + 1) // 2
        same = old[low:middle] == new[low:middle]
        low, high = (middle, high) if same else (low, middle - 1)
    return low


def _shared_at_end(old: str, new: str, most: int) -> int:
    """The number of letters, at most `most`, that two texts share at the end."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        a = old[len(old) - middle : len(old) - low]
        same = a == new[len(new) - middle : len(new) - low]
        low, high = (middle, high) if same else (low, middle - 1)
    return low
