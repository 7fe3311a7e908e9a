"""Valid roots moved to the front of their rows; unused slots then hold nan, -1 and 0.

In a large batch only few patterns of used slots occur, and the roots of all poses with the same
pattern are moved together, slot by slot. In a small batch, or with many slots, each root is moved
by itself.
"""

import numpy as np
from numpy.typing import NDArray

from kinematics.poses.transforms import Array

Ints = NDArray[np.int64]

MANY = 2000  # poses with gaps: from so many on, moving them by pattern is faster
WEIGHTS = 1 << np.arange(8, dtype=np.uint8)  # weight of each slot in the number of a pattern
ALL = 255  # the number of the pattern in which all slots are used


def moved_to_front(q: Array, branch: Ints, multiplicity: Ints, valid: NDArray[np.bool_]) -> Ints:
    """Moves the valid slots of q (N, k, n), branch and multiplicity (N, k) to the front, in place.

    Gives the number of valid slots of each pose, (N,).
    """
    if valid.shape[1] != len(WEIGHTS) or len(valid) < MANY:
        return _root_by_root(q, branch, multiplicity, valid)
    pattern = valid.view(np.uint8) @ WEIGHTS
    if np.count_nonzero(pattern != ALL) < MANY:
        return _root_by_root(q, branch, multiplicity, valid)
    for number in np.flatnonzero(np.bincount(pattern, minlength=ALL)[:ALL]):
        poses = np.flatnonzero(pattern == number)
        slots = np.flatnonzero(number & WEIGHTS)
        for place, slot in enumerate(slots):
            if place != slot:
                q[poses, place] = q[poses, slot]
        q[poses, len(slots) :] = np.nan
        for values, empty in ((branch, -1), (multiplicity, 0)):
            kept = values[poses]
            kept[:, : len(slots)] = kept[:, slots]
            kept[:, len(slots) :] = empty
            values[poses] = kept
    return np.bitwise_count(pattern).astype(np.int64)


def _root_by_root(q: Array, branch: Ints, multiplicity: Ints, valid: NDArray[np.bool_]) -> Ints:
    slots = valid.shape[1]
    gaps = np.flatnonzero(~valid.all(axis=1))
    if len(gaps):
        pose, slot = np.nonzero(valid[gaps])
        place = (np.cumsum(valid[gaps], axis=1) - 1)[pose, slot]
        start = gaps[pose] * slots
        for values, empty in ((q, np.nan), (branch, -1), (multiplicity, 0)):
            rows = values.reshape(len(q) * slots, -1)
            kept = rows.take(start + slot, axis=0)
            values[gaps] = empty
            rows[start + place] = kept
    return np.asarray(valid.sum(axis=1))
