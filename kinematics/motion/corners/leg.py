"""Leg: a path as it was taught, with what corners and chains need to know of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kinematics.arm.mechanism import Mechanism
from kinematics.motion.paths.joint_path import JointPath
from kinematics.motion.paths.marching.march import Tolerance
from kinematics.motion.paths.tool_curve import ToolCurve
from kinematics.poses.transforms import Array


@dataclass(frozen=True, eq=False)
class Track:
    """The curve that the tool follows on a path.

    mechanism, T_flange_tool: the arm and its tool (4, 4) for which the curve was solved. curve: in
    base axes. tolerance: how far the tool may be from the curve. holds_elbow: whether a seven-axis
    arm keeps its elbow angle.
    """

    mechanism: Mechanism
    T_flange_tool: Array
    curve: ToolCurve
    tolerance: Tolerance
    holds_elbow: bool = False


@dataclass(frozen=True, eq=False)
class Leg:
    """A path and the speeds at which it may be driven.

    q_start: (n,), the joint values from which the path was planned; the path itself may begin at
    the exact root next to them. path: its parameter goes from 0 to 1. speed: (n,), limits of the
    joints, rad/s or mm/s. rate: the largest share of the path per second, 1/s; infinite if only the
    joints limit it. track: what the tool follows; None for a motion of all joints, and for a curve
    along which no march went.
    """

    q_start: Array
    path: JointPath
    speed: Array
    rate: float = np.inf
    track: Track | None = None

    @cached_property
    def mark(self) -> bytes:
        """A key that is equal for equal legs."""
        return (
            self.q_start.tobytes()
            + self.path.mark
            + self.speed.tobytes()
            + np.float64(self.rate).tobytes()
        )
