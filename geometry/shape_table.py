"""The standard shape table: every primitive's half-spaces and quadrics, placed (T1LIST of TIPS-1).

What the paper's system multiplies by the matrix of each step: plain numbers, nothing of our own.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from geometry.faces import faces_of
from geometry.poses import Array, checked_pose, placed, read_only
from geometry.solid import Difference, Intersection, Moved, Named, Solid, Union, checked_solid


@dataclass(frozen=True, eq=False)
class ShapeRow:
    """One primitive.

    number: Place in the depth-first order of the solid's primitives. kind: Its name. part: The
    names of the sub-solids that hold it, outermost first. is_cut: Whether it takes away.
    half_spaces: Rows (a, b, c, d): the inside has a x + b y + c z <= d, unit normals, (n, 4).
    quadrics: Symmetric matrices Q, (m, 4, 4): the inside has (p, 1) Q (p, 1) <= 0. sizes: Numbers
    that describe what has no such faces (a torus, a profile, a mesh), else empty.
    """

    number: int
    kind: str
    part: tuple[str, ...]
    is_cut: bool
    T_world_shape: Array
    half_spaces: Array
    quadrics: Array
    sizes: tuple[float, ...]


def shape_table(solid: Solid, T_world_solid: ArrayLike) -> tuple[ShapeRow, ...]:
    """The rows of all primitives of a placed solid, world axes, mm."""
    checked_solid(solid)
    T = checked_pose(T_world_solid, "T_world_solid")
    found: list[ShapeRow] = []
    _collect(solid, T, (), False, found)
    return tuple(found)


def _collect(
    solid: Solid, T: Array, part: tuple[str, ...], is_cut: bool, found: list[ShapeRow]
) -> None:
    match solid:
        case Named():
            _collect(solid.inner, T, (*part, solid.name), is_cut, found)
        case Moved():
            _collect(solid.inner, T @ solid.T, part, is_cut, found)
        case Union() | Intersection():
            for child in solid.parts:
                _collect(child, T, part, is_cut, found)
        case Difference():
            _collect(solid.whole, T, part, is_cut, found)
            for cutter in solid.cutters:
                _collect(cutter, T, part, not is_cut, found)
        case _:
            found.append(_row(solid, T, part, is_cut, len(found)))


def _row(solid: Solid, T: Array, part: tuple[str, ...], is_cut: bool, number: int) -> ShapeRow:
    faces = [face.placed(T) for face in faces_of(solid) or ()]
    planes = [(*face.normal, face.offset) for face in faces if face.centre is None]
    quadrics = [face.quadric() for face in faces if face.centre is not None]
    return ShapeRow(
        number,
        type(solid).__name__.lower(),
        part,
        is_cut,
        read_only(T),
        read_only(np.array(planes).reshape(-1, 4)),
        read_only(np.array(quadrics).reshape(-1, 4, 4)),
        () if faces else _sizes(solid, T),
    )


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
