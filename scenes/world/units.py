"""Numbers as messages show them."""

from __future__ import annotations

from math import isfinite, isnan
from typing import SupportsFloat

import numpy as np

# Above this, and with more digits than that, a number is written with an exponent.
LONGEST, DIGITS = 1e15, 7
# Decimals of mm and degrees that a location has: the rest is rounding of poses and joint values.
KNOWN = 9
# Kind of a joint to the unit in which people and files speak of it, and to the factor into it.
DOOR_UNITS = {"R": ("deg", 180.0 / np.pi), "P": ("mm", 1.0)}


def shown(value: float) -> str:
    """A measure for a message: three decimals at most, none that say nothing."""
    if abs(value) >= LONGEST:
        return told(value)
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def told(value: float) -> str:
    """A number that a program says: seven digits and three decimals at least, read back as it is.

    12345678.9, 0.3333333, 100000.5; 1E-7 and 1E20 where plain digits would be mostly zeros.
    """
    if value == 0.0:
        return "0"
    if not isfinite(value):
        return "no number" if isnan(value) else "beyond all numbers"
    if 1e-4 <= abs(value) < LONGEST:
        text = f"{value:.{DIGITS}g}" if abs(value) < 1e4 else f"{value:.3f}"
        text = text.rstrip("0").rstrip(".") if "." in text else text
        return "0" if text == "-0" else text
    mantissa, _, power = f"{value:.{DIGITS - 1}e}".partition("e")
    return f"{mantissa.rstrip('0').rstrip('.')}E{int(power)}"


def measured(value: SupportsFloat) -> float:
    """A coordinate or distance of locations, mm or degrees, without the rounding of their poses.

    So the distance of a location from the tool that has come to it is 0, and not 1E-13.
    """
    return round(float(value), KNOWN) + 0.0


def in_door_unit(kind: str, value: float) -> tuple[float, str]:
    """A joint value in the unit people use for this kind of joint, and that unit."""
    unit, factor = DOOR_UNITS[kind]
    return float(value * factor), unit


def amount(kind: str, value: float) -> str:
    """A joint value for a message: "244.29 deg" or "12 mm"."""
    number, unit = in_door_unit(kind, value)
    return f"{shown(number)} {unit}"
