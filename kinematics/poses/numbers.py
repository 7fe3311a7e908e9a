"""Checks of the numbers that callers pass in: they become floats, or KinematicsError is raised."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kinematics.errors import KinematicsError


def reals(values: ArrayLike, what: str) -> NDArray[np.float64]:
    """The values as an array of floats; KinematicsError where they are no real numbers.

    what: the start of the error message, which says what is needed. Complex numbers are refused
    because NumPy would drop their imaginary part, and so is text that looks like a number.
    """
    try:
        array = np.asarray(values)
        if array.dtype.kind in "fiubO":
            return np.asarray(array, float)
    except (TypeError, ValueError) as error:
        raise KinematicsError(f"{what} ({error})") from None
    given = "complex numbers" if array.dtype.kind == "c" else f"values of type {array.dtype}"
    raise KinematicsError(f"{what}, not {given}")


def finite_number(value: ArrayLike, what: str, least: float = -np.inf) -> float:
    """The value as one finite float, at least `least`; KinematicsError for anything else."""
    given = reals(value, what)
    if given.ndim or not np.isfinite(given) or given < least:
        shown = f"an array of shape {given.shape}" if given.ndim else f"{value!r}"
        raise KinematicsError(f"{what}, not {shown}")
    return float(given)


def whole_number(value: object, what: str, least: int = 0) -> int:
    """The value as an int, at least `least`; KinematicsError for anything else, bools included."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise KinematicsError(f"{what}, not {value!r}")
    return int(value)


def rows_together(first: tuple[int, ...], second: tuple[int, ...], what: str) -> None:
    """Raises KinematicsError if the leading axes of two shapes (..., k) do not broadcast.

    what: names the two arrays in the message.
    """
    try:
        np.broadcast_shapes(first[:-1], second[:-1])
    except ValueError:
        raise KinematicsError(
            f"{what} have the shapes {first} and {second}: as many rows of both are needed, "
            "or one row of either"
        ) from None


def frozen(values: ArrayLike) -> NDArray[np.float64]:
    """A copy of the values that cannot be written into."""
    array = np.array(values, float, order="C")
    array.flags.writeable = False
    return array


def finite_angles(angles: ArrayLike) -> NDArray[np.float64]:
    """Elbow angles (rad, any shape) as floats; KinematicsError if one is not a finite number."""
    given = reals(angles, "an elbow angle must be a number, rad")
    if not np.isfinite(given).all():
        raise KinematicsError("an elbow angle must be a finite number, rad")
    return given


def finite_angle(angle: ArrayLike) -> float:
    """One elbow angle (rad) as a float; KinematicsError if there are more or it is not finite."""
    given = finite_angles(angle)
    if given.size != 1:
        raise KinematicsError(f"one pose takes one elbow angle, not {given.size}")
    return float(given.ravel()[0])
