"""The prism: a polygon extruded along z."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from geometry.arguments import positive_number
from geometry.loops.core_kinds import CORNERS
from geometry.poses import Array, read_only
from geometry.solids.face import Face, FaceClauses
from geometry.solids.outline_moments import moments_drawn_out
from geometry.solids.outlines import checked_outline, polygon_distance
from geometry.solids.polygons import convex_polygons
from geometry.solids.primitives.primitive import Leaf, Primitive, Region, Sizes
from geometry.solids.profile_clauses import outline_clauses
from geometry.solids.recipes import ExtrusionRecipe, Recipe
from geometry.solids.round_forms import UP, corner_distance, flat_faces
from geometry.solids.support_shape import Core
from geometry.solids.tree import Solid


@dataclass(frozen=True, eq=False)
class Prism(Primitive):
    """A polygon of the xy plane extruded along z, from -height/2 to +height/2; lengths in mm.

    The corners go round once, in either direction; a polygon that crosses itself raises
    GeometryError. `support` is that of the convex hull.
    """

    points: tuple[tuple[float, float], ...]
    height: float
    is_curved = False
    is_dented = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "points", checked_outline(self.points, "prism"))
        object.__setattr__(self, "height", positive_number(self.height, "prism: height"))

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
        return corner_distance(
            polygon_distance(self.polygon, points[:, :2]), np.abs(points[:, 2]) - 0.5 * self.height
        )

    def support(self, directions: Array) -> Array:
        farthest = np.argmax(directions[:, :2] @ self.polygon.T, axis=1)
        z = np.where(directions[:, 2] < 0.0, -0.5, 0.5) * self.height
        return np.column_stack([self.polygon[farthest], z])

    def core(self) -> Core:
        return Core(CORNERS, table=self._ends())

    def _ends(self) -> Array:
        n, half = len(self.polygon), 0.5 * self.height
        return np.vstack([np.column_stack([self.polygon, np.full(n, z)]) for z in (-half, half)])

    def flat_planes(self) -> Array | None:
        if not self.is_convex:
            return None
        edges = np.roll(self.polygon, -1, axis=0) - self.polygon
        edges = edges[np.linalg.norm(edges, axis=1) > 0.0]
        out = np.column_stack([edges[:, 1], -edges[:, 0]])
        out = out / np.linalg.norm(out, axis=1, keepdims=True)
        offset = (out @ self.polygon.T).max(axis=1)
        sides = np.column_stack([out, np.zeros(len(out)), offset])
        end = 0.5 * self.height
        return np.vstack([sides, [(0, 0, 1, end), (0, 0, -1, end)]])

    def flat_corners(self) -> Array | None:
        return self._ends() if self.is_convex else None

    def convex_faces(self) -> tuple[Face, ...] | None:
        planes = self.flat_planes()
        return None if planes is None else flat_faces(planes)

    def clauses(self, *, outside: bool) -> FaceClauses | None:
        """Clauses of the sides and ends of a prism with dents; None for a convex one, which has
        `convex_faces`."""
        sides = None if self.is_convex else outline_clauses(self.points, outside=outside)
        if sides is None:
            return None
        ends = [Face(sign * UP, 0.5 * self.height) for sign in (1.0, -1.0)]
        if not outside:
            return sides + [((1.0, end),) for end in ends]
        return [clause + tuple((-1.0, end) for end in ends) for clause in sides]

    def convex_parts(self) -> tuple[Leaf, ...]:
        if self.is_convex:
            return (self,)
        outlines = (part.tolist() for part in convex_polygons(self.polygon))
        return tuple(Prism(tuple((x, y) for x, y in part), self.height) for part in outlines)

    def recipe(self, chord: float, region: Region) -> Recipe:
        return ExtrusionRecipe(self.polygon, self.height)

    def triangle_count(self, chord: float) -> int:
        return 4 * len(self.points)

    def moments(self) -> Array:
        return moments_drawn_out(self.polygon, self.height)

    def sizes_beside_faces(self) -> Sizes | None:
        if self.is_convex:
            return None
        numbers = tuple(float(v) for point in self.points for v in point)
        return Sizes("outline (x, y)", numbers, self.height)

    def mirrored_in_x(self) -> Solid:
        return Prism(tuple((-x, y) for x, y in self.points), self.height)
