"""Whether a closed mesh crosses itself: then its volume counts some places twice, or below zero.

On its inner side every face of a solid's mesh sees the surface wound round it once, on its outer
side not at all. Where a surface crosses itself some face sees another number.
"""

import numpy as np

from geometry.meshes.mesh import Mesh
from geometry.meshes.winding import ray_windings
from geometry.poses import Array
from geometry.solids.primitives.mesh_solid import winding_numbers

# Faces that are looked at, at most, by a ray each (some microseconds); of meshes with more a sample
# that holds the largest.
_MOST_FACES = 20_000
# Faces that two rays found crossed are looked at again, exactly, by the solid angles of all
# triangles: at most so many faces, and so many angles in all (about a second).
_MOST_AGAIN = 64
_MOST_ANGLES = 8_000_000
# How far beside a face is looked, as a share of its own least height: its neighbours are farther,
# except where two walls nearly touch.
_BESIDE = 1e-3
# Along no edge that a designer would draw.
_WAYS = np.array([[0.6123, 0.3517, 0.7081], [-0.4327, 0.8121, 0.3911]])


def crossed_faces(mesh: Mesh) -> int:
    """How many of the faces looked at see the surface wound round them as in no solid."""
    corners = mesh.vertices[mesh.triangles]
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    area = np.linalg.norm(normal, axis=1)
    chosen = _sample(area, _MOST_FACES)
    depth = _BESIDE * _heights(corners[chosen], area[chosen])[:, None]
    inside = corners[chosen].mean(axis=1) - depth * normal[chosen] / area[chosen, None]
    # What a face sees on its outer side is one less than on its inner side: one look is enough.
    for way in _WAYS:
        windings = ray_windings(mesh, inside, way)
        inside = inside[~np.isnan(windings) & (windings != 1.0)]
    again = inside[: max(1, min(_MOST_AGAIN, _MOST_ANGLES // len(mesh.triangles)))]
    return int(np.sum(np.round(winding_numbers(mesh, again)) != 1.0))


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
