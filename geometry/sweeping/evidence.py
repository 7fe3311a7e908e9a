"""Evidence for the claims of a sweep, so that an independent check can verify them.

A sweep proves millions of claims by the convex pieces of the bodies, and keeps only the claims.
This module finds evidence for each claim: directions along which the primitives of the two bodies
are far enough apart at two times, or at one time, or a cover that shows it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geometry.certificates.check_sweep import Bodies
from geometry.certificates.sweep_proof import RESOLUTION, Along, Poses, Sweep, SweepProof
from geometry.certificates.verdict import Proof, Verdict, VerdictKind
from geometry.certificates.verify import verify
from geometry.contact.contact_region import chord_band, has_mesh
from geometry.contact.cover import Piece, cover, is_cover_exact
from geometry.contact.mesh_distance import mesh_gap
from geometry.contact.pairs import check_pair
from geometry.contact.walls import walled_cover
from geometry.exact.common_point import THOROUGH_BUDGET, common_point
from geometry.poses import Array, inverted, read_only, relative
from geometry.separation.gjk import separation
from geometry.solids.tree import Solid
from geometry.sweeping.stretch import gaps_along, narrowed
from geometry.tessellation.chords import CHORD

# Share by which a found gap must exceed the asked one, so that rounding does not spoil the claim.
_SPARE = 1e-9
# Most times that a claim without evidence is replaced by claims for the halves of its stretch.
_MOST_HALVINGS = 16

Covers = tuple[Sequence[Piece], Sequence[Piece]]


def certified(
    found: Sweep,
    solids_a: Sequence[Solid],
    solids_b: Sequence[Solid],
    poses_a: Poses,
    poses_b: Poses | ArrayLike,
) -> Sweep:
    """The sweep with evidence for its claims and its contact, for `verify_sweep`.

    A claim without evidence is replaced by claims for the halves of its stretch, which need smaller
    gaps. Claims that still have none stay in the proof, and `verify_sweep` then gives False.
    The arguments are those with which the sweep was made.
    """
    bodies, proof = Bodies(solids_a, solids_b, poses_a, poses_b), found.proof
    claims: list[Array] = []
    evidence: list[Verdict | Along | None] = []
    for p in range(len(proof.pairs)):
        own, shown = _shown_of_pair(found, proof.claims[proof.claims[:, 0] == p], bodies)
        claims.append(own)
        evidence += shown
    kept = {row: item for row, item in enumerate(evidence) if item is not None}
    rows = np.concatenate(claims) if claims else proof.claims
    contact = _contact(found, bodies)
    return replace(found, proof=replace(proof, claims=rows, evidence=kept, contact=contact))


def _shown_of_pair(
    found: Sweep, claims: Array, bodies: Bodies
) -> tuple[Array, list[Verdict | Along | None]]:
    """Claims of one pair, (m, 5), that together say the same as `claims` (n, 5), and the evidence
    for each, or None."""
    done: list[Array] = []
    evidence: list[Verdict | Along | None] = []
    for _ in range(_MOST_HALVINGS):
        claims = claims[~_is_last(found, claims)]
        if not len(claims):
            break
        claims, shown = _shown(found.proof, claims, bodies)
        has = np.array([item is not None for item in shown])
        done.append(claims[has])
        evidence += [item for item in shown if item is not None]
        claims = _halves(claims[~has], found.proof)
    done.append(claims)
    return np.concatenate(done), [*evidence, *[None] * len(claims)]


def _is_last(found: Sweep, claims: Array) -> NDArray[np.bool_]:
    """Whether each claim (n, 5) of one pair lies so near before the pair's first contact, to the
    resolution, that it needs no evidence, (n,)."""
    if found.pair is None or found.first_contact_t is None or not len(claims):
        return np.zeros(len(claims), dtype=bool)
    p = int(claims[0, 0])
    rate, until = float(found.proof.rates[p]), found.first_contact_t
    is_met = tuple(int(k) for k in found.proof.pairs[p]) == found.pair
    return np.asarray(is_met & (0.5 * rate * (until - claims[:, 1]) <= RESOLUTION))


def _halves(claims: Array, proof: SweepProof) -> Array:
    """Claims for the halves of the stretches of claims (n, 5), (2 n, 5); their gaps are to be known
    at the ends of the halves, or in their middles if the bends are not known."""
    if not len(claims):
        return claims
    pair, since, until = claims[:, 0], claims[:, 1], claims[:, 2]
    middle = 0.5 * (since + until)
    parts = []
    for start, end in ((since, middle), (middle, until)):
        at = (start, end) if np.isfinite(proof.bends[int(pair[0])]) else (0.5 * (start + end),) * 2
        parts.append(np.column_stack([pair, start, end, *at]))
    return np.concatenate(parts)


def _shown(
    proof: SweepProof, claims: Array, bodies: Bodies
) -> tuple[Array, list[Verdict | Along | None]]:
    """The claims (n, 5) of one pair, of which some now rest on the gap in their middle instead of
    those at their ends, and the evidence for each, or None."""
    p = int(claims[0, 0])
    look = _Look(proof, p, bodies)
    shown: list[Verdict | Along | None] = [None] * len(claims)
    between = np.flatnonzero(claims[:, 3] < claims[:, 4])
    for row, item in zip(between, look.along(claims[between]), strict=True):
        shown[row] = item
    left = np.array([row for row, item in enumerate(shown) if item is None], dtype=np.int64)
    once = claims[left]
    stretched = once[:, 3] < once[:, 4]
    once[stretched, 3:] = 0.5 * (once[stretched, 1:2] + once[stretched, 2:3])
    claims = claims.copy()
    for row, claim, verdict in zip(left, once, look.at_once(once), strict=True):
        if verdict is not None:
            shown[row], claims[row] = verdict, claim
    return claims, shown


@dataclass(frozen=True, eq=False)
class _Look:
    """The search for evidence for claims of one pair, given by its index in the proof."""

    proof: SweepProof
    pair: int
    bodies: Bodies

    @property
    def _solids(self) -> tuple[Solid, Solid]:
        a, b = self.proof.pairs[self.pair]
        return self.bodies.solids_a[a], self.bodies.solids_b[b]

    def _poses(self, times: Array) -> tuple[Array, Array]:
        a, b = self.proof.pairs[self.pair]
        T_a, T_b = self.bodies.at(times)
        return T_a[:, a], T_b[:, b]

    def along(self, claims: Array) -> list[Along | None]:
        """Directions for claims (n, 5) with gaps at two times, or None. Each pair of primitives
        gets the direction that separates it best at one of the two times or midway between them."""
        n, (a, b) = len(claims), self._solids
        shown: list[Along | None] = [None] * n
        if not n or has_mesh(a, b):
            return shown
        times = np.column_stack([claims[:, 3], claims[:, 3:].mean(axis=1), claims[:, 4]])
        T_a_b = relative(*self._poses(times.ravel())).reshape(n, 3, 4, 4)
        for covers in _covers(a, b):
            left = np.array([row for row, item in enumerate(shown) if item is None], dtype=np.int64)
            holds, directions = self._held_along(claims[left], T_a_b[left], covers)
            for row, is_shown, own in zip(left, holds, directions, strict=True):
                shown[row] = Along(read_only(own)) if is_shown else None
        return shown

    def _held_along(
        self, claims: Array, T_a_b: Array, covers: Covers
    ) -> tuple[NDArray[np.bool_], Array]:
        """Whether directions keep all pieces of two covers apart over claims (n, 5), (n,), and
        those directions, (n, na, nb, 3).

        T_a_b: At three times of each claim, (n, 3, 4, 4).
        """
        limits = np.array(
            [f[self.pair] for f in (self.proof.rates, self.proof.bends, self.proof.kinks)]
        )
        # If b stands, directions are fixed in b, and a is seen from b.
        turned = not callable(self.bodies.poses_b)
        n, seen = len(claims), inverted(T_a_b) if turned else T_a_b
        directions = np.zeros((n, len(covers[0]), len(covers[1]), 3))
        holds = np.ones(n, dtype=bool)
        for (i, one), (j, two) in product(enumerate(covers[0]), enumerate(covers[1])):
            rows = np.flatnonzero(holds)  # a claim fails with its first pair of pieces
            if not len(rows):
                break
            first, second = (two, one) if turned else (one, two)
            own = np.tile(limits, (len(rows), 1))
            holds[rows], d = _best_along(first, second, seen[rows], claims[rows, 1:], own)
            directions[rows, i, j] = -d if turned else d
        return holds, directions

    def at_once(self, claims: Array) -> list[Verdict | None]:
        """FREE verdicts for claims (n, 5) with the gap at one time, or None."""
        if not len(claims):
            return []
        since, until, now = claims[:, 1:4].T
        asked = float(self.proof.rates[self.pair]) * np.maximum(until - now, now - since)
        T_a, T_b = self._poses(now)
        a, b = self._solids
        return _apart(a, T_a, b, T_b, asked)


def _best_along(
    one: Piece, two: Piece, T: Array, claims: Array, limits: Array
) -> tuple[Array, Array]:
    """Whether a direction, fixed in the body of `one`, keeps two primitives apart over each of n
    claims (from, to, first, last), (n,), and that direction in the body's frame, (n, 3).

    The direction between their origins is tried first: it does for primitives that are far apart,
    and costs a fraction of a search.

    T: Pose of the second body in the first at three times of each claim, (n, 3, 4, 4).
    """
    seen = inverted(one.T_solid_piece) @ T @ two.T_solid_piece
    shown, chosen = np.zeros(len(T), dtype=bool), np.zeros((len(T), 3))
    chosen[:, 0] = 1.0
    for k in (None, 1, 0, 2):
        rows = np.flatnonzero(~shown)
        if not len(rows):
            break
        if k is None:
            d = _between_origins(seen[rows, 1])
        else:
            d = separation(one.primitive, two.primitive, seen[rows, k]).direction
        gaps = np.column_stack(
            [gaps_along(one.primitive, two.primitive, seen[rows, end], d) for end in (0, 2)]
        )
        since, until = claims[rows, 0], claims[rows, 1]
        left = narrowed(claims[rows, :2], claims[rows, 2:], gaps, limits[rows])
        new = (left[:, 0] >= left[:, 1]) | (since >= until)
        chosen[rows[new]], shown[rows[new]] = d[new], True
    return shown, chosen @ one.T_solid_piece[:3, :3].T


def _between_origins(T: Array) -> Array:
    """Unit vectors (n, 3) to the origins of poses (n, 4, 4); x where the origin is met."""
    way = T[:, :3, 3]
    length = np.linalg.norm(way, axis=1)[:, None]
    return np.where(length > 0.0, way / np.where(length > 0.0, length, 1.0), [1.0, 0.0, 0.0])


def _contact(found: Sweep, bodies: Bodies) -> Verdict | None:
    if found.pair is None or found.first_contact_t is None:
        return None
    (a, b), (T_a, T_b) = found.pair, bodies.at(np.array([found.first_contact_t]))
    return check_pair(bodies.solids_a[a], T_a[0, a], bodies.solids_b[b], T_b[0, b])


def _apart(a: Solid, T_w_a: Array, b: Solid, T_w_b: Array, asked: Array) -> list[Verdict | None]:
    """A FREE verdict for each of n poses in which the solids are proven to be more than `asked`
    (n,), mm, apart; None for the other poses."""
    T_a_b = relative(T_w_a, T_w_b)
    found: list[Verdict | None] = [None] * len(T_a_b)
    for covers in _covers(a, b):
        left = np.array([row for row, item in enumerate(found) if item is None], dtype=np.int64)
        gaps, directions = _separations(covers, T_a_b[left], asked[left])
        world = np.einsum("nij,nabj->nabi", T_w_a[left, :3, :3], directions)
        for row, gap, own in zip(left, gaps, world, strict=True):
            if gap > asked[row]:
                kind, proof = VerdictKind.FREE, Proof.SEPARATION
                found[row] = Verdict(kind, proof, float(gap), directions=read_only(own))
    return [
        _searched(a, b, T, float(need)) if item is None else item
        for item, T, need in zip(found, T_a_b, asked, strict=True)
    ]


def _covers(a: Solid, b: Solid) -> Iterator[Covers]:
    """The covers of two solids, and those with walls in place of boxes with box-shaped cuts."""
    yield cover(a), cover(b)
    walled = walled_cover(a), walled_cover(b)
    if walled != (None, None):
        yield walled[0] or cover(a), walled[1] or cover(b)


def _separations(covers: Covers, T_a_b: Array, asked: Array) -> tuple[Array, Array]:
    """The gaps (n,), mm, of the two covers, and the directions (n, na, nb, 3), in the frame of a,
    along which their pieces are apart. A gap below the asked one (n,) may be that of any pair."""
    n = len(T_a_b)
    gaps, directions = np.full(n, np.inf), np.zeros((n, len(covers[0]), len(covers[1]), 3))
    for (i, one), (j, two) in product(enumerate(covers[0]), enumerate(covers[1])):
        rows = np.flatnonzero(gaps > asked)
        if not len(rows):
            break
        T = inverted(one.T_solid_piece) @ T_a_b[rows] @ two.T_solid_piece
        enough = asked[rows] * (1.0 + _SPARE)
        found = separation(one.primitive, two.primitive, T, enough=enough)
        gaps[rows] = np.minimum(gaps[rows], found.gap)
        directions[rows, i, j] = found.direction @ one.T_solid_piece[:3, :3].T
    return gaps, directions


def _searched(a: Solid, b: Solid, T_a_b: Array, asked: float) -> Verdict | None:
    if has_mesh(a, b):
        band = chord_band(a, b, CHORD)
        gap = mesh_gap(a, b, T_a_b, asked + band + 1.0, CHORD) - band
        return Verdict(VerdictKind.FREE, Proof.MESH, gap, band) if gap > asked else None
    if is_cover_exact(a) and is_cover_exact(b):
        return None  # a cover can show no more than the directions did
    found = common_point(a, b, T_a_b, THOROUGH_BUDGET, margin=asked)
    if found.cover is None or found.touches:
        return None
    shown = Verdict(VerdictKind.FREE, Proof.COVER, asked, cover=read_only(found.cover))
    # Some bounds of the search for round faces are better than those of the check; a cover that the
    # check does not accept is dropped, and the claim is halved.
    return shown if verify(shown, a, np.eye(4), b, T_a_b) else None
