"""Numbers as texts for messages, and the units of joint values for people and files."""

from __future__ import annotations

from math import isfinite, isnan
from typing import SupportsFloat

import numpy as np

# From LONGEST on a number is written with an exponent; DIGITS is the number of its digits.
LONGEST, DIGITS = 1e15, 7
# Below this a number is written with an exponent: its plain digits would be mostly zeros.
SHORTEST = 1e-4
# Decimals of mm and degrees that are known of a location; further ones are rounding.
KNOWN = 9
# For each kind of joint the unit for people and files, and the factor into it from rad or mm.
DOOR_UNITS = {"R": ("deg", 180.0 / np.pi), "P": ("mm", 1.0)}


def shown(value: float) -> str:
    """A measure as text for a message, with at most three decimals and no trailing zeros."""
    if abs(value) >= LONGEST:
        return number_text(value)
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def number_text(value: float) -> str:
    """A number of a program as text: at least seven digits, in a form that a program can read.

    12345678.9, 0.3333333, 100000.5; but 1E-7 and 1E20, where plain digits would be mostly zeros.
    """
    if value == 0.0:
        return "0"
    if not isfinite(value):
        return "no number" if isnan(value) else "beyond all numbers"
    if SHORTEST <= abs(value) < LONGEST:
        text = f"{value:.{DIGITS}g}" if abs(value) < 1e4 else f"{value:.3f}"
        text = text.rstrip("0").rstrip(".") if "." in text else text
        return "0" if text == "-0" else text
    mantissa, _, power = f"{value:.{DIGITS - 1}e}".partition("e")
    return f"{mantissa.rstrip('0').rstrip('.')}E{int(power)}"


def measured(value: SupportsFloat) -> float:
    """A coordinate or distance of locations, mm or degrees, without rounding errors of poses.

    So the distance of a location from a tool that has reached it is 0, and not 1E-13.
    """
    return round(float(value), KNOWN) + 0.0


def in_door_unit(kind: str, value: float) -> tuple[float, str]:
    """A joint value, from rad or mm, in the unit for people (degrees or mm), and that unit."""
    unit, factor = DOOR_UNITS[kind]
    return float(value * factor), unit


def amount(kind: str, value: float) -> str:
    """A joint value, from rad or mm, as text for a message: "244.29 deg" or "12 mm"."""
    number, unit = in_door_unit(kind, value)
    return f"{shown(number)} {unit}"
