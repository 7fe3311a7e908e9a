"""The torus."""

from dataclasses import dataclass
from math import pi

import numpy as np

from geometry.arguments import positive_number
from geometry.errors import GeometryError
from geometry.loops.core_kinds import BAR
from geometry.poses import Array
from geometry.solids.face import Face, FaceClauses
from geometry.solids.facet_counts import segments
from geometry.solids.primitives.primitive import Region, RoundPrimitive, Sizes
from geometry.solids.recipes import Recipe, RevolutionRecipe
from geometry.solids.round_forms import NONE, UP, bar_face, disc_support, end_faces
from geometry.solids.support_shape import Core


@dataclass(frozen=True, eq=False)
class Torus(RoundPrimitive):
    """A ring about z: all points within radius_minor of a circle of the given radius, mm."""

    radius: float
    radius_minor: float
    is_convex = False
    is_dented = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "radius", positive_number(self.radius, "torus: radius"))
        minor = positive_number(self.radius_minor, "torus: radius_minor")
        if minor >= self.radius:
            raise GeometryError(
                f"torus: radius_minor {minor} must be below the radius {self.radius}"
            )
        object.__setattr__(self, "radius_minor", minor)

    def level(self, points: Array) -> Array:
        x, y, z = points.T
        return np.asarray(np.hypot(np.hypot(x, y) - self.radius, z) - self.radius_minor)

    def support(self, directions: Array) -> Array:
        length = np.linalg.norm(directions, axis=1, keepdims=True)
        tube = directions * (self.radius_minor / np.where(length > 0.0, length, 1.0))
        ring = disc_support(directions, self.radius, 0.0)
        ring[:, 2] = 0.0
        return tube + ring

    def core(self) -> Core:
        return Core(BAR, (self.radius, 0.0, 0.0), swelling=self.radius_minor)

    def convex_faces(self) -> tuple[Face, ...] | None:
        return None

    def clauses(self, *, outside: bool) -> FaceClauses:
        """The ring face, and faces that follow from it: cylinders and planes that touch it all
        round. These decide a tight fit at once, without a search over all places of the fit."""
        ring = Face(NONE, self.radius_minor, 1.0, NONE, UP, self.radius)
        if outside:
            return [((-1.0, ring),)]
        outer, inner = self.radius + self.radius_minor, self.radius - self.radius_minor
        faces = [(1.0, ring), (1.0, bar_face(outer)), (-1.0, bar_face(inner))]
        faces += [(1.0, face) for face in end_faces(self.radius_minor)]
        return [(face,) for face in faces]

    def _counts(self, chord: float) -> tuple[int, int]:
        """Numbers of facets round the tube and round the ring: half the chord is spent on each."""
        tube = segments(self.radius_minor, 0.5 * chord)
        return tube, segments(self.radius + self.radius_minor, 0.5 * chord)

    def recipe(self, chord: float, region: Region) -> Recipe:
        tube, ring = self._counts(chord)
        angles = 2.0 * np.pi * np.arange(tube) / tube
        circle = self.radius_minor * np.column_stack([np.cos(angles), np.sin(angles)])
        return RevolutionRecipe(circle + np.array((self.radius, 0.0)), ring)

    def triangle_count(self, chord: float) -> int:
        tube, ring = self._counts(chord)
        return 2 * tube * ring

    def moments(self) -> Array:
        minor, major = self.radius_minor**2, self.radius**2
        amount = 2.0 * pi**2 * self.radius * minor
        side = 0.5 * (major + 0.75 * minor)
        return amount * np.diag([side, side, 0.25 * minor, 1.0])

    def sizes_beside_faces(self) -> Sizes | None:
        return Sizes("radius, radius of the tube", (self.radius, self.radius_minor))
