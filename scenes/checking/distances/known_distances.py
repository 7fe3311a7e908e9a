"""The distances that are known of each motion, kept by content: an edit searches its motions."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from scenes.checking.distances.over_motion import Reached
from scenes.checking.motions.run_motions import Motion
from scenes.checking.motions.track import Pair

# Greatest number of motions with kept results.
_MOST_KEPT = 4000


@dataclass(eq=False)
class Known:
    """The known distances of one motion.

    found: The least distance of some pairs; its place counts from the start of the motion. least:
    Lower bounds for other pairs, mm, within the accuracy of a search. asked: All pairs that were
    searched. rest: Lower bound for pairs of `asked` that `found` and `least` do not name, mm.
    """

    found: dict[Pair, Reached] = field(default_factory=dict)
    least: dict[Pair, float] = field(default_factory=dict)
    asked: frozenset[Pair] = frozenset()
    rest: float = 0.0

    def at_least(self, pair: Pair) -> float:
        """Known lower bound of a pair, mm; infinite where its distance is found."""
        if pair in self.found:
            return np.inf
        return self.least.get(pair, self.rest if pair in self.asked else 0.0)

    def raise_to(self, pair: Pair, distance: float) -> None:
        """Raises the lower bound of a pair to a distance, mm."""
        self.least[pair] = max(self.at_least(pair), distance)


_kept: OrderedDict[str, Known] = OrderedDict()


def forget() -> None:
    """Forgets all kept results, so that a benchmark measures the whole work."""
    _kept.clear()


def known_of(motion: Motion) -> Known:
    """The known distances of a motion, to be added to."""
    known = _kept.setdefault(motion.key, Known())
    _kept.move_to_end(motion.key)
    while len(_kept) > _MOST_KEPT:
        _kept.popitem(last=False)
    return known


def kept(motions: Sequence[Motion]) -> Iterator[tuple[Motion, Reached]]:
    """The distances already found for some motions."""
    for motion in motions:
        known = _kept.get(motion.key)
        for reached in known.found.values() if known is not None else ():
            yield motion, reached
