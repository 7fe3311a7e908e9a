"""The half-space, which is endless and therefore only cuts other solids."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot, isfinite

import numpy as np

from geometry.arguments import checked_number, checked_numbers
from geometry.errors import GeometryError
from geometry.poses import Array
from geometry.solids.face import Face
from geometry.solids.primitives.primitive import Leaf, Region, Sizes
from geometry.solids.recipes import BlockRecipe, Recipe, TrimmedRecipe
from geometry.solids.round_forms import flat_faces
from geometry.solids.tree import Solid


@dataclass(frozen=True, eq=False)
class HalfSpace(Leaf):
    """All points p with normal . p <= offset (mm). It is endless, so it only cuts, with - and &.
    The normal is made a unit vector, and the offset is scaled with it."""

    normal: tuple[float, float, float]
    offset: float
    is_convex = True
    is_curved = False
    is_dented = False

    def __post_init__(self) -> None:
        message = "half-space: a normal of three numbers, not all 0, and a finite offset"
        values = checked_numbers(self.normal, message)
        offset = checked_number(self.offset, message)
        length = hypot(*values.ravel())
        if values.shape != (3,) or not isfinite(length) or length == 0.0:
            raise GeometryError(message)
        object.__setattr__(self, "normal", tuple(float(v / length) + 0.0 for v in values))
        object.__setattr__(self, "offset", offset / length + 0.0)

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

    def cover_in(self, T: Array) -> Iterator[tuple[Solid, Array]]:
        raise GeometryError("a half-space is endless: it can cut (- or &), not stand alone")

    def flat_planes(self) -> Array:
        return np.array([(*self.normal, self.offset)])

    def flat_corners(self) -> Array | None:
        return None

    def convex_faces(self) -> tuple[Face, ...]:
        return flat_faces(self.flat_planes())

    def recipe(self, chord: float, region: Region) -> Recipe:
        lo, hi = region
        # The block is wider than the region, so that its ends coincide with no face in the region.
        reach = float(np.linalg.norm(hi - lo))
        middle = 0.5 * (lo + hi)
        normal = np.asarray(self.normal)
        # The block is centred on the plane's point nearest to the region, so it is never empty.
        foot = middle + normal * (self.offset - float(normal @ middle))
        distance = abs(float(normal @ (foot - middle)))
        edge = 4.0 * (reach + distance)
        return TrimmedRecipe(BlockRecipe((edge, edge, edge), foot), self.flat_planes())

    def triangle_count(self, chord: float) -> int:
        return 12

    def moments(self) -> Array:
        raise GeometryError("a half-space is endless: it has no moments")

    def sizes_beside_faces(self) -> Sizes | None:
        return None

    def mirrored_in_x(self) -> Solid:
        x, y, z = self.normal
        return HalfSpace((-x, y, z), self.offset)
