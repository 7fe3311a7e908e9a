"""Formulas of the certificate check for every primitive.

The prover has other formulas for the same shapes: if one of the two were wrong, they would
contradict each other. They share only the numbers of the solids. The module answers three
questions:

- how far a solid reaches along a direction d (the largest d . p of its points p);
- the level at a point: inside below 0 by at most the depth, outside above 0 by at most the
  distance;
- which primitives together contain a solid if its cutters are ignored.
"""

from collections.abc import Iterator
from itertools import islice, product

import numpy as np

from geometry.certificates.box_walls import Held, Placed, walls_of
from geometry.certificates.triangles import distance_to, level_of_mesh
from geometry.errors import GeometryError
from geometry.poses import Array
from geometry.solids.primitives.box import Box
from geometry.solids.primitives.capsule import Capsule
from geometry.solids.primitives.cone import Cone
from geometry.solids.primitives.cylinder import Cylinder
from geometry.solids.primitives.half_space import HalfSpace
from geometry.solids.primitives.hull import Hull
from geometry.solids.primitives.mesh_solid import MeshSolid
from geometry.solids.primitives.open_mesh import OpenMesh
from geometry.solids.primitives.prism import Prism
from geometry.solids.primitives.revolved import Revolved
from geometry.solids.primitives.sphere import Sphere
from geometry.solids.primitives.torus import Torus
from geometry.solids.tree import Difference, Intersection, Moved, Solid, Union

Cut = tuple[Solid, Array, tuple[Placed, ...]]

# Most covers of one solid that are tried: each part of an intersection contains the intersection.
_MOST_COVERS = 64
# A point that is this near to an open surface, mm, lies on it.
_ON_SURFACE = 1e-6
# Most heights of points over planes that are in memory at one time.
_AT_ONCE = 1_000_000


def reach(shape: Solid, d: Array) -> Array:
    """How far, mm, a primitive reaches from its own origin along directions (n, 3) of its frame,
    (n,)."""
    out = np.hypot(d[:, 0], d[:, 1])
    match shape:
        case Box():
            return np.abs(d) @ np.array(shape.size) / 2.0
        case Cylinder():
            return shape.radius * out + shape.height / 2.0 * np.abs(d[:, 2])
        case Sphere():
            return np.asarray(shape.radius * np.sqrt(np.sum(d * d, axis=1)))
        case Capsule():
            round_ = shape.radius * np.sqrt(np.sum(d * d, axis=1))
            return np.asarray(round_ + shape.height / 2.0 * np.abs(d[:, 2]))
        case Cone():
            up = shape.height / 2.0 * d[:, 2]
            return np.maximum(shape.radius_bottom * out - up, shape.radius_top * out + up)
        case Torus():
            return shape.radius * out + shape.radius_minor * np.sqrt(np.sum(d * d, axis=1))
        case Revolved():
            return np.max([r * out + z * d[:, 2] for r, z in shape.points], axis=0)
        case Prism():
            flat = np.max([x * d[:, 0] + y * d[:, 1] for x, y in shape.points], axis=0)
            return np.asarray(flat + shape.height / 2.0 * np.abs(d[:, 2]))
        case Hull():
            return np.asarray((d @ np.array(shape.points).T).max(axis=1))
        case MeshSolid():
            corners = shape.mesh.vertices[np.unique(shape.mesh.triangles)]
            return np.asarray((d @ corners.T).max(axis=1))
    raise _unknown(shape)


def united(shape: Solid) -> list[tuple[Solid, Array]]:
    """Primitives and their poses whose union is the given primitive and which overlap where they
    meet inside it; empty for primitives that have walls of their own."""
    if not isinstance(shape, Capsule):
        return []
    low, high = np.eye(4), np.eye(4)
    low[2, 3], high[2, 3] = -shape.height / 2.0, shape.height / 2.0
    ball = Sphere(shape.radius)
    return [(Cylinder(shape.radius, shape.height), np.eye(4)), (ball, low), (ball, high)]


def held_by(solid: Solid) -> Iterator[Held]:
    """Lists of primitives with their poses in the solid; the primitives of each list together
    contain the whole solid. In the last list, boxes with box-shaped cuts are their walls."""
    yield from islice(_held(solid, np.eye(4)), _MOST_COVERS)
    cut = list(_held_and_cut(solid, np.eye(4), ()))
    walls = [walls_of(*item) for item in cut]
    if any(own is not None for own in walls) and len(cut) == len(next(_held(solid, np.eye(4)))):
        pairs = zip(cut, walls, strict=True)
        yield [
            item for (shape, T, _), own in pairs for item in ([(shape, T)] if own is None else own)
        ]


def _held_and_cut(solid: Solid, T: Array, cuts: tuple[Placed, ...]) -> Iterator[Cut]:
    """The primitives of a solid without its cutters, each with its pose and with the solids that
    are cut from it, those inside first. Nothing of an intersection, which has several covers."""
    match solid:
        case Moved():
            yield from _held_and_cut(solid.inner, T @ solid.T, cuts)
        case Union():
            for part in solid.parts:
                yield from _held_and_cut(part, T, cuts)
        case Difference():
            own = tuple((cutter, T) for cutter in solid.cutters)
            yield from _held_and_cut(solid.whole, T, (*own, *cuts))
        case Intersection():
            return
        case _:
            yield solid, T, cuts


def _held(solid: Solid, T: Array) -> Iterator[Held]:
    match solid:
        case Moved():
            yield from _held(solid.inner, T @ solid.T)
        case Difference():
            yield from _held(solid.whole, T)
        case Intersection():
            for part in solid.parts:
                if not _is_endless(part):
                    yield from _held(part, T)
        case Union():
            choices = [list(_held(part, T))[:_MOST_COVERS] for part in solid.parts]
            for chosen in product(*choices):
                yield [item for held in chosen for item in held]
        case _:
            yield [(solid, T)]


def _is_endless(solid: Solid) -> bool:
    match solid:
        case Moved():
            return _is_endless(solid.inner)
        case Difference():
            return _is_endless(solid.whole)
        case Intersection():
            return all(_is_endless(part) for part in solid.parts)
        case Union():
            return any(_is_endless(part) for part in solid.parts)
    return isinstance(solid, HalfSpace)


def box_about(solid: Solid, T: Array) -> tuple[Array, Array]:
    """Bounds (lo, hi), (3,) each, of a solid that T places, along the axes of the outer frame."""
    match solid:
        case Moved():
            return box_about(solid.inner, T @ solid.T)
        case Difference():
            return box_about(solid.whole, T)
        case Union():
            boxes = [box_about(part, T) for part in solid.parts]
            return np.min([lo for lo, _ in boxes], axis=0), np.max([hi for _, hi in boxes], axis=0)
        case Intersection():
            boxes = [box_about(part, T) for part in solid.parts]
            return np.max([lo for lo, _ in boxes], axis=0), np.min([hi for _, hi in boxes], axis=0)
        case HalfSpace():
            return _half_space_box(solid, T)
    R = T[:3, :3]
    return T[:3, 3] - reach(solid, -R), T[:3, 3] + reach(solid, R)


def _half_space_box(solid: HalfSpace, T: Array) -> tuple[Array, Array]:
    normal = T[:3, :3] @ np.array(solid.normal)
    lo, hi = np.full(3, -np.inf), np.full(3, np.inf)
    for axis in np.flatnonzero(np.abs(normal) == 1.0):
        at = T[axis, 3] + solid.offset * normal[axis]
        (hi if normal[axis] > 0.0 else lo)[axis] = at
    return lo, hi


def level(solid: Solid, points: Array, *, certain: bool = False) -> Array:
    """The level of a solid at points (n, 3) of its frame, (n,); see the head of this module.

    certain: An open mesh counts as its surface and not as its hull: the level is -inf on the
        surface and inf elsewhere.
    """
    match solid:
        case Moved():
            inner = (points - solid.T[:3, 3]) @ solid.T[:3, :3]
            return level(solid.inner, inner, certain=certain)
        case Union():
            return np.min([level(part, points, certain=certain) for part in solid.parts], axis=0)
        case Intersection():
            return np.max([level(part, points, certain=certain) for part in solid.parts], axis=0)
        case Difference():
            out = [-level(cutter, points) for cutter in solid.cutters]
            return np.max([level(solid.whole, points, certain=certain), *out], axis=0)
        case OpenMesh() if certain:
            on = distance_to(solid.surface, points) <= _ON_SURFACE
            return np.where(on, -np.inf, np.inf)
        case MeshSolid():
            return level_of_mesh(solid.mesh, points)
    return _primitive_level(solid, points)


def _primitive_level(solid: Solid, p: Array) -> Array:
    out = np.sqrt(p[:, 0] ** 2 + p[:, 1] ** 2)
    match solid:
        case HalfSpace():
            return np.asarray(p @ np.array(solid.normal) - solid.offset)
        case Box():
            return _product(*(np.abs(p[:, i]) - solid.size[i] / 2.0 for i in range(3)))
        case Cylinder():
            return _product(out - solid.radius, np.abs(p[:, 2]) - solid.height / 2.0)
        case Sphere():
            return np.asarray(np.sqrt(np.sum(p * p, axis=1)) - solid.radius)
        case Capsule():
            along = np.clip(p[:, 2], -solid.height / 2.0, solid.height / 2.0)
            return np.asarray(np.sqrt(out**2 + (p[:, 2] - along) ** 2) - solid.radius)
        case Torus():
            return np.asarray(
                np.sqrt((out - solid.radius) ** 2 + p[:, 2] ** 2) - solid.radius_minor
            )
        case Cone():
            fall, rise = solid.radius_bottom - solid.radius_top, solid.height
            middle = (solid.radius_bottom + solid.radius_top) / 2.0
            flank = ((out - middle) * rise + p[:, 2] * fall) / np.sqrt(rise**2 + fall**2)
            return np.maximum(flank, np.abs(p[:, 2]) - solid.height / 2.0)
        case Prism():
            outline = np.array(solid.points)
            walls = np.ones(len(outline), dtype=bool)
            beside = _outline_level(outline, p[:, :2], walls)
            return _product(beside, np.abs(p[:, 2]) - solid.height / 2.0)
        case Revolved():
            profile = np.array(solid.points)
            walls = (profile[:, 0] > 0.0) | (np.roll(profile, -1, axis=0)[:, 0] > 0.0)
            return _outline_level(profile, np.column_stack([out, p[:, 2]]), walls)
        case Hull():
            return highest(np.array(solid.planes), p)
    raise _unknown(solid)


def highest(planes: Array, p: Array) -> Array:
    """The greatest height of each point (n, 3) over planes (m, 4), (n,), mm."""
    parts = np.array_split(p, 1 + len(p) * len(planes) // _AT_ONCE)
    return np.concatenate([(q @ planes[:, :3].T - planes[:, 3]).max(axis=1) for q in parts])


def _product(*levels: Array) -> Array:
    """The level of the common part of shapes whose faces are perpendicular to each other, (n,)."""
    deepest = np.max(levels, axis=0)
    squares = np.sum([np.where(level > 0.0, level, 0.0) ** 2 for level in levels], axis=0)
    return np.where(deepest > 0.0, np.sqrt(squares), deepest)


def _outline_level(outline: Array, points: Array, walls: np.ndarray) -> Array:
    """Distance of points (n, 2) to the edges of a polygon that are walls, (n,), below 0 where the
    polygon winds round a point. walls: Whether each edge is a wall, (m,)."""
    start, end = outline, np.roll(outline, -1, axis=0)
    u, v = start[None] - points[:, None], end[None] - points[:, None]
    cross = u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0]
    upward, downward = (u[..., 1] <= 0.0) & (v[..., 1] > 0.0), (v[..., 1] <= 0.0) & (u[..., 1] > 0)
    winding = np.sum(upward & (cross > 0.0), axis=1) - np.sum(downward & (cross < 0.0), axis=1)
    edge = end - start
    length = np.sum(edge * edge, axis=1)
    along = -np.sum(u * edge, axis=2) / np.where(length > 0.0, length, 1.0)
    foot = u + np.clip(along, 0.0, 1.0)[..., None] * edge
    far = np.sqrt(np.sum(foot * foot, axis=2))[:, walls].min(axis=1)
    return np.where(winding != 0, -far, far)


def _unknown(solid: Solid) -> GeometryError:
    return GeometryError(f"certificates of a {type(solid).__name__} cannot be checked")
