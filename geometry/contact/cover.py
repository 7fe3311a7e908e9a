"""Covers of solids, and the separation of two covers.

A cover is a list of primitives that together contain a solid. It ignores cutters, so that it is at
least as large as its solid: covers that are apart prove that their solids are apart, and covers
that meet prove nothing.

The cover of a bin is a block without its inside: `walls` gives it as its floor and its walls.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from geometry.poses import Array, inverted, placed, read_only
from geometry.separation.refined_separation import close_separation
from geometry.solids.primitives.primitive import Primitive
from geometry.solids.tree import Difference, Intersection, Moved, Solid, Union


@dataclass(frozen=True, eq=False)
class Piece:
    """A primitive of a cover, and its pose in the solid."""

    primitive: Primitive
    T_solid_piece: Array


@lru_cache(maxsize=4096)
def cover(solid: Solid) -> tuple[Piece, ...]:
    """The pieces of the solid's cover, in its own frame; GeometryError for an endless solid."""
    return tuple(piece_of(primitive, T) for primitive, T in solid.cover_in(np.eye(4)))


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


def piece_of(primitive: Solid, T: Array) -> Piece:
    """A primitive that T places, as a piece of a cover."""
    assert isinstance(primitive, Primitive)  # a half-space covers nothing; cover_in refuses it
    return Piece(primitive, read_only(T))
