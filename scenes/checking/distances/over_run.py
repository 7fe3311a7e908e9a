"""How near the pairs of a run come, motion by motion, with results kept for each motion.

The module keeps the distances found and, for every other pair, a lower bound. So after an edit it
searches the changed motions, and in other motions only pairs that now could enter the list.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from geometry.poses import placed
from kinematics import invert
from scenes.checking.distances.over_motion import TOLD, Reached
from scenes.checking.distances.over_stretch import Stretch, counted
from scenes.checking.motions.run_motions import Motion, exact_situation
from scenes.checking.motions.situations import Situation, situation_of
from scenes.checking.motions.track import Pair
from scenes.world.allowed_contacts import bodies_of_pair, body_of
from scenes.world.placement import placement

# Greatest number of motions with kept results.
_MOST_KEPT = 4000
# Mm: a point this near to a body's surface lies on it.
_ON = 1e-5


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


@dataclass(frozen=True, eq=False)
class Search:
    """The search for least distances in the motions of one situation.

    limit: Distance, mm, from which on a result is not wanted: for a pair, or for all (None).
    note: Called with each motion and distance found. stop: Called now and then; True ends the
    search.
    """

    situation: Situation
    motions: Sequence[Motion]
    limit: Callable[[Pair | None], float]
    note: Callable[[Motion, Reached], None]
    stop: Callable[[], bool]
    _latest: dict[tuple[str, ...], Stretch] = field(default_factory=dict)

    def run(self, meant: Collection[Pair]) -> None:
        """Finds distances below the limit, except those of pairs that are meant to touch."""
        pairs = [pair for pair in counted(self.situation) if pair not in meant]
        motions = list({motion.key: motion for motion in self.motions}.values())
        fresh = [motion for motion in motions if not known_of(motion).asked]
        if fresh and pairs and not self.stop():
            self._all_of(fresh, pairs)
        opened: dict[Pair, list[Motion]] = {}
        for motion in motions:
            for pair in self._open(motion, frozenset(pairs)):
                opened.setdefault(pair, []).append(motion)
        for pair, own in sorted(opened.items()):
            left = [m for m in own if known_of(m).at_least(pair) < self.limit(pair) - TOLD]
            if left and not self.stop():
                self._one_of(left, pair)

    def _open(self, motion: Motion, pairs: frozenset[Pair]) -> Iterator[Pair]:
        """The pairs of a motion whose known lower bound is below the limit."""
        known = known_of(motion)
        if known.rest >= self.limit(None) - TOLD:
            pairs = (pairs - known.asked) | (pairs & known.least.keys())
        for pair in pairs:
            if known.at_least(pair) < self.limit(pair) - TOLD:
                yield pair

    def _all_of(self, motions: Sequence[Motion], pairs: Sequence[Pair]) -> None:
        """Searches all pairs of the motions together, nearest pair first.

        Pairs with holes and pairs with a part that is being cut are kept for `_one_of`.
        """
        stretch = self._stretch(motions)
        cut = frozenset[str]().union(*(motion.uncut for motion in motions))
        whole = [pair for pair in pairs if not cut.intersection(bodies_of_pair(pair))]
        plain = [pair for pair in whole if not stretch.has_holes(pair)]
        left, most = list(plain), 0.0
        while left and not self.stop():
            most = self.limit(None)
            found = stretch.nearest(left, most)
            if found is None:
                break
            left.remove(found.pair)
            self._keep(motions, stretch, found)
        for motion in motions if not self.stop() else ():
            known = known_of(motion)
            known.asked, known.rest = frozenset(plain), most

    def _one_of(self, motions: Sequence[Motion], pair: Pair) -> None:
        """Searches one pair in several motions."""
        most, stretch = self.limit(pair), self._stretch(motions)
        found = stretch.measured(pair, most)
        if found is None:
            for motion in motions:
                known_of(motion).raise_to(pair, most)
        elif self._is_there(motions[stretch.motion_at(found.place)[0]], stretch, found):
            self._keep(motions, stretch, found)
        elif len(motions) > 1:
            for motion in motions:
                self._one_of([motion], pair)
        else:
            self._of_stages(motions[0], pair)

    def _is_there(self, motion: Motion, stretch: Stretch, found: Reached) -> bool:
        """Whether the nearest points lie on the bodies as they are then, not on material cut away.

        If so, no point of the remaining bodies is nearer.
        """
        if motion.is_exact(found.pair):
            return True
        if found.points is None:
            return False
        state, cell = motion.step.state_at(stretch.track.time_at(found.place)), self.situation.cell
        solids, poses = situation_of(cell, state).solids, placement(cell, state)
        return all(
            float(solids[name].level(placed(invert(poses[body_of(name)]), point[None]))[0]) <= _ON
            for name, point in zip(found.pair, found.points, strict=True)
        )

    def _of_stages(self, motion: Motion, pair: Pair) -> None:
        """Searches one pair stage by stage in a motion that cuts one of the two bodies."""
        found, most = list[Reached](), self.limit(pair)
        for stage in motion.stages:
            exact = exact_situation(self.situation.cell, stage.step, frozenset([pair]))
            near = Stretch.of(exact, [stage.course]).measured(pair, most) if exact.pairs else None
            if near is not None:
                found.append(replace(near, place=stage.place_in_whole(near.place)))
        known = known_of(motion)
        if not found:
            known.raise_to(pair, most)
            return
        best = min(found, key=lambda near: near.distance_mm)
        known.found[pair] = replace(best, proven_mm=min(near.proven_mm for near in found))
        self.note(motion, known.found[pair])

    def _stretch(self, motions: Sequence[Motion]) -> Stretch:
        """The motions as one stretch; the latest is kept, because many pairs ask for it."""
        name = tuple(motion.key for motion in motions)
        if name not in self._latest:
            self._latest.clear()
            self._latest[name] = Stretch.of(self.situation, [motion.course for motion in motions])
        return self._latest[name]

    def _keep(self, motions: Sequence[Motion], stretch: Stretch, found: Reached) -> None:
        """Keeps a distance for its motion, and as the pair's lower bound for the other motions."""
        number, place = stretch.motion_at(found.place)
        for motion in motions:
            known_of(motion).raise_to(found.pair, found.distance_mm)
        own = replace(found, place=place)
        known_of(motions[number]).found[found.pair] = own
        self.note(motions[number], own)


def kept(motions: Sequence[Motion]) -> Iterator[tuple[Motion, Reached]]:
    """The distances already found for some motions."""
    for motion in motions:
        known = _kept.get(motion.key)
        for reached in known.found.values() if known is not None else ():
            yield motion, reached
