"""The box."""

from dataclasses import dataclass

import numpy as np

from geometry.arguments import checked_items, positive_number
from geometry.loops.core_kinds import BLOCK
from geometry.poses import Array
from geometry.solids.face import Face
from geometry.solids.primitives.primitive import Primitive, Region, Sizes
from geometry.solids.recipes import BlockRecipe, Recipe
from geometry.solids.round_forms import corner_distance, flat_faces
from geometry.solids.support_shape import Core
from geometry.solids.tree import Solid


@dataclass(frozen=True, eq=False)
class Box(Primitive):
    """A box of the given edge lengths along x, y and z."""

    size: tuple[float, float, float]
    is_convex = True
    is_curved = False
    is_dented = False

    def __post_init__(self) -> None:
        sizes = checked_items(self.size, "box: three edge lengths", 3)
        lengths = tuple(
            positive_number(v, f"box: edge length {axis}")
            for v, axis in zip(sizes, "xyz", strict=True)
        )
        object.__setattr__(self, "size", lengths)

    def level(self, points: Array) -> Array:
        beyond = np.abs(points) - 0.5 * np.asarray(self.size)
        return corner_distance(*beyond.T)

    def support(self, directions: Array) -> Array:
        return np.where(directions < 0.0, -0.5, 0.5) * np.asarray(self.size)

    def core(self) -> Core:
        x, y, z = self.size
        return Core(BLOCK, (0.5 * x, 0.5 * y, 0.5 * z))

    def flat_planes(self) -> Array:
        half = 0.5 * np.asarray(self.size)
        return np.column_stack([np.vstack([np.eye(3), -np.eye(3)]), np.r_[half, half]])

    def flat_corners(self) -> Array:
        signs = np.array(np.meshgrid(*[(-0.5, 0.5)] * 3, indexing="ij")).reshape(3, -1).T
        return signs * np.asarray(self.size)

    def convex_faces(self) -> tuple[Face, ...]:
        return flat_faces(self.flat_planes())

    def recipe(self, chord: float, region: Region) -> Recipe:
        return BlockRecipe(self.size)

    def triangle_count(self, chord: float) -> int:
        return 12

    def moments(self) -> Array:
        amount = float(np.prod(self.size))
        return np.diag([*(amount / 12.0 * np.square(self.size)), amount])

    def sizes_beside_faces(self) -> Sizes | None:
        return None

    def mirrored_in_x(self) -> Solid:
        return self

    def widened(self, by: float) -> "Box":
        width, depth, tall = self.size
        return Box((width + 2.0 * by, depth + 2.0 * by, tall + 2.0 * by))

    def with_ends_out(self, by: float) -> "Box":
        return self.widened(by)
