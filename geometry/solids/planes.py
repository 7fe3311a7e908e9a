"""Planes as rows of a unit normal and an offset: normal . p <= offset is their inner side."""

import numpy as np

from geometry.poses import Array


def placed_planes(planes: Array, T: Array) -> Array:
    """Rows (normal, offset) given in the inner frame of T, in its outer frame."""
    normals = planes[:, :3] @ T[:3, :3].T
    return np.column_stack([normals, planes[:, 3] + normals @ T[:3, 3]])
