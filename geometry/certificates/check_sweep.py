"""The check of a sweep's proof: its claims fill the time, and each claim holds.

A claim says that two bodies do no more than touch over a stretch of time. Its evidence is either a
verdict that they are far enough apart at one time, with a certificate that `verify` checks, or
directions along which they are apart at two times. The check searches for nothing and uses no code
of the prover.

The second kind of evidence: let f be the gap of a primitive of a and one of b along a direction
that is fixed in one of the bodies. f changes no faster than the rate, and over a time h its
derivative changes by no more than bend h + kink. Between two times, with
w = (t - first) (last - t) / (last - first), f is then at least the straight line between its values
at the two times minus (bend (last - first) / 2 + kink) w.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

import numpy as np
from numpy.typing import ArrayLike

from geometry.certificates.formulas import Held, held_by, reach
from geometry.certificates.sweep_proof import (
    RESOLUTION,
    Along,
    Integers,
    Poses,
    Sweep,
    checked_bends,
    checked_reach,
    every_pair,
)
from geometry.certificates.verdict import Verdict, VerdictKind
from geometry.certificates.verify import verify
from geometry.poses import Array, inverted, relative
from geometry.solids.tree import Solid
from geometry.tolerances import UNIT_ROUNDING

# Times that differ by no more are one. They are made by halving, or as roots, and rounded.
_SAME_TIME = 1e-12
# Share by which the interval before the contact may exceed the resolution: rounding of times.
_SPARE = 1e-9
# Rounding of lengths, as a share of the size of the coordinates.
_ROUNDING = 1e-12
# Depth, mm, up to which bodies do no more than touch: the checker's own copy of TOUCH_TOLERANCE.
_TOUCH = 1e-5


@dataclass(frozen=True, eq=False)
class Bodies:
    """Two lists of bodies and their poses over time. The bodies of b may stand: poses_b is then an
    array (bodies, 4, 4)."""

    solids_a: Sequence[Solid]
    solids_b: Sequence[Solid]
    poses_a: Poses
    poses_b: Poses | ArrayLike

    def at(self, times: Array) -> tuple[Array, Array]:
        """T_world_body of the bodies of a and of those of b at times (m,), (m, bodies, 4, 4)
        each."""
        T_a = np.asarray(self.poses_a(times), dtype=float)
        if callable(self.poses_b):
            return T_a, np.asarray(self.poses_b(times), dtype=float)
        T_b = np.asarray(self.poses_b, dtype=float)
        return T_a, np.broadcast_to(T_b, (len(times), *T_b.shape))


def verify_sweep(
    found: Sweep,
    solids_a: Sequence[Solid],
    solids_b: Sequence[Solid],
    poses_a: Poses,
    poses_b: Poses | ArrayLike,
    reach: ArrayLike,
    *,
    bends: ArrayLike | None = None,
    kinks: ArrayLike | None = None,
    pairs: ArrayLike | None = None,
    resolution: float = RESOLUTION,
) -> bool:
    """Whether the proof, with the evidence that `certified` adds, shows the sweep's verdict.

    FREE: No pair does more than touch at any time. HIT: The pair is in contact at the first
    contact, and no pair meets before the interval that ends with it, except over the named gaps.
    TOUCH: No pair meets except over the named gaps.

    found: The sweep. The other arguments are those with which the sweep was made. Over the interval
    that ends with the first contact the bodies move towards each other by at most twice the
    resolution (mm).
    """
    wanted = every_pair(len(solids_a), len(solids_b)) if pairs is None else np.asarray(pairs)
    wanted = wanted.reshape(-1, 2)
    own, sizes = (wanted[:, 0], wanted[:, 1]), (len(solids_a), len(solids_b))
    given = (checked_reach(reach, *sizes), *checked_bends(bends, kinks, *sizes))
    limits = np.column_stack([figures[own] for figures in given])
    proof, bodies = found.proof, Bodies(solids_a, solids_b, poses_a, poses_b)
    if not np.array_equal(proof.pairs, wanted) or not _is_sane(found, limits):
        return False
    if uncovered(found, resolution):
        return False
    T_first, T_last = (bodies.at(proof.claims[:, k]) for k in (3, 4))
    for row, claim in enumerate(proof.claims):
        pair = int(claim[0])
        poses = [
            (T[0][row, wanted[pair, 0]], T[1][row, wanted[pair, 1]]) for T in (T_first, T_last)
        ]
        if not _holds(
            proof.evidence.get(row), claim[1:], limits[pair], bodies, wanted[pair], poses
        ):
            return False
    return found.pair is None or _is_contact(found, bodies)


def _is_sane(found: Sweep, limits: Array) -> bool:
    """Whether the fields of a sweep agree with each other and with the limits (p, 3)."""
    proof = found.proof
    known = (proof.rates, proof.bends, proof.kinks)
    if any(np.shape(figures) != (len(limits),) for figures in known):
        return False
    if not np.all(np.column_stack(known) >= limits):
        return False
    claims = proof.claims
    if claims.ndim != 2 or claims.shape[1] != 5 or not np.all(np.isfinite(claims)):
        return False
    pair, since, until, first, last = claims.T
    if np.any(pair != np.round(pair)) or np.any((pair < 0) | (pair >= len(limits))):
        return False
    is_once = first == last
    inside = (first >= 0.0) & (last <= 1.0) & (since <= until)
    if not np.all(inside & (is_once | ((first <= since) & (until <= last)))):
        return False
    if found.kind is not VerdictKind.HIT:
        is_free = found.kind is VerdictKind.FREE and not found.gaps
        is_touch = found.kind is VerdictKind.TOUCH
        return (is_free or is_touch) and found.first_contact_t is None and found.pair is None
    t, pairs = found.first_contact_t, {(int(a), int(b)) for a, b in proof.pairs}
    return t is not None and isfinite(t) and 0.0 <= t <= 1.0 and found.pair in pairs


def uncovered(found: Sweep, resolution: float = RESOLUTION) -> list[tuple[int, float]]:
    """The pairs whose claims and gaps do not fill the time up to the first contact, each with the
    time from which they leave a hole. The interval just before the contact needs no claim."""
    proof = found.proof
    until = 1.0 if found.first_contact_t is None else found.first_contact_t
    spans: list[list[tuple[float, float]]] = [[] for _ in proof.pairs]
    for pair, start, end in proof.claims[:, :3].tolist():
        spans[int(pair)].append((start, end))
    named = {(int(a), int(b)): own for (a, b), own in zip(proof.pairs, spans, strict=True)}
    for gap in found.gaps:
        named.get((gap.a, gap.b), []).append((gap.start, gap.end))
    left: list[tuple[int, float]] = []
    for p, own in enumerate(spans):
        reached = _reached(sorted(own))
        is_met = found.pair == tuple(int(k) for k in proof.pairs[p])
        last = resolution * (1.0 + _SPARE) if is_met else 0.0
        rest = until - reached
        if rest > _SAME_TIME and not (is_met and 0.5 * float(proof.rates[p]) * rest <= last):
            left.append((p, reached))
    return left


def _reached(spans: Sequence[tuple[float, float]]) -> float:
    """The time up to which sorted spans (start, end) fill the time from 0 without a hole."""
    reached = 0.0
    for start, end in spans:
        if start > reached + _SAME_TIME:
            break
        reached = max(reached, end)
    return reached


def _holds(
    evidence: Verdict | Along | None,
    claim: Array,
    limits: Array,
    bodies: Bodies,
    pair: Integers,
    poses: Sequence[tuple[Array, Array]],
) -> bool:
    """Whether evidence shows a claim (from, to, first, last) of a pair.

    limits: Rate, bend and kink of the pair. poses: T_world_a and T_world_b at first and at last.
    """
    since, until, first, last = (float(t) for t in claim)
    a, b = bodies.solids_a[pair[0]], bodies.solids_b[pair[1]]
    match evidence:
        case Verdict() if first == last:
            asked = float(limits[0]) * max(until - first, first - since)
            is_free = evidence.kind is VerdictKind.FREE and evidence.gap_mm >= asked
            (T_a, T_b), _ = poses
            return is_free and verify(evidence, a, T_a, b, T_b)
        case Along() if first < last:
            seen = not callable(bodies.poses_b)
            ends = [_seen(T_a, T_b, from_b=seen) for T_a, T_b in poses]
            return _keeps_apart(
                evidence.directions, a, b, ends, (since, until, first, last), limits
            )
    return False


def _seen(T_w_a: Array, T_w_b: Array, *, from_b: bool) -> tuple[Array, Array]:
    """The poses of a and b in the frame of b (from_b) or of a."""
    T_a_b = relative(T_w_a, T_w_b)
    return (inverted(T_a_b), np.eye(4)) if from_b else (np.eye(4), T_a_b)


def _keeps_apart(
    directions: Array,
    a: Solid,
    b: Solid,
    ends: Sequence[tuple[Array, Array]],
    times: tuple[float, float, float, float],
    limits: Array,
) -> bool:
    """Whether directions show that two bodies do no more than touch over a claim's time.

    directions: For each primitive of a's cover and each of b's, (na, nb, 3). ends: The poses of a
    and b at first and at last. times: from, to, first, last. limits: Rate, bend and kink.
    """
    if directions.ndim != 3 or directions.shape[2] != 3:
        return False
    if not np.allclose(np.linalg.norm(directions, axis=2), 1.0, rtol=0.0, atol=UNIT_ROUNDING):
        return False
    return any(
        (len(held_a), len(held_b)) == directions.shape[:2]
        and _all_stay(held_a, held_b, directions, ends, times, limits)
        for held_a in held_by(a)
        for held_b in held_by(b)
    )


def _all_stay(
    held_a: Held,
    held_b: Held,
    directions: Array,
    ends: Sequence[tuple[Array, Array]],
    times: tuple[float, float, float, float],
    limits: Array,
) -> bool:
    gaps, size = [], 1.0
    for T_a, T_b in ends:
        far_a = [_far(shape, T_a @ T, d) for (shape, T), d in zip(held_a, directions, strict=True)]
        columns = zip(held_b, directions.transpose(1, 0, 2), strict=True)
        far_b = [_far(shape, T_b @ T, -d) for (shape, T), d in columns]
        gaps.append(-np.array(far_b).T - np.array(far_a))
        places = [(F @ T)[:3, 3] for F, held in ((T_a, held_a), (T_b, held_b)) for _, T in held]
        size = max(size, float(np.abs(places).max()))
    slack = _TOUCH + _ROUNDING * size
    pairs = zip(gaps[0].ravel() + slack, gaps[1].ravel() + slack, strict=True)
    return all(_stays_above_zero(float(one), float(two), times, limits) for one, two in pairs)


def _far(shape: Solid, T: Array, directions: Array) -> Array:
    """How far, mm, a primitive that T places reaches along directions (n, 3) from the origin of
    the outer frame, (n,)."""
    return reach(shape, directions @ T[:3, :3]) + directions @ T[:3, 3]


def _stays_above_zero(
    one: float, two: float, times: tuple[float, float, float, float], limits: Array
) -> bool:
    """Whether a gap that is `one` (mm) at first and `two` at last is 0 or more from..to."""
    since, until, first, last = times
    rate, bend, kink = (float(figure) for figure in limits)
    # The rate alone may keep the gap above 0: forward from first, or backward from last.
    if rate * (until - first) <= one or rate * (last - since) <= two:
        return True
    low = max(since, first + max(one, 0.0) / rate)
    high = min(until, last - max(two, 0.0) / rate)
    if low > high:
        return True
    length = last - first
    sag = (0.5 * bend * length + kink) * length
    if not isfinite(sag):
        return False
    slope = two - one - sag
    start, end = (low - first) / length, (high - first) / length
    least = min(max(-0.5 * slope / sag, start), end) if sag > 0.0 else start
    return all(one + slope * s + sag * s * s >= 0.0 for s in (start, least, end))


def _is_contact(found: Sweep, bodies: Bodies) -> bool:
    verdict = found.proof.contact
    if verdict is None or verdict.kind is not VerdictKind.HIT or found.pair is None:
        return False
    T_a, T_b = bodies.at(np.array([found.first_contact_t]))
    a, b = found.pair
    return verify(verdict, bodies.solids_a[a], T_a[0, a], bodies.solids_b[b], T_b[0, b])
