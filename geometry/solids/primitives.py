"""The exact primitives: box, cylinder, sphere, cone, prism and the half-space that cuts.

Every primitive has a level function (see `solid`) and, except the half-space, a support function:
the point of its convex hull farthest in a direction, on which separation rests.
"""

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import hypot, isfinite

import numpy as np
from numpy.typing import NDArray

from geometry.arguments import FARTHEST_MM, checked_items, checked_number, checked_numbers
from geometry.errors import GeometryError
from geometry.loops.core_kinds import BAR, BLOCK, CORNERS, POINT, TURNED
from geometry.poses import Array, read_only
from geometry.solids.support_shape import Core
from geometry.solids.tree import Solid

# Pairs of edges of an outline looked at together: for all those of a long one there is no room.
PAIRS_AT_ONCE = 250_000
Indices = NDArray[np.intp]


class Primitive(Solid):
    """A leaf of the tree, finite, centred on its own origin."""

    is_curved = False
    """Whether a mesh of it is only near it (within the chord tolerance)."""

    is_dented = False
    """Whether facets of a mesh of it may lie outside it."""

    @property
    def is_convex(self) -> bool:
        """Whether the primitive is its own hull."""
        return True

    @abstractmethod
    def support(self, directions: Array) -> Array:
        """The farthest point of the hull in each direction: (n, 3) -> (n, 3)."""

    @abstractmethod
    def core(self) -> Core:
        """The hull as the separation loops know it."""

    def ball_radius(self, middle: Array) -> float:
        """Radius of a ball about the middle of the bounds that holds the primitive, mm."""
        return self.core().radius_about(middle)

    def bounds_in(self, T: Array) -> tuple[Array, Array]:
        R, origin = T[:3, :3], T[:3, 3]
        hi = np.sum(self.support(R) * R, axis=1)
        lo = np.sum(self.support(-R) * R, axis=1)
        return origin + lo, origin + hi

    def leaves_in(self, T: Array) -> Iterator[tuple[Solid, Array]]:
        yield self, T

    def cover_in(self, T: Array) -> Iterator[tuple[Solid, Array]]:
        yield self, T


@dataclass(frozen=True, eq=False)
class Box(Primitive):
    """A box of the given edge lengths along x, y and z."""

    size: tuple[float, float, float]

    def __post_init__(self) -> None:
        sizes = checked_items(self.size, "box: three edge lengths", 3)
        lengths = tuple(
            positive_number(v, f"box: edge length {axis}")
            for v, axis in zip(sizes, "xyz", strict=True)
        )
        object.__setattr__(self, "size", lengths)

    def _content(self) -> tuple[object, ...]:
        return self.size

    def level(self, points: Array) -> Array:
        beyond = np.abs(points) - 0.5 * np.asarray(self.size)
        return _corner_distance(*beyond.T)

    def support(self, directions: Array) -> Array:
        return np.where(directions < 0.0, -0.5, 0.5) * np.asarray(self.size)

    def core(self) -> Core:
        x, y, z = self.size
        return Core(BLOCK, (0.5 * x, 0.5 * y, 0.5 * z))


@dataclass(frozen=True, eq=False)
class Cylinder(Primitive):
    """A round bar along z."""

    radius: float
    height: float
    is_curved = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "radius", positive_number(self.radius, "cylinder: radius"))
        object.__setattr__(self, "height", positive_number(self.height, "cylinder: height"))

    def _content(self) -> tuple[object, ...]:
        return (self.radius, self.height)

    def level(self, points: Array) -> Array:
        x, y, z = points.T
        return _corner_distance(np.hypot(x, y) - self.radius, np.abs(z) - 0.5 * self.height)

    def support(self, directions: Array) -> Array:
        return _disc_support(directions, np.full(len(directions), self.radius), 0.5 * self.height)

    def core(self) -> Core:
        return Core(BAR, (self.radius, 0.5 * self.height, 0.0))


@dataclass(frozen=True, eq=False)
class Sphere(Primitive):
    """A ball."""

    radius: float
    is_curved = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "radius", positive_number(self.radius, "sphere: radius"))

    def _content(self) -> tuple[object, ...]:
        return (self.radius,)

    def level(self, points: Array) -> Array:
        return np.linalg.norm(points, axis=1) - self.radius

    def support(self, directions: Array) -> Array:
        length = np.linalg.norm(directions, axis=1, keepdims=True)
        return directions * (self.radius / np.where(length > 0.0, length, 1.0))

    def core(self) -> Core:
        return Core(POINT, swelling=self.radius)


@dataclass(frozen=True, eq=False)
class Cone(Primitive):
    """A cone or frustum along z, from radius_bottom at -height/2 to radius_top at +height/2."""

    radius_bottom: float
    radius_top: float = 0.0
    height: float = 0.0
    is_curved = True

    def __post_init__(self) -> None:
        bottom = positive_number(self.radius_bottom, "cone: radius_bottom", zero_allowed=True)
        top = positive_number(self.radius_top, "cone: radius_top", zero_allowed=True)
        if bottom + top == 0.0:
            raise GeometryError("cone: one of radius_bottom and radius_top must be above 0")
        object.__setattr__(self, "radius_bottom", bottom)
        object.__setattr__(self, "radius_top", top)
        object.__setattr__(self, "height", positive_number(self.height, "cone: height"))

    def _content(self) -> tuple[object, ...]:
        return (self.radius_bottom, self.radius_top, self.height)

    def level(self, points: Array) -> Array:
        x, y, z = points.T
        # In the half-plane (r, z) the flank is the line r = radius_bottom - slope (z + height/2).
        slope = (self.radius_bottom - self.radius_top) / self.height
        flank = np.hypot(x, y) - self.radius_bottom + slope * (z + 0.5 * self.height)
        return np.maximum(flank / hypot(1.0, slope), np.abs(z) - 0.5 * self.height)

    def support(self, directions: Array) -> Array:
        rise = self.height * directions[:, 2]
        out = np.hypot(directions[:, 0], directions[:, 1])
        at_top = rise + (self.radius_top - self.radius_bottom) * out > 0.0
        radius = np.where(at_top, self.radius_top, self.radius_bottom)
        points = _disc_support(directions, radius, 0.5 * self.height)
        points[:, 2] = np.where(at_top, 0.5, -0.5) * self.height
        return points

    def core(self) -> Core:
        half = 0.5 * self.height
        return Core(TURNED, table=np.array([(self.radius_bottom, -half), (self.radius_top, half)]))


@dataclass(frozen=True, eq=False)
class Prism(Primitive):
    """A polygon of the xy plane extruded along z, from -height/2 to +height/2.

    The corners go round once, either way; a polygon that crosses itself is refused. Its support
    is that of its convex hull.
    """

    points: tuple[tuple[float, float], ...]
    height: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "points", checked_outline(self.points, "prism"))
        object.__setattr__(self, "height", positive_number(self.height, "prism: height"))

    def _content(self) -> tuple[object, ...]:
        return (self.points, self.height)

    @cached_property
    def polygon(self) -> Array:
        """The corners, anticlockwise, (n, 2), read-only."""
        return read_only(self.points)

    @property
    def is_convex(self) -> bool:
        edges = np.roll(self.polygon, -1, axis=0) - self.polygon
        following = np.roll(edges, -1, axis=0)
        return bool(np.all(edges[:, 0] * following[:, 1] >= edges[:, 1] * following[:, 0]))

    def level(self, points: Array) -> Array:
        return _corner_distance(
            polygon_distance(self.polygon, points[:, :2]), np.abs(points[:, 2]) - 0.5 * self.height
        )

    def support(self, directions: Array) -> Array:
        farthest = np.argmax(directions[:, :2] @ self.polygon.T, axis=1)
        z = np.where(directions[:, 2] < 0.0, -0.5, 0.5) * self.height
        return np.column_stack([self.polygon[farthest], z])

    def core(self) -> Core:
        n, half = len(self.polygon), 0.5 * self.height
        ends = [np.column_stack([self.polygon, np.full(n, z)]) for z in (-half, half)]
        return Core(CORNERS, table=np.vstack(ends))


@dataclass(frozen=True, eq=False)
class HalfSpace(Solid):
    """All points p with normal . p <= offset. Endless, so only for cutting with - and &."""

    normal: tuple[float, float, float]
    offset: float
    is_curved = False

    def __post_init__(self) -> None:
        told = "half-space: a normal of three numbers, not all 0, and a finite offset"
        values = checked_numbers(self.normal, told)
        offset = checked_number(self.offset, told)
        length = hypot(*values.ravel())
        if values.shape != (3,) or not isfinite(length) or length == 0.0:
            raise GeometryError(told)
        object.__setattr__(self, "normal", tuple(float(v / length) + 0.0 for v in values))
        object.__setattr__(self, "offset", offset / length + 0.0)

    def _content(self) -> tuple[object, ...]:
        return (self.normal, self.offset)

    def level(self, points: Array) -> Array:
        return points @ np.asarray(self.normal) - self.offset

    def bounds_in(self, T: Array) -> tuple[Array, Array]:
        normal = T[:3, :3] @ np.asarray(self.normal)
        offset = self.offset + float(normal @ T[:3, 3])
        lo, hi = np.full(3, -np.inf), np.full(3, np.inf)
        axis = int(np.argmax(np.abs(normal)))
        if abs(normal[axis]) == 1.0:
            bound = offset * normal[axis]
            (hi if normal[axis] > 0.0 else lo)[axis] = bound
        return lo, hi

    def leaves_in(self, T: Array) -> Iterator[tuple[Solid, Array]]:
        yield self, T

    def cover_in(self, T: Array) -> Iterator[tuple[Solid, Array]]:
        raise GeometryError("a half-space is endless: it can cut (- or &), not stand alone")


def positive_number(value: object, what: str, *, zero_allowed: bool = False) -> float:
    """The value as a finite number above 0 (or of 0, too); GeometryError naming it otherwise."""
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


def checked_outline(
    points: tuple[tuple[float, float], ...], what: str
) -> tuple[tuple[float, float], ...]:
    """The corners of a polygon, anticlockwise; GeometryError when it encloses nothing or crosses
    itself."""
    corners = tuple(_corner(point, what) for point in checked_items(points, f"{what}: corners"))
    if len(corners) < 3:
        raise GeometryError(f"{what}: at least three corners are needed, not {len(corners)}")
    area = _signed_area(np.array(corners))
    extent = float(np.ptp(np.array(corners), axis=0).max())
    if abs(area) <= 1e-12 * extent * extent:
        raise GeometryError(f"{what}: the corners enclose no area")
    _refuse_crossing(np.array(corners), what)
    return corners if area > 0.0 else corners[::-1]


def _corner(point: object, what: str) -> tuple[float, float]:
    try:
        x, y = (checked_number(v, what) for v in checked_items(point, what, 2))
    except GeometryError:
        told = f"{what}: a corner is two finite numbers, not {point!r}"
        raise GeometryError(told) from None
    if max(abs(x), abs(y)) > FARTHEST_MM:
        raise GeometryError(f"{what}: a corner lies within {FARTHEST_MM:g} mm, not at {point!r}")
    return x + 0.0, y + 0.0


def _corner_distance(*beyond: Array) -> Array:
    """Signed distance to a corner region from the signed distances to its mutually square faces."""
    stacked = np.stack(beyond)
    outside = np.sqrt(np.sum(np.maximum(stacked, 0.0) ** 2, axis=0))
    return outside + np.minimum(stacked.max(axis=0), 0.0)


def _disc_support(directions: Array, radius: Array, half_height: float) -> Array:
    out = np.hypot(directions[:, 0], directions[:, 1])
    factor = np.where(out > 0.0, radius / np.where(out > 0.0, out, 1.0), 0.0)
    z = np.where(directions[:, 2] < 0.0, -half_height, half_height)
    return np.column_stack([directions[:, 0] * factor, directions[:, 1] * factor, z])


def _signed_area(polygon: Array) -> float:
    x, y = (polygon - polygon.mean(axis=0)).T
    return 0.5 * float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y))


def polygon_distance(polygon: Array, points: Array, edges: Array | None = None) -> Array:
    """Signed distance of points (n, 2) to a simple polygon: to the edges, sign by crossings.

    edges: Those that are boundary, start and end, (m, 2, 2); without them all.
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
    """GeometryError when two edges that are no neighbours meet."""
    n = len(polygon)
    after = np.roll(polygon, -1, axis=0)
    low, high = np.minimum(polygon, after), np.maximum(polygon, after)
    for rows in np.array_split(np.arange(n), min(n, 1 + n * n // PAIRS_AT_ONCE)):
        meets = (low <= high[rows].max(axis=0)) & (high >= low[rows].min(axis=0))
        near = np.flatnonzero(meets.all(axis=1))
        crossing = _crossing(polygon, after, rows, near)
        if crossing.any():
            i, j = np.argwhere(crossing)[0]
            told = f"the edges {rows[i] + 1} and {near[j] + 1} of its {n} cross"
            raise GeometryError(f"{what}: {told}")


def _crossing(start: Array, end: Array, rows: Indices, near: Indices) -> NDArray[np.bool_]:
    """Which of the edges `rows` (k,) cross which of `near` (m,): (k, m)."""

    def side(p: Array, q: Array, r: Array) -> Array:
        u, v = q - p, r - p
        return np.sign(u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0])

    a, b = start[rows, None], end[rows, None]
    c, d = start[None, near], end[None, near]
    crossing: NDArray[np.bool_] = (side(a, b, c) * side(a, b, d) < 0) & (
        side(c, d, a) * side(c, d, b) < 0
    )
    return crossing
