"""How an arm would stand at several joint values: what it meets, and how near it comes.

The joint values are alternatives, such as all solutions for one pose of the tool, or the turns of
an elbow: no motion leads from one to the next.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geometry import pack_bodies, pair_clearance
from geometry.separation.batches import gap_rows
from geometry.separation.packed_bodies import PackedBodies
from scenes.checking.collisions.arrivals import Stretch, hits_in
from scenes.checking.distances.over_stretch import counted
from scenes.checking.motions.interference import Pair, all_pairs
from scenes.checking.motions.situations import situation_of
from scenes.world.allowed_contacts import bodies_of_pair
from scenes.world.cell import Cell
from scenes.world.frozen import Array
from scenes.world.placement import bodies_in, placements
from scenes.world.state import CellState

ENOUGH = 1e9  # mm: no distance in a cell is greater, so that a bound is found for every pair


@dataclass(frozen=True)
class Standing:
    """The arm at some joint values.

    Attributes:
        hits: The names of the bodies that share volume, in pairs.
        nearest: The nearest pair of a body that moves with the arm and a body that stands; None
            where no body stands.
        clearance_mm: The distance of the nearest pair, 0 where it touches; inf without a pair.
    """

    hits: tuple[Pair, ...]
    nearest: Pair | None
    clearance_mm: float

    @property
    def is_free(self) -> bool:
        """Whether no bodies share volume."""
        return not self.hits


def standing_at(
    cell: Cell, state: CellState, q: ArrayLike, *, measured: bool = True
) -> tuple[Standing, ...]:
    """What the arm meets at joint values q (m, n), rad or mm, in a state that differs only in them.

    measured: Whether distances are wanted too; without them `nearest` is None.
    """
    rows = np.asarray(q, dtype=float).reshape(-1, cell.robot.mechanism.n)
    hits = _hits(cell, state, rows)
    near = _nearest(cell, state, rows) if measured else [(None, np.inf)] * len(rows)
    return tuple(
        Standing(hit, pair, 0.0 if hit and pair in hit else mm)
        for hit, (pair, mm) in zip(hits, near, strict=True)
    )


def _hits(cell: Cell, state: CellState, q: Array) -> list[tuple[Pair, ...]]:
    """The pairs that share volume at each row of q (m, n)."""
    count = len(q)
    openings = np.full(count, state.opening)
    pairs = tuple(all_pairs(cell, state))
    # The number of the row stands in place of a line of a program.
    stretch = Stretch(state, np.zeros(count), np.arange(count), q, openings, pairs)
    found: list[list[Pair]] = [[] for _ in range(count)]
    for hit in hits_in(cell, stretch):
        found[hit.line].append((hit.body_a, hit.body_b))
    return [tuple(row) for row in found]


def _nearest(cell: Cell, state: CellState, q: Array) -> list[tuple[Pair | None, float]]:
    """The nearest pair of a moving and a standing body, and its distance, mm, at each row of q."""
    situation = situation_of(cell, state)
    pairs = [bodies_of_pair(pair) for pair in counted(situation)]
    pairs = list(dict.fromkeys(pairs))
    openings = [state.opening] * len(q)
    names, poses = placements(cell, q, openings, state.held, state.parts)
    known, row_of = bodies_in(cell, state), {name: row for row, name in enumerate(names)}
    pairs = [pair for pair in pairs if pair[0] in row_of and pair[1] in row_of]
    if not pairs:
        return [(None, np.inf)] * len(q)
    packed = pack_bodies([known[name].solid for name in names])
    index = np.array([[row_of[a], row_of[b]] for a, b in pairs], dtype=np.int64)
    return [_least(packed, poses[i], index, pairs, cell.chord) for i in range(len(q))]


def _least(
    packed: PackedBodies, poses: Array, index: NDArray[np.int64], pairs: list[Pair], chord: float
) -> tuple[Pair, float]:
    """The nearest pair at one placement (b, 4, 4): pairs are measured until no bound is less."""
    items = np.column_stack([np.zeros(len(index), dtype=np.int64), index])
    bounds, _ = gap_rows(packed, poses[None], items, np.full(len(items), ENOUGH))
    best, least = pairs[int(np.argmin(bounds))], np.inf
    for at in np.argsort(bounds, kind="stable"):
        if bounds[at] >= least or least <= 0.0:
            break
        a, b = index[at]
        solids = packed.solids[a], packed.solids[b]
        found = pair_clearance(solids[0], poses[a], solids[1], poses[b], chord, prove=False)
        if found.distance_mm < least:
            best, least = pairs[int(at)], float(found.distance_mm)
    return best, max(least, 0.0)
