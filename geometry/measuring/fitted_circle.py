"""The circle that fits points in space best, with the distance by which it misses them."""

from dataclasses import dataclass

import numpy as np

from geometry.errors import GeometryError
from geometry.poses import Array, read_only

_LEAST = 3
_STEPS = 12
# Share of the spread of points below which they lie on a line.
_STRAIGHT = 1e-9


@dataclass(frozen=True, eq=False)
class FittedCircle:
    """A circle in space. centre, axis: (3,), mm and a unit vector. radius: mm. residual_mm: The
    greatest distance of a point from the circle."""

    centre: Array
    axis: Array
    radius: float
    residual_mm: float


def fitted_circle(points: Array) -> FittedCircle:
    """The circle with the least sum of squared distances in the plane that fits points (n, 3) best.

    The plane comes from the singular vectors of the points. In it a linear fit (Kasa) starts the
    steps of Gauss and Newton on the true distances. GeometryError for fewer than three points and
    for points on a line.
    """
    points = np.asarray(points, float)
    if points.ndim != 2 or points.shape[1:] != (3,) or len(points) < _LEAST:
        raise GeometryError(f"a circle needs at least {_LEAST} points (n, 3), not {points.shape}")
    middle = points.mean(axis=0)
    _, spread, ways = np.linalg.svd(points - middle, full_matrices=False)
    if spread[1] <= _STRAIGHT * max(spread[0], _STRAIGHT):
        raise GeometryError("the points lie on a line: no circle fits them")
    flat = (points - middle) @ ways[:2].T
    terms = np.column_stack([flat, np.ones(len(flat))])
    x, y, rest = np.linalg.lstsq(terms, np.sum(flat**2, axis=1), rcond=None)[0]
    found = np.array([0.5 * x, 0.5 * y, np.sqrt(max(rest + 0.25 * (x * x + y * y), 0.0))])
    for _ in range(_STEPS):
        away = flat - found[:2]
        length = np.linalg.norm(away, axis=1)
        slope = np.column_stack([-away / length[:, None], -np.ones(len(flat))])
        step = np.linalg.lstsq(slope, found[2] - length, rcond=None)[0]
        found = found + step
    centre = middle + found[:2] @ ways[:2]
    axis = np.cross(ways[0], ways[1])
    radius = float(found[2])
    from_centre = points - centre
    height = from_centre @ axis
    out = np.linalg.norm(from_centre - np.outer(height, axis), axis=1)
    residual = float(np.hypot(out - radius, height).max())
    return FittedCircle(read_only(centre), read_only(axis), radius, residual)
