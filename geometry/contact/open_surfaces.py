"""Contact of open surfaces, which enclose no volume: a body hits one where it crosses the surface.

A body inside the hull of an open surface that does not touch the surface may be inside or outside
the part that the surface was meant to bound. It is not in contact, and it is not free either.
"""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from geometry.contact.mesh_collision import HAS_FCL, surface_distance, surfaces_meet
from geometry.meshes.mesh import Mesh
from geometry.poses import Array, inverted, placed
from geometry.solids.primitives.mesh_solid import imported_chord, winding_numbers
from geometry.solids.primitives.open_mesh import OpenMesh
from geometry.solids.tree import Difference, Intersection, Moved, Solid, Union, union
from geometry.tessellation.chords import CHORD
from geometry.tessellation.kernel import mesh_of
from geometry.tolerances import TOUCH_TOLERANCE

# Most triangles of one search, and the size, mm, below which triangles are not split.
_MOST_ASKED = 60_000
_SMALLEST = 1e-3
# Level, mm, up to which a point counts as being in its solid, and not in a place that was cut away.
_ON = 1e-6


@lru_cache(maxsize=4096)
def has_open(solid: Solid) -> bool:
    """Whether a solid contains an open surface."""
    return bool(open_surfaces(solid))


@lru_cache(maxsize=256)
def open_surfaces(solid: Solid) -> tuple[Mesh, ...]:
    """The open surfaces of a solid, in its frame."""
    return tuple(_surfaces(solid, np.eye(4)))


def _surfaces(solid: Solid, T: Array) -> Iterator[Mesh]:
    match solid:
        case OpenMesh():
            yield solid.surface.placed(T)
        case Moved():
            yield from _surfaces(solid.inner, T @ solid.T)
        case Difference():
            yield from _surfaces(solid.whole, T)
        case Union() | Intersection():
            for part in solid.parts:
                yield from _surfaces(part, T)


@lru_cache(maxsize=256)
def closed_part(solid: Solid) -> Solid | None:
    """The solid without its open surfaces: the part that certainly exists; None if there is
    none."""
    match solid:
        case OpenMesh():
            return None
        case Moved():
            inner = closed_part(solid.inner)
            return None if inner is None else inner.moved(solid.T)
        case Union():
            parts = [part for part in map(closed_part, solid.parts) if part is not None]
            return union(parts) if parts else None
        case Difference():
            whole = closed_part(solid.whole)
            return None if whole is None else Difference(whole, solid.cutters)
        case Intersection():
            return None if any(map(has_open, solid.parts)) else solid
    return solid


def point_of_contact(a: Solid, b: Solid, T_a_b: Array) -> tuple[Array, float] | None:
    """A point (3,), in the frame of a, at which an open surface of one solid crosses the other, and
    its depth in the other, mm (0 for two surfaces, and for imported meshes); None if there is none.
    """
    T_b_a = inverted(T_a_b)
    for surface in open_surfaces(a):
        found = _point_in(surface.placed(T_b_a), b, a, T_a_b)
        if found is not None:
            return placed(T_a_b, found[0][None])[0], found[1]
    for surface in open_surfaces(b):
        found = _point_in(surface.placed(T_a_b), a, b, T_b_a)
        if found is not None:
            return found
    for one in open_surfaces(a):
        for two in open_surfaces(b):
            if surfaces_meet(one, np.eye(4), two, T_a_b, closed=False):
                return _between(one, two.placed(T_a_b)), 0.0
    return None


def surfaces_are_clear(a: Solid, b: Solid, T_a_b: Array, asked: float) -> bool:
    """Whether every open surface of a and b is more than `asked` mm from the other body, so that a
    way of that length ends in no contact."""
    T_b_a = inverted(T_a_b)
    if any(not _is_clear(s.placed(T_b_a), closed_part(b), asked) for s in open_surfaces(a)):
        return False
    if any(not _is_clear(s.placed(T_a_b), closed_part(a), asked) for s in open_surfaces(b)):
        return False
    both = [(one, two) for one in open_surfaces(a) for two in open_surfaces(b)]
    if both and not HAS_FCL:
        return False
    return all(surface_distance(one, np.eye(4), two, T_a_b) > asked for one, two in both)


def _is_clear(surface: Mesh, solid: Solid | None, asked: float) -> bool:
    if solid is None:
        return True
    chord = imported_chord(solid)
    if chord is not None:
        other = mesh_of(solid, CHORD)
        far = HAS_FCL and surface_distance(surface, np.eye(4), other, np.eye(4))
        return far > asked + chord + CHORD and not _runs_into(surface, other)
    corners, count = surface.vertices[surface.triangles], 0
    while len(corners) and count < _MOST_ASKED:
        count += len(corners)
        middle = corners.mean(axis=1)
        size = np.linalg.norm(corners - middle[:, None], axis=2).max(axis=1)
        level = solid.level(middle)
        if level.min() <= asked:
            return False
        corners = _quarters(corners[level - size <= asked])
    return not len(corners)


def depth_in_closed(a: Solid, b: Solid, T_a_b: Array, point: Array) -> float:
    """The depth, mm, of a point of contact (3,), in the frame of a, in the closed parts of a and b;
    the smaller depth if it lies in both."""
    sides = (closed_part(a), point), (closed_part(b), placed(inverted(T_a_b), point[None])[0])
    levels = [float(solid.level(p[None])[0]) for solid, p in sides if solid is not None]
    return min(-level for level in levels if level < 0.0)


def _point_in(
    surface: Mesh, solid: Solid, own: Solid, T_own_solid: Array
) -> tuple[Array, float] | None:
    """A point of the surface inside the closed part of a solid, in the solid's frame, and its
    depth, mm; None if there is none. own: The solid to which the surface belongs."""
    closed = closed_part(solid)
    if closed is None:
        return None
    if imported_chord(closed) is not None:
        other = mesh_of(closed, CHORD)
        if not _runs_into(surface, other):
            return None
        return _between(surface, other), 0.0
    return _deepest(surface.vertices[surface.triangles], closed, own, T_own_solid)


def _runs_into(surface: Mesh, other: Mesh) -> bool:
    if surfaces_meet(surface, np.eye(4), other, np.eye(4), closed=False):
        return True
    return bool(winding_numbers(other, surface.vertices[surface.triangles[:1, 0]])[0] > 0.5)


def _deepest(
    corners: Array, solid: Solid, own: Solid, T_own_solid: Array
) -> tuple[Array, float] | None:
    """A point of triangles (n, 3, 3) well inside a solid, and its depth, mm; None if none is found.

    Triangles are split. No point of a triangle is deeper than its middle by more than the size of
    the triangle, so that triangles that cannot reach into the solid are left out.
    """
    lo, hi = solid.bounds()
    near = np.all((corners.min(axis=1) <= hi) & (corners.max(axis=1) >= lo), axis=1)
    corners, asked = corners[near], 0
    while len(corners) and asked < _MOST_ASKED:
        asked += len(corners)
        middle = corners.mean(axis=1)
        size = np.linalg.norm(corners - middle[:, None], axis=2).max(axis=1)
        level = solid.level(middle)
        deep = np.flatnonzero(level <= -TOUCH_TOLERANCE)
        there = own.level(placed(T_own_solid, middle[deep])) <= _ON
        if there.any():
            best = deep[there][np.argmin(level[deep[there]])]
            return middle[best], -float(level[best])
        corners = _quarters(corners[(level - size <= -TOUCH_TOLERANCE) & (size > _SMALLEST)])
    return None


def _quarters(corners: Array) -> Array:
    a, b, c = corners.transpose(1, 0, 2)
    ab, bc, ca = 0.5 * (a + b), 0.5 * (b + c), 0.5 * (c + a)
    parts = ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))
    return np.concatenate([np.stack(part, axis=1) for part in parts])


def _between(one: Mesh, two: Mesh) -> Array:
    """The middle of the common part of two surfaces' bounds, (3,): about where they cross."""
    lo = np.maximum(one.vertices.min(axis=0), two.vertices.min(axis=0))
    hi = np.minimum(one.vertices.max(axis=0), two.vertices.max(axis=0))
    return np.asarray(0.5 * (lo + hi))
