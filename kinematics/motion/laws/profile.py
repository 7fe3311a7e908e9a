"""Profile: how a motion speeds up and slows down."""

from enum import Enum


class Profile(Enum):
    """With ramps of the acceleration, whose steepness is the jerk, or with all of it at once."""

    S_CURVE = "s-curve"
    TRAPEZOID = "trapezoid"
