"""A proven check of a whole motion, not of samples of it (Schwarzer, Saha, Latombe 2005).

Two bodies whose points approach each other by at most `rate` mm per unit of time, and that are
more than rate (t1 - t0) / 2 apart at the middle of an interval, are apart over the whole of it.
Where that is not proven, the interval is halved. Pairs that are far from each other are done
with at the first look; only what is near is looked at often.

The motion is given by a function of time, so what is proven is the very trajectory that runs;
how fast points can approach each other has to be told, and is all that is taken on trust.
Intervals left of the first contact are all proven or, where two bodies pass within the
resolution, named as gaps of the proof.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from geometry.batches import Path
from geometry.errors import GeometryError
from geometry.halving import Halving, Limits, SegmentPoses
from geometry.packing import Integers, PackedBodies, checked_pairs, pack_bodies
from geometry.poses import Array, read_only
from geometry.solid import Solid
from geometry.sweep_proof import (
    RESOLUTION,
    Poses,
    ProofGap,
    Sweep,
    SweepProof,
    checked_reach,
    every_pair,
)
from geometry.verdict import VerdictKind


def sweep(
    solids_a: Sequence[Solid],
    solids_b: Sequence[Solid],
    poses_a: Poses,
    poses_b: Poses | ArrayLike,
    reach: ArrayLike,
    *,
    pairs: ArrayLike | None = None,
    resolution: float = RESOLUTION,
    path: Path = "auto",
) -> Sweep:
    """Whether bodies a and b stay apart over a motion, proven, or when they first meet.

    poses_a, poses_b: Functions of times (m,) in 0..1 to T_world_body (m, bodies, 4, 4); bodies
        that stand may be given by their poses (bodies, 4, 4). reach: By how much, mm, points of a
        and b can approach each other over the whole motion, at an even rate at most: one number,
        one for each a, or (a, b); for links of one arm only the joints between them count.
    pairs: Which (a, b) are looked at, (p, 2); without it all.
    """
    n_a, n_b = len(solids_a), len(solids_b)
    index = every_pair(n_a, n_b) if pairs is None else np.asarray(pairs, dtype=np.int64)
    index = index.reshape(-1, 2)
    rates = checked_reach(reach, n_a, n_b)[index[:, 0], index[:, 1]]
    standing = {} if callable(poses_b) else _standing(poses_b, n_a, n_b)
    packed = pack_bodies([*solids_a, *solids_b], standing)

    def poses(_: Integers, times: Array) -> Array:
        own = np.asarray(poses_a(times), dtype=float)
        if not callable(poses_b):
            return own
        return np.concatenate([own, np.asarray(poses_b(times), dtype=float)], axis=1)

    (found,) = sweep_segments(
        packed, poses, index + np.array([0, n_a]), rates[None], resolution=resolution, path=path
    )
    back = tuple(replace(gap, b=gap.b - n_a) for gap in found.gaps)
    pair = None if found.pair is None else (found.pair[0], found.pair[1] - n_a)
    proof = replace(found.proof, pairs=index)
    return replace(found, pair=pair, gaps=back, proof=proof)


def sweep_segments(
    packed: PackedBodies,
    poses: SegmentPoses,
    pairs: ArrayLike,
    rates: Array,
    *,
    resolution: float = RESOLUTION,
    path: Path = "auto",
) -> list[Sweep]:
    """The sweeps of many segments at once, which share the cost of every call.

    poses: Of the moving bodies. pairs: Body indices, (p, 2). rates: By how much points of each
        pair can approach each other over each segment, mm, (segments, p).
    """
    index, rates = checked_pairs(packed, pairs), np.asarray(rates, dtype=float)
    if rates.ndim != 2 or rates.shape[1] != len(index) or not np.all(rates >= 0.0):
        raise GeometryError(
            f"the reach of {len(index)} pairs is a row of as many numbers of 0 mm or more for each "
            f"segment, not an array {rates.shape}"
        )
    if not len(index):
        return [_nothing_to_prove(index, rates[s]) for s in range(len(rates))]
    work = Halving(packed, poses, index, rates, Limits(resolution), path)
    work.run()
    return _results(work)


def _results(work: Halving) -> list[Sweep]:
    segments = np.concatenate([level.segments for level, _ in work.done])
    spans = np.concatenate([level.spans for level, _ in work.done])
    first = np.cumsum([0, *(len(level.segments) for level, _ in work.done)])
    opened = np.concatenate(
        [rows[:, :2] + (at, 0) for (_, rows), at in zip(work.done, first, strict=False)]
    )
    order = np.argsort(segments, kind="stable")
    place = np.empty(len(order), dtype=np.int64)
    counts = np.bincount(segments, minlength=len(work.rates))
    starts = np.concatenate([[0], np.cumsum(counts)])
    place[order] = np.arange(len(order)) - starts[segments[order]]
    of_opened = segments[opened[:, 0]]
    by_segment = np.argsort(of_opened, kind="stable")
    parts = np.split(
        np.column_stack([place[opened[:, 0]], opened[:, 1]])[by_segment],
        np.cumsum(np.bincount(of_opened, minlength=len(work.rates)))[:-1],
    )
    spans = spans[order]
    return [
        _result(work, s, spans[starts[s] : starts[s + 1]], part) for s, part in enumerate(parts)
    ]


def _result(work: Halving, segment: int, spans: Array, opened: Integers) -> Sweep:
    contact = float(work.contact[segment, 0])
    proof = SweepProof(work.pairs, work.rates[segment], int(work.parts[segment]), spans, opened)
    gaps = tuple(
        ProofGap(start, min(end, contact), *(int(i) for i in work.pairs[pair]))
        for start, end, pair, _ in sorted(work.gaps.get(segment, ()))
        if start < contact
    )
    if np.isfinite(contact):
        a, b = (int(i) for i in work.pairs[work.contact_pair[segment, 0]])
        return Sweep(VerdictKind.HIT, contact, (a, b), gaps, proof)
    return Sweep(VerdictKind.TOUCH if gaps else VerdictKind.FREE, None, None, gaps, proof)


def _standing(poses_b: ArrayLike, n_a: int, n_b: int) -> dict[int, Array]:
    T = np.asarray(poses_b, dtype=float)
    if T.shape != (n_b, 4, 4):
        raise GeometryError(f"the poses of {n_b} bodies have the shape ({n_b}, 4, 4)")
    return {n_a + i: read_only(pose) for i, pose in enumerate(T)}


def _nothing_to_prove(pairs: Integers, rates: Array) -> Sweep:
    proof = SweepProof(pairs, rates, 1, np.zeros((0, 2)), np.zeros((0, 2), dtype=np.int64))
    return Sweep(VerdictKind.FREE, None, None, (), proof)
