"""Angles between lines and planes, and at the middle one of three points; all in rad."""

import numpy as np

from geometry.poses import Array


def angle_of_directions(a: Array, b: Array) -> float:
    """The angle between two vectors (3,), 0 to pi; exact for small angles too."""
    return float(np.arctan2(np.linalg.norm(np.cross(a, b)), a @ b))


def angle_of_lines(a: Array, b: Array) -> float:
    """The smaller angle between two lines along (3,), 0 to pi/2. Between two planes it is that of
    their normals."""
    angle = angle_of_directions(a, b)
    return min(angle, float(np.pi) - angle)


def angle_of_line_and_plane(along: Array, normal: Array) -> float:
    """The angle between a line along (3,) and a plane with this normal (3,), 0 to pi/2."""
    return float(np.pi) / 2.0 - angle_of_lines(along, normal)


def angle_at(apex: Array, a: Array, b: Array) -> float:
    """The angle at a point between the directions to two others, (3,) each, 0 to pi."""
    return angle_of_directions(a - apex, b - apex)
