"""One node of a march: Newton's method onto the curve, then the exact derivatives of the joints.

With the rows J of the tool, J q' = x' and J q'' = x'' - (dJ/ds) q'; the last term is the
acceleration of the tool while the joints move with q' and do not accelerate, by the outward
recursion over the links. Rows for free joints stand below those of the tool: W q = w(s), a
polynomial, or the elbow angle, which stays. Without enough rows the free joints keep the q, q' and
q'' that they are given (`free_node_kernel.py`).
"""

from math import sqrt

from kinematics.loops.chain_kernel import place_frames, write_columns, write_error
from kinematics.motion.paths.marching.curve_kernel import write_curve
from kinematics.motion.paths.marching.drift_kernel import write_drift
from kinematics.motion.paths.marching.elbow_row_kernel import write_elbow, write_elbow_bend
from kinematics.motion.paths.marching.free_node_kernel import settle_free
from kinematics.motion.paths.marching.tall_kernel import factor_tall, solve_tall
from resources.loops import REAL, WHOLE, reals

ARM = (reals(1), REAL, WHOLE)
"""What counts as one of each joint: 1 rad, or the size in mm, (n,); the size, mm; and the rows of
the tool that count: 6, or 3 where goals are places."""
FREE = (reals(2), reals(2), reals(1), reals(1), reals(3))
"""Rows W (e, n), rising coefficients of their polynomials w (e, k); the numbers of the elbow angle
that stays, (ELBOW,) of `elbow_row_kernel`, or (0,); and a guide for joints that are free still:
shares (g,) and q, q', q'' (g, 3, n) there, or none, g = 0."""

STEPS = 10
LARGEST = 0.5  # rad: a step of Newton's method that is larger leads elsewhere
ROOT = 2e-14  # of the size, with the turn in rad: a residual that is rounding
NEAR, GAIN = 1e-9, 0.25  # below NEAR, a step that leaves more than GAIN has come to its rounding

# Rows of the room `rows`, (ROWS, at least 7 + n).
_RIGHT, _STEP, _HEADS, _ALONG, _SPARE = range(5)
ROWS = 5


def settle(chain, arm, curve, free, piece, s, state, rooms):  # type: ignore[no-untyped-def]
    """Leads state[0] (n,) to the curve at s; writes q' and q'' into its rows 1 and 2.

    With free joints these rows are wishes before. Gives the first step, rad, the residual, by the
    size, and the sign of the determinant, 1 where there is none because the system is not square.
    A residual above NEAR says that there is no node.
    """
    units = arm[0]
    _, A, goal, rows, _ = rooms
    n, m = len(units), _count(arm, free)
    write_curve(curve, piece, s, goal)
    if m < n:
        return settle_free(chain, arm, state, (STEPS, LARGEST, ROOT, NEAR, GAIN), rooms)
    first, last, sign = -1.0, 1e300, 0.0
    residual = last
    for _ in range(STEPS):
        residual = _write_system(chain, arm, free, s, state[0], rooms)
        sign = factor_tall(A, m, n, rows[_HEADS])
        if residual <= ROOT or (residual < NEAR and residual > GAIN * last):
            break
        solve_tall(A, m, n, rows[_HEADS], rows[_RIGHT], rows[_STEP])
        largest = 0.0
        for i in range(n):
            largest = max(largest, abs(rows[_STEP, i]))
        if not largest < LARGEST:
            return largest, 1.0, 0.0
        first = largest if first < 0.0 else first
        for i in range(n):
            state[0, i] += rows[_STEP, i] * units[i]
        last = residual
    _write_velocity(arm, free, s, m, state[1], rooms)
    _write_acceleration(chain, arm, free, s, m, state, rooms)
    return max(first, 0.0), residual, 1.0 if m > n else sign


def _count(arm, free):  # type: ignore[no-untyped-def]
    """The number of rows of a system."""
    return arm[2] + len(free[0]) + (1 if len(free[2]) else 0)


def _write_system(chain, arm, free, s, q, rooms):  # type: ignore[no-untyped-def]
    """Writes the rows at q (n,) into A and what they miss into the right side; gives its norm."""
    units, size, count = arm
    frames, A, goal, rows, _ = rooms
    W, course, elbow = free[0], free[1], free[2]
    n, right = len(units), rows[_RIGHT]
    place_frames(chain, q, frames)
    write_columns(chain, frames, A)
    write_error(frames, n, goal, size, right)
    for k in range(3):
        for i in range(n):
            A[k, i] /= size
    for e in range(len(W)):
        right[count + e] = _polynomial(course[e], s, 0)
        for i in range(n):
            A[count + e, i] = W[e, i]
            right[count + e] -= W[e, i] * q[i]
    if len(elbow):
        right[count + len(W)] = -write_elbow(frames, elbow, size, A[count + len(W)])
    square = 0.0
    for k in range(count + len(W) + (1 if len(elbow) else 0)):
        square += right[k] * right[k]
        for i in range(n):
            A[k, i] *= units[i]
    return sqrt(square)


def _polynomial(c, s, order):  # type: ignore[no-untyped-def]
    """A polynomial with rising coefficients, or its first or second derivative, at s."""
    value = slope = bend = 0.0
    for k in range(len(c) - 1, -1, -1):
        bend = bend * s + 2.0 * slope
        slope = slope * s + value
        value = value * s + c[k]
    return value if order == 0 else (slope if order == 1 else bend)


def _write_velocity(arm, free, s, m, found, rooms):  # type: ignore[no-untyped-def]
    """Writes q' (n,), from the system that is factored."""
    units, size, count = arm
    _, A, goal, rows, _ = rooms
    right = rows[_RIGHT]
    for k in range(3):
        right[k] = goal[3, k] / size
        if count == 6:
            right[3 + k] = goal[4, k]
    _finish(free, s, count, m, 1, 0.0, right)
    solve_tall(A, m, len(units), rows[_HEADS], right, found)
    for i in range(len(units)):
        found[i] *= units[i]


def _write_acceleration(chain, arm, free, s, m, state, rooms):  # type: ignore[no-untyped-def]
    """Writes q'' (n,) into row 2 of state, from its rows 0 and 1."""
    units, size, count = arm
    frames, A, goal, rows, link = rooms
    right, n = rows[_RIGHT], len(units)
    bend = 0.0
    if len(free[2]):
        bend = write_elbow_bend(
            chain, state, frames, free[2], size, (rows[_ALONG], rows[_SPARE], rows[_STEP])
        )
    write_drift(chain, frames, state[1], link)
    for k in range(3):
        right[k] = (goal[5, k] - link[0, k]) / size
        if count == 6:
            right[3 + k] = goal[6, k] - link[1, k]
    _finish(free, s, count, m, 2, -bend, right)
    solve_tall(A, m, n, rows[_HEADS], right, state[2])
    for i in range(n):
        state[2, i] *= units[i]


def _finish(free, s, count, m, order, elbow, right):  # type: ignore[no-untyped-def]
    """Writes the right sides of the rows below those of the tool."""
    for e in range(len(free[0])):
        right[count + e] = _polynomial(free[1][e], s, order)
    if len(free[2]):
        right[m - 1] = elbow
