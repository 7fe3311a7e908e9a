"""Whether a closed mesh crosses itself: then its volume counts some places twice, or below zero.

On its inner side every face of a solid's mesh sees the surface wound round it once, on its outer
side not at all. Where a surface crosses itself some face sees another number.
"""

import numpy as np

from geometry.mesh import Mesh
from geometry.mesh_solid import winding_numbers
from geometry.poses import Array

# Pairs of a face and a triangle that are looked at, at most: a second of work. Of meshes with
# more, a sample of the faces that holds the largest is looked at.
_MOST_PAIRS = 6_000_000
# How far beside a face is looked, as a share of its own size: its neighbours are farther, except
# where two walls nearly touch. A thousandth leaves the winding number its first three digits.
_BESIDE = 1e-3


def crossed_faces(mesh: Mesh) -> int:
    """How many of the faces looked at see the surface wound round them as in no solid."""
    corners = mesh.vertices[mesh.triangles]
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    area = np.linalg.norm(normal, axis=1)
    chosen = _sample(area, max(16, _MOST_PAIRS // len(area)))
    offset = _BESIDE * _heights(corners[chosen], area[chosen])[:, None]
    offset = offset * normal[chosen] / area[chosen, None]
    middle = corners[chosen].mean(axis=1)
    inside = winding_numbers(mesh, middle - offset)
    outside = winding_numbers(mesh, middle + offset)
    return int(np.sum((np.round(inside) != 1) | (np.round(outside) != 0)))


def _sample(area: Array, count: int) -> np.ndarray:
    """Places of the faces to look at, those of no area left out: half the largest, half any."""
    order = np.argsort(-area)
    order = order[area[order] > 1e-12 * area.max()]
    if len(order) <= count:
        return order
    rest = np.random.default_rng(0).permutation(order[count // 2 :])
    return np.concatenate([order[: count // 2], rest[: count - count // 2]])


def _heights(corners: Array, area: Array) -> Array:
    """The least height of each triangle: twice its area (that of the two) over its longest edge."""
    edges = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2)
    return np.asarray(area / edges.max(axis=1))
