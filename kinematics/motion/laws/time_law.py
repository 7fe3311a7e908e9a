"""What a time law is: the parameter of a path as a function of time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from kinematics.arm.mechanism import Mechanism
from kinematics.motion.laws.profile import Profile
from kinematics.poses.transforms import Array


@dataclass(frozen=True, eq=False)
class JointLimits:
    """The limits under which joints are timed: (n,) each, per s, s^2 and s^3; inf for none."""

    speed: Array
    acceleration: Array
    jerk: Array

    @classmethod
    def of(
        cls, mechanism: Mechanism, share: float = 1.0, profile: Profile = Profile.S_CURVE
    ) -> JointLimits:
        """The limits of an arm at a share of its full speed; a trapezoid has none of the jerk."""
        limits = cls(mechanism.speed * share, mechanism.acceleration, mechanism.jerk)
        return limits if profile is Profile.S_CURVE else limits.without_jerk

    @property
    def without_jerk(self) -> JointLimits:
        """These limits without those of the jerk, for the profile of a trapezoid."""
        return replace(self, jerk=np.full_like(self.jerk, np.inf))


class TimeLaw(Protocol):
    """The parameter s of a path as a function of time, from rest to rest, s(0) = 0."""

    @property
    def duration(self) -> float:
        """Time, s, at which the end of the path is reached."""
        ...

    @property
    def breaks(self) -> Array:
        """Times (c,), s, from 0 to the duration: between two neighbours s(t) is smooth.

        At such a time the third derivative may jump, of some laws the second too.
        """
        ...

    def at(self, t: Array) -> Array:
        """s and its first three derivatives by time at times t (k,), s: (4, k).

        Before the start and after the end the path rests.
        """
        ...

    def time_at(self, s: Array) -> Array:
        """Times (k,), s, at which values s (k,) of the parameter are reached."""
        ...

    def peaks(self, start: Array, end: Array) -> Array:
        """Greatest ds/dt and |d2s/dt2| in windows of time from start (k,) to end (k,), s: (2, k).

        Upper bounds, which are exact but for rounding: what moves together with an arm is checked
        with them.
        """
        ...


def peaks_at(law: TimeLaw, times: Array, sizes: Array, start: Array, end: Array) -> Array:
    """`TimeLaw.peaks` of a law that is fastest and bends most at the ends of a window or at times.

    times: (c,), s, increasing. sizes: ds/dt and |d2s/dt2| there, from both sides, (2, c).
    """
    found = np.maximum(np.abs(law.at(start)[1:3]), np.abs(law.at(end)[1:3]))
    first = np.searchsorted(times, start, side="left")
    last = np.searchsorted(times, end, side="right")
    for window in np.flatnonzero(first < last):
        own = sizes[:, first[window] : last[window]].max(axis=1)
        found[:, window] = np.maximum(found[:, window], own)
    return found


@dataclass(frozen=True)
class Even:
    """The law of a path whose parameter is the time, s: of samples that are read linearly."""

    duration: float

    @property
    def breaks(self) -> Array:
        """Start and end, s: (2,)."""
        return np.array([0.0, self.duration])

    def at(self, t: Array) -> Array:
        """The time itself and its derivatives by time, (4, k)."""
        s = np.clip(np.asarray(t, float), 0.0, self.duration)
        return np.stack([s, np.ones_like(s), np.zeros_like(s), np.zeros_like(s)])

    def time_at(self, s: Array) -> Array:
        """The values s (k,) themselves."""
        return np.asarray(s, float)

    def peaks(self, start: Array, end: Array) -> Array:
        """The rate 1, and no acceleration, (2, k)."""
        return np.stack([np.ones(np.shape(start)), np.zeros(np.shape(start))])


@dataclass(frozen=True)
class Standing:
    """The law of a motion that stands at the start of its path."""

    duration: float = 0.0

    @property
    def breaks(self) -> Array:
        """Start and end, s: (2,)."""
        return np.array([0.0, self.duration])

    def at(self, t: Array) -> Array:
        """Zeros (4, k): the parameter does not move."""
        return np.zeros((4, *np.shape(t)))

    def time_at(self, s: Array) -> Array:
        """Zeros (k,): the start of the path is where it stands from the first."""
        return np.zeros(np.shape(s))

    def peaks(self, start: Array, end: Array) -> Array:
        """Zeros (2, k): the parameter does not move."""
        return np.zeros((2, *np.shape(start)))
