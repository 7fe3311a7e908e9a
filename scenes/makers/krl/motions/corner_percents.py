"""Corners between motions of all joints: KRL gives them in percent of half a motion ($APO.CPTP)."""

from __future__ import annotations

import numpy as np

from kinematics import Mechanism, forward, invert
from scenes.world.frozen import Array

MOST_PERCENT, LEAST_PERCENT = 100, 1
PLACES = np.linspace(0.0, 1.0, 101)


def corner_percent(
    mechanism: Mechanism, ends: tuple[Array, Array], T: Array, zone_mm: float
) -> int:
    """The percent of half a motion at which the tool is `zone_mm` before its end.

    ends: Joint values (n,) at its start and end. T: T_base_tool (4, 4) at its end.
    """
    inside = np.flatnonzero(_away(mechanism, ends, T) <= zone_mm)
    share = 1.0 - float(PLACES[inside[0]])
    return int(np.clip(round(200.0 * share), LEAST_PERCENT, MOST_PERCENT))


def corner_zone(mechanism: Mechanism, ends: tuple[Array, Array], T: Array, percent: float) -> float:
    """How far from its end, mm, the tool may leave a motion at this percent of half of it."""
    share = 1.0 - 0.005 * percent
    return float(np.interp(share, PLACES, _away(mechanism, ends, T)))


def _away(mechanism: Mechanism, ends: tuple[Array, Array], T: Array) -> Array:
    """How far the tool is from its last place, mm, along a motion of all joints, (101,)."""
    q_start, q_end = ends
    T_flange_tool = invert(forward(mechanism, q_end)) @ T
    way = q_start + PLACES[:, None] * (q_end - q_start)
    tool = forward(mechanism, way) @ T_flange_tool
    return np.asarray(np.linalg.norm(tool[:, :3, 3] - T[:3, 3], axis=1))
