"""Pairs of body names as files write them, with `*` for any part of a name."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase

from scenes.documents import Faults
from scenes.validation import did_you_mean

Pairs = frozenset[tuple[str, str]]


def expanded_pairs(
    patterns: Sequence[Sequence[str]], names: Sequence[str], faults: Faults
) -> Pairs:
    """The pairs of different bodies that the patterns under `allow` mean, each in order."""
    pairs: set[tuple[str, str]] = set()
    for i, pair in enumerate(patterns):
        first, second = (_matches(p, names, i, j, faults) for j, p in enumerate(pair))
        pairs |= {(min(a, b), max(a, b)) for a in first for b in second if a != b}
    return frozenset(pairs)


def _matches(pattern: str, names: Sequence[str], i: int, j: int, faults: Faults) -> list[str]:
    found = [name for name in names if fnmatchcase(name, pattern)]
    if not found:
        near = did_you_mean(pattern, names)
        faults.add(("allow", i, j), f'no body is called "{pattern}"{near}')
    return found
