"""Braking on the path: a motion that is stopped early comes to rest on its own path.

The motion q(u) is played more and more slowly: its time is u(t), with the rate r = du/dt from 1 to
0. Then dq/dt = q' r and d2q/dt2 = q'' r^2 - q' b with the braking b = -dr/dt. Joint j keeps its
   acceleration limit a_j if b <= (a_j + sign(q'_j) q''_j r^2) / |q'_j|. At each instant b is the
   smallest of these bounds, so that the arm could not stop sooner on this path.
"""

import numpy as np

from kinematics.arm.mechanism import Mechanism
from kinematics.motion.time_laws import overload, sample_times
from kinematics.motion.trajectory import SAME_TIME, Trajectory
from kinematics.poses.transforms import Array

# Steps of the integration in each sample period, and shares of the braking b that are tried.
FINER, SHARES = 16, (1.0, 0.9, 0.75, 0.5, 0.25)
AT_REST = 1e-9  # rate below which the motion stands, and joint speed below which a joint does


def braked(
    mechanism: Mechanism, motion: Trajectory, start: float, period: float = 0.01
) -> Trajectory:
    """The motion up to time `start` (s), then braked on its path as hard as the joints allow.

    If the motion ends before it could stop, it is not shortened. period: of the samples, s.
    """
    if start >= motion.duration or motion.duration == 0.0:
        return motion
    if np.array_equal(motion.at(start), motion.at(start + SAME_TIME)):
        return motion.slice(0.0, start)
    times, q = motion.times, motion.q
    allowed = max(overload(motion.times, motion.q, mechanism.speed, mechanism.acceleration), 1.0)
    for share in SHARES:
        clock, along = _slowing(mechanism, motion, max(start, 0.0), share, period / FINER)
        times = sample_times(float(clock[-1]), period)
        q = motion.at(np.interp(times, clock, along))
        if overload(times, q, mechanism.speed, mechanism.acceleration) <= allowed * (1.0 + 1e-3):
            break
    return Trajectory(times, q)


def _slowing(
    mechanism: Mechanism, motion: Trajectory, start: float, share: float, step: float
) -> tuple[Array, Array]:
    """Times t and the times u of the motion that they play, both s, as arrays (k,).

    u = t up to `start`. share: of the braking b. step: of the integration, s.
    """
    first, second = _derivatives(motion)
    clock, along, rate = [0.0, start], [0.0, start], 1.0
    if start == 0.0:
        clock, along = [0.0], [0.0]
    while rate > AT_REST and along[-1] < motion.duration:
        index = min(int(np.searchsorted(motion.times, along[-1], side="right")) - 1, len(first) - 1)
        v, a = first[index], second[index]
        moves = np.abs(v) > AT_REST
        room = mechanism.acceleration[moves] + np.sign(v[moves]) * a[moves] * rate**2
        brake = share * float(np.min(room / np.abs(v[moves]), initial=np.inf))
        slower = max(rate - max(brake, 0.0) * step, 0.0) if np.isfinite(brake) else 0.0
        if slower == 0.0:
            left = rate / brake if np.isfinite(brake) else 0.0
            clock.append(clock[-1] + max(left, step * 1e-3))
            along.append(along[-1] + 0.5 * rate * left)
            break
        clock.append(clock[-1] + step)
        along.append(along[-1] + 0.5 * (rate + slower) * step)
        rate = slower
    return np.array(clock), np.minimum(along, motion.duration)


def _derivatives(motion: Trajectory) -> tuple[Array, Array]:
    """Speeds and accelerations of the joints between samples, each (m - 1, n)."""
    dt = np.diff(motion.times)[:, None]
    first = np.diff(motion.q, axis=0) / dt
    if len(first) < 2:
        return first, np.zeros_like(first)
    middle = 0.5 * (motion.times[1:] + motion.times[:-1])
    return first, np.gradient(first, middle, axis=0)
