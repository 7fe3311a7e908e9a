"""Chains: motions that go over into each other in rounded corners, timed as one motion.

Two paths a(s) and b(s), s from 0 to 1, meet in the corner q_c = a(1) = b(0). The last share h_a of
the first and the first share h_b of the second are driven at the same time; one fades out while the
other fades in:

    c(u) = a(1 - h_a f(1 - u)) + b(h_b f(u)) - q_c,    u from 0 to 1,    f(u) = 2 u^3 - u^4.

1. f(0) = f'(0) = f''(0) = 0 and f(1) = 1, f'(1) = 2, f''(1) = 0. So c has the direction and the
   curvature of a where it leaves a, and those of b where it joins b. With the parameter 2 h_a u,
   and b's own parameter times h_a / h_b behind the corner, q' and q'' have no jump.
2. If both paths are straight, the distance of c(u) from b is the remaining part of a, and that from
   a is the part of b already driven; the nearer of the two counts. At the shares the tool point is
   one zone away from the corner, so that it stays far inside the zone: f = 3/16 at the middle. If
   the paths bend, the distance is measured, and the shares are reduced until it is in the zone.
3. The shares never pass the middle of a path, so that two corners of one path cannot overlap.

The whole chain is one path of the joints, for which one time law is found from rest to rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from kinematics.arm.forward import forward
from kinematics.arm.limits import SLACK
from kinematics.arm.mechanism import Mechanism
from kinematics.motion.laws.jerk_law import jerk_law
from kinematics.motion.laws.time_law import JointLimits
from kinematics.motion.motion import Motion
from kinematics.motion.paths.joint_path import DEGREE, JointPath, joined
from kinematics.poses.transforms import Array

# Pieces of the joint path in a corner; an even number, so that its middle is a knot.
CORNER_PIECES = 8
# Points of a corner at which its distance is measured, and points of each of the two paths.
POINTS, WAY_POINTS = 33, 129
# Knots of the time law for each leg: it is then within a hundredth of the least duration. A law
# that misses a duration by no more than that is solved once more, with so many times the knots.
KNOTS_EACH, MISSED, FINER = 60, 1.01, 4
LEAST_SHARE, SMALLER = 1e-6, 0.7  # smallest share of a corner; factor that reduces shares

NO_ROOM = "there is no room for a rounded corner"
NO_GAIN = "a stop takes less time than the rounded corner"


@dataclass(frozen=True, eq=False)
class Leg:
    """A path and the speeds at which it may be driven.

    q_start: (n,), the joint values from which the path was planned; the path itself may begin at
    the exact root next to them. path: its parameter goes from 0 to 1. speed: (n,), limits of the
    joints, rad/s or mm/s. rate: the largest share of the path per second, 1/s; infinite if only the
    joints limit it.
    """

    q_start: Array
    path: JointPath
    speed: Array
    rate: float = np.inf

    @cached_property
    def mark(self) -> bytes:
        """A key that is equal for equal legs."""
        return (
            self.q_start.tobytes()
            + self.path.mark
            + self.speed.tobytes()
            + np.float64(self.rate).tobytes()
        )


class Bend(NamedTuple):
    """The rounded corner between two legs. shares: h_a of the first leg and h_b of the second."""

    first: Leg
    second: Leg
    shares: tuple[float, float]

    def states(self, u: Array) -> Array:
        """Joint values and their first two derivatives by u at u (m,): (3, m, n)."""
        share_a, share_b = self.shares
        left, gone = 1.0 - u, u
        a = self.first.path.derivatives(1.0 - share_a * _fading(left, 0), 2)
        b = self.second.path.derivatives(share_b * _fading(gone, 0), 2)
        ga, gb = share_a * _fading(left, 1)[:, None], share_b * _fading(gone, 1)[:, None]
        ba, bb = -share_a * _fading(left, 2)[:, None], share_b * _fading(gone, 2)[:, None]
        return np.stack(
            [
                a[0] + b[0] - self.second.path.q_start,
                a[1] * ga + b[1] * gb,
                a[2] * ga**2 + a[1] * ba + b[2] * gb**2 + b[1] * bb,
            ]
        )


class Chain(NamedTuple):
    """One path through all legs. rates: (m,), caps of ds/dt for its pieces. middles: the values of
    the parameter in the middle of each corner."""

    path: JointPath
    rates: Array
    middles: Array

    def motions(self, limits: JointLimits, enough: float = 0.0) -> tuple[Motion, ...]:
        """The motion of each leg, from the middle of one corner to the middle of the next.

        enough: a duration of all, s, below which they need not be the fastest.
        """
        count = KNOTS_EACH * (len(self.middles) + 1)
        law = jerk_law(self.path, self.rates, limits, knots=count, enough=enough)
        if enough <= law.duration < MISSED * enough:
            count *= FINER
            law = jerk_law(self.path, self.rates, limits, knots=count, enough=enough)
        times = np.concatenate([[0.0], law.time_at(self.middles), [law.duration]])
        return tuple(
            Motion(self.path, law, float(start), float(end - start))
            for start, end in pairwise(times)
        )


def _fading(u: Array, order: int) -> Array:
    """f(u), f'(u) or f''(u)."""
    rows = (u**3 * (2.0 - u), u**2 * (6.0 - 4.0 * u), 12.0 * u * (1.0 - u))
    return rows[order]


def bend_between(
    mechanism: Mechanism, first: Leg, second: Leg, zone: float, T_flange_tool: Array
) -> Bend | None:
    """The rounded corner within `zone` (mm) of the corner, or None if there is no room for it.

    T_flange_tool: (4, 4), the tool whose point stays within the zone.
    """
    shares = (
        _share(mechanism, first.path, zone, T_flange_tool, backwards=True),
        _share(mechanism, second.path, zone, T_flange_tool, backwards=False),
    )
    while min(shares) > LEAST_SHARE:
        bend = Bend(first, second, shares)
        if _is_within(mechanism, bend, zone, T_flange_tool):
            return bend
        shares = (shares[0] * SMALLER, shares[1] * SMALLER)
    return None


def _tool_points(mechanism: Mechanism, q: Array, T_flange_tool: Array) -> Array:
    return np.asarray((forward(mechanism, q) @ T_flange_tool)[:, :3, 3])


def _share(
    mechanism: Mechanism, path: JointPath, zone: float, T_tool: Array, *, backwards: bool
) -> float:
    """The share of a path, at most half, within which the tool point is inside the zone, mm.

    backwards: whether the share is counted from the end of the path.
    """
    inner, outer = 0.0, 0.5
    for _ in range(4):
        shares = np.linspace(inner, outer, 65)
        places = np.append(0.0, shares)
        points = _tool_points(mechanism, path.at(1.0 - places if backwards else places), T_tool)
        beyond = np.linalg.norm(points[1:] - points[0], axis=1) > zone
        if not beyond.any():
            return outer
        at = max(int(np.argmax(beyond)), 1)
        inner, outer = float(shares[at - 1]), float(shares[at])
    return inner


def _is_within(mechanism: Mechanism, bend: Bend, zone: float, T_tool: Array) -> bool:
    """Whether the joints keep their limits and the tool point is within `zone` of both paths."""
    q = _bend_path(bend, 1.0).at(np.linspace(0.0, 2.0 * bend.shares[0], POINTS))
    if np.maximum(q - mechanism.upper, mechanism.lower - q).max() > SLACK:
        return False
    part = np.linspace(0.0, 1.0, WAY_POINTS)
    before = bend.first.path.at(1.0 - bend.shares[0] * part[::-1])
    behind = bend.second.path.at(bend.shares[1] * part)
    path = _tool_points(mechanism, np.concatenate([before, behind]), T_tool)
    points = _tool_points(mechanism, q, T_tool)
    return bool(np.linalg.norm(points[:, None] - path[None], axis=2).min(axis=1).max() <= zone)


def _bend_path(bend: Bend, scale: float) -> JointPath:
    """The corner as a path; scale: the chain's parameter for one of the first leg's."""
    u = np.linspace(0.0, 1.0, CORNER_PIECES + 1)
    width = 2.0 * bend.shares[0] * scale
    q, first, second = bend.states(u)
    return JointPath.through(u * width, q, first / width, second / width**2)


def chain_of(legs: Sequence[Leg], bends: Sequence[Bend]) -> Chain:
    """The chain of legs with rounded corners between them, one for each two neighbours."""
    fastest = np.max([leg.speed for leg in legs], axis=0)
    paths, rates, middles = list[JointPath](), list[Array](), list[float]()
    scale, length, entry = 1.0, 0.0, 0.0
    for number, leg in enumerate(legs):
        bend = bends[number] if number < len(bends) else None
        end = 1.0 - (bend.shares[0] if bend is not None else 0.0)
        if end > entry:
            part = leg.path.part(entry, end)
            part = JointPath(part.knots * scale, part.controls, part.deviation_mm)
            paths.append(part)
            rates.append(_caps(part, fastest, [(leg, scale)]))
            length += part.length
        if bend is not None:
            path, after = _bend_path(bend, scale), scale * bend.shares[0] / bend.shares[1]
            paths.append(path)
            rates.append(_caps(path, fastest, [(leg, scale), (bend.second, after)]))
            middles.append(length + 0.5 * path.length)
            length, scale, entry = length + path.length, after, bend.shares[1]
    return Chain(joined(paths), np.concatenate(rates), np.array(middles))


def _caps(path: JointPath, fastest: Array, legs: Sequence[tuple[Leg, float]]) -> Array:
    """Caps of ds/dt (m,) of the pieces of a path: of the tool, and of slower joint speeds.

    fastest: (n,), the joint speeds that the law keeps anyway. legs: those whose limits hold here,
    each with the chain's parameter for one of its own.
    """
    caps = np.full(path.pieces, min(leg.rate * scale for leg, scale in legs))
    speed = np.min([leg.speed for leg, _ in legs], axis=0)
    slower = speed < fastest
    if slower.any():
        turn = DEGREE * np.abs(np.diff(path.controls, axis=1)).max(axis=1)[:, slower]
        with np.errstate(divide="ignore"):
            most = speed[slower] * np.diff(path.knots)[:, None] / turn
        caps = np.minimum(caps, most.min(axis=1))
    return caps
