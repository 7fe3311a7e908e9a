"""How far the tool is at most from its curve between two nodes of a march.

At both nodes the tool stands on the curve and has its first and second derivative. The error e of
the tool then has zeros of order three at both ends of the interval, u = 0 and u = 1, so that
|e(u)| <= max|e^(6)| u^3 (1 - u)^3 / 6! <= max|e^(6)| / 46080 (the error of Hermite interpolation by
polynomials of degree 5, for each component along a fixed direction, and so for the vector).

The sixth derivative of the tool is bounded by that of a majorant: with c_m the largest
|d^m q / du^m| / m! of the joints that turn before a link, summed, every derivative of the rotation
of that link is at most that of exp(sum c_m u^m) at u = 0, because that holds for the rotation of
each joint, exp(q [z]), and majorants multiply. The tool point is a sum of constant vectors of the
links: the part of a vector along its joint's axis is not turned by that joint. A joint that slides
contributes its own series times the rotation before it.
"""

from math import sqrt

from kinematics.motion.paths.marching.curve_kernel import write_sixth

_SUM, _TURN, _OWN = range(3)
SERIES_ROWS = 5
_BINOMIAL = (1.0, 5.0, 10.0, 10.0, 5.0, 1.0)
_HIGHEST = 1.0 / 64.0  # of u^3 (1 - u)^3, at 1/2


def write_quintic(left, right, width, B):  # type: ignore[no-untyped-def]
    """Writes the Bernstein coefficients (6, n) of the quintic between two nodes into B.

    left, right: (3, n), joint values and their first two derivatives by s. width: of s.
    """
    h, hh = width / 5.0, width * width / 20.0
    for i in range(len(B[0])):
        B[0, i], B[5, i] = left[0, i], right[0, i]
        B[1, i], B[4, i] = left[0, i] + h * left[1, i], right[0, i] - h * right[1, i]
        B[2, i] = left[0, i] + 2.0 * h * left[1, i] + hh * left[2, i]
        B[3, i] = right[0, i] - 2.0 * h * right[1, i] + hh * right[2, i]


def write_between(B, u, width, spare, node):  # type: ignore[no-untyped-def]
    """Writes q, q' and q'' at u of Bernstein coefficients B (6, n) into node (3, n).

    width: of s, by which the derivatives are taken. spare: (6,).
    """
    for i in range(len(node[0])):
        for k in range(6):
            spare[k] = B[k, i]
        for degree in range(5, 0, -1):
            if degree == 2:
                node[2, i] = 20.0 * (spare[2] - 2.0 * spare[1] + spare[0]) / (width * width)
            if degree == 1:
                node[1, i] = 5.0 * (spare[1] - spare[0]) / width
            for k in range(degree):
                spare[k] = spare[k] * (1.0 - u) + spare[k + 1] * u
        node[0, i] = spare[0]


def write_off(chain, B, curve, piece, start, end, series, off):  # type: ignore[no-untyped-def]
    """Writes the bounds of an interval of s, mm and rad, into off (2,).

    B: (6, n), Bernstein coefficients of the joint values. series: a room (SERIES_ROWS, 7).
    """
    links, last, turns = chain
    n = len(turns)
    write_sixth(curve, piece, start, end, series[3:])
    place = series[3, 0]
    _write_exponential(series[4], series[_TURN])
    turned = series[_TURN, 6]
    for m in range(7):
        series[_SUM, m] = 0.0
        series[_TURN, m] = 1.0 if m == 0 else 0.0
    for i in range(n):
        _write_own(B, i, series)
        before = series[_TURN, 6]
        if turns[i] > 0.0:
            for m in range(1, 6):
                series[_SUM, m] += series[_OWN, m]
            _write_exponential(series[_SUM], series[_TURN])
        else:
            for m in range(6):
                place += series[_OWN, m] * series[_TURN, 6 - m]
        T = links[i + 1] if i + 1 < n else last
        across = sqrt(T[0, 3] * T[0, 3] + T[1, 3] * T[1, 3])
        place += across * series[_TURN, 6] + abs(T[2, 3]) * before
    off[0] = place * _HIGHEST
    off[1] = (turned + series[_TURN, 6]) * _HIGHEST


def _write_own(B, i, series):  # type: ignore[no-untyped-def]
    """Writes the largest |d^m q / du^m| / m! of joint i, m from 0 to 5, used up from B's column."""
    work = series[4]
    for k in range(6):
        work[k] = B[k, i]
    for m in range(6):
        largest = 0.0
        for k in range(6 - m):
            largest = max(largest, abs(work[k]))
            work[k] = work[k + 1] - work[k] if k < 5 - m else work[k]
        series[_OWN, m] = _BINOMIAL[m] * largest


def _write_exponential(series, found):  # type: ignore[no-untyped-def]
    """Writes the coefficients (7,) of exp(sum series_m u^m), m from 1, into found."""
    found[0] = 1.0
    for k in range(1, 7):
        found[k] = 0.0
        for m in range(1, k + 1):
            found[k] += m * series[m] * found[k - m]
        found[k] /= k
