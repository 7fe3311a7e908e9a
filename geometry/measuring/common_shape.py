"""What two placed primitives have in common, where that is again a primitive.

Nothing, where a plane parts them; the one that lies in the other; the polytope of two shapes of
flat faces; a bar or cone cut off square to its axis; the thinner of two bars about one axis. Where
it is something else, UnknownShapeError.
"""

from dataclasses import dataclass

import numpy as np

from geometry.errors import GeometryError
from geometry.poses import Array, inverted, placed
from geometry.separation.gjk import separation
from geometry.solids.planes import flat_corners, flat_planes
from geometry.solids.polygons import convex_polygons
from geometry.solids.primitives import Cone, Cylinder, Primitive, Prism
from geometry.solids.tree import Solid
from geometry.tessellation.kernel import mesh_of
from geometry.tessellation.patterns import polytope

# Faces nearer than this, mm, for each mm of size, lie in one plane.
_ROUNDING = 1e-10


class UnknownShapeError(Exception):
    """What two shapes have in common is no primitive."""


@dataclass(frozen=True, eq=False)
class Placed:
    """A primitive (or half-space) and its pose."""

    solid: Solid
    T: Array


def convex_parts(leaf: Solid, T: Array) -> tuple[Placed, ...]:
    """The leaf itself, or convex prisms that together are one with dents."""
    if isinstance(leaf, Prism) and not leaf.is_convex:
        outlines = convex_polygons(leaf.polygon)
        made = (tuple((float(x), float(y)) for x, y in outline) for outline in outlines)
        return tuple(Placed(Prism(points, leaf.height), T) for points in made)
    return (Placed(leaf, T),)


def common_shape(a: Placed, b: Placed) -> Placed | None:
    """What two shapes share, None where that is nothing; `a` is finite."""
    T_a_b = inverted(a.T) @ b.T
    if a.solid == b.solid and np.allclose(T_a_b, np.eye(4), rtol=0.0, atol=_ROUNDING):
        return a
    assert isinstance(a.solid, Primitive)
    if isinstance(b.solid, Primitive):
        gap = float(separation(a.solid, b.solid, T_a_b[None]).gap[0])
        if gap >= -_ROUNDING * _size(a.solid):
            return None
        if _is_ball_in(a, b) or _is_ball_in(b, a):
            return a if _is_ball_in(a, b) else b
    if isinstance(a.solid, Cylinder) and isinstance(b.solid, Cylinder):
        return _of_coaxial_bars(a, a.solid, b.solid, T_a_b)
    if flat_planes(b.solid) is None:
        return _cut_by_planes(b, a)
    try:
        return _cut_by_planes(a, b)
    except UnknownShapeError:
        if not isinstance(b.solid, Primitive):
            raise
        return _cut_by_planes(b, a)


def _size(solid: Solid) -> float:
    return float(np.abs(solid.bounds()).max())


def _is_ball_in(a: Placed, b: Placed) -> bool:
    """Whether the ball about a lies in b, told by its level function."""
    assert isinstance(a.solid, Primitive)
    middle = 0.5 * np.sum(a.solid.bounds(), axis=0)
    radius = a.solid.ball_radius(middle)
    at = placed(inverted(b.T) @ a.T, middle[None])
    return bool(b.solid.level(at)[0] <= -radius)


def _cut_by_planes(a: Placed, b: Placed) -> Placed | None:
    """What is left of `a` between the planes of b."""
    planes = flat_planes(b.solid)
    if planes is None:
        raise UnknownShapeError
    assert isinstance(a.solid, Primitive)
    T_a_b = inverted(a.T) @ b.T
    normals = planes[:, :3] @ T_a_b[:3, :3].T
    offsets = planes[:, 3] + normals @ T_a_b[:3, 3]
    above = np.einsum("ij,ij->i", a.solid.support(normals), normals) - offsets
    cutting = above > _ROUNDING * _size(a.solid)
    if not cutting.any():
        return a
    corners = flat_corners(a.solid)
    if corners is not None:
        return _polytope_in_common(a, b)
    if isinstance(a.solid, Cylinder | Cone):
        return _cut_square(a, a.solid, normals[cutting], offsets[cutting])
    own = flat_corners(b.solid)
    near = _ROUNDING * _size(a.solid)
    if own is not None and a.solid.is_convex and np.all(a.solid.level(placed(T_a_b, own)) <= near):
        return b
    raise UnknownShapeError


def _polytope_in_common(a: Placed, b: Placed) -> Placed | None:
    try:
        corners = mesh_of(a.solid & b.solid.moved(_rigid(inverted(a.T) @ b.T))).vertices
        return Placed(polytope(corners), a.T)
    except GeometryError:
        return None  # they share a face at most


def _rigid(T: Array) -> Array:
    """The pose with the rounding of products taken out of its last row."""
    T = T.copy()
    T[3] = (0.0, 0.0, 0.0, 1.0)
    return T


def _cut_square(a: Placed, shape: Cylinder | Cone, normals: Array, offsets: Array) -> Placed | None:
    """A bar or cone between planes that cut it square to its axis."""
    along = normals[:, 2]
    if np.any(np.hypot(normals[:, 0], normals[:, 1]) > _ROUNDING):
        raise UnknownShapeError
    half = 0.5 * shape.height
    low = max([-half, *(-offsets[along < 0.0])])
    high = min([half, *offsets[along > 0.0]])
    if high - low <= _ROUNDING * shape.height:
        return None
    T = np.eye(4)
    T[2, 3] = 0.5 * (low + high)
    if isinstance(shape, Cylinder):
        return Placed(Cylinder(shape.radius, high - low), a.T @ T)
    ends = (shape.radius_bottom, shape.radius_top)
    bottom, top = (float(np.interp(z, (-half, half), ends)) for z in (low, high))
    return Placed(Cone(bottom, top, high - low), a.T @ T)


def _of_coaxial_bars(a: Placed, one: Cylinder, two: Cylinder, T_a_b: Array) -> Placed | None:
    beside = np.hypot(T_a_b[0, 3], T_a_b[1, 3]) > _ROUNDING * (one.radius + one.height)
    if beside or np.hypot(T_a_b[0, 2], T_a_b[1, 2]) > _ROUNDING:
        raise UnknownShapeError
    middle = float(T_a_b[2, 3])
    low = max(-0.5 * one.height, middle - 0.5 * two.height)
    high = min(0.5 * one.height, middle + 0.5 * two.height)
    T = np.eye(4)
    T[2, 3] = 0.5 * (low + high)
    return Placed(Cylinder(min(one.radius, two.radius), high - low), a.T @ T)
