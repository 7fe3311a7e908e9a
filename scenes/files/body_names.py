"""Pairs of body names in files, in which `*` stands for any part of a name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fnmatch import fnmatchcase

from scenes.files.text.documents import Faults
from scenes.files.text.words import did_you_mean

Pairs = frozenset[tuple[str, str]]


def expanded_pairs(
    patterns: Sequence[Sequence[str]], names: Sequence[str], faults: Faults
) -> Pairs:
    """The pairs of different bodies that match the patterns under `allow`, each in order."""
    pairs: set[tuple[str, str]] = set()
    for i, pair in enumerate(patterns):
        pairs |= expanded_pair(pair, names, ("allow", i), faults)
    return frozenset(pairs)


def expanded_pair(
    pair: Sequence[str],
    names: Sequence[str],
    loc: tuple[str | int, ...],
    faults: Faults,
    doubtful: Callable[[str], bool] = lambda _: False,
) -> set[tuple[str, str]]:
    """The pairs that match one pair of patterns at `loc`, each pair in alphabetical order.

    doubtful: Whether an unknown name may be right all the same, so that it gets no fault.
    """
    first, second = (_matches(p, names, (*loc, j), faults, doubtful) for j, p in enumerate(pair))
    return {(min(a, b), max(a, b)) for a in first for b in second if a != b}


def _matches(
    pattern: str,
    names: Sequence[str],
    loc: tuple[str | int, ...],
    faults: Faults,
    doubtful: Callable[[str], bool],
) -> list[str]:
    found = [name for name in names if fnmatchcase(name, pattern)]
    if not found and not doubtful(pattern):
        faults.add(loc, f'no body is called "{pattern}"{did_you_mean(pattern, names)}')
    return found
