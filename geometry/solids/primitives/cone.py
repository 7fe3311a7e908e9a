"""The cone and the frustum."""

from dataclasses import dataclass
from math import hypot

import numpy as np

from geometry.arguments import positive_number
from geometry.errors import GeometryError
from geometry.loops.core_kinds import TURNED
from geometry.poses import Array
from geometry.solids.face import Face
from geometry.solids.facet_counts import segments
from geometry.solids.outline_moments import moments_turned
from geometry.solids.primitives.primitive import Region, RoundPrimitive, Sizes
from geometry.solids.recipes import FrustumRecipe, Recipe
from geometry.solids.round_forms import NONE, UP, bar_face, disc_support, end_faces
from geometry.solids.support_shape import Core


@dataclass(frozen=True, eq=False)
class Cone(RoundPrimitive):
    """A cone or frustum along z, mm, from radius_bottom at -height/2 to radius_top at +height/2."""

    radius_bottom: float
    radius_top: float = 0.0
    height: float = 0.0
    is_convex = True
    is_dented = False

    def __post_init__(self) -> None:
        bottom = positive_number(self.radius_bottom, "cone: radius_bottom", zero_allowed=True)
        top = positive_number(self.radius_top, "cone: radius_top", zero_allowed=True)
        if bottom + top == 0.0:
            raise GeometryError("cone: one of radius_bottom and radius_top must be above 0")
        object.__setattr__(self, "radius_bottom", bottom)
        object.__setattr__(self, "radius_top", top)
        object.__setattr__(self, "height", positive_number(self.height, "cone: height"))

    def _widest(self) -> float:
        return max(self.radius_bottom, self.radius_top)

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
        points = disc_support(directions, radius, 0.5 * self.height)
        points[:, 2] = np.where(at_top, 0.5, -0.5) * self.height
        return points

    def core(self) -> Core:
        half = 0.5 * self.height
        return Core(TURNED, table=np.array([(self.radius_bottom, -half), (self.radius_top, half)]))

    def convex_faces(self) -> tuple[Face, ...]:
        slope = (self.radius_bottom - self.radius_top) / self.height
        steep = hypot(1.0, slope)
        middle = 0.5 * (self.radius_bottom + self.radius_top)
        flank = Face(slope / steep * UP, middle / steep, 1.0 / steep, NONE, UP)
        return (flank, *end_faces(0.5 * self.height))

    def rim(self) -> tuple[Face, ...]:
        """The cylinder about the cone: it decides the fit in a bore that the rim touches all
        round."""
        return (bar_face(self._widest()),)

    def recipe(self, chord: float, region: Region) -> Recipe:
        count = segments(self._widest(), chord)
        return FrustumRecipe(self.height, self.radius_bottom, self.radius_top, count)

    def triangle_count(self, chord: float) -> int:
        return 4 * segments(self._widest(), chord)

    def moments(self) -> Array:
        half = 0.5 * self.height
        bottom, top = self.radius_bottom, self.radius_top
        return moments_turned(np.array([(0, -half), (bottom, -half), (top, half), (0, half)]))

    def sizes_beside_faces(self) -> Sizes | None:
        return None

    def between(self, low: float, high: float) -> "Cone":
        half, ends = 0.5 * self.height, (self.radius_bottom, self.radius_top)
        bottom, top = (float(np.interp(z, (-half, half), ends)) for z in (low, high))
        return Cone(bottom, top, high - low)

    def scaled(self, across: float, along: float) -> "Cone":
        return Cone(across * self.radius_bottom, across * self.radius_top, along * self.height)

    def widened(self, by: float) -> "Cone":
        slope = abs(self.radius_bottom - self.radius_top) / self.height
        # The flank moves out by `by`, and by what the longer cone tapers at its narrow end.
        out = by * (hypot(1.0, slope) + slope)
        return Cone(self.radius_bottom + out, self.radius_top + out, self.height + 2.0 * by)

    def with_ends_out(self, by: float) -> "Cone":
        return Cone(self.radius_bottom, self.radius_top, self.height + 2.0 * by)

    def bounding_points(self) -> Array:
        # A turn of the axis moves no point of the solid farther than the axis point at this height.
        reach = 0.5 * self.height + self.ball_radius(np.zeros(3))
        return np.array([(0.0, 0.0, -reach), (0.0, 0.0, reach)])
