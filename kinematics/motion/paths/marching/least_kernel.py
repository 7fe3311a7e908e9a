"""The least motion of an arm with free joints along a curve of the tool, as nodes of a guide.

Everywhere q' is the solution of J q' = x' with the least sum of (q'_i / scale_i)^2; the scale of a
joint is its speed limit, and less near its position limits, so that the others move there.
The flow is odd in the direction of the curve: on the way back the joints go back on their way.

A step keeps this. With nodes 0 and 1 that are h apart, and d the difference of

    q1 - q0    and    h (q'0 + q'1) / 2 + h^2 (q''0 - q''1) / 12    (exact for degree 4),

node 1 is the point of the curve at which d = K y for some y, K = (S0^2 + S1^2) (J0 + J1)^T. The
rule changes only its sign if the nodes are exchanged; steps are halves of halves of a piece of the
curve, accepted by a rule that is symmetric too, so that the way back has the same nodes.
"""

from math import sqrt

from kinematics.loops.chain_kernel import CHAIN, place_frames, write_columns, write_error
from kinematics.motion.paths.marching.curve_kernel import CURVE, write_curve
from kinematics.motion.paths.marching.drift_kernel import write_drift
from kinematics.motion.paths.marching.node_kernel import ARM
from kinematics.motion.paths.marching.tall_kernel import factor_tall, solve_tall
from kinematics.motion.paths.marching.wide_kernel import factor_wide, solve_wide
from resources.loops import REAL, reals, shipped, written

REACHED, NO_START, STOPPED, FULL = range(4)
_STATUS, _PLACE = range(2)

_TURN = 0.6  # rad: by which all joints together turn in a step
_CHANGE = 0.01  # rad: of the rule above, how much of a step comes from the change of q''
_ROUNDS = 14  # of the fixed point; each brings two digits or so
_SAME = 1e-11  # rad: change of a round that is rounding
_ON = 1e-6  # by the size: residual of the start that counts as on the curve
_WIDEST_SECANT = 4.0  # times the last move: a secant may go no farther
_FAR = 0.5  # rad: a round that moves a joint by more leads elsewhere
_DIFFERENCE = 1e-4  # rad: step of the central difference of q'
_FLOOR = 0.05  # of the scale of a joint at its limit: it must be able to leave it
_NEVER_ZERO = 1e-300

# Rows of the room `rows`, (LEAST_ROWS, n).
_RIGHT, _Y, _HEADS, _TRIAL, _AHEAD, _SCALE, _LEFT_SCALE, _TARGET, _MOVE, _MOVED, _AIM = range(11)
LEAST_ROWS = 11
# Of the room `tables`: J, its factors, J of the node before, and the two products.
_J, _T, _LEFT, _K, _G = range(5)
LEAST_TABLES = 5


@shipped(
    chain=CHAIN,
    arm=ARM,
    ease=reals(2),
    curve=CURVE,
    least=REAL,
    s=written(reals(1)),
    states=written(reals(3)),
    notes=written(reals(1)),
    rooms=written(reals(2), reals(3), reals(2), reals(2), reals(2)),
)
def least_motion(chain, arm, ease, curve, least, s, states, notes, rooms):  # type: ignore[no-untyped-def]
    """Nodes of the least motion along a curve; gives their number, and why it ends in notes.

    ease: (3, n), speed limits, the middles of the ranges and one over half of each, 0 for joints
    without limits. least: the shortest step, of a piece of the curve. s: (N,). states: (N, 3, n),
    receives q, q' and q''; q of the first is given. rooms: frames (n + 1, 12), tables
    (LEAST_TABLES, w, w), goal (GOAL_ROWS, 4), rows (LEAST_ROWS, w) and links (6, 3), w = max(n, 6).
    """
    knots, task = curve[0], (chain, arm, ease, curve)
    s[0], count = 0.0, 1
    notes[_STATUS], notes[_PLACE] = NO_START, 0.0
    if not _evaluate(task, 0, 0.0, states[0], rooms) < _ON:
        return 0
    for piece in range(len(knots) - 1):
        at, width = 0.0, knots[piece + 1] - knots[piece]
        while at < 1.0:
            notes[_STATUS], notes[_PLACE] = STOPPED, s[count - 1]
            if count == len(s):
                notes[_STATUS] = FULL
                return count
            h = _step_onward(task, piece, (at, least, width), states[count - 1 : count + 1], rooms)
            if h <= 0.0:
                return count
            at += h
            s[count] = knots[piece + 1] if at >= 1.0 else knots[piece] + at * width
            count += 1
    notes[_STATUS] = REACHED
    return count


def _step_onward(task, piece, place, nodes, rooms):  # type: ignore[no-untyped-def]
    """Leads from nodes[0] to nodes[1] by the widest step that is taken; gives it, or 0.

    place: where it begins and the least step, of the piece, and the width of the piece.
    """
    at, least, width = place
    h = _widest(at)
    while not _step(task, piece, (at, h, width), nodes[0], nodes[1], rooms):
        h *= 0.5
        if not h > least:
            return 0.0
    return h


def _widest(at):  # type: ignore[no-untyped-def]
    """The widest half of halves of 0 to 1 that begins at `at`."""
    h = 1.0
    while at % h != 0.0:
        h *= 0.5
    return h


def _step(task, piece, place, before, node, rooms):  # type: ignore[no-untyped-def]
    """Leads from one node (3, n) to the next; says whether the step is taken.

    place: where it begins and how wide it is, of the piece, and the width of the piece.
    """
    _, arm, _, curve = task
    at, share, width = place
    h, n = share * width, len(arm[0])
    speed = _size(before[1], arm)
    if h * speed > 2.0 * _TURN:
        return False
    start = curve[0][piece] + at * width
    end = curve[0][piece + 1] if at + share >= 1.0 else curve[0][piece] + (at + share) * width
    for i in range(n):
        node[0, i] = before[0, i]
    _evaluate(task, piece, start, node, rooms)
    _keep_left(arm, rooms)
    for i in range(n):
        node[0, i] += h * (before[1, i] + 0.5 * h * before[2, i])
    for round_ in range(_ROUNDS):
        _evaluate(task, piece, end, node, rooms)
        moved = _correct(arm, h, before, node, round_, rooms)
        if not moved < _FAR:
            return False
        if moved < _SAME:
            _evaluate(task, piece, end, node, rooms)
            speed, change = speed + _size(node[1], arm), 0.0
            for i in range(n):
                change += abs(node[2, i] - before[2, i]) / arm[0][i]
            return h * speed <= 2.0 * _TURN and h * h * change <= 12.0 * _CHANGE
    return False


def _size(rates, arm):  # type: ignore[no-untyped-def]
    """The sum of what all joints turn, rad; slides by the size."""
    total = 0.0
    for i in range(len(rates)):
        total += abs(rates[i]) / arm[0][i]
    return total


def _keep_left(arm, rooms):  # type: ignore[no-untyped-def]
    """Keeps J and the scales of the node that a step begins at."""
    _, tables, _, rows, _ = rooms
    for i in range(len(arm[0])):
        rows[_LEFT_SCALE, i] = rows[_SCALE, i]
        for k in range(arm[2]):
            tables[_LEFT, k, i] = tables[_J, k, i]


def _correct(arm, h, before, node, round_, rooms):  # type: ignore[no-untyped-def]
    """Moves a node by one round of the rule at the head of this file; gives by how much, rad.

    The rounds of a fixed point would be many; from the second on, a secant through the moves of two
    rounds finds where the free joint comes to rest (Anderson's method of depth one).
    """
    units, _, m = arm
    _, tables, _, rows, _ = rooms
    J, K, G = tables[_J], tables[_K], tables[_G]
    right, target, n = rows[_RIGHT], rows[_TARGET], len(units)
    for i in range(n):
        mean = 0.5 * (before[1, i] + node[1, i])
        target[i] = h * (mean + h * (before[2, i] - node[2, i]) / 12.0) + before[0, i] - node[0, i]
        square = rows[_SCALE, i] * rows[_SCALE, i] + rows[_LEFT_SCALE, i] * rows[_LEFT_SCALE, i]
        for k in range(m):
            K[i, k] = square * (J[k, i] + tables[_LEFT, k, i])
    for k in range(m):
        for i in range(n):
            right[k] -= J[k, i] * target[i]
        for j in range(m):
            G[k, j] = 0.0
            for i in range(n):
                G[k, j] += J[k, i] * K[i, j]
    factor_tall(G, m, m, rows[_HEADS])
    solve_tall(G, m, m, rows[_HEADS], right, rows[_Y])
    moved = along = square = 0.0
    for i in range(n):
        for k in range(m):
            target[i] += K[i, k] * rows[_Y, k]
        moved = max(moved, abs(target[i]) / units[i])
        change = (target[i] - rows[_MOVED, i]) / units[i]
        along += target[i] / units[i] * change
        square += change * change
    share = along / square if round_ > 0 and square > 0.0 else 0.0
    share = min(max(share, -_WIDEST_SECANT), _WIDEST_SECANT)
    for i in range(n):
        aim, step = node[0, i] + target[i], target[i]
        node[0, i] = aim + share * (rows[_AIM, i] - aim) if round_ > 0 else aim
        rows[_AIM, i], rows[_MOVED, i] = aim, step
    return moved


def _evaluate(task, piece, s, state, rooms):  # type: ignore[no-untyped-def]
    """Writes q' and q'' at state[0] into rows 1 and 2 of state (3, n), and J, the scales and what
    the pose misses, (m,), into the rooms; gives the norm of the last, by the size."""
    chain, arm, _, curve = task
    units, size, m = arm
    frames, tables, goal, rows, link = rooms
    n = len(units)
    write_curve(curve, piece, s, goal)
    _write_rates(task, state[0], 0.0, state[1], rooms)
    largest = _NEVER_ZERO
    for i in range(n):
        largest = max(largest, abs(state[1, i]) / units[i])
    step = _DIFFERENCE / largest
    for i in range(n):
        state[2, i] = 0.0
    for side in range(2):
        ahead = step if side == 0 else -step
        for i in range(n):
            rows[_TRIAL, i] = state[0, i] + ahead * state[1, i]
        _write_rates(task, rows[_TRIAL], ahead, rows[_AHEAD], rooms)
        for i in range(n):
            state[2, i] += 0.5 * rows[_AHEAD, i] / ahead
    _write_rates(task, state[0], 0.0, state[1], rooms)
    write_drift(chain, frames, state[1], link)
    for k in range(m):
        row = goal[5 + k // 3, k % 3] - link[k // 3, k % 3]
        rows[_RIGHT, k] = row / size if k < 3 else row
        for i in range(n):
            rows[_RIGHT, k] -= tables[_J, k, i] * state[2, i]
    solve_wide(tables[_T], m, n, rows[_SCALE], rows[_HEADS], rows[_RIGHT], rows[_MOVE])
    for i in range(n):
        state[2, i] += rows[_MOVE, i]
    write_error(frames, n, goal, size, rows[_RIGHT])
    square = 0.0
    for k in range(m):
        square += rows[_RIGHT, k] * rows[_RIGHT, k]
    return sqrt(square)


def _write_rates(task, q, ahead, rates, rooms):  # type: ignore[no-untyped-def]
    """Writes the least q' (n,) at joint values q, for the velocity of the curve a little ahead."""
    chain, arm, ease, _ = task
    units, size, m = arm
    frames, tables, goal, rows, _ = rooms
    n = len(units)
    place_frames(chain, q, frames)
    write_columns(chain, frames, tables[_J])
    for i in range(n):
        rows[_SCALE, i] = _scale(ease, i, q[i])
        for k in range(3):
            tables[_J, k, i] /= size
    for k in range(m):
        row = goal[3 + k // 3, k % 3] + ahead * goal[5 + k // 3, k % 3]
        rows[_RIGHT, k] = row / size if k < 3 else row
    factor_wide(tables[_J], m, n, rows[_SCALE], tables[_T], rows[_HEADS])
    solve_wide(tables[_T], m, n, rows[_SCALE], rows[_HEADS], rows[_RIGHT], rates)


def _scale(ease, i, value):  # type: ignore[no-untyped-def]
    """How easily joint i moves: its speed limit, times 1 - t^4 with t from -1 to 1 in its range."""
    t = (value - ease[1, i]) * ease[2, i]
    room = 1.0 - t * t * t * t
    return ease[0, i] * sqrt(room * room + _FLOOR * _FLOOR)
