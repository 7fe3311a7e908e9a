"""Covers of solids, and the separation of two covers.

A cover is a list of primitives that together contain a solid. It ignores cutters, so that it is at
least as large as its solid: covers that are apart prove that their solids are apart, and covers
that meet prove nothing.

The cover of a bin is a block without its inside. `walled_cover` gives a bin that is a box minus
boxes as its floor and its walls.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from geometry.poses import Array, inverted, placed, read_only, relative
from geometry.separation.refined_separation import close_separation
from geometry.solids.primitives.box import Box
from geometry.solids.primitives.primitive import Primitive
from geometry.solids.tree import Difference, Intersection, Moved, Solid, Union

# Most boxes that the walls of a box are; with more, the cover stays the whole box.
MOST_WALLS = 24
# Greatest deviation of the axes of a cutter from those of its box: it moves a wall by far less than
# the tolerance of touching.
_SQUARE = 1e-12


@dataclass(frozen=True, eq=False)
class Piece:
    """A primitive of a cover, and its pose in the solid."""

    primitive: Primitive
    T_solid_piece: Array


@lru_cache(maxsize=4096)
def cover(solid: Solid) -> tuple[Piece, ...]:
    """The pieces of the solid's cover, in its own frame; GeometryError for an endless solid."""
    return tuple(_piece(primitive, T) for primitive, T in solid.cover_in(np.eye(4)))


@lru_cache(maxsize=4096)
def walled_cover(solid: Solid) -> tuple[Piece, ...] | None:
    """Boxes that together contain a box with box-shaped cuts along its axes, and leave the cuts
    free; None for other solids. Cutters of other shapes are ignored.

    The part of a box outside a cutter lies in at most six boxes: for each axis, the parts below and
    above the cutter.
    """
    outer, T_solid = _unwrapped(solid)
    if not isinstance(outer, Difference):
        return None
    whole, T_whole = _unwrapped(outer.whole)
    if not isinstance(whole, Box):
        return None
    half = 0.5 * np.array(whole.size)
    walls, cuts = [(-half, half)], [_cut_bounds(cutter, T_whole) for cutter in outer.cutters]
    for bounds in cuts:
        walls = walls if bounds is None else [w for wall in walls for w in _beside(wall, bounds)]
        if len(walls) > MOST_WALLS:
            return None
    if not any(bounds is not None for bounds in cuts) or not walls:
        return None
    return tuple(_box_piece(lo, hi, T_solid @ T_whole) for lo, hi in walls)


def _unwrapped(solid: Solid) -> tuple[Solid, Array]:
    """A solid without its moves, and its pose in the solid."""
    T = np.eye(4)
    while isinstance(solid, Moved):
        T, solid = T @ solid.T, solid.inner
    return solid, T


def _cut_bounds(cutter: Solid, T_whole: Array) -> tuple[Array, Array] | None:
    """Bounds (lo, hi) of a box-shaped cutter along the axes of the box that it cuts; None for other
    shapes and axes."""
    inner, T = _unwrapped(cutter)
    if not isinstance(inner, Box):
        return None
    seen = relative(T_whole, T)
    size = np.abs(seen[:3, :3])
    if np.abs(size - np.round(size)).max() > _SQUARE:
        return None
    half = 0.5 * np.round(size) @ np.array(inner.size)
    return seen[:3, 3] - half, seen[:3, 3] + half


def _beside(wall: tuple[Array, Array], cut: tuple[Array, Array]) -> list[tuple[Array, Array]]:
    """The boxes (lo, hi) that are left of a box beside a cut: for x, y and z, below and above."""
    (lo, hi), (low, high) = wall, cut
    if np.any(low >= hi) or np.any(high <= lo):
        return [wall]
    found = []
    for axis in range(3):
        if low[axis] > lo[axis]:
            top = hi.copy()
            top[axis] = low[axis]
            found.append((lo, top))
        if high[axis] < hi[axis]:
            bottom = lo.copy()
            bottom[axis] = high[axis]
            found.append((bottom, hi))
    return found


def _box_piece(lo: Array, hi: Array, T: Array) -> Piece:
    own = np.eye(4)
    own[:3, 3] = 0.5 * (lo + hi)
    x, y, z = (float(edge) for edge in hi - lo)
    return Piece(Box((x, y, z)), read_only(T @ own))


@lru_cache(maxsize=4096)
def is_cover_exact(solid: Solid) -> bool:
    """Whether the cover equals the solid: nothing is cut, and every primitive is convex."""
    match solid:
        case Moved():
            return is_cover_exact(solid.inner)
        case Union():
            return all(is_cover_exact(part) for part in solid.parts)
        case Difference() | Intersection():
            return False
        case Primitive():
            return solid.is_convex
    return False


@dataclass(frozen=True, eq=False)
class Separations:
    """The separations of each piece of a's cover from each piece of b's, in one pose, in the frame
    of a.

    gaps: Proven gaps (na, nb), mm; below 0 a bound of the depth of pieces that meet. directions:
    Unit vectors from a to b along which the gaps are proven, (na, nb, 3). points: Points midway
    between the pieces, (na, nb, 3).
    """

    gaps: Array
    directions: Array
    points: Array

    @property
    def gap(self) -> float:
        """The least of the gaps, mm."""
        return float(self.gaps.min())

    @property
    def point(self) -> Array:
        """The point midway between the pieces with the least gap, (3,)."""
        return np.asarray(self.points.reshape(-1, 3)[int(np.argmin(self.gaps))])


def separations(a: Solid, b: Solid, T_a_b: Array) -> Separations:
    """The separations of the pieces of two covers, b at T_a_b (4, 4)."""
    shape = len(cover(a)), len(cover(b))
    gaps, directions, points = np.zeros(shape), np.zeros((*shape, 3)), np.zeros((*shape, 3))
    for i, piece_a in enumerate(cover(a)):
        T_pa_a = inverted(piece_a.T_solid_piece)
        R = piece_a.T_solid_piece[:3, :3]
        for j, piece_b in enumerate(cover(b)):
            T_pa_pb = T_pa_a @ T_a_b @ piece_b.T_solid_piece
            found = close_separation(piece_a.primitive, piece_b.primitive, T_pa_pb[None])
            gaps[i, j], directions[i, j] = found.gap[0], R @ found.direction[0]
            points[i, j] = placed(piece_a.T_solid_piece, found.point)[0]
    return Separations(gaps, directions, points)


def _piece(primitive: Solid, T: Array) -> Piece:
    assert isinstance(primitive, Primitive)  # a half-space covers nothing; cover_in refuses it
    return Piece(primitive, read_only(T))
