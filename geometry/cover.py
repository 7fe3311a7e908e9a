"""Pairs of covers: convex primitives that together hold a solid, and what separates two of them.

What is cut away from a solid is left out here, so a cover is at least as large as its solid:
covers that are apart prove that the solids are, while covers that meet prove nothing.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from geometry.bounds import oriented_overlap
from geometry.exact import TOUCH_TOLERANCE
from geometry.gjk import Separation, separation
from geometry.pieces import flat_planes
from geometry.poses import Array, inverted, placed, read_only
from geometry.primitives import Primitive
from geometry.solid import Difference, Intersection, Moved, Solid, Union

# How far shapes that meet are drawn apart, mm, and how often at most.
_DRAWN = 0.02
_DRAWINGS = 4
_ROUNDING = 1e-14
_ENDS = np.array([(0.0, 0.0, 1.0), (0.0, 0.0, -1.0)])


@dataclass(frozen=True, eq=False)
class Piece:
    """A primitive of a cover, its pose in the solid, and the box about it.

    T_solid_box: Frame of the box: along the primitive's axes, at the middle of its bounds.
    """

    primitive: Primitive
    T_solid_piece: Array
    T_solid_box: Array
    half: Array

    @property
    def radius(self) -> float:
        """Radius of the ball about the box, mm."""
        return float(np.linalg.norm(self.half))


@lru_cache(maxsize=4096)
def cover(solid: Solid) -> tuple[Piece, ...]:
    """The pieces that together hold the solid."""
    return tuple(_piece(primitive, T) for primitive, T in solid.cover_in(np.eye(4)))


@lru_cache(maxsize=4096)
def is_cover_exact(solid: Solid) -> bool:
    """Whether the cover is the solid itself: nothing cut, and every primitive convex."""
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


def may_share_volume(a: Solid, b: Solid, T_a_b: Array) -> NDArray[np.bool_]:
    """For which poses T_a_b (n, 4, 4) the covers do not prove that the solids touch at most.

    Along a direction in which two hulls share less than the touch tolerance they share no ball
    of that radius, so bodies that rest on each other are decided here, too.
    """
    open_rows = np.zeros(len(T_a_b), dtype=bool)
    near = _near_pieces(cover(a), cover(b), T_a_b)
    for i, piece_a in enumerate(cover(a)):
        for j, piece_b in enumerate(cover(b)):
            rows = np.flatnonzero(near[:, i, j] & ~open_rows)
            if len(rows):
                open_rows[rows] = _meet(piece_a, piece_b, T_a_b[rows])
    return open_rows


@dataclass(frozen=True, eq=False)
class Separations:
    """How the pieces of two covers lie, for one pose, in the frame of a.

    gaps: Proven gaps (na, nb), mm; below 0 where pieces meet, by how much at most. directions:
    (na, nb, 3) from a to b, along which they hold. points: Midway between the pieces, (na, nb, 3).
    """

    gaps: Array
    directions: Array
    points: Array

    @property
    def gap(self) -> float:
        """The least of the gaps."""
        return float(self.gaps.min())

    @property
    def point(self) -> Array:
        """The point between the pieces of the least gap, (3,)."""
        return np.asarray(self.points.reshape(-1, 3)[int(np.argmin(self.gaps))])


def separations(a: Solid, b: Solid, T_a_b: Array) -> Separations:
    """How the pieces of the two covers lie for one pose."""
    shape = len(cover(a)), len(cover(b))
    gaps, directions, points = np.zeros(shape), np.zeros((*shape, 3)), np.zeros((*shape, 3))
    for i, piece_a in enumerate(cover(a)):
        T_pa_a = inverted(piece_a.T_solid_piece)
        R = piece_a.T_solid_piece[:3, :3]
        for j, piece_b in enumerate(cover(b)):
            T_pa_pb = T_pa_a @ T_a_b @ piece_b.T_solid_piece
            found = best_separation(piece_a.primitive, piece_b.primitive, T_pa_pb)
            gaps[i, j], directions[i, j] = found.gap[0], R @ found.direction[0]
            points[i, j] = placed(piece_a.T_solid_piece, found.point)[0]
    return Separations(gaps, directions, points)


def best_separation(a: Primitive, b: Primitive, T_a_b: Array) -> Separation:
    """The separation of two shapes in a pose (4, 4); its point is midway between them.

    The walk of `gjk` ends where shapes meet, be it by next to nothing, with whatever direction it
    has, and near to that it has few digits left. There the normals of flat faces are tried; and
    the shapes are drawn apart along the best direction, so that a walk finds the face between
    them: what it proves then, less what they were drawn, is never worse.
    """
    found = separation(a, b, T_a_b[None])
    gap, along, at = float(found.gap[0]), found.direction[0], found.point[0]
    if gap > _DRAWN:
        return _midway(gap, along, at)
    normals = np.vstack([flat_normals(a), -flat_normals(b) @ T_a_b[:3, :3].T])
    gaps = reached_gaps(a, b, T_a_b, normals)
    if len(gaps) and gaps.max() > gap:
        gap, along = float(gaps.max()), normals[int(np.argmax(gaps))]
    for _ in range(_DRAWINGS):
        apart = (_DRAWN - gap) * along
        drawn = T_a_b.copy()
        drawn[:3, 3] += apart
        found = separation(a, b, drawn[None])
        better = float(found.gap[0] - apart @ found.direction[0])
        # A point of a nearest to b where they are drawn apart is nearly so where they touch.
        at = found.point[0]
        if better <= gap + _ROUNDING * float(np.abs(drawn[:3, 3]).max()):
            break
        gap, along = better, found.direction[0]
    return _midway(gap, along, at)


def reached_gaps(a: Primitive, b: Primitive, T_a_b: Array, directions: Array) -> Array:
    """The gaps (n,) that directions (n, 3) from a to b prove, in the frame of a."""
    R = T_a_b[:3, :3]
    on_a = np.sum(a.support(directions) * directions, axis=1)
    on_b = np.sum(b.support(-directions @ R) * (-directions @ R), axis=1)
    return np.asarray(directions @ T_a_b[:3, 3] - on_b - on_a)


def flat_normals(shape: Primitive) -> Array:
    """Normals (n, 3) of the flat faces of a shape, for a round one those of its ends."""
    planes = flat_planes(shape)
    return _ENDS if planes is None else planes[:, :3]


def _midway(gap: float, along: Array, on_a: Array) -> Separation:
    at = on_a + 0.5 * gap * along
    return Separation(np.array([gap]), along[None], np.array([max(gap, 0.0)]), at[None])


def _piece(primitive: Solid, T: Array) -> Piece:
    assert isinstance(primitive, Primitive)  # a half-space covers nothing; cover_in refuses it
    lo, hi = primitive.bounds()
    T_piece_box = np.eye(4)
    T_piece_box[:3, 3] = 0.5 * (lo + hi)
    return Piece(primitive, read_only(T), read_only(T @ T_piece_box), read_only(0.5 * (hi - lo)))


def _near_pieces(a: tuple[Piece, ...], b: tuple[Piece, ...], T_a_b: Array) -> NDArray[np.bool_]:
    """Which pieces' balls meet: (n, na, nb)."""
    centres_a = np.array([piece.T_solid_box[:3, 3] for piece in a])
    centres_b = np.array([piece.T_solid_box[:3, 3] for piece in b])
    reach = np.add.outer([piece.radius for piece in a], [piece.radius for piece in b])
    seen = np.einsum("nij,bj->nbi", T_a_b[:, :3, :3], centres_b) + T_a_b[:, None, :3, 3]
    offset = seen[:, None, :, :] - centres_a[None, :, None, :]
    return np.asarray(np.einsum("nabi,nabi->nab", offset, offset) < reach * reach)


def _meet(a: Piece, b: Piece, T_a_b: Array) -> NDArray[np.bool_]:
    """For which poses two pieces are not proven to touch at most."""
    T_boxes = inverted(a.T_solid_box) @ T_a_b @ b.T_solid_box
    meet = oriented_overlap(a.half, b.half, T_boxes) >= TOUCH_TOLERANCE
    rows = np.flatnonzero(meet)
    T_pieces = inverted(a.T_solid_piece) @ T_a_b[rows] @ b.T_solid_piece
    found = separation(a.primitive, b.primitive, T_pieces, enough=-TOUCH_TOLERANCE)
    meet[rows] = found.gap <= -TOUCH_TOLERANCE
    return meet
