"""Ways: where the joints are along a motion, whatever its time."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kinematics.arm.limits import TURN
from kinematics.arm.mechanism import Mechanism
from kinematics.motion.branch_tracking import branch_roots
from kinematics.motion.line_path import Line, LinePath
from kinematics.poses.transforms import Array


@dataclass(frozen=True, eq=False)
class JointWay:
    """All joints together, straight from q_start to q_end (n,)."""

    q_start: Array
    q_end: Array

    @property
    def nodes(self) -> Array:
        """Shares between which the way is even, (2,)."""
        return np.array([0.0, 1.0])

    @property
    def mark(self) -> bytes:
        """Equal for equal ways."""
        return self.q_start.tobytes() + self.q_end.tobytes()

    def at(self, s: Array) -> Array:
        """Joint values at shares s (m,) of the way, (m, n)."""
        part = s[:, None]
        return self.q_start * (1.0 - part) + self.q_end * part


@dataclass(frozen=True, eq=False)
class LineWay:
    """The tool along a straight line: exact roots of one branch.

    q_start: Joint values from which it was planned, (n,); the path's first are their exact root.
    """

    q_start: Array
    mechanism: Mechanism
    line: Line
    path: LinePath

    @property
    def nodes(self) -> Array:
        """Shares between which the joints turn little, (m,)."""
        return self.path.s

    @cached_property
    def mark(self) -> bytes:
        """Equal for equal ways."""
        poses = (self.line.T_base_tool_start, self.line.T_base_tool_end, self.line.T_flange_tool)
        return b"".join(each.tobytes() for each in (*poses, self.q_start))

    def at(self, s: Array) -> Array:
        """Joint values at shares s (m,) of the line, (m, n); where no root is met, near it."""
        near = np.stack([np.interp(s, self.path.s, column) for column in self.path.q.T], axis=1)
        poses = self.line.flange_poses(s)
        q, reached, _ = branch_roots(self.mechanism, poses, self.path.branch, near)
        q = q + TURN * np.round((near - q) / TURN) * self.mechanism.revolute
        exact = reached & (s > 0.0)
        return np.where(exact[:, None], q, near)


# A rate that limits nothing: a way in a microsecond.
UNLIMITED = 1e6


@dataclass(frozen=True, eq=False)
class Leg:
    """A way and how fast it may be gone.

    speed: Of the joints, (n,), rad/s or mm/s. rate: Most of the way per second, 1/s;
    UNLIMITED where only the joints limit it.
    """

    way: JointWay | LineWay
    speed: Array
    rate: float = UNLIMITED

    @cached_property
    def mark(self) -> bytes:
        """Equal for equal legs."""
        return self.way.mark + self.speed.tobytes() + np.float64(self.rate).tobytes()
