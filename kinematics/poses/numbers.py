"""What callers give as numbers, taken as floats or refused."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kinematics.errors import KinematicsError


def reals(values: ArrayLike, what: str) -> NDArray[np.float64]:
    """The values as an array of floats; KinematicsError where they are no real numbers.

    what: says in the message what was wanted. A complex number is refused, where NumPy would drop
    its imaginary part, and so is text that could be read as a number.
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
    """One finite number, not below `least`; KinematicsError where it is anything else."""
    given = reals(value, what)
    if given.ndim or not np.isfinite(given) or given < least:
        shown = f"an array of shape {given.shape}" if given.ndim else f"{value!r}"
        raise KinematicsError(f"{what}, not {shown}")
    return float(given)


def whole_number(value: object, what: str, least: int = 0) -> int:
    """One whole number, not below `least`; True and False are none."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise KinematicsError(f"{what}, not {value!r}")
    return int(value)


def rows_together(first: tuple[int, ...], second: tuple[int, ...], what: str) -> None:
    """KinematicsError where arrays of two shapes (..., k) have rows that do not pair up."""
    try:
        np.broadcast_shapes(first[:-1], second[:-1])
    except ValueError:
        raise KinematicsError(
            f"{what} have the shapes {first} and {second}: as many rows of both are needed, "
            "or one row of either"
        ) from None


def finite_angles(angles: ArrayLike) -> NDArray[np.float64]:
    """Elbow angles of any shape, rad, as floats; KinematicsError where one is no finite number."""
    given = reals(angles, "an elbow angle must be a number, rad")
    if not np.isfinite(given).all():
        raise KinematicsError("an elbow angle must be a finite number, rad")
    return given


def finite_angle(angle: ArrayLike) -> float:
    """The same of one elbow angle for one pose."""
    given = finite_angles(angle)
    if given.size != 1:
        raise KinematicsError(f"one pose takes one elbow angle, not {given.size}")
    return float(given.ravel()[0])
