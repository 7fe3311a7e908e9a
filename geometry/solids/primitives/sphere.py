"""The ball."""

from dataclasses import dataclass
from math import pi

import numpy as np

from geometry.arguments import positive_number
from geometry.loops.core_kinds import POINT
from geometry.poses import Array
from geometry.solids.face import Face
from geometry.solids.facet_counts import ball_segments
from geometry.solids.primitives.primitive import Region, RoundPrimitive, Sizes
from geometry.solids.recipes import BallRecipe, Recipe
from geometry.solids.round_forms import ball_face
from geometry.solids.support_shape import Core
from geometry.tolerances import SAME_STRETCH


@dataclass(frozen=True, eq=False)
class Sphere(RoundPrimitive):
    """A ball about the origin; its radius is in mm."""

    radius: float
    is_convex = True
    is_dented = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "radius", positive_number(self.radius, "sphere: radius"))

    def level(self, points: Array) -> Array:
        return np.linalg.norm(points, axis=1) - self.radius

    def support(self, directions: Array) -> Array:
        length = np.linalg.norm(directions, axis=1, keepdims=True)
        return directions * (self.radius / np.where(length > 0.0, length, 1.0))

    def core(self) -> Core:
        return Core(POINT, swelling=self.radius)

    def convex_faces(self) -> tuple[Face, ...]:
        return (ball_face(self.radius),)

    def recipe(self, chord: float, region: Region) -> Recipe:
        return BallRecipe(self.radius, ball_segments(self.radius, chord))

    def triangle_count(self, chord: float) -> int:
        return ball_segments(self.radius, chord) ** 2 // 2

    def moments(self) -> Array:
        amount = 4.0 / 3.0 * pi * self.radius**3
        return amount * np.diag([*[self.radius**2 / 5.0] * 3, 1.0])

    def sizes_beside_faces(self) -> Sizes | None:
        return None

    def scaled(self, across: float, along: float) -> "Sphere | None":
        return (
            Sphere(across * self.radius) if abs(along - across) <= SAME_STRETCH * across else None
        )

    def widened(self, by: float) -> "Sphere":
        return Sphere(self.radius + by)

    def bounding_points(self) -> Array:
        return np.zeros((1, 3))
