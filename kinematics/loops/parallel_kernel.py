"""The closed form of `solvers/three_parallel.py` in numbers, for one regular pose."""

from math import atan2, cos, sin, sqrt

from kinematics.loops.answer_kernel import (
    ANSWER,
    EDGE,
    LIMITS,
    SCRATCH,
    UNANSWERED,
    add_solution,
    is_exact,
    told,
)
from kinematics.loops.chain_kernel import CHAIN
from kinematics.loops.wrist_kernel import FITS, IRREGULAR, WRIST, turn_wrist_once
from resources.loops import REAL, reals, shipped

ARM = (REAL, REAL, REAL, REAL, REAL)
"""lean, height, front, up, size of a `ParallelArm`."""
BARS = (REAL, REAL, REAL, REAL, REAL, REAL, REAL, REAL)
"""first and tail as two numbers each, the lengths of upper and fore, upper_angle, bend_zero."""
SENSES = (REAL, REAL, REAL)


@shipped(
    chain=CHAIN,
    limits=LIMITS,
    arm=ARM,
    bars=BARS,
    senses=SENSES,
    pose_map=reals(2),
    wrist=WRIST,
    T=reals(2),
    answer=ANSWER,
    scratch=SCRATCH,
)
def solve_parallel(chain, limits, arm, bars, senses, pose_map, wrist, T, answer, scratch):  # type: ignore[no-untyped-def]
    """Writes all solutions of a pose T (4, 4) into answer, sorted by joint values; gives how many,
    or UNANSWERED."""
    lean, height, front, up, size = arm
    if not is_exact(T):
        return UNANSWERED
    seen = scratch[0][0]
    for row in range(12):
        seen[row] = 0.0
        for k in range(16):
            seen[row] += pose_map[row, k] * T[k // 4, k % 4]
    X, Y, Z = seen[9], seen[10], seen[11]
    level = (height - cos(lean) * Z) / sin(lean)
    distance, offset = sqrt(X * X + Y * Y), abs(level)
    beyond = distance - offset
    if beyond <= EDGE * size or distance <= EDGE * size:
        return UNANSWERED
    away = sqrt(beyond * (distance + offset))
    y = cos(lean) * level - sin(lean) * Z
    count = 0
    for side in range(2):
        x = away * front if side == 0 else -away * front
        q_1 = atan2(Y, X) - atan2(level, x)
        _write_seen_from_link_1(wrist[0], seen, q_1, scratch[1])
        fits = turn_wrist_once(wrist, scratch[1], scratch[2])
        if fits == IRREGULAR:
            return UNANSWERED
        sense = up * front * (1.0 if side == 0 else -1.0)
        for opening in range(2):
            if fits == FITS and count >= 0:
                place = (q_1, x, y, sense, EDGE * size)
                count = _add_bars(bars, senses, place, 4 * side, opening, count, answer, scratch)
        if count < 0:
            return UNANSWERED
    return told(chain, limits, T, count, True, answer)


def _write_seen_from_link_1(basis, seen, q_1, M):  # type: ignore[no-untyped-def]
    """Writes the last basis in the fore basis (3, 3), row by row."""
    c, s = cos(q_1), sin(q_1)
    for k in range(3):
        x, y, z = c * seen[k] + s * seen[3 + k], c * seen[3 + k] - s * seen[k], seen[6 + k]
        for row in range(3):
            M[row, k] = basis[0, row] * x + basis[1, row] * y + basis[2, row] * z


def _add_bars(bars, senses, place, slot, opening, count, answer, scratch):  # type: ignore[no-untyped-def]
    """Adds the solutions of one shoulder and one opening of the wrist; gives how many there are
    now, or UNANSWERED.

    place: q1, x and y of C in the plane of the bars, the sense of ABOVE, and the edge, mm.
    """
    first_x, first_y, tail_x, tail_y, upper, fore, upper_angle, bend_zero = bars
    q_1, x, y, sense, edge = place
    turns, values = scratch[2], scratch[0][2]
    turn = turns[opening, 0]
    c, s = cos(turn), sin(turn)
    tx = (x - first_x) - (c * tail_x - s * tail_y)
    ty = (y - first_y) - (s * tail_x + c * tail_y)
    length = sqrt(tx * tx + ty * ty)
    sum_, gap = upper + fore, abs(upper - fore)
    outside, inside = sum_ - length, length - gap
    if min(abs(outside), abs(inside)) <= edge:
        return UNANSWERED
    if outside < 0.0 or inside < 0.0:
        return count
    sine = sqrt(outside * (sum_ + length) * inside * (length + gap))
    square = length * length
    bend = atan2(sine, square - (upper * upper + fore * fore))
    lead = atan2(sine, square + (upper - fore) * sum_)
    azimuth = atan2(ty, tx) - upper_angle
    for elbow in range(2):
        turn_2, turn_3 = azimuth - lead * sense, bend * sense - bend_zero
        values[0], values[1], values[2] = q_1, senses[0] * turn_2, senses[1] * turn_3
        values[3] = senses[2] * (turn - (turn_2 + turn_3))
        values[4], values[5] = turns[opening, 1], turns[opening, 2]
        count = add_solution(values, slot + 2 * elbow + opening, count, answer)
        sense = -sense
    return count
