"""Paths of motions without time: joint values as functions of the share of the way."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kinematics.arm.limits import TURN
from kinematics.arm.mechanism import Mechanism
from kinematics.motion.branch_tracking import branch_roots
from kinematics.motion.line_path import ArcLine, Line, LinePath
from kinematics.poses.transforms import Array


@dataclass(frozen=True, eq=False)
class JointWay:
    """The straight path of all joints from q_start to q_end, each (n,), rad or mm."""

    q_start: Array
    q_end: Array

    @property
    def nodes(self) -> Array:
        """Shares between which the path is straight in the joints, (2,)."""
        return np.array([0.0, 1.0])

    @property
    def mark(self) -> bytes:
        """A key that is equal for equal paths."""
        return self.q_start.tobytes() + self.q_end.tobytes()

    def at(self, s: Array) -> Array:
        """Joint values at shares s (m,) of the way, (m, n)."""
        part = s[:, None]
        return self.q_start * (1.0 - part) + self.q_end * part


@dataclass(frozen=True, eq=False)
class LineWay:
    """The path of the joints while the tool moves on a line or an arc: exact roots of one branch.

    q_start: (n,), the joint values from which the line was planned; the first row of `path` is the
    exact root next to them.
    """

    q_start: Array
    mechanism: Mechanism
    line: Line | ArcLine
    path: LinePath

    @property
    def nodes(self) -> Array:
        """Shares of the line, (m,), between which the joints turn little."""
        return self.path.s

    @cached_property
    def mark(self) -> bytes:
        """A key that is equal for equal paths."""
        return self.line.mark + self.q_start.tobytes()

    def at(self, s: Array) -> Array:
        """Joint values (m, n) at shares s (m,) of the line; interpolated where there is no root."""
        near = np.stack([np.interp(s, self.path.s, column) for column in self.path.q.T], axis=1)
        poses = self.line.flange_poses(s)
        q, reached, _ = branch_roots(self.mechanism, poses, self.path.branch, near)
        q = q + TURN * np.round((near - q) / TURN) * self.mechanism.revolute
        exact = reached & (s > 0.0)
        return np.where(exact[:, None], q, near)


# 1/s: a rate that limits nothing, because no path takes only a microsecond.
UNLIMITED = 1e6


@dataclass(frozen=True, eq=False)
class Leg:
    """A path and the speeds at which it may be driven.

    speed: (n,), limits of the joints, rad/s or mm/s. rate: the largest share of the path per
    second, 1/s; UNLIMITED if only the joints limit it.
    """

    way: JointWay | LineWay
    speed: Array
    rate: float = UNLIMITED

    @cached_property
    def mark(self) -> bytes:
        """A key that is equal for equal legs."""
        return self.way.mark + self.speed.tobytes() + np.float64(self.rate).tobytes()
