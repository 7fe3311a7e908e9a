"""The damped Newton iteration of `damped_newton.py` in numbers: on the equations of
`pose_equations.py`, for chains without loops and without a free motion but the one towards a
resting posture, or on those of `solvers/elimination/polish.py`.
"""

from math import sqrt

from kinematics.loops.chain_kernel import (
    CHAIN,
    place_frames,
    write_columns,
    write_error,
    write_gap,
    write_miss,
)
from kinematics.loops.singular_kernel import write_careful_step
from resources.loops import FLAG, REAL, WHOLE, flags, reals, shipped, written

AIM = (WHOLE, FLAG, FLAG)
"""Rows of the error that count, 6, or 3 for the place alone; whether the error is the gap of the
polish and not a rotation vector; whether steps are careful."""

RULE = (WHOLE, REAL, REAL, WHOLE, WHOLE, REAL, REAL, WHOLE, REAL)
"""steps, largest, settled, takes, until, near, gain, patience, still of a `Rule`."""
DAMPING = (REAL, REAL, REAL, REAL, REAL, REAL, REAL)
"""floor, factor, closer, farther, least factor, largest factor, most of a `Damping`."""
CLOSER, BEST, EVERY = range(3)  # values of `takes`
EACH, ALL, ONE = range(3)  # values of `until`

# Places in a row of notes.
_RESIDUAL, _FACTOR, _FAILURES, _MOVES, _ON = range(5)
NOTES = 5


@shipped(
    chain=CHAIN,
    units=reals(1),
    size=REAL,
    Ts=reals(3),
    aim=AIM,
    rule=RULE,
    damping=DAMPING,
    rest=reals(1),
    held=flags(2),
    q=written(reals(2)),
    ends=written(reals(2)),
    trace=written(reals(2)),
    rooms=written(reals(2), reals(2), reals(2), reals(3), reals(2), reals(2), reals(2)),
)
def descend_rows(chain, units, size, Ts, aim, rule, damping, rest, held, q, ends, trace, rooms):  # type: ignore[no-untyped-def]
    """Leads rows q (N, n) towards poses Ts (N or 1, 4, 4) in place; returns the number of steps.

    rest: (n + 1,), joint values that the null space moves to, and by which share of the way; (0,)
    for none. held: (N, n), joints that keep their values, or (0, n). ends: (N, 4), receives the
    residual, that of the start, and the miss in mm and rad. trace: (steps, N), receives the
    residuals before each step of the rows that take it; (0, N) for none. rooms: the values at which
    a row stands (N, n), its error (N, 6), notes (N, NOTES) and Jacobian (N, 6, n); frames
    (n + 1, 12), the equations of a step (9, n or 6), and columns over what turns them (6 + n, n).
    """
    at, errors, notes, J, frames, _, _ = rooms
    arm = (chain, units, size, aim, held)
    for r in range(len(q)):
        for i in range(len(units)):
            at[r, i] = q[r, i]
        residual = _look(arm, Ts[r if len(Ts) > 1 else 0], at[r], frames, errors[r])
        _write_scaled(arm, frames, r, J[r])
        notes[r, _RESIDUAL] = ends[r, 0] = ends[r, 1] = residual
        notes[r, _FACTOR], notes[r, _FAILURES] = damping[1], 0.0
        notes[r, _MOVES] = notes[r, _ON] = 1.0
    taken = 0
    while taken < rule[0] and _go_on(notes, rule):
        for r in range(len(q)):
            if notes[r, _ON] == 0.0:
                continue
            if len(trace):
                trace[taken, r] = notes[r, _RESIDUAL]
            T = Ts[r if len(Ts) > 1 else 0]
            _take_step(arm, T, rule, damping, rest, q[r], ends[r], r, rooms)
        taken += 1
    for r in range(len(q)):
        place_frames(chain, q[r], frames)
        write_miss(frames[len(units)], Ts[r if len(Ts) > 1 else 0], ends[r], 2)
    return taken


def _take_step(arm, T, rule, damping, rest, q, end, r, rooms):  # type: ignore[no-untyped-def]
    """One step of row r; q (n,) and end (4,) are those of the row."""
    chain, units, _, aim, _ = arm
    at, errors, notes, J, frames, square, careful = rooms
    dq, trial, error = square[6], square[7], square[8]
    if aim[2]:
        mu = _shift(notes[r], damping)
        write_careful_step(J[r], errors[r], mu, careful[:6], careful[6:], dq)
    else:
        _write_step(J[r], errors[r], aim[0], notes[r], damping, rest, at[r], units, square)
    _shorten(dq, errors[r], chain[2], rule[1])
    for i in range(len(units)):
        trial[i] = at[r, i] + dq[i] * units[i]
    residual = _look(arm, T, trial, frames, error)
    is_closer = residual < end[0]
    _note(notes[r], rule, damping, residual, end[0], dq, len(units))
    if rule[3] == EVERY or is_closer:
        end[0] = residual
        for i in range(len(units)):
            q[i] = trial[i]
    if rule[3] != CLOSER or is_closer:
        notes[r, _RESIDUAL] = residual
        for i in range(len(units)):
            at[r, i] = trial[i]
        for k in range(6):
            errors[r, k] = error[k]
        _write_scaled(arm, frames, r, J[r])


def _look(arm, T, q, frames, error):  # type: ignore[no-untyped-def]
    """Writes the frames and the error at q (n,); gives the residual."""
    chain, _, size, aim, _ = arm
    rows, is_gap, _ = aim
    place_frames(chain, q, frames)
    if is_gap:
        return write_gap(frames, T, error)
    write_error(frames, len(chain[2]), T, size, error)
    square = 0.0
    for k in range(rows):
        square += error[k] * error[k]
    return sqrt(square)


def _write_scaled(arm, frames, r, J):  # type: ignore[no-untyped-def]
    """Writes the Jacobian of row r in units of the joints, and lengths by the size, into J
    (6, n)."""
    chain, units, size, _, held = arm
    write_columns(chain, frames, J)
    for i in range(len(units)):
        for k in range(3):
            J[k, i] *= units[i] / size
            J[3 + k, i] *= units[i]
        for k in range(6 if len(held) > r and held[r, i] else 0):
            J[k, i] = 0.0


def _go_on(notes, rule):  # type: ignore[no-untyped-def]
    """Notes which rows go on; gives whether the iteration does."""
    _, _, settled, _, until, _, _, patience, _ = rule
    going, is_one_settled = 0, False
    for r in range(len(notes)):
        if notes[r, _ON] == 0.0:
            continue
        is_settled = notes[r, _RESIDUAL] <= settled
        is_one_settled = is_one_settled or is_settled
        if not is_settled and notes[r, _FAILURES] < patience and notes[r, _MOVES] > 0.0:
            going += 1
        elif until == EACH:
            notes[r, _ON] = 0.0
    return going > 0 and not (until == ONE and is_one_settled)


def _note(note, rule, damping, residual, least, dq, n):  # type: ignore[no-untyped-def]
    """Writes down what a step changes: failures, the factor of the damping, whether it moved."""
    _, _, _, _, _, near, gain, _, still = rule
    _, _, closer, farther, lowest, highest, _ = damping
    if near > 0.0:
        gains = residual < gain * least or residual > near
        note[_FAILURES] = 0.0 if gains else note[_FAILURES] + 1.0
    if not closer == farther == 1.0:
        changed = note[_FACTOR] * (closer if residual < least else farther)
        note[_FACTOR] = min(max(changed, lowest), highest)
    if still > 0.0:
        largest = 0.0
        for i in range(n):
            largest = max(largest, abs(dq[i]))
        note[_MOVES] = 1.0 if largest > still else 0.0


def _shift(note, damping):  # type: ignore[no-untyped-def]
    """mu of step 2 of `damped_newton.py`."""
    floor, factor, _, _, _, _, most = damping
    if factor == 0.0:
        return floor
    return floor + min(note[_FACTOR] * note[_RESIDUAL] * note[_RESIDUAL], most)


def _write_step(J, error, rows, note, damping, rest, at, units, square):  # type: ignore[no-untyped-def]
    """Writes the step (n,) before it is bounded into square[6]; see steps 1 and 2 of
    `damped_newton.py`. Rows 0 to 5 of square hold the equations, row 8 their right side."""
    n = len(units)
    mu = _shift(note, damping)
    dq, wanted = square[6], square[8]
    for k in range(rows):
        wanted[k] = error[k]
    if len(rest):
        for i in range(n):
            square[7, i] = rest[n] * (rest[i] - at[i]) / units[i]
            for k in range(rows):
                wanted[k] -= J[k, i] * square[7, i]
    if n <= rows:
        _write_back(J, wanted, rows, n, dq)
        _write_along_columns(J, rows, n, mu, square)
        _solve(square, n, dq)
    else:
        _write_along_rows(J, rows, n, mu, square)
        _solve(square, rows, wanted)
        _write_back(J, wanted, rows, n, dq)
    if len(rest):
        for i in range(n):
            dq[i] += square[7, i]


def _write_along_columns(J, rows, n, mu, square):  # type: ignore[no-untyped-def]
    """Writes the lower half of J^T J + mu 1 into square."""
    for i in range(n):
        for j in range(i + 1):
            square[i, j] = mu if i == j else 0.0
            for k in range(rows):
                square[i, j] += J[k, i] * J[k, j]


def _write_along_rows(J, rows, n, mu, square):  # type: ignore[no-untyped-def]
    """Writes the lower half of J J^T + mu 1 into square."""
    for k in range(rows):
        for j in range(k + 1):
            square[k, j] = mu if k == j else 0.0
            for i in range(n):
                square[k, j] += J[k, i] * J[j, i]


def _write_back(J, wanted, rows, n, found):  # type: ignore[no-untyped-def]
    """Writes J^T wanted (n,) into found."""
    for i in range(n):
        found[i] = 0.0
        for k in range(rows):
            found[i] += J[k, i] * wanted[k]


def _solve(A, m, x):  # type: ignore[no-untyped-def]
    """Solves A x = x in place for a positive matrix, its lower half in A (m, m), by A = L D L^T.

    A direction without a pivot above 0 gets no step.
    """
    for i in range(m):
        for j in range(i):
            for k in range(j):
                A[i, j] -= A[i, k] * A[j, k] * A[k, k]
            A[i, j] = A[i, j] / A[j, j] if A[j, j] > 0.0 else 0.0
        for k in range(i):
            A[i, i] -= A[i, k] * A[i, k] * A[k, k]
    for i in range(m):
        for k in range(i):
            x[i] -= A[i, k] * x[k]
    for i in range(m - 1, -1, -1):
        x[i] = x[i] / A[i, i] if A[i, i] > 0.0 else 0.0
        for k in range(i + 1, m):
            x[i] -= A[k, i] * x[k]


def _shorten(dq, error, turns, largest):  # type: ignore[no-untyped-def]
    """Scales a step (n,) down, in place; step 3 of `damped_newton.py`."""
    off = sqrt(error[0] * error[0] + error[1] * error[1] + error[2] * error[2])
    share = 1.0
    for i in range(len(turns)):
        bound = largest if turns[i] > 0.0 else max(off, largest)
        share = max(share, abs(dq[i]) / bound)
    if share > 1.0:
        for i in range(len(turns)):
            dq[i] /= share
