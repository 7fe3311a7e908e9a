"""The clearance of a run at single times: how near moving bodies are to standing ones there.

Between the times nothing is said: `clearances` proves the least distances of whole motions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geometry import pack_bodies, pair_clearance
from geometry.separation.batches import gap_rows, nearest_rows
from geometry.separation.packed_bodies import PackedBodies
from scenes.checking.distances.at_postures import ENOUGH
from scenes.checking.distances.clearances import meant_to_touch
from scenes.checking.distances.over_stretch import counted
from scenes.checking.motions.situations import Situation, situation_of
from scenes.checking.motions.track import Pair
from scenes.runs.run import Run
from scenes.runs.step import Step
from scenes.world.allowed_contacts import body_of
from scenes.world.frozen import Array
from scenes.world.placement import placements

Integers = NDArray[np.int64]


def clearance_at(run: Run, times: ArrayLike) -> Array:
    """Distance of the nearest pair that counts at times (m,), s, of a run, mm; inf without a pair.

    0 where a pair touches or shares volume. Pairs count as in `clearances`.
    """
    asked = np.asarray(times, dtype=float)
    found = np.full(len(asked), np.inf)
    meant = meant_to_touch(run)
    for step, rows in _rows_by_step(run, asked):
        found[rows] = _in_step(step, situation_of(run.cell, step.before), asked[rows], meant)
    return found


def _rows_by_step(run: Run, times: Array) -> Iterator[tuple[Step, list[int]]]:
    """Each step that is asked for, with the rows of its times."""
    steps = {row: run.step_at(float(t)) for row, t in enumerate(times)}
    known = [(row, step) for row, step in steps.items() if step is not None]
    for _, group in groupby(known, key=lambda item: id(item[1])):
        items = list(group)
        yield items[0][1], [row for row, _ in items]


def _in_step(step: Step, situation: Situation, times: Array, meant: Collection[Pair]) -> Array:
    """The clearance at times (m,), s, of one step."""
    since = times - step.start_time
    before = situation.state
    q, openings = step.motion.at(since), step.openings(since)
    placed, poses = placements(situation.cell, q, openings, before.held, before.parts)
    row_of = {name: row for row, name in enumerate(placed)}
    pairs = [
        pair
        for pair in counted(situation)
        if (body_of(pair[0]), body_of(pair[1])) not in meant
        and body_of(pair[0]) in row_of
        and body_of(pair[1]) in row_of
    ]
    if not pairs:
        return np.full(len(times), np.inf)
    names = list(dict.fromkeys(name for pair in pairs for name in pair))
    packed = pack_bodies([situation.solids[name] for name in names])
    index = np.array([[names.index(a), names.index(b)] for a, b in pairs], dtype=np.int64)
    own = np.ascontiguousarray(poses[:, [row_of[body_of(name)] for name in names]])
    return np.array(_least(packed, own, index, situation.cell.chord))


def _least(packed: PackedBodies, poses: Array, index: Integers, chord: float) -> Sequence[float]:
    """The least distance of the pairs at each placement, poses (m, b, 4, 4), mm.

    Where the nearest pieces are not the bodies themselves, such as the hull of a body with a hole,
    pairs are measured one by one until no bound is less.
    """
    rows = nearest_rows(packed, poses, index)
    is_exact = rows[:, 3] == 1.0
    return [
        max(float(row[0]), 0.0) if exact else _measured(packed, poses[i], index, chord)
        for i, (row, exact) in enumerate(zip(rows, is_exact, strict=True))
    ]


def _measured(packed: PackedBodies, poses: Array, index: Integers, chord: float) -> float:
    """The least distance at one placement (b, 4, 4), from the meshes of the bodies, mm."""
    items = np.column_stack([np.zeros(len(index), dtype=np.int64), index])
    bounds, _ = gap_rows(packed, poses[None], items, np.full(len(items), ENOUGH))
    least = ENOUGH
    for at in np.argsort(bounds, kind="stable"):
        if bounds[at] >= least or least <= 0.0:
            break
        a, b = index[at]
        solids = packed.solids[a], packed.solids[b]
        found = pair_clearance(solids[0], poses[a], solids[1], poses[b], chord, prove=False)
        least = min(least, float(found.distance_mm))
    return max(least, 0.0)
