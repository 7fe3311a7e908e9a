"""Evidence for claims about one pair over a motion, and the result of its independent check.

Only this module of the room makes and checks certificates: `geometry` gives every claim of a sweep
its evidence, and `geometry.certificates.check_sweep` checks the evidence with formulas of its own,
at poses and with bounds on the motion that `own_bounds` takes from the motion itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from geometry import Solid, check_pair, verify
from geometry.certificates.check_sweep import uncovered, verify_sweep
from geometry.certificates.sweep_proof import Poses, ProofGap, Sweep
from geometry.certificates.verdict import VerdictKind
from geometry.sweeping.evidence import certified
from geometry.sweeping.segments import sweep
from scenes.checking.certificates.own_bounds import Limits, OwnBounds
from scenes.checking.motions.motion_bounds import bounds_of
from scenes.checking.motions.track import Chunk, Pair, Track
from scenes.world.frozen import Array

# A proof states limits of the motion that are larger than it knows, by this ratio and so many mm,
# so that the check's own bounds, calculated in another way, stay within them.
_SPARE, _ROOM = 1.02, 1e-3

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


def shown_over(track: Track, chunk: Chunk, pair: Pair, own: OwnBounds | None = None) -> Shown:
    """Evidence that a pair is apart over a chunk, except in gaps, up to its first contact.

    own: The check's own bounds on the motion, which is then the whole chunk. Without them the check
    takes the bounds of the proof.
    """
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
    limits = rate, bend, kink
    if own is not None:
        limits = rate * _SPARE + _ROOM, bend * _SPARE + _ROOM, kink * _SPARE + _ROOM
    proven = _bodies(track, first, second, lambda name: _poses(track, chunk, name))
    found = sweep(*proven, limits[0], bends=limits[1], kinks=limits[2])
    checked, seen = limits, proven
    if own is not None:
        checked = _own_limits(own, track, pair, limits)
        seen = _bodies(track, first, second, lambda name: _own_poses(own, track, name))
    rest, claims, missing = _with_evidence(certified(found, *seen))
    is_accepted = verify_sweep(rest, *seen, checked[0], bends=checked[1], kinks=checked[2])
    return Shown(claims, missing, is_accepted)


def _bodies(
    track: Track, first: str, second: str, poses: Callable[[str], Poses]
) -> tuple[list[Solid], list[Solid], Poses, Poses | Array]:
    """Two bodies and their poses as a sweep takes them; the second one may stand."""
    (a, _, _), (b, T_b, _) = track.bodies[first], track.bodies[second]
    return [a], [b], poses(first), poses(second) if T_b is None else T_b[None]


def _own_poses(own: OwnBounds, track: Track, name: str) -> Poses:
    body = track.bodies[name][2]
    return lambda times: own.poses(body, times)[:, None]


def _own_limits(own: OwnBounds, track: Track, pair: Pair, stated: Limits) -> Limits:
    """The check's own limits of a pair of which one or both bodies are moved by the arm."""
    seen = track.seen_from(pair)
    if seen is None:
        return stated
    arm, body, link = track.arms[seen[0]], seen[1], seen[2]
    return own.limits(arm.names[body], arm.solids[body], link, stated)


def shown_at(a: Solid, b: Solid, T_a: Array, T_b: Array) -> Shown:
    """Evidence for the verdict on two bodies that stand still at poses (4, 4)."""
    verdict = check_pair(a, T_a, b, T_b)
    return Shown(1, 0 if verify(verdict, a, T_a, b, T_b) else 1)


def _poses(track: Track, chunk: Chunk, name: str) -> Poses:
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
