"""How near the bodies of a run come to each other, pair by pair, with warnings below a margin.

Distances count between bodies that the arm moves and bodies that stand. Pairs that are meant to
touch do not count: links of the arm among themselves, fingers and the parts that they grip in the
run, and a part and the body that it rests on where the hand takes or releases it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from geometry import pack_bodies, pair_clearance
from geometry.contact.open_surfaces import has_open
from geometry.separation.batches import APART, gap_rows
from scenes.checking.distances.known_distances import kept
from scenes.checking.distances.over_motion import TOLD, Nearest, Reached, accuracy
from scenes.checking.distances.over_run import Search, Seed
from scenes.checking.motions.run_motions import Motion, situations
from scenes.checking.motions.track import Pair
from scenes.runs.run import Run
from scenes.runs.step import WARNING, Problem
from scenes.world.allowed_contacts import bodies_of_pair
from scenes.world.cell import Cell
from scenes.world.frozen import Frozen
from scenes.world.kept_on_cell import kept_on_cell
from scenes.world.placement import bodies_in, bodies_of, placements
from scenes.world.state import CellState

# Mm: bodies this near when a part is taken or released rest on each other.
RESTS = 0.01
# Number of pairs in the full list of a report; greatest number with a warning for the margin.
MOST_LISTED, _MOST_WARNED = 5, 20


@dataclass(frozen=True, eq=False)
class Clearances(Frozen):
    """The nearest pairs of a run, the nearest first.

    listed: Number of pairs that are listed though they keep the margin of the cell, as far as there
    are so many.
    """

    nearest: tuple[Nearest, ...] = ()
    listed: int = 0

    @property
    def least(self) -> Nearest | None:
        """The nearest pair of the run; None where no pair counts."""
        return self.nearest[0] if self.nearest else None

    def below(self, margin: float) -> tuple[Nearest, ...]:
        """The pairs that come nearer than a margin, mm."""
        return tuple(near for near in self.nearest if near.is_below(margin))


def clearances(
    run: Run, stop: Callable[[], bool] = lambda: False, *, listed: int = MOST_LISTED
) -> Clearances:
    """The nearest pairs over all motions of a run, and those below the margin of the cell.

    listed: Number of pairs that are listed whatever their distance: the fewer, the less is
    searched; pairs below the margin are always listed. stop: Called now and then; if it returns
    True the list holds the pairs found so far.
    """
    known = bodies_of(run.cell, run.end_state.parts)
    is_open = frozenset(name for name, body in known.items() if has_open(body.solid))
    work = _Listing(run.cell.margin, listed, is_open)
    meant = frozenset(meant_to_touch(run))
    searches = [
        Search(situation, motions, work.limit_of, work.note, stop, meant)
        for situation, motions in situations(run)
    ]
    for search in searches:
        for motion, reached in kept(search.motions):
            if reached.pair not in meant:
                work.note(motion, reached)
    if not np.isfinite(work.limit):
        _plant(searches, listed)
    for search in searches:
        search.run()
    return Clearances(tuple(work.nearest()), listed)


def _plant(searches: Sequence[Search], count: int) -> None:
    """Finds the distances of a few pairs that are near: they limit the search for all others."""
    nearest: dict[Pair, Seed] = {}
    for search in searches:
        for seed in search.seeds(count):
            known = nearest.get(seed.pair, seed)
            nearest[seed.pair] = min(seed, known, key=lambda each: each.rank)
    for seed in sorted(nearest.values(), key=lambda each: each.rank)[:count]:
        seed.grow()


class _Listing:
    """The least distance of each pair so far, and the distance below which a pair is listed."""

    def __init__(self, margin: float, listed: int, is_open: frozenset[str]) -> None:
        self.margin, self.listed, self.is_open = margin, listed, is_open
        self._limit: float | None = None
        self.by_pair: dict[Pair, _Least] = {}

    def nearest(self) -> list[Nearest]:
        """The pairs of the list, the nearest first."""
        found = sorted(self.by_pair.values(), key=lambda least: least.distance_mm)
        return [
            self._named(least)
            for i, least in enumerate(found[:_MOST_WARNED])
            if i < self.listed or least.distance_mm < self.margin
        ]

    def _named(self, least: _Least) -> Nearest:
        """The distance with time and line, and the names of bodies that stand for their hulls."""
        near = _nearest(least.motion, least.reached)
        hulls = tuple(name for name in (near.body_a, near.body_b) if name in self.is_open)
        return replace(near, of_hull=hulls, proven_mm=least.proven_mm)

    @property
    def limit(self) -> float:
        """Distance from which on a pair is not listed, mm."""
        if self._limit is None:
            self._limit = self._least_unlisted()
        return self._limit

    def _least_unlisted(self) -> float:
        found = sorted(near.distance_mm for near in self.by_pair.values())
        if len(found) < self.listed:
            return np.inf
        last = found[_MOST_WARNED - 1] if len(found) >= _MOST_WARNED else self.margin
        own = found[self.listed - 1] if self.listed else 0.0
        return max(own, min(last, self.margin))

    def limit_of(self, pair: Pair | None) -> float:
        """Distance from which on a result changes nothing, mm: for one pair, or for any (None)."""
        known = None if pair is None else self.by_pair.get(pair)
        return self.limit if known is None else min(self.limit, known.distance_mm)

    def note(self, motion: Motion, reached: Reached) -> None:
        """Keeps a distance if it is the least of its pair so far."""
        self._limit = None
        least, known = _Least(motion, reached, _proven(reached)), self.by_pair.get(reached.pair)
        if known is not None:
            first = known if known.comes_before(least) else least
            least = first._replace(proven_mm=min(least.proven_mm, known.proven_mm))
        self.by_pair[reached.pair] = least


class _Least(NamedTuple):
    """The least distance of a pair so far: its motion, and its proven lower bound, mm."""

    motion: Motion
    reached: Reached
    proven_mm: float

    @property
    def distance_mm(self) -> float:
        return self.reached.distance_mm

    def comes_before(self, other: _Least) -> bool:
        """Whether this distance is less; among equal ones, up to rounding, the earliest counts."""
        ranks = [round(each.distance_mm / TOLD) for each in (self, other)]
        if ranks[0] != ranks[1]:
            return ranks[0] < ranks[1]
        starts = [each.motion.step.start_time for each in (self, other)]
        if starts[0] != starts[1]:
            return starts[0] < starts[1]
        times = [each.motion.time_at(each.reached.place) for each in (self, other)]
        return times[0] <= times[1]


def _proven(found: Reached) -> float:
    """The proven lower bound of a distance, mm.

    The search of other motions leaves out distances that are less by no more than the accuracy.
    """
    return max(min(found.proven_mm, found.distance_mm - accuracy(found.distance_mm)), 0.0)


def _nearest(motion: Motion, found: Reached) -> Nearest:
    """The distance with time and line of the run."""
    return Nearest(
        found.distance_mm,
        _proven(found),
        *bodies_of_pair(found.pair),
        motion.time_at(found.place),
        motion.step.line,
        found.points,
        motion.step.file,
    )


def meant_to_touch(run: Run) -> set[Pair]:
    """Pairs of a finger or cup and a gripped part, and of such a part and its support."""
    known = bodies_of(run.cell, run.end_state.parts)
    fingers = [name for name, body in known.items() if body.kind == "finger"]
    robot = run.cell.robot
    if robot.hand is not None and robot.hand.suction is not None:
        fingers += [f"{robot.name}.{body.name}" for body in robot.hand.bodies]
    found: set[Pair] = set()
    for step in run.steps:
        before, after = step.before.held, step.after.held
        if (before is None) == (after is None):
            continue
        part = (after or before).part  # type: ignore[union-attr]
        found |= {(finger, part) for finger in fingers}
        found |= {(part, name) for name in _resting_on(run.cell, _Rest.of(step.after, part))}
    return found


@dataclass(frozen=True)
class _Rest:
    """A part in a state of the cell; equal where no body that stands and no part differs.

    mark: The content of the state, as far as it places the part and the standing bodies.
    """

    part: str
    mark: tuple[object, ...]
    state: CellState = field(compare=False)

    @classmethod
    def of(cls, state: CellState, part: str) -> _Rest:
        parts = [(name, None if T is None else T.tobytes()) for name, T in state.parts.items()]
        shapes = tuple((name, solid.key) for name, solid in state.shapes.items())
        held = state.held and (state.held.part, state.held.T_flange_part.tobytes())
        arm = state.q.tobytes() if held else b""  # the arm places the part that it holds
        return cls(part, (tuple(parts), shapes, held, arm), state)


@kept_on_cell(1000)
def _resting_on(cell: Cell, rest: _Rest) -> tuple[str, ...]:
    """Names of the standing bodies on which a part rests; kept, because edits change few."""
    state, part = rest.state, rest.part
    names, poses = placements(cell, state.q[None], [state.opening], state.held, state.parts)
    known = bodies_in(cell, state)
    stands = [name for name in names if known[name].link is None and name != part]
    chosen = [part, *stands]
    packed = pack_bodies([known[name].solid for name in chosen])
    T = poses[:, [names.index(name) for name in chosen]]
    items = np.array([[0, 0, 1 + i] for i in range(len(stands))], dtype=np.int64).reshape(-1, 3)
    _, states = gap_rows(packed, T, items, np.full(len(items), RESTS))
    own, others = packed.solids[0], packed.solids[1:]
    return tuple(
        stands[i]
        for i in np.flatnonzero(states != APART)
        if pair_clearance(own, T[0, 0], others[i], T[0, 1 + i], prove=False).distance_mm <= RESTS
    )


def warnings(run: Run, found: Clearances, colliding: Collection[Pair]) -> tuple[Problem, ...]:
    """A warning W303 for each pair nearer than the margin of the cell that does not collide."""
    margin = run.cell.margin
    return tuple(
        Problem(
            "W303",
            WARNING,
            near.line,
            f"{near.body_a} comes within {near.distance_mm:.2f} mm of {near.body_b} at "
            f"{near.time:.2f} s; the cell asks for {margin:g} mm",
            {
                "body_a": near.body_a,
                "body_b": near.body_b,
                "distance_mm": near.distance_mm,
                "margin_mm": margin,
            },
            near.time,
            near.file,
        )
        for near in found.below(margin)
        if (near.body_a, near.body_b) not in colliding
    )
