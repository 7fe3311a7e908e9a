"""How near the pairs of a run come, motion by motion, with results kept for each motion.

A search is for distances below a limit. First all pairs are ruled out that keep the limit by their
bounds; pairs that are left are searched together, nearest first, and pairs with holes one by one.
For each motion the distances found are kept and, for every other pair, a lower bound. So after an
edit only the changed motions are searched, and in other motions only pairs that now could be asked.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from geometry.poses import placed
from kinematics import invert
from scenes.checking.distances.known_distances import known_of
from scenes.checking.distances.over_motion import TOLD, Reached
from scenes.checking.distances.over_stretch import Stretch, counted
from scenes.checking.motions.run_motions import Motion, exact_situation
from scenes.checking.motions.situations import Situation, situation_of
from scenes.checking.motions.track import Pair
from scenes.world.allowed_contacts import bodies_of_pair, body_of
from scenes.world.frozen import Array
from scenes.world.placement import placement

# Greatest number of pieces searched together, except those of one motion: they need memory.
_PIECES_AT_ONCE = 1000
# Mm: a point this near to a body's surface lies on it.
_ON = 1e-5


@dataclass(frozen=True, eq=False)
class Seed:
    """A pair that is near at a moment of a motion: how near, mm, and the batch of the motion."""

    distance_mm: float
    pair: Pair
    search: Search
    motions: Sequence[Motion]

    def grow(self) -> None:
        """Finds the least distance of the pair over the batch."""
        self.search.measure(self.motions, self.pair)

    @property
    def rank(self) -> tuple[int, float]:
        """Seeds are sorted by it: by distance and, of equal distances up to rounding, by time."""
        return round(self.distance_mm / TOLD), self.motions[0].step.start_time


@dataclass(frozen=True, eq=False)
class Search:
    """The search for least distances in the motions of one situation.

    limit: Distance, mm, from which on a result is not wanted: for a pair, or for all (None).
    note: Called with each motion and distance found. stop: Called now and then; True ends the
    search. meant: Pairs that are meant to touch: they are left out.
    """

    situation: Situation
    motions: Sequence[Motion]
    limit: Callable[[Pair | None], float]
    note: Callable[[Motion, Reached], None]
    stop: Callable[[], bool]
    meant: Collection[Pair] = ()
    _stretches: dict[tuple[str, ...], Stretch] = field(default_factory=dict)

    def run(self) -> None:
        """Finds all distances below the limit."""
        motions = self._different
        wanted = self._wanted(motions)
        row_of = {motion: row for row, motion in enumerate(motions)}
        for batch in _batches([motion for motion in motions if wanted[row_of[motion]].any()]):
            if not self.stop():
                self._look(batch, wanted[[row_of[motion] for motion in batch]])
            self._stretches.pop(_names(batch), None)  # a stretch needs a hundred times its motions
        self._stretches.clear()

    def seeds(self, count: int) -> list[Seed]:
        """The nearest pairs at single moments of motions that were not searched before.

        Only pairs that are searched together: their distances are the first limits of a search.
        """
        found = list[Seed]()
        fresh = [motion for motion in self._different if not known_of(motion).asked]
        for motions in _batches(fresh) if self._pairs else ():
            if not self.stop():
                stretch = self._stretch(motions)
                near = stretch.nearest_at_ends(_plain(motions, stretch, self._pairs), count)
                found += [Seed(distance, pair, self, motions) for pair, distance in near.items()]
        return found

    def measure(self, motions: Sequence[Motion], pair: Pair) -> None:
        """Finds the least distance of one pair over some motions, if it is not known."""
        own = [m for m in motions if known_of(m).at_least(pair) < self.limit(pair) - TOLD]
        if own and not self.stop():
            self._one_of(own, pair)

    @property
    def _pairs(self) -> tuple[Pair, ...]:
        return self._asking.pairs

    @property
    def _asked(self) -> frozenset[Pair]:
        return self._asking.asked

    @property
    def _columns(self) -> dict[Pair, int]:
        return self._asking.columns

    @cached_property
    def _asking(self) -> _Asking:
        return _asking(self.situation, frozenset(self.meant))

    @cached_property
    def _different(self) -> tuple[Motion, ...]:
        """The motions, each once."""
        return tuple({motion.key: motion for motion in self.motions}.values())

    def _wanted(self, motions: Sequence[Motion]) -> NDArray[np.bool_]:
        """Whether the known lower bound of a motion and a pair is below the limit, (m, p)."""
        wanted = np.zeros((len(motions), len(self._pairs)), dtype=bool)
        columns, asked, most = self._columns, self._asked, self.limit(None) - TOLD
        for row, motion in enumerate(motions):
            known = known_of(motion)
            pairs: Collection[Pair] = self._pairs
            if known.asked == asked and known.rest >= most:
                # No pair has a limit above `most`, so that only these can be below theirs.
                pairs = [pair for pair, bound in known.least.items() if bound < most]
            elif not (known.found or known.least):
                wanted[row] = known.rest < self._limits()
                continue
            for pair in pairs:
                column = columns.get(pair)
                if column is not None:
                    wanted[row, column] = known.at_least(pair) < self.limit(pair) - TOLD
        return wanted

    def _limits(self) -> Array:
        """Proven distance of each pair from which on it needs no search, (p,), mm."""
        return np.array([self.limit(pair) for pair in self._pairs]) - TOLD

    def _look(self, motions: Sequence[Motion], wanted: NDArray[np.bool_]) -> None:
        """Finds the distances below the limit where `wanted`, (m, p), says so."""
        stretch, limits = self._stretch(motions), self._limits()
        owners = stretch.owners
        bounds = stretch.bounds_below(self._pairs, limits, wanted[owners])
        self._note_bounds(motions, wanted, stretch.over_motions(bounds))
        is_near = bounds < limits
        near = {
            pair: _Near(float(bounds[:, i].min()), is_near[:, i])
            for pair, i in self._columns.items()
            if is_near[:, i].any()
        }
        plain = _plain(motions, stretch, near)
        self._joint(motions, stretch, {pair: near[pair] for pair in plain})
        for pair in sorted(near.keys() - set(plain), key=lambda pair: near[pair].proven_mm):
            if not self.stop() and near[pair].proven_mm < self.limit(pair) - TOLD:
                self._one_of(motions, pair, near[pair].is_there)

    def _note_bounds(
        self, motions: Sequence[Motion], wanted: NDArray[np.bool_], bounds: Array
    ) -> None:
        """Keeps lower bounds of motions and pairs, (m, p), mm, where they were wanted."""
        most = self.limit(None) - TOLD
        for motion, own, found in zip(motions, wanted, bounds, strict=True):
            known, is_rest = known_of(motion), own & (found >= most)
            named = {self._pairs[i]: float(found[i]) for i in np.flatnonzero(own & ~is_rest)}
            # Pairs that were not looked at now, but belong to the rest that is known so far.
            for i in np.flatnonzero(~own) if known.asked else ():
                named[self._pairs[i]] = 0.0
            for pair in named.keys() - known.found.keys():
                known.raise_to(pair, named[pair])
            known.rest = float(found[is_rest].min(initial=np.inf))
            known.asked = self._asked

    def _joint(self, motions: Sequence[Motion], stretch: Stretch, near: dict[Pair, _Near]) -> None:
        """Searches pairs without holes together, nearest pair first."""
        left = near
        while not self.stop():
            most = self.limit(None)
            left = {p: own for p, own in left.items() if own.proven_mm < most - TOLD}
            if not left:
                return
            is_there = np.any([own.is_there for own in left.values()], axis=0)
            found = stretch.nearest(list(left), most, is_there)
            if found is None:
                for pair, own in left.items():
                    _raise(motions, stretch, pair, own.is_there, most)
                return
            self._keep(motions, stretch, found, left.pop(found.pair).is_there, most)

    def _one_of(
        self, motions: Sequence[Motion], pair: Pair, is_there: NDArray[np.bool_] | None = None
    ) -> None:
        """Searches one pair in several motions. is_there: Chunks (c,) in which it may be near."""
        most, stretch = self.limit(pair), self._stretch(motions)
        chosen = np.ones(len(stretch.chunks), dtype=bool) if is_there is None else is_there
        found = stretch.measured(pair, most, chosen)
        if found is None:
            _raise(motions, stretch, pair, chosen, most)
        elif self._is_there(motions[stretch.motion_at(found.place)[0]], stretch, found):
            self._keep(motions, stretch, found, chosen, most)
        elif len(motions) > 1:
            for motion in _near_motions(motions, stretch, chosen):
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
        """The motions as one stretch; kept for the search of a batch: many pairs ask for it."""
        name = _names(motions)
        if name not in self._stretches:
            courses = [motion.course for motion in motions]
            self._stretches[name] = Stretch.of(self.situation, courses)
        return self._stretches[name]

    def _keep(
        self,
        motions: Sequence[Motion],
        stretch: Stretch,
        found: Reached,
        is_there: NDArray[np.bool_],
        most: float,
    ) -> None:
        """Keeps a distance for its motion, and as the pair's lower bound for the other motions."""
        number, place = stretch.motion_at(found.place)
        _raise(motions, stretch, found.pair, is_there, min(found.distance_mm, most))
        own = replace(found, place=place)
        known_of(motions[number]).found[found.pair] = own
        self.note(motions[number], own)


@dataclass(frozen=True, eq=False)
class _Near:
    """A pair that may be below its limit: its lower bound, mm, and in which chunks, (c,)."""

    proven_mm: float
    is_there: NDArray[np.bool_]


def _names(motions: Iterable[Motion]) -> tuple[str, ...]:
    return tuple(motion.key for motion in motions)


def _batches(motions: Iterable[Motion]) -> Iterator[list[Motion]]:
    """The motions in batches that need little memory."""
    batch, count = list[Motion](), 0
    for motion in motions:
        batch.append(motion)
        count += len(motion.course.pieces)
        if count >= _PIECES_AT_ONCE:
            yield batch
            batch, count = [], 0
    if batch:
        yield batch


@dataclass(frozen=True, eq=False)
class _Asking:
    """The pairs that a search asks for: in order, as a set, and with the column of each."""

    pairs: tuple[Pair, ...]
    asked: frozenset[Pair]
    columns: dict[Pair, int]


_of_situation: WeakKeyDictionary[Situation, dict[frozenset[Pair], _Asking]] = WeakKeyDictionary()


def _asking(situation: Situation, meant: frozenset[Pair]) -> _Asking:
    """The pairs of a situation whose distances count, without those that are meant to touch."""
    known = _of_situation.setdefault(situation, {})
    if meant not in known:
        pairs = tuple(pair for pair in counted(situation) if pair not in meant)
        columns = {pair: column for column, pair in enumerate(pairs)}
        known[meant] = _Asking(pairs, _set_of(pairs), columns)
    return known[meant]


@lru_cache(maxsize=64)
def _set_of(pairs: tuple[Pair, ...]) -> frozenset[Pair]:
    """The pairs as a set, one value for all motions: sets are quickly compared with themselves."""
    return frozenset(pairs)


def _plain(motions: Sequence[Motion], stretch: Stretch, pairs: Iterable[Pair]) -> list[Pair]:
    """The pairs that can be searched together with others: no hole, and nothing is being cut."""
    cut = frozenset[str]().union(*(motion.uncut for motion in motions))
    return [
        pair
        for pair in pairs
        if not (stretch.has_holes(pair) or (cut and cut.intersection(bodies_of_pair(pair))))
    ]


def _near_motions(
    motions: Sequence[Motion], stretch: Stretch, is_there: NDArray[np.bool_]
) -> list[Motion]:
    """The motions of the chosen chunks, (c,)."""
    return [motions[i] for i in np.unique(stretch.owners[is_there])]


def _raise(
    motions: Sequence[Motion],
    stretch: Stretch,
    pair: Pair,
    is_there: NDArray[np.bool_],
    distance: float,
) -> None:
    """Raises the known bound of a pair, mm, in the motions of the chosen chunks, (c,)."""
    for motion in _near_motions(motions, stretch, is_there):
        known_of(motion).raise_to(pair, distance)
