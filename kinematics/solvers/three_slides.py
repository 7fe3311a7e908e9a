"""Closed form for six-axis arms with three turning and three sliding joints, in any order.

Slides leave the orientation as it is, so the three turning joints alone make it, as a wrist whose
axes need not meet: in two ways (`parts/wrist.py`). For each of them the place of the flange is
linear in the slides, and three equations give these. A pose has at most two solutions.

Where the directions of the slides are dependent a pose has none, or a continuum; where the first
and the last turning axis coincide, the first of them is free and the slides follow it.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from kinematics.arm.axes import axes_at_zero, parallel
from kinematics.arm.forward import forward
from kinematics.arm.mechanism import Mechanism
from kinematics.arm.size import size_of
from kinematics.families.anthropomorphic import WristGeometry, measure_wrist
from kinematics.poses.angles import wrapped
from kinematics.poses.transforms import Array, rotation_about
from kinematics.solutions.shortfall import shortfall
from kinematics.solutions.solver import Roots, Solver
from kinematics.solvers.parts.continua_flags import flagged
from kinematics.solvers.parts.wrist import BAND, is_rounding, turn_wrist
from kinematics.tolerances import LEAST_PART

JOINTS = 6
WAYS = 2
LAID_FLAT = 1e-12  # determinant of the directions of the slides, below which one is at rest
NEARLY_FLAT = 1e-6  # below this a root may stand on a continuum
NEARLY_STRAIGHT = 1e-3  # sine between the first and last turning axis, likewise


@dataclass(frozen=True, eq=False)
class ThreeSlides:
    """An arm of the family.

    turns, slides: indices of its joints, three each. z: directions (6, 3) of the axes at q = 0,
    base axes. wrist: the turning axes. R_zero: orientation of the flange at q = 0.
    """

    mechanism: Mechanism
    turns: tuple[int, ...]
    slides: tuple[int, ...]
    z: Array
    wrist: WristGeometry
    R_zero: Array


@lru_cache(maxsize=256)
def recognise(mechanism: Mechanism) -> ThreeSlides | str:
    """The geometry of an arm of this family, or one clause that says why it is not of it."""
    kinds = mechanism.kinds
    if sorted(kinds) != sorted("RRRPPP"):
        return f"it has the joints {kinds}, not three that turn and three that slide"
    z, _ = axes_at_zero(mechanism)
    turns, slides = (tuple(i for i, k in enumerate(kinds) if k == kind) for kind in "RP")
    first, second, third = (z[i] for i in turns)
    if parallel(first, second) or parallel(second, third):
        return "two neighbouring axes of its turning joints are parallel"
    R_zero = forward(mechanism, np.zeros(JOINTS))[:3, :3]
    return ThreeSlides(mechanism, turns, slides, z, measure_wrist(z[list(turns)]), R_zero)


def solve(arm: ThreeSlides, Ts: Array, held: Array | None = None) -> Roots:
    """All roots of poses T_base_flange (N, 4, 4), mm; held as in `Solver`."""
    count, first = len(Ts), arm.turns[0]
    kept = np.zeros(count) if held is None else wrapped(held[:, first])
    last = Ts[:, :3, :3] @ (arm.R_zero.T @ arm.wrist.last_basis)
    M = np.moveaxis(arm.wrist.fore_basis.T @ last, 0, 2)
    turns, fits = np.empty((3, WAYS, count)), np.ones((WAYS, count), bool)
    straight = turn_wrist(arm.wrist, np.ascontiguousarray(M), is_rounding, kept, turns, fits)
    q = np.zeros((WAYS, count, JOINTS))
    q[..., list(arm.turns)] = np.moveaxis(wrapped(turns), 0, 2)
    flat, met = _slide(arm, Ts, q)
    valid = (fits & met).T.copy()
    valid[:, 1] &= ~straight
    doubled = np.zeros((count, WAYS), np.int64)
    doubled[:, 0] = straight
    free = np.zeros((count, JOINTS), bool)
    free[:, first] = straight & valid[:, 0]
    roots = Roots(
        q=np.ascontiguousarray(q.transpose(1, 0, 2)),
        valid=valid,
        free=free,
        doubled=doubled,
        near=np.ones(count, bool),
    )
    opening = np.abs(np.sin(roots.q[..., arm.turns[1]] - arm.wrist.nearest))
    suspects = valid & ((flat.T < NEARLY_FLAT) | (opening < NEARLY_STRAIGHT))
    return flagged(arm.mechanism, Ts, roots, suspects)


def _slide(arm: ThreeSlides, Ts: Array, q: Array) -> tuple[Array, NDArray[np.bool_]]:
    """Writes the slides, mm, that bring the flange to the places of Ts (N, 4, 4) into q (2, N, 6).

    Gives the determinant of the directions of the slides, (2, N), absolute, and whether the places
    are met, (2, N). Where the directions are dependent, the least squares of least length count.
    """
    D = np.empty((*q.shape[:2], 3, 3))
    carried = np.broadcast_to(np.eye(3), D.shape)
    for joint in range(JOINTS):
        if joint in arm.turns:
            carried = carried @ rotation_about(arm.z[joint], q[..., joint])
        else:
            D[..., arm.slides.index(joint)] = carried @ arm.z[joint]
    size = np.abs(np.linalg.det(D))
    gap = Ts[:, :3, 3] - forward(arm.mechanism, q)[..., :3, 3]
    flat = size < LAID_FLAT
    regular = np.where(flat[..., None, None], np.eye(3), D)
    slides = np.linalg.solve(regular, gap[..., None])[..., 0]
    if flat.any():
        backward = np.linalg.pinv(D[flat], rcond=LEAST_PART)
        slides[flat] = (backward @ gap[flat][:, :, None])[..., 0]
    miss = np.linalg.norm((D @ slides[..., None])[..., 0] - gap, axis=-1)
    reach = size_of(arm.mechanism) + np.linalg.norm(Ts[:, :3, 3], axis=1)
    q[..., list(arm.slides)] = slides
    return size, ~flat | (miss <= BAND * reach)


def explain(arm: ThreeSlides, T: Array) -> str:
    """Why one pose (4, 4) has no solution."""
    if not arm.wrist.orthogonal:
        M = arm.wrist.fore_basis.T @ T[:3, :3] @ (arm.R_zero.T @ arm.wrist.last_basis)
        turns, fits = np.empty((3, WAYS, 1)), np.ones((WAYS, 1), bool)
        turn_wrist(arm.wrist, M[..., None], is_rounding, np.zeros(1), turns, fits)
        if not fits.any():
            return "orientation not reachable: the turning joints cannot turn the tool so far"
    return shortfall(arm.mechanism, T, np.zeros(3), "flange")


SOLVER = Solver("three slides", recognise, solve, explain, complete=True)
