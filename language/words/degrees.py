"""Trigonometric functions of angles in degrees, exact wherever their value is rational.

The nearest right angle is subtracted in degrees, which needs no rounding, and only the rest, at
most 45 deg, is converted to radians. So SIN(180) and COS(90) are 0. By Niven's theorem a sine of a
whole number of degrees is rational only if its absolute value is 0, 1/2 or 1, and a tangent only if
it is 0 or 1: these values are exact as well.
"""

import math


def sine(x: float) -> float:
    return _cosine_sine(x)[1] + 0.0


def cosine(x: float) -> float:
    return _cosine_sine(x)[0] + 0.0


def tangent(x: float) -> float:
    """Tangent of x deg; ValueError at odd multiples of 90 deg, where it has no value."""
    quarter, rest = _parted(x)
    if abs(rest) == 45.0:
        return math.copysign(1.0, rest) * (-1.0) ** quarter
    c, s = _cosine_sine(x)
    if c == 0.0:
        raise ValueError(f"the tangent of {x:g} deg has no value")
    return s / c + 0.0


def arc_sine(x: float) -> float:
    return math.copysign(30.0, x) if abs(x) == 0.5 else math.degrees(math.asin(x))


def arc_cosine(x: float) -> float:
    return 90.0 - math.copysign(30.0, x) if abs(x) == 0.5 else math.degrees(math.acos(x))


def arc_tangent(y: float, x: float) -> float:
    """Angle of the point (x, y), deg, in (-180, 180]; -0.0 counts as 0.0."""
    return math.degrees(math.atan2(y + 0.0, x + 0.0))


def _cosine_sine(x: float) -> tuple[float, float]:
    quarter, rest = _parted(x)
    c, s = math.cos(math.radians(rest)), math.sin(math.radians(rest))
    if abs(rest) == 30.0:
        s = math.copysign(0.5, rest)
    return ((c, s), (-s, c), (-c, -s), (s, -c))[quarter]


def _parted(x: float) -> tuple[int, float]:
    """The right angle nearest to x deg, as 0 to 3, and the rest of x, deg, in [-45, 45]."""
    within = math.fmod(x, 360.0)
    rest = math.remainder(within, 90.0)
    return round((within - rest) / 90.0) % 4, rest
