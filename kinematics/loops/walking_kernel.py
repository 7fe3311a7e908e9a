"""One root of a six-axis arm followed along poses, in numbers: see `motion/walked_roots.py`."""

from math import sqrt

from kinematics.loops.chain_kernel import CHAIN, place_frames, write_columns, write_error
from kinematics.loops.matrix_kernel import invert_beside, square_beside
from resources.loops import REAL, reals, shipped, written

JOINTS = 6
_STEPS = 12  # of the chord iteration at one pose: it gains a digit or more in each
_GAIN = 0.5  # a step that leaves more of the residual has come to its rounding

# Which rows of the room hold what.
_TRIAL, _ERROR = range(2)
ROOM_ROWS = 2


@shipped(
    chain=CHAIN,
    size=REAL,
    limits=(REAL, REAL),
    Ts=reals(3),
    q=written(reals(2)),
    rooms=written(reals(2), reals(2), reals(2)),
)
def walk_roots(chain, size, limits, Ts, q, rooms):  # type: ignore[no-untyped-def]
    """Writes the root of each pose T (N, 4, 4) into the rows of q (N + 1, 6) behind the first.

    The first row holds the start. limits: the residual of a root, lengths by the size, and the
    largest step between two roots as a share of 1 / |J^-1|. rooms: frames (7, 12), J beside
    its inverse (6, 12), and rows (2, 6). Returns how many poses it has walked; it stops before a
    pose whose root it cannot show to be the only one so near.
    """
    frames, J, _ = rooms
    if _renewed(chain, size, q[0], frames, J) == 0.0:
        return 0
    for n in range(len(Ts)):
        for i in range(JOINTS):
            q[n + 1, i] = 2.0 * q[n, i] - q[n - 1, i] if n > 0 else q[n, i]
        if not _settled(chain, size, Ts[n], limits[0], q[n + 1], rooms):
            return n
        stiffness = _renewed(chain, size, q[n + 1], frames, J)
        step = 0.0
        for i in range(JOINTS):
            step = max(step, abs(q[n + 1, i] - q[n, i]))
        if not step < limits[1] * stiffness:
            return n
    return len(Ts)


def _settled(chain, size, T, least, q, rooms):  # type: ignore[no-untyped-def]
    """Leads q (6,) to the pose T by steps with one inverse; says whether it is a root."""
    frames, J, rows = rooms
    trial, error = rows[_TRIAL], rows[_ERROR]
    best = -1.0
    for i in range(JOINTS):
        trial[i] = q[i]
    for _ in range(_STEPS):
        place_frames(chain, trial, frames)
        write_error(frames, JOINTS, T, size, error)
        residual = 0.0
        for k in range(JOINTS):
            residual += error[k] * error[k]
        residual = sqrt(residual)
        if best >= 0.0 and not residual < best:
            break
        for i in range(JOINTS):
            q[i] = trial[i]
        has_ended = best >= 0.0 and best < least and residual > _GAIN * best
        best = residual
        if has_ended:
            break
        for i in range(JOINTS):
            trial[i] = q[i]
            for k in range(JOINTS):
                trial[i] += J[i, JOINTS + k] * error[k]
    return best <= least


def _renewed(chain, size, q, frames, J):  # type: ignore[no-untyped-def]
    """Writes the Jacobian at q (6,), lengths by the size, used up, and its inverse into J (6, 12);
    gives 1 / |J^-1|, or 0."""
    place_frames(chain, q, frames)
    write_columns(chain, frames, J)
    for k in range(3):
        for i in range(JOINTS):
            J[k, i] /= size
    return 1.0 / sqrt(square_beside(J)) if invert_beside(J) > 0.0 else 0.0
