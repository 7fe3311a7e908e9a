"""Seven axes at a given elbow angle whose first three meet (S-R-S), in closed form: 8 solutions.

The notation is that of `families/elbow_angle.py`; F = [u e f] is `reference_frames`. Joint 4 may be
off the line from shoulder to wrist (elbow offsets).

 1. |SW| depends on joint 4 alone: |SW|^2 is a combination of 1, cos q4 and sin q4, with two
    solutions.
 2. With joint 4 at q4 and the others at 0, the triangle S, E, W has the axes r = [u, n, u x n]. The
    shoulder has to bring them to F Rx(psi). So it makes the rotation R = F Rx(psi) r^T, and axes 1
    to 3 do this in two ways (`parts/wrist.py`).
 3. Axes 5 to 7 make the rest of the orientation, in two ways.

The rotations of shoulder and wrist have the form P Rx(psi) Q, where P and Q do not depend on psi.
They are computed once for a pose, however many angles are solved.
"""

from math import atan2, hypot

import numpy as np
from numpy.typing import NDArray

from kinematics.families.elbow_angle import frames, reference_frames
from kinematics.families.seven_axis import SevenAxisArm
from kinematics.poses.angles import wrapped
from kinematics.poses.transforms import Array, cos_sin, rotation_about, turned
from kinematics.solutions.solver import Roots
from kinematics.solvers.parts.wrist import BAND, is_rounding, turn_wrist

SIDES = np.array([[1.0], [-1.0]])  # of the line from shoulder to wrist: both bends
ALIKE = 2e-4  # rad: two values of q4 this near may be one root
FLAT = 1e-11  # of the size: with the elbow this near to the line S W, S, E, W define no plane
NUDGE = 1e-6  # rad: a change of q4 after which they do
STRETCHED = 1e-6  # rad: with two values of q4 this near the arm is stretched and axis 3 free


def point_shoulder(arm: SevenAxisArm, Ts: Array, psi: Array, held: Array) -> Roots:
    """All eight roots of poses (n, 4, 4) at angles psi (n or 1, m), rad, in n m rows."""
    poses, count = len(Ts), len(Ts) * psi.shape[1]
    W = arm.wrist_places(Ts)
    F = reference_frames(arm, W)
    gap = W - arm.S
    q_4, found = elbow_bends(arm, np.sqrt(np.vecdot(gap, gap)))
    bend = turned(arm.spins[3:4], q_4.reshape(1, -1)).reshape(2, poses, 3, 3)
    r_back = np.swapaxes(_rest_triangle(arm, q_4, bend), -1, -2)
    cosine, sine = cos_sin(psi)
    M = _at_angles(arm.shoulder.fore_basis.T @ F, r_back @ arm.shoulder.last_basis, cosine, sine)
    fore = np.swapaxes(r_back @ bend @ arm.wrist.fore_basis, -1, -2)
    last = np.swapaxes(F, 1, 2) @ Ts[:, :3, :3] @ (arm.R_zero.T @ arm.wrist.last_basis)
    N = _at_angles(fore, last, cosine, -sine)
    q = np.empty((7, 2, 2, 2, poses, psi.shape[1]))  # joint, bend, shoulder, wrist, pose, angle
    valid, doubled = np.empty((2, 2, 2, count), bool), np.zeros((2, 2, 2, count), np.int64)
    exists = np.repeat(found, psi.shape[1])
    valid[:] = exists
    free = np.zeros((count, 7), bool)
    rows = q.reshape(7, 2, 2, 2, count)
    for first, joints, wrist, seen in ((0, 0, arm.shoulder, M), (1, 4, arm.wrist, N)):
        turns, fits = np.empty((3, 2, 2, count)), np.ones((2, 2, count), bool)
        straight = turn_wrist(wrist, seen, is_rounding, held[:, joints], turns, fits)
        if straight.any():
            fits[:, 1] &= ~straight
            doubled[:] += straight[:, None, None]
            free[:, joints] = (straight & exists).any(axis=0)
        turns = wrapped(turns)
        rows[joints : joints + 3] = turns[:, :, None] if first else turns[:, :, :, None]
        valid &= fits[:, None] if first else fits[:, :, None]
    q[3] = q_4[:, None, None, :, None]
    between = np.abs(wrapped(q_4[0] - q_4[1]))
    oblique = not (arm.shoulder.orthogonal and arm.wrist.orthogonal)
    near = np.repeat((between < ALIKE) | oblique, psi.shape[1])
    free[:, 2] = exists & np.repeat(between < STRETCHED, psi.shape[1])
    return Roots(
        q=np.ascontiguousarray(rows.reshape(7, 8, count).transpose(2, 1, 0)),
        valid=valid.reshape(8, count).T.copy(),
        free=free,
        doubled=doubled.reshape(8, count).T.copy(),
        near=near,
    )


def bent(arm: SevenAxisArm, q_4: Array) -> Array:
    """W (..., 3) with joint 4 at q_4 (...) and the other joints at 0, base frame, mm."""
    return arm.E + rotation_about(arm.z[3], q_4) @ (arm.W - arm.E)


def elbow_bends(arm: SevenAxisArm, distance: Array) -> tuple[Array, NDArray[np.bool_]]:
    """Both q4 (2, N), rad, that bring W to a distance (N,) from S, mm, and whether they exist."""
    rest, swing, azimuth = law_of_cosines(arm, distance)
    sine_part = np.sqrt(np.maximum((swing - rest) * (swing + rest), 0.0))
    opening = np.arctan2(sine_part, rest)
    return wrapped(azimuth + opening * SIDES), np.abs(rest) <= swing + BAND * arm.size**2


def law_of_cosines(arm: SevenAxisArm, distance: Array) -> tuple[Array, float, float]:
    """Rest (N,), mm^2, swing, mm^2, and azimuth, rad: rest = swing cos(q4 - azimuth).

    That is |SW|^2 = still + swing cos(q4 - azimuth) for distances |SW| (N,), mm.
    """
    upper = arm.E - arm.S
    along, across, normal = arm.lower
    cosine, sine = 2.0 * float(upper @ across), 2.0 * float(upper @ normal)
    swing, azimuth = hypot(cosine, sine), atan2(sine, cosine)
    off = arm.W - arm.E
    still = float(upper @ upper + off @ off + 2.0 * upper @ along)
    return distance * distance - still, swing, azimuth


def _at_angles(P: Array, Q: Array, cosine: Array, sine: Array) -> Array:
    """P Rx(psi) Q as (3, 3, 2, n m), for P and Q (2, n, 3, 3) or (n, 3, 3).

    cosine, sine: of psi, (n or 1, m).
    """
    still = P[..., :1] @ Q[..., :1, :]
    with_cosine = P[..., 1:] @ Q[..., 1:, :]
    with_sine = P[..., 2:] @ Q[..., 1:2, :] - P[..., 1:2] @ Q[..., 2:, :]
    still, with_cosine, with_sine = (
        values.transpose(2, 3, 0, 1)[..., None] for values in (still, with_cosine, with_sine)
    )
    seen = cosine * with_cosine
    seen += sine * with_sine
    seen += still
    return np.asarray(seen.reshape(3, 3, 2, -1))


def _rest_triangle(arm: SevenAxisArm, q_4: Array, bend: Array) -> Array:
    """r (2, n, 3, 3) of step 2; bend: the rotations (2, n, 3, 3) of joint 4 at q_4 (2, n).

    A stretched arm has no plane S, E, W; the plane that it has just before it is stretched is used.
    """
    upper = arm.E - arm.S
    along = upper + bend @ (arm.W - arm.E)
    r, height = frames(along, upper)
    flat = height < FLAT * arm.size
    if flat.any():
        nudged = bent(arm, q_4[flat] + np.where(q_4[flat] < 0.0, -NUDGE, NUDGE)) - arm.S
        r[flat] = frames(along[flat], frames(nudged, upper)[0][..., 1])[0]
    return r
