"""The continuum of a redundant arm as a curve: the joint values that keep the flange in its place.

An arm with one joint more than its goals decide can turn its elbow while the flange stays: its
joint values run along a curve, whose tangent is the null space of the Jacobian. The curve is
walked in small steps, each brought back onto it by Newton's method. (Burdick, "On the inverse
kinematics of redundant manipulators: characterization of the self-motion manifolds", ICRA 1989.)
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from kinematics.arm.forward import forward
from kinematics.arm.mechanism import Mechanism
from kinematics.arm.size import size_of
from kinematics.differential.velocity import SINGULAR, weighted_jacobian
from kinematics.errors import KinematicsError
from kinematics.poses.transforms import Array, rotation_vector
from kinematics.tolerances import NEVER_ZERO

STEP = np.radians(4.0)
"""Greatest change of a joint between two neighbours of the curve, rad; a slide counts by size."""

_MOST = 500  # steps each way: a curve of five whole turns of one joint
_CORRECTIONS = 8
_ON_CURVE = 1e-10  # rad, and share of the size of the arm, by which the flange may be off
_HALVINGS = 6


class ContinuumCurve(NamedTuple):
    """The curve through the given joint values, one row a place.

    Attributes:
        q: Joint values (m, n), rad or mm; neighbours differ by no more than STEP.
        start: The row of the given joint values.
        is_closed: Whether the last row leads back to the first one, apart from whole turns.
    """

    q: Array
    start: int
    is_closed: bool


def continuum_curve(mechanism: Mechanism, q: ArrayLike) -> ContinuumCurve:
    """The continuum through joint values q (n,), rad or mm, whatever the limits of the joints.

    It ends early at a singular pose, where several curves may meet. Raises KinematicsError for an
    arm whose goals decide all of its joints, or all but several.
    """
    start = mechanism.check_one_q(q)
    spare = mechanism.n - mechanism.task_rows
    if spare != 1:
        raise KinematicsError(
            f"the curve of a continuum needs one joint more than the goals decide, not {spare}"
        )
    T = forward(mechanism, start)
    tangent = _tangent(mechanism, start)
    if tangent is None:
        return ContinuumCurve(start[None], 0, False)
    onward, is_closed = _walk(mechanism, T, start, tangent)
    if is_closed:
        return ContinuumCurve(np.stack([start, *onward]), 0, True)
    back, _ = _walk(mechanism, T, start, -tangent)
    return ContinuumCurve(np.stack([*back[::-1], start, *onward]), len(back), False)


def brought_back(mechanism: Mechanism, T: Array, q: Array) -> Array | None:
    """The nearest joint values (n,) to q that hold the flange at T (4, 4), by Newton's method.

    None where it does not converge, as near a singular pose.
    """
    size = size_of(mechanism)
    for _ in range(_CORRECTIONS):
        here = forward(mechanism, q)
        turn = here[:3, :3] @ rotation_vector(here[:3, :3].T @ T[:3, :3])
        miss = np.concatenate([(T[:3, 3] - here[:3, 3]) / size, turn])[: mechanism.task_rows]
        if np.abs(miss).max() < _ON_CURVE:
            return q
        J, weight = weighted_jacobian(mechanism, q)
        q = q + weight * np.linalg.lstsq(J, miss, rcond=None)[0]
    return None


def _walk(mechanism: Mechanism, T: Array, start: Array, tangent: Array) -> tuple[list[Array], bool]:
    """The rows behind the start in one direction, and whether they lead back to it."""
    rows: list[Array] = []
    q, way = start, tangent
    while len(rows) < _MOST:
        there = _next(mechanism, T, q, way)
        if there is None:
            return rows, False
        if len(rows) > 2 and _leads_back(mechanism, q, there, start):
            return rows, True
        turned = _tangent(mechanism, there)
        if turned is None:
            return rows, False
        rows.append(there)
        q, way = there, turned if turned @ way > 0.0 else -turned
    return rows, False


def _leads_back(mechanism: Mechanism, q: Array, there: Array, start: Array) -> bool:
    """Whether the start lies between two neighbours, apart from whole turns."""
    turns = mechanism.revolute * np.round((start - q) / (2.0 * np.pi)) * 2.0 * np.pi
    away = (start - q - turns) * _alike(mechanism)
    step = (there - q) * _alike(mechanism)
    along = float(away @ step) / max(float(step @ step), NEVER_ZERO)
    return 0.0 < along <= 1.0 and bool(np.abs(away - along * step).max() < STEP / 4.0)


def _next(mechanism: Mechanism, T: Array, q: Array, way: Array) -> Array | None:
    """The next row of the curve; None where no step, however small, comes back onto it."""
    length = STEP / float(np.abs(way).max())
    for _ in range(_HALVINGS):
        there = brought_back(mechanism, T, q + length * way / _alike(mechanism))
        if there is not None:
            moved = (there - q) * _alike(mechanism)
            if np.abs(moved).max() <= 1.5 * STEP and float(moved @ way) > 0.0:
                return there
        length /= 2.0
    return None


def _tangent(mechanism: Mechanism, q: Array) -> Array | None:
    """The unit tangent of the curve, a slide counted by the size of the arm; None where the pose
    is singular."""
    J, _ = weighted_jacobian(mechanism, q)
    _, sizes, rows = np.linalg.svd(J)
    return None if sizes[-1] < SINGULAR * sizes[0] else np.asarray(rows[-1])


def _alike(mechanism: Mechanism) -> Array:
    """The factors (n,) by which slides count like turns."""
    return np.where(mechanism.revolute > 0.0, 1.0, 1.0 / size_of(mechanism))
