"""Distinct roots: which roots count as one, and the order by which solutions are numbered."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from kinematics.arm.mechanism import Mechanism
from kinematics.arm.size import size_of
from kinematics.poses.angles import wrapped
from kinematics.poses.transforms import Array
from kinematics.solutions.solver import Roots
from kinematics.tolerances import SAME_ANGLE, SAME_LENGTH, SAME_SHARE

ROUNDING = 1e-7  # rad or mm: values that differ by less count as equal when roots are sorted


def joint_gaps(mechanism: Mechanism, q_a: Array, q_b: Array) -> Array:
    """q_a - q_b (..., n): angles wrapped into (-pi, pi], lengths divided by the size of the arm."""
    gap = q_a - q_b
    return np.where(mechanism.revolute > 0.0, wrapped(gap), gap / size_of(mechanism))


def distinct(mechanism: Mechanism, roots: Roots) -> Roots:
    """The roots with each group of roots that count as one (see `tolerances.py`) merged.

    The first of a group stays valid, and `doubled` of it counts the others.
    """
    if not roots.near.any():
        return roots
    where = np.flatnonzero(roots.near)
    q, valid, doubled = roots.q[where], roots.valid[where], roots.doubled[where]
    suspects = _pairs(mechanism, q, valid)
    for i, j in np.argwhere(suspects.any(axis=0)):
        same = suspects[:, i, j] & valid[:, i] & valid[:, j]
        doubled[:, i] += same * (1 + doubled[:, j])
        valid[:, j] &= ~same
    merged_valid, merged_doubled = roots.valid.copy(), roots.doubled.copy()
    merged_valid[where], merged_doubled[where] = valid, doubled
    return replace(roots, valid=merged_valid, doubled=merged_doubled)


def first_of_each(mechanism: Mechanism, q: Array) -> Array:
    """The rows of q (k, n) that do not count as one root with a row before them."""
    within = np.where(mechanism.revolute > 0.0, SAME_ANGLE, _same_length(mechanism))
    kept: list[Array] = []
    for row in q:
        gap = np.asarray(kept).reshape(-1, mechanism.n) - row
        gap = np.where(mechanism.revolute > 0.0, wrapped(gap), gap)
        if (np.abs(gap) > within).any(axis=1).all():
            kept.append(row)
    return np.array(kept).reshape(-1, mechanism.n)


def _same_length(mechanism: Mechanism) -> float:
    """Mm: roots whose prismatic joints differ by less than this count as one."""
    return min(SAME_LENGTH, SAME_SHARE * size_of(mechanism))


def _pairs(mechanism: Mechanism, q: Array, valid: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether the roots in slots i < j count as one, (N, k, k), for q (N, k, n)."""
    k = q.shape[1]
    length = _same_length(mechanism)
    close = np.triu(np.ones((k, k), bool), 1) & valid[:, :, None] & valid[:, None, :]
    for joint, kind in enumerate(mechanism.kinds):
        if not close.any():
            break
        gap = q[:, :, None, joint] - q[:, None, :, joint]
        if kind == "R":
            gap = wrapped(gap)
        close &= np.abs(gap) < (SAME_ANGLE if kind == "R" else length)
    return close


def in_order(q: Array) -> list[int]:
    """Indices of the rows of q (k, n), sorted by joint values, the first joint first.

    Values that differ by rounding count as equal, and a value just above -pi counts as pi, so that
    the number of a solution does not depend on the last digit.
    """
    rows = q.tolist()
    if min(map(min, rows), default=0.0) < ROUNDING - np.pi:
        rows = [[np.pi if abs(v + np.pi) < ROUNDING else v for v in row] for row in rows]
    places = sorted(range(len(rows)), key=rows.__getitem__)
    if all(_are_distinct(rows[a], rows[b]) for a, b in pairwise(places)):
        return places
    return _sorted(rows, places, 0)


def _are_distinct(first: list[float], second: list[float]) -> bool:
    """Whether two rows differ by more than rounding in the first joint in which they differ."""
    for a, b in zip(first, second, strict=True):
        if a != b:
            return abs(b - a) > ROUNDING
    return True


def _sorted(rows: list[list[float]], places: list[int], joint: int) -> list[int]:
    """The indices sorted by the values of `joint`, and where these are equal by the next joints."""
    if len(places) < 2 or joint == len(rows[0]):
        return places
    places = sorted(places, key=lambda place: rows[place][joint])
    values = [rows[place][joint] for place in places]
    steps = [i for i in range(1, len(places)) if values[i] - values[i - 1] > ROUNDING]
    ordered: list[int] = []
    for start, end in pairwise([0, *steps, len(places)]):
        ordered += _sorted(rows, places[start:end], joint + 1)
    return ordered
