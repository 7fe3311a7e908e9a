"""Samples of the motions of a run for plots and lines, kept for each motion; no Qt.

Each motion is sampled by itself at times of its own, so that after an edit only new motions are
sampled: an edit leaves the motion of an unchanged step the same object.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from kinematics import Mechanism
from kinematics.arm.forward import frames_of
from kinematics.differential.jacobian import columns_at
from kinematics.motion.braking import Braking
from kinematics.motion.laws.profile import Profile
from kinematics.motion.motion import Motion
from scenes import Robot, Step
from scenes.world.frozen import Array
from scenes.world.tool_frame import tool_frame

Singles = NDArray[np.float32]

PERIOD = 0.01
"""Seconds between even samples of a short run; of a longer one they are doubled until there are at
most MOST_EVEN."""
MOST_EVEN = 16_384
BESIDE = 1e-9
"""Seconds from a time at which the jerk may jump to the samples on its two sides."""
INNER = 5
"""Places between two breaks of a motion where its greatest values are looked for."""
FEW_BREAKS = 16
"""A motion with at most so many breaks is sampled at both sides of each."""
ROWS_AT_ONCE = 1024
"""Rows whose tool speeds are computed together: their arrays fit into the cache."""


class MotionSamples(NamedTuple):
    """A motion at times of its own, in the units of the plots.

    times: (k,), s from the start of the motion, increasing. rows: (k, 4 n + 4), the columns of all
    other values one after the other, in single precision, for they are drawn and sent.
    """

    times: Array
    rows: Singles

    @classmethod
    def joined(cls, parts: Sequence[MotionSamples], starts: Sequence[float]) -> MotionSamples:
        """Motions one after the other, each with the time at which it starts, s."""
        lengths = [len(part.times) for part in parts]
        times = np.concatenate([part.times for part in parts]) + np.repeat(starts, lengths)
        return cls(times, np.concatenate([part.rows for part in parts]))

    def at(self, rows: NDArray[np.int64]) -> MotionSamples:
        """Some of the samples."""
        return MotionSamples(self.times[rows], self.rows[rows])

    @property
    def joints(self) -> Singles:
        """Joint values (k, n), degrees or mm."""
        return self._columns(0)

    @property
    def speeds(self) -> Singles:
        """Joint speeds (k, n), percent of the limit of each joint; nan where there is none."""
        return self._columns(1)

    @property
    def accelerations(self) -> Singles:
        """Joint accelerations (k, n), percent of the limit of each joint."""
        return self._columns(2)

    @property
    def jerks(self) -> Singles:
        """Joint jerks (k, n), percent of the limit of each joint; nan where none is in force."""
        return self._columns(3)

    @property
    def tool_speed(self) -> Singles:
        """Speeds of the tool point (k,), mm/s."""
        return self.rows[:, -4]

    @property
    def points(self) -> Singles:
        """Places of the tool point in the world (k, 3), mm."""
        return self.rows[:, -3:]

    def _columns(self, order: int) -> Singles:
        n = (self.rows.shape[1] - 4) // 4
        return self.rows[:, order * n : (order + 1) * n]


@dataclass(frozen=True, eq=False)
class _Kept:
    """Samples of a motion, and what they depend on besides it."""

    robot: Robot
    tool: bytes
    period: float
    samples: MotionSamples

    def fits(self, robot: Robot, tool: bytes, period: float) -> bool:
        return self.robot is robot and self.tool == tool and self.period == period


_kept: WeakKeyDictionary[Motion, _Kept] = WeakKeyDictionary()


def period_of(duration: float) -> float:
    """Seconds between even samples of a run: PERIOD times a power of two.

    An edit that hardly changes the duration therefore leaves the samples of other motions alone.
    """
    doublings = np.ceil(np.log2(max(duration / (PERIOD * MOST_EVEN), 1.0)))
    return float(PERIOD * 2.0**doublings)


def samples_of(
    robot: Robot, steps: Sequence[Step], period: float, keeps: bool = True
) -> list[MotionSamples]:
    """The samples of the motion of each step.

    period: Seconds between even samples. keeps: Whether they are kept for the next run.
    """
    found: dict[tuple[Motion, bytes], MotionSamples] = {}
    fresh: dict[bytes, list[Step]] = {}
    for step in steps:
        key = step.motion, tool_key(step)
        kept = _kept.get(step.motion)
        if kept is not None and kept.fits(robot, key[1], period):
            found[key] = kept.samples
        elif key not in found:
            fresh.setdefault(key[1], []).append(step)
    for tool, new in fresh.items():
        T_flange_tool = tool_frame(robot, new[0].before.tool)
        motions = list(dict.fromkeys(step.motion for step in new))
        sampled = _sampled(robot, T_flange_tool, motions, period)
        for motion, samples in zip(motions, sampled, strict=True):
            found[motion, tool] = samples
            if keeps:
                _kept[motion] = _Kept(robot, tool, period, samples)
    return [found[step.motion, tool_key(step)] for step in steps]


def forget() -> None:
    """Gives up all samples."""
    _kept.clear()


def tool_key(step: Step) -> bytes:
    """A key that is equal for steps with the same setting of TOOL."""
    tool = step.before.tool
    return b"" if tool is None else tool.tobytes()


def _sampled(
    robot: Robot, T_flange_tool: Array, motions: Iterable[Motion], period: float
) -> list[MotionSamples]:
    """The samples of motions with one tool; those of the tool are computed for all at once."""
    parts = [_times_and_states(motion, period, robot.profile) for motion in motions]
    state = np.concatenate([part for _, part in parts])
    points, tool_speed = tool_motion(robot.mechanism, T_flange_tool, state[:, 0], state[:, 1])
    T = robot.T_world_base
    columns = [in_plot_units(robot, state).reshape(len(state), -1), tool_speed[:, None]]
    rows = np.hstack([*columns, points @ T[:3, :3].T + T[:3, 3]]).astype(np.float32)
    lengths = [len(times) for times, _ in parts]
    each = np.split(rows, np.cumsum(lengths)[:-1])
    # The copies let go of the whole array when a motion is forgotten.
    return [MotionSamples(part[0], own.copy()) for part, own in zip(parts, each, strict=True)]


def in_plot_units(robot: Robot, state: Array) -> Array:
    """States (k, 4, n) in degrees or mm, and in percent of the limit of each joint.

    A joint without a limit has nan.
    """
    mechanism = robot.mechanism
    limits = np.stack([mechanism.speed, mechanism.acceleration, mechanism.jerk])
    percent = np.where(np.isfinite(limits), 0.01 * limits, np.nan)
    units = np.where(mechanism.revolute > 0.0, np.pi / 180.0, 1.0)
    return np.asarray(state / np.concatenate([units[None], percent]))


def state_of(motion: Motion, times: Array, profile: Profile) -> Array:
    """The state (k, 4, n) of a motion at times (k,), s; nan for jerks where none is limited.

    The acceleration has steps in a trapezoid, and from the start of braking on: no jerk is limited.
    """
    state = np.ascontiguousarray(np.swapaxes(motion.state(times), 0, 1))
    if profile is Profile.TRAPEZOID:
        state[:, 3] = np.nan
    elif isinstance(motion.law, Braking):
        state[times > motion.law.start - motion.begin, 3] = np.nan
    return state


def _times_and_states(motion: Motion, period: float, profile: Profile) -> tuple[Array, Array]:
    """Times (k,) of samples of a motion and its state there (k, 4, n)."""
    if motion.is_still:
        times = np.array([0.0, motion.duration])
        return times, state_of(motion, times, profile)
    breaks = motion.breaks
    even = np.arange(1.0, np.ceil(motion.duration / period)) * period
    times = np.sort(np.concatenate([_between(breaks), even]))
    state = state_of(motion, times, profile)
    kept = np.searchsorted(times, even)
    if len(breaks) <= FEW_BREAKS:
        kept = np.append(kept, np.searchsorted(times, _sides(breaks)))
    rate = np.abs(motion.law.at(motion.begin + times)[1])
    columns = np.nan_to_num(state.reshape(len(times), -1))
    ends = [0, len(times) - 1, rate.argmax()]
    kept = np.unique(np.concatenate([kept, ends, columns.argmax(axis=0), columns.argmin(axis=0)]))
    return times[kept], state[kept]


def _sides(breaks: Array) -> Array:
    """Times on both sides of breaks (c,), within the motion: (2 c - 2,), s."""
    beside = np.minimum(BESIDE, 0.25 * np.diff(breaks))
    return np.concatenate([breaks[:-1] + beside, breaks[1:] - beside])


def _between(breaks: Array) -> Array:
    """Times on both sides of breaks (c,) and between them, s; the first and last are the ends."""
    share = np.arange(1.0, INNER + 1.0) / (INNER + 1.0)
    inner = breaks[:-1, None] + np.diff(breaks)[:, None] * share
    return np.concatenate([breaks[[0, -1]], _sides(breaks), inner.ravel()])


def tool_motion(
    mechanism: Mechanism, T_flange_tool: Array, q: Array, speed: Array
) -> tuple[Array, Array]:
    """Places (k, 3) of the tool point, mm, in the arm's base, and its speeds (k,), mm/s.

    q, speed: (k, n), joint values and their speeds. The speed is the Jacobian at the tool point
    times that of the joints.
    """
    chain = mechanism.chain.with_flange(mechanism.chain.T_last_flange @ T_flange_tool)
    points, speeds = [np.empty((0, 3))], [np.empty(0)]
    for first in range(0, len(q), ROWS_AT_ONCE):
        values, rates = q[first : first + ROWS_AT_ONCE], speed[first : first + ROWS_AT_ONCE]
        if mechanism.has_loops:
            rates = (mechanism.chain_rates(values) @ rates[..., None])[..., 0]
            values = mechanism.chain_values(values)
        frames = frames_of(chain, values)
        linear = columns_at(chain, frames)[:, :3] @ rates[..., None]
        points.append(frames[:, -1, :3] @ chain.T_last_flange[:, 3])
        speeds.append(np.linalg.norm(linear[..., 0], axis=1))
    return np.concatenate(points), np.concatenate(speeds)
