"""Did you mean: the known word nearest to a misspelt one."""

from collections.abc import Callable, Iterable

MAX_DISTANCE = 2


def distance(a: str, b: str, limit: int = MAX_DISTANCE) -> int:
    """Damerau-Levenshtein distance (neighbours exchanged count one); limit + 1 means further.

    The variant that edits no place twice (optimal string alignment).
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
    """Known names of the program near enough to be meant, all with the digits of the word.

    LOC3 is no slip for LOC1: it is another place.
    """
    digits = _digits(word)
    return nearest(word, [name for name in known if _digits(name) == digits])


def _digits(name: str) -> str:
    return "".join(c for c in name if c.isdigit())


def nearest(
    word: str, known: Iterable[str], fits: Callable[[str], bool] = lambda name: True
) -> list[str]:
    """Known words near enough to be meant, best first; empty when nothing is near.

    Near: at most 2 edits and at most a third of the longer word. Among equals one
    that fits, then one of the same letters, then one that only lacks letters of the word or has
    some to spare (MOVS: MOVES before MOVE), then of the same first letter, then the order given.
    """
    upper = word.upper()
    if len(upper) > 64:
        return []
    scored = []
    for order, candidate in enumerate(known):
        other = candidate.upper()
        limit = min(MAX_DISTANCE, max(len(upper), len(other)) // 3)
        edits = distance(upper, other, limit)
        if edits <= limit:
            letters = sorted(upper) != sorted(other)
            replaced = edits != abs(len(upper) - len(other))
            first = upper[:1] != other[:1]
            scored.append((edits, not fits(candidate), letters, replaced, first, order, candidate))
    return [entry[-1] for entry in sorted(scored)]
