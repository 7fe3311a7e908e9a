"""The common part of two placed primitives, where it is again a primitive.

It is nothing if a plane separates them; the smaller one if it lies in the other; a polytope if both
have flat faces; a part of a cylinder or cone cut square to its axis; the thinner of two cylinders
about one axis. Any other common part raises UnknownShapeError.
"""

from dataclasses import dataclass

import numpy as np

from geometry.errors import GeometryError
from geometry.poses import Array, inverted, placed
from geometry.separation.gjk import separation
from geometry.solids.primitives.cylinder import Cylinder
from geometry.solids.primitives.primitive import Leaf, Primitive
from geometry.solids.tree import Solid
from geometry.tessellation.kernel import mesh_of
from geometry.tessellation.patterns import polytope

# Share of the size within which faces lie in one plane.
_ROUNDING = 1e-10


class UnknownShapeError(Exception):
    """The common part of two shapes is no primitive."""


@dataclass(frozen=True, eq=False)
class Placed:
    """A primitive (or half-space) and its pose T, (4, 4)."""

    solid: Leaf
    T: Array


def convex_parts(leaf: Solid, T: Array) -> tuple[Placed, ...]:
    """The leaf in its pose, or convex leaves whose union it is and which share no volume."""
    assert isinstance(leaf, Leaf)
    return tuple(Placed(part, T) for part in leaf.convex_parts())


def common_shape(a: Placed, b: Placed) -> Placed | None:
    """The common part of two shapes, of which `a` is finite; None if they share no volume.
    UnknownShapeError if it is no primitive."""
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
    if b.solid.flat_planes() is None:
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
    """Whether the ball about a lies in b, by b's level function."""
    assert isinstance(a.solid, Primitive)
    middle = 0.5 * np.sum(a.solid.bounds(), axis=0)
    radius = a.solid.ball_radius(middle)
    at = placed(inverted(b.T) @ a.T, middle[None])
    return bool(b.solid.level(at)[0] <= -radius)


def _cut_by_planes(a: Placed, b: Placed) -> Placed | None:
    """The part of `a` between the planes of b; None if there is none."""
    planes = b.solid.flat_planes()
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
    corners = a.solid.flat_corners()
    if corners is not None:
        return _polytope_in_common(a, b)
    if np.all(np.hypot(normals[cutting, 0], normals[cutting, 1]) <= _ROUNDING):
        low, high = _heights(a.solid, normals[cutting, 2], offsets[cutting])
        if high - low <= _ROUNDING * _size(a.solid):
            return None
        part = a.solid.between(low, high)
        if part is not None:
            return Placed(part, a.T @ _up(0.5 * (low + high)))
    own = b.solid.flat_corners()
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
    """The pose with its last row set to 0 0 0 1, without the rounding of products."""
    T = T.copy()
    T[3] = (0.0, 0.0, 0.0, 1.0)
    return T


def _heights(shape: Primitive, along: Array, offsets: Array) -> tuple[float, float]:
    """The lowest and the highest z of a shape between planes square to its axis, mm.

    along: z of the planes' normals, 1 or -1, (n,). offsets: Of the planes, (n,).
    """
    low, high = (float(end[2]) for end in shape.bounds())
    return max([low, *(-offsets[along < 0.0])]), min([high, *offsets[along > 0.0]])


def _up(z: float) -> Array:
    """The pose moved by z along the z axis, (4, 4)."""
    T = np.eye(4)
    T[2, 3] = z
    return T


def _of_coaxial_bars(a: Placed, one: Cylinder, two: Cylinder, T_a_b: Array) -> Placed | None:
    beside = np.hypot(T_a_b[0, 3], T_a_b[1, 3]) > _ROUNDING * (one.radius + one.height)
    if beside or np.hypot(T_a_b[0, 2], T_a_b[1, 2]) > _ROUNDING:
        raise UnknownShapeError
    middle = float(T_a_b[2, 3])
    low = max(-0.5 * one.height, middle - 0.5 * two.height)
    high = min(0.5 * one.height, middle + 0.5 * two.height)
    thinner = Cylinder(min(one.radius, two.radius), high - low)
    return Placed(thinner, a.T @ _up(0.5 * (low + high)))
