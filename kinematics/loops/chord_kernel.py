"""Newton's method with few Jacobians of `solvers/corrected/chord_newton.py`, root by root."""

from math import sqrt

from kinematics.loops.chain_kernel import CHAIN, place_frames, write_columns, write_gap
from kinematics.loops.matrix_kernel import invert_beside, square_beside
from resources.loops import REAL, WHOLE, reals, shipped, wholes, written

NUMBERS = (WHOLE, REAL, REAL, REAL, REAL, REAL, REAL, REAL)
"""ROUNDS, GAIN, SETTLED, SURE, MET, STALLED, LONGEST_STEP, DAMPING of `chord_newton.py`."""

LEFT = 1e300
_AXES = 6
_SIX = sqrt(6.0)  # sigma6 lies between 1 / |J^-1| and this times it


@shipped(
    chain=CHAIN,
    numbers=NUMBERS,
    near=(REAL, REAL),
    Ts=reals(3),
    pose=wholes(1),
    q=written(reals(2)),
    ends=written(reals(2)),
    scratch=written(reals(2), reals(2), reals(2)),
)
def lead_by_chords(chain, numbers, near, Ts, pose, q, ends, scratch):  # type: ignore[no-untyped-def]
    """Leads rows q (K, 6) in place to roots of poses Ts[pose].

    Lengths are in units of the size of the arm. near: sigma6 and |det J| below which both a start
    is next to a singular posture: from there on the rows of its pose are not led, and their
    residual is LEFT. pose: rows of one pose follow one another. ends: (K, 3), receives the
    residual, and 1 / |J^-1| and |det J| at the start. scratch: frames (7, 12), J beside its inverse
    (6, 12), and (2, 6).
    """
    for k in range(len(q)):
        if k > 0 and pose[k] == pose[k - 1] and ends[k - 1, 0] == LEFT:
            ends[k, 0], ends[k, 1], ends[k, 2] = LEFT, 0.0, 0.0
        else:
            _lead(chain, numbers, near, Ts[pose[k]], q[k], ends[k], scratch)


def _lead(chain, numbers, near, T, q, end, scratch):  # type: ignore[no-untyped-def]
    rounds, gain, settled, sure, met, stalled, longest, damping = numbers
    frames, J, rows = scratch
    error = rows[0]
    place_frames(chain, q, frames)
    before = write_gap(frames, T, error)
    end[0] = before
    end[2] = _invert(chain, frames, damping, J)
    end[1] = 1.0 / sqrt(square_beside(J))
    if _SIX * end[1] < near[0] and end[2] < near[1]:
        end[0] = LEFT
        return
    _take_chord(J, error, longest, q)
    for _ in range(rounds):
        place_frames(chain, q, frames)
        here = write_gap(frames, T, error)
        end[0] = here
        if here <= settled or (here <= met and here > stalled * before):
            return
        is_slow = here > gain * before
        if is_slow:
            _invert(chain, frames, damping, J)
        _take_chord(J, error, longest, q)
        if not is_slow and sure * here * here <= settled * before:
            end[0] = settled
            return
        before = here


def _take_chord(J, error, longest, q):  # type: ignore[no-untyped-def]
    """Moves q (6,) by a step of Newton with the inverse behind J, none longer than `longest`."""
    farthest = 0.0
    for i in range(_AXES):
        along = 0.0
        for k in range(_AXES):
            along += J[i, _AXES + k] * error[k]
        J[i, 0] = along
        farthest = max(farthest, abs(along))
    share = longest / farthest if farthest > longest else 1.0
    for i in range(_AXES):
        q[i] += share * J[i, 0]


def _invert(chain, frames, damping, J):  # type: ignore[no-untyped-def]
    """Writes the inverse of the Jacobian at the frames into columns 6 to 11 of J (6, 12); gives
    |det J|."""
    write_columns(chain, frames, J)
    for i in range(_AXES):
        J[i, i] += damping
    return invert_beside(J)
