"""The fastest law on a straight path from rest to rest: seven segments, in closed form.

On a path of the joints that does not bend, joint j with the distance D_j allows ds/dt up to
v_j / |D_j|, where s is the share of the path, and in the same way it limits acceleration and jerk.
The least of each over the joints, V, A and J, limit s itself, so that the fastest law is that of
one axis:

1. A ramp from rest to the speed v begins and ends with a time r of changing acceleration. If
   v <= A^2 / J, the acceleration A is not reached: r = sqrt(v / J), and the ramp takes 2 r. Else
   r = A / J, and the ramp takes r + v / A.
2. The ramps up and down have the mean speed v / 2, so that together they drive the share v ramp(v).
   Without a limit of the speed this is all: v ramp(v) = 1 gives v = cbrt(J / 4) in the first case
   of step 1, and in the second case the positive root of v^2 / A + v r = 1.
3. Where this v is above V, the peak is V, and the rest of the share is driven at V.

Without a limit of the jerk r = 0: the trapezoid. Without one of the acceleration too, s moves at V
at once. The second half of the law is the first half reversed.
Biagiotti and Melchiorri, Trajectory Planning for Automatic Machines and Robots, 2008, sections 3.2
and 3.4.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from kinematics.errors import KinematicsError
from kinematics.motion.laws.time_law import JointLimits, Standing, peaks_at
from kinematics.poses.transforms import Array
from kinematics.tolerances import NEVER_ZERO

UNLIMITED = "a motion needs a limit of speed, acceleration or jerk for a joint that moves"


class _Segments(NamedTuple):
    """The first half of a law on a path of length 1: four cubics, and their values at the start."""

    begin: Array  # (4,), s
    s: Array
    speed: Array
    acceleration: Array
    jerk: Array


@dataclass(frozen=True)
class RestToRest:
    """Ramp up, cruise and ramp down: s over time, cubic between its changes of jerk.

    speed: the peak of ds/dt on a path of length 1, 1/s. rise: time, s, in which the acceleration
    comes to its peak; 0 for a trapezoid. ramp: time, s, from rest to the peak speed. duration: s.
    length: the value of s at the end of the path.
    """

    speed: float
    rise: float
    ramp: float
    duration: float
    length: float = 1.0

    @cached_property
    def _half(self) -> _Segments:
        v, r, ramp = self.speed, self.rise, self.ramp
        a = v / (ramp - r) if ramp > 0.0 else 0.0
        j = a / r if r > 0.0 else 0.0
        bend, gain = j * r**3 / 6.0, 0.5 * j * r**2
        return _Segments(
            np.array([0.0, r, ramp - r, ramp]),
            np.array([0.0, bend, v * (0.5 * ramp - r) + bend, 0.5 * v * ramp]),
            np.array([0.0, gain, v - gain, v]),
            np.array([0.0, a, a, 0.0]),
            np.array([j, 0.0, -j, 0.0]),
        )

    @property
    def breaks(self) -> Array:
        """Times (8,), s, at which the segments of both halves begin and end."""
        begin = self._half.begin
        return np.concatenate([begin, self.duration - begin[::-1]])

    def at(self, t: ArrayLike) -> Array:
        """s and its first three derivatives by time at times t (k,), s: (4, k).

        Where the jerk changes, it is that of the segment nearer to the middle. Before the start and
        after the end the path rests.
        """
        time, half = np.asarray(t, float), self._half
        late = time > 0.5 * self.duration
        begun = np.where(late, self.duration - time, time)
        i = np.maximum(np.searchsorted(half.begin, begun, side="right") - 1, 0)
        since = np.maximum(begun, 0.0) - half.begin[i]
        s, v, a, j = half.s[i], half.speed[i], half.acceleration[i], half.jerk[i]
        s = s + since * (v + since * (a / 2.0 + since * (j / 6.0)))
        v = v + since * (a + since * (j / 2.0))
        a = a + since * j
        rests = begun < 0.0
        rows = [np.where(late, 1.0 - s, s), v, np.where(late, -a, a), j]
        return self.length * np.stack([rows[0], *(np.where(rests, 0.0, row) for row in rows[1:])])

    def time_at(self, s: ArrayLike) -> Array:
        """Times (k,), s, at which values s (k,) of the parameter are reached."""
        share, half = np.clip(np.asarray(s, float) / self.length, 0.0, 1.0), self._half
        late = share > 0.5
        gone = np.where(late, 1.0 - share, share)
        i = np.clip(np.searchsorted(half.s, gone, side="right") - 1, 0, 3)
        time = np.choose(i, self._times(gone))
        return np.where(late, self.duration - time, time)

    def peaks(self, start: Array, end: Array) -> Array:
        """Greatest ds/dt and |d2s/dt2| in windows from start (k,) to end (k,), s: (2, k)."""
        half = self._half
        # The second half mirrors the first: the times of its changes, and what is reached there.
        times = np.concatenate([half.begin, self.duration - half.begin[::-1]])
        first = self.length * np.stack([half.speed, half.acceleration])
        sizes = np.concatenate([first, first[:, ::-1]], axis=1)
        return peaks_at(self, times, sizes, np.asarray(start, float), np.asarray(end, float))

    def _times(self, gone: Array) -> list[Array]:
        """Times (k,) at which each segment of the first half drives through shares `gone` (k,).

        In the third the share left to the end of the ramp is v x - j x^3 / 6 at the time x before
        that end, a cubic with three real roots of which the middle one counts.
        """
        half, v = self._half, self.speed
        j, a, gain = max(half.jerk[0], NEVER_ZERO), half.acceleration[1], half.speed[1]
        more, left = np.maximum(gone - half.s[1], 0.0), np.maximum(half.s[3] - gone, 0.0)
        mean = 0.5 * (gain + np.sqrt(gain * gain + 2.0 * a * more))
        root = math.sqrt(2.0 * v / j)
        third = np.arcsin(np.minimum(1.5 * left / (v * root), 1.0)) / 3.0
        return [
            np.cbrt(6.0 * gone / j),
            self.rise + more / np.maximum(mean, NEVER_ZERO),
            self.ramp - 2.0 * root * np.sin(third),
            self.ramp + (gone - half.s[3]) / v,
        ]


class RestToRests(NamedTuple):
    """Laws of many motions at once: (m,) each, as the fields of RestToRest; 0 where none moves."""

    speed: Array
    rise: Array
    ramp: Array
    duration: Array


def rest_to_rest(
    distances: ArrayLike, limits: JointLimits, rate: float = math.inf, length: float = 1.0
) -> RestToRest | Standing:
    """The fastest law with which joints move by `distances` (n,), rad or mm, on a straight path.

    rate: the largest ds/dt, 1/s, where the tool limits it too. length: the value of s at the end.
    Raises KinematicsError if no joint that moves has a limit.
    """
    speed, acceleration, jerk = rate / length, math.inf, math.inf
    moves = False
    limited = (limits.speed.tolist(), limits.acceleration.tolist(), limits.jerk.tolist())
    for distance, v, a, j in zip(np.asarray(distances, float).tolist(), *limited, strict=True):
        way = abs(distance)
        if way > NEVER_ZERO:
            moves = True
            speed, acceleration = min(speed, v / way), min(acceleration, a / way)
            jerk = min(jerk, j / way)
    if not moves:
        return Standing()
    return seven_segments(speed, acceleration, jerk, length)


def seven_segments(
    speed: float, acceleration: float, jerk: float, length: float = 1.0
) -> RestToRest:
    """The fastest law of a path of length 1 under limits of ds/dt, d2s/dt2 and d3s/dt3 (or inf).

    length: the value of s at the end, by which the law is multiplied. Raises KinematicsError where
    there is no limit.
    """
    rise = 0.0 if math.isinf(jerk) else acceleration / jerk
    touched = 0.0 if math.isinf(jerk) else acceleration * rise
    peak = math.cbrt(jerk / 4.0)
    if peak > touched:
        peak = 2.0 / max(math.sqrt(rise * rise + 4.0 / acceleration) + rise, NEVER_ZERO)
    v = min(peak, speed)
    if math.isinf(v) or v >= 1.0 / NEVER_ZERO:
        raise KinematicsError(UNLIMITED)
    if v <= touched:
        rise = math.sqrt(v / jerk)
        ramp = 2.0 * rise
    else:
        ramp = rise + v / acceleration
    cruise = max(1.0 / v - ramp, 0.0) if v < peak else 0.0
    return RestToRest(v, rise, ramp, 2.0 * ramp + cruise, length)


def rests_to_rests(distances: ArrayLike, limits: JointLimits) -> RestToRests:
    """`rest_to_rest` of many motions at once: distances (m, n) of the joints, rad or mm.

    Raises KinematicsError if no joint that moves has a limit.
    """
    way = np.abs(np.asarray(distances, float)).T
    with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
        inverse = np.where(way > NEVER_ZERO, 1.0 / way, np.inf)
        least = (limits.speed, limits.acceleration, limits.jerk)
        found = seven_segments_of_many(*((limit[:, None] * inverse).min(axis=0) for limit in least))
    moves = np.isfinite(inverse).any(axis=0)
    if not np.isfinite(found.speed[moves]).all():
        raise KinematicsError(UNLIMITED)
    return RestToRests(*(np.where(moves, column, 0.0) for column in found))


def seven_segments_of_many(speed: Array, acceleration: Array, jerk: Array) -> RestToRests:
    """`seven_segments` of limits (m,) each; not finite where there is no limit."""
    smooth = np.isfinite(jerk)
    full = np.where(smooth, acceleration / jerk, 0.0)
    touched = np.where(smooth, acceleration * full, 0.0)
    peak = np.cbrt(0.25 * jerk)
    reached = 2.0 / (np.sqrt(full * full + 4.0 / acceleration) + full)
    peak = np.where(peak > touched, reached, peak)
    v = np.minimum(peak, speed)
    short = v <= touched
    rise = np.where(short, np.sqrt(v / jerk), full)
    ramp = rise + np.where(short, rise, v / acceleration)
    cruise = np.where(v < peak, np.maximum(1.0 / v - ramp, 0.0), 0.0)
    return RestToRests(v, rise, ramp, 2.0 * ramp + cruise)
