"""All values of one joint of a seven-joint arm at one pose, as poses of an arm of six joints.

An arm with its flange at T forms a ring: with L the links, M the motions and F the flange

    L1 M1 L2 M2 ... L7 M7 F T^-1 = 1.

Cut at joint j, the ring is an arm of six joints, j + 1 to 7 and then 1 to j - 1. The pose T is one
of its links, and its flange pose depends on the value of joint j:

    (L(j+1) M(j+1) ... L7 M7) (F T^-1 L1 M1 ... M(j-1)) = (Lj Mj(value))^-1.

So all values of joint j are poses of one arm of six joints. The set-up of this arm depends on T
through one link only, so that it reuses the loops found at another pose
(`elimination/relinked.py`).
"""

from functools import lru_cache
from typing import Any

import numpy as np

from kinematics.arm.mechanism import Mechanism
from kinematics.arm.size import size_of
from kinematics.poses.transforms import Array, inverted, rpy
from kinematics.solutions.distinct_roots import distinct
from kinematics.solutions.solver import Roots, Solver
from kinematics.solvers.elimination import EliminationArm
from kinematics.solvers.elimination.relinked import relinked

# An arbitrary pose: angles, rad, and a place in units of the size of the arm.
TURN, PLACE = (0.7, -0.4, 1.9), (0.31, 0.22, 0.17)


def ring_roots(
    mechanism: Mechanism, solvers: tuple[Solver, ...], T: Array, joint: int, values: Array
) -> Roots | None:
    """Roots of one pose T (4, 4), mm, at values (G,), rad, of a joint (index from 0).

    solvers: of six joints, in the order in which they are tried. None if none of them handles the
    ring.
    """
    known = _known(mechanism, solvers, joint)
    if known is None:
        return None
    (solver, pattern), arm = known, _ring(mechanism, T, joint)
    general = isinstance(pattern, EliminationArm)
    geometry = relinked(pattern, arm) if general else solver.recognise(arm)
    if geometry is None or isinstance(geometry, str):
        return None
    poses = inverted(mechanism.T_link_joint[joint] @ _turned(values))
    found = distinct(arm, solver.solve(geometry, poses))
    order = [*range(joint + 1, 7), *range(joint)]
    q = np.empty((*found.q.shape[:2], 7))
    q[..., order] = found.q
    q[..., joint] = values[:, None]
    free = np.zeros((len(values), 7), bool)
    free[:, order] = found.free
    none = np.zeros(len(values), bool)
    certified = found.certified
    if certified is None:
        certified = np.full(len(values), solver.complete)
    return Roots(q, found.valid, free, found.doubled, none, certified)


def _ring(mechanism: Mechanism, T: Array, joint: int) -> Mechanism:
    """The arm of six joints from the one behind `joint` round to the one before it."""
    links = list(mechanism.T_link_joint)
    closing = mechanism.T_last_flange @ inverted(T)
    if joint == 0:
        return Mechanism(mechanism.joints[1:], np.stack(links[1:]), closing)
    frames = [*links[joint + 1 :], closing @ links[0], *links[1:joint]]
    joints = (*mechanism.joints[joint + 1 :], *mechanism.joints[:joint])
    return Mechanism(joints, np.stack(frames), np.eye(4))


@lru_cache(maxsize=64)
def _known(
    mechanism: Mechanism, solvers: tuple[Solver, ...], joint: int
) -> tuple[Solver, Any] | None:
    """Solver and geometry of the ring at an arbitrary pose; None if no solver handles it."""
    T = rpy(*TURN)
    T[:3, 3] = size_of(mechanism) * np.array(PLACE)
    arm = _ring(mechanism, T, joint)
    for solver in solvers:
        geometry = solver.recognise(arm)
        if not isinstance(geometry, str):
            return solver, geometry
    return None


def _turned(values: Array) -> Array:
    """Rotations about z by values (G,), rad, (G, 4, 4)."""
    T = np.zeros((len(values), 4, 4))
    T[:] = np.eye(4)
    T[:, 0, 0] = T[:, 1, 1] = np.cos(values)
    T[:, 1, 0] = np.sin(values)
    T[:, 0, 1] = -T[:, 1, 0]
    return T
