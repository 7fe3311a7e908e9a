"""Evidence for claims about one pair over a motion, and the result of its independent check.

Only this module of the room makes and checks certificates: `geometry` gives every claim of a sweep
its evidence, and `geometry.certificates.check_sweep` checks the evidence with formulas of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from geometry import Solid, check_pair, verify
from geometry.certificates.check_sweep import uncovered, verify_sweep
from geometry.certificates.sweep_proof import ProofGap, Sweep
from geometry.certificates.verdict import VerdictKind
from geometry.sweeping.evidence import certified
from geometry.sweeping.segments import sweep
from scenes.checking.motions.motion_bounds import bounds_of
from scenes.checking.motions.track import Chunk, Pair, Track
from scenes.world.frozen import Array

NOT_FOUND = "no evidence was found within the budget"
NOT_ACCEPTED = "the independent check does not accept the evidence"


@dataclass(frozen=True)
class Shown:
    """Result for a pair of bodies.

    claims: Number of claims. missing: Number of claims without evidence. is_accepted: Whether the
    check accepts the evidence of the others.
    """

    claims: int
    missing: int = 0
    is_accepted: bool = True

    @property
    def accepted(self) -> int:
        """Number of claims whose evidence the check accepts."""
        return self.claims - self.missing if self.is_accepted else 0

    @property
    def fault(self) -> str:
        """Why not all claims are accepted; "" where all are."""
        if not self.is_accepted:
            return NOT_ACCEPTED
        return NOT_FOUND if self.missing else ""


def shown_over(track: Track, chunk: Chunk, pair: Pair) -> Shown:
    """Evidence that a pair is apart over a chunk, except in gaps, up to its first contact."""
    known = bounds_of(track, [chunk], [pair])
    rate, bend, kink = (float(f[0, 0]) for f in (known.rates, known.bends, known.kinks))
    if rate == 0.0:
        piece, share = track.at([chunk], np.zeros(1, dtype=np.int64), np.zeros(1))
        a, b = (track.bodies[name][0] for name in pair)
        return shown_at(a, b, *(track.poses_of(name, piece, share)[0] for name in pair))
    # The standing body comes second; of two bodies of one arm the outer one comes second: see
    # `geometry.sweeping.segments`.
    first, second = track.inner_first(pair)
    if first not in track.movers:
        first, second = second, first
    solids = [track.bodies[first][0]], [track.bodies[second][0]]
    T_second = track.bodies[second][1]
    other = _poses(track, chunk, second) if T_second is None else T_second[None]
    bodies = (*solids, _poses(track, chunk, first), other)
    found = certified(sweep(*bodies, rate, bends=bend, kinks=kink), *bodies)
    rest, claims, missing = _with_evidence(found)
    is_accepted = verify_sweep(rest, *bodies, rate, bends=bend, kinks=kink)
    return Shown(claims, missing, is_accepted)


def shown_at(a: Solid, b: Solid, T_a: Array, T_b: Array) -> Shown:
    """Evidence for the verdict on two bodies that stand still at poses (4, 4)."""
    verdict = check_pair(a, T_a, b, T_b)
    return Shown(1, 0 if verify(verdict, a, T_a, b, T_b) else 1)


def _poses(track: Track, chunk: Chunk, name: str) -> Callable[[Array], Array]:
    def poses(times: Array) -> Array:
        piece, share = track.at([chunk], np.zeros(len(times), dtype=np.int64), times)
        return track.poses_of(name, piece, share)[:, None]

    return poses


def _with_evidence(found: Sweep) -> tuple[Sweep, int, int]:
    """The sweep with gaps in place of claims without evidence; number of claims, of missing ones.

    A contact counts as one claim more.
    """
    proof, evidence = found.proof, found.proof.evidence
    has = np.array([row in evidence for row in range(len(proof.claims))], dtype=bool)
    is_hit = found.pair is not None
    is_met = proof.contact is not None and proof.contact.kind is VerdictKind.HIT
    claims, missing = len(has) + is_hit, int((~has).sum()) + (is_hit and not is_met)
    if not missing:
        return found, claims, 0
    kept = {i: evidence[int(row)] for i, row in enumerate(np.flatnonzero(has))}
    gaps = [ProofGap(float(start), float(end), 0, 0) for _, start, end in proof.claims[~has, :3]]
    rest = replace(found, proof=replace(proof, claims=proof.claims[has], evidence=kept))
    if is_hit and not is_met:
        rest = replace(rest, first_contact_t=None, pair=None)
    if rest.pair is None:
        rest = replace(rest, kind=VerdictKind.TOUCH)
    rest = replace(rest, gaps=(*rest.gaps, *gaps))
    left = [ProofGap(reached, 1.0, 0, 0) for _, reached in uncovered(rest)]
    return replace(rest, gaps=(*rest.gaps, *left)) if rest.pair is None else rest, claims, missing
