"""Turned primitives: torus, and any profile turned about the z axis."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from geometry.errors import GeometryError
from geometry.loops.core_kinds import BAR, TURNED
from geometry.poses import Array, read_only
from geometry.solids.primitives import (
    Primitive,
    Sphere,
    checked_outline,
    polygon_distance,
    positive_number,
)
from geometry.solids.support_shape import Core


@dataclass(frozen=True, eq=False)
class Torus(Primitive):
    """A ring about z: a ball of the minor radius led round a circle of the major radius."""

    radius: float
    radius_minor: float
    is_curved = True
    is_dented = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "radius", positive_number(self.radius, "torus: radius"))
        minor = positive_number(self.radius_minor, "torus: radius_minor")
        if minor >= self.radius:
            raise GeometryError(
                f"torus: radius_minor {minor} must be below the radius {self.radius}"
            )
        object.__setattr__(self, "radius_minor", minor)

    @property
    def is_convex(self) -> bool:
        return False

    def _content(self) -> tuple[object, ...]:
        return (self.radius, self.radius_minor)

    def level(self, points: Array) -> Array:
        x, y, z = points.T
        return np.asarray(np.hypot(np.hypot(x, y) - self.radius, z) - self.radius_minor)

    def support(self, directions: Array) -> Array:
        out = np.hypot(directions[:, 0], directions[:, 1])
        factor = np.where(out > 0.0, self.radius / np.where(out > 0.0, out, 1.0), 0.0)
        return Sphere(self.radius_minor).support(directions) + np.column_stack(
            [directions[:, 0] * factor, directions[:, 1] * factor, np.zeros(len(out))]
        )

    def core(self) -> Core:
        return Core(BAR, (self.radius, 0.0, 0.0), swelling=self.radius_minor)


@dataclass(frozen=True, eq=False)
class Revolved(Primitive):
    """A closed profile of corners (r, z) with r of 0 or more, turned about the z axis.

    The corners go round once, either way. An edge on the axis is no face: the solid goes on there.
    """

    points: tuple[tuple[float, float], ...]
    is_curved = True
    is_dented = True

    def __post_init__(self) -> None:
        corners = checked_outline(self.points, "revolved profile")
        if min(r for r, _ in corners) < 0.0:
            raise GeometryError("revolved profile: a corner has a radius below 0")
        object.__setattr__(self, "points", corners)

    def _content(self) -> tuple[object, ...]:
        return (self.points,)

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
        # Chained from the axis to the axis, every face looking outward.
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
        factor = np.where(out > 0.0, radius / np.where(out > 0.0, out, 1.0), 0.0)
        return np.column_stack([directions[:, 0] * factor, directions[:, 1] * factor, z])

    def core(self) -> Core:
        return Core(TURNED, table=self.profile)
