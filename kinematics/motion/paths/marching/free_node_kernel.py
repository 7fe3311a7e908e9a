"""A node of a march of an arm with free joints: the nearest to given q, q' and q'' on the curve.

q, q' and q'' receive corrections of the least norm, J^T (J J^T)^-1 times what they miss; so they
are exact for the tool, and smooth where the given ones are.
"""

from math import sqrt

from kinematics.loops.chain_kernel import place_frames, write_columns, write_error
from kinematics.motion.paths.marching.drift_kernel import write_drift
from kinematics.motion.paths.marching.wide_kernel import factor_wide, solve_wide

# Rows of the room `rows` of `node_kernel.py`.
_RIGHT, _STEP, _HEADS = range(3)
_FACTORS = 6  # where the factors begin in the room of the system, behind the rows of the tool


def settle_free(chain, arm, state, newton, rooms):  # type: ignore[no-untyped-def]
    """Corrects state (3, n), for the curve whose numbers are in the room.

    newton: the constants of `node_kernel.settle`, which says what is given.
    """
    units, size, m = arm
    steps, farthest, root, near, gain = newton
    frames, A, goal, rows, link = rooms
    n, T = len(units), A[_FACTORS:]
    first, last, residual = -1.0, 1e300, 1e300
    for _ in range(steps):
        residual = _write_system(chain, arm, state[0], T, rooms)
        if residual <= root or (residual < near and residual > gain * last):
            break
        largest = _correct(A, T, arm, state[0], rows)
        if not largest < farthest:
            return largest, 1.0, 0.0
        first = largest if first < 0.0 else first
        last = residual
    for order in range(1, 3):
        if order == 2:
            write_drift(chain, frames, state[1], link)
        for k in range(m):
            row = goal[1 + 2 * order + k // 3, k % 3]
            row -= link[k // 3, k % 3] if order == 2 else 0.0
            rows[_RIGHT, k] = row / size if k < 3 else row
            for i in range(n):
                rows[_RIGHT, k] -= A[k, i] * state[order, i]
        _correct(A, T, arm, state[order], rows)
    return max(first, 0.0), residual, 1.0


def _write_system(chain, arm, q, T, rooms):  # type: ignore[no-untyped-def]
    """Writes and factors the rows at q (n,), and what they miss; gives its norm, by the size."""
    units, size, m = arm
    frames, A, goal, rows, _ = rooms
    place_frames(chain, q, frames)
    write_columns(chain, frames, A)
    write_error(frames, len(units), goal, size, rows[_RIGHT])
    for k in range(3):
        for i in range(len(units)):
            A[k, i] /= size
    factor_wide(A, m, len(units), units, T, rows[_HEADS])
    square = 0.0
    for k in range(m):
        square += rows[_RIGHT, k] * rows[_RIGHT, k]
    return sqrt(square)


def _correct(A, T, arm, values, rows):  # type: ignore[no-untyped-def]
    """Adds the correction of the least norm to values (n,); gives its largest part, rad."""
    units, _, m = arm
    n, step, largest = len(units), rows[_STEP], 0.0
    solve_wide(T, m, n, units, rows[_HEADS], rows[_RIGHT], step)
    for i in range(n):
        values[i] += step[i]
        largest = max(largest, abs(step[i]) / units[i])
    return largest
