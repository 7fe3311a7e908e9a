"""Roots put into the slots of their postures, by the signs that the nominal arm reads off them.

Next to a singular pose two roots may have one name: then the root nearest to the nominal root of
that name keeps it, and the others stand in slots behind the eight, without a name.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from kinematics.families.anthropomorphic import ArmGeometry
from kinematics.families.parallel_axes import ParallelArm
from kinematics.families.posture import POSTURES, branch_numbers
from kinematics.poses.angles import wrapped
from kinematics.solutions.solver import Roots

Mask = NDArray[np.bool_]
Rows = NDArray[np.int64]
Geometry = ArmGeometry | ParallelArm
NAMES = len(POSTURES)


def are_misnamed(geometry: Geometry, roots: Roots) -> Mask:
    """The poses with a root in another slot than that of its name, (N,)."""
    return np.asarray((roots.valid & (_numbers(geometry, roots) != np.arange(NAMES))).any(axis=1))


def named(geometry: Geometry, roots: Roots, seeds: Roots) -> Roots:
    """The roots in the slots of their names. seeds: the nominal roots of the poses."""
    slots = _slots(_numbers(geometry, roots), roots, seeds)
    width = max(NAMES, int(slots.max(initial=-1)) + 1)
    pose, place = np.nonzero(roots.valid)
    to = slots[pose, place]
    q, valid = np.zeros((len(slots), width, 6)), np.zeros((len(slots), width), bool)
    doubled = np.zeros((len(slots), width), np.int64)
    q[pose, to], valid[pose, to] = roots.q[pose, place], True
    doubled[pose, to] = roots.doubled[pose, place]
    return replace(roots, q=q, valid=valid, doubled=doubled)


def overlaid(roots: Roots, layers: list[tuple[Rows, Roots]]) -> Roots:
    """The roots with those of some poses, by their rows, in place of their own; all certified."""
    width = max(NAMES, *(part.q.shape[1] for _, part in layers))
    out = _widened(roots, width)
    for where, part in layers:
        wide = _widened(part, width)
        out.q[where], out.valid[where], out.doubled[where] = wide.q, wide.valid, wide.doubled
        out.free[where], out.near[where] = wide.free, wide.near
        if out.certified is not None and wide.certified is not None:
            out.certified[where] = wide.certified
    return out


def _widened(roots: Roots, width: int) -> Roots:
    """The roots with as many slots as told, those behind their own empty; arrays of its own."""
    count, own = roots.valid.shape
    q, valid = np.zeros((count, width, 6)), np.zeros((count, width), bool)
    doubled = np.zeros((count, width), np.int64)
    q[:, :own], valid[:, :own], doubled[:, :own] = roots.q, roots.valid, roots.doubled
    certified = None if roots.certified is None else roots.certified.copy()
    return Roots(q, valid, roots.free.copy(), doubled, roots.near.copy(), certified)


def _numbers(geometry: Geometry, roots: Roots) -> NDArray[np.int64]:
    """The place in POSTURES of each root, -1 where there is none, (N, k)."""
    numbers = np.full(roots.valid.shape, -1)
    numbers[roots.valid] = branch_numbers(geometry, roots.q[roots.valid])
    return numbers


def _slots(numbers: NDArray[np.int64], roots: Roots, seeds: Roots) -> NDArray[np.int64]:
    """The slot of each root, -1 where there is none, (N, k); numbers: (N, k), by its signs."""
    slots = np.full(roots.valid.shape, -1)
    rows = np.arange(len(slots))
    for name in range(NAMES):
        called = roots.valid & (numbers == name)
        off = np.abs(wrapped(roots.q - seeds.q[:, None, name])).max(axis=2)
        off = np.where(seeds.valid[:, None, name], off, 0.0)
        first = np.argmin(np.where(called, off, np.inf), axis=1)
        some = called.any(axis=1)
        slots[rows[some], first[some]] = name
    beside = roots.valid & (slots < 0)
    return np.asarray(np.where(beside, NAMES - 1 + np.cumsum(beside, axis=1), slots))
