"""The roots of a pose at elbow angles, from the equation of `elbow_equation.py`.

 1. On each arc of q7 every branch is sampled, and its Fourier series taken; the number of samples
    grows until the series has converged. For a point shoulder f is a combination of 1, cos psi and
    sin psi, so that one sampling serves all angles psi.
 2. `periodic_zeros.py` gives the zeros and says of each function whether they are all.
 3. Each zero gives the directions of the axes, and they give the joint values one after another.
    A point shoulder takes two values of joint 2.
 4. A root that misses the pose or psi by more than rounding is corrected by Newton's method.

Every root is a zero of a branch. So an angle psi of which each function is settled has all its
roots; of any other angle `doubts` says why not.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinematics.differential.pose_equations import pose_error
from kinematics.families.elbow_angle import angle_about, elbow_state
from kinematics.poses.angles import wrapped
from kinematics.poses.transforms import Array, turned
from kinematics.solvers.seven.elbow_equation import (
    Arc,
    ElbowEquation,
    Triangle,
    arcs,
    directions,
    on_two_cones,
    point_shoulder_parts,
    triangle,
    turning_parts,
)
from kinematics.solvers.seven.elbow_search import settled
from kinematics.solvers.seven.periodic_zeros import (
    LAST,
    bounded_away,
    sample_angles,
    series,
    zeros,
)

SAMPLES = (128, 512, 2048)  # of a point shoulder
OFFSET_SAMPLES = (32, 128, 512)  # for an offset shoulder the samples depend on psi as well
STEEP = 0.1  # sine: SW at this angle from the vertical may be the cause of a slow series
AT_END = 1e-5  # cosine: a zero this near to the end of an arc has no elbow plane
STRAIGHT = 1e-9  # square of the sine of z1 and z3: below it joints 1 and 3 turn together
EXACT = 1e-13  # rad, or of the size: roots that miss the pose or psi by more are corrected

UPRIGHT = "the wrist passes nearly above or below the shoulder"
EDGE = "the arm is nearly stretched or folded at some of these solutions"
CONE = "some axes of the arm come so near to one line that two ways of standing meet"
DOUBLE = "two solutions lie too close together to be told apart, or a range of solutions exists"
SHOULDER = "axes 1 and 3 lie in one line, so that joints 1 and 3 turn together"
LOST = "rounding hides a solution"


@dataclass(frozen=True, eq=False)
class Branches:
    """Series c (R, n) with errors (R,) on one arc: the branch and the index of psi, (R,) each."""

    c: Array
    error: Array
    branch: NDArray[np.int64]
    which: NDArray[np.int64]


def roots_at_angles(
    equation: ElbowEquation, T: Array, psi: Array
) -> tuple[Array, NDArray[np.int64], list[str]]:
    """Roots q (k, 7) of a pose (4, 4) at angles psi (m,), rad, and the index (k,) of their angle.

    The last result holds for each angle why the roots may not be all, or "".
    """
    parts = turning_parts(equation, T)
    doubts = [""] * len(psi)
    found, whose = [np.empty((0, 7))], [np.empty(0, np.int64)]
    for arc in arcs(equation, parts):
        family = _point_shoulder if equation.point_shoulder else _offset_shoulder
        known = family(equation, parts, arc, psi, doubts)
        if not len(known.c):
            continue
        at = zeros(known.c, known.error, arc.half is not None)
        _doubt(doubts, known.which[~at.settled], DOUBLE)
        row, t = at.row, at.t
        if arc.half is not None:
            cosine = np.cos(t)
            _doubt(doubts, known.which[row[np.abs(cosine) < AT_END]], EDGE)
            row, t = row[cosine > 0.0], t[cosine > 0.0]
        which = known.which[row]
        q, of, straight = _joint_values(
            equation, T, triangle(equation, parts, arc, t), psi[which], known.branch[row]
        )
        _doubt(doubts, which[straight], SHOULDER)
        q[:, 6] = wrapped(arc.q_7(t)[of])
        found.append(q)
        whose.append(which[of])
    q, which = np.concatenate(found), np.concatenate(whose)
    q, met = _corrected(equation, T, psi[which], q)
    _doubt(doubts, which[~met], LOST)
    return q[met], which[met], doubts


def _doubt(doubts: list[str], which: NDArray[np.int64], reason: str) -> None:
    """Enters the reason for the angles `which` that have none yet."""
    for i in set(which.tolist()):
        doubts[i] = doubts[i] or reason


def _point_shoulder(
    equation: ElbowEquation, parts: Array, arc: Arc, psi: Array, doubts: list[str]
) -> Branches:
    """Step 1 for a point shoulder: two branches at every angle."""
    for count in SAMPLES:
        tri = triangle(equation, parts, arc, sample_angles(count))
        c, error = series(point_shoulder_parts(equation, tri))
        if error.max() <= LAST:
            break
    else:
        near_upright = np.hypot(tri.u[:, 0], tri.u[:, 1]).min() < STEEP
        _doubt(doubts, np.arange(len(psi)), UPRIGHT if near_upright else EDGE)
    numbers = np.stack([np.ones_like(psi), np.cos(psi), np.sin(psi)])
    c = np.tensordot(numbers, c, (0, 0))  # (m, 2, n)
    return Branches(
        c=c.reshape(-1, c.shape[-1]),
        error=np.tile(error.max(axis=0), len(psi)),
        branch=np.tile([0, 1], len(psi)),
        which=np.repeat(np.arange(len(psi)), 2),
    )


def _offset_shoulder(
    equation: ElbowEquation, parts: Array, arc: Arc, psi: Array, doubts: list[str]
) -> Branches:
    """Step 1 for an offset shoulder: those of four branches that are real on the whole arc."""
    left, known = np.arange(len(psi)), []
    for count in OFFSET_SAMPLES:
        tri = triangle(equation, parts, arc, sample_angles(count))
        at, (first, second) = directions(equation, tri, psi[left, None])
        c, error = series(np.vecdot(at.z_5, tri.z_6) - equation.cosines[4])
        (real_2, none_2), (real_4, none_4) = bounded_away(first), bounded_away(second)
        real, none = real_2 & real_4, none_2 | none_4  # (2, m): the sign of z2
        done = (none | (real & (error <= LAST).all(axis=1))).all(axis=0)
        sign, place = np.nonzero(real & done)
        for other in (0, 1):
            branch, which = 2 * sign + other, left[place]
            known.append((c[sign, other, place], error[sign, other, place], branch, which))
        left = left[~done]
        if not len(left):
            break
    near_upright = np.hypot(tri.u[:, 0], tri.u[:, 1]).min() < STEEP
    _doubt(doubts, left, UPRIGHT if near_upright else CONE)
    longest = max(part[0].shape[1] for part in known)
    c = np.concatenate([_padded(part[0], longest) for part in known])
    error, branch, which = (np.concatenate([part[i] for part in known]) for i in (1, 2, 3))
    return Branches(c, error, branch, which)


def _padded(c: Array, count: int) -> Array:
    return np.pad(c, ((0, 0), (0, count - c.shape[1])))


def _joint_values(
    equation: ElbowEquation, T: Array, tri: Triangle, psi: Array, branch: NDArray[np.int64]
) -> tuple[Array, NDArray[np.int64], NDArray[np.bool_]]:
    """Step 3: rows q (k, 7), still without q7, and the index of the zero of each, (k,).

    The last result (K,) says of which zeros axes 1 and 3 lie in one line.
    """
    at, _ = directions(equation, tri, psi)
    zero = np.arange(len(psi))
    straight = np.zeros(len(psi), bool)
    if at.z_2 is None:
        z_3, z_4, z_5 = at.z_3[branch, zero], at.z_4[branch, zero], at.z_5[branch, zero]
        z_1 = np.broadcast_to(equation.z[0], z_3.shape)
        both, inside = on_two_cones(z_3, equation.cosines[1], z_1, equation.cosines[0])
        straight = np.abs(inside) < STRAIGHT
        zero = np.flatnonzero(inside > 0.0)
        z_2 = both[:, zero].reshape(-1, 3)
        zero = np.tile(zero, 2)
        z_3, z_4, z_5 = z_3[zero], z_4[zero], z_5[zero]
    else:
        way = branch // 2
        z_2, z_3 = at.z_2[way, zero], at.z_3[way, zero]
        z_4, z_5 = at.z_4[way, branch % 2, zero], at.z_5[way, branch % 2, zero]
    last = T[:3, :3] @ equation.points.mechanism.T_last_flange[:3, :3].T
    z_7 = np.broadcast_to(last[:, 2], z_2.shape)
    q = np.zeros((len(zero), 7))
    turns = np.eye(3)[None]
    for joint, target in enumerate((z_2, z_3, z_4, z_5, tri.z_6[zero], z_7)):
        seen = (target[:, None] @ turns)[:, 0]
        off, side = equation.at_rest[joint]
        q[:, joint] = np.arctan2(seen @ side, seen @ off)
        turns = turns @ turned(equation.spins[joint : joint + 1], q[None, :, joint])[0]
    return q, zero, straight


def _corrected(
    equation: ElbowEquation, T: Array, psi: Array, q: Array
) -> tuple[Array, NDArray[np.bool_]]:
    """Step 4: the rows q (k, 7), corrected where they have to be, and whether they are roots."""
    points = equation.points
    if not len(q):
        return q, np.ones(0, bool)
    off = np.abs(pose_error(points.mechanism, T[None], q, points.size)).max(axis=1)
    E, W, _ = elbow_state(points, q)
    off = np.maximum(off, np.abs(wrapped(psi - angle_about(points, E, W))))
    met, poor = np.ones(len(q), bool), off > EXACT
    if poor.any():
        q[poor], met[poor] = settled(points, T[None], psi[poor], q[poor])
    return q, met
