"""Checks of what callers pass to the room: finite numbers, arrays of numbers, pairs of bodies.

A caller's mistake raises a GeometryError that names the argument. No such mistake raises an error
of Python or NumPy from deep inside, and none gives an answer that means nothing.
"""

from collections.abc import Sequence
from math import isfinite

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geometry.errors import GeometryError

FARTHEST_MM = 1e12
"""The largest length that is taken, mm: the powers of larger ones overflow and spoil verdicts."""


def checked_number(value: object, what: str) -> float:
    """The value as a finite float; GeometryError, which names `what`, otherwise."""
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        raise GeometryError(f"{what}: a number is needed, not {value!r}") from None
    if not isfinite(number) or isinstance(value, str):
        raise GeometryError(f"{what}: a finite number is needed, not {value!r}")
    return number


def checked_numbers(values: object, what: str) -> NDArray[np.float64]:
    """The values as an array of finite floats, of any shape; GeometryError otherwise."""
    array = number_array(values, what)
    if not np.all(np.isfinite(array)):
        raise GeometryError(f"{what}: finite numbers are needed")
    return array


def number_array(values: object, what: str) -> NDArray[np.float64]:
    """The values as an array of floats, which need not be finite; GeometryError otherwise."""
    try:
        return np.asarray(values, dtype=float)
    except (TypeError, ValueError):
        raise GeometryError(f"{what}: an array of numbers is needed, not {values!r:.60}") from None


def checked_items(values: object, what: str, count: int | None = None) -> tuple[object, ...]:
    """The items of a list, exactly `count` of them if it is given; GeometryError otherwise."""
    if isinstance(values, str | bytes) or not isinstance(values, Sequence | np.ndarray):
        wanted = "a list" if count is None else f"a list of {count}"
        raise GeometryError(f"{what}: {wanted} is needed, not {values!r}")
    if count is not None and len(values) != count:
        raise GeometryError(f"{what}: {count} are needed, not {len(values)}")
    return tuple(values)


def checked_index_pairs(
    pairs: ArrayLike, first: int, second: int | None = None
) -> NDArray[np.int64]:
    """Pairs of indices of bodies, (p, 2), as whole numbers; GeometryError otherwise.

    first, second: Number of bodies in the first and the second list. Without a second list both
    bodies of a pair stand in the first list, and they must differ.
    """
    given = number_array(pairs, "pairs")
    if given.size == 0:
        return np.zeros((0, 2), dtype=np.int64)
    if given.ndim > 2 or given.size % 2 or (given.ndim == 2 and given.shape[1] != 2):
        raise GeometryError(f"pairs of bodies have the shape (p, 2), not {given.shape}")
    index = given.astype(np.int64).reshape(-1, 2)
    if np.any(index != given.reshape(-1, 2)):
        raise GeometryError("pairs: bodies are numbered by whole numbers, from 0")
    most = (first, first if second is None else second)
    if np.any(index < 0) or np.any(index >= most):
        counts = f"{first}" if second is None else f"{first} and {second}"
        raise GeometryError(f"a pair names a body that is not among the {counts}")
    if second is None and np.any(index[:, 0] == index[:, 1]):
        raise GeometryError("a pair names two different bodies, not one twice")
    return np.ascontiguousarray(index)


def positive_number(value: object, what: str, *, zero_allowed: bool = False) -> float:
    """The value as a number above 0 (or equal to 0, where that is allowed) of at most FARTHEST_MM;
    GeometryError, which names `what`, otherwise."""
    try:
        number = checked_number(value, what)
    except GeometryError:
        number = -1.0
    if number < 0.0 or (number == 0.0 and not zero_allowed):
        wanted = "0 or more" if zero_allowed else "above 0"
        raise GeometryError(f"{what} must be {wanted} and finite, not {value!r}")
    if number > FARTHEST_MM:
        raise GeometryError(f"{what} must be at most {FARTHEST_MM:g} mm, not {value!r}")
    return number + 0.0
