"""The check of a sweep's proof: that its claims fill the time, and that each of them holds.

A claim is that two bodies are apart by more than half their relative way at the middle of an
interval. Its evidence is a verdict with a certificate, which `certificates` checks; nothing is
looked for here, and nothing of the prover is used.
"""

from collections.abc import Sequence
from math import isfinite

import numpy as np
from numpy.typing import ArrayLike

from geometry.certificates import verify
from geometry.poses import Array
from geometry.solid import Solid
from geometry.sweep_proof import RESOLUTION, Integers, Poses, Sweep, checked_reach, every_pair
from geometry.verdict import VerdictKind

# Ends of intervals are halves of halves and agree to the last digit.
_SAME_TIME = 1e-12


def verify_sweep(
    found: Sweep,
    solids_a: Sequence[Solid],
    solids_b: Sequence[Solid],
    poses_a: Poses,
    poses_b: Poses | ArrayLike,
    reach: ArrayLike,
    *,
    pairs: ArrayLike | None = None,
    resolution: float = RESOLUTION,
) -> bool:
    """Whether the proof, with the evidence that `certified` adds, shows what the sweep says.

    FREE: no pair meets at any time. HIT: the pair is in contact at the first contact, and none
    meets before the interval that ends with it, except over the gaps that are named. TOUCH: none
    meets except over the gaps.

    resolution: That of the sweep; of the interval that ends with the first contact half the
        relative way is not longer.
    """
    wanted = every_pair(len(solids_a), len(solids_b)) if pairs is None else np.asarray(pairs)
    wanted = wanted.reshape(-1, 2)
    rates = checked_reach(reach, len(solids_a), len(solids_b))[wanted[:, 0], wanted[:, 1]]
    proof = found.proof
    if not np.array_equal(proof.pairs, wanted) or not _is_sane(found, rates):
        return False
    claims = claims_of(found, resolution)
    if claims is None:
        return False
    T_a, T_b = _batch(poses_a, proof.intervals), _batch(poses_b, proof.intervals)
    for i, p in claims:
        verdict = proof.evidence.get((int(i), int(p)))
        asked = 0.5 * rates[p] * float(proof.intervals[i, 1] - proof.intervals[i, 0])
        if verdict is None or verdict.kind is not VerdictKind.FREE or verdict.gap_mm < asked:
            return False
        a, b = (int(k) for k in wanted[p])
        if not verify(verdict, solids_a[a], T_a[i, a], solids_b[b], T_b[i, b]):
            return False
    return found.pair is None or _is_contact(found, solids_a, solids_b, poses_a, poses_b)


def _is_sane(found: Sweep, rates: Array) -> bool:
    """Whether the fields of a sweep agree with each other."""
    proof = found.proof
    if proof.rates.shape != rates.shape or not np.all(proof.rates >= rates):
        return False
    if proof.intervals.ndim != 2 or not np.all(np.isfinite(proof.intervals)) or proof.parts < 1:
        return False
    if found.kind is not VerdictKind.HIT:
        is_free = found.kind is VerdictKind.FREE and not found.gaps
        is_touch = found.kind is VerdictKind.TOUCH
        return (is_free or is_touch) and found.first_contact_t is None and found.pair is None
    t, pairs = found.first_contact_t, {(int(a), int(b)) for a, b in proof.pairs}
    return t is not None and isfinite(t) and 0.0 <= t <= 1.0 and found.pair in pairs


def claims_of(found: Sweep, resolution: float = RESOLUTION) -> Integers | None:
    """The claims (interval, pair) that together fill the time up to the first contact, or None
    where the proof leaves a stretch of it out."""
    proof = found.proof
    until = 1.0 if found.first_contact_t is None else found.first_contact_t
    places = {_name(start, end): i for i, (start, end) in enumerate(proof.intervals)}
    opened = {(int(i), int(p)) for i, p in proof.opened}
    excused = {(_name(gap.start, gap.end), gap.a, gap.b) for gap in found.gaps}
    claims: list[tuple[int, int]] = []
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
        middle = 0.5 * (start + end)
        is_last = 0.5 * float(proof.rates[p]) * (end - start) <= resolution
        a, b = (int(k) for k in proof.pairs[p])
        if (_name(start, min(end, until)), a, b) in excused:
            continue
        if is_last and found.pair == (a, b) and start < until <= end:
            continue
        pending += [(start, middle, p), (middle, end, p)]
    return np.array(claims, dtype=np.int64).reshape(-1, 2)


def _is_contact(
    found: Sweep,
    solids_a: Sequence[Solid],
    solids_b: Sequence[Solid],
    poses_a: Poses,
    poses_b: Poses | ArrayLike,
) -> bool:
    verdict = found.proof.contact
    if verdict is None or verdict.kind is not VerdictKind.HIT or found.pair is None:
        return False
    moment = np.full((1, 2), found.first_contact_t)
    (a, b), T_a, T_b = found.pair, _batch(poses_a, moment)[0], _batch(poses_b, moment)[0]
    return verify(verdict, solids_a[a], T_a[a], solids_b[b], T_b[b])


def _name(start: float, end: float) -> tuple[int, int]:
    return round(start / _SAME_TIME), round(end / _SAME_TIME)


def _batch(poses: Poses | ArrayLike, intervals: Array) -> Array:
    """Poses at the middles of the intervals, (n, bodies, 4, 4)."""
    if callable(poses):
        return np.asarray(poses(intervals.mean(axis=1)), dtype=float)
    T = np.asarray(poses, dtype=float)
    return np.broadcast_to(T, (len(intervals), *T.shape))
