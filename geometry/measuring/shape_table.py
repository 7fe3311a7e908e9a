"""The standard shape table: half-spaces and quadrics of every primitive, placed (T1LIST of TIPS-1).

These are the plain numbers that the paper's system multiplies by the matrix of each step.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from geometry.poses import Array, checked_pose, read_only
from geometry.solids.planes import placed_planes
from geometry.solids.primitives.primitive import Leaf, Sizes
from geometry.solids.tree import Difference, Intersection, Moved, Named, Solid, Union, checked_solid


@dataclass(frozen=True, eq=False)
class ShapeRow:
    """One row of the table: one primitive; lengths in mm.

    number: Index in the depth-first order of the solid's primitives. kind: Name of its kind. part:
    Names of the sub-solids that contain it, outermost first. is_cut: Whether it is a cutter.
    half_spaces: Rows (a, b, c, d), (n, 4), with unit normals: inside a x + b y + c z <= d.
    quadrics: Symmetric matrices Q, (m, 4, 4): inside (p, 1) Q (p, 1) <= 0. sizes: Numbers that
    describe a primitive without such faces in its own frame: radius and tube radius of a torus,
    corners (r, z) of a profile, corners (x, y) of a prism with dents, bounds of a mesh.
    height: Of a prism with dents, along its z, about its middle. convex_parts: The half-spaces
    (n, 4) of each of its convex parts: the inside is the union of the parts. is_common: Whether
    only the part that it shares with the shapes before it is kept. sizes_are: The meaning of the
    sizes, in words.
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
    sizes_are: str = ""


def shape_table(solid: Solid, T_world_solid: ArrayLike) -> tuple[ShapeRow, ...]:
    """The rows of all primitives of a placed solid, in the world frame, mm."""
    checked_solid(solid)
    T = checked_pose(T_world_solid, "T_world_solid")
    found: list[ShapeRow] = []
    _collect(solid, T, _Role(), found)
    return tuple(found)


@dataclass(frozen=True)
class _Role:
    """The role of a shape in the tree: the named parts to which it belongs, and whether it is cut
    away or intersected."""

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


def _row(leaf: Solid, T: Array, role: _Role, number: int) -> ShapeRow:
    assert isinstance(leaf, Leaf)
    faces = [face.placed(T) for face in leaf.convex_faces() or ()]
    planes = [(*face.normal, face.offset) for face in faces if face.centre is None]
    quadrics = [face.quadric() for face in faces if face.centre is not None]
    sizes = leaf.sizes_beside_faces() or Sizes("", ())
    return ShapeRow(
        number,
        type(leaf).__name__.lower(),
        role.part,
        role.is_cut,
        read_only(T),
        read_only(np.array(planes).reshape(-1, 4)),
        read_only(np.array(quadrics).reshape(-1, 4, 4)),
        sizes.numbers,
        sizes.height,
        _convex_parts(leaf, T),
        role.is_common,
        sizes.what,
    )


def _convex_parts(leaf: Leaf, T: Array) -> tuple[Array, ...]:
    """The half-spaces (n, 4) of each of the convex parts of a leaf with dents; empty for others."""
    parts = leaf.convex_parts()
    planes = [part.flat_planes() for part in parts] if len(parts) > 1 else []
    return tuple(read_only(placed_planes(own, T)) for own in planes if own is not None)
