"""Formulas of the certificate check for triangle meshes: levels, and whether two meshes are apart.

The check shares only the triangles with the prover.
"""

import numpy as np
from numpy.typing import NDArray

from geometry.meshes.mesh import Mesh
from geometry.poses import Array

# Most pairs of a point and a triangle that are in memory at one time.
_AT_ONCE = 200_000
# Directions of rays, along no edge that a designer would draw. A point whose ray passes too near to
# an edge takes the next direction.
_WAYS = np.array([(0.3571, 0.2113, 0.9098), (-0.5417, 0.6571, 0.5243), (0.1237, -0.8171, 0.5631)])
# Barycentric weight below which a crossing is too near to an edge to be sure.
_EDGE = 1e-9
# Squared sine below which two edges are parallel: their corners give the distance.
_PARALLEL = 1e-14
_LEAF = 4


def level_of_mesh(mesh: Mesh, points: Array) -> Array:
    """Distance of points (n, 3) to the surface of a closed mesh, (n,), mm, below 0 inside it."""
    corners = mesh.vertices[mesh.triangles]
    step = max(1, _AT_ONCE // len(corners))
    parts = [_level(corners, points[i : i + step]) for i in range(0, len(points), step)]
    return np.concatenate(parts) if parts else np.zeros(0)


def distance_to(mesh: Mesh, points: Array) -> Array:
    """Distance of points (n, 3) to the triangles of a mesh, (n,), mm."""
    corners = mesh.vertices[mesh.triangles]
    step = max(1, _AT_ONCE // len(corners))
    chunks = (points[i : i + step] for i in range(0, len(points), step))
    parts = [np.sqrt(_squared_to_triangles(corners, chunk).min(axis=1)) for chunk in chunks]
    return np.concatenate(parts) if parts else np.zeros(0)


def winds_round(mesh: Mesh, points: Array) -> NDArray[np.bool_]:
    """Whether a closed mesh winds round points (n, 3), (n,)."""
    corners = mesh.vertices[mesh.triangles]
    step = max(1, _AT_ONCE // len(corners))
    parts = [_winds(corners, points[i : i + step]) for i in range(0, len(points), step)]
    return np.concatenate(parts) if parts else np.zeros(0, dtype=bool)


def _level(corners: Array, points: Array) -> Array:
    far = np.sqrt(_squared_to_triangles(corners, points).min(axis=1))
    return np.where(_winds(corners, points), -far, far)


def _winds(corners: Array, points: Array) -> NDArray[np.bool_]:
    """Whether triangles wind round points, (n,), by rays: faces crossed from the inside count +1,
    faces crossed from the outside -1."""
    count = np.zeros(len(points))
    unsure = np.ones(len(points), dtype=bool)
    for way in _WAYS:
        rows = np.flatnonzero(unsure)
        if not len(rows):
            break
        found, near = _crossings(corners, points[rows], way / np.linalg.norm(way))
        count[rows], unsure[rows] = found, near
    return np.asarray(count > 0.5)


def _crossings(corners: Array, points: Array, way: Array) -> tuple[Array, NDArray[np.bool_]]:
    """The signed crossings of rays, (n,), and whether a crossing is too near to an edge to be sure,
    (n,)."""
    b, c = (corners[:, k] - corners[:, 0] for k in (1, 2))
    normal = np.cross(b, c)
    facing = normal @ way
    bottom = np.where(facing == 0.0, 1.0, facing)
    offset = points[:, None] - corners[None, :, 0]
    t = -np.einsum("nmi,mi->nm", offset, normal) / bottom
    hit = offset + t[..., None] * way
    size = np.einsum("mi,mi->m", normal, normal)
    size = np.where(size > 0.0, size, 1.0)
    v = np.einsum("nmi,mi->nm", np.cross(hit, c[None]), normal) / size
    w = np.einsum("nmi,mi->nm", np.cross(b[None], hit), normal) / size
    least = np.minimum(np.minimum(v, w), 1.0 - v - w)
    ahead = (t > 0.0) & (facing != 0.0)
    near = np.any(ahead & (np.abs(least) < _EDGE), axis=1)
    return np.sum(np.where(ahead & (least > 0.0), np.sign(facing), 0.0), axis=1), near


def _squared_to_triangles(corners: Array, points: Array) -> Array:
    """Squared distances (n, m) of points to triangles: to the plane where the point lies over the
    face, else to the nearest edge."""
    a, b, c = corners.transpose(1, 0, 2)
    best = np.minimum.reduce([_squared_to_lines(points, p, q) for p, q in ((a, b), (b, c), (c, a))])
    normal = np.cross(b - a, c - a)
    size = np.sum(normal * normal, axis=1)
    size = np.where(size > 0.0, size, np.inf)
    offset = points[:, None] - a[None]
    v = np.einsum("nmi,mi->nm", np.cross(offset, (c - a)[None]), normal) / size
    w = np.einsum("nmi,mi->nm", np.cross((b - a)[None], offset), normal) / size
    over = (v > 0.0) & (w > 0.0) & (v + w < 1.0)
    height = np.einsum("nmi,mi->nm", offset, normal)
    return np.where(over, np.minimum(best, height**2 / size), best)


def _squared_to_lines(points: Array, p: Array, q: Array) -> Array:
    edge = q - p
    length = np.sum(edge * edge, axis=1)
    offset = points[:, None] - p[None]
    along = np.einsum("nmi,mi->nm", offset, edge) / np.where(length > 0.0, length, 1.0)
    foot = offset - np.clip(along, 0.0, 1.0)[..., None] * edge
    return np.einsum("nmi,nmi->nm", foot, foot)


def are_apart(one: Mesh, two: Mesh, T_one_two: Array, asked: float) -> bool:
    """Whether two closed meshes, the second at T_one_two (4, 4), are more than `asked` mm apart.

    No two triangles may be nearer: boxes of triangles are split until they are far apart or so
    small that their triangles are measured. And no shell may lie inside the other mesh: one corner
    of each shell decides that.
    """
    seen = two.vertices @ T_one_two[:3, :3].T + T_one_two[:3, 3]
    if not _triangles_apart(one.vertices[one.triangles], seen[two.triangles], asked):
        return False
    back = (one.vertices - T_one_two[:3, 3]) @ T_one_two[:3, :3]
    seen, back = seen[_corner_of_each_shell(two)], back[_corner_of_each_shell(one)]
    return not (winds_round(one, seen).any() or winds_round(two, back).any())


def _corner_of_each_shell(mesh: Mesh) -> NDArray[np.int64]:
    """The lowest vertex of every set of connected triangles, (k,)."""
    name = np.arange(len(mesh.vertices))
    while True:
        least = name.copy()
        for k in range(3):
            np.minimum.at(least, mesh.triangles[:, k], name[mesh.triangles].min(axis=1))
        least = least[least]
        if np.array_equal(least, name):
            return np.unique(name[mesh.triangles])
        name = least


def _triangles_apart(one: Array, two: Array, asked: float) -> bool:
    pending = [(np.arange(len(one)), np.arange(len(two)))]
    while pending:
        i, j = pending.pop()
        lo_i, hi_i = one[i].min(axis=(0, 1)), one[i].max(axis=(0, 1))
        lo_j, hi_j = two[j].min(axis=(0, 1)), two[j].max(axis=(0, 1))
        between = np.maximum(np.maximum(lo_i - hi_j, lo_j - hi_i), 0.0)
        if np.sqrt(between @ between) > asked:
            continue
        if len(i) <= _LEAF and len(j) <= _LEAF:
            if not _few_apart(one[i], two[j], asked):
                return False
        elif len(i) > _LEAF and (len(j) <= _LEAF or np.ptp([lo_i, hi_i]) >= np.ptp([lo_j, hi_j])):
            pending += [(part, j) for part in _halves(one, i)]
        else:
            pending += [(i, part) for part in _halves(two, j)]
    return True


def _halves(corners: Array, rows: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    middles = corners[rows].mean(axis=1)
    order = rows[np.argsort(middles[:, np.argmax(np.ptp(middles, axis=0))], kind="stable")]
    return [order[: len(order) // 2], order[len(order) // 2 :]]


def _few_apart(one: Array, two: Array, asked: float) -> bool:
    """Whether no triangle of one (n, 3, 3) is within `asked` of one of two (m, 3, 3).

    Two triangles that do not cross are nearest at a corner of one or between an edge of each.
    """
    near = asked * asked
    if _squared_to_triangles(one, two.reshape(-1, 3)).min() <= near:
        return False
    if _squared_to_triangles(two, one.reshape(-1, 3)).min() <= near:
        return False
    edges_one, edges_two = (np.stack([s, np.roll(s, -1, axis=1)], axis=2) for s in (one, two))
    edges_one, edges_two = edges_one.reshape(-1, 2, 3), edges_two.reshape(-1, 2, 3)
    if _squared_between_lines(edges_one, edges_two).min() <= near:
        return False
    return not (_pierce(edges_one, two) or _pierce(edges_two, one))


def _squared_between_lines(one: Array, two: Array) -> Array:
    """Squared distances (n, m) of edges that are nearest between their ends; inf for other edges,
    whose distance the corners give."""
    u, v = (one[:, 1] - one[:, 0])[:, None], (two[:, 1] - two[:, 0])[None]
    offset = one[:, None, 0] - two[None, :, 0]
    uu, uv, vv = (np.sum(x * y, axis=2) for x, y in ((u, u), (u, v), (v, v)))
    uo, vo = np.sum(u * offset, axis=2), np.sum(v * offset, axis=2)
    bottom = uu * vv - uv * uv
    safe = np.where(bottom > _PARALLEL * uu * vv, bottom, np.inf)
    s, t = (uv * vo - vv * uo) / safe, (uu * vo - uv * uo) / safe
    apart = offset + s[..., None] * u - t[..., None] * v
    within = np.isfinite(safe) & (s >= 0.0) & (s <= 1.0) & (t >= 0.0) & (t <= 1.0)
    return np.where(within, np.sum(apart * apart, axis=2), np.inf)


def _pierce(edges: Array, corners: Array) -> bool:
    """Whether some edge goes through some triangle."""
    start, end = edges[:, 0], edges[:, 1]
    a, b, c = corners.transpose(1, 0, 2)
    normal = np.cross(b - a, c - a)
    h0 = np.einsum("nmi,mi->nm", start[:, None] - a, normal)
    h1 = np.einsum("nmi,mi->nm", end[:, None] - a, normal)
    across = h0 * h1 <= 0.0
    share = h0 / np.where(h0 == h1, 1.0, h0 - h1)
    point = start[:, None] + share[..., None] * (end - start)[:, None]
    inside = across & (h0 != h1)
    for p, q in ((a, b), (b, c), (c, a)):
        inside &= np.einsum("nmi,mi->nm", np.cross((q - p)[None], point - p), normal) >= 0.0
    return bool(inside.any())
