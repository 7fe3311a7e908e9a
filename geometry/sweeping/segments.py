"""A proven check of a whole motion, not of samples of it (Schwarzer, Saha, Latombe 2005).

Two bodies whose points approach each other by at most `rate` mm per unit of time, and which are
more than rate (t1 - t0) / 2 apart at the middle of an interval, are apart over the whole interval.
If that is not proven, the interval is halved. The first look decides pairs that are far apart; only
pairs that are near need many looks.

The motion is a function of time, so that the proof holds for the very trajectory that runs. The
caller must say how fast points can approach each other; this is all that the proof takes on trust.
All time before the first contact is proven, except stretches in which two bodies pass within the
resolution: these are named as gaps of the proof.
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
    """A proof that bodies a and b stay apart over a motion, or their first contact.

    poses_a, poses_b: Functions from times (m,) in 0..1 to T_world_body (m, bodies, 4, 4); standing
        bodies b may be given by their poses (bodies, 4, 4).
    reach: Greatest rate at which points of a and b can approach each other, mm per whole motion:
        one number, one for each a, or (a, b). For links of one arm only the joints between them
        count.
    bends, kinks: Limits of the change of velocity of points, in the shapes of reach: over any part
        h of the time 0..1 the changes of the velocity of a point add up to at most
        bends h + kinks. Bends are in mm per (whole motion)^2, kinks in mm per whole motion. A
        smooth motion has no kinks, and its bend is its greatest acceleration; a motion of straight
        pieces has kinks where they join. The points are those of a seen from b if b stands, else
        those of b seen from a. Bends decide near passes and contacts much sooner, and let a body
        begin or end in touch. Without bends, or where they are inf, only reach counts.
    pairs: The pairs (index a, index b) to check, (p, 2); all pairs if it is None.
    resolution: Bodies that pass each other within this, mm, may stay without proof.

    GeometryError for arguments of wrong shapes.
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

    poses: T_world_body of the moving bodies at times in segments. pairs: Body indices, (p, 2).
    rates: Greatest rate at which points of each pair approach each other, mm per segment,
        (segments, p).
    bends, kinks: As for `sweep`, (segments, p), or (1, p) for all segments. The points are seen
        from the body that stands; if both move, those of the second are seen from the first.
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
