"""Paths of redundant arms: some joints follow the pseudo-inverse, the others a closed form.

From pose to pose, the pseudo-inverse J^T (J J^T)^-1 gives the least joint motion to first order.
The joints that are split off take their values from it. With these locked, the other six joints
have a closed form, which meets the pose to rounding. So errors do not add up, and the motion stays
near the least.
"""

from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from kinematics.arm.locked_joints import lock
from kinematics.arm.mechanism import Mechanism
from kinematics.arm.size import size_of
from kinematics.differential.damped_newton import LEAST_DAMPING, damped_inverse
from kinematics.differential.jacobian import jacobian
from kinematics.differential.pose_equations import pose_error
from kinematics.errors import KinematicsError, UnsolvableMechanism
from kinematics.motion.branch_tracking import NEAREST, branch_roots, continuous
from kinematics.poses.transforms import Array, exact_poses
from kinematics.solutions.solutions import TrackResult
from kinematics.solving.locked_solvers import has_closed_form

LEAP = 1.0  # rad: a joint may not turn by more between two poses of a path


def track_split(
    mechanism: Mechanism, Ts: ArrayLike, q_start: ArrayLike, split: tuple[int, ...] | None = None
) -> TrackResult:
    """Joint values along poses T_base_flange (N, 4, 4), mm, each row near the one before.

    q_start: (n,), the row before the first pose. split: indices (from 0) of the joints that follow
    the pseudo-inverse; None for those of `split_of`. Raises KinematicsError for other joints.
    """
    poses, last = exact_poses(Ts), np.array(mechanism.check_one_q(q_start))
    joints = split_of(mechanism) if split is None else split
    if not all(joint in range(mechanism.n) for joint in joints):
        raise KinematicsError(f"split={joints}: joints count from 0 to {mechanism.n - 1}")
    q = np.full((len(poses), mechanism.n), np.nan)
    for i in range(len(poses)):
        moved = last + _least_motion(mechanism, poses[i : i + 1], last)
        arm = lock(mechanism, {joint: float(moved[joint]) for joint in joints})
        free = list(arm.free)
        found, reached, _ = branch_roots(
            arm.core, arm.core_poses(poses[i : i + 1]), NEAREST, last[None, free]
        )
        if not reached[0]:
            return TrackResult(q, i, f"{arm.core.name} does not reach the pose")
        row = continuous(mechanism, arm.whole(found), last)[0]
        leap = np.abs(row - last) * mechanism.revolute
        if leap.max() > LEAP:
            joint = int(np.argmax(leap))
            turn = np.degrees(leap[joint])
            return TrackResult(q, i, f"joint {joint + 1} would turn {turn:.1f} deg at once")
        q[i] = last = row
    return TrackResult(q, None, "")


def split_of(mechanism: Mechanism) -> tuple[int, ...]:
    """Indices (from 0) of the first joints with which locked the other six have a closed form.

    Raises KinematicsError for an arm of six joints or fewer, UnsolvableMechanism if there are none.
    """
    if mechanism.n < 7:
        raise KinematicsError(f"an arm of {mechanism.n} joints has none to split off")
    size = size_of(mechanism)
    for joints in combinations(range(mechanism.n), mechanism.n - 6):
        # Arbitrary values: a closed form that holds at them holds at all values.
        plain = {i: 0.37 * (1.0 if mechanism.kinds[i] == "R" else size) for i in joints}
        core = lock(mechanism, plain).core
        if has_closed_form(core):
            return joints
    raise UnsolvableMechanism(
        f"{mechanism.name or 'this arm'}: no choice of six joints leaves an arm with a closed form"
    )


def _least_motion(mechanism: Mechanism, T: Array, q: Array) -> Array:
    """The least joint motion (n,) from q (n,) to a pose T (1, 4, 4), to first order."""
    size = size_of(mechanism)
    weight = np.where(mechanism.revolute > 0.0, 1.0, size)
    J = jacobian(mechanism, q) * weight
    J[:3] /= size
    error = pose_error(mechanism, T, q[None], size)[0]
    return np.asarray(damped_inverse(J, LEAST_DAMPING) @ error * weight)
