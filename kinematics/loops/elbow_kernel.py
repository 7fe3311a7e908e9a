"""Seven axes whose first three meet, at given elbow angles: see `solvers/seven/elbow`.

A pose whose arm is stretched, whose wrist is straight or whose wrist centre stands above the
shoulder is left to the solver in NumPy, which knows what is free there.
"""

from math import atan2, cos, sin, sqrt

from kinematics.loops.vector_kernel import (
    inner,
    write_frame,
    write_product,
    write_transposed_product,
    write_turn,
)
from kinematics.loops.wrist_kernel import wrapped, write_turns
from resources.loops import flags, reals, shipped, written

# Rows of `points`, and entries of `numbers`: see `seven/ready_elbow`.
CENTRE, SHOULDER, UPPER, LOWER, AXIS_4, UP = range(6)
STILL, SWING, AZIMUTH, BAND, ALIKE, FLAT, UPRIGHT, STRAIGHT = range(8)
# Matrices of `bases`.
SHOULDER_FORE, SHOULDER_LAST, WRIST_FORE, WRIST_LAST = range(4)

ELBOW_ARM = (reals(3), reals(2), reals(2), reals(1))
"""Bases (4, 3, 3), points (6, 3), the turns of shoulder and wrist (2, 3), and numbers (8,)."""

WORK_MATRICES = 10


def bends_of_elbow(numbers, distance, bends):  # type: ignore[no-untyped-def]
    """Writes both values of joint 4, rad, into bends (2,); says whether they exist.

    distance: From shoulder to wrist, mm.
    """
    rest = distance * distance - numbers[STILL]
    swing = numbers[SWING]
    sine = sqrt(max((swing - rest) * (swing + rest), 0.0))
    opening = atan2(sine, rest)
    bends[0], bends[1] = wrapped(numbers[AZIMUTH] + opening), wrapped(numbers[AZIMUTH] - opening)
    return abs(rest) <= swing + numbers[BAND]


def write_parts(P, Q, parts):  # type: ignore[no-untyped-def]
    """Writes the still, cosine and sine parts of P Rx(psi) Q into parts (3, 3, 3)."""
    for i in range(3):
        for j in range(3):
            parts[0, i, j] = P[i, 0] * Q[0, j]
            parts[1, i, j] = P[i, 1] * Q[1, j] + P[i, 2] * Q[2, j]
            parts[2, i, j] = P[i, 2] * Q[1, j] - P[i, 1] * Q[2, j]


def write_at(parts, cosine, sine, M):  # type: ignore[no-untyped-def]
    """Writes the entries of P Rx(psi) Q that an orthogonal wrist needs into M (3, 3)."""
    for i in range(2):
        for j in range(3):
            M[i, j] = parts[0, i, j] + cosine * parts[1, i, j] + sine * parts[2, i, j]
    M[2, 2] = parts[0, 2, 2] + cosine * parts[1, 2, 2] + sine * parts[2, 2, 2]


def write_bend(arm, pose, F, bend, work, parts):  # type: ignore[no-untyped-def]
    """Writes the parts of shoulder and wrist at one value of joint 4 into parts (2, 3, 3, 3).

    Says whether shoulder, elbow and wrist make a plane. pose: (4, 4). F: Frame of the elbow angle.
    """
    bases, points, _, numbers = arm
    R, r, left, right, swung = work[0], work[1], work[2], work[3], work[4]
    write_turn(points[AXIS_4], bend, R)
    for i in range(3):
        swung[0, i] = points[UPPER, i] + inner(R[i], points[LOWER])
    if write_frame(swung[0], points[UPPER], r) < numbers[FLAT]:
        return False
    write_product(bases[SHOULDER_FORE], F, left)
    write_transposed_product(r, bases[SHOULDER_LAST], right)
    write_parts(left, right, parts[0])
    write_product(R, bases[WRIST_FORE], right)
    write_transposed_product(right, r, left)
    write_product(pose[:3, :3], bases[WRIST_LAST], swung)
    write_transposed_product(F, swung, right)
    write_parts(left, right, parts[1])
    return True


def solve_pose(arm, pose, angles, work, parts, q, valid):  # type: ignore[no-untyped-def]
    """Writes the roots of one pose at angles (m,), rad, into q (m, 8, 7) and valid (m, 8).

    Says whether the pose is regular; if not, q and valid mean nothing.
    """
    _, points, _, numbers = arm
    F, gap, bends = work[5], work[6], work[8, 0]
    for i in range(3):
        gap[0, i] = inner(pose[i], points[CENTRE]) + pose[i, 3] - points[SHOULDER, i]
    if write_frame(gap[0], points[UP], F) < numbers[UPRIGHT]:
        return False
    exists = bends_of_elbow(numbers, sqrt(inner(gap[0], gap[0])), bends)
    valid[:] = exists
    if not exists:
        q[:] = 0.0
        return True
    if abs(wrapped(bends[0] - bends[1])) < numbers[ALIKE]:
        return False
    for b in range(2):
        if not write_bend(arm, pose, F, bends[b], work, parts):
            return False
        if not write_slots(arm, angles, bends[b], 4 * b, work, parts, q):
            return False
    return True


def write_slots(arm, angles, bend, start, work, parts, q):  # type: ignore[no-untyped-def]
    """Writes the four roots of one value of joint 4 at angles (m,), rad, into q (m, 8, 7).

    Says whether no wrist or shoulder is straight. parts: See `write_bend`. start: The first slot.
    """
    _, _, turns, numbers = arm
    both = work[7]
    for k in range(len(angles)):
        cosine, sine = cos(angles[k]), sin(angles[k])
        for end in range(2):
            write_at(parts[end], cosine, sine if end == 0 else -sine, work[9])
            if not write_turns(work[9], turns[end], numbers[STRAIGHT], both):
                return False
            spread(q[k], bend, start, end, both)
    return True


def spread(q, bend, start, end, both):  # type: ignore[no-untyped-def]
    """Writes both ways of the shoulder (end 0) or the wrist (end 1) into the slots that have them.

    q: (8, 7), rad. start: First of the four slots of this bend.
    """
    for slot in range(4):
        way = slot // 2 if end == 0 else slot % 2
        for j in range(3):
            q[start + slot, 4 * end + j] = both[way, j]
        q[start + slot, 3] = bend


@shipped(
    arm=ELBOW_ARM,
    poses=reals(3),
    angles=reals(2),
    q=written(reals(4)),
    found=written(flags(3), flags(1)),
    room=written(reals(3), reals(4)),
)
def solve_elbows(arm, poses, angles, q, found, room):  # type: ignore[no-untyped-def]
    """Writes all roots of poses (n, 4, 4) at angles (n or 1, m), rad, into q (n, m, 8, 7).

    found: Valid slots (n, m, 8), and regular poses (n,); the rows of the others mean nothing.
    room: Matrices (10, 3, 3) and (2, 3, 3, 3) to work in. Returns how many are not regular.
    """
    valid, regular = found
    work, parts = room
    left = 0
    for n in range(len(poses)):
        row = n if len(angles) > 1 else 0
        regular[n] = solve_pose(arm, poses[n], angles[row], work, parts, q[n], valid[n])
        if not regular[n]:
            left += 1
    return left
