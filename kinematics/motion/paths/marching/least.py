"""The least motion of an arm with free joints along a curve of the tool, by the shipped loop."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kinematics.arm.mechanism import Mechanism
from kinematics.arm.size import size_of
from kinematics.differential.pose_equations import joints_of
from kinematics.motion.paths.marching import least_kernel as kernel
from kinematics.motion.paths.marching.curve_kernel import GOAL_ROWS
from kinematics.motion.paths.tool_curve import ToolCurve
from kinematics.poses.transforms import Array
from kinematics.tolerances import NEVER_ZERO

LEAST_STEP = 2.0**-24  # of a piece of the curve: a shorter step stands at a singular pose
ROOM = 2048  # nodes of a guide


@dataclass(frozen=True, eq=False)
class Guide:
    """Nodes of the least motion, at least one unless the start is not on the curve.

    shares: (g,), of the curve. states: (g, 3, n), q, q' and q''. reached: whether they come to the
    end of the curve. place: the share at which they could not go on.
    """

    shares: Array
    states: Array
    reached: bool
    place: float


def least_guide(
    mechanism: Mechanism, T_flange_tool: Array, curve: ToolCurve, q_start: Array
) -> Guide:
    """The least motion along a curve from joint values q_start (n,), for an open chain."""
    n, wide = mechanism.n, max(mechanism.n, 6)
    s, states, notes = np.empty(ROOM), np.empty((ROOM, 3, n)), np.empty(2)
    states[0, 0] = q_start
    count = kernel.least_motion(
        (mechanism.T_link_joint, mechanism.T_last_flange @ T_flange_tool, mechanism.revolute),
        (joints_of(mechanism).units, size_of(mechanism), mechanism.task_rows),
        ease_of(mechanism),
        curve.numbers,
        LEAST_STEP,
        s,
        states,
        notes,
        (
            np.empty((n + 1, 12)),
            np.empty((kernel.LEAST_TABLES, wide, wide)),
            np.empty((GOAL_ROWS, 4)),
            np.empty((kernel.LEAST_ROWS, wide)),
            np.empty((6, 3)),
        ),
    )
    return Guide(s[:count], states[:count], bool(notes[0] == kernel.REACHED), float(notes[1]))


def ease_of(mechanism: Mechanism) -> Array:
    """Speed limits, middles of the ranges and one over half of each, 0 without limits: (3, n)."""
    known = np.isfinite(mechanism.speed) & (mechanism.speed > 0.0)
    units = joints_of(mechanism).units
    usual = np.median((mechanism.speed / units)[known]) if known.any() else 1.0
    rates = np.where(known, mechanism.speed, usual * units)
    bounded = np.isfinite(mechanism.lower) & np.isfinite(mechanism.upper)
    low, high = np.where(bounded, mechanism.lower, -1.0), np.where(bounded, mechanism.upper, 1.0)
    half = np.where(bounded & (high > low), 2.0 / np.maximum(high - low, NEVER_ZERO), 0.0)
    return np.stack([rates, 0.5 * (low + high), half])
