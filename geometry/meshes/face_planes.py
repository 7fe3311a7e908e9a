"""The planes of a convex mesh's faces, each moved out to the outermost corner of the mesh.

The plane through a face's own corners is rounded, so another corner may lie outside it by as much.
Each plane is therefore compared with all corners. The corners are grouped in boxes, because most
boxes cannot reach the plane.
"""

import numpy as np

from geometry.meshes.mesh import Integers, Mesh
from geometry.poses import Array
from geometry.tolerances import NO_AREA

# Most corners in one box, and most faces that are compared with the boxes in one step.
_TOGETHER = 256
# Most pairs of a face and a corner that are compared in one step; smaller meshes need no boxes.
_FEW = 4_000_000
# Rounding of the two products that say how far a box reaches, as a share of the largest coordinate.
_ROUNDING = 1e-14


def face_planes(mesh: Mesh) -> Array:
    """Unit normal and offset (mm) of each plane, (m, 4). Faces in one plane give one row, and no
    corner of the mesh lies outside any plane."""
    a, b, c = mesh.vertices[mesh.triangles].transpose(1, 0, 2)
    normals = np.cross(b - a, c - a)
    length = np.linalg.norm(normals, axis=1)
    size = float(np.abs(mesh.vertices - mesh.vertices.mean(axis=0)).max())
    # Large faces first: among faces in one plane the largest has the most precise normal.
    order = np.argsort(-length)
    order = order[length[order] > NO_AREA * size * size]
    units = normals[order] / length[order, None]
    least = np.einsum("ij,ij->i", units, a[order])
    offsets = _outermost(mesh.vertices, units, least)
    planes = np.column_stack([units, offsets])
    _, first = np.unique(np.round(planes / (1, 1, 1, size), 9), axis=0, return_index=True)
    return planes[np.sort(first)]


def _outermost(points: Array, ways: Array, least: Array) -> Array:
    """How far the farthest of points (n, 3) lies along each unit direction of `ways` (m, 3), (m,).

    least: A lower bound for each direction, which one of the points reaches, (m,).
    """
    if len(points) * len(ways) <= _FEW:
        return np.asarray((points @ ways.T).max(axis=0))
    boxes = [points[part] for part in _near_ones(points)]
    lo = np.array([part.min(axis=0) for part in boxes])
    hi = np.array([part.max(axis=0) for part in boxes])
    middle, half = 0.5 * (lo + hi), 0.5 * (hi - lo)
    # The rounding of the two products must not rule out the box that holds the outermost point.
    slack = _ROUNDING * float(np.abs(points).max())
    found = least.copy()
    for some in _near_ones(ways):
        # No point of a box lies farther out than the farthest corner of the box.
        reach = middle @ ways[some].T + half @ np.abs(ways[some].T) + slack
        near = np.flatnonzero(np.any(reach > least[some], axis=1))
        held = np.concatenate([boxes[box] for box in near]) if len(near) else points[:0]
        for part in np.array_split(held, 1 + len(held) * len(some) // _FEW):
            highest = (part @ ways[some].T).max(axis=0, initial=-np.inf)
            found[some] = np.maximum(found[some], highest)
    return found


def _near_ones(points: Array) -> list[Integers]:
    """Indices of points (n, 3) in groups of neighbours: groups are halved along their longest side
    until each has at most _TOGETHER points."""
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
