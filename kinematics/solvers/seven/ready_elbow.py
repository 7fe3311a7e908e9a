"""Seven axes at given elbow angles by the shipped loops: one pair of pose and angle after another.

`loops/elbow_kernel.py` takes the steps of `point_elbow.py`, `loops/offset_elbow_kernel.py` those of
`offset_elbow.py`, without an array for each step: a few pairs take a tenth of the time. Both leave
the pairs that are singular, or nearly so, to these modules.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from kinematics.families.anthropomorphic import WristGeometry
from kinematics.families.elbow_angle import UP
from kinematics.families.seven_axis import TOLERANCE, SevenAxisArm
from kinematics.loops import elbow_kernel, offset_elbow_kernel
from kinematics.poses.transforms import Array
from kinematics.solutions.one_pose import wrist_numbers
from kinematics.solutions.solver import Roots
from kinematics.solvers.parts.polynomials import CAREFUL
from kinematics.solvers.parts.wrist import BAND, STRAIGHT
from kinematics.solvers.seven import offset_elbow, point_elbow
from kinematics.tolerances import ON_AXIS
from resources.loops import Block, block_of

Rows = NDArray[np.int64]

MATRIX = (3, 3)
FEW = 1024  # pairs: up to so many the loop for S-R-S arms is faster than the arrays of NumPy


def ready_roots(arm: SevenAxisArm, Ts: Array, psi: Array, held: Array) -> Roots | None:
    """All roots of poses (n, 4, 4) at angles psi (n or 1, m), rad, in n m rows.

    held: (n m or 1, 7), the values of joints that are free, rad. None for an arm that has no loop,
    where there is no machine code, and for batches in which the arrays of NumPy are faster.
    """
    pairs = len(Ts) * psi.shape[1]
    if not (arm.shoulder.orthogonal or arm.offset) or not arm.wrist.orthogonal:
        return None
    if arm.offset == 0.0:
        if pairs > FEW or not elbow_kernel.solve_elbows.is_ready:
            return None
        roots, left = _point_roots(arm, Ts, psi)
        solve = point_elbow.point_shoulder
    else:
        if not offset_elbow_kernel.solve_offset_elbows.is_ready:
            return None
        roots, left = _offset_roots(arm, Ts, psi)
        solve = offset_elbow.offset_shoulder
    if len(left):
        angles = np.broadcast_to(psi, (len(Ts), psi.shape[1])).ravel()[left, None]
        rest = solve(arm, Ts[left // psi.shape[1]], angles, held[left] if len(held) > 1 else held)
        for whole, part in (
            (roots.q, rest.q),
            (roots.valid, rest.valid),
            (roots.free, rest.free),
            (roots.doubled, rest.doubled),
            (roots.near, rest.near),
        ):
            whole[left] = part
    return roots


def _point_roots(arm: SevenAxisArm, Ts: Array, psi: Array) -> tuple[Roots, Rows]:
    """The roots of an S-R-S arm by its loop, and the rows that it leaves to others."""
    n, m = len(Ts), psi.shape[1]
    roots = _to_fill(n * m, 8)
    regular = np.empty(n, bool)
    found = roots.valid.reshape(n, m, 8), regular
    room = np.empty((elbow_kernel.WORK_MATRICES, *MATRIX)), np.empty((2, 3, *MATRIX))
    q = roots.q.reshape(n, m, 8, 7)
    if elbow_kernel.solve_elbows(_point_arm(arm), Ts, psi, q, found, room):
        return roots, np.flatnonzero(np.repeat(~regular, m))
    return roots, np.empty(0, np.int64)


def _offset_roots(arm: SevenAxisArm, Ts: Array, psi: Array) -> tuple[Roots, Rows]:
    """The roots of an arm with an offset shoulder by its loop, and the rows it leaves to others."""
    n, m = len(Ts), psi.shape[1]
    roots = _to_fill(n * m, 16)
    left = np.empty((n, m), bool)
    found = roots.valid.reshape(n, m, 16), roots.near.reshape(n, m), left
    room = np.empty((offset_elbow_kernel.WORK_MATRICES, *MATRIX)), np.empty((2, 5))
    marks = np.empty((1, 4), bool)
    q = roots.q.reshape(n, m, 16, 7)
    loop = offset_elbow_kernel.solve_offset_elbows
    if loop(_offset_arm(arm), Ts, psi, q, found, (*room, marks)):
        return roots, np.flatnonzero(left)
    return roots, np.empty(0, np.int64)


def _to_fill(rows: int, slots: int) -> Roots:
    roots = Roots.to_fill(rows, slots, 7)
    roots.near[:] = False
    return roots


@lru_cache(maxsize=64)
def _point_arm(arm: SevenAxisArm) -> Block:
    """An S-R-S arm as its loop reads it."""
    rest, swing, azimuth = point_elbow.law_of_cosines(arm, np.zeros(1))
    bases = np.stack(
        [
            arm.shoulder.fore_basis.T,
            arm.shoulder.last_basis,
            arm.wrist.fore_basis,
            arm.R_zero.T @ arm.wrist.last_basis,
        ]
    )
    points = np.stack([arm.centre, arm.S, arm.E - arm.S, arm.W - arm.E, arm.z[3], UP])
    turns = np.stack([_turns(arm.shoulder), _turns(arm.wrist)])
    band, flat = BAND * arm.size**2, point_elbow.FLAT * arm.size
    numbers = [-rest[0], swing, azimuth, band, point_elbow.ALIKE, flat, TOLERANCE, STRAIGHT]
    return block_of(elbow_kernel.ELBOW_ARM, (bases, points, turns, np.array(numbers)))


@lru_cache(maxsize=64)
def _offset_arm(arm: SevenAxisArm) -> Block:
    """An arm with an offset shoulder as its loop reads it."""
    forearm = offset_elbow.measure_forearm(arm)
    last = arm.R_zero.T @ arm.wrist.last_basis
    bases = np.stack([arm.wrist.fore_basis, last, forearm.basis])
    side, rest = np.cross(arm.z[0], arm.front), offset_elbow.upper_arm(arm)
    points = [arm.centre, arm.S, UP, arm.front, side, *arm.z[:4], rest, *forearm.parts]
    zero, sense = offset_elbow.zero_and_sense(arm)
    lengths = [arm.size, arm.offset, np.linalg.norm(arm.W - arm.E), np.linalg.norm(rest)]
    limits = [TOLERANCE, STRAIGHT, CAREFUL, offset_elbow.UNDER]
    limits += [offset_elbow.LARGEST_CORRECTION, ON_AXIS * arm.size, offset_elbow.SURE * arm.size]
    limits += [offset_elbow.ALIKE, offset_elbow.STRETCHED, offset_elbow.NEIGHBOURS]
    numbers = np.array([*lengths, zero, sense, forearm.swing, forearm.azimuth, *limits])
    turns = _turns(arm.wrist)
    return block_of(offset_elbow_kernel.OFFSET_ARM, (bases, np.array(points), turns, numbers))


def _turns(wrist: WristGeometry) -> Array:
    """TURNS of a wrist; see `loops/wrist_kernel.py`."""
    return wrist_numbers(wrist)[1][:3]
