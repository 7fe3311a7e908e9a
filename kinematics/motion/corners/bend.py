"""Bend: the rounded corner between two paths that meet.

Two paths a(s) and b(s), s from 0 to 1, meet in the corner q_c = a(1) = b(0). The last share h_a of
the first and the first share h_b of the second are driven at the same time; one fades out while the
other fades in (`fading`), u from 0 to 1:

    c(u) = a(1 - h_a F(1 - u)) + b(h_b F(u)) - q_c.

1. c has the direction and the curvature of a where it leaves a, and those of b where it joins b:
   F'' is 0 at both ends and F'(1) = 2. With the parameter 2 h_a u, and b's own parameter times
   h_a / h_b behind the corner, q' and q'' have no jump.
2. Between two straight lines of the tool the sum is one of places and of turns instead, in closed
   form (`line_corner`), and the joints follow it as they follow a line.
3. Where the shares begin, the tool point is one zone away from the corner. Up to the middle c is
   compared with a at the same u, and behind it with b: between lines the two are at most
   F(1/2) = 0.19 of the zone apart. A bound shows for all u that they stay within the zone
   (`bend_bounds`); else the shares are reduced.
4. The shares never pass the middle of a path, so that two corners of one path cannot overlap.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

import numpy as np

from kinematics.arm.mechanism import Mechanism
from kinematics.motion.corners.bend_bounds import (
    HALF,
    deviates_within,
    first_shares,
    keeps_limits,
)
from kinematics.motion.corners.fading import BREAKS, RISE, fading
from kinematics.motion.corners.leg import Leg
from kinematics.motion.corners.line_corner import line_corner
from kinematics.motion.paths.joint_path import JointPath
from kinematics.poses.transforms import Array

KNOTS = np.array([0.0, 0.5 * RISE, RISE, 0.5, 1.0 - RISE, 1.0 - 0.5 * RISE, 1.0])
"""Knots of a corner of the joints where a path bends; between straight paths it is three cubics."""
LEAST_SHARE = 1e-6
"""Of a path: a corner that takes less of it saves no time that could be measured."""
SMALLER, TRIALS = 0.7, 14
"""Factor by which shares are reduced, and how often: to a hundredth."""


class NoBend(Enum):
    """Why there is no rounded corner between two paths; the value is a sentence."""

    NO_ROOM = "the motion before or behind it is too short for a rounded corner that saves time"
    LIMIT = "a joint would pass its limit in the rounded corner"
    ZONE = "the rounded corner would leave its zone"
    NO_GAIN = "a stop takes less time than the rounded corner"


class Bend(NamedTuple):
    """The rounded corner between two legs.

    shares: h_a of the first leg and h_b of the second. path: of the joints; its parameter is that
    of the first leg and begins at 0.
    """

    first: Leg
    second: Leg
    shares: tuple[float, float]
    path: JointPath

    @property
    def is_cramped(self) -> bool:
        """Whether a path is so short that the corner does not reach the border of its zone."""
        return max(self.shares) >= HALF


def bend_between(
    mechanism: Mechanism, first: Leg, second: Leg, zone: float, T_flange_tool: Array
) -> Bend | NoBend:
    """The rounded corner within `zone` (mm) of the corner, or why there is none.

    T_flange_tool: (4, 4), the tool whose point stays within the zone.
    """
    shares = first_shares(mechanism, (first, second), zone, T_flange_tool)
    fault = NoBend.NO_GAIN
    for _ in range(TRIALS):
        if min(shares) <= LEAST_SHARE:
            break
        path = line_corner(first, second, shares)
        is_on_lines = path is not None
        path = path or joint_corner(first, second, shares)
        bend = Bend(first, second, shares, path)
        if not keeps_limits(mechanism, path):
            fault = NoBend.LIMIT
        elif is_on_lines or deviates_within(mechanism, bend, zone, T_flange_tool):
            return bend
        else:
            fault = NoBend.ZONE
        shares = (shares[0] * SMALLER, shares[1] * SMALLER)
    return fault


def joint_corner(first: Leg, second: Leg, shares: tuple[float, float]) -> JointPath:
    """The corner as a sum of both paths in the joints."""
    is_straight = first.path.is_straight and second.path.is_straight
    u = BREAKS if is_straight else KNOTS
    q, slope, bend = _states(first, second, shares, u)
    width = 2.0 * shares[0]
    return JointPath.through(u * width, q, slope / width, bend / width**2)


def _states(first: Leg, second: Leg, shares: tuple[float, float], u: Array) -> Array:
    """Joint values and their first two derivatives by u at u (m,): (3, m, n)."""
    h_a, h_b = shares
    left, gone = fading(1.0 - u), fading(u)
    a = first.path.derivatives(1.0 - h_a * left[0], 2)
    b = second.path.derivatives(h_b * gone[0], 2)
    ga, gb = h_a * left[1][:, None], h_b * gone[1][:, None]
    ba, bb = -h_a * left[2][:, None], h_b * gone[2][:, None]
    return np.stack(
        [
            a[0] + b[0] - second.path.q_start,
            a[1] * ga + b[1] * gb,
            a[2] * ga**2 + a[1] * ba + b[2] * gb**2 + b[1] * bb,
        ]
    )
