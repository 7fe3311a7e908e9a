"""Which bodies meet in each of many configurations: verdicts only, without regions or volumes.

The convex pieces decide most pairs. Pairs that they leave open (a part in a hole) are decided by
the exact solids, and by the meshes if the search ends its budget first.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike

from geometry.contact.contact_region import contact_seen_from_a, has_mesh
from geometry.exact.common_point import common_point
from geometry.poses import Array, relative
from geometry.separation.batches import MEETS, OPEN, Path, hit_rows
from geometry.separation.packed_bodies import Integers, PackedBodies, checked_batch, checked_pairs
from geometry.solids.tree import Solid

# Decimals to which relative poses are rounded, so that equal ones are found in the cache.
_DIGITS = 8
_BUDGET = 8_000


def first_hits(
    packed: PackedBodies, poses: ArrayLike, pairs: ArrayLike, path: Path = "auto"
) -> Integers:
    """The index in `pairs` of a pair that shares volume in each configuration, or -1: (m,).

    poses: T_world_body of the moving bodies, (m, n, 4, 4). If several pairs share volume, any of
    them may be named, but equal arguments give equal results. GeometryError for wrong shapes.
    """
    batch, index = checked_batch(packed, poses), checked_pairs(packed, pairs)
    rows = hit_rows(packed, batch, index, first=True, path=path)
    found = np.full(len(batch), -1, dtype=np.int64)
    sure = rows[rows[:, 2] == MEETS][::-1]
    found[sure[:, 0]] = sure[:, 1]
    for sample, pair, _ in rows[(rows[:, 2] == OPEN) & (found[rows[:, 0]] < 0)]:
        if found[sample] < 0 and _meets(packed, batch, sample, index[pair]):
            found[sample] = pair
    return found


def all_hits(
    packed: PackedBodies, poses: ArrayLike, pairs: ArrayLike, path: Path = "auto"
) -> Integers:
    """Rows (configuration, index in `pairs`) of every pair that shares volume, (h, 2), in order;
    poses: T_world_body of the moving bodies, (m, n, 4, 4). GeometryError for wrong shapes."""
    batch, index = checked_batch(packed, poses), checked_pairs(packed, pairs)
    rows = hit_rows(packed, batch, index, first=False, path=path)
    meets = rows[:, 2] == MEETS
    for row in np.flatnonzero(rows[:, 2] == OPEN):
        meets[row] = _meets(packed, batch, rows[row, 0], index[rows[row, 1]])
    return np.asarray(rows[meets, :2])


def _meets(packed: PackedBodies, poses: Array, sample: int, pair: Sequence[int]) -> bool:
    a, b = (int(i) for i in pair)
    slots = packed.bodies[2]
    T_a, T_b = (poses[sample, slots[i]] if slots[i] >= 0 else packed.standing[i] for i in (a, b))
    T_a_b = np.round(relative(T_a, T_b), _DIGITS) + 0.0
    return _solids_meet(packed.solids[a], packed.solids[b], T_a_b.tobytes())


@lru_cache(maxsize=50_000)
def _solids_meet(a: Solid, b: Solid, T_a_b: bytes) -> bool:
    """Whether two solids share volume, b at T_a_b (the bytes of a (4, 4) array); results are
    cached, because a run repeats poses."""
    T = np.frombuffer(T_a_b).reshape(4, 4)
    if has_mesh(a, b):
        return contact_seen_from_a(a, b, T) is not None
    found = common_point(a, b, T, _BUDGET)
    if found.witness is not None or found.cover is not None:
        return found.witness is not None
    return contact_seen_from_a(a, b, T) is not None
