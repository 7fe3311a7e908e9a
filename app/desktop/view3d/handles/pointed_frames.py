"""Frames from what is pointed at: mathematics, nothing is drawn."""

from __future__ import annotations

import numpy as np

from app.desktop.view3d.tools.gizmo import Array

# Share of its length by which a third point must lie beside the x axis, or y has no direction.
BESIDE = 1e-6
UPRIGHT = 0.9  # cosine above which a normal is too near to an axis to take its direction from it


def frame_of_points(origin: Array, on_x: Array, in_xy: Array) -> Array | None:
    """T_world_frame (4, 4) with this origin, x through the second point, y towards the third.

    None where the three points, mm, lie on one line or coincide.
    """
    x, towards = on_x - origin, in_xy - origin
    length, reach = float(np.linalg.norm(x)), float(np.linalg.norm(towards))
    if length == 0.0 or reach == 0.0:
        return None
    x = x / length
    z = np.cross(x, towards / reach)
    aside = float(np.linalg.norm(z))
    if aside < BESIDE:
        return None
    z = z / aside
    return _frame(origin, x, z)


def frame_on_face(origin: Array, normal: Array) -> Array:
    """T_world_frame with z along a unit normal, and x as near to the world's x as it can be.

    On a face across the world's x, its x is as near to the world's y.
    """
    along = np.eye(3)[1 if abs(normal[0]) > UPRIGHT else 0]
    x = along - float(along @ normal) * normal
    return _frame(origin, x / np.linalg.norm(x), normal)


def resting_on(point: Array, normal: Array, lowest: float) -> Array:
    """T_world_body of a body that rests with its least z, `lowest`, mm, on a face at a point."""
    return frame_on_face(point - lowest * normal, normal)


def _frame(origin: Array, x: Array, z: Array) -> Array:
    T = np.eye(4)
    T[:3, :3] = np.column_stack([x, np.cross(z, x), z])
    T[:3, 3] = origin
    # A sine of rounding makes figures such as 1e-17 in the file; exact zeros make none.
    T[np.abs(T) < np.finfo(float).eps] = 0.0
    return T
