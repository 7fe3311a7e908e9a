"""Workpieces: a swept tool cuts material away, or a named piece is pressed or stretched.

Both give a new tree; the old tree stays valid as the state before the step.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from geometry.errors import GeometryError
from geometry.machining.swept_tool import SweptWay
from geometry.poses import Array, checked_pose
from geometry.solids.primitives.box import Box
from geometry.solids.primitives.half_space import HalfSpace
from geometry.solids.primitives.hull import Hull
from geometry.solids.primitives.primitive import Primitive
from geometry.solids.tree import (
    Difference,
    Intersection,
    Moved,
    Named,
    Solid,
    Union,
    children,
    recombined,
    union,
)
from geometry.tessellation.chords import CHORD
from geometry.tessellation.kernel import mesh_of
from geometry.tessellation.patterns import named_parts, polytope, with_named

# Largest entry of R^T R - 1 of a rotation: a map is made of products, and rounded.
_ROTATION_ROUNDING = 1e-9


def cut_by_sweep(part: Solid, tool: Solid, T_part_tool: ArrayLike, chord: float = CHORD) -> Solid:
    """The part minus the solids that the tool sweeps through poses T_part_tool (m, 4, 4).

    The tool moves straight between two poses (`swept_tool` says how exact the result is); where it
    turns as well, the poses must be close. chord: Chord tolerance, mm. GeometryError for no poses.
    """
    poses = [checked_pose(T, f"T_part_tool[{i}]") for i, T in enumerate(np.asarray(T_part_tool))]
    if not poses:
        raise GeometryError("a cut needs at least one pose of the tool")
    way = SweptWay(tool, np.array(poses), chord, part.bounds())
    return without(part, way.solids(), chord)


def without(part: Solid, cutters: Sequence[Solid], chord: float = CHORD) -> Solid:
    """The part minus those cutters that remove something new; the part itself if none does.

    A cutter outside the bounds of the part removes nothing. Neither does one that, within these
    bounds, reaches beyond an older cutter by at most a quarter of the chord: an arm that returns
    on its own path is that near to it.
    """
    old = part.cutters if isinstance(part, Difference) else ()
    whole = part.whole if isinstance(part, Difference) else part
    region = part.bounds()
    known = [(cutter, *cutter.bounds()) for cutter in old]
    for cutter in cutters:
        low, high = cutter.bounds()
        meets = np.all(low < region[1]) and np.all(high > region[0])
        if meets and not _is_held(cutter, known, region, 0.25 * chord):
            known.append((cutter, low, high))
    if len(known) == len(old):
        return part
    return Difference(whole, tuple(cutter for cutter, _, _ in known))


def is_cut_from(left: Solid, part: Solid) -> bool:
    """Whether `left` is `part`, or what `without` leaves of it, so that it lies inside `part`."""
    if left == part:
        return True
    if not isinstance(left, Difference):
        return False
    if left.whole == part:
        return True
    if not isinstance(part, Difference) or left.whole != part.whole:
        return False
    return left.cutters[: len(part.cutters)] == part.cutters


def eased(solid: Solid, original: Solid, by: float) -> Solid:
    """The part with the cuts that were made in `original` widened by `by` mm to all sides; the part
    itself if it was not cut.

    A cut is exact only to a tolerance: a curved way is cut along straight stretches, and a tool may
    return on another path than it came. Collision checks use the eased part, so that contact within
    the tolerance of a cut counts as touching.
    """
    if solid == original or not is_cut_from(solid, original):
        return solid
    assert isinstance(solid, Difference)
    goes_on = isinstance(original, Difference) and solid.whole == original.whole
    first = len(original.cutters) if goes_on and isinstance(original, Difference) else 0
    cutters = (*solid.cutters[:first], *(_wider(cutter, by) for cutter in solid.cutters[first:]))
    return Difference(solid.whole, cutters)


def _wider(cutter: Solid, by: float) -> Solid:
    """A swept solid with all its faces moved out by at least `by` mm."""
    match cutter:
        case Moved():
            return Moved(_wider(cutter.inner, by), cutter.rows)
        case Primitive():
            wider = cutter.widened(by)
            own = cutter.flat_corners() if wider is None else None
            if own is not None:
                corners = np.array(np.meshgrid(*[(-by, by)] * 3)).reshape(3, 1, -1).T
                return polytope((own + corners).reshape(-1, 3))
            return cutter if wider is None else wider
    return cutter


def _is_held(
    cutter: Solid,
    known: Sequence[tuple[Solid, Array, Array]],
    region: tuple[Array, Array],
    beyond: float,
) -> bool:
    """Whether a convex older cutter contains the part of `cutter` within the region, except for
    `beyond` mm. known: Older cutters with their bounds lo and hi."""
    low, high = (np.clip(end, *region) for end in cutter.bounds())
    near = [
        each
        for each, lo, hi in known
        if np.all(lo <= low + beyond) and np.all(hi >= high - beyond) and _is_convex(each)
    ]
    if not near:
        return False
    middle = np.eye(4)
    middle[:3, 3] = 0.5 * (region[0] + region[1])
    width, depth, height = (float(length) for length in region[1] - region[0])
    try:
        corners = mesh_of(cutter & Box((width, depth, height)).moved(middle)).vertices
    except GeometryError:
        return True  # it shares nothing with the region
    return any(float(each.level(corners).max()) <= beyond for each in near)


def _is_convex(solid: Solid) -> bool:
    inner = solid
    while isinstance(inner, Moved):
        inner = inner.inner
    return isinstance(inner, Primitive) and inner.is_convex


def deformed_piece(
    solid: Solid, name: str, T: ArrayLike, scale: Sequence[float] = (1, 1, 1)
) -> Solid:
    """The tree with the sub-solid of that name scaled along its own axes and then moved by T.

    T: Pose (4, 4) in the sub-solid's own frame, which is that of its innermost shape. scale:
    Factors along x, y and z, above 0. GeometryError as for `deformed`.
    """
    if name not in named_parts(solid):
        return with_named(solid, name, lambda part: part)
    own = _pose_of(solid, name, np.eye(4))
    assert own is not None
    walk = _named(solid, name)
    while isinstance(walk, Moved):
        own, walk = own @ walk.T, walk.inner
    if not all(np.isfinite(s) and s > 0.0 for s in scale):
        raise GeometryError("a factor of a deformation is a number above 0")
    M = own @ checked_pose(T) @ np.diag([*scale, 1.0]) @ np.linalg.inv(own)
    return deformed(solid, name, M[:3, :3], M[:3, 3])


def piece_of(solid: Solid, name: str) -> Solid:
    """The sub-solid of that name, in its pose in the whole solid; GeometryError if there is not
    exactly one."""
    if name not in named_parts(solid):
        return with_named(solid, name, lambda part: part)
    T = _pose_of(solid, name, np.eye(4))
    assert T is not None
    return _named(solid, name).moved(T)


def _named(solid: Solid, name: str) -> Solid:
    """The named node of that name, without the moves outside it."""
    found: list[Solid] = []

    def taken(part: Solid) -> Solid:
        found.append(part)
        return part

    with_named(solid, name, taken)
    return found[0].named(name)


def deformed(solid: Solid, name: str, linear: ArrayLike, shift: ArrayLike = (0, 0, 0)) -> Solid:
    """The tree with the sub-solid of that name mapped by p -> linear p + shift, in the frame of the
    whole solid: a matrix (3, 3) and a shift (3,), mm.

    Half-spaces stay half-spaces, so that flat faces are exact. Round faces can be mapped if a
    cylinder or cone is stretched along its axis, or any shape is scaled evenly. GeometryError for
    other maps of round faces, and for maps that flatten or mirror.
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
    # The map in the frame of the sub-solid is T, then the map, then T^-1.
    R, o = T[:3, :3], T[:3, 3]
    own = R.T @ A @ R
    moved = R.T @ (A @ o + t - o)
    return with_named(solid, name, lambda part: _mapped(part, own, moved))


def _pose_of(solid: Solid, name: str, T: Array) -> Array | None:
    """The pose of the sub-solid of that name in the frame in which T places the solid; None if the
    solid has none."""
    match solid:
        case Named() if solid.name == name:
            return T
        case Moved():
            return _pose_of(solid.inner, name, T @ solid.T)
    found = (_pose_of(child, name, T) for child in children(solid))
    return next((at for at in found if at is not None), None)


def _mapped(solid: Solid, A: Array, t: Array) -> Solid:
    """The solid mapped by p -> A p + t in its own frame."""
    match solid:
        case Named():
            return _mapped(solid.inner, A, t).named(solid.name)
        case Moved():
            R, o = solid.T[:3, :3], solid.T[:3, 3]
            return _mapped(solid.inner, R.T @ A @ R, R.T @ (A @ o + t - o)).moved(solid.T)
        case Union() | Difference() | Intersection():
            return recombined(solid, lambda part: _mapped(part, A, t))
        case HalfSpace():
            normal = np.linalg.solve(A.T, np.asarray(solid.normal))
            x, y, z = (float(v) for v in normal)
            return HalfSpace((x, y, z), solid.offset + float(normal @ t))
    assert isinstance(solid, Primitive)
    parts = solid.convex_parts()
    if len(parts) > 1:
        return union(_mapped(part, A, t) for part in parts)
    corners = solid.flat_corners()
    if corners is not None:
        return _mapped_hull(corners, A, t)
    return _mapped_round(solid, A, t)


def _mapped_hull(corners: Array, A: Array, t: Array) -> Hull:
    return polytope(corners @ A.T + t)


def _mapped_round(solid: Primitive, A: Array, t: Array) -> Solid:
    """A round primitive mapped by p -> A p + t. It stays a primitive if A is R diag(s, s, k) with a
    rotation R; GeometryError for other maps."""
    scale = float(np.linalg.norm(A[:, 0]))
    rise = float(np.linalg.norm(A[:, 2]))
    R = A / np.array([scale, scale, rise])
    if not np.allclose(R.T @ R, np.eye(3), rtol=0.0, atol=_ROTATION_ROUNDING):
        raise GeometryError(
            f"a {type(solid).__name__.lower()} stays no round primitive under this map: stretch it "
            "along its axis, or scale it evenly"
        )
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = R, t
    found = solid.scaled(scale, rise)
    if found is None:
        raise GeometryError(f"a {type(solid).__name__.lower()} cannot be deformed by this map")
    return found.moved(T)
