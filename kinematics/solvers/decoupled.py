"""Closed form for every arm with a spherical wrist, whichever three joints carry the wrist.

Axes 4, 5 and 6 are revolute and meet in one point, the wrist centre, which they do not move. So the
first three joints, revolute or prismatic, bring the wrist centre to its place
(`parts/three_joints_to_a_point.py`, up to four ways), and the wrist makes the rest of the
orientation (`parts/wrist.py`, two ways each). The Stanford arm, gantries with a wrist, cylindrical
arms, and seven-axis arms with a locked shoulder joint are of this family.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from kinematics.arm.axes import axes_at_zero, meeting_point, miss, parallel
from kinematics.arm.forward import forward
from kinematics.arm.mechanism import Mechanism
from kinematics.arm.size import size_of
from kinematics.families.anthropomorphic import WristGeometry, measure_wrist
from kinematics.poses.angles import wrapped
from kinematics.poses.transforms import Array, rotation_about
from kinematics.solutions.shortfall import shortfall
from kinematics.solutions.solver import Roots, Solver
from kinematics.solvers import general
from kinematics.solvers.parts.continua_flags import flagged
from kinematics.solvers.parts.straight_wrists import NOISE, with_straight_wrists
from kinematics.solvers.parts.three_joints_to_a_point import (
    Positioner,
    positions,
    recognise_positioner,
    singular_positions,
)
from kinematics.solvers.parts.wrist import SUSPECT, is_rounding, turn_wrist
from kinematics.tolerances import ON_AXIS

TOLERANCE = 1e-12  # of the size: how exactly the last three axes have to meet
MULTIPLIED = 10.0  # how often the first joints may multiply rounding away from singular places
NEARLY_STRAIGHT = 1e-3  # sine of the wrist's opening: below it a root may be on a continuum


@dataclass(frozen=True, eq=False)
class DecoupledArm:
    """An arm with a spherical wrist.

    positioner: axes 1 to 3, which place the wrist centre. wrist: axes 4 to 6, in base axes. z:
    directions (3, 3) of axes 1 to 3 at q = 0. R_zero: orientation of the flange at q = 0. centre:
    the wrist centre in the flange frame, mm.
    """

    mechanism: Mechanism
    positioner: Positioner
    wrist: WristGeometry
    z: Array
    R_zero: Array
    centre: Array


@lru_cache(maxsize=256)
def recognise(mechanism: Mechanism) -> DecoupledArm | str:
    """The geometry of an arm of this family, or one clause that says why it is not of it."""
    if mechanism.n != 6 or mechanism.kinds[3:] != "RRR":
        return f"it has the joints {mechanism.kinds}, which do not end in a wrist of three turns"
    z, p = axes_at_zero(mechanism)
    size = size_of(mechanism)
    if parallel(z[3], z[4]) or parallel(z[4], z[5]):
        return "two neighbouring axes of its last three are parallel"
    centre = meeting_point(z[3:], p[3:])
    gap = miss(centre, z[3:], p[3:])
    if gap > TOLERANCE * size:
        return (
            f"its last three axes do not meet in one point (they miss it by {gap:.3g} mm), "
            "so it has no spherical wrist"
        )
    positioner = recognise_positioner(mechanism.kinds[:3], z[:3], p[:3], centre, size)
    if isinstance(positioner, str):
        return positioner
    T_zero = forward(mechanism, np.zeros(6))
    return DecoupledArm(
        mechanism=mechanism,
        positioner=positioner,
        wrist=measure_wrist(z[3:]),
        z=z[:3],
        R_zero=T_zero[:3, :3],
        centre=T_zero[:3, :3].T @ (centre - T_zero[:3, 3]),
    )


def solve(arm: DecoupledArm, Ts: Array, held: Array | None = None) -> Roots:
    """All roots of poses T_base_flange (N, 4, 4), mm; held as in `Solver`."""
    roots, singular, doubtful = _solved(arm, Ts, held, loosely=False)
    if doubtful.any():
        where = np.flatnonzero(doubtful)
        kept = None if held is None else held[where]
        loose, _, _ = _solved(arm, Ts[where], kept, loosely=True)
        roots = with_straight_wrists(arm.mechanism, Ts, roots, where, loose, held=[3, 4])
    return _with_continua(arm, Ts, roots, singular)


def _solved(
    arm: DecoupledArm, Ts: Array, held: Array | None, loosely: bool
) -> tuple[Roots, NDArray[np.bool_], NDArray[np.bool_]]:
    """Roots of poses (N, 4, 4), and whether the wrist centre is at a singular place, (4, N).

    Also whether a wrist is straight if rounding is multiplied, (N,). loosely: whether such a wrist
    counts as straight.
    """
    count = len(Ts)
    places = Ts[:, :3, :3] @ arm.centre + Ts[:, :3, 3]
    held_2 = None if held is None else wrapped(held[:, 1])
    first, found, loose = positions(arm.positioner, places, held_2)
    free = np.zeros((count, 6), bool)
    free[:, 1] = loose
    if arm.positioner.kinds[0] == "R":
        off = (places - arm.positioner.origin) @ arm.positioner.R
        free[:, 0] = np.hypot(off[:, 0], off[:, 1]) <= ON_AXIS * arm.positioner.size
        if held is not None:
            first[0] = np.where(free[:, 0], held[:, 0], first[0])
    carried = np.eye(3)
    for kind, axis, values in zip(arm.positioner.kinds, arm.z, first, strict=True):
        carried = carried @ rotation_about(axis, values) if kind == "R" else carried
    last = Ts[:, :3, :3] @ (arm.R_zero.T @ arm.wrist.last_basis)
    M = np.swapaxes(carried @ arm.wrist.fore_basis, -1, -2) @ last
    M = np.moveaxis(np.broadcast_to(M, (4, count, 3, 3)), (2, 3), (0, 1))
    turns = np.empty((3, 4, 2, count))
    valid = np.repeat(found[:, None], 2, axis=1)
    kept = np.zeros(count) if held is None else wrapped(held[:, 3])
    singular, doubtful = singular_positions(arm.positioner, first), np.zeros(count, bool)

    def is_straight(sine: Array) -> NDArray[np.bool_]:
        may_be = np.asarray(sine <= np.where(singular, SUSPECT, MULTIPLIED * NOISE))
        if loosely:
            return may_be
        sure = is_rounding(sine)
        doubtful[:] |= (may_be & ~sure & found).any(axis=0)
        return sure

    straight = turn_wrist(arm.wrist, M, is_straight, kept, turns, valid)
    valid[:, 1] &= ~straight
    doubled = np.zeros((4, 2, count), np.int64)
    doubled[:, 0] = straight
    free[:, 3] = (straight & valid[:, 0]).any(axis=0)
    q = np.empty((6, 4, 2, count))
    q[:3], q[3:] = first[:, :, None], turns
    for joint, kind in enumerate(arm.mechanism.kinds):
        if kind == "R":
            q[joint] = wrapped(q[joint])
    roots = Roots(
        q=q.reshape(6, 8, count).transpose(2, 1, 0).copy(),
        valid=valid.reshape(8, count).T.copy(),
        free=free,
        doubled=doubled.reshape(8, count).T.copy(),
        near=np.ones(count, bool),
    )
    return roots, found & singular, doubtful


def _with_continua(
    arm: DecoupledArm, Ts: Array, roots: Roots, singular: NDArray[np.bool_]
) -> Roots:
    """The roots, completed by continua that neither the wrist nor the first joints show alone.

    singular: (4, N), whether the wrist centre is at a singular place of the first joints. If such a
    place gives no root, the orientation selects points of the continuum, which the elimination
    solver finds.
    """
    opening = np.abs(np.sin(roots.q[..., 4] - arm.wrist.nearest))
    suspects = roots.valid & (np.repeat(singular.T, 2, axis=1) | (opening < NEARLY_STRAIGHT))
    roots = flagged(arm.mechanism, Ts, roots, suspects)
    lost = np.flatnonzero(singular.any(axis=0) & ~roots.valid.any(axis=1))
    whole = general.SOLVER.recognise(arm.mechanism) if len(lost) else ""
    if isinstance(whole, str):
        return roots
    others = general.SOLVER.solve(whole, Ts[lost])
    q = np.zeros((len(Ts), 16, 6))
    valid, doubled = np.zeros((len(Ts), 16), bool), np.zeros((len(Ts), 16), np.int64)
    q[:, :8], valid[:, :8], doubled[:, :8] = roots.q, roots.valid, roots.doubled
    q[lost], valid[lost], doubled[lost] = others.q, others.valid, others.doubled
    free, sure = roots.free.copy(), np.ones(len(Ts), bool)
    free[lost], sure[lost] = others.free, others.certified
    return Roots(q, valid, free, doubled, roots.near, sure)


def explain(arm: DecoupledArm, T: Array) -> str:
    """Why one pose (4, 4) has no solution, with figures."""
    place = T[:3, :3] @ arm.centre + T[:3, 3]
    if positions(arm.positioner, place[None])[1].any():
        return "orientation not reachable: the wrist cannot turn the tool so far"
    return shortfall(arm.mechanism, T, arm.centre, "wrist")


SOLVER = Solver("decoupled wrist", recognise, solve, explain, complete=True)
