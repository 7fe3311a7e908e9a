"""The turned profile: any polygon in the half-plane (r, z), turned about the z axis."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from geometry.errors import GeometryError
from geometry.loops.core_kinds import TURNED
from geometry.poses import Array, read_only
from geometry.solids.face import Face, FaceClauses
from geometry.solids.facet_counts import segments
from geometry.solids.outline_moments import moments_turned
from geometry.solids.outlines import checked_outline, polygon_distance
from geometry.solids.primitives.primitive import Region, RoundPrimitive, Sizes
from geometry.solids.profile_clauses import profile_clauses
from geometry.solids.recipes import Recipe, RevolutionRecipe
from geometry.solids.round_forms import bar_face, circle_support, edge_face
from geometry.solids.support_shape import Core


@dataclass(frozen=True, eq=False)
class Revolved(RoundPrimitive):
    """A closed profile of corners (r, z), mm, with r of 0 or more, turned about the z axis.

    The corners go round once, in either direction. An edge on the axis is no face: it lies inside
    the solid.
    """

    points: tuple[tuple[float, float], ...]
    is_dented = True

    def __post_init__(self) -> None:
        corners = checked_outline(self.points, "revolved profile")
        if min(r for r, _ in corners) < 0.0:
            raise GeometryError("revolved profile: a corner has a radius below 0")
        object.__setattr__(self, "points", corners)

    @cached_property
    def profile(self) -> Array:
        """The corners (r, z), anticlockwise, (n, 2), read-only."""
        return read_only(self.points)

    @cached_property
    def edges(self) -> Array:
        """Start and end of the edges that are not on the axis, (m, 2, 2)."""
        both = np.stack([self.profile, np.roll(self.profile, -1, axis=0)], axis=1)
        return read_only(both[np.any(both[:, :, 0] > 0.0, axis=1)])

    @property
    def is_convex(self) -> bool:
        if len(self.edges) != len(self.profile) - 1:
            return False
        # The edges form a chain from the axis to the axis, in which every face looks outward.
        starts = np.flatnonzero(self.edges[:, 0, 0] == 0.0)
        if not len(starts):
            return False
        chain = np.roll(self.edges, -int(starts[0]), axis=0)
        along = chain[:, 1] - chain[:, 0]
        turns = along[:-1, 0] * along[1:, 1] - along[:-1, 1] * along[1:, 0]
        return bool(np.all(turns >= 0.0) and np.all(along[:, 1] >= 0.0))

    def level(self, points: Array) -> Array:
        flat = np.column_stack([np.hypot(points[:, 0], points[:, 1]), points[:, 2]])
        return polygon_distance(self.profile, flat, self.edges)

    def support(self, directions: Array) -> Array:
        out = np.hypot(directions[:, 0], directions[:, 1])
        best = np.argmax(
            np.outer(out, self.profile[:, 0]) + np.outer(directions[:, 2], self.profile[:, 1]),
            axis=1,
        )
        radius, z = self.profile[best].T
        return np.column_stack([circle_support(directions, radius), z])

    def core(self) -> Core:
        return Core(TURNED, table=self.profile)

    def convex_faces(self) -> tuple[Face, ...] | None:
        if not self.is_convex:
            return None
        return tuple(edge_face(start, end) for start, end in self.edges)

    def rim(self) -> tuple[Face, ...]:
        """The cylinder about the solid: it decides the fit in a bore that the widest place touches
        all round."""
        return (bar_face(self._widest()),) if self.is_convex else ()

    def clauses(self, *, outside: bool) -> FaceClauses | None:
        return profile_clauses(self.points, outside=outside)

    def _widest(self) -> float:
        return float(self.profile[:, 0].max())

    def recipe(self, chord: float, region: Region) -> Recipe:
        return RevolutionRecipe(self.profile, segments(self._widest(), chord))

    def triangle_count(self, chord: float) -> int:
        return 2 * len(self.profile) * segments(self._widest(), chord)

    def moments(self) -> Array:
        return moments_turned(self.profile)

    def sizes_beside_faces(self) -> Sizes | None:
        if self.is_convex:
            return None
        numbers = tuple(float(v) for point in self.points for v in point)
        return Sizes("profile (r, z)", numbers)
