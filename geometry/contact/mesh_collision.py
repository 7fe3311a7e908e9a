"""Whether two triangle surfaces meet, and their distance, by trees of boxes (python-fcl).

Trees of boxes find surfaces that cross. A part wholly inside another crosses nothing, so for closed
surfaces one vertex of every shell is also tested for lying inside the other surface. Python-fcl is
an optional dependency; without it slower code of this module finds crossings.
"""

from functools import lru_cache
from importlib.util import find_spec
from typing import Any

import numpy as np

from geometry.meshes.mesh import Mesh
from geometry.meshes.topology import shells_of
from geometry.poses import Array, inverted, placed, relative
from geometry.solids.primitives.mesh_solid import winding_numbers

HAS_FCL = find_spec("fcl") is not None

# Share by which the distance of two nearest points may differ from the distance that fcl gives.
_SAME = 1e-6


def surfaces_meet(
    mesh_a: Mesh, T_w_a: Array, mesh_b: Mesh, T_w_b: Array, *, closed: bool = True
) -> bool:
    """Whether two placed surfaces cross or, if they are closed, a shell of one lies in the
    other."""
    T_a_b = relative(T_w_a, T_w_b)
    if HAS_FCL and _cross(mesh_a, mesh_b, T_a_b):
        return True
    if not HAS_FCL and _cross_exactly(mesh_a, mesh_b, T_a_b):
        return True
    return closed and (
        _holds_some(mesh_a, mesh_b, T_a_b) or _holds_some(mesh_b, mesh_a, inverted(T_a_b))
    )


def surface_distance(mesh_a: Mesh, T_w_a: Array, mesh_b: Mesh, T_w_b: Array) -> float:
    """The distance of two placed surfaces, mm, 0 if they cross; needs python-fcl."""
    fcl = _fcl()
    request, result = fcl.DistanceRequest(), fcl.DistanceResult()
    a, b = _placed(mesh_a, np.eye(4)), _placed(mesh_b, relative(T_w_a, T_w_b))
    return max(0.0, float(fcl.distance(a, b, request, result)))


def nearest_surface_points(
    mesh_a: Mesh, T_w_a: Array, mesh_b: Mesh, T_w_b: Array
) -> tuple[Array, Array] | None:
    """The nearest points of two placed surfaces that do not meet, world frame, (3,) each.

    None where `surface_points` gives none, and without python-fcl.
    """
    found = surface_points(mesh_a, mesh_b, relative(T_w_a, T_w_b)) if HAS_FCL else None
    if found is None:
        return None
    on_a, on_b = placed(T_w_a, np.array(found))
    return on_a, on_b


def surface_points(mesh_a: Mesh, mesh_b: Mesh, T_a_b: Array) -> tuple[Array, Array] | None:
    """The nearest points (3,) of two surfaces that do not meet, in the frame of a.

    Needs python-fcl. None where its points do not lie at its distance: it gives points for some
    pairs of surfaces in frames of its own.
    """
    fcl = _fcl()
    request, result = fcl.DistanceRequest(enable_nearest_points=True), fcl.DistanceResult()
    apart = float(fcl.distance(_placed(mesh_a, np.eye(4)), _placed(mesh_b, T_a_b), request, result))
    on_a, on_b = (np.array(point, dtype=float) for point in result.nearest_points)
    if apart <= 0.0 or abs(float(np.linalg.norm(on_b - on_a)) - apart) > _SAME * apart:
        return None
    return on_a, on_b


def _cross(mesh_a: Mesh, mesh_b: Mesh, T_a_b: Array) -> bool:
    fcl = _fcl()
    request, result = fcl.CollisionRequest(), fcl.CollisionResult()
    return bool(fcl.collide(_placed(mesh_a, np.eye(4)), _placed(mesh_b, T_a_b), request, result))


def _cross_exactly(mesh_a: Mesh, mesh_b: Mesh, T_a_b: Array) -> bool:
    """Whether an edge of one mesh goes through a triangle of the other; all near ones are tried."""
    return _edges_cross(mesh_a, mesh_b, T_a_b) or _edges_cross(mesh_b, mesh_a, inverted(T_a_b))


def _edges_cross(mesh_a: Mesh, mesh_b: Mesh, T_a_b: Array) -> bool:
    """Whether an edge of b goes through a triangle of a, by the signs of volumes of tetrahedra."""
    seen = placed(T_a_b, mesh_b.vertices)
    edges = np.concatenate(
        [mesh_b.triangles[:, [0, 1]], mesh_b.triangles[:, [1, 2]], mesh_b.triangles[:, [2, 0]]]
    )
    edges = edges[edges[:, 0] < edges[:, 1]]
    corners = mesh_a.vertices[mesh_a.triangles]
    for p, q in seen[edges]:
        lo, hi = np.minimum(p, q), np.maximum(p, q)
        near = np.all((corners.min(axis=1) <= hi) & (corners.max(axis=1) >= lo), axis=1)
        a, b, c = corners[near].transpose(1, 0, 2)
        from_p, from_q = (np.einsum("ij,ij->i", a - x, np.cross(b - x, c - x)) for x in (p, q))
        sides = np.array([np.cross(u - p, v - p) @ (q - p) for u, v in ((a, b), (b, c), (c, a))])
        through = np.all(sides >= 0.0, axis=0) | np.all(sides <= 0.0, axis=0)
        if np.any(through & (from_p * from_q <= 0.0)):
            return True
    return False


def _holds_some(outer: Mesh, inner: Mesh, T_outer_inner: Array) -> bool:
    """Whether a shell of the inner mesh lies inside the outer mesh; the two do not cross."""
    vertices = inner.vertices[_one_vertex_of_each_shell(inner)]
    return bool(np.any(winding_numbers(outer, placed(T_outer_inner, vertices)) > 0.5))


@lru_cache(maxsize=256)
def _one_vertex_of_each_shell(mesh: Mesh) -> Array:
    return np.array([int(mesh.triangles[shell[0], 0]) for shell in shells_of(mesh.triangles)])


def _fcl() -> Any:
    import fcl

    return fcl


@lru_cache(maxsize=256)
def _tree(mesh: Mesh) -> Any:
    fcl = _fcl()
    model = fcl.BVHModel()
    model.beginModel(len(mesh.vertices), len(mesh.triangles))
    model.addSubModel(np.asarray(mesh.vertices), np.asarray(mesh.triangles))
    model.endModel()
    return model


def _placed(mesh: Mesh, T: Array) -> Any:
    fcl = _fcl()
    return fcl.CollisionObject(_tree(mesh), fcl.Transform(T[:3, :3], T[:3, 3]))
