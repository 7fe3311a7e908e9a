"""The faces of the primitives as plain numbers: half-spaces, and round faces about an axis.

A face is where f <= 0, with f never steeper than distance:

    f(p) = swing |P (p - centre)| + normal . p - offset

With swing 0 it is a half-space. P takes off the part along the axis; without an axis P is 1. A
cylinder's side has swing 1, normal 0 and its radius as offset, a sphere the same without axis, and
a cone's flank a normal along the axis as well. A convex primitive is the common part of its faces,
which is the form of TIPS-1 (Okino, Kakazu, Kubo 1973): a solid in the union of half-spaces.

A ring is the face of a torus, with e = axis . (p - centre):

    f(p) = |(|P (p - centre)| - ring, e)| - offset
"""

from dataclasses import dataclass
from math import hypot

import numpy as np

from geometry.poses import Array, placed, read_only
from geometry.solids.planes import flat_planes
from geometry.solids.primitives import Cone, Cylinder, Sphere
from geometry.solids.tree import Solid
from geometry.solids.turned import Revolved


@dataclass(frozen=True, eq=False)
class Face:
    """One face; see the head of this module. axis: Unit vector, or None for a sphere's face.
    ring: Radius of the circle that a torus lies about, 0 for every other face."""

    normal: Array
    offset: float
    swing: float = 0.0
    centre: Array | None = None
    axis: Array | None = None
    ring: float = 0.0

    def placed(self, T: Array) -> "Face":
        """The face given in the inner frame of T, in its outer frame."""
        normal = T[:3, :3] @ self.normal
        offset = self.offset + float(normal @ T[:3, 3])
        if self.centre is None:
            return Face(normal, offset)
        axis = None if self.axis is None else T[:3, :3] @ self.axis
        return Face(normal, offset, self.swing, placed(T, self.centre[None])[0], axis, self.ring)

    def value(self, points: Array) -> Array:
        """f at points (n, 3)."""
        value = points @ self.normal - self.offset
        if self.centre is None:
            return np.asarray(value)
        from_centre = points - self.centre
        out = np.linalg.norm(from_centre @ self.across(), axis=1)
        if self.ring > 0.0 and self.axis is not None:
            return np.asarray(value + np.hypot(out - self.ring, from_centre @ self.axis))
        return np.asarray(value + self.swing * out)

    def slope(self, point: Array) -> Array:
        """The slope of f at a point (3,)."""
        if self.centre is None:
            return self.normal
        from_centre = point - self.centre
        across = self.across() @ from_centre
        out = float(np.linalg.norm(across))
        unit = across / max(out, 1e-300)
        if self.ring > 0.0 and self.axis is not None:
            way = (out - self.ring) * unit + float(from_centre @ self.axis) * self.axis
            return np.asarray(way / max(float(np.linalg.norm(way)), 1e-300))
        return np.asarray(self.normal + self.swing * unit)

    def across(self) -> Array:
        """The matrix P: what takes off the part along the axis, (3, 3)."""
        return np.eye(3) if self.axis is None else np.eye(3) - np.outer(self.axis, self.axis)

    def quadric(self) -> Array:
        """The symmetric matrix Q, (4, 4), with (p, 1) Q (p, 1) <= 0 on the inner side: of the
        plane itself, or of the quadric whose one nappe the round face is."""
        plane = np.append(self.normal, -self.offset)
        Q = np.zeros((4, 4))
        if self.centre is None:
            Q[3] += 0.5 * plane
            Q[:, 3] += 0.5 * plane
            return Q
        P = self.across()
        shift = np.hstack([P, -(P @ self.centre)[:, None]])
        return self.swing**2 * (shift.T @ shift) - np.outer(plane, plane)


_NONE = read_only(np.zeros(3))
_UP = read_only((0.0, 0.0, 1.0))


def faces_of(shape: Solid) -> tuple[Face, ...] | None:
    """The faces of a half-space or a convex primitive in its own frame; None for other shapes."""
    planes = flat_planes(shape)
    if planes is not None:
        return tuple(Face(row[:3], float(row[3])) for row in planes)
    match shape:
        case Sphere():
            return (Face(_NONE, shape.radius, 1.0, _NONE),)
        case Cylinder():
            side = Face(_NONE, shape.radius, 1.0, _NONE, _UP)
            return (side, *_ends(0.5 * shape.height))
        case Cone():
            slope = (shape.radius_bottom - shape.radius_top) / shape.height
            steep = hypot(1.0, slope)
            middle = 0.5 * (shape.radius_bottom + shape.radius_top)
            flank = Face(slope / steep * _UP, middle / steep, 1.0 / steep, _NONE, _UP)
            return (flank, *_ends(0.5 * shape.height))
        case Revolved() if shape.is_convex:
            return tuple(_turned_face(start, end) for start, end in shape.edges)
    return None


def rim_of(shape: Solid) -> tuple[Face, ...]:
    """The cylinder about a cone or a turned profile. It adds nothing to what the faces say, but a
    bore that the rim touches all round is told apart from it without a look at every place."""
    match shape:
        case Cone():
            radius = max(shape.radius_bottom, shape.radius_top)
        case Revolved() if shape.is_convex:
            radius = float(shape.profile[:, 0].max())
        case _:
            return ()
    return (Face(_NONE, radius, 1.0, _NONE, _UP),)


def _turned_face(start: Array, end: Array) -> Face:
    """The face that an edge of an anticlockwise profile (r, z) makes."""
    along = (end - start) / np.linalg.norm(end - start)
    out, up = float(along[1]), float(-along[0])
    offset = out * float(start[0]) + up * float(start[1])
    if out == 0.0:
        return Face(up * _UP, offset)
    return Face(up * _UP, offset, out, _NONE, _UP)


def _ends(half: float) -> tuple[Face, Face]:
    return Face(_UP, half), Face(-_UP, half)
