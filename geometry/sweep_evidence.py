"""Certificates for the claims of a sweep, so that somebody else can check them.

A sweep proves its claims by the convex pieces of the bodies, millions of times, and keeps only
which claims it made. Here every claim gets a verdict of its own: directions along which the
primitives of the two bodies are apart by what is asked, or a cover that shows it.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from geometry.check import check_pair
from geometry.contact import chord_band, has_mesh
from geometry.cover import cover
from geometry.exact import THOROUGH_BUDGET, common_point
from geometry.gjk import separation
from geometry.kernel import CHORD, mesh_gap
from geometry.poses import Array, inverted, read_only, relative
from geometry.solid import Solid
from geometry.sweep_check import claims_of
from geometry.sweep_proof import Integers, Poses, Sweep
from geometry.verdict import Proof, Verdict, VerdictKind

# A gap is claimed with this much of itself to spare: what is asked is met in spite of rounding.
_SPARE = 1e-9
# So often a claim is made anew for the halves of its interval.
_MOST_HALVINGS = 7


def certified(
    found: Sweep,
    solids_a: Sequence[Solid],
    solids_b: Sequence[Solid],
    poses_a: Poses,
    poses_b: Poses | ArrayLike,
) -> Sweep:
    """The sweep with evidence for its claims and its contact, for `verify_sweep`.

    A claim for which none is found is made anew for the halves of its interval, where less is
    asked. What is then still without stays so, and the check does not accept it.
    """
    bodies = (solids_a, solids_b, poses_a, poses_b)
    evidence: dict[tuple[int, int], Verdict] = {}
    for _ in range(_MOST_HALVINGS):
        claims = claims_of(found)
        if claims is None or not len(found.proof.intervals):
            return found
        fresh = [row for row in claims if (int(row[0]), int(row[1])) not in evidence]
        if not fresh:
            break
        shown = _shown(found, np.array(fresh), *bodies)
        evidence |= shown
        left = [(int(i), int(p)) for i, p in fresh if (int(i), int(p)) not in shown]
        found = _halved(found, left)
    contact = _contact(found, *bodies)
    return replace(found, proof=replace(found.proof, evidence=evidence, contact=contact))


def _halved(found: Sweep, claims: Sequence[tuple[int, int]]) -> Sweep:
    """The sweep with claims (interval, pair) opened, and the halves of their intervals added."""
    proof = found.proof
    known = {tuple(span) for span in proof.intervals.tolist()}
    added: list[tuple[float, float]] = []
    for i in sorted({i for i, _ in claims}):
        start, end = (float(t) for t in proof.intervals[i])
        middle = 0.5 * (start + end)
        added += [span for span in ((start, middle), (middle, end)) if span not in known]
    if not claims:
        return found
    opened = np.vstack([proof.opened[:, :2], np.array(claims)])
    intervals = np.vstack([proof.intervals, np.array(added).reshape(-1, 2)])
    return replace(found, proof=replace(proof, intervals=intervals, opened=opened))


def _shown(
    found: Sweep,
    claims: Integers,
    solids_a: Sequence[Solid],
    solids_b: Sequence[Solid],
    poses_a: Poses,
    poses_b: Poses | ArrayLike,
) -> dict[tuple[int, int], Verdict]:
    """Verdicts for those of the claims (n, 2) for which one is found."""
    proof = found.proof
    T_a, T_b = (_at(poses, proof.intervals.mean(axis=1)) for poses in (poses_a, poses_b))
    evidence: dict[tuple[int, int], Verdict] = {}
    for p in np.unique(claims[:, 1]):
        rows = claims[claims[:, 1] == p, 0]
        a, b = (int(k) for k in proof.pairs[p])
        asked = 0.5 * proof.rates[p] * np.diff(proof.intervals[rows], axis=1)[:, 0]
        shown = _apart(solids_a[a], T_a[rows, a], solids_b[b], T_b[rows, b], asked)
        evidence |= {(int(i), int(p)): v for i, v in zip(rows, shown, strict=True) if v is not None}
    return evidence


def _contact(
    found: Sweep,
    solids_a: Sequence[Solid],
    solids_b: Sequence[Solid],
    poses_a: Poses,
    poses_b: Poses | ArrayLike,
) -> Verdict | None:
    if found.pair is None or found.first_contact_t is None:
        return None
    now = np.array([found.first_contact_t])
    (a, b), T_a, T_b = found.pair, _at(poses_a, now)[0], _at(poses_b, now)[0]
    return check_pair(solids_a[a], T_a[a], solids_b[b], T_b[b])


def _at(poses: Poses | ArrayLike, times: Array) -> Array:
    if callable(poses):
        return np.asarray(poses(times), dtype=float)
    T = np.asarray(poses, dtype=float)
    return np.broadcast_to(T, (len(times), *T.shape))


def _apart(a: Solid, T_w_a: Array, b: Solid, T_w_b: Array, asked: Array) -> list[Verdict | None]:
    """For each of n poses a verdict that the solids are more than asked (n,) apart, or None."""
    T_a_b = relative(T_w_a, T_w_b)
    gaps, directions = _separations(a, b, T_a_b, asked)
    world = np.einsum("nij,nabj->nabi", T_w_a[:, :3, :3], directions)
    return [
        Verdict(VerdictKind.FREE, Proof.SEPARATION, float(gap), directions=read_only(d))
        if gap > need
        else _searched(a, b, T, float(need))
        for gap, d, T, need in zip(gaps, world, T_a_b, asked, strict=True)
    ]


def _separations(a: Solid, b: Solid, T_a_b: Array, asked: Array) -> tuple[Array, Array]:
    """Gaps (n,) of the covers, and directions (n, na, nb, 3) in the frame of a."""
    n = len(T_a_b)
    gaps, directions = np.full(n, np.inf), np.zeros((n, len(cover(a)), len(cover(b)), 3))
    for i, one in enumerate(cover(a)):
        for j, two in enumerate(cover(b)):
            T = inverted(one.T_solid_piece) @ T_a_b @ two.T_solid_piece
            found = separation(one.primitive, two.primitive, T, enough=asked * (1.0 + _SPARE))
            gaps = np.minimum(gaps, found.gap)
            directions[:, i, j] = found.direction @ one.T_solid_piece[:3, :3].T
    return gaps, directions


def _searched(a: Solid, b: Solid, T_a_b: Array, asked: float) -> Verdict | None:
    if has_mesh(a, b):
        band = chord_band(a, b, CHORD)
        gap = mesh_gap(a, b, T_a_b, asked + band + 1.0, CHORD) - band
        return Verdict(VerdictKind.FREE, Proof.MESH, gap, band) if gap > asked else None
    found = common_point(a, b, T_a_b, THOROUGH_BUDGET, margin=asked)
    if found.cover is None or found.touches:
        return None
    return Verdict(VerdictKind.FREE, Proof.COVER, asked, cover=read_only(found.cover))
