"""Joints that can move while the pose stays within its digits.

A pose that was typed or measured is known to some digits. At a singular pose, and next to one,
joints can then turn against each other, and no figure of the pose changes. Whether they can is
tried as for an exact continuum (`continua.py`), with the digits in the place of rounding:

1. The rows of the Jacobian are divided by the digits of the position and of the angle. The
   directions tried are those in which a motion of REACH changes the pose by a few digits at most
   to first order: the right singular vectors of small singular values, and mixtures of them.
2. The joints are moved along such a direction, by steps of several lengths and both signs. Newton's
   method leads them back until the pose is within its digits, and no farther. It is damped so that
   it hardly moves along the direction itself, in which there may be nothing to gain.
3. Joints are loose that have moved, if after each step most of it is left. At the end of its reach
   an arm returns instead: there the joints are uncertain, but not loose.
"""

import numpy as np
from numpy.typing import NDArray

from kinematics.arm.forward import flange_poses
from kinematics.arm.mechanism import Mechanism
from kinematics.arm.size import size_of
from kinematics.differential.damped_newton import (
    Damping,
    Equations,
    Joints,
    Linearised,
    Rows,
    Rule,
    damped_newton,
)
from kinematics.differential.pose_equations import Drive, pose_equations
from kinematics.differential.velocity import weighted_jacobian
from kinematics.poses.transforms import Array
from kinematics.solutions.continua import null_directions

STEPS = (0.05, -0.04, 0.11)  # rad, or of the size of the arm
REACH = 0.05  # rad, or of the size: a direction must stay about within the digits so far
LIMIT = 4.0 / REACH  # digits per unit motion: a direction that changes the pose by more is left out
STAYS = 0.7  # share of a step that has to be left
MOVES = 0.03  # of the largest motion: a joint that moves by less only corrects the pose
ROUNDS, LARGEST = 14, 0.1
EXACT = 1e-12  # of the size, and rad: digits below this are rounding


def loose_joints(
    mechanism: Mechanism,
    q: Array,
    shift_mm: float,
    turn_rad: float,
    held: tuple[int, ...] = (),
) -> NDArray[np.bool_]:
    """Which joints are loose at rows q (K, n): their pose stays within shift_mm and turn_rad.

    held: joints (from 0) of a redundant arm that a condition holds. A redundant arm without such
    conditions has none: its joints are free at every pose.
    """
    loose = np.zeros(q.shape, bool)
    free = [joint for joint in range(mechanism.n) if joint not in held]
    if not len(q) or len(free) > mechanism.task_rows:
        return loose
    size = size_of(mechanism)
    digits = np.maximum([shift_mm / size, turn_rad], EXACT)[: mechanism.task_rows // 3]
    J, units = weighted_jacobian(mechanism, q)
    _, sizes, directions = np.linalg.svd(J[..., free] / np.repeat(digits, 3)[:, None])
    poses = flange_poses(mechanism, q)
    for row in np.flatnonzero(sizes[:, -1] < LIMIT):
        ways = null_directions(directions[row, int((sizes[row] >= LIMIT).sum()) :])
        drive = Drive(mechanism.revolute[free], np.eye(mechanism.n)[:, free], q[row])
        equations = pose_equations(mechanism, poses[row : row + 1], drive=drive)
        joints = Joints(mechanism.revolute[free], units[free])
        loose[row, free] = _moving(_in_digits(equations, digits), ways, joints)
    return loose


def _in_digits(equations: Equations, digits: Array) -> Equations:
    """The equations with errors in digits, and a residual of at most 1 within them.

    digits: of the position by the size, and of the angle, rad, if it counts.
    """
    rows = np.repeat(digits, 3)

    def scaled(q: Array, which: Rows) -> Linearised:
        there = equations(q, which)
        error = there.error / rows
        parts = np.linalg.norm(error.reshape(len(q), len(digits), 3), axis=2)
        return Linearised(error, parts.max(axis=1), lambda m: there.jacobian(m) / rows[:, None])

    return scaled


def _moving(equations: Equations, ways: Array, joints: Joints) -> NDArray[np.bool_]:
    """Steps 2 and 3: the joints (m,) that move along any of the directions `ways` (w, m).

    equations: of the motions (w, m) of the joints, 0 at the solution.
    """
    rule = Rule(ROUNDS, LARGEST, Damping(floor=LIMIT**2), settled=1.0, careful=True)
    stays, share = np.ones(len(ways), bool), np.zeros(ways.shape)
    for step in STEPS:
        found = damped_newton(equations, step * ways * joints.units, joints, rule)
        change = found.q / joints.units
        along = np.vecdot(change, ways) / np.vecdot(ways, ways)
        stays &= (found.residual <= 1.0) & (along / step > STAYS)
        share = np.maximum(share, np.abs(change))
    moving = share > MOVES * share.max(axis=1, keepdims=True)
    return np.asarray(moving[stays].any(axis=0))
