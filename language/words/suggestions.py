"""Suggestions ("did you mean"): the known words nearest to a misspelt word."""

from collections.abc import Callable, Iterable
from functools import lru_cache

MAX_DISTANCE = 2
# Letters of the longest word for which a suggestion is looked for: the search takes its square.
_LONGEST = 64


def distance(a: str, b: str, limit: int = MAX_DISTANCE) -> int:
    """Damerau-Levenshtein distance, in which an exchange of neighbours is one edit.

    The variant is that which edits no place twice (optimal string alignment). A distance above the
    limit is given as limit + 1.
    """
    if abs(len(a) - len(b)) > limit:
        return limit + 1
    before: list[int] = []
    previous = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        current = [i]
        for j, y in enumerate(b, 1):
            cost = min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, before[j - 2] + 1)
            current.append(cost)
        if min(current) > limit:
            return limit + 1
        before, previous = previous, current
    return min(previous[-1], limit + 1)


def nearest_name(word: str, known: Iterable[str]) -> list[str]:
    """Names of the program near enough to be meant that have the same digits as the word.

    LOC3 is not a misspelt LOC1 but another place.
    """
    digits = _digits(word)
    return nearest(word, [name for name in known if _digits(name) == digits])


@lru_cache(maxsize=1 << 15)
def _digits(name: str) -> str:
    return "".join(c for c in name if c.isdigit())


def nearest(
    word: str, known: Iterable[str], fits: Callable[[str], bool] = lambda name: True
) -> list[str]:
    """Known words near enough to be meant, best first; empty when nothing is near.

    Near means at most 2 edits and at most a third of the longer word; at most one edit where the
    digits differ, so that CIMOVE is a misspelt C1MOVE, and REMOVE is not. Words with the same
    number of edits are sorted: first those that fit, then those with the same letters, then those
    that only add or drop letters (for MOVS: MOVES before MOVE), then those with the same first
    letter, then in the given order.
    """
    upper = word.upper()
    if len(upper) > _LONGEST:
        return []
    scored = []
    for order, candidate in enumerate(known):
        other = candidate.upper()
        limit = min(MAX_DISTANCE, max(len(upper), len(other)) // 3)
        if _digits(upper) != _digits(other):
            limit = min(limit, 1)
        edits = distance(upper, other, limit)
        if edits <= limit:
            letters = sorted(upper) != sorted(other)
            replaced = edits != abs(len(upper) - len(other))
            first = upper[:1] != other[:1]
            scored.append((edits, not fits(candidate), letters, replaced, first, order, candidate))
    return [entry[-1] for entry in sorted(scored)]


def nearest_or_alike(word: str, known: Iterable[str]) -> list[str]:
    """Known words that are near, or else those that begin as the word does, best first.

    Words begin alike that share three letters or more, and at least three quarters of the shorter
    of the two: puma and puma560. They are fit to be named in a message, not to replace the word.
    """
    names, upper = list(known), word.upper()
    shared = {name: _same_at_first(upper, name.upper()) for name in names}
    alike = [n for n in names if shared[n] >= max(3, 0.75 * min(len(n), len(upper)))]
    return nearest(word, names) or sorted(alike, key=lambda name: (-shared[name], len(name)))


def _same_at_first(a: str, b: str) -> int:
    """The number of letters with which both words begin."""
    pairs = enumerate(zip(a, b, strict=False))
    return next((i for i, (x, y) in pairs if x != y), min(len(a), len(b)))
