"""The capsule: a cylinder with a hemisphere at each end."""

from dataclasses import dataclass
from math import pi

import numpy as np

from geometry.arguments import positive_number
from geometry.loops.core_kinds import BAR
from geometry.poses import Array
from geometry.solids.face import Face
from geometry.solids.facet_counts import segments
from geometry.solids.primitives.cylinder import Cylinder
from geometry.solids.primitives.primitive import Leaf, Region, RoundPrimitive, Sizes
from geometry.solids.primitives.sphere import Sphere
from geometry.solids.recipes import Recipe, RevolutionRecipe
from geometry.solids.support_shape import Core
from geometry.tolerances import SAME_STRETCH


@dataclass(frozen=True, eq=False)
class Capsule(RoundPrimitive):
    """All points within the radius of a line along z: a cylinder of the given height about the
    origin, with a hemisphere of the same radius beyond each of its ends. Lengths in mm."""

    radius: float
    height: float
    is_convex = True
    is_dented = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "radius", positive_number(self.radius, "capsule: radius"))
        object.__setattr__(self, "height", positive_number(self.height, "capsule: height"))

    def level(self, points: Array) -> Array:
        x, y, z = points.T
        beyond = np.maximum(np.abs(z) - 0.5 * self.height, 0.0)
        return np.asarray(np.hypot(np.hypot(x, y), beyond) - self.radius)

    def support(self, directions: Array) -> Array:
        points = Sphere(self.radius).support(directions)
        points[:, 2] += np.where(directions[:, 2] < 0.0, -0.5, 0.5) * self.height
        return points

    def core(self) -> Core:
        """The line along the axis, swollen by the radius."""
        return Core(BAR, (0.0, 0.5 * self.height, 0.0), swelling=self.radius)

    def convex_faces(self) -> tuple[Face, ...] | None:
        return None

    def overlapping_parts(self) -> tuple[tuple[Leaf, Array], ...]:
        """The cylinder and a ball about each of its ends."""
        ball, ends = Sphere(self.radius), (np.eye(4), np.eye(4))
        for T, z in zip(ends, (-0.5 * self.height, 0.5 * self.height), strict=True):
            T[2, 3] = z
        bar = Cylinder(self.radius, self.height)
        return ((bar, np.eye(4)), *((ball, T) for T in ends))

    def _half_profile(self, chord: float) -> tuple[Array, int]:
        """Corners (r, z) of the upper half of the profile, and the number of facets round the axis:
        half the chord is spent on the profile, half on the facets."""
        count = segments(self.radius, 0.5 * chord)
        angles = 0.5 * np.pi * np.arange(count // 4 + 1) / (count // 4)
        arc = self.radius * np.column_stack([np.cos(angles), np.sin(angles)])
        arc[-1, 0] = 0.0
        return arc + np.array((0.0, 0.5 * self.height)), count

    def recipe(self, chord: float, region: Region) -> Recipe:
        upper, count = self._half_profile(chord)
        return RevolutionRecipe(np.vstack([upper[::-1] * (1.0, -1.0), upper]), count)

    def triangle_count(self, chord: float) -> int:
        upper, count = self._half_profile(chord)
        return 4 * len(upper) * count

    def moments(self) -> Array:
        """The moments of the cylinder, plus those of two half balls that the height separates."""
        r, h = self.radius, self.height
        bar, ball = pi * r**2 * h, 4.0 / 3.0 * pi * r**3
        # The middle of a hemisphere is 3/8 r above its flat side.
        apart = h**2 / 4.0 + 2.0 * 0.5 * h * 0.375 * r
        side = bar * r**2 / 4.0 + ball * r**2 / 5.0
        along = bar * h**2 / 12.0 + ball * (r**2 / 5.0 + apart)
        return np.diag([side, side, along, bar + ball])

    def sizes_beside_faces(self) -> Sizes | None:
        return Sizes("radius", (self.radius,), self.height)

    def scaled(self, across: float, along: float) -> "Capsule | None":
        is_even = abs(along - across) <= SAME_STRETCH * across
        return Capsule(across * self.radius, along * self.height) if is_even else None

    def widened(self, by: float) -> "Capsule":
        return Capsule(self.radius + by, self.height)

    def bounding_points(self) -> Array:
        # A turn of the axis moves no point of the solid farther than the axis point at this height.
        reach = 0.5 * self.height + 1.5 * self.radius
        return np.array([(0.0, 0.0, -reach), (0.0, 0.0, reach)])
