"""The cylinder, and the cylinder cut by planes along its axis.

A cut cylinder is the CIRCLE of TIPS-1: a cylinder within a box. It is convex, and a formula gives
its farthest point in a direction, so that separation works on it as on other primitives. It is made
where a solid is split into convex pieces (see `convex_pieces`); the tree keeps the intersection.
"""

from dataclasses import dataclass
from functools import cached_property
from math import pi

import numpy as np

from geometry.arguments import positive_number
from geometry.errors import GeometryError
from geometry.loops.core_kinds import ARC, BAR
from geometry.poses import Array, read_only
from geometry.solids.face import Face
from geometry.solids.facet_counts import segments
from geometry.solids.primitives.half_space import HalfSpace
from geometry.solids.primitives.primitive import Primitive, Region, RoundPrimitive, Sizes
from geometry.solids.recipes import FrustumRecipe, Recipe, TrimmedRecipe
from geometry.solids.round_forms import (
    bar_face,
    corner_distance,
    disc_support,
    end_faces,
    flat_faces,
)
from geometry.solids.support_shape import Core
from geometry.solids.tree import Intersection, Solid

# Sine of the angle below which a plane's normal counts as parallel, or as square, to the axis.
_SQUARE = 1e-12
# Mm by which a corner of the outline may lie outside a plane or the circle: rounding of corners.
_ON = 1e-9

Sides = tuple[tuple[float, float, float], ...]
"""Planes (nx, ny, offset) along the axis: the solid has nx x + ny y <= offset for all of them."""


@dataclass(frozen=True, eq=False)
class Cylinder(RoundPrimitive):
    """A cylinder along z, from -height/2 to height/2; lengths in mm."""

    radius: float
    height: float
    is_convex = True
    is_dented = False
    is_cut_along_axis = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "radius", positive_number(self.radius, "cylinder: radius"))
        object.__setattr__(self, "height", positive_number(self.height, "cylinder: height"))

    def level(self, points: Array) -> Array:
        x, y, z = points.T
        return corner_distance(np.hypot(x, y) - self.radius, np.abs(z) - 0.5 * self.height)

    def support(self, directions: Array) -> Array:
        return disc_support(directions, self.radius, 0.5 * self.height)

    def core(self) -> Core:
        return Core(BAR, (self.radius, 0.5 * self.height, 0.0))

    def convex_faces(self) -> tuple[Face, ...]:
        return (bar_face(self.radius), *end_faces(0.5 * self.height))

    def recipe(self, chord: float, region: Region) -> Recipe:
        count = segments(self.radius, chord)
        return FrustumRecipe(self.height, self.radius, self.radius, count)

    def triangle_count(self, chord: float) -> int:
        return 4 * segments(self.radius, chord)

    def moments(self) -> Array:
        amount, square = pi * self.radius**2 * self.height, self.radius**2 / 4.0
        return amount * np.diag([square, square, self.height**2 / 12.0, 1.0])

    def sizes_beside_faces(self) -> Sizes | None:
        return None

    def cut_by_plane(self, plane: Array) -> tuple[Primitive, float] | None:
        return _cut_along_axis(self.radius, self.height, (), plane)

    def between(self, low: float, high: float) -> "Cylinder":
        return Cylinder(self.radius, high - low)

    def scaled(self, across: float, along: float) -> "Cylinder":
        return Cylinder(across * self.radius, along * self.height)

    def widened(self, by: float) -> "Cylinder":
        return Cylinder(self.radius + by, self.height + 2.0 * by)

    def with_ends_out(self, by: float) -> "Cylinder":
        return Cylinder(self.radius, self.height + 2.0 * by)

    def bounding_points(self) -> Array:
        # A turn of the axis moves no point of the solid farther than the axis point at this height.
        reach = 0.5 * self.height + self.ball_radius(np.zeros(3))
        return np.array([(0.0, 0.0, -reach), (0.0, 0.0, reach)])


@dataclass(frozen=True, eq=False)
class CutCylinder(Primitive):
    """The part of a cylinder along z with nx x + ny y <= offset for all planes (nx, ny, offset)."""

    radius: float
    height: float
    planes: Sides
    is_convex = True
    is_curved = True
    is_dented = False
    is_cut_along_axis = True

    def as_tree(self) -> Solid:
        sides = (HalfSpace((nx, ny, 0.0), offset) for nx, ny, offset in self.planes)
        return Intersection((Cylinder(self.radius, self.height), *sides))

    @cached_property
    def corners(self) -> Array:
        """The corners of the outline: where planes meet each other or the circle, (n, 2)."""
        planes = np.array(self.planes)
        found = [np.zeros((0, 2))]
        for k, (nx, ny, offset) in enumerate(planes):
            half = np.sqrt(max(0.0, self.radius**2 - offset**2))
            foot = offset * np.array((nx, ny))
            if abs(offset) <= self.radius:
                found.append(
                    np.array([foot + half * np.array((-ny, nx)), foot - half * np.array((-ny, nx))])
                )
            for other in planes[k + 1 :]:
                pair = np.array([(nx, ny), other[:2]])
                if abs(np.linalg.det(pair)) > _SQUARE:
                    found.append(np.linalg.solve(pair, (offset, other[2]))[None])
        points = np.vstack(found)
        inside = np.all(points @ planes[:, :2].T <= planes[:, 2] + _ON, axis=1)
        return read_only(points[inside & (np.linalg.norm(points, axis=1) <= self.radius + _ON)])

    def level(self, points: Array) -> Array:
        planes = np.array(self.planes)
        beside = (points[:, :2] @ planes[:, :2].T - planes[:, 2]).max(axis=1)
        return np.maximum(Cylinder(self.radius, self.height).level(points), beside)

    def support(self, directions: Array) -> Array:
        flat = directions[:, :2]
        out = np.linalg.norm(flat, axis=1)
        round_ = flat * (self.radius / np.where(out > 0.0, out, 1.0))[:, None]
        planes = np.array(self.planes)
        on_arc = (out > 0.0) & np.all(round_ @ planes[:, :2].T <= planes[:, 2], axis=1)
        if len(self.corners):
            corner = self.corners[np.argmax(flat @ self.corners.T, axis=1)]
            round_ = np.where(on_arc[:, None], round_, corner)
        z = np.where(directions[:, 2] < 0.0, -0.5, 0.5) * self.height
        return np.column_stack([round_, z])

    def core(self) -> Core:
        corners = np.pad(self.corners, ((0, 0), (0, 2)))
        planes = np.pad(np.array(self.planes), ((0, 0), (0, 1)), constant_values=1.0)
        return Core(ARC, (self.radius, 0.5 * self.height, 0.0), np.vstack([corners, planes]))

    def _sides(self) -> Array:
        """The planes along the axis as rows (normal, offset), (n, 4)."""
        return np.insert(np.array(self.planes), 2, 0.0, axis=1)

    def flat_planes(self) -> Array | None:
        return None

    def flat_corners(self) -> Array | None:
        return None

    def convex_faces(self) -> tuple[Face, ...]:
        whole = Cylinder(self.radius, self.height)
        return (*whole.convex_faces(), *flat_faces(self._sides()))

    def recipe(self, chord: float, region: Region) -> Recipe:
        whole = Cylinder(self.radius, self.height).recipe(chord, region)
        return TrimmedRecipe(whole, self._sides())

    def triangle_count(self, chord: float) -> int:
        return 4 * segments(self.radius, chord)

    def moments(self) -> Array:
        raise GeometryError("moments of a cut cylinder are those of the solid it is a piece of")

    def sizes_beside_faces(self) -> Sizes | None:
        return None

    def mirrored_in_x(self) -> Solid:
        planes = tuple((-x, y, offset) for x, y, offset in self.planes)
        return CutCylinder(self.radius, self.height, planes)

    def cut_by_plane(self, plane: Array) -> tuple[Primitive, float] | None:
        return _cut_along_axis(self.radius, self.height, self.planes, plane)


def _cut_along_axis(
    radius: float, height: float, sides: Sides, plane: Array
) -> tuple[Primitive, float] | None:
    """The part of a (cut) cylinder on the inner side of a plane (a row in its frame), and the z of
    the part's middle, mm; None where the plane is neither along nor square to the axis."""
    normal, offset = plane[:3], float(plane[3])
    half = 0.5 * height
    if abs(normal[2]) <= _SQUARE:
        side = (float(normal[0]), float(normal[1]), offset)
        return CutCylinder(radius, height, (*sides, side)), 0.0
    if float(np.hypot(normal[0], normal[1])) > _SQUARE:
        return None
    low, high = (-half, min(half, offset)) if normal[2] > 0.0 else (max(-half, -offset), half)
    if sides:
        return CutCylinder(radius, high - low, sides), 0.5 * (low + high)
    return Cylinder(radius, high - low), 0.5 * (low + high)
