"""A cylinder cut by planes along its axis: the CIRCLE of TIPS-1, which is a cylinder within a box.

It is convex, and the farthest point in a direction is known, so that it separates like the other
primitives. Made where solids are taken apart (see `pieces`); the tree keeps the intersection.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from geometry.loops.core_kinds import ARC
from geometry.poses import Array, read_only
from geometry.solids.primitives import Cylinder, Primitive
from geometry.solids.support_shape import Core

# Planes whose normals are within this of the axis, or of square to it, are taken as being so.
_SQUARE = 1e-12
_ON = 1e-9


@dataclass(frozen=True, eq=False)
class CutCylinder(Primitive):
    """The part of a cylinder along z with nx x + ny y <= offset for all planes (nx, ny, offset)."""

    radius: float
    height: float
    planes: tuple[tuple[float, float, float], ...]
    is_curved = True

    def _content(self) -> tuple[object, ...]:
        return (self.radius, self.height, self.planes)

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


def cut_along_axis(
    shape: Cylinder | CutCylinder, plane: Array
) -> tuple[Cylinder | CutCylinder, float] | None:
    """The part of a cylinder with normal . p <= offset (a row in its frame) and how far its middle
    lies up the axis; None where the plane is neither along nor square to the axis."""
    normal, offset = plane[:3], float(plane[3])
    sides = shape.planes if isinstance(shape, CutCylinder) else ()
    half = 0.5 * shape.height
    if abs(normal[2]) <= _SQUARE:
        side = (float(normal[0]), float(normal[1]), offset)
        return CutCylinder(shape.radius, shape.height, (*sides, side)), 0.0
    if float(np.hypot(normal[0], normal[1])) > _SQUARE:
        return None
    low, high = (-half, min(half, offset)) if normal[2] > 0.0 else (max(-half, -offset), half)
    if sides:
        return CutCylinder(shape.radius, high - low, sides), 0.5 * (low + high)
    return Cylinder(shape.radius, high - low), 0.5 * (low + high)
