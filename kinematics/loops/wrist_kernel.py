"""Three axes through one point that make an orientation, for one pose: see `solvers/parts/wrist`.

Where axis 5 is perpendicular to axes 4 and 6, loops need of the axes only a row of numbers, TURNS:
the value of joint 5 that brings axis 6 nearest to axis 4, 90 deg less the azimuth of axis 5, and
the sign by which joint 5 opens the wrist in the first of both ways. A wrist of any kind has more of
them behind these, and the basis before the wrist.
"""

from math import atan2, ceil, cos, pi, sin, sqrt

from resources.loops import reals

WRIST = (reals(2), reals(1))
"""fore_basis (3, 3) of a `WristGeometry`, and its numbers: TURNS; 1.0 if it is orthogonal; lean_4;
lean_6; axis_5; axis_6."""

NEAREST, SIDE, SIGN = range(3)

SLANT = 1e-3  # sine between axes 4 and 6, rad: a wrist nearer to straight is for NumPy
EDGE = 1e-6  # product of two sines: an oblique wrist nearer to the end of its turn is for NumPy
FITS, MISFITS, IRREGULAR = range(3)


def wrapped(angle):  # type: ignore[no-untyped-def]
    """The angle, rad, shifted by whole turns into (-pi, pi]."""
    return angle - 2.0 * pi * ceil((angle - pi) * (0.5 / pi))


def write_turns(M, turns, least, both):  # type: ignore[no-untyped-def]
    """Writes the joint values of both ways, rad, into both (2, 3); says whether they are exact.

    M: (3, 3), axis 6 and its x axis in the basis before the wrist; its last row needs only the last
    entry. least: A smaller sine between axes 4 and 6 is rounding; then nothing is written.
    """
    x, y = M[0, 2], M[1, 2]
    sine = sqrt(x * x + y * y)
    if not sine > least:
        return False
    opening = atan2(sine, M[2, 2]) * turns[SIGN]
    first = atan2(y, x) + turns[SIDE]
    last = atan2(y * M[0, 1] - x * M[1, 1], x * M[1, 0] - y * M[0, 0])
    for way in range(2):
        half = 0.0 if (way == 0) == (turns[SIGN] > 0.0) else pi
        both[way, 0] = wrapped(first + half)
        both[way, 1] = wrapped(turns[NEAREST] + (opening if way == 0 else -opening))
        both[way, 2] = wrapped(last + half)
    return True


def turn_wrist_once(wrist, M, both):  # type: ignore[no-untyped-def]
    """Writes the joint values of both ways of any wrist, rad, into both (2, 3); says whether they
    fit: FITS, MISFITS where the wrist cannot turn so far, IRREGULAR next to an edge.

    M: (3, 3), as in `write_turns`, but whole.
    """
    numbers = wrist[1]
    if numbers[3] > 0.0:
        return FITS if write_turns(M, numbers, SLANT, both) else IRREGULAR
    sine = sqrt(M[0, 2] * M[0, 2] + M[1, 2] * M[1, 2])
    mu = atan2(sine, M[2, 2])
    apart, together = numbers[4] - numbers[5], numbers[4] + numbers[5]
    over = sin((mu + apart) / 2) * sin((mu - apart) / 2)
    under = sin((together + mu) / 2) * sin((together - mu) / 2)
    least = min(over, under)
    if sine < SLANT or abs(least) < EDGE:
        return IRREGULAR
    if least < 0.0:
        return MISFITS
    _write_oblique(numbers, M, 2.0 * atan2(sqrt(over), sqrt(under)) * numbers[SIGN], both)
    return FITS


def _write_oblique(numbers, M, opening, both):  # type: ignore[no-untyped-def]
    """Writes both ways of a wrist that joint 5 opens by an angle, rad: see `_oblique_wrist`."""
    ax, ay, az = numbers[6], numbers[7], numbers[8]
    bx, by, bz = numbers[9], numbers[10], numbers[11]
    dot, cx, cy = ax * bx + ay * by + az * bz, ay * bz - az * by, az * bx - ax * bz
    for way in range(2):
        q_5 = numbers[NEAREST] + (opening if way == 0 else -opening)
        c, s = cos(q_5), sin(q_5)
        x, y = c * bx + s * cx + (1.0 - c) * dot * ax, c * by + s * cy + (1.0 - c) * dot * ay
        q_4 = atan2(M[1, 2], M[0, 2]) - atan2(y, x)
        c, s = cos(q_4), sin(q_4)
        x, y = c * ax - s * ay, s * ax + c * ay
        first = x * M[0, 0] + y * M[1, 0] + az * M[2, 0]
        second = x * M[0, 1] + y * M[1, 1] + az * M[2, 1]
        both[way, 0], both[way, 1] = wrapped(q_4), wrapped(q_5)
        both[way, 2] = wrapped(-atan2(second, first))
