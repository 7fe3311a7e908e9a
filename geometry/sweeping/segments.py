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

from geometry.arguments import checked_index_pairs, checked_number, number_array
from geometry.certificates.sweep_proof import (
    RESOLUTION,
    Poses,
    Sweep,
    checked_bends,
    checked_reach,
    every_pair,
)
from geometry.errors import GeometryError
from geometry.poses import Array, read_only
from geometry.separation.batches import Path
from geometry.separation.packed_bodies import Integers, PackedBodies, checked_pairs, pack_bodies
from geometry.solids.tree import Solid, checked_solids
from geometry.sweeping.narrowing import Limits, Narrowing, SegmentPoses, checked_bounds
from geometry.sweeping.sweep_results import Sweeps


def sweep(
    solids_a: Sequence[Solid],
    solids_b: Sequence[Solid],
    poses_a: Poses,
    poses_b: Poses | ArrayLike,
    reach: ArrayLike,
    *,
    bends: ArrayLike | None = None,
    kinks: ArrayLike | None = None,
    pairs: ArrayLike | None = None,
    resolution: float = RESOLUTION,
    path: Path = "auto",
) -> Sweep:
    """Whether bodies a and b stay apart over a motion, proven, or when they first meet.

    poses_a, poses_b: Functions of times (m,) in 0..1 to T_world_body (m, bodies, 4, 4); bodies
        that stand may be given by their poses (bodies, 4, 4). reach: By how much, mm, points of a
        and b can approach each other over the whole motion, at an even rate at most: one number,
        one for each a, or (a, b); for links of one arm only the joints between them count.
    bends, kinks: How the velocity of points may change, in the shapes of reach: over any part h
        of the time 0..1 all the changes of the velocity of a point, added up, are at most
        bends h + kinks; bends in mm per (whole motion)^2, kinks in mm per whole motion. A smooth
        motion has no kinks, and bends are its greatest acceleration; a motion of straight pieces
        has kinks where they join. The points are those of a seen from b where b stands, else
        those of b seen from a. With bends near passes and contacts are found out about much
        sooner, and a body may begin or end in touch; without them, or where they are inf, only
        reach counts.
    pairs: Which (a, b) are looked at, (p, 2); without it all.
    """
    n_a, n_b = _counts(solids_a, solids_b)
    index = every_pair(n_a, n_b) if pairs is None else checked_index_pairs(pairs, n_a, n_b)
    own = index[:, 0], index[:, 1]
    rates = checked_reach(reach, n_a, n_b)[own]
    turns, jumps = (f[own] for f in checked_bends(bends, kinks, n_a, n_b))
    standing = {} if callable(poses_b) else _standing(poses_b, n_a, n_b)
    packed = pack_bodies([*solids_a, *solids_b], standing)

    def poses(_: Integers, times: Array) -> Array:
        own = _poses_at(poses_a, times, n_a, "poses_a")
        if not callable(poses_b):
            return own
        return np.concatenate([own, _poses_at(poses_b, times, n_b, "poses_b")], axis=1)

    (found,) = sweep_segments(
        packed,
        poses,
        index + np.array([0, n_a]),
        rates[None],
        bends=None if bends is None else turns[None],
        kinks=None if kinks is None else jumps[None],
        resolution=resolution,
        path=path,
    )
    back = tuple(replace(gap, b=gap.b - n_a) for gap in found.gaps)
    pair = None if found.pair is None else (found.pair[0], found.pair[1] - n_a)
    proof = replace(found.proof, pairs=index)
    return replace(found, pair=pair, gaps=back, proof=proof)


def _counts(solids_a: Sequence[Solid], solids_b: Sequence[Solid]) -> tuple[int, int]:
    n_a = len(checked_solids(solids_a, "solids_a"))
    n_b = len(checked_solids(solids_b, "solids_b"))
    if not n_a or not n_b:
        raise GeometryError("a sweep needs at least one body a and one body b")
    return n_a, n_b


def sweep_segments(
    packed: PackedBodies,
    poses: SegmentPoses,
    pairs: ArrayLike,
    rates: ArrayLike,
    *,
    bends: ArrayLike | None = None,
    kinks: ArrayLike | None = None,
    resolution: float = RESOLUTION,
    path: Path = "auto",
) -> Sweeps:
    """The sweeps of many segments at once, which share the cost of every call.

    poses: Of the moving bodies. pairs: Body indices, (p, 2). rates: By how much points of each
        pair can approach each other over each segment, mm, (segments, p). bends, kinks: As for
        `sweep`, (segments, p), or (1, p) for all; of the body that stands the points of the other
        are seen, of two that move those of the second from the first.
    """
    if checked_number(resolution, "resolution") <= 0.0:
        raise GeometryError(f"resolution: a length above 0 mm is needed, not {resolution!r}")
    index = checked_pairs(packed, pairs)
    bounds = checked_bounds(rates, bends, kinks, len(index))
    work = Narrowing(packed, poses, index, bounds, Limits(resolution), path)
    work.run()
    return Sweeps(work)


def _poses_at(poses: Poses, times: Array, n: int, name: str) -> Array:
    T = number_array(poses(times), name)
    if T.shape != (len(times), n, 4, 4):
        wanted = f"({len(times)}, {n}, 4, 4)"
        raise GeometryError(
            f"{name}: at {len(times)} times the poses of {n} bodies have the shape {wanted}, "
            f"not {T.shape}"
        )
    return T


def _standing(poses_b: ArrayLike, n_a: int, n_b: int) -> dict[int, Array]:
    T = number_array(poses_b, "poses_b")
    if T.shape != (n_b, 4, 4):
        raise GeometryError(f"the poses of {n_b} bodies have the shape ({n_b}, 4, 4)")
    return {n_a + i: read_only(pose) for i, pose in enumerate(T)}
