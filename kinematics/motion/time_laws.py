"""Time laws: the path parameter s of a motion as a function of time, from rest to rest."""

from dataclasses import dataclass

import numpy as np

from kinematics.errors import KinematicsError
from kinematics.motion.trajectory import SAME_TIME
from kinematics.poses.transforms import Array

NO_TURN = 1e-12  # a joint whose |dq/ds| is below this does not limit the growth of the rate


@dataclass(frozen=True, eq=False)
class Profile:
    """The path parameter over time, with constant acceleration between nodes.

    s: (m,), the parameter at the nodes. rate: (m,), ds/dt at the nodes, 1/s. times: (m,), of the
    nodes, s, from 0.
    """

    s: Array
    rate: Array
    times: Array

    @property
    def duration(self) -> float:
        """Time of the last node, s."""
        return float(self.times[-1])

    def at(self, t: Array) -> Array:
        """The parameter at times t (k,), s."""
        if len(self.s) == 1:
            return np.full(np.shape(t), self.s[0])
        i = np.clip(np.searchsorted(self.times, t, side="right") - 1, 0, len(self.s) - 2)
        since = t - self.times[i]
        span = self.times[i + 1] - self.times[i]
        growth = (self.rate[i + 1] - self.rate[i]) / span
        s = self.s[i] + since * (self.rate[i] + 0.5 * growth * since)
        return np.where(t >= self.duration, self.s[-1], np.minimum(s, self.s[i + 1]))

    def stretched(self, factor: float) -> "Profile":
        """This profile slowed down by a factor."""
        return Profile(self.s, self.rate / factor, self.times * factor)


def sample_times(duration: float, period: float) -> Array:
    """Times 0, period, 2 period ... and the end, s; only 0 if the duration is at most SAME_TIME.

    Raises KinematicsError if the period is not above zero.
    """
    if not period > 0.0:
        raise KinematicsError(f"the sample period must be above zero, not {period:g} s")
    times = np.arange(int(np.floor(duration / period)) + 1) * period
    inner = times[times < duration - SAME_TIME]
    return np.append(inner, duration) if duration > SAME_TIME else np.zeros(1)


def trapezoid(distances: Array, speed: Array, acceleration: Array) -> Profile:
    """The profile, s from 0 to 1, with which joints move by `distances` (n,) within their limits.

    speed, acceleration: (n,), infinite where unlimited. A joint with the distance D allows
    rate <= speed / D and growth of the rate <= acceleration / D. The least of each over the joints
    gives the trapezoid, or a triangle if the distance is short. Raises KinematicsError if no joint
    that moves has a limit.
    """
    moving = np.abs(distances) > 0.0
    if not moving.any():
        return Profile(np.ones(1), np.zeros(1), np.zeros(1))
    rate = float((speed[moving] / np.abs(distances[moving])).min())
    growth = float((acceleration[moving] / np.abs(distances[moving])).min())
    if np.isinf(rate) and np.isinf(growth):
        raise KinematicsError("a motion needs a speed or an acceleration for a joint that moves")
    if np.isinf(growth):
        return Profile(np.array([0.0, 1.0]), np.full(2, rate), np.array([0.0, 1.0 / rate]))
    rate = min(rate, float(np.sqrt(growth)))
    rise = rate / growth
    cruise = 1.0 / rate - rise
    if cruise <= SAME_TIME:
        return Profile(
            np.array([0.0, 0.5, 1.0]), np.array([0.0, rate, 0.0]), rise * np.array([0, 1, 2])
        )
    lift = 0.5 * rate * rise
    s = np.array([0.0, lift, 1.0 - lift, 1.0])
    times = np.array([0.0, rise, rise + cruise, rise + cruise + rise])
    return Profile(s, np.array([0.0, rate, rate, 0.0]), times)


def path_profile(
    s: Array,
    q: Array,
    speed: Array,
    acceleration: Array,
    rate_limit: float | Array,
    ends: tuple[float, float] = (0.0, 0.0),
) -> Profile:
    """A fast profile along the joint path q (m, n) at nodes s (m,), from rest to rest.

    speed: (n,), or (m, n) if it differs along the path. acceleration: (n,). rate_limit: 1/s, or
    (m,). ends: rates at the first and the last node, 1/s; the profile has lower ones if the joints
    do not allow them. Raises KinematicsError if nothing limits the rate at a node.

    With x = rate^2 and u = d(rate)/dt, joint j accelerates by q''_j x + q'_j u. The condition
    |q''_j| x + |q'_j| |u| <= acceleration_j allows braking at every x below the speed limit, so
    that one pass forwards and one backwards give the largest x at every node.
    """
    step = np.diff(s)
    slope = np.abs(np.diff(q, axis=0) / step[:, None])
    bend = np.zeros_like(q)
    turn = np.diff(np.diff(q, axis=0) / step[:, None], axis=0)
    bend[1:-1] = np.abs(turn) / (0.5 * (step[1:] + step[:-1]))[:, None]
    bend[0], bend[-1] = bend[1] * (ends[0] > 0.0), bend[-2] * (ends[1] > 0.0)
    steepest = np.concatenate([slope[:1], np.maximum(slope[1:], slope[:-1]), slope[-1:]])
    with np.errstate(divide="ignore", invalid="ignore"):
        fastest = np.where(steepest > 0.0, speed / steepest, np.inf).min(axis=1)
        curved = np.where(bend > 0.0, acceleration / bend, np.inf).min(axis=1)
    x = np.minimum(np.minimum(fastest, rate_limit) ** 2, curved)
    x[0], x[-1] = min(x[0], ends[0] ** 2), min(x[-1], ends[1] ** 2)
    if np.isinf(x).any():
        raise KinematicsError("a motion needs a speed limit of the tool or of a joint that moves")
    _pass_over(x, step, steepest, bend, acceleration)
    backwards = x[::-1].copy()
    _pass_over(backwards, step[::-1], steepest[::-1], bend[::-1], acceleration)
    rate = np.sqrt(backwards[::-1])
    times = np.concatenate([[0.0], np.cumsum(2.0 * step / (rate[1:] + rate[:-1]))])
    return Profile(s, rate, times)


def _pass_over(x: Array, step: Array, slope: Array, bend: Array, acceleration: Array) -> None:
    """Lowers x (m,), in place, to the values that can be reached from the node before.

    step: (m - 1,). slope, bend: (m, n), |dq/ds| and |d2q/ds2|. acceleration: (n,).
    """
    limited = np.isfinite(acceleration)
    slope, bend, most = slope[:, limited], bend[:, limited], acceleration[limited].tolist()
    # Python floats, because for such short rows a NumPy call takes longer than the arithmetic.
    reached, turns, bends, steps = x.tolist(), slope.tolist(), bend.tolist(), step.tolist()
    for i, length in enumerate(steps):
        now = reached[i]
        rooms = [
            (a - b * now) / d
            for a, b, d in zip(most, bends[i], turns[i], strict=True)
            if d > NO_TURN
        ]
        growth = min(rooms, default=np.inf)
        reached[i + 1] = min(reached[i + 1], now + 2.0 * length * max(growth, 0.0))
    x[:] = reached


def overload(
    times: Array, q: Array, speed: Array, acceleration: Array, ends: Array | None = None
) -> float:
    """The factor by which a motion must be slowed to keep its limits; none is needed up to 1.

    times: (m,), s. q: (m, n), samples of a motion from rest to rest. ends: (2, n), rates of the
    joints before and after it, if they are not at rest.
    """
    if len(times) < 2:
        return 1.0
    span = np.diff(times)[:, None]
    rates = np.diff(q, axis=0) / span
    first, last = np.zeros((2, 1, q.shape[1])) if ends is None else ends[:, None]
    between = np.concatenate([span[:1] * 0.5, 0.5 * (span[1:] + span[:-1]), span[-1:] * 0.5])
    growths = np.diff(np.concatenate([first, rates, last]), axis=0) / between
    too_fast = float((np.abs(rates) / speed).max())
    too_hard = float((np.abs(growths) / acceleration).max())
    return max(too_fast, float(np.sqrt(too_hard)))
