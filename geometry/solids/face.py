"""The faces of the primitives as plain numbers: half-spaces, and round faces about an axis.

A face divides space: its inner side is where f <= 0, and f is never steeper than distance:

    f(p) = swing |P (p - centre)| + normal . p - offset

With swing 0 it is a half-space. P removes the part along the axis; without an axis P is 1. A
cylinder's side has swing 1, normal 0 and its radius as offset; a sphere's face has no axis; a
cone's flank has a normal along the axis too. A convex primitive is the common part of the inner
sides of its faces: this is the form of TIPS-1 (Okino, Kakazu, Kubo 1973), with half-spaces.

A ring is the face of a torus, with e = axis . (p - centre):

    f(p) = |(|P (p - centre)| - ring, e)| - offset
"""

from dataclasses import dataclass

import numpy as np

from geometry.poses import Array, placed
from geometry.tolerances import NO_LENGTH


@dataclass(frozen=True, eq=False)
class Face:
    """One face; see the head of this module.

    normal, centre: Shape (3,), the centre in mm. axis: Unit vector, None for a sphere's face.
    offset: Mm. ring: Radius of the circle inside a torus' tube, mm, 0 for every other face.
    """

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
        """The values of f at points (n, 3), (n,), mm."""
        value = points @ self.normal - self.offset
        if self.centre is None:
            return np.asarray(value)
        from_centre = points - self.centre
        out = np.linalg.norm(from_centre @ self.across(), axis=1)
        if self.ring > 0.0 and self.axis is not None:
            return np.asarray(value + np.hypot(out - self.ring, from_centre @ self.axis))
        return np.asarray(value + self.swing * out)

    def slope(self, point: Array) -> Array:
        """The gradient of f at a point (3,), shape (3,)."""
        if self.centre is None:
            return self.normal
        from_centre = point - self.centre
        across = self.across() @ from_centre
        out = float(np.linalg.norm(across))
        unit = across / max(out, NO_LENGTH)
        if self.ring > 0.0 and self.axis is not None:
            way = (out - self.ring) * unit + float(from_centre @ self.axis) * self.axis
            return np.asarray(way / max(float(np.linalg.norm(way)), NO_LENGTH))
        return np.asarray(self.normal + self.swing * unit)

    def across(self) -> Array:
        """The matrix P, which removes the part of a vector along the axis, (3, 3)."""
        return np.eye(3) if self.axis is None else np.eye(3) - np.outer(self.axis, self.axis)

    def quadric(self) -> Array:
        """The symmetric matrix Q, (4, 4), with (p, 1) Q (p, 1) <= 0 on the inner side of the plane,
        or of the quadric of which the round face is one nappe. A ring has none."""
        plane = np.append(self.normal, -self.offset)
        Q = np.zeros((4, 4))
        if self.centre is None:
            Q[3] += 0.5 * plane
            Q[:, 3] += 0.5 * plane
            return Q
        P = self.across()
        shift = np.hstack([P, -(P @ self.centre)[:, None]])
        return self.swing**2 * (shift.T @ shift) - np.outer(plane, plane)


SignedFace = tuple[float, Face]
"""A sign (1 or -1) and a face: the condition sign f <= 0."""

FaceClauses = list[tuple[SignedFace, ...]]
"""Clauses that must all hold; a clause holds where one of its conditions holds."""
