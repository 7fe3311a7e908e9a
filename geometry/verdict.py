"""Verdicts on a pair of solids, and the check of their certificates.

A verdict that carries a certificate can be believed without believing the method that found it:

    SEPARATION  directions along which every piece of one cover lies beyond every piece of the
                other: FREE (or, within the touch tolerance, TOUCH), by support functions alone
    COVER       boxes that fill all the space the two could share, each free of a common point
                (or, within the touch tolerance, of a common ball): FREE or TOUCH; see
                `cover_check`
    WITNESS     a point well inside both solids: HIT, by the level functions alone
    MESH        none: the verdict rests on the faceted meshes, right outside band_mm
    NONE        none: PENDING, the budget of the one who waits did not suffice

`verify` shares with the prover only the definitions of the primitives.
"""

from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import ArrayLike

from geometry.cover_check import boxes_hold_nothing
from geometry.poses import Array, checked_pose, inverted, placed, relative
from geometry.primitives import Primitive
from geometry.solid import Solid

# Rounding of support and level functions, as part of the size of the figures that go in.
_ROUNDING = 1e-12


class VerdictKind(Enum):
    """Whether two solids are apart, share volume, or touch within tolerance; or not known yet."""

    FREE = "free"
    HIT = "hit"
    TOUCH = "touch"
    PENDING = "pending"


class Proof(Enum):
    """On what a verdict rests; see the head of this module."""

    SEPARATION = "separation"
    COVER = "cover"
    WITNESS = "witness"
    MESH = "mesh"
    NONE = "none"


@dataclass(frozen=True, eq=False)
class Verdict:
    """What is known of two placed solids.

    gap_mm: FREE: a lower bound of the distance (0 where only freedom is proven); HIT: minus the
        radius of a ball that lies in both (0 where none is known); TOUCH: 0.
    band_mm: 0 for what the exact primitives prove; where meshes decide, the chord band within
        which the verdict may be wrong; for TOUCH, within what the solids touch.
    witness: A point in both solids, world axes, (3,), or None.
    directions: Unit vectors from a to b, world axes, for each piece of a's cover and each of
        b's, (na, nb, 3), or None.
    cover: Boxes in the frame of a as rows of centre and half edges, (n, 6), or None.
    """

    kind: VerdictKind
    proof: Proof
    gap_mm: float
    band_mm: float = 0.0
    witness: Array | None = None
    directions: Array | None = None
    cover: Array | None = None


def verify(
    verdict: Verdict, solid_a: Solid, T_world_a: ArrayLike, solid_b: Solid, T_world_b: ArrayLike
) -> bool:
    """Whether the verdict's certificate proves it for these solids in these poses.

    A verdict by mesh has no certificate, and a TOUCH never proves more than that the solids do
    not share a ball of band_mm; the former is False here, the latter True when that holds.
    """
    T_w_a, T_w_b = checked_pose(T_world_a, "T_world_a"), checked_pose(T_world_b, "T_world_b")
    match verdict.kind, verdict.proof:
        case VerdictKind.HIT, Proof.WITNESS:
            return _is_witness(verdict, solid_a, T_w_a, solid_b, T_w_b)
        case ((VerdictKind.FREE | VerdictKind.TOUCH), Proof.SEPARATION):
            return _separates(verdict, solid_a, T_w_a, solid_b, T_w_b)
        case ((VerdictKind.FREE | VerdictKind.TOUCH), Proof.COVER):
            return _covers(verdict, solid_a, T_w_a, solid_b, T_w_b)
    return False


def _is_witness(v: Verdict, a: Solid, T_w_a: Array, b: Solid, T_w_b: Array) -> bool:
    if v.witness is None or np.shape(v.witness) != (3,) or not v.gap_mm < 0.0:
        return False
    point = np.asarray(v.witness)[None]
    slack = _ROUNDING * max(1.0, float(np.abs([T_w_a[:3, 3], T_w_b[:3, 3], point[0]]).max()))
    levels = [
        float(solid.level(placed(inverted(T), point))[0]) for solid, T in ((a, T_w_a), (b, T_w_b))
    ]
    return max(levels) <= v.gap_mm + slack and max(levels) < 0.0


def _separates(v: Verdict, a: Solid, T_w_a: Array, b: Solid, T_w_b: Array) -> bool:
    # Seen from a's origin, so that the far-off world origin takes no digits away.
    shift = np.eye(4)
    shift[:3, 3] = -T_w_a[:3, 3]
    pieces_a, pieces_b = list(a.cover_in(shift @ T_w_a)), list(b.cover_in(shift @ T_w_b))
    if v.directions is None or v.directions.shape != (len(pieces_a), len(pieces_b), 3):
        return False
    if not np.allclose(np.linalg.norm(v.directions, axis=2), 1.0, rtol=0.0, atol=1e-9):
        return False
    least = v.gap_mm if v.kind is VerdictKind.FREE else -v.band_mm
    if v.kind is VerdictKind.FREE and not least > 0.0:
        return False
    gaps = [
        [-_reach(pb, Tb, -d) - _reach(pa, Ta, d) for (pb, Tb), d in zip(pieces_b, row, strict=True)]
        for (pa, Ta), row in zip(pieces_a, v.directions, strict=True)
    ]
    size = max(1.0, *(float(np.abs(T[:3, 3]).max()) for _, T in pieces_a + pieces_b))
    return bool(np.min(gaps) >= least - _ROUNDING * size)


def _reach(piece: Solid, T: Array, direction: Array) -> float:
    """How far the piece reaches along a direction."""
    assert isinstance(piece, Primitive)
    local = T[:3, :3].T @ direction
    return float(piece.support(local[None])[0] @ local + direction @ T[:3, 3])


def _covers(v: Verdict, a: Solid, T_w_a: Array, b: Solid, T_w_b: Array) -> bool:
    T_a_b = relative(T_w_a, T_w_b)
    lo_a, hi_a = a.bounds()
    lo_b, hi_b = b.bounds_in(T_a_b)
    lo, hi = np.maximum(lo_a, lo_b), np.minimum(hi_a, hi_b)
    if v.cover is None or v.cover.ndim != 2 or v.cover.shape[1] != 6:
        return False
    if np.any(hi < lo):
        return True
    centres, halves = v.cover[:, :3], v.cover[:, 3:]
    if not np.all(np.isfinite(v.cover)) or np.any(halves <= 0.0):
        return False
    if not _fills(centres, halves, lo, hi):
        return False
    least = 0.0 if v.kind is VerdictKind.FREE else -v.band_mm
    return boxes_hold_nothing(v.cover, a, b, T_a_b, least)


def _fills(centres: Array, halves: Array, lo: Array, hi: Array) -> bool:
    """Whether boxes fill the region lo..hi: on one grid that is halved and halved again, no box
    inside another, and their volumes add up to the region's."""
    if not len(centres):
        return False
    coarsest = halves.max(axis=0)
    depth = np.log2(coarsest[0] / halves[:, 0])
    index = (centres - halves - lo) / (2.0 * halves)
    on_grid = (
        np.allclose(depth, np.round(depth), rtol=0.0, atol=1e-6)
        and np.allclose(halves * 2.0 ** np.round(depth)[:, None], coarsest, rtol=1e-9, atol=0.0)
        and np.allclose(index, np.round(index), rtol=0.0, atol=1e-4)
    )
    if not on_grid:
        return False
    codes = [tuple(row) for row in np.column_stack([np.round(depth), np.round(index)]).astype(int)]
    known = set(codes)
    if len(known) != len(codes) or any(_has_ancestor(code, known) for code in known):
        return False
    inside = np.all(centres - halves >= lo - 1e-6 * halves) and np.all(
        centres + halves <= np.maximum(hi, lo + 1e-9) + 1e-6 * halves
    )
    filled = float(np.sum(np.prod(2.0 * halves, axis=1)))
    return bool(inside and filled >= float(np.prod(hi - lo)) * (1.0 - 1e-9))


def _has_ancestor(code: tuple[int, ...], known: set[tuple[int, ...]]) -> bool:
    depth, *index = code
    return any((depth - up, *(i >> up for i in index)) in known for up in range(1, depth + 1))
