"""Whether a closed mesh crosses itself: its volume would count some places twice, or negatively.

The mesh of a solid winds once round points just inside a face, and not at all round points just
outside it. Where a mesh crosses itself, the number for some face is another one.
"""

import numpy as np

from geometry.meshes.mesh import Mesh
from geometry.meshes.winding import ray_windings
from geometry.poses import Array
from geometry.solids.primitives.mesh_solid import winding_numbers
from geometry.tolerances import NO_AREA

# Most faces that are tested, each by a ray of some microseconds; of larger meshes a sample is
# tested, which includes the largest faces.
_MOST_FACES = 20_000
# Faces that two rays found crossed are tested again, exactly, by the solid angles of all triangles:
# at most so many faces, and so many angles in all (about a second).
_MOST_AGAIN = 64
_MOST_ANGLES = 8_000_000
# Distance of the tested point from its face, as a share of the face's least height: neighbouring
# faces are farther away, except where two walls nearly touch.
_BESIDE = 1e-3
# Directions of the rays, along no edge that a designer would draw.
_WAYS = np.array([[0.6123, 0.3517, 0.7081], [-0.4327, 0.8121, 0.3911]])


def crossed_faces(mesh: Mesh) -> int:
    """The number of tested faces whose winding number is impossible for a solid; 0 for a sound
    mesh."""
    corners = mesh.vertices[mesh.triangles]
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    area = np.linalg.norm(normal, axis=1)
    chosen = _sample(area, _MOST_FACES)
    depth = _BESIDE * _heights(corners[chosen], area[chosen])[:, None]
    inside = corners[chosen].mean(axis=1) - depth * normal[chosen] / area[chosen, None]
    # The number outside a face is always one less than inside it, so only the inside is tested.
    for way in _WAYS:
        windings = ray_windings(mesh, inside, way)
        inside = inside[~np.isnan(windings) & (windings != 1.0)]
    again = inside[: max(1, min(_MOST_AGAIN, _MOST_ANGLES // len(mesh.triangles)))]
    return int(np.sum(np.round(winding_numbers(mesh, again)) != 1.0))


def _sample(area: Array, count: int) -> np.ndarray:
    """Indices of the faces to test, (k,): all faces with an area, or, of more than `count`, one
    half the largest and the other half at random with a fixed seed."""
    order = np.argsort(-area)
    order = order[area[order] > NO_AREA * area.max()]
    if len(order) <= count:
        return order
    rest = np.random.default_rng(0).permutation(order[count // 2 :])
    return np.concatenate([order[: count // 2], rest[: count - count // 2]])


def _heights(corners: Array, area: Array) -> Array:
    """The least height of each triangle, (n,). area: Twice the area of each triangle."""
    edges = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2)
    return np.asarray(area / edges.max(axis=1))
