"""Polygons of the plane as primitives take them: checked, and how far points are from them."""

import numpy as np
from numpy.typing import NDArray

from geometry.arguments import FARTHEST_MM, checked_items, checked_number
from geometry.errors import GeometryError
from geometry.poses import Array
from geometry.tolerances import NO_AREA

# Most pairs of edges that one step compares: all pairs of a long outline would fill the memory.
PAIRS_AT_ONCE = 250_000
Indices = NDArray[np.intp]


def checked_outline(
    points: tuple[tuple[float, float], ...], what: str
) -> tuple[tuple[float, float], ...]:
    """The corners (x, y), mm, of a polygon, anticlockwise; GeometryError, which names `what`, when
    it encloses no area or crosses itself."""
    corners = tuple(_corner(point, what) for point in checked_items(points, f"{what}: corners"))
    if len(corners) < 3:
        raise GeometryError(f"{what}: at least three corners are needed, not {len(corners)}")
    area = _signed_area(np.array(corners))
    extent = float(np.ptp(np.array(corners), axis=0).max())
    if abs(area) <= NO_AREA * extent * extent:
        raise GeometryError(f"{what}: the corners enclose no area")
    _refuse_crossing(np.array(corners), what)
    return corners if area > 0.0 else corners[::-1]


def _corner(point: object, what: str) -> tuple[float, float]:
    try:
        x, y = (checked_number(v, what) for v in checked_items(point, what, 2))
    except GeometryError:
        message = f"{what}: a corner is two finite numbers, not {point!r}"
        raise GeometryError(message) from None
    if max(abs(x), abs(y)) > FARTHEST_MM:
        raise GeometryError(f"{what}: a corner lies within {FARTHEST_MM:g} mm, not at {point!r}")
    return x + 0.0, y + 0.0


def _signed_area(polygon: Array) -> float:
    x, y = (polygon - polygon.mean(axis=0)).T
    return 0.5 * float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y))


def polygon_distance(polygon: Array, points: Array, edges: Array | None = None) -> Array:
    """Signed distance of points (n, 2) to a simple polygon, (n,), below 0 inside: the distance to
    the nearest edge, with its sign from the number of edges that a ray crosses.

    edges: Start and end of the edges that are boundary, (m, 2, 2); all edges if it is None.
    """
    closed = np.stack([polygon, np.roll(polygon, -1, axis=0)], axis=1)
    squared = np.full(len(points), np.inf)
    for start, end in closed if edges is None else edges:
        edge, offset = end - start, points - start
        length = float(edge @ edge)
        along = np.clip(offset @ edge / length, 0.0, 1.0) if length > 0.0 else np.zeros(len(points))
        squared = np.minimum(squared, np.sum((offset - along[:, None] * edge) ** 2, axis=1))
    inside = np.zeros(len(points), dtype=bool)
    for start, end in closed:
        edge, offset = end - start, points - start
        spans = (start[1] > points[:, 1]) != (end[1] > points[:, 1])
        left_of = edge[0] * offset[:, 1] - edge[1] * offset[:, 0]
        inside ^= spans & ((left_of > 0.0) == (edge[1] > 0.0))
    distance = np.sqrt(squared)
    return np.where(inside, -distance, distance)


def _refuse_crossing(polygon: Array, what: str) -> None:
    """Raises GeometryError when two edges that are not neighbours cross."""
    n = len(polygon)
    after = np.roll(polygon, -1, axis=0)
    low, high = np.minimum(polygon, after), np.maximum(polygon, after)
    for rows in np.array_split(np.arange(n), min(n, 1 + n * n // PAIRS_AT_ONCE)):
        meets = (low <= high[rows].max(axis=0)) & (high >= low[rows].min(axis=0))
        near = np.flatnonzero(meets.all(axis=1))
        crossing = _crossing(polygon, after, rows, near)
        if crossing.any():
            i, j = np.argwhere(crossing)[0]
            message = f"the edges {rows[i] + 1} and {near[j] + 1} of its {n} cross"
            raise GeometryError(f"{what}: {message}")


def _crossing(start: Array, end: Array, rows: Indices, near: Indices) -> NDArray[np.bool_]:
    """Whether each edge of `rows` (k,) crosses each edge of `near` (m,): (k, m)."""

    def side(p: Array, q: Array, r: Array) -> Array:
        u, v = q - p, r - p
        return np.sign(u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0])

    a, b = start[rows, None], end[rows, None]
    c, d = start[None, near], end[None, near]
    crossing: NDArray[np.bool_] = (side(a, b, c) * side(a, b, d) < 0) & (
        side(c, d, a) * side(c, d, b) < 0
    )
    return crossing
