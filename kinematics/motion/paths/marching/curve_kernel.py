"""A curve of the tool in numbers; see `tool_curve.py` for its form."""

from math import cos, sin, sqrt

from resources.loops import reals

CURVE = (reals(1), reals(3), reals(3), reals(1), reals(3), reals(3), reals(3))
"""The kinds of a curve, for the loops that take one."""

# Rows of the room that a curve is written into, (9, 4).
_FIRST, _SECOND = 3, 5
_SPIN, _TURNED = 7, 8
GOAL_ROWS = 9


def write_curve(curve, piece, s, goal):  # type: ignore[no-untyped-def]
    """Writes the pose at s into rows 0 to 2 of goal (9, 4); rows 3 and 4 receive the velocity by s,
    rows 5 and 6 how it changes: the point, mm, over the turning, rad, three numbers each."""
    knots, place, arc, phi, axes, turn, R = curve
    x = s - knots[piece]
    f = phi[piece]
    c, d = cos(f * x), sin(f * x)
    for k in range(3):
        p = place[piece]
        a, b = arc[piece, 0, k], arc[piece, 1, k]
        goal[k, 3] = p[0, k] + x * (p[1, k] + x * (p[2, k] + x * p[3, k])) + a * c + b * d
        way = p[1, k] + x * (2.0 * p[2, k] + 3.0 * x * p[3, k])
        goal[_FIRST, k] = way + f * (b * c - a * d)
        goal[_SECOND, k] = 2.0 * p[2, k] + 6.0 * x * p[3, k] - f * f * (a * c + b * d)
    _write_turning(axes[piece], turn[piece], R[piece], x, goal)


def _write_turning(axes, turn, R, x, goal):  # type: ignore[no-untyped-def]
    """The rotation, its velocity and how it changes, at x behind the start of a piece."""
    a, b = turn[0], turn[1]
    a0, b0 = x * (a[1] + x * (a[2] + x * a[3])) + a[0], x * (b[1] + x * (b[2] + x * b[3])) + b[0]
    a1, b1 = a[1] + x * (2.0 * a[2] + 3.0 * x * a[3]), b[1] + x * (2.0 * b[2] + 3.0 * x * b[3])
    a2, b2 = 2.0 * a[2] + 6.0 * x * a[3], 2.0 * b[2] + 6.0 * x * b[3]
    u, v = axes[0], goal[_TURNED]
    for column in range(3):
        for k in range(3):
            v[k] = R[k, column]
        _turn(axes[1], b0, v, goal[_SPIN])
        _turn(u, a0, v, goal[_SPIN])
        for k in range(3):
            goal[k, column] = v[k]
    for k in range(3):
        v[k] = axes[1, k]
    _turn(u, a0, v, goal[_SPIN])
    for k in range(3):
        i, j = (k + 1) % 3, (k + 2) % 3
        goal[_FIRST + 1, k] = a1 * u[k] + b1 * v[k]
        across = u[i] * v[j] - u[j] * v[i]
        goal[_SECOND + 1, k] = a2 * u[k] + b2 * v[k] + a1 * b1 * across


def _turn(u, angle, v, spare):  # type: ignore[no-untyped-def]
    """Turns v (3,) about the unit vector u by an angle, in place (Rodrigues)."""
    if angle == 0.0:
        return
    c, d = cos(angle), sin(angle)
    along = (1.0 - c) * (u[0] * v[0] + u[1] * v[1] + u[2] * v[2])
    for k in range(3):
        i, j = (k + 1) % 3, (k + 2) % 3
        spare[k] = c * v[k] + d * (u[i] * v[j] - u[j] * v[i]) + along * u[k]
    for k in range(3):
        v[k] = spare[k]


def write_sixth(curve, piece, start, end, series):  # type: ignore[no-untyped-def]
    """Writes a bound of the sixth derivative of the place, mm, over 6!, into series[0, 0], and the
    coefficients 1 to 3 of the majorant of the turning into row 1; see `ToolCurve.sixth`.

    start, end: of the interval, by whose share the derivatives are taken. series: (2, 7).
    """
    knots, _, arc, phi, _, turn, _ = curve
    width = end - start
    far = max(abs(start - knots[piece]), abs(end - knots[piece]))
    aa = bb = ab = 0.0
    for k in range(3):
        a, b = arc[piece, 0, k], arc[piece, 1, k]
        aa, bb, ab = aa + a * a, bb + b * b, ab + a * b
    longest = sqrt(0.5 * (aa + bb + sqrt((aa - bb) * (aa - bb) + 4.0 * ab * ab)))
    series[0, 0] = (abs(phi[piece]) * width) ** 6 / 720.0 * longest
    sizes = series[0]
    for k in range(1, 4):
        sizes[k] = abs(turn[piece, 0, k]) + abs(turn[piece, 1, k])
    series[1, 1] = width * (sizes[1] + far * (2.0 * sizes[2] + 3.0 * far * sizes[3]))
    series[1, 2] = width * width * (sizes[2] + 3.0 * far * sizes[3])
    series[1, 3] = width * width * width * sizes[3]
    for m in range(4, 7):
        series[1, m] = 0.0
