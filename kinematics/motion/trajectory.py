"""Trajectory: joint values over time, stored as samples and linear in between."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kinematics.errors import KinematicsError
from kinematics.poses.transforms import Array

# Two times that differ by less than this are one, s.
SAME_TIME = 1e-9
CONTINUOUS = 1e-6  # rad or mm: the largest gap between trajectories that are joined


@dataclass(frozen=True, eq=False)
class Trajectory:
    """Joint values q (m, n), rad or mm, at times (m,), s, which start at 0 and increase.

    Between samples the joints move linearly, so that the exported samples are the whole motion.
    Raises KinematicsError for other times or values.
    """

    times: Array
    q: Array

    def __post_init__(self) -> None:
        times, q = np.array(self.times, float), np.array(self.q, float)
        if times.ndim != 1 or q.ndim != 2 or len(times) != len(q) or len(times) == 0:
            raise KinematicsError("a trajectory needs m times and as many rows of joint values")
        if not (np.isfinite(times).all() and np.isfinite(q).all()):
            raise KinematicsError("a trajectory holds a value that is not a finite number")
        if times[0] != 0.0 or (np.diff(times) <= 0.0).any():
            raise KinematicsError("the times of a trajectory must start at 0 and increase")
        times.flags.writeable = q.flags.writeable = False
        object.__setattr__(self, "times", times)
        object.__setattr__(self, "q", q)

    @classmethod
    def still(cls, q: ArrayLike, duration: float = 0.0) -> "Trajectory":
        """The trajectory that stands at q (n,) for a duration, s."""
        row = np.asarray(q, float)
        if duration < 0.0:
            raise KinematicsError(f"a duration cannot be negative ({duration:g} s)")
        if duration == 0.0:
            return cls(np.zeros(1), row[None])
        return cls(np.array([0.0, duration]), np.stack([row, row]))

    @property
    def duration(self) -> float:
        """Time of the last sample, s."""
        return float(self.times[-1])

    def at(self, t: float | ArrayLike) -> Array:
        """Joint values at time t, s: (n,) for a number, (k, n) for an array (k,).

        Before the start and after the end they are those of the first and the last sample.
        """
        when = np.asarray(t, float)
        last = len(self.times) - 1
        after = np.clip(np.searchsorted(self.times, when, side="right"), 1, max(last, 1))
        if last == 0:
            return np.broadcast_to(self.q[0], (*when.shape, self.q.shape[1])).copy()
        span = self.times[after] - self.times[after - 1]
        part = np.clip((when - self.times[after - 1]) / span, 0.0, 1.0)[..., None]
        # In this form part = 0 and part = 1 give the stored samples exactly.
        return self.q[after - 1] * (1.0 - part) + self.q[after] * part

    def slice(self, start: float, end: float) -> "Trajectory":
        """The part from time start to time end, s, with times that begin at 0."""
        start, end = max(0.0, start), min(self.duration, end)
        if end < start:
            raise KinematicsError(f"a slice from {start:g} s to {end:g} s holds nothing")
        inner = (self.times > start + SAME_TIME) & (self.times < end - SAME_TIME)
        ends = [start] if end - start < SAME_TIME else [start, end]
        times = np.concatenate([[start], self.times[inner], ends[1:]])
        q = np.concatenate([self.at(start)[None], self.q[inner], self.at(np.array(ends[1:]))])
        return Trajectory(times - start, q)

    def join(self, other: "Trajectory") -> "Trajectory":
        """This trajectory followed by the other; KinematicsError if it begins elsewhere."""
        if self.q.shape[1] != other.q.shape[1]:
            raise KinematicsError("only trajectories of the same joints can be joined")
        gap = float(np.abs(other.q[0] - self.q[-1]).max())
        if gap > CONTINUOUS:
            raise KinematicsError(f"the second trajectory begins {gap:g} away from the first's end")
        times = np.concatenate([self.times, self.duration + other.times[1:]])
        return Trajectory(times, np.concatenate([self.q, other.q[1:]]))


def sample_times(duration: float, period: float) -> Array:
    """Times 0, period, 2 period ... and the end, s; only 0 if the duration is at most SAME_TIME.

    Raises KinematicsError if the period is not above zero.
    """
    if not period > 0.0:
        raise KinematicsError(f"the sample period must be above zero, not {period:g} s")
    times = np.arange(int(np.floor(duration / period)) + 1) * period
    inner = times[times < duration - SAME_TIME]
    return np.append(inner, duration) if duration > SAME_TIME else np.zeros(1)
