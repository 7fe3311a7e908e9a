"""Braking on the path: a motion that is stopped early comes to rest on its own path.

With b = (ds/dt)^2 as a function of the path's parameter s, joint j accelerates by q''_j b + q'_j b'
/ 2. Braking takes the least slope b' at which every joint keeps its acceleration limit, so that the
arm cannot stop sooner on this path without a greater acceleration. Such a slope always exists below
the motion itself: b and b' of the motion keep the limits, and they keep them times any factor below
1. Jerk is not limited: a stop for a signal is as quick as the drives allow.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from kinematics.arm.mechanism import Mechanism
from kinematics.motion.laws.time_law import TimeLaw, peaks_at
from kinematics.motion.motion import Motion
from kinematics.motion.paths.joint_path import JointPath
from kinematics.poses.transforms import Array
from kinematics.tolerances import NEVER_ZERO

# Steps in which the path is integrated: of the way on which the first braking alone would come to
# rest, and at least so many of the way that is left.
STEPS, FEWEST = 128, 256
# Share of the first (ds/dt)^2 that is rounding of the last step to rest.
AT_REST = 1e-9


@dataclass(frozen=True, eq=False)
class Braking:
    """A law that follows another up to a time, and then brakes to rest.

    law: The law before. start: Its time, s, at which the braking begins. s, square: (k,), values of
    the parameter and of (ds/dt)^2 between which the latter is linear; 0 at the last.
    """

    law: TimeLaw
    start: float
    s: Array
    square: Array

    @cached_property
    def _rates(self) -> Array:
        return np.sqrt(self.square)

    @cached_property
    def _times(self) -> Array:
        spans = 2.0 * np.diff(self.s) / (self._rates[1:] + self._rates[:-1])
        return self.start + np.concatenate([[0.0], np.cumsum(spans)])

    @property
    def duration(self) -> float:
        """Time, s, at which the law is at rest."""
        return float(self._times[-1])

    @property
    def breaks(self) -> Array:
        """Breaks of the law before, and times of the values between which (ds/dt)^2 is linear."""
        before = self.law.breaks
        return np.concatenate([before[before < self.start], self._times])

    def at(self, t: Array) -> Array:
        """s and its first three derivatives by time at times t (k,), s: (4, k)."""
        t = np.asarray(t, float)
        i = self._interval(self._times, t)
        since = np.clip(t, self.start, self.duration) - self._times[i]
        growth = 0.5 * np.diff(self.square)[i] / np.diff(self.s)[i]
        rate = np.maximum(self._rates[i] + growth * since, 0.0)
        s = self.s[i] + since * (self._rates[i] + 0.5 * growth * since)
        moves = t < self.duration
        braking = np.stack([s, rate * moves, growth * moves, np.zeros_like(s)])
        return np.where(t <= self.start, self.law.at(np.minimum(t, self.start)), braking)

    def time_at(self, s: Array) -> Array:
        """Times (k,), s, at which values s (k,) of the parameter are reached."""
        s = np.asarray(s, float)
        i = self._interval(self.s, s)
        since = np.clip(s, self.s[0], self.s[-1]) - self.s[i]
        slope = np.diff(self.square)[i] / np.diff(self.s)[i]
        rate = np.sqrt(np.maximum(self.square[i] + slope * since, 0.0))
        braking = self._times[i] + 2.0 * since / np.maximum(rate + self._rates[i], NEVER_ZERO)
        return np.where(s <= self.s[0], self.law.time_at(np.minimum(s, self.s[0])), braking)

    def peaks(self, start: Array, end: Array) -> Array:
        """Greatest ds/dt and |d2s/dt2| in windows from start (k,) to end (k,), s: (2, k)."""
        start, end = np.asarray(start, float), np.asarray(end, float)
        growth = 0.5 * np.abs(np.diff(self.square) / np.diff(self.s))
        times = np.concatenate([self._times[:-1], self._times[1:]])
        rates = np.concatenate([self._rates[:-1], self._rates[1:]])
        order = np.argsort(times, kind="stable")
        sizes = np.stack([rates, np.tile(growth, 2)])[:, order]
        found = peaks_at(self, times[order], sizes, start, end)
        before = self.law.peaks(np.minimum(start, self.start), np.minimum(end, self.start))
        return np.where(start < self.start, np.maximum(found, before), found)

    def _interval(self, nodes: Array, values: Array) -> Array:
        return np.clip(np.searchsorted(nodes, values, side="right") - 1, 0, len(nodes) - 2)


def braked(mechanism: Mechanism, motion: Motion, start: float) -> Motion:
    """The motion up to time `start` (s), then braked on its path as hard as the joints allow.

    If the motion ends before it could stop, it is not shortened.
    """
    if start >= motion.duration:
        return motion
    begun = motion.begin + max(start, 0.0)
    s, rate = motion.law.at(np.array([begun]))[:2, 0]
    end = float(motion.law.at(np.array([motion.begin + motion.duration]))[0, 0])
    if rate <= 0.0 or end <= s:
        return motion.slice(0.0, max(start, 0.0))
    nodes, square = _stop(motion.path, mechanism.acceleration, float(s), float(rate) ** 2, end)
    if len(nodes) < 2:
        return motion.slice(0.0, max(start, 0.0))
    law = Braking(motion.law, begun, nodes, square)
    if square[-1] > 0.0 or law.duration - motion.begin >= motion.duration:
        return motion
    path = motion.path.part(0.0, float(nodes[-1]))
    return replace(motion, path=path, law=law, duration=law.duration - motion.begin)


def _stop(
    path: JointPath, acceleration: Array, s: float, square: float, end: float
) -> tuple[Array, Array]:
    """Values of s and of (ds/dt)^2, (k,) each, from a state of the motion to rest, or to `end`."""
    slope = _slope(path.derivatives(np.full(3, s), 2)[1:], acceleration, square, 0.0)
    way = min(-square / slope / STEPS if slope < 0.0 else np.inf, (end - s) / FEWEST)
    nodes, squares = [s], [square]
    while squares[-1] > 0.0 and nodes[-1] < end and way > 0.0:
        here = nodes[-1]
        step = min(way, end - here)
        rows = path.derivatives(here + step * np.array([0.0, 0.5, 1.0]), 2)[1:]
        slope = _slope(rows, acceleration, squares[-1], step)
        after = squares[-1] + step * slope
        if after <= AT_REST * square:
            nodes.append(here - squares[-1] / slope)
            squares.append(0.0)
            break
        nodes.append(here + step)
        squares.append(after)
    known = np.array(nodes)
    kept = np.append(True, np.diff(known) > 0.0)
    return known[kept], np.array(squares)[kept]


def _slope(rows: Array, acceleration: Array, square: float, step: float) -> float:
    """The least slope of (ds/dt)^2 over a step that keeps the limits at start, middle and end.

    rows: (2, 3, n), q' and q'' there. square: (ds/dt)^2 at the start.
    """
    limited = np.isfinite(acceleration)
    first, second = rows[..., limited]
    gain = 0.5 * first + second * (step * np.array([0.0, 0.5, 1.0]))[:, None]
    bound = np.stack([-acceleration[limited], acceleration[limited]])[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        ends = (bound - second * square) / gain
    counts = np.abs(gain) > NEVER_ZERO
    least = np.max(np.min(ends, axis=0), initial=-np.inf, where=counts)
    most = np.min(np.max(ends, axis=0), initial=np.inf, where=counts)
    return float(least if least <= most else 0.5 * (least + most))
