"""What the closed forms of one pose have in common: the check of the pose, and what is told of each
solution.

They answer regular poses: those that are farther from every edge of the reach and from every
singular posture than rounding could carry them. For other poses they give UNANSWERED, and NumPy
answers, whose rules say what counts as in reach, as straight and as one solution.
"""

from math import floor, pi

from kinematics.loops.chain_kernel import CHAIN, place_frames, write_miss
from kinematics.loops.wrist_kernel import wrapped
from resources.loops import flags, reals, shipped, wholes, written

UNANSWERED = -1
EDGE = 1e-6  # of the size: a length nearer to an edge of the reach than this is for NumPy

LIMITS = reals(2)
"""Lowest and highest value of each joint (2, n), in turns or mm."""

ANSWER = written(reals(2), wholes(1), reals(2), flags(1), reals(2))
"""Room for the solutions: joint values (k, n), their slots (k,), misses in mm and rad (k, 2),
whether they keep the limits (k,), and frames (n + 1, 12)."""
SCRATCH = written(reals(2), reals(2), reals(2))
"""Three rows of numbers (3, 12), an orientation (3, 3), and two turns of a wrist (2, 3)."""

_EXACT = 0.5e-14  # as EXACT in poses/transforms.py
_FARTHEST = 1e12  # mm, as FARTHEST there
_SAME = 1e-7  # rad or mm, as ROUNDING in distinct_roots.py: nearer values are for NumPy to sort
_NEVER = 1e300


@shipped(
    chain=CHAIN,
    q=reals(2),
    Ts=reals(3),
    gaps=written(reals(2)),
    frames=written(reals(2)),
)
def write_misses(chain, q, Ts, gaps, frames):  # type: ignore[no-untyped-def]
    """Writes by how much rows q (K, n) miss poses Ts (K or 1, 4, 4), mm and rad, into gaps (2, K).

    frames: (n + 1, 12), scratch.
    """
    n = len(chain[2])
    for k in range(len(q)):
        place_frames(chain, q[k], frames)
        write_miss(frames[n], Ts[k if len(Ts) > 1 else 0], frames[0], 0)
        gaps[0, k], gaps[1, k] = frames[0, 0], frames[0, 1]


def is_exact(T):  # type: ignore[no-untyped-def]
    """Whether T (4, 4) is a right-handed pose to within rounding."""
    worst = abs(T[0, 0] * T[0, 1] + T[1, 0] * T[1, 1] + T[2, 0] * T[2, 1])
    for i in range(3):
        a, b = (i + 1) % 3, (i + 2) % 3
        worst = _larger(worst, T[a, 0] * T[b, 1] - T[b, 0] * T[a, 1] - T[i, 2])
        if i < 2:
            square = T[0, i] * T[0, i] + T[1, i] * T[1, i] + T[2, i] * T[2, i]
            worst = _larger(worst, square - 1.0)
        if not abs(T[i, 3]) <= _FARTHEST or T[3, i] != 0.0:
            return False
    return worst < _EXACT and T[3, 3] == 1.0


def _larger(worst, value):  # type: ignore[no-untyped-def]
    """The larger absolute value; a number above all others where one is not a number."""
    if value != value or worst != worst:
        return _NEVER
    return max(worst, abs(value))


def add_solution(values, slot, count, answer):  # type: ignore[no-untyped-def]
    """Writes joint values (n,) as solution number `count`; gives the number behind it."""
    for i in range(answer[0].shape[1]):
        answer[0][count, i] = values[i]
    answer[1][count] = slot
    return count + 1


def told(chain, limits, T, count, is_sorted, answer):  # type: ignore[no-untyped-def]
    """Completes an answer of so many solutions: angles in (-pi, pi], order, misses, limits.

    Gives the number of solutions, or UNANSWERED where there is none or NumPy has to sort them.
    """
    q, _, gaps, keeps, frames = answer
    turns = chain[2]
    n = len(turns)
    if count == 0:
        return UNANSWERED
    for k in range(count):
        for i in range(n):
            if turns[i] > 0.0:
                q[k, i] = wrapped(q[k, i])
    if is_sorted and not _sort(q, answer[1], count):
        return UNANSWERED
    for k in range(count):
        place_frames(chain, q[k], frames)
        write_miss(frames[n], T, gaps[k], 0)
        keeps[k] = _keeps_limits(limits, turns, q[k])
    return count


def _keeps_limits(limits, turns, q):  # type: ignore[no-untyped-def]
    """As `keeps_limits` in arm/limits.py."""
    for i in range(len(turns)):
        value = q[i]
        if turns[i] > 0.0:
            value = value / (2.0 * pi)
            if not floor(limits[1, i] - value) >= limits[0, i] - value:
                return False
        elif not limits[0, i] <= value <= limits[1, i]:
            return False
    return True


def _sort(q, slots, count):  # type: ignore[no-untyped-def]
    """Sorts the solutions by joint values, the first joint first; gives whether rounding could not
    change the order."""
    for k in range(1, count):
        here = k
        while here > 0:
            order = _order(q, here - 1, here)
            if order == 0:
                return False
            if order < 0:
                break
            for i in range(q.shape[1]):
                q[here - 1, i], q[here, i] = q[here, i], q[here - 1, i]
            slots[here - 1], slots[here] = slots[here], slots[here - 1]
            here -= 1
    return True


def _order(q, a, b):  # type: ignore[no-untyped-def]
    """-1 if row a comes before row b, 1 if behind it, 0 if rounding decides."""
    for i in range(q.shape[1]):
        gap = q[a, i] - q[b, i]
        if min(q[a, i], q[b, i]) < _SAME - pi or 0.0 < abs(gap) <= _SAME:
            return 0
        if gap != 0.0:
            return -1 if gap < 0.0 else 1
    return 0
