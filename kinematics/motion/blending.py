"""Rounded corners: one motion merges into the next without coming to rest.

Two paths a(s) and b(s), s from 0 to 1, meet in the corner q_c = a(1) = b(0). The last share h_a of
the first and the first share h_b of the second are driven at the same time; one fades out while the
other fades in:

    c(u) = a(1 - h_a f(1 - u)) + b(h_b f(u)) - q_c,    u from 0 to 1,    f(u) = 2 u^3 - u^4.

1. f(0) = f'(0) = f''(0) = 0 and f(1) = 1, f'(1) = 2, f''(1) = 0. So c has the direction and the
   curvature of a where it leaves a, and those of b where it joins b: rates and accelerations do
   not jump.
2. If both paths are straight, the distance of c(u) from b is the remaining part of a, and that from
   a is the part of b already driven; the nearer of the two counts. At the shares the tool point is
   one zone away from the corner, so that it stays far inside the zone: f = 3/16 at the middle. If
   the paths bend, the distance is measured, and the shares are reduced until it is in the zone.
3. The shares never pass the middle of a path, so that two corners of one path cannot overlap.

Time: the rate in the middle of the corner is the largest that can be reached from rest behind the
middle of the first path and braked to rest before the middle of the second. So each motion can be
timed by itself with given rates at its ends, whatever its neighbours do. At the middle
f(1/2) = 3/16, and both paths advance by the same share of h_a and h_b; u is the parameter there.
Before it s_a = 1 - 2 h_a (1/2 - u), and behind it s_b = 2 h_b (u - 1/2), continue the parameters of
the paths outside the corner, so that one parameter leads through a whole motion.
"""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from kinematics.arm.forward import forward
from kinematics.arm.limits import SLACK
from kinematics.arm.mechanism import Mechanism
from kinematics.motion.motion_paths import JointWay, Leg, LineWay
from kinematics.motion.time_laws import overload, path_profile, sample_times
from kinematics.motion.trajectory import Trajectory
from kinematics.poses.transforms import Array

# Nodes of the timing: in half a corner, and from there to the middle of a path.
CORNER_NODES, STRAIGHT_NODES = 32, 33
# Points of a corner at which its distance is measured, and points of each of the two paths.
POINTS, WAY_POINTS = 33, 129
LEAST_SHARE, SMALLER = 1e-6, 0.7  # smallest share of a corner; factor that reduces shares
# Shares of the accelerations that are tried until the samples keep the limits, and the smaller one
# that gives the rate in the middle of a corner, so that both its motions can reach that rate.
TRIED, ROOM = (0.999, 0.97, 0.94, 0.9), 0.87
# Shares of this rate that are tried until both motions can be timed.
SLOWER = (1.0, 0.7, 0.4)
KEPT = 1.0 + 1e-6  # factor by which a rate may be lower, or samples overloaded, by rounding
SAME_NODE = 1e-12  # nodes of a path nearer than this are one
TINY = 2e-4  # step of u with which the rates of the joints at the middle are measured


@dataclass(frozen=True, eq=False)
class Corner:
    """The rounded corner between two legs.

    shares: h_a of the first leg and h_b of the second. rate: du/dt at the middle, 1/s. onward: the
    second leg from the middle of the corner to rest.
    """

    first: Leg
    second: Leg
    shares: tuple[float, float]
    rate: float = 0.0
    onward: Trajectory | None = None

    @property
    def taught(self) -> Array:
        """Joint values (n,) of the corner itself, which the motion does not reach."""
        return self.second.way.q_start

    @cached_property
    def _q_corner(self) -> Array:
        return self.second.way.at(np.zeros(1))[0]

    @cached_property
    def middle(self) -> Array:
        """Joint values (n,) in the middle of the rounded corner, u = 1/2."""
        return self.at(np.array([0.5]))[0]

    @cached_property
    def velocity(self) -> Array:
        """Rates of the joints in the middle, (n,), rad/s or mm/s."""
        q = self.at(np.array([0.5 - TINY, 0.5 + TINY]))
        return (q[1] - q[0]) * (0.5 * self.rate / TINY)

    def at(self, u: Array) -> Array:
        """Joint values (m, n) at u (m,), from 0 to 1."""
        left, gone = self.shares[0] * _fading(1.0 - u), self.shares[1] * _fading(u)
        return self.first.way.at(1.0 - left) + self.second.way.at(gone) - self._q_corner


def _fading(u: Array) -> Array:
    return u * u * u * (2.0 - u)


def corner_between(
    mechanism: Mechanism, first: Leg, second: Leg, zone: float, T_flange_tool: ArrayLike
) -> Corner | None:
    """The rounded corner within `zone` (mm) of the corner, or None if there is no room for it.

    T_flange_tool: (4, 4), the tool whose point stays within the zone.
    """
    T_tool = np.asarray(T_flange_tool, float)
    shares = (
        _share(mechanism, first.way, zone, T_tool, backwards=True),
        _share(mechanism, second.way, zone, T_tool, backwards=False),
    )
    while min(shares) > LEAST_SHARE:
        corner = Corner(first, second, shares)
        if _is_within(mechanism, corner, zone, T_tool):
            return _timed_corner(mechanism, corner)
        shares = (shares[0] * SMALLER, shares[1] * SMALLER)
    return None


def _tool_points(mechanism: Mechanism, q: Array, T_flange_tool: Array) -> Array:
    return np.asarray((forward(mechanism, q) @ T_flange_tool)[:, :3, 3])


def _share(
    mechanism: Mechanism,
    way: JointWay | LineWay,
    zone: float,
    T_tool: Array,
    *,
    backwards: bool,
) -> float:
    """The share of a path, at most half, within which the tool point is inside the zone, mm.

    backwards: whether the share is counted from the end of the path.
    """
    inner, outer = 0.0, 0.5
    for _ in range(4):
        shares = np.linspace(inner, outer, 65)
        places = np.append(0.0, shares)
        points = _tool_points(mechanism, way.at(1.0 - places if backwards else places), T_tool)
        beyond = np.linalg.norm(points[1:] - points[0], axis=1) > zone
        if not beyond.any():
            return outer
        at = max(int(np.argmax(beyond)), 1)
        inner, outer = float(shares[at - 1]), float(shares[at])
    return inner


def _is_within(mechanism: Mechanism, corner: Corner, zone: float, T_tool: Array) -> bool:
    """Whether the joints keep their limits and the tool point is within `zone` of both paths."""
    q = corner.at(np.linspace(0.0, 1.0, POINTS))
    if np.maximum(q - mechanism.upper, mechanism.lower - q).max() > SLACK:
        return False
    part = np.linspace(0.0, 1.0, WAY_POINTS)
    before = corner.first.way.at(1.0 - corner.shares[0] * part[::-1])
    behind = corner.second.way.at(corner.shares[1] * part)
    path = _tool_points(mechanism, np.concatenate([before, behind]), T_tool)
    points = _tool_points(mechanism, q, T_tool)
    return bool(np.linalg.norm(points[:, None] - path[None], axis=2).min(axis=1).max() <= zone)


def _timed_corner(mechanism: Mechanism, corner: Corner) -> Corner | None:
    """The corner with the largest rate at its middle that both legs allow, or None if it is 0."""
    share_a, share_b = corner.shares
    before, behind = _nodes(corner.first, 0.0, share_a), _nodes(corner.second, share_b, 0.0)
    before, behind = before[before >= 0.5], behind[behind <= 0.5]
    u = np.concatenate([(before - 1.0) / (2.0 * share_a), behind[1:] / (2.0 * share_b)])
    q_a = _along(corner.first, None, corner, before)
    q_b = _along(corner.second, corner, None, behind[1:])
    speed_a, rate_a = _limits(corner.first, None, corner, before)
    speed_b, rate_b = _limits(corner.second, corner, None, behind[1:])
    profile = path_profile(
        u,
        np.concatenate([q_a, q_b]),
        np.concatenate([speed_a, speed_b]) * ROOM,
        mechanism.acceleration * ROOM,
        np.concatenate([rate_a / (2.0 * share_a), rate_b / (2.0 * share_b)]) * ROOM,
    )
    rate = float(profile.rate[len(before) - 1])
    return Corner(corner.first, corner.second, corner.shares, rate) if rate > 0.0 else None


def _nodes(leg: Leg, share_in: float, share_out: float) -> Array:
    """Shares of a leg at which its timing is computed, the middle among them.

    share_in, share_out: the shares that its corners take at the start and at the end.
    """
    corner, straight = np.linspace(0.0, 1.0, CORNER_NODES + 1), np.linspace(0, 1, STRAIGHT_NODES)
    ends = [share_in * corner, share_in + (0.5 - share_in) * straight]
    ends += [0.5 + (0.5 - share_out) * straight, 1.0 - share_out * corner[::-1]]
    own = leg.way.nodes
    inner = own[(own > share_in) & (own < 1.0 - share_out)]
    nodes = np.unique(np.concatenate([*ends, inner]))
    kept = np.append(True, np.diff(nodes) > SAME_NODE)
    nodes = nodes[kept]
    nodes[-1] = 1.0
    return nodes


def _along(leg: Leg, entry: Corner | None, leaving: Corner | None, s: Array) -> Array:
    """Joint values (m, n) at shares s (m,) of a leg with the given corners at its ends."""
    q = leg.way.at(s)
    if entry is not None:
        share = entry.shares[1]
        inside = s < share
        q[inside] = entry.at(0.5 + s[inside] / (2.0 * share))
    if leaving is not None:
        share = leaving.shares[0]
        inside = s > 1.0 - share
        q[inside] = leaving.at(0.5 - (1.0 - s[inside]) / (2.0 * share))
    return q


def _limits(
    leg: Leg, entry: Corner | None, leaving: Corner | None, s: Array
) -> tuple[Array, Array]:
    """Limits of joint speeds (m, n) and rate (m,) at s (m,); in a corner those of both legs."""
    speed, rate = np.tile(leg.speed, (len(s), 1)), np.full(len(s), leg.rate)
    if entry is not None:
        share, inside = entry.shares[1], s <= entry.shares[1]
        speed[inside] = np.minimum(leg.speed, entry.first.speed)
        rate[inside] = min(leg.rate, entry.first.rate * share / entry.shares[0])
    if leaving is not None:
        share, inside = leaving.shares[0], s >= 1.0 - leaving.shares[0]
        speed[inside] = np.minimum(leg.speed, leaving.second.speed)
        rate[inside] = min(leg.rate, leaving.second.rate * share / leaving.shares[1])
    return speed, rate


def blend(
    mechanism: Mechanism,
    legs: tuple[Leg, Leg],
    entry: Corner | None,
    zone: float,
    T_flange_tool: ArrayLike,
    stopping: float = np.inf,
    period: float = 0.01,
) -> tuple[Trajectory, Corner] | None:
    """The first of two legs up to the middle of the rounded corner, and the corner.

    entry: the corner at the start of the first leg, None if it starts at rest. zone: mm. stopping:
    the time of both legs with a stop between them, s.

    None if there is no room for a corner, or if a stop takes less time (a path that turns back has
    to stop anyway): then the first leg has to end at rest.
    """
    whole = corner_between(mechanism, *legs, zone, T_flange_tool)
    if whole is None:
        return None
    for share in SLOWER:
        corner = replace(whole, rate=whole.rate * share)
        motion = rounded(mechanism, legs[0], entry, corner, period)
        # Whatever follows it, the second leg must be able to end at rest.
        onward = rounded(mechanism, legs[1], corner, None, period)
        if motion is None or onward is None:
            continue
        saves = motion.duration + onward.duration < stopping
        return (motion, replace(corner, onward=onward)) if saves else None
    return None


def rounded(
    mechanism: Mechanism, leg: Leg, entry: Corner | None, leaving: Corner | None, period: float
) -> Trajectory | None:
    """A leg over time, from the middle of one corner to the middle of the next.

    entry, leaving: the corners, None for an end at rest. The result is None if no timing keeps the
    limits with these corners.
    """
    nodes = _nodes(leg, entry.shares[1] if entry else 0.0, leaving.shares[0] if leaving else 0.0)
    q = _along(leg, entry, leaving, nodes)
    speed, rate = _limits(leg, entry, leaving, nodes)
    starts = 2.0 * entry.shares[1] * entry.rate if entry else 0.0
    ends = 2.0 * leaving.shares[0] * leaving.rate if leaving else 0.0
    at_ends = np.stack([c.velocity if c else np.zeros(len(leg.speed)) for c in (entry, leaving)])
    for share in TRIED:
        hardest = mechanism.acceleration * share
        profile = path_profile(nodes, q, speed * share, hardest, rate, (starts, ends))
        if profile.rate[0] < starts / KEPT or profile.rate[-1] < ends / KEPT:
            return None
        times = sample_times(profile.duration, period)
        samples = _along(leg, entry, leaving, profile.at(times))
        samples[0], samples[-1] = q[0], q[-1]
        if overload(times, samples, mechanism.speed, mechanism.acceleration, at_ends) <= KEPT:
            return Trajectory(times, samples)
    return None
