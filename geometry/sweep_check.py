"""The check of a sweep's proof: that its claims fill the time, and that each of them holds.

Shares with the prover only the walk's formulas for support points. A claim is checked by the
convex pieces of the two solids with separating directions that are found anew, and whose gaps are
then taken from the support functions alone; where pieces hold more than their solids, by a cover
and the check of that cover. That the pieces of a solid hold it is checked on the meshes.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geometry.cover_check import boxes_hold_nothing
from geometry.exact import THOROUGH_BUDGET, common_point
from geometry.gjk import separation
from geometry.kernel import holds
from geometry.packing import Integers
from geometry.pieces import ConvexPiece, convex_pieces
from geometry.poses import Array, inverted, relative
from geometry.solid import Solid
from geometry.sweep import Poses, Sweep, checked_reach, every_pair
from geometry.verdict import VerdictKind

# Ends of intervals are halves of halves and agree to the last digit; claims allow for rounding.
_SAME_TIME = 1e-12
_ROUNDING = 1e-12


def verify_sweep(
    found: Sweep,
    solids_a: Sequence[Solid],
    solids_b: Sequence[Solid],
    poses_a: Poses,
    poses_b: Poses | ArrayLike,
    reach: ArrayLike,
    *,
    pairs: ArrayLike | None = None,
) -> bool:
    """Whether the proof shows what the sweep says for this motion of these solids.

    FREE: no pair meets at any time. HIT and TOUCH: none meets before the first contact, except
    over the gaps that are named; that there is contact is for `check_pair` to show.
    """
    wanted = every_pair(len(solids_a), len(solids_b)) if pairs is None else np.asarray(pairs)
    rates = checked_reach(reach, len(solids_a), len(solids_b))[wanted[:, 0], wanted[:, 1]]
    proof = found.proof
    if not np.array_equal(proof.pairs, wanted.reshape(-1, 2)) or len(wanted) != len(rates):
        return False
    if proof.rates.shape != rates.shape or np.any(proof.rates < rates):
        return False
    if found.kind is VerdictKind.FREE and (found.gaps or found.first_contact_t is not None):
        return False
    claims = _claims(found)
    if claims is None:
        return False
    T_a = _batch(poses_a, proof.intervals)
    T_b = _batch(poses_b, proof.intervals)
    for p in np.unique(claims[:, 1]):
        rows = claims[claims[:, 1] == p, 0]
        a, b = (int(i) for i in wanted[p])
        asked = 0.5 * rates[p] * np.diff(proof.intervals[rows], axis=1)[:, 0]
        if not _are_apart(solids_a[a], T_a[rows, a], solids_b[b], T_b[rows, b], asked):
            return False
    return True


def _claims(found: Sweep) -> Integers | None:
    """The claims (interval, pair) that together fill the time up to the first contact, or None
    where the proof leaves a stretch of it out."""
    proof = found.proof
    until = 1.0 if found.first_contact_t is None else found.first_contact_t
    places = {_name(start, end): i for i, (start, end) in enumerate(proof.intervals)}
    opened = {(int(i), int(p)) for i, p in proof.opened}
    excused = {(_name(gap.start, gap.end)[0], gap.a, gap.b) for gap in found.gaps}
    claims: list[tuple[int, int]] = []
    if proof.parts < 1:
        return None
    starts = [k / proof.parts for k in range(proof.parts)]
    pending = [
        (start, start + 1.0 / proof.parts, p) for p in range(len(proof.pairs)) for start in starts
    ]
    while pending:
        start, end, p = pending.pop()
        place = places.get(_name(start, end))
        if start >= until:
            continue
        if place is None:
            return None
        if (place, p) not in opened:
            claims.append((place, p))
            continue
        is_leaf = _name(start, 0.5 * (start + end)) not in places
        a, b = proof.pairs[p]
        if is_leaf and (_name(start, end)[0], int(a), int(b)) in excused:
            continue
        if is_leaf and found.pair == (int(a), int(b)) and start < until <= end:
            continue
        pending += [(start, 0.5 * (start + end), p), (0.5 * (start + end), end, p)]
    return np.array(claims, dtype=np.int64).reshape(-1, 2)


def _name(start: float, end: float) -> tuple[int, int]:
    return round(start / _SAME_TIME), round(end / _SAME_TIME)


def _batch(poses: Poses | ArrayLike, intervals: Array) -> Array:
    """Poses at the middles of the intervals, (n, bodies, 4, 4)."""
    if callable(poses):
        return np.asarray(poses(intervals.mean(axis=1)), dtype=float)
    T = np.asarray(poses, dtype=float)
    return np.broadcast_to(T, (len(intervals), *T.shape))


def _are_apart(a: Solid, T_w_a: Array, b: Solid, T_w_b: Array, asked: Array) -> bool:
    """Whether the solids are more than asked (n,) apart in each of n poses."""
    T_a_b = relative(T_w_a, T_w_b)
    open_rows = np.zeros(len(asked), dtype=bool)
    if not (_are_held(a) and _are_held(b)):
        return False
    for one in convex_pieces(a):
        for two in convex_pieces(b):
            open_rows |= ~_pieces_apart(one, two, T_a_b, asked)
    return all(_solids_apart(a, b, T_a_b[row], asked[row]) for row in np.flatnonzero(open_rows))


def _pieces_apart(
    one: ConvexPiece, two: ConvexPiece, T_a_b: Array, asked: Array
) -> NDArray[np.bool_]:
    seen = np.einsum("nij,j->ni", T_a_b[:, :3, :3], two.centre) + T_a_b[:, :3, 3]
    balls = np.linalg.norm(seen - one.centre, axis=1) - one.radius - two.radius
    apart = np.asarray(balls > asked)
    rows = np.flatnonzero(~apart)
    T = inverted(one.T_solid_piece) @ T_a_b[rows] @ two.T_solid_piece
    d = separation(one.shape, two.shape, T, enough=asked[rows]).direction
    on_one = np.sum(one.shape.support(d) * d, axis=1)
    local = np.einsum("nij,ni->nj", T[:, :3, :3], d)
    on_two = np.sum(two.shape.support(-local) * local, axis=1) + np.sum(T[:, :3, 3] * d, axis=1)
    size = np.linalg.norm(d, axis=1)
    is_unit = np.abs(size - 1.0) < 1e-9
    slack = _ROUNDING * np.maximum(1.0, np.abs(T[:, :3, 3]).max(axis=1, initial=0.0))
    apart[rows] = is_unit & (on_two - on_one >= asked[rows] - slack)
    return apart


def _solids_apart(a: Solid, b: Solid, T_a_b: Array, asked: float) -> bool:
    found = common_point(a, b, T_a_b, THOROUGH_BUDGET, margin=float(asked))
    if found.cover is None or found.touches:
        return False
    return boxes_hold_nothing(found.cover, a, b, T_a_b, 0.5 * float(asked))


@lru_cache(maxsize=1024)
def _are_held(solid: Solid) -> bool:
    """Whether the convex pieces hold the solid."""
    return holds([piece.shape.moved(piece.T_solid_piece) for piece in convex_pieces(solid)], solid)
