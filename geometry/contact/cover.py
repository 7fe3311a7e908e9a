"""Pairs of covers: convex primitives that together hold a solid, and what separates two of them.

What is cut away from a solid is left out here, so a cover is at least as large as its solid:
covers that are apart prove that the solids are, while covers that meet prove nothing.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from geometry.poses import Array, inverted, placed, read_only
from geometry.separation.bounding_boxes import oriented_overlap
from geometry.separation.gjk import separation
from geometry.separation.refined_separation import close_separation
from geometry.solids.primitives import Primitive
from geometry.solids.tree import Difference, Intersection, Moved, Solid, Union
from geometry.tolerances import TOUCH_TOLERANCE


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
            found = close_separation(piece_a.primitive, piece_b.primitive, T_pa_pb[None])
            gaps[i, j], directions[i, j] = found.gap[0], R @ found.direction[0]
            points[i, j] = placed(piece_a.T_solid_piece, found.point)[0]
    return Separations(gaps, directions, points)


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
