"""Speeds of RAPID motions: every motion, also one of all joints, has the speed of its tool.

A motion of all joints is written with the speeds of the tool (mm/s and deg/s) at which it takes as
long as our share of joint speed does, and read the other way round.
"""

from __future__ import annotations

import numpy as np

from kinematics import Mechanism, forward, invert
from kinematics.poses.transforms import rotation_angle
from scenes.world.frozen import Array

LEAST_WAY, LEAST_TURN = 1e-6, 1e-8  # mm, rad: the tool stands
PLACES = np.linspace(0.0, 1.0, 41)[:, None]


def way_of(T_a: Array, T_b: Array) -> tuple[float, float]:
    """How far the tool goes (mm) and turns (rad) between two poses (4, 4)."""
    mm = float(np.linalg.norm(T_b[:3, 3] - T_a[:3, 3]))
    return mm, float(rotation_angle(T_a[:3, :3].T @ T_b[:3, :3]))


def joint_way(mechanism: Mechanism, ends: tuple[Array, Array], T: Array) -> tuple[float, float]:
    """How far the tool goes (mm) and turns (rad) in a motion of all joints, along its way.

    ends: Joint values (n,) at its start and end. T: T_base_tool (4, 4) at its end.
    """
    q_start, q_end = ends
    flange = forward(mechanism, q_start + PLACES * (q_end - q_start))
    tool = flange @ (invert(flange[-1]) @ T)
    mm = np.linalg.norm(np.diff(tool[:, :3, 3], axis=0), axis=1)
    R = tool[:, :3, :3]
    rad = rotation_angle(np.swapaxes(R[:-1], 1, 2) @ R[1:])
    return float(mm.sum()), float(rad.sum())


def full_seconds(mechanism: Mechanism, q_a: Array, q_b: Array) -> float:
    """The time of a motion of all joints at full joint speed, s."""
    return float(np.max(np.abs(q_b - q_a) / mechanism.speed))


def joint_speeds(seconds: float, way: tuple[float, float]) -> tuple[float, float] | None:
    """The speeds (mm/s and deg/s) of a tool that goes a way in a time; None where it stands."""
    mm, rad = way
    if seconds <= 0.0 or (mm < LEAST_WAY and rad < LEAST_TURN):
        return None
    return mm / seconds, float(np.degrees(rad)) / seconds


def seconds_at(speeds: tuple[float, float], way: tuple[float, float]) -> float:
    """The time for a way of the tool at speeds (mm/s and deg/s): the slower of both leads, s."""
    (mm_s, deg_s), (mm, rad) = speeds, way
    at_mm = mm / mm_s if mm >= LEAST_WAY and mm_s > 0.0 else 0.0
    at_deg = float(np.degrees(rad)) / deg_s if rad >= LEAST_TURN and deg_s > 0.0 else 0.0
    return max(at_mm, at_deg)
