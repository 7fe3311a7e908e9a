"""Motion: joint values as a smooth function of time, from a path and a time law.

Samples exist only where something needs them: in files, in plots, in pictures.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from kinematics.errors import KinematicsError
from kinematics.motion.laws.time_law import Even, Standing, TimeLaw
from kinematics.motion.paths.joint_path import JointPath
from kinematics.motion.trajectory import Trajectory, sample_times
from kinematics.poses.transforms import Array


@dataclass(frozen=True, eq=False)
class Motion:
    """Joint values as a function of time t, s, from 0 to `duration`.

    path: the joint values over the parameter s. law: the parameter over time. begin: the time of
    the law, s, at which the motion begins; above 0 for a later part of a chain of motions that is
    timed as one. duration: s; a motion that lasts longer than its law rests at the end of its path.
    """

    path: JointPath
    law: TimeLaw
    begin: float
    duration: float

    @classmethod
    def of(cls, path: JointPath, law: TimeLaw) -> Motion:
        """The whole motion of a law along a path."""
        return cls(path, law, 0.0, law.duration)

    @classmethod
    def still(cls, q: ArrayLike, duration: float = 0.0) -> Motion:
        """The motion that stands at q (n,) for a duration, s."""
        if not 0.0 <= duration < np.inf:
            raise KinematicsError(f"a duration is 0 s or more, not {duration:g} s")
        row = np.asarray(q, float)
        return cls(JointPath.straight(row, row), Standing(duration), 0.0, duration)

    @classmethod
    def read(cls, samples: Trajectory) -> Motion:
        """The motion of samples that are read linearly, as most readers of files take them."""
        if samples.duration == 0.0:
            return cls.still(samples.q[0])
        return cls.of(JointPath.between(samples.times, samples.q), Even(samples.duration))

    @cached_property
    def q_start(self) -> Array:
        """Joint values (n,) at the start."""
        return self.at(0.0) if self.begin > 0.0 else self.path.q_start

    @cached_property
    def is_still(self) -> bool:
        """Whether no joint moves on the path; a full circle moves, though it ends at its start."""
        return bool((self.path.controls == self.path.controls[0, 0]).all())

    @cached_property
    def q_end(self) -> Array:
        """Joint values (n,) at the end."""
        ended = self.begin + self.duration >= self.law.duration
        return self.path.q_end if ended else self.at(self.duration)

    @property
    def mark(self) -> tuple[object, ...]:
        """A key that is equal for equal motions."""
        return self.path.mark, self.law, self.begin, self.duration

    @property
    def breaks(self) -> Array:
        """Times (c,), s, from 0 to the duration: between two neighbours the motion is smooth.

        They are those of the law and of the knots of the path. At such a time the jerk may jump,
        and where a law has steps of acceleration, this too.
        """
        law, path = self.law, self.path
        inner = law.time_at(path.knots[1:-1]) if path.pieces > 1 else np.empty(0)
        times = np.concatenate([law.breaks, inner]) - self.begin
        return np.unique(np.clip(np.append(times, [0.0, self.duration]), 0.0, self.duration))

    def at(self, t: ArrayLike) -> Array:
        """Joint values at time t, s: (n,) for a number, (k, n) for an array (k,).

        Before the start and after the end they are those of the start and the end.
        """
        return self.path.at(self.law.at(self._law_time(t))[0])

    def state(self, t: ArrayLike) -> Array:
        """Joint values, their speeds, accelerations and jerks at time t: (4, n) or (4, k, n)."""
        s, rate, growth, jolt = (row[..., None] for row in self.law.at(self._law_time(t)))
        q, d1, d2, d3 = self.path.derivatives(s[..., 0])
        speed = d1 * rate
        acceleration = d2 * rate**2 + d1 * growth
        return np.stack(
            [q, speed, acceleration, d3 * rate**3 + 3.0 * d2 * rate * growth + d1 * jolt]
        )

    def slice(self, start: float, end: float) -> Motion:
        """The part from time start to time end, s."""
        start, end = max(0.0, start), min(self.duration, end)
        if end < start:
            raise KinematicsError(f"a slice from {start:g} s to {end:g} s holds nothing")
        return replace(self, begin=self.begin + start, duration=end - start)

    def lasting(self, duration: float) -> Motion:
        """This motion, followed by rest until `duration`, s."""
        return replace(self, duration=max(duration, self.duration))

    def sampled(self, period: float) -> Trajectory:
        """Samples at multiples of the period, s, and at the end."""
        times = sample_times(self.duration, period)
        if len(times) == 1 and self.duration > 0.0:  # both ends, however short the motion is
            times = np.array([0.0, self.duration])
        return Trajectory(times, self.at(times))

    def _law_time(self, t: ArrayLike) -> Array:
        return self.begin + np.clip(np.asarray(t, float), 0.0, self.duration)
