"""The closed form of `solvers/spherical_wrist.py` in numbers, for one regular pose."""

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

LENGTHS = (REAL, REAL, REAL, REAL, REAL, REAL, REAL, REAL, REAL, REAL)
"""shoulder, lateral, upper, upper_angle, fore, fore_angle, sense_3, front, up, size of an
`ArmGeometry`."""


@shipped(
    chain=CHAIN,
    limits=LIMITS,
    lengths=LENGTHS,
    pose_map=reals(2),
    wrist=WRIST,
    T=reals(2),
    answer=ANSWER,
    scratch=SCRATCH,
)
def solve_spherical(chain, limits, lengths, pose_map, wrist, T, answer, scratch):  # type: ignore[no-untyped-def]
    """Writes all solutions of a pose T (4, 4) in the order of POSTURES into answer; gives how many,
    or UNANSWERED."""
    shoulder, lateral, upper, _, fore, _, _, front, up, size = lengths
    if not is_exact(T):
        return UNANSWERED
    seen = scratch[0][0]
    for row in range(12):
        seen[row] = 0.0
        for k in range(16):
            seen[row] += pose_map[row, k] * T[k // 4, k % 4]
    X, Y, Z = seen[9], seen[10], seen[11]
    distance, offset = sqrt(X * X + Y * Y), abs(lateral)
    beyond = distance - offset
    if beyond <= EDGE * size:
        return UNANSWERED
    away = sqrt(beyond * (distance + offset))
    count = 0
    for side in range(2):
        x = away * front if side == 0 else -away * front
        q_1 = atan2(Y, X) - atan2(lateral, x)
        tx = x - shoulder
        length = sqrt(tx * tx + Z * Z)
        outside, inside = upper + fore - length, length - abs(upper - fore)
        if min(abs(outside), abs(inside)) <= EDGE * size:
            return UNANSWERED
        if outside > 0.0 and inside > 0.0:
            _turn_basis(seen, q_1, scratch[0][1])
            sense = up * front * (1.0 if side == 0 else -1.0)
            count = _add_elbows(
                lengths, wrist, (q_1, tx, Z, sense), 4 * side, count, answer, scratch
            )
            if count < 0:
                return UNANSWERED
    return told(chain, limits, T, count, False, answer)


def _turn_basis(seen, q_1, turned):  # type: ignore[no-untyped-def]
    """Writes the last basis, turned back about axis 1, row by row."""
    c, s = cos(q_1), sin(q_1)
    for k in range(3):
        turned[k] = c * seen[k] + s * seen[3 + k]
        turned[3 + k] = c * seen[3 + k] - s * seen[k]
        turned[6 + k] = seen[6 + k]


def _add_elbows(lengths, wrist, reach, slot, count, answer, scratch):  # type: ignore[no-untyped-def]
    """Adds the solutions of one shoulder; gives how many there are now, or UNANSWERED.

    reach: q1, and x and z from the shoulder to the wrist centre, and the sense of ABOVE.
    """
    _, _, upper, upper_angle, fore, fore_angle, sense_3, _, _, _ = lengths
    q_1, tx, Z, sense = reach
    turned, M, turns, values = scratch[0][1], scratch[1], scratch[2], scratch[0][2]
    length = sqrt(tx * tx + Z * Z)
    sum_, gap = upper + fore, abs(upper - fore)
    sine = sqrt((sum_ - length) * (sum_ + length) * (length - gap) * (length + gap))
    bend = atan2(sine, length * length - upper * upper - fore * fore)
    lead = atan2(sine, length * length + (upper - fore) * sum_)
    for elbow in range(2):
        upper_turn = atan2(tx, Z) - sense * lead
        _turn_to_fore(wrist[0], turned, upper_turn + sense * bend - fore_angle, M)
        fits = turn_wrist_once(wrist, M, turns)
        if fits == IRREGULAR:
            return UNANSWERED
        values[0], values[1] = q_1, upper_turn - upper_angle
        values[2] = sense_3 * (sense * bend + (upper_angle - fore_angle))
        for opening in range(2 if fits == FITS else 0):
            for k in range(3):
                values[3 + k] = turns[opening, k]
            count = add_solution(values, slot + 2 * elbow + opening, count, answer)
        sense = -sense
    return count


def _turn_to_fore(basis, turned, turn, M):  # type: ignore[no-untyped-def]
    """Writes the last basis in the fore basis (3, 3), row by row; turn: of the forearm, rad."""
    c, s = cos(turn), sin(turn)
    for k in range(3):
        x, y = c * turned[k] - s * turned[6 + k], turned[3 + k]
        z = s * turned[k] + c * turned[6 + k]
        for row in range(3):
            M[row, k] = basis[0, row] * x + basis[1, row] * y + basis[2, row] * z
