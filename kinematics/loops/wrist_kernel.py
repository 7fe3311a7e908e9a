"""Three axes through one point that make an orientation, for one pose: see `solvers/parts/wrist`.

Axis 5 is perpendicular to axes 4 and 6. What the loops know of the axes is a row of numbers,
TURNS: the value of joint 5 that brings axis 6 nearest to axis 4, 90 deg less the azimuth of axis 5,
and the sign by which joint 5 opens the wrist in the first of both ways.
"""

from math import atan2, ceil, pi, sqrt

NEAREST, SIDE, SIGN = range(3)


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
