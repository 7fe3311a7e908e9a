"""Joint ranges in which two links near each other are known to be apart, or to meet.

Neighbouring links often touch where they are joined, and one is in a hollow of the other: it takes
long to decide a single posture. Their relative pose depends on one joint only. So its range is
decided once: it is halved until whole parts of it are proven free, or proven to meet. Links with
two joints between them are decided in the same way, by the range of the first of the two joints and
for all values of the second: a flange that is nearly round looks the same however it turns.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geometry.exact.batched_search import states_of
from geometry.exact.batched_views import Spin
from geometry.poses import relative
from geometry.separation.batches import APART, OPEN
from kinematics import invert, link_poses
from scenes.connecting.setting import Setting
from scenes.world.frozen import Array, Frozen

Integers = NDArray[np.int64]

# Parts into which a joint range is divided first, times that a part is halved, and most parts that
# are looked at for a pair.
_FIRST_PARTS, _HALVINGS, _MOST_PARTS = 32, 8, 300
_MOST_KEPT = 512

_kept: OrderedDict[tuple[object, ...], tuple[Array, Integers]] = OrderedDict()


@dataclass(frozen=True, eq=False)
class JointRanges(Frozen):
    """What is known of a pair of links over the range of a joint.

    joint: Index of the joint. edges: Ends of k parts of the range, (k + 1,), rad or mm. states:
    APART, MEETS or OPEN in each part, (k,). is_periodic: Whether the joint turns by a whole turn or
    more, so that values that differ by whole turns are the same.
    """

    joint: int
    edges: Array
    states: Integers
    is_periodic: bool

    def states_at(self, values: Array) -> Integers:
        """The state at each joint value (m,), (m,); OPEN outside the range."""
        if self.is_periodic:
            values = self.edges[0] + np.mod(values - self.edges[0], 2.0 * np.pi)
        part = np.searchsorted(self.edges, values, side="right") - 1
        part = np.where(values == self.edges[-1], len(self.states) - 1, part)
        inside = (part >= 0) & (part < len(self.states))
        return np.where(inside, self.states[np.clip(part, 0, len(self.states) - 1)], OPEN)

    def free_about(self, low: float, high: float) -> tuple[float, float] | None:
        """The widest range that holds the values from low to high, and in which the pair is known
        to be apart; None if there is none."""
        if self.is_periodic:
            return (-np.inf, np.inf) if (self.states == APART).all() else None
        free = self.states == APART
        ends = np.diff(np.r_[False, free, False].astype(int))
        starts, stops = np.flatnonzero(ends > 0), np.flatnonzero(ends < 0)
        for start, stop in zip(self.edges[starts], self.edges[stops], strict=True):
            if start <= low and high <= stop:
                return float(start), float(stop)
        return None


def states_by_joints(setting: Setting, q: Array, pairs: Integers) -> Integers:
    """APART, MEETS or OPEN for pairs (k,) of a setting at joint values q (k, n), (k,), by joint
    ranges."""
    states = np.full(len(pairs), OPEN, dtype=np.int64)
    for pair in np.unique(pairs):
        known = joint_ranges(setting, int(pair))
        if known is not None:
            rows = np.flatnonzero(pairs == pair)
            states[rows] = known.states_at(q[rows, known.joint])
    return states


def joint_ranges(setting: Setting, pair: int) -> JointRanges | None:
    """What is known of a pair over the range of a joint, kept by what it depends on; None for links
    with more than two joints between them."""
    mechanism = setting.robot.mechanism
    a, b = (int(body) for body in setting.index[pair])
    joints = _joints_between(setting, pair)
    if joints is None:
        return None
    joint = joints[0]
    low, high = float(mechanism.lower[joint]), float(mechanism.upper[joint])
    is_periodic = mechanism.kinds[joint] == "R" and not high - low < 2.0 * np.pi
    if is_periodic:
        low, high = -np.pi, np.pi
    if not np.isfinite([low, high]).all() or not low < high:
        return None
    seats = (setting.T_seat_body[body].tobytes() for body in (a, b))
    key = (mechanism, setting.solids[a], setting.solids[b], *seats, joints)
    if key not in _kept:
        _kept[key] = _divided(_Joints(setting, a, b, joints), low, high)
        if len(_kept) > _MOST_KEPT:
            _kept.popitem(last=False)
    return JointRanges(joint, *_kept[key], is_periodic)


def _joints_between(setting: Setting, pair: int) -> tuple[int, ...] | None:
    """The one or two joints between two bodies of the arm, the inner one first; None if they are
    more, or if the outer one of two slides without end."""
    mechanism = setting.robot.mechanism
    inner, link = (int(own) for own in setting.links[setting.index[pair]])
    if mechanism.has_loops or not setting.is_of_arm[pair]:
        return None
    joints: tuple[int, ...] = ()
    while link > inner and len(joints) < 2:
        joints = (link - 1, *joints)
        link = int(mechanism.link_tree.carriers[link - 1])
    if link != inner or not joints or not np.isfinite(_width(setting, joints[-1])):
        return None
    return joints


def _width(setting: Setting, joint: int) -> float:
    """The width of the range of a joint, rad or mm; a whole turn where it may turn without end."""
    mechanism = setting.robot.mechanism
    width = float(mechanism.upper[joint] - mechanism.lower[joint])
    return min(width, 2.0 * np.pi) if mechanism.kinds[joint] == "R" else width


@dataclass(frozen=True, eq=False)
class _Joints:
    """One or two joints between two bodies a and b of a setting."""

    setting: Setting
    a: int
    b: int
    joints: tuple[int, ...]

    def states(self, low: Array, high: Array) -> Integers:
        """The states over ranges of the first joint from low to high, (k,) each: (k,)."""
        setting = self.setting
        mechanism = setting.robot.mechanism
        middle = 0.5 * (mechanism.lower + mechanism.upper)
        q = np.tile(np.where(np.isfinite(middle), middle, 0.0), (len(low), 1))
        q[:, self.joints[0]] = 0.5 * (low + high)
        T = setting.poses(q)[:, [self.a, self.b]]
        halves = 0.5 * (high - low)
        # A joint turns about, or slides along, the z axis of its link.
        T_body_link = invert(setting.T_seat_body[self.b])
        if len(self.joints) == 1:
            spins = [self._spin(self.joints[0], T_body_link, halves)]
        else:
            width = np.full(len(low), 0.5 * _width(setting, self.joints[1]))
            spins = [self._spin(self.joints[1], T_body_link, width)]
            T_first = self._first_joint(q[:1])
            spins.append(self._spin(self.joints[0], T_first, halves, in_first=True))
        T_a_b = relative(T[:, 0], T[:, 1])
        return states_of(setting.solids[self.a], setting.solids[self.b], T_a_b, spins)

    def _spin(self, joint: int, T: Array, halves: Array, *, in_first: bool = False) -> Spin:
        is_turn = self.setting.robot.mechanism.kinds[joint] == "R"
        return Spin(T[:3, 2], T[:3, 3], is_turn, halves, in_first)

    def _first_joint(self, q: Array) -> Array:
        """Pose of the link of the first joint in the first body, (4, 4): its z axis stays."""
        robot = self.setting.robot
        T_link = (robot.T_world_base @ link_poses(robot.mechanism, q))[0, self.joints[0] + 1]
        return np.asarray(invert(self.setting.poses(q)[0, self.a]) @ T_link)


def _divided(joints: _Joints, low: float, high: float) -> tuple[Array, Integers]:
    """The ends of the parts of a range, (k + 1,), and the states in them, (k,)."""
    edges = np.linspace(low, high, _FIRST_PARTS + 1)
    states = joints.states(edges[:-1], edges[1:])
    looked_at = len(states)
    for _ in range(_HALVINGS):
        parts = np.flatnonzero(states == OPEN)
        looked_at += 2 * len(parts)
        is_idle = len(parts) == len(states) > _FIRST_PARTS
        if not len(parts) or looked_at > _MOST_PARTS or is_idle:
            break
        middles = 0.5 * (edges[parts] + edges[parts + 1])
        lows, highs = np.r_[edges[parts], middles], np.r_[middles, edges[parts + 1]]
        found = joints.states(lows, highs)
        states[parts] = found[: len(parts)]
        edges = np.insert(edges, parts + 1, middles)
        states = np.insert(states, parts + 1, found[len(parts) :])
    is_start = np.r_[True, np.diff(states) != 0]
    return np.r_[edges[:-1][is_start], edges[-1]], states[is_start]
