"""Where a text is cut into parts that are kept: by the content of its lines, not by their number.

So a line that is put in or taken out moves no other cut. Three lines in a row decide: programs
repeat single lines, and one that decided alone would cut at each repetition, or never.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

# How many lines decide on a cut behind the last of them.
DECIDING = 3
# Lines that are looked at in one step, so that a reader who soon stops pays for few.
_AT_ONCE = 256


def ends_of(lines: Sequence[str], average: int, longest: int, start: int = 0) -> Iterator[int]:
    """The indices behind the last line of each part, from an index on; the last is that of all.

    average: Lines of a part where no content repeats. longest: Lines of a part at most.
    """
    for first in range(start, len(lines), _AT_ONCE):
        for end in _decided(lines, first, min(first + _AT_ONCE, len(lines)), average):
            yield from range(start + longest, end, longest)
            yield end
            start = end
    yield from range(start + longest, len(lines), longest)
    if start < len(lines):
        yield len(lines)


def _decided(lines: Sequence[str], first: int, behind: int, average: int) -> list[int]:
    """The indices behind lines, from a first one on, at which content decides on a cut."""
    above = max(first - DECIDING + 1, 0)
    known = [*[""] * (DECIDING - 1), *lines[above:behind]][first - above :]
    # In plain Python: commands that only read a text do without NumPy, which takes long to load.
    mixed = map(hash, zip(known, known[1:], known[2:], strict=False))
    return [at for at, number in enumerate(mixed, start=first + 1) if not number % average]
