"""Neighbouring links that turn face to face: pieces of them that can never meet.

Two neighbouring links that a joint turns about its axis keep their distance along that axis. So two
pieces on different sides of a plane across the axis can only touch, at any angle. An eye that fits
its fork without play needs no sweep, and a sweep would fail to prove it free: see `sweep`. With
little play a sweep succeeds, but takes a step for each mm that the far end of a link moves. The
distance of a piece from the axis does not change either: a piece inside a tube about the axis never
meets a piece outside it. Only the other pieces of the two links are swept.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from geometry import Solid
from geometry.separation.convex_pieces import ConvexPiece, convex_pieces
from geometry.solids.tree import union
from geometry.tolerances import TOUCH_TOLERANCE
from scenes.world.frozen import Array

# Mm: links whose pieces lie face to face with at most so much play are swept in parts.
_PLAY = 5.0


def parts_that_can_meet(
    a: Solid, b: Solid, T_link_a: Array, T_link_b: Array
) -> tuple[tuple[Solid, Solid], ...]:
    """Pairs of a part of a and a part of b, in the frames of their bodies, that can meet.

    T_link_a, T_link_b: Poses of the bodies in the frame of the joint that turns b, at any one
    angle; the joint turns about z. Gives the pair (a, b) itself where no pieces lie face to face.
    """
    key = T_link_a.tobytes(), T_link_b.tobytes()
    return _left(a, b, *key)


@lru_cache(maxsize=256)
def _left(a: Solid, b: Solid, link_a: bytes, link_b: bytes) -> tuple[tuple[Solid, Solid], ...]:
    ones, twos = convex_pieces(a), convex_pieces(b)
    near_a, far_a, low_a, high_a = _ranges(ones, np.frombuffer(link_a).reshape(4, 4))
    near_b, far_b, low_b, high_b = _ranges(twos, np.frombuffer(link_b).reshape(4, 4))
    gap = np.maximum(low_a[:, None] - high_b[None], low_b[None] - high_a[:, None])
    room = np.maximum(near_a[:, None] - far_b[None], near_b[None] - far_a[:, None])
    is_guided = gap >= -TOUCH_TOLERANCE
    if not (is_guided & (gap <= _PLAY) & (room <= _PLAY)).any():
        return ((a, b),)
    is_guided |= room >= -TOUCH_TOLERANCE
    found: dict[bytes, tuple[list[ConvexPiece], list[ConvexPiece]]] = {}
    for i, row in enumerate(is_guided):
        others = [twos[j] for j in np.flatnonzero(~row)]
        if others:
            found.setdefault(row.tobytes(), ([], others))[0].append(ones[i])
    return tuple((_solid(own, a), _solid(others, b)) for own, others in found.values())


def _ranges(pieces: tuple[ConvexPiece, ...], T: Array) -> tuple[Array, Array, Array, Array]:
    """Least and greatest distance of each piece from the z axis of the outer frame, and least and
    greatest z in it, (k,) each, mm; the distances are those of the piece's bounds."""
    ends = np.array([piece.shape.bounds_in(T @ piece.T_solid_piece) for piece in pieces])
    low, high = ends[:, 0], ends[:, 1]
    nearest = np.maximum(np.maximum(low[:, :2], -high[:, :2]), 0.0)
    farthest = np.maximum(np.abs(low[:, :2]), np.abs(high[:, :2]))
    near, far = np.hypot(*nearest.T), np.hypot(*farthest.T)
    return near, far, low[:, 2], high[:, 2]


def _solid(pieces: list[ConvexPiece], whole: Solid) -> Solid:
    """The part of a solid in some of its pieces: a piece that is not exact contains more."""
    parts = []
    for piece in pieces:
        shape = piece.shape.as_tree().moved(piece.T_solid_piece)
        parts.append(shape if piece.is_exact else shape & whole)
    return union(parts)
