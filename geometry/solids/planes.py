"""Planes as rows of a unit normal and an offset: the inner side is normal . p <= offset."""

import numpy as np

from geometry.poses import Array


def placed_planes(planes: Array, T: Array) -> Array:
    """Planes (n, 4) that are given in the inner frame of T, in its outer frame, (n, 4)."""
    normals = planes[:, :3] @ T[:3, :3].T
    return np.column_stack([normals, planes[:, 3] + normals @ T[:3, 3]])
