"""Bounds of rounded corners: how far the tool is from its ways, and whether joints keep limits."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from kinematics.arm.forward import flange_poses
from kinematics.arm.limits import SLACK
from kinematics.arm.mechanism import Mechanism
from kinematics.motion.corners.fading import MOST_BEND, MOST_SLOPE, fading
from kinematics.motion.corners.leg import Leg
from kinematics.motion.corners.levers import bend_of_point, levers
from kinematics.motion.paths.joint_path import DEGREE, JointPath
from kinematics.motion.paths.tool_curve import StraightCurve
from kinematics.poses.transforms import Array

HALF = 0.5
"""Of a path: the most that a corner takes of it."""
LOOKS, ROUNDS = 17, 2
"""Places at which the distance from the corner is measured, and rounds of ever nearer places."""
INTERVALS, FINER = 8, 64
"""Intervals of each half of a corner in the bound of its deviation, and those of the second try."""
CUTS = 3
"""Times that the pieces are halved for the hull of the joint values."""


class Rounded(Protocol):
    """What the bounds need of a corner: see `Bend`."""

    @property
    def first(self) -> Leg:
        """The leg before the corner."""
        ...

    @property
    def second(self) -> Leg:
        """The leg behind the corner."""
        ...

    @property
    def shares(self) -> tuple[float, float]:
        """Shares of both legs."""
        ...

    @property
    def path(self) -> JointPath:
        """The corner itself."""
        ...


def first_shares(
    mechanism: Mechanism, legs: tuple[Leg, Leg], zone: float, T_flange_tool: Array
) -> tuple[float, float]:
    """The shares of two legs, at most half, on which the tool is one zone away from the corner.

    zone: mm. On straight lines of the tool they are known; else they are where the measured
    distance first passes the zone, read linearly between the nearest places.
    """
    if zone <= 0.0:
        return 0.0, 0.0
    known = [_share_of_line(leg, zone) for leg in legs]
    if known[0] is not None and known[1] is not None:
        return known[0], known[1]
    low, high = np.zeros(2), np.full(2, HALF)
    found = np.full(2, HALF)
    corner = _points(mechanism, legs[1].path.q_start[None], T_flange_tool)
    for _ in range(ROUNDS):
        places = np.linspace(low, high, LOOKS, axis=1)
        q = [legs[0].path.at(1.0 - places[0]), legs[1].path.at(places[1])]
        points = _points(mechanism, np.concatenate(q), T_flange_tool)
        gaps = np.linalg.norm(points - corner, axis=1).reshape(2, LOOKS)
        for side in range(2):
            beyond = np.flatnonzero(gaps[side] > zone)
            if len(beyond) == 0:
                continue
            at = max(int(beyond[0]), 1)
            inner, outer = gaps[side, at - 1], gaps[side, at]
            low[side], high[side] = places[side, at - 1], places[side, at]
            part = max((zone - inner) / (outer - inner), 0.0) if outer > inner else 0.0
            found[side] = low[side] + part * (high[side] - low[side])
    shares = [own if own is not None else float(f) for own, f in zip(known, found, strict=True)]
    return shares[0], shares[1]


def _share_of_line(leg: Leg, zone: float) -> float | None:
    """The share of a straight line; None for other legs."""
    if leg.track is None or not isinstance(leg.track.curve, StraightCurve):
        return None
    return zone / leg.track.curve.length if zone < HALF * leg.track.curve.length else HALF


def keeps_limits(mechanism: Mechanism, path: JointPath) -> bool:
    """Whether all joints keep their limits: a path lies in the hull of its coefficients."""
    knots, controls = path.knots, path.controls
    for _ in range(CUTS):
        if _excess(mechanism, controls) <= SLACK:
            return True
        if _excess(mechanism, controls[:, [0, -1]]) > SLACK:
            return False
        knots = np.insert(knots, range(1, len(knots)), 0.5 * (knots[1:] + knots[:-1]))
        controls = path.cut(knots)
    return _excess(mechanism, controls) <= SLACK


def _excess(mechanism: Mechanism, q: Array) -> float:
    return float(np.maximum(q - mechanism.upper, mechanism.lower - q).max())


def deviates_within(mechanism: Mechanism, bend: Rounded, zone: float, T_flange_tool: Array) -> bool:
    """Whether the tool point stays within `zone`, mm, of the two ways that it leaves and joins.

    The distance d(u) between the corner and the way at the same u is at most the larger of those at
    the ends of an interval h, and |d''| h^2 / 8 (`levers`). On an arm with loops the distance
    is measured at the ends alone.
    """
    loose = 0.0 if mechanism.has_loops else _bend_of_deviation(mechanism, bend, T_flange_tool)
    for intervals in (INTERVALS, FINER):
        gap = _largest_gap(mechanism, bend, T_flange_tool, intervals)
        if gap + loose / (8.0 * (2.0 * intervals) ** 2) <= zone:
            return True
        if gap > zone:
            return False
    return False


def _largest_gap(mechanism: Mechanism, bend: Rounded, T_tool: Array, intervals: int) -> float:
    """The largest distance, mm, between the corner and its ways at the ends of intervals."""
    u = np.linspace(0.0, 1.0, 2 * intervals + 1)
    before, behind = u[: intervals + 1], u[intervals:]
    corner = bend.path.at(u * bend.path.length)
    a = bend.first.path.at(1.0 - bend.shares[0] * fading(1.0 - before)[0])
    b = bend.second.path.at(bend.shares[1] * fading(behind)[0])
    points = _points(mechanism, np.concatenate([corner, a, b]), T_tool)
    own, ways = points[: len(u)], points[len(u) :]
    gaps = np.concatenate([own[: intervals + 1], own[intervals:]]) - ways
    return float(np.linalg.norm(gaps, axis=1).max())


def _bend_of_deviation(mechanism: Mechanism, bend: Rounded, T_tool: Array) -> float:
    """A bound, mm, of the second derivative by u of the vector from a way to the corner."""
    r = levers(mechanism, T_tool)
    ways = []
    for leg, share, is_first in (
        (bend.first, bend.shares[0], True),
        (bend.second, bend.shares[1], False),
    ):
        span = (1.0 - share, 1.0) if is_first else (0.0, share)
        first, second = _sizes(leg.path, span)
        slope = MOST_SLOPE * share
        ways.append(
            bend_of_point(
                mechanism, r, slope * first, slope**2 * second + MOST_BEND * share * first
            )
        )
    length = bend.path.length
    first, second = _sizes(bend.path, (0.0, length))
    return max(ways) + bend_of_point(mechanism, r, length * first, length**2 * second)


def _sizes(path: JointPath, span: tuple[float, float]) -> tuple[Array, Array]:
    """Bounds of |q'| and |q''| (n,) by s on a span, from the coefficients of its pieces."""
    start = int(np.searchsorted(path.knots, span[0], side="right")) - 1
    end = int(np.searchsorted(path.knots, span[1], side="left"))
    width = np.diff(path.knots)[start:end, None, None]
    slopes = np.diff(path.controls[start:end], axis=1)
    bends = np.diff(slopes, axis=1)
    first = np.abs(DEGREE * slopes / width).max(axis=(0, 1))
    second = np.abs(DEGREE * (DEGREE - 1) * bends / width**2).max(axis=(0, 1))
    return first, second


def _points(mechanism: Mechanism, q: Array, T_flange_tool: Array) -> Array:
    T = flange_poses(mechanism, q)
    return np.asarray(T[..., :3, :3] @ T_flange_tool[:3, 3] + T[..., :3, 3])
