"""Seven axes with an offset shoulder at given elbow angles: see `solvers/seven/offset_elbow`.

A pair of pose and angle is left to the solver in NumPy where the elbow stands on axis 1, where the
arm is stretched or its wrist straight, or where the closed form misses the pose.
"""

from math import atan2, cos, pi, sin, sqrt

from kinematics.loops.circle_kernel import refined, write_circle_roots
from kinematics.loops.vector_kernel import (
    inner,
    write_frame,
    write_product,
    write_transposed_product,
    write_turn,
)
from kinematics.loops.wrist_kernel import wrapped, write_turns
from resources.loops import flags, reals, shipped, written

# Matrices of `bases`, rows of `points` and entries of `numbers`: see `seven/ready_elbow`.
WRIST_FORE, WRIST_LAST, FOREARM = range(3)
CENTRE, SHOULDER, UP, FRONT, SIDE, AXES, REST, ALONG, ACROSS, NORMAL = (*range(6), 9, 10, 11, 12)
SIZE, OFFSET, LOWER, UPPER, ZERO, SENSE, SWING, AZIMUTH = range(8)
UPRIGHT, STRAIGHT, CAREFUL, UNDER, FARTHEST, ON_AXIS, SURE, ALIKE, STRETCHED, NEIGHBOURS = range(
    8, 18
)

OFFSET_ARM = (reals(3), reals(2), reals(1), reals(1))
"""Bases (3, 3, 3), points (13, 3), the turns of the wrist (3,), and numbers (18,)."""

# Which matrix of the room holds what.
GAP, FRAME, LAST, ELBOW, FIRST, SECOND, CARRIED, SEEN, THIRD, FOURTH, BENDS, M, BOTH = range(13)
WORK_MATRICES = 13


def write_function(numbers, points, F, distance, psi, f):  # type: ignore[no-untyped-def]
    """Writes the coefficients (5,) of the equation in phi (step 1) into f.

    F: [u e f], columns. distance: From shoulder to wrist, mm. psi: rad.
    """
    size = numbers[SIZE]
    a1, lower, upper = numbers[OFFSET] / size, numbers[LOWER] / size, numbers[UPPER] / size
    d = distance / size
    z = points[AXES]
    u_z = z[0] * F[0, 0] + z[1] * F[1, 0] + z[2] * F[2, 0]
    e_z = z[0] * F[0, 1] + z[1] * F[1, 1] + z[2] * F[2, 1]
    f_z = z[0] * F[0, 2] + z[1] * F[1, 2] + z[2] * F[2, 2]
    factor, turn = 4.0 * a1 * a1, 2.0 * lower * d
    square = d * d + lower * lower
    level = square + (a1 * a1 - upper * upper)
    A, B, C = d * u_z, lower * u_z, lower * (cos(psi) * e_z + sin(psi) * f_z)
    f[3] = 0.5 * (turn * turn + factor * (B * B - C * C))
    f[0] = f[3] + level * level + factor * (A * A + C * C - square)
    f[1] = factor * (turn - 2.0 * A * B) - 2.0 * level * turn
    f[2] = (2.0 * factor) * (A * C)
    f[4] = -factor * (B * C)


def neighbouring(phi, real, limit):  # type: ignore[no-untyped-def]
    """Whether two of the roots phi (4,) are nearer to each other than a limit, rad."""
    for i in range(4):
        for j in range(i):
            if real[i] and real[j] and abs(phi[i] - phi[j]) < limit:
                return True
    return False


def write_first_angles(arm, room, distance, phi, psi, q):  # type: ignore[no-untyped-def]
    """Writes q1 and q2, rad, into q (2,); says whether the elbow is off axis 1 (step 2)."""
    _, points, _, numbers = arm
    F, E = room[FRAME], room[ELBOW, 0]
    lower = numbers[LOWER]
    along, over = distance - lower * cos(phi), lower * sin(phi)
    across, up = over * cos(psi), over * sin(psi)
    for i in range(3):
        E[i] = F[i, 0] * along + F[i, 1] * across + F[i, 2] * up
    x, y, z = inner(E, points[FRONT]), inner(E, points[SIDE]), inner(E, points[AXES])
    rho = sqrt(x * x + y * y)
    if rho <= numbers[ON_AXIS]:
        return False
    behind = x * x + y * y + z * z < numbers[UPPER] ** 2 - numbers[OFFSET] ** 2
    q[0] = wrapped(atan2(y, x) + (pi if behind else 0.0))
    height = atan2(z, (-rho if behind else rho) - numbers[OFFSET])
    q[1] = wrapped(numbers[SENSE] * (height - numbers[ZERO]))
    return True


def write_bends(arm, room, q, bends):  # type: ignore[no-untyped-def]
    """Writes both pairs of q3 and q4, rad, into bends (2, 2); says whether both reach W (step 3).

    room: Holds the rotations of axes 1 and 2.
    """
    bases, points, _, numbers = arm
    gap, first, second, seen = room[GAP, 0], room[FIRST], room[SECOND], room[SEEN]
    for i in range(3):
        seen[0, i] = first[0, i] * gap[0] + first[1, i] * gap[1] + first[2, i] * gap[2]
        seen[0, i] -= numbers[OFFSET] * points[FRONT, i]
    for i in range(3):
        seen[1, i] = second[0, i] * seen[0, 0] + second[1, i] * seen[0, 1]
        seen[1, i] += second[2, i] * seen[0, 2] - points[REST, i]
    sx, sy = inner(bases[FOREARM, 0], seen[1]), inner(bases[FOREARM, 1], seen[1])
    sz = inner(bases[FOREARM, 2], seen[1])
    swing, rest = numbers[SWING], sz - points[ALONG, 2]
    opening = atan2(sqrt(max((swing - rest) * (swing + rest), 0.0)), rest)
    for b in range(2):
        bend = numbers[AZIMUTH] + (opening if b == 0 else -opening)
        c, s = cos(bend), sin(bend)
        x = points[ALONG, 0] + c * points[ACROSS, 0] + s * points[NORMAL, 0]
        y = points[ALONG, 1] + c * points[ACROSS, 1] + s * points[NORMAL, 1]
        z = points[ALONG, 2] + c * points[ACROSS, 2] + s * points[NORMAL, 2]
        miss = abs(sqrt(sx * sx + sy * sy) - sqrt(x * x + y * y)) + abs(sz - z)
        if not miss <= numbers[SURE]:
            return False
        bends[b, 0] = wrapped(atan2(sy, sx) - atan2(y, x))
        bends[b, 1] = wrapped(bend)
    return True


def write_elbow(arm, room, distance, phi, psi, q, valid):  # type: ignore[no-untyped-def]
    """Writes the roots with the elbow at phi into q (4, 7) and valid (4,).

    Says whether the elbow is regular: 1, or 2 where two of its roots may be alike, or 0.
    """
    bases, points, turns, numbers = arm
    pair, bends = room[ELBOW, 1], room[BENDS]
    if not write_first_angles(arm, room, distance, phi, psi, pair):
        return 0
    write_turn(points[AXES], pair[0], room[FIRST])
    write_turn(points[AXES + 1], pair[1], room[SECOND])
    if not write_bends(arm, room, pair, bends):
        return 0
    apart = abs(wrapped(bends[0, 1] - bends[1, 1]))
    if apart < numbers[STRETCHED]:
        return 0
    write_product(room[FIRST], room[SECOND], room[CARRIED])
    write_transposed_product(room[CARRIED], room[LAST], room[SEEN])
    for b in range(2):
        write_turn(points[AXES + 2], bends[b, 0], room[THIRD])
        write_turn(points[AXES + 3], bends[b, 1], room[FOURTH])
        write_product(room[FOURTH], bases[WRIST_FORE], room[CARRIED])
        write_product(room[THIRD], room[CARRIED], room[FIRST])
        write_transposed_product(room[FIRST], room[SEEN], room[M])
        if not write_turns(room[M], turns, numbers[STRAIGHT], room[BOTH]):
            return 0
        for way in range(2):
            row = q[2 * b + way]
            row[0], row[1], row[2], row[3] = pair[0], pair[1], bends[b, 0], bends[b, 1]
            for j in range(3):
                row[4 + j] = room[BOTH, way, j]
            valid[2 * b + way] = True
    return 2 if apart < numbers[ALIKE] else 1


def solve_pair(arm, room, distance, psi, q, valid):  # type: ignore[no-untyped-def]
    """Writes the roots at one angle, rad, into q (16, 7) and valid (16,).

    Says whether the pair is regular: 1, or 2 where two roots may be alike, or 0.
    """
    _, points, _, numbers = arm
    matrices, rows, marks = room
    f, phi, real = rows[0], rows[1], marks[0]
    write_function(numbers, points, matrices[FRAME], distance, psi, f)
    if not write_circle_roots(f, numbers[CAREFUL], phi, real):
        return 0
    for place in range(4):
        if real[place]:
            real[place] = sin(phi[place]) >= -numbers[UNDER]
            phi[place] = refined(f, phi[place], numbers[FARTHEST])
    state = 2 if neighbouring(phi, real, numbers[NEIGHBOURS]) else 1
    for place in range(4):
        if real[place]:
            part = slice(4 * place, 4 * place + 4)
            found = write_elbow(arm, matrices, distance, phi[place], psi, q[part], valid[part])
            if found == 0:
                return 0
            state = max(state, found)
    return state


@shipped(
    arm=OFFSET_ARM,
    poses=reals(3),
    angles=reals(2),
    q=written(reals(4)),
    found=written(flags(3), flags(2), flags(2)),
    room=written(reals(3), reals(2), flags(2)),
)
def solve_offset_elbows(arm, poses, angles, q, found, room):  # type: ignore[no-untyped-def]
    """Writes all roots of poses (n, 4, 4) at angles (n or 1, m), rad, into q (n, m, 16, 7).

    found: Valid slots (n, m, 16), pairs with roots that may be alike (n, m), and pairs that the
    loop leaves to others (n, m); the rows of those mean nothing. room: Matrices (13, 3, 3), rows
    (2, 5) and marks (1, 4) to work in. Returns how many it leaves.
    """
    bases, points, _, numbers = arm
    valid, near, left = found
    matrices, count = room[0], 0
    q[:], valid[:] = 0.0, False
    for n in range(len(poses)):
        gap = matrices[GAP, 0]
        for i in range(3):
            gap[i] = inner(poses[n, i], points[CENTRE]) + poses[n, i, 3] - points[SHOULDER, i]
        distance = sqrt(inner(gap, gap))
        upright = write_frame(gap, points[UP], matrices[FRAME]) < numbers[UPRIGHT]
        write_product(poses[n, :3, :3], bases[WRIST_LAST], matrices[LAST])
        angle = angles[n if len(angles) > 1 else 0]
        for m in range(len(angle)):
            state = 0
            if not upright:
                state = solve_pair(arm, room, distance, angle[m], q[n, m], valid[n, m])
            near[n, m], left[n, m] = state == 2, state == 0
            if state == 0:
                count += 1
    return count
