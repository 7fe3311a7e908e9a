"""Which bodies meet in each of many configurations: verdicts only, without regions or volumes.

The convex pieces decide most pairs. Pairs that they leave open (a part in a hole) are decided by
the exact solids: by a search for all configurations, then one by one, and by the meshes if that
search ends its budget too.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geometry.contact.contact_region import contact_seen_from_a, has_mesh
from geometry.exact.batched_search import states_of
from geometry.exact.common_point import common_point
from geometry.poses import Array, relative
from geometry.separation.batches import APART, MEETS, OPEN, Path, hit_rows
from geometry.separation.packed_bodies import Integers, PackedBodies, checked_batch, checked_pairs
from geometry.solids.tree import Solid

# Decimals to which relative poses are rounded, so that equal ones are found in the cache.
_DIGITS = 8
_BUDGET = 8_000


def first_hits(
    packed: PackedBodies,
    poses: ArrayLike,
    pairs: ArrayLike,
    path: Path = "auto",
    known: Callable[[Integers, Integers], Integers] | None = None,
) -> Integers:
    """The index in `pairs` of a pair that shares volume in each configuration, or -1: (m,).

    poses: T_world_body of the moving bodies, (m, n, 4, 4). known: Is
    asked for configurations (k,) and pairs (k,), by their indices, that the convex pieces leave
    open, and tells APART, MEETS or OPEN of each (see `batches`), (k,). If several pairs share
    volume, any of them may be named, but equal arguments give equal results. GeometryError for
    wrong shapes.
    """
    batch, index = checked_batch(packed, poses), checked_pairs(packed, pairs)
    rows = hit_rows(packed, batch, index, first=True, path=path)
    if known is not None:
        unsure = rows[:, 2] == OPEN
        rows[unsure, 2] = known(rows[unsure, 0], rows[unsure, 1])
    found = np.full(len(batch), -1, dtype=np.int64)
    sure = rows[rows[:, 2] == MEETS][::-1]
    found[sure[:, 0]] = sure[:, 1]
    rows = rows[rows[:, 2] == OPEN]
    for pair in np.unique(rows[:, 1]):
        samples = rows[rows[:, 1] == pair, 0]
        samples = samples[found[samples] < 0]
        found[samples[_meet(packed, batch, samples, index[pair])]] = pair
    return found


def all_hits(
    packed: PackedBodies, poses: ArrayLike, pairs: ArrayLike, path: Path = "auto"
) -> Integers:
    """Rows (configuration, index in `pairs`) of every pair that shares volume, (h, 2), in order;
    poses: T_world_body of the moving bodies, (m, n, 4, 4). GeometryError for wrong shapes."""
    batch, index = checked_batch(packed, poses), checked_pairs(packed, pairs)
    rows = hit_rows(packed, batch, index, first=False, path=path)
    meets = rows[:, 2] == MEETS
    for pair in np.unique(rows[~meets, 1]):
        own = np.flatnonzero(~meets & (rows[:, 1] == pair))
        meets[own] = _meet(packed, batch, rows[own, 0], index[pair])
    return np.asarray(rows[meets, :2])


def _meet(
    packed: PackedBodies, poses: Array, samples: Integers, pair: Sequence[int]
) -> NDArray[np.bool_]:
    """Whether the solids of a pair share volume at samples (k,), (k,)."""
    a, b = (packed.solids[int(i)] for i in pair)
    T_a_b = relative(*(packed.poses_of(poses, samples, int(i)) for i in pair))
    states = np.full(len(samples), OPEN) if has_mesh(a, b) else states_of(a, b, T_a_b)
    for row in np.flatnonzero(states == OPEN):
        at = np.round(T_a_b[row], _DIGITS) + 0.0
        states[row] = MEETS if _solids_meet(a, b, at.tobytes()) else APART
    return np.asarray(states == MEETS)


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
