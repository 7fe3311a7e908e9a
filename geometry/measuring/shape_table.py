"""The standard shape table: every primitive's half-spaces and quadrics, placed (T1LIST of TIPS-1).

What the paper's system multiplies by the matrix of each step: plain numbers, nothing of our own.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from geometry.exact.faces import faces_of
from geometry.poses import Array, checked_pose, placed, read_only
from geometry.solids.polygons import convex_polygons
from geometry.solids.primitives import Prism
from geometry.solids.tree import Difference, Intersection, Moved, Named, Solid, Union, checked_solid


@dataclass(frozen=True, eq=False)
class ShapeRow:
    """One primitive.

    number: Place in the depth-first order of the solid's primitives. kind: Its name. part: The
    names of the sub-solids that hold it, outermost first. is_cut: Whether it takes away.
    half_spaces: Rows (a, b, c, d): the inside has a x + b y + c z <= d, unit normals, (n, 4).
    quadrics: Symmetric matrices Q, (m, 4, 4): the inside has (p, 1) Q (p, 1) <= 0. sizes: Numbers
    that describe what has no such faces in its own frame: radius and radius of the tube of a
    torus, corners (r, z) of a profile, corners (x, y) of a prism with dents, the bounds of a mesh.
    height: Of a prism with dents, along its z, about its middle. convex_parts: Its half-spaces,
    those of one convex part after the other: the inside is in one of them. is_common: Whether it
    keeps what is common to it and the shapes before it.
    """

    number: int
    kind: str
    part: tuple[str, ...]
    is_cut: bool
    T_world_shape: Array
    half_spaces: Array
    quadrics: Array
    sizes: tuple[float, ...]
    height: float | None = None
    convex_parts: tuple[Array, ...] = ()
    is_common: bool = False


def shape_table(solid: Solid, T_world_solid: ArrayLike) -> tuple[ShapeRow, ...]:
    """The rows of all primitives of a placed solid, world axes, mm."""
    checked_solid(solid)
    T = checked_pose(T_world_solid, "T_world_solid")
    found: list[ShapeRow] = []
    _collect(solid, T, _Role(), found)
    return tuple(found)


@dataclass(frozen=True)
class _Role:
    """What a shape does in the tree: of which named parts it is, and how it is put to the rest."""

    part: tuple[str, ...] = ()
    is_cut: bool = False
    is_common: bool = False


def _collect(solid: Solid, T: Array, role: _Role, found: list[ShapeRow]) -> None:
    match solid:
        case Named():
            _collect(solid.inner, T, replace(role, part=(*role.part, solid.name)), found)
        case Moved():
            _collect(solid.inner, T @ solid.T, role, found)
        case Union():
            for child in solid.parts:
                _collect(child, T, role, found)
        case Intersection():
            for i, child in enumerate(solid.parts):
                common = role.is_common or i > 0
                _collect(child, T, replace(role, is_common=common), found)
        case Difference():
            _collect(solid.whole, T, role, found)
            for cutter in solid.cutters:
                _collect(cutter, T, replace(role, is_cut=not role.is_cut), found)
        case _:
            found.append(_row(solid, T, role, len(found)))


def _row(solid: Solid, T: Array, role: _Role, number: int) -> ShapeRow:
    faces = [face.placed(T) for face in faces_of(solid) or ()]
    planes = [(*face.normal, face.offset) for face in faces if face.centre is None]
    quadrics = [face.quadric() for face in faces if face.centre is not None]
    return ShapeRow(
        number,
        type(solid).__name__.lower(),
        role.part,
        role.is_cut,
        read_only(T),
        read_only(np.array(planes).reshape(-1, 4)),
        read_only(np.array(quadrics).reshape(-1, 4, 4)),
        () if faces else _sizes(solid, T),
        solid.height if isinstance(solid, Prism) and not faces else None,
        _convex_parts(solid, T) if not faces else (),
        role.is_common,
    )


def _convex_parts(solid: Solid, T: Array) -> tuple[Array, ...]:
    """The half-spaces (n, 4) of the convex prisms into which one with dents falls."""
    if not isinstance(solid, Prism):
        return ()
    made = []
    for outline in convex_polygons(solid.polygon):
        corners = tuple((float(x), float(y)) for x, y in outline)
        faces = faces_of(Prism(corners, solid.height)) or ()
        planes = [(*face.normal, face.offset) for face in (face.placed(T) for face in faces)]
        made.append(read_only(planes))
    return tuple(made)


def _sizes(solid: Solid, T: Array) -> tuple[float, ...]:
    """Numbers of a shape without such faces: lengths as given, or the bounds of a mesh."""
    radius = getattr(solid, "radius", None)
    if radius is not None:
        return (float(radius), float(getattr(solid, "radius_minor", 0.0)))
    points = getattr(solid, "points", None)
    if points is not None:
        return tuple(float(v) for point in points for v in point)
    lo, hi = solid.bounds()
    return tuple(float(v) for v in placed(np.eye(4), np.array([lo, hi])).ravel())
