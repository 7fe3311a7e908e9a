"""Seven axes with an offset shoulder, solved by correcting temporary angles: one solution.

The notation is that of `families/seven_axis.py` and `elbow_angle.py`. With a shoulder offset the
distance from S to E changes with axis 2, so that the triangle S, E, W is not known beforehand
(patent on a manipulator with an offset shoulder):

1. A temporary elbow is placed at the wanted elbow angle, with |SE| as it is at q = 0.
2. It gives temporary angles of axes 1 and 2, and together with W those of axes 3 and 4.
3. An evaluation function measures the error: from the differences of wrist position and elbow angle
   ("differences"), or of wrist position and the direction cosines of the elbow plane through S, E
   and W ("cosines").
4. The Jacobian of wrist position and elbow angle by axes 1 to 4 corrects all four angles ("1-4"),
   or the first two, from which the others follow ("1-2"), until the value is at most LEVEL.

The result is for one bend of joint 4 and one side of the shoulder; `elbow.py` finds all solutions.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from kinematics.arm.mechanism import Mechanism
from kinematics.differential.damped_newton import shortened
from kinematics.errors import KinematicsError
from kinematics.families.elbow_angle import elbow_jacobian, reference
from kinematics.families.seven_axis import SevenAxisArm, recognise_seven
from kinematics.poses.angles import wrapped
from kinematics.poses.numbers import finite_angle, whole_number
from kinematics.poses.transforms import Array, exact_pose
from kinematics.solvers.seven.offset_elbow import second_angle, third_and_fourth, with_wrist

LEVEL = 1e-13  # evaluation value at which the correction ends, lengths by the size of the arm
LARGEST_TURN = 0.5  # rad: the most that one step corrects an angle
RANK = 1e-12  # of the largest singular value: singular values below this are rounding
TURNING = np.ones(4)

Evaluation = Literal["differences", "cosines"]
Temporary = Literal["1-2", "1-4"]


@dataclass(frozen=True, eq=False)
class Correction:
    """Result of the correction.

    q: (k, 7), rad, a row for each way of the wrist; empty if the pose was not reached. temporary:
    (4,), the temporary angles of axes 1 to 4, rad. trace: the evaluation value before each step and
    at the end. reached: whether the last value counts as reached.
    """

    q: Array
    temporary: Array
    trace: Array
    reached: bool


def corrected_angles(
    mechanism: Mechanism,
    T: ArrayLike,
    psi: float,
    *,
    temporary: Temporary = "1-4",
    evaluation: Evaluation = "differences",
    front: bool = True,
    bend: int = 0,
    steps: int = 40,
) -> Correction:
    """Joint values at elbow angle psi (rad) of a pose T_base_flange (4, 4), mm.

    temporary, evaluation: see the head of this file. front: whether the elbow is in front of axis
    1, where the offset points, or behind it. bend: 0 or 1, the way in which joint 4 bends. steps:
    the most steps. Raises KinematicsError for an arm without a shoulder offset, or for other
    arguments.
    """
    arm = recognise_seven(mechanism)
    if isinstance(arm, str) or arm.offset == 0.0:
        why = arm if isinstance(arm, str) else "its shoulder is a point"
        raise KinematicsError(f"temporary angles are for arms with an offset shoulder: {why}")
    if temporary not in ("1-2", "1-4") or evaluation not in ("differences", "cosines"):
        raise KinematicsError(
            f"temporary is '1-2' or '1-4' and evaluation 'differences' or 'cosines', "
            f"not {temporary!r} and {evaluation!r}"
        )
    if not isinstance(front, bool | np.bool_):
        raise KinematicsError(f"front is True or False, not {front!r}")
    if whole_number(bend, "bend is 0 or 1") > 1:
        raise KinematicsError(f"bend is 0 or 1, not {bend!r}")
    steps = whole_number(steps, "steps is a whole number above 0", 1)
    pose = exact_pose(T)
    psi = finite_angle(psi)
    W = arm.wrist_places(pose)
    q = _temporary(arm, W, psi, front, bend)
    start, trace = q[0, :4].copy(), []
    for _ in range(steps):
        error, value, J = _evaluated(arm, q, W, psi, evaluation)
        trace.append(value)
        if value <= LEVEL:
            break
        dq = np.asarray(np.linalg.lstsq(J, error, rcond=RANK)[0], float)
        dq = shortened(dq[None], error[None], TURNING, LARGEST_TURN)[0]
        if temporary == "1-4":
            q[0, :4] += dq
        else:
            q[0, :2] += dq[:2]
            q[0, 2:4] = _follow(arm, W, q, bend)
    reached = trace[-1] <= 1e3 * LEVEL
    first = np.repeat(wrapped(q[:, :4].T[:, None]), 2, axis=1)
    roots = with_wrist(arm, pose, first, np.array([[reached], [False]]), q)
    return Correction(roots.q[0, roots.valid[0]], start, np.array(trace), reached)


def _temporary(arm: SevenAxisArm, W: Array, psi: float, front: bool, bend: int) -> Array:
    """Steps 1 and 2: temporary angles (1, 7), rad, with the wrist joints at zero."""
    u, e, f = reference(arm, W)
    n = np.cos(psi) * e + np.sin(psi) * f
    d = np.linalg.norm(W - arm.S)
    upper, lower = np.linalg.norm(arm.E - arm.S), np.linalg.norm(arm.W - arm.E)
    along = float(np.clip((d * d + upper**2 - lower**2) / (2 * d), -upper, upper))
    E = arm.S + along * u + np.sqrt(upper**2 - along**2) * n
    gap = E - arm.S
    rho = float(np.linalg.norm(gap - arm.z[0] * (gap @ arm.z[0])[:, None])) * (1 if front else -1)
    side = np.cross(arm.z[0], arm.front)
    q = np.zeros((1, 7))
    q[:, 0] = np.arctan2(gap @ side, gap @ arm.front) + (0.0 if front else np.pi)
    q[:, 1] = second_angle(arm, np.array([rho - arm.offset]), gap @ arm.z[0])
    q[0, 2:4] = _follow(arm, W, q, bend)
    return q


def _follow(arm: SevenAxisArm, W: Array, q: Array, bend: int) -> Array:
    """Angles (2,) of axes 3 and 4 that point the lower arm at W, for axes 1 and 2 of q (1, 7)."""
    q_3, q_4, _ = third_and_fourth(arm, W, q[:, 0], q[:, 1])
    return np.array([q_3[bend, 0], q_4[bend, 0]])


def _evaluated(
    arm: SevenAxisArm, q: Array, W: Array, psi: float, evaluation: Evaluation
) -> tuple[Array, float, Array]:
    """Step 3: error (4,) of wrist and elbow angle, the evaluation value, the Jacobian (4, 4).

    Lengths are in units of the size of the arm.
    """
    reached, angle, J = elbow_jacobian(arm, q)
    J = J[0]
    J[:3] /= arm.size
    error = np.append((W - reached)[0] / arm.size, wrapped(psi - angle)[0])
    if evaluation == "differences":
        return error, float(np.linalg.norm(error)), J
    normals = []
    for place, at in ((W, psi), (reached, float(angle[0]))):
        _, e, f = reference(arm, place)
        normals.append((np.cos(at) * f - np.sin(at) * e)[0])
    cosines = normals[0] - normals[1]
    # To first order the plane turns by as much as its normal; the error of psi gives the sign.
    error[3] = np.copysign(np.linalg.norm(cosines), error[3])
    return error, float(np.hypot(np.linalg.norm(error[:3]), np.linalg.norm(cosines))), J
