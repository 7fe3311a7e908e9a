"""The convex hull of points: a polytope, given by its corners and its planes."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from geometry.errors import GeometryError
from geometry.loops.core_kinds import CORNERS
from geometry.poses import Array, read_only
from geometry.solids.face import Face
from geometry.solids.primitives.primitive import Primitive, Region, Sizes
from geometry.solids.recipes import HullRecipe, Recipe
from geometry.solids.round_forms import flat_faces
from geometry.solids.support_shape import Core
from geometry.solids.tree import Solid

# Most heights of points over planes that are in memory at one time.
_AT_ONCE = 1_000_000


@dataclass(frozen=True, eq=False)
class Hull(Primitive):
    """A convex polytope. `hull` makes one from points or solids. Corners and planes must agree:
    this class does not check it.

    points: Corners (x, y, z), mm. planes: Rows (nx, ny, nz, offset) of unit normal and offset:
        the polytope is where n . p <= offset for all of them.
    """

    points: tuple[tuple[float, float, float], ...]
    planes: tuple[tuple[float, float, float, float], ...]
    is_curved = False
    is_dented = False

    def __post_init__(self) -> None:
        if len(self.points) < 4 or len(self.planes) < 4:
            raise GeometryError("hull: at least four corners and four planes are needed")

    @property
    def is_convex(self) -> bool:
        return True

    @cached_property
    def corners(self) -> Array:
        """The corners, (n, 3), read-only."""
        return read_only(self.points)

    @cached_property
    def faces(self) -> Array:
        """Unit normals and offsets of the faces, (m, 4), read-only."""
        return read_only(self.planes)

    def level(self, points: Array) -> Array:
        found = np.empty(len(points))
        step = max(1, _AT_ONCE // len(self.faces))
        for start in range(0, len(points), step):
            heights = points[start : start + step] @ self.faces[:, :3].T - self.faces[:, 3]
            found[start : start + step] = heights.max(axis=1)
        return found

    def support(self, directions: Array) -> Array:
        return self.corners[np.argmax(directions @ self.corners.T, axis=1)]

    def core(self) -> Core:
        return Core(CORNERS, table=self.corners)

    def flat_planes(self) -> Array:
        return self.faces

    def flat_corners(self) -> Array:
        return self.corners

    def convex_faces(self) -> tuple[Face, ...]:
        return flat_faces(self.faces)

    def recipe(self, chord: float, region: Region) -> Recipe:
        return HullRecipe(self.corners)

    def triangle_count(self, chord: float) -> int:
        return 2 * len(self.points)

    def moments(self) -> Array | None:
        return None

    def sizes_beside_faces(self) -> Sizes | None:
        return None

    def mirrored_in_x(self) -> Solid:
        corners = tuple((-x, y, z) for x, y, z in self.points)
        return Hull(corners, tuple((-x, y, z, d) for x, y, z, d in self.planes))
