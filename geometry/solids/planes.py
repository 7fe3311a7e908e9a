"""The planes and corners of convex solids with flat faces."""

import numpy as np

from geometry.poses import Array
from geometry.solids.polytope import Hull
from geometry.solids.primitives import Box, HalfSpace, Prism
from geometry.solids.tree import Solid


def flat_corners(shape: Solid) -> Array | None:
    """Corners (n, 3) of a convex shape of flat faces, or None for any other."""
    match shape:
        case Box():
            signs = np.array(np.meshgrid(*[(-0.5, 0.5)] * 3, indexing="ij")).reshape(3, -1).T
            return signs * np.asarray(shape.size)
        case Prism() if shape.is_convex:
            half = 0.5 * shape.height
            return np.vstack(
                [
                    np.column_stack([shape.polygon, np.full(len(shape.polygon), z)])
                    for z in (-half, half)
                ]
            )
        case Hull():
            return shape.corners
    return None


def flat_planes(shape: Solid) -> Array | None:
    """Rows (normal, offset) of a half-space or a convex shape of flat faces, or None."""
    match shape:
        case HalfSpace():
            return np.array([(*shape.normal, shape.offset)])
        case Box():
            half = 0.5 * np.asarray(shape.size)
            return np.column_stack([np.vstack([np.eye(3), -np.eye(3)]), np.r_[half, half]])
        case Prism() if shape.is_convex:
            edges = np.roll(shape.polygon, -1, axis=0) - shape.polygon
            edges = edges[np.linalg.norm(edges, axis=1) > 0.0]
            out = np.column_stack([edges[:, 1], -edges[:, 0]])
            out = out / np.linalg.norm(out, axis=1, keepdims=True)
            offset = (out @ shape.polygon.T).max(axis=1)
            sides = np.column_stack([out, np.zeros(len(out)), offset])
            end = 0.5 * shape.height
            return np.vstack([sides, [(0, 0, 1, end), (0, 0, -1, end)]])
        case Hull():
            return shape.faces
    return None


def placed_planes(planes: Array, T: Array) -> Array:
    """Rows (normal, offset) given in the inner frame of T, in its outer frame."""
    normals = planes[:, :3] @ T[:3, :3].T
    return np.column_stack([normals, planes[:, 3] + normals @ T[:3, 3]])
