"""The planes of a convex mesh's faces, each through the outermost of all corners.

A face's own corners tell its plane but for rounding; another corner may stand out by that much. All
corners are therefore asked, in boxes of near ones, of which most cannot reach the plane.
"""

import numpy as np

from geometry.meshes.mesh import Integers, Mesh
from geometry.poses import Array

# Corners, and faces, that are looked at together.
_TOGETHER = 256
# Meshes with fewer pairs of a face and a corner are asked as a whole.
_FEW = 4_000_000


def face_planes(mesh: Mesh) -> Array:
    """Unit normal and offset of each plane, (m, 4), one for faces that lie in one plane, with no
    corner of the mesh outside of any."""
    a, b, c = mesh.vertices[mesh.triangles].transpose(1, 0, 2)
    normals = np.cross(b - a, c - a)
    length = np.linalg.norm(normals, axis=1)
    size = float(np.abs(mesh.vertices - mesh.vertices.mean(axis=0)).max())
    # Large faces first: of faces in one plane the largest tells the plane best.
    order = np.argsort(-length)
    order = order[length[order] > 1e-12 * size * size]
    units = normals[order] / length[order, None]
    least = np.einsum("ij,ij->i", units, a[order])
    offsets = _outermost(mesh.vertices, units, least)
    planes = np.column_stack([units, offsets])
    _, first = np.unique(np.round(planes / (1, 1, 1, size), 9), axis=0, return_index=True)
    return planes[np.sort(first)]


def _outermost(points: Array, ways: Array, least: Array) -> Array:
    """The largest of points (n, 3) along each way (m, 3), (m,). least: What some point reaches."""
    if len(points) * len(ways) <= _FEW:
        return np.asarray((points @ ways.T).max(axis=0))
    boxes = [points[part] for part in _near_ones(points)]
    lo = np.array([part.min(axis=0) for part in boxes])
    hi = np.array([part.max(axis=0) for part in boxes])
    middle, half = 0.5 * (lo + hi), 0.5 * (hi - lo)
    # Rounding of the two products may not hide a box that holds the outermost point.
    slack = 1e-14 * float(np.abs(points).max())
    found = least.copy()
    for some in _near_ones(ways):
        # What a box holds cannot be farther out than its farthest corner.
        reach = middle @ ways[some].T + half @ np.abs(ways[some].T) + slack
        near = np.flatnonzero(np.any(reach > least[some], axis=1))
        held = np.concatenate([boxes[box] for box in near]) if len(near) else points[:0]
        for part in np.array_split(held, 1 + len(held) * len(some) // _FEW):
            highest = (part @ ways[some].T).max(axis=0, initial=-np.inf)
            found[some] = np.maximum(found[some], highest)
    return found


def _near_ones(points: Array) -> list[Integers]:
    """The places of points (n, 3) in parts of near ones: halved along the longest side."""
    pending, parts = [np.arange(len(points))], []
    while pending:
        part = pending.pop()
        if len(part) <= _TOGETHER:
            parts.append(part)
            continue
        axis = int(np.argmax(np.ptp(points[part], axis=0)))
        middle = len(part) // 2
        order = part[np.argpartition(points[part, axis], middle)]
        pending += [order[:middle], order[middle:]]
    return parts
