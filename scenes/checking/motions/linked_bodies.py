"""Neighbouring links that turn face to face: pieces of them that can never meet.

Two neighbouring links that a joint turns about its axis keep their distance along that axis. So two
pieces on different sides of a plane across the axis can only touch, at any angle. An eye that fits
its fork without play needs no sweep, and a sweep would fail to prove it free: see `sweep`. Only the
other pieces of the two links are swept.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from geometry import Solid
from geometry.separation.convex_pieces import ConvexPiece, convex_pieces
from geometry.solids.tree import union
from geometry.tolerances import TOUCH_TOLERANCE
from scenes.world.frozen import Array


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
    low_a, high_a = _along(ones, np.frombuffer(link_a).reshape(4, 4))
    low_b, high_b = _along(twos, np.frombuffer(link_b).reshape(4, 4))
    gap = np.maximum(low_a[:, None] - high_b[None], low_b[None] - high_a[:, None])
    is_guided = gap >= -TOUCH_TOLERANCE
    is_near = gap <= TOUCH_TOLERANCE
    if not (is_guided & is_near).any() or not all(piece.is_exact for piece in (*ones, *twos)):
        return ((a, b),)
    found: dict[bytes, tuple[list[ConvexPiece], list[ConvexPiece]]] = {}
    for i, row in enumerate(is_guided):
        others = [twos[j] for j in np.flatnonzero(~row)]
        if others:
            found.setdefault(row.tobytes(), ([], others))[0].append(ones[i])
    return tuple((_solid(own), _solid(others)) for own, others in found.values())


def _along(pieces: tuple[ConvexPiece, ...], T: Array) -> tuple[Array, Array]:
    """Least and greatest z of each piece in the outer frame, (k,) each, mm."""
    ends = []
    for piece in pieces:
        T_outer = T @ piece.T_solid_piece
        axis = np.vstack([T_outer[2, :3], -T_outer[2, :3]])
        reach = np.einsum("ki,ki->k", piece.shape.support(axis), axis)
        ends.append((T_outer[2, 3] - reach[1], T_outer[2, 3] + reach[0]))
    low, high = np.array(ends).T
    return low, high


def _solid(pieces: list[ConvexPiece]) -> Solid:
    return union(piece.shape.moved(piece.T_solid_piece) for piece in pieces)
