"""Workpieces that the work changes: what a tool sweeps is cut away, and a part is pressed or bent.

Both give a new tree; the old one is the state to step back to.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from geometry.arrangement import named_parts, polytope, with_named
from geometry.errors import GeometryError
from geometry.hull import Hull
from geometry.kernel import CHORD, mesh_of
from geometry.pieces import convex_pieces, flat_corners
from geometry.poses import Array, checked_pose, placed
from geometry.primitives import Cone, Cylinder, HalfSpace, Prism, Sphere
from geometry.solid import Difference, Intersection, Moved, Named, Solid, Union, union
from geometry.triangulation import convex_polygons

# A tool that turns by less than this between two poses, rad, moves in a straight line.
_STRAIGHT = 1e-9
# Lengths below this, mm, are rounding.
_NOTHING = 1e-9


def cut_by_sweep(
    part: Solid, tool: Solid, T_part_tool: ArrayLike, chord: float = CHORD
) -> Difference:
    """The part without what the tool sweeps on its way through poses T_part_tool (m, 4, 4).

    A cylinder along its axis (a drill) sweeps a cylinder, exactly. What else moves straight
    between two poses sweeps the hull of both ends of each of its convex pieces, exactly for flat
    faces and to the chord for round ones. Where the tool turns as well, the poses must be close:
    the hulls of neighbours are taken.
    """
    poses = [checked_pose(T, f"T_part_tool[{i}]") for i, T in enumerate(np.asarray(T_part_tool))]
    if not poses:
        raise GeometryError("a cut needs at least one pose of the tool")
    swept = [tool.moved(poses[0])]
    for start, end in pairwise(poses):
        swept.extend(_swept(tool, start, end, chord))
    return Difference(part, (union(swept),))


def deformed(
    solid: Solid, name: str, linear: ArrayLike, shift: Sequence[float] = (0, 0, 0)
) -> Solid:
    """The tree with the sub-solid of that name put through the affine map p -> linear p + shift,
    in the frame of the whole solid: a matrix (3, 3) and mm.

    Half-spaces stay half-spaces, so flat faces are exact. A round face stays one of ours only
    under some maps: a cylinder or cone that is stretched along its axis, or anything that is
    scaled evenly; other maps of round faces are refused.
    """
    A, t = np.asarray(linear, dtype=float), np.asarray(shift, dtype=float)
    if A.shape != (3, 3) or t.shape != (3,) or not (np.isfinite(A).all() and np.isfinite(t).all()):
        raise GeometryError("an affine map is a matrix (3, 3) and a shift of three numbers, finite")
    if np.linalg.det(A) <= 0.0:
        raise GeometryError("an affine map that flattens or mirrors leaves no workpiece")
    if name not in named_parts(solid):
        return with_named(solid, name, lambda part: part)
    T = _pose_of(solid, name, np.eye(4))
    assert T is not None
    # The map in the frame of the sub-solid: T^-1 after the map after T.
    R, o = T[:3, :3], T[:3, 3]
    own = R.T @ A @ R
    moved = R.T @ (A @ o + t - o)
    return with_named(solid, name, lambda part: _mapped(part, own, moved))


def _swept(tool: Solid, start: Array, end: Array, chord: float) -> list[Solid]:
    way = start[:3, :3].T @ (end[:3, 3] - start[:3, 3])
    length = float(np.linalg.norm(way))
    turns = float(np.abs(end[:3, :3] - start[:3, :3]).max()) > _STRAIGHT
    if length <= _NOTHING and not turns:
        return []
    across = float(np.hypot(way[0], way[1]))
    if isinstance(tool, Cylinder) and not turns and across <= _NOTHING:
        middle = 0.5 * (start + end)
        middle[:3, :3] = start[:3, :3]
        return [Cylinder(tool.radius, tool.height + length).moved(middle)]
    found: list[Solid] = []
    for piece in convex_pieces(tool):
        corners = flat_corners(piece.shape)
        cloud = mesh_of(piece.shape, chord).vertices if corners is None else corners
        own = placed(piece.T_solid_piece, cloud)
        found.append(polytope(np.vstack([placed(start, own), placed(end, own)])))
    return [*found, tool.moved(end)]


def _pose_of(solid: Solid, name: str, T: Array) -> Array | None:
    """The pose of the sub-solid of that name in the frame of the whole."""
    match solid:
        case Named() if solid.name == name:
            return T
        case Moved():
            return _pose_of(solid.inner, name, T @ solid.T)
        case Union() | Intersection():
            children = solid.parts
        case Difference():
            children = (solid.whole, *solid.cutters)
        case _:
            return None
    return next((at for child in children if (at := _pose_of(child, name, T)) is not None), None)


def _mapped(solid: Solid, A: Array, t: Array) -> Solid:
    """The solid put through p -> A p + t in its own frame."""
    match solid:
        case Named():
            return _mapped(solid.inner, A, t).named(solid.name)
        case Moved():
            R, o = solid.T[:3, :3], solid.T[:3, 3]
            return _mapped(solid.inner, R.T @ A @ R, R.T @ (A @ o + t - o)).moved(solid.T)
        case Union():
            return Union(tuple(_mapped(part, A, t) for part in solid.parts))
        case Intersection():
            return Intersection(tuple(_mapped(part, A, t) for part in solid.parts))
        case Difference():
            cutters = tuple(_mapped(part, A, t) for part in solid.cutters)
            return Difference(_mapped(solid.whole, A, t), cutters)
        case HalfSpace():
            normal = np.linalg.solve(A.T, np.asarray(solid.normal))
            x, y, z = (float(v) for v in normal)
            return HalfSpace((x, y, z), solid.offset + float(normal @ t))
        case Prism() if not solid.is_convex:
            parts = [
                Prism(tuple(map(tuple, p)), solid.height) for p in convex_polygons(solid.polygon)
            ]
            return union(_mapped(part, A, t) for part in parts)
    corners = flat_corners(solid)
    if corners is not None:
        return _mapped_hull(corners, A, t)
    return _mapped_round(solid, A, t)


def _mapped_hull(corners: Array, A: Array, t: Array) -> Hull:
    return polytope(corners @ A.T + t)


def _mapped_round(solid: Solid, A: Array, t: Array) -> Solid:
    """A round primitive where the map leaves it one: R diag(s, s, k) with a rotation R."""
    scale = float(np.linalg.norm(A[:, 0]))
    rise = float(np.linalg.norm(A[:, 2]))
    R = A / np.array([scale, scale, rise])
    if not np.allclose(R.T @ R, np.eye(3), rtol=0.0, atol=1e-9):
        raise GeometryError(
            f"a {type(solid).__name__.lower()} stays no round primitive under this map: stretch it "
            "along its axis, or scale it evenly"
        )
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = R, t
    match solid:
        case Cylinder():
            return Cylinder(scale * solid.radius, rise * solid.height).moved(T)
        case Cone():
            bottom, top = scale * solid.radius_bottom, scale * solid.radius_top
            return Cone(bottom, top, rise * solid.height).moved(T)
        case Sphere() if abs(rise - scale) <= 1e-12 * scale:
            return Sphere(scale * solid.radius).moved(T)
    raise GeometryError(f"a {type(solid).__name__.lower()} cannot be deformed by this map")
