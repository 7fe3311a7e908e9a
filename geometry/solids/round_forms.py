"""Formulas that several primitives share: faces about the z axis, and faces that meet at right
angles."""

import numpy as np

from geometry.poses import Array, read_only
from geometry.solids.face import Face

NONE = read_only(np.zeros(3))
UP = read_only((0.0, 0.0, 1.0))


def corner_distance(*beyond: Array) -> Array:
    """Signed distance to a region whose faces are perpendicular to each other, (n,), from the
    signed distances to these faces, (n,) each."""
    stacked = np.stack(beyond)
    outside = np.sqrt(np.sum(np.maximum(stacked, 0.0) ** 2, axis=0))
    return outside + np.minimum(stacked.max(axis=0), 0.0)


def circle_support(directions: Array, radius: float | Array) -> Array:
    """The x and y (n, 2) of the points of a circle about z that are farthest along directions
    (n, 3)."""
    out = np.hypot(directions[:, 0], directions[:, 1])
    factor = np.where(out > 0.0, radius / np.where(out > 0.0, out, 1.0), 0.0)
    return directions[:, :2] * factor[:, None]


def disc_support(directions: Array, radius: float | Array, half_height: float) -> Array:
    """The points (n, 3) of a cylinder about z that are farthest along directions (n, 3)."""
    z = np.where(directions[:, 2] < 0.0, -half_height, half_height)
    return np.column_stack([circle_support(directions, radius), z])


def ball_face(radius: float) -> Face:
    """The face of a ball about the origin."""
    return Face(NONE, radius, 1.0, NONE)


def bar_face(radius: float) -> Face:
    """The side of a cylinder about z."""
    return Face(NONE, radius, 1.0, NONE, UP)


def end_faces(half: float) -> tuple[Face, Face]:
    """The flat faces at z = half and z = -half."""
    return Face(UP, half), Face(-UP, half)


def flat_faces(planes: Array) -> tuple[Face, ...]:
    """The faces of planes, rows (normal, offset)."""
    return tuple(Face(row[:3], float(row[3])) for row in planes)


def edge_face(start: Array, end: Array) -> Face:
    """The face that an edge of an anticlockwise profile (r, z) makes about z."""
    along = (end - start) / np.linalg.norm(end - start)
    out, up = float(along[1]), float(-along[0])
    offset = out * float(start[0]) + up * float(start[1])
    if out == 0.0:
        return Face(up * UP, offset)
    return Face(up * UP, offset, out, NONE, UP)
