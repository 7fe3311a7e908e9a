"""The points of a ROS trajectory: few, and the splines between them are the motion of the run.

`joint_trajectory_controller` of ros2_controllers joins points with positions, velocities and
accelerations by polynomials of degree 5 (its documentation, "Trajectory Representation": quintic).
A motion of all joints under a jerk limit is a cubic in time between its breaks, so that points at
the breaks give it exactly; lines and arcs get further points where a spline would leave them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scenes.errors import SceneError
from scenes.runs.run import Run
from scenes.world.frozen import Array, Frozen, freeze_whole_numbers
from scenes.world.robot import RosJoints

Integers = NDArray[np.int64]

MM_PER_M = 1000.0
NS = 1_000_000_000  # nanoseconds of a second
# How far a joint may leave its motion between points, rad or m: below the steps of encoders.
BETWEEN = 1e-6
# Points closer than this, ns, are not parted further: controllers run at 1 kHz at most.
SHORTEST_NS = 1_000_000
# Where a spline is compared with the motion, as shares of the time between two points.
PLACES = np.array([0.1, 0.25, 0.5, 0.75, 0.9])
DENSE = np.linspace(0.0, 1.0, 23)[1:-1]


@dataclass(frozen=True, eq=False)
class RosPoints(Frozen):
    """The points of a trajectory, in rad and m as ROS counts them.

    Attributes:
        times_ns: Time from the start, (k,), nanoseconds, increasing.
        positions, velocities, accelerations: (k, n).
        gap: Largest distance of a joint from the motion between points, rad or m.
    """

    times_ns: Integers
    positions: Array
    velocities: Array
    accelerations: Array
    gap: float

    def __post_init__(self) -> None:
        super().__post_init__()
        freeze_whole_numbers(self, "times_ns")

    def __len__(self) -> int:
        return len(self.times_ns)


def ros_points(run: Run, joints: RosJoints) -> RosPoints:
    """The points of a run for its joints. Raises SceneError where nothing moves.

    They begin as the ends of motions; where a spline leaves the motion, its time is parted.
    """
    if all(step.motion.is_still for step in run.moving_steps):
        raise SceneError("nothing moves: a trajectory needs a motion")
    ends, breaks = _ends_and_breaks(run)
    times = ends
    while True:
        states = _states(run, joints, times)
        far = _deviations(run, joints, times, states, PLACES) > BETWEEN
        far &= np.diff(times) >= 2 * SHORTEST_NS
        if not far.any():
            break
        parted = _parted(times[:-1][far], times[1:][far], breaks)
        times = np.sort(np.concatenate([times, parted]))
    gap = float(_deviations(run, joints, times, states, DENSE).max())
    return RosPoints(times, states[0], states[1], states[2], gap)


def _ends_and_breaks(run: Run) -> tuple[Integers, Integers]:
    """Times at which motions begin and end, and those between which they are smooth, ns."""
    steps = run.moving_steps
    starts = [0.0, *(step.start_time for step in steps), run.duration]
    inner = [step.start_time + step.motion.breaks for step in steps]
    return _nanoseconds(np.array(starts)), _nanoseconds(np.concatenate(inner))


def _nanoseconds(seconds: Array) -> Integers:
    return np.unique(np.round(seconds * NS).astype(np.int64))


def _parted(first: Integers, last: Integers, breaks: Integers) -> Integers:
    """A time inside of each interval: the break of its motion nearest to the middle, if any."""
    middle = first + (last - first) // 2
    at = np.searchsorted(breaks, middle)
    found = middle
    nearest = np.full(len(middle), np.iinfo(np.int64).max)
    for one in (np.maximum(at - 1, 0), np.minimum(at, len(breaks) - 1)):
        away = np.abs(breaks[one] - middle)
        fits = (breaks[one] > first) & (breaks[one] < last) & (away < nearest)
        found, nearest = np.where(fits, breaks[one], found), np.where(fits, away, nearest)
    return np.asarray(found)


def _states(run: Run, joints: RosJoints, times: Integers) -> Array:
    """Positions, velocities and accelerations (3, k, n); at both ends the arm stands."""
    found = _in_ros(run, joints, times / NS)
    found[1:, [0, -1]] = 0.0
    return found


def _in_ros(run: Run, joints: RosJoints, seconds: Array) -> Array:
    """Positions, velocities and accelerations (3, ..., n) of a run at times, as ROS counts them."""
    found = run.motion_at(seconds.ravel())[:3] * joints.signs
    found[0] += joints.zeros
    kinds = run.cell.robot.mechanism.kinds
    found /= np.array([1.0 if kind == "R" else MM_PER_M for kind in kinds])
    return found.reshape(3, *seconds.shape, -1)


def _deviations(
    run: Run, joints: RosJoints, times: Integers, states: Array, places: Array
) -> Array:
    """How far the spline of each interval leaves the motion at some places, (k - 1,)."""
    span = np.diff(times) / NS
    splines = _splines(states[:, :-1], states[:, 1:], span, places)
    there = times[:-1, None] / NS + span[:, None] * places
    return np.asarray(np.abs(splines - _in_ros(run, joints, there)[0]).max(axis=(1, 2)))


def _splines(first: Array, last: Array, span: Array, places: Array) -> Array:
    """Positions (k, p, n) of the quintic polynomials between states (3, k, n), at shares (p,)."""
    u = places[:, None]
    h = span[:, None, None]
    q0, v0, a0 = (row[:, None, :] for row in first)
    q1, v1, a1 = (row[:, None, :] for row in last)
    v0, v1, a0, a1 = v0 * h, v1 * h, a0 * h**2, a1 * h**2
    c3 = 10.0 * (q1 - q0) - 6.0 * v0 - 4.0 * v1 - 1.5 * a0 + 0.5 * a1
    c4 = -15.0 * (q1 - q0) + 8.0 * v0 + 7.0 * v1 + 1.5 * a0 - a1
    c5 = 6.0 * (q1 - q0) - 3.0 * (v0 + v1) - 0.5 * (a0 - a1)
    return np.asarray(q0 + u * (v0 + u * (a0 / 2.0 + u * (c3 + u * (c4 + u * c5)))))
