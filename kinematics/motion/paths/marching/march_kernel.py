"""A joint path along a curve of the tool: nodes on the curve so dense that the quintics between
them keep the tool within a tolerance. See `march.py`."""

from math import sqrt

from kinematics.loops.chain_kernel import CHAIN
from kinematics.motion.paths.marching.curve_kernel import CURVE
from kinematics.motion.paths.marching.majorant_kernel import (
    write_between,
    write_off,
    write_quintic,
)
from kinematics.motion.paths.marching.node_kernel import ARM, FREE, NEAR, settle
from resources.loops import REAL, reals, shipped, written

REACHED, NO_START, STOPPED, FULL = range(4)
"""What ends a march: the end of the curve, a start that is not on it, a place that cannot be
passed, or a lack of room."""
_STATUS, _PLACE, _SIGN = range(3)
NOTES = 3

_TURN = 0.6  # rad: by which all joints together turn in a step
_FIRST_STEP = 0.2  # rad: a first step of Newton's method beyond it shows a poor prediction
_ENDING = 1e-9  # of the curve: a step that ends so near to its end goes to the end
_MOST_PARTS = 4  # of an interval that is not within the tolerance
_ROUND_UP = 1.02  # of the number of parts
_NEVER_ZERO = 1e-300  # added to a divisor, so that a step of joints that stand is finite


@shipped(
    chain=CHAIN,
    arm=ARM,
    curve=CURVE,
    free=FREE,
    span=(REAL, REAL),
    limits=(REAL, REAL, REAL, REAL),
    s=written(reals(1)),
    states=written(reals(3)),
    off=written(reals(2)),
    notes=written(reals(1)),
    pending=written(reals(2), reals(3)),
    rooms=written(reals(2), reals(2), reals(2), reals(2), reals(2)),
    series=written(reals(2), reals(2)),
)
def march(chain, arm, curve, free, span, limits, s, states, off, notes, pending, rooms, series):  # type: ignore[no-untyped-def]
    """Nodes from span[0] to span[1] of the curve; gives their number, and why it ends in notes.

    limits: the tolerance, mm and rad, the least step, of the curve, and the rounding, of the size.
    s: (N,). states: (N, 3, n), receives q, q' and q''; q of the first is given. off: (N, 2), the
    bounds of the interval before each node, mm and rad. pending: (D, 2) and (D, 3, n), nodes that
    wait to be joined. series: (SERIES_ROWS, 7) and the quintic (6, n). A guide begins and ends with
    the span and has a node at each knot of the curve; its first node is that of states.
    """
    knots, task = curve[0], (chain, arm, curve, free)
    piece = _piece_at(knots, span[0])
    s[0] = span[0]
    _, residual, sign = settle(chain, arm, curve, free, piece, s[0], states[0], rooms)
    notes[_STATUS], notes[_PLACE], notes[_SIGN] = NO_START, s[0], sign
    if not residual < NEAR or sign == 0.0:
        return 0
    off[0, 0], count, h, guided = residual, 1, 1.0, 0
    notes[_STATUS] = STOPPED
    while s[count - 1] < span[1]:
        left = s[count - 1]
        piece = _piece_at(knots, left)
        if len(free[3]):
            guided += 1
            h = _guided(task, piece, guided, notes, pending, rooms)
        else:
            way = left, min(knots[piece + 1], span[1])
            h = _step_onward(task, piece, limits, way, states[count - 1], h, notes, pending, rooms)
        if h <= 0.0:
            return count
        found = s, states, off
        count = _join(task, piece, limits, found, count, notes, pending, (rooms, series))
        if notes[_STATUS] != STOPPED or pending[0][0, 0] > s[count - 1]:
            return count
    notes[_STATUS] = REACHED
    return count


def _piece_at(knots, s):  # type: ignore[no-untyped-def]
    """The piece of a curve that begins at s or holds it in its inside."""
    piece = 0
    while piece + 2 < len(knots) and knots[piece + 1] <= s:
        piece += 1
    return piece


def _step_onward(task, piece, limits, way, state, h, notes, pending, rooms):  # type: ignore[no-untyped-def]
    """Writes the next node of the march into the first pending place; gives the step, or 0.

    way: where the step begins, and how far it may go. h: the step before.
    """
    chain, arm, curve, free = task
    left, target = way
    units = arm[0]
    n, speed, bend = len(units), _NEVER_ZERO, _NEVER_ZERO
    for i in range(n):
        speed += abs(state[1, i]) / units[i]
        bend += abs(state[2, i]) / units[i]
    h = min(2.0 * h, _TURN / speed, sqrt(2.0 * _TURN / bend))
    node = pending[1][0]
    while True:
        if left + h > target - _ENDING:
            h = target - left
        elif left + 2.0 * h > target:
            h = 0.5 * (target - left)
        s = target if left + h > target - _ENDING else left + h
        for i in range(n):
            node[0, i] = state[0, i] + h * (state[1, i] + 0.5 * h * state[2, i])
        first, residual, sign = settle(chain, arm, curve, free, piece, s, node, rooms)
        if residual < NEAR and sign == notes[_SIGN] and first < _FIRST_STEP:
            pending[0][0, 0], pending[0][0, 1] = s, residual
            return h
        h *= 0.5
        if not h > limits[2]:
            notes[_PLACE] = left
            return 0.0


def _guided(task, piece, at, notes, pending, rooms):  # type: ignore[no-untyped-def]
    """Writes node `at` of the guide into the first pending place; gives the step, or 0."""
    chain, arm, curve, free = task
    s, node = free[3][at], pending[1][0]
    _copy(free[4][at], node)
    _, residual, _ = settle(chain, arm, curve, free, piece, s, node, rooms)
    pending[0][0, 0], pending[0][0, 1] = s, residual
    if residual < NEAR:
        return s - free[3][at - 1]
    notes[_PLACE] = free[3][at - 1]
    return 0.0


def _join(task, piece, limits, found, count, notes, pending, own):  # type: ignore[no-untyped-def]
    """Adds the pending node, and nodes before it until each quintic is within the tolerance; gives
    the number of nodes. found: s, states and off, with `count` nodes."""
    chain, arm, curve, _ = task
    s, states, off = found
    series = own[1]
    places, nodes = pending
    depth = 1
    while depth > 0:
        if count == len(s):
            notes[_STATUS] = FULL
            return count
        start, end = s[count - 1], places[depth - 1, 0]
        quintic, bounds = series[1], off[count]
        write_quintic(states[count - 1], nodes[depth - 1], end - start, quintic)
        write_off(chain, quintic, curve, piece, start, end, series[0], bounds)
        residual = off[0, 0] if count == 1 else places[len(places) - 1, 1]
        residual = max(residual, places[depth - 1, 1]) + limits[3]
        bounds[0] += residual * arm[1]
        bounds[1] += residual
        parts = _parts(bounds, limits, arm[2])
        if parts == 1:
            s[count] = end
            _copy(nodes[depth - 1], states[count])
            places[len(places) - 1, 1] = places[depth - 1, 1]
            count += 1
            depth -= 1
            continue
        if depth + parts >= len(places) or not end - start > limits[2]:
            notes[_PLACE] = start
            return count
        if not _divide(task, piece, (start, end, parts, depth), notes, pending, own):
            notes[_PLACE] = start
            return count
        depth += parts - 1
    return count


def _copy(node, state):  # type: ignore[no-untyped-def]
    for row in range(3):
        for i in range(len(node[0])):
            state[row, i] = node[row, i]


def _divide(task, piece, interval, notes, pending, own):  # type: ignore[no-untyped-def]
    """Adds the nodes inside an interval to those that wait, the last first; says whether all exist.

    interval: its ends, the number of its parts, and how many nodes wait. own: as of `_join`, with
    the quintic of the interval.
    """
    chain, arm, curve, free = task
    start, end, parts, depth = interval
    rooms, series = own
    places, nodes = pending
    for part in range(parts - 1, 0, -1):
        node, at = nodes[depth], start + (end - start) * part / parts
        write_between(series[1], part / parts, end - start, series[0][4], node)
        _, miss, sign = settle(chain, arm, curve, free, piece, at, node, rooms)
        if not miss < NEAR or sign != notes[_SIGN]:
            return False
        places[depth, 0], places[depth, 1] = at, miss
        depth += 1
    return True


def _parts(bounds, limits, rows):  # type: ignore[no-untyped-def]
    """Into how many parts an interval is to be divided: its bound falls with the sixth power."""
    ratio = bounds[0] / limits[0]
    if rows == 6:
        ratio = max(ratio, bounds[1] / limits[1])
    if ratio <= 1.0:
        return 1
    if not ratio < 4096.0:
        return _MOST_PARTS
    return min(int(_ROUND_UP * ratio ** (1.0 / 6.0)) + 1, _MOST_PARTS)
