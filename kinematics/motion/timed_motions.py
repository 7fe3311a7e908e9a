"""Timed motions: all joints together, and the tool along a straight line or an arc."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from kinematics.arm.forward import forward
from kinematics.arm.limits import TURN, LimitExcess
from kinematics.arm.mechanism import Mechanism
from kinematics.errors import KinematicsError
from kinematics.families.posture import Posture
from kinematics.motion.branch_tracking import branch_roots, start_branches
from kinematics.motion.laws.profile import Profile as RampForm
from kinematics.motion.laws.rest_to_rest import rest_to_rest
from kinematics.motion.laws.time_law import JointLimits
from kinematics.motion.line_path import ArcLine, Line, LineFault, LinePath, follow
from kinematics.motion.motion import Motion
from kinematics.motion.motion_paths import Leg, LineWay
from kinematics.motion.paths.arc_curve import ArcCurve
from kinematics.motion.paths.joint_path import JointPath
from kinematics.motion.time_laws import Profile, overload, path_profile, sample_times
from kinematics.motion.trajectory import Trajectory
from kinematics.poses.transforms import Array, check_pose, rotation_angle, straightened

FAST_ENOUGH = 1e-9  # a speed that exceeds its limit by at most this share is rounding

# The most by which the pose of q_start may differ from the start of a line.
START_GAP_MM, START_GAP_RAD = 1e-3, 1e-5
# A line shorter than this, and turning by less, does not move.
NO_LENGTH_MM, NO_ANGLE_RAD = 1e-9, 1e-12


@dataclass(frozen=True, eq=False)
class LineResult:
    """A straight line as joint values over time, or the reason why it cannot be driven.

    trajectory: None if the line cannot be driven. failed_at: the fraction of the line, 0 to 1,
    where the fault is. reason: a sentence, or "". posture_changed: the posture at the start and the
    one that the rest of the line needs. limit: the largest excess of the joint that leaves its
    limits. leg: the path of the line and its speeds, without its time.
    """

    trajectory: Trajectory | None
    failed_at: float | None = None
    reason: str = ""
    fault: LineFault | None = None
    posture_changed: tuple[Posture, Posture] | None = None
    limit: LimitExcess | None = None
    leg: Leg | None = None


def joint_move(
    mechanism: Mechanism,
    q_start: ArrayLike,
    q_end: ArrayLike,
    *,
    speed: float = 1.0,
    profile: RampForm = RampForm.S_CURVE,
) -> Motion:
    """The motion of all joints from q_start to q_end, each (n,); they start and end together.

    It is the fastest on the straight path of the joints (`laws.rest_to_rest`). speed: factor of the
    joint speeds, above 0; accelerations and jerks are not changed. profile: whether jerk is kept.
    """
    start, end = mechanism.check_one_q(q_start), mechanism.check_one_q(q_end)
    _check_speed(speed)
    law = rest_to_rest(end - start, JointLimits.of(mechanism, speed, profile))
    return Motion.of(JointPath.straight(start, end), law)


def straight_line(
    mechanism: Mechanism,
    T_start: ArrayLike,
    T_end: ArrayLike,
    q_start: ArrayLike,
    *,
    T_flange_tool: ArrayLike | None = None,
    tool_speed_mm_s: float = 250.0,
    tool_speed_rad_s: float = float(np.radians(90.0)),
    speed: float = 1.0,
    period: float = 0.01,
) -> LineResult:
    """The motion of the tool on a straight line from T_start to T_end, both T_base_tool (4, 4), mm.

    T_flange_tool: the tool, None for the flange. q_start: (n,), joint values at T_start, whose
    posture is kept; KinematicsError if they are elsewhere. The tool moves at its two speeds times
    `speed`, or slower if a joint would exceed its speed or acceleration. Every sample is an exact
    root of the exact pose. Samples are at multiples of period (s) and at the end.
    """
    T_tool = np.eye(4) if T_flange_tool is None else check_pose(T_flange_tool)
    ends = straightened(np.stack([check_pose(T_start), check_pose(T_end), T_tool]))
    speeds = (tool_speed_mm_s, tool_speed_rad_s)
    return _driven(mechanism, Line(*ends), q_start, speeds, speed, period)


def circular_arc(
    mechanism: Mechanism,
    arc: ArcCurve,
    q_start: ArrayLike,
    *,
    T_flange_tool: ArrayLike | None = None,
    tool_speed_mm_s: float = 250.0,
    tool_speed_rad_s: float = float(np.radians(90.0)),
    speed: float = 1.0,
    period: float = 0.01,
) -> LineResult:
    """The motion of the tool on an arc; arguments and result are those of `straight_line`."""
    T_tool = np.eye(4) if T_flange_tool is None else check_pose(T_flange_tool)
    line, speeds = ArcLine(arc, straightened(T_tool[None])[0]), (tool_speed_mm_s, tool_speed_rad_s)
    return _driven(mechanism, line, q_start, speeds, speed, period)


def _driven(
    mechanism: Mechanism,
    line: Line | ArcLine,
    q_start: ArrayLike,
    tool_speeds: tuple[float, float],
    speed: float,
    period: float,
) -> LineResult:
    """The motion of `straight_line`; tool_speeds: mm/s and rad/s."""
    start = mechanism.check_one_q(q_start)
    for value in (speed, *tool_speeds):
        _check_speed(value)
    _check_start(mechanism, line, start)
    if line.length < NO_LENGTH_MM and line.angle < NO_ANGLE_RAD:
        return LineResult(Trajectory.still(start))
    path = _path(mechanism, line, start)
    if path.fault is not None:
        return LineResult(
            None, path.failed_at, path.reason, path.fault, path.posture_changed, path.limit
        )
    rate = speed * min(
        tool_speeds[0] / max(line.length, NO_LENGTH_MM),
        tool_speeds[1] / max(line.angle, NO_ANGLE_RAD),
    )
    profile = path_profile(path.s, path.q, mechanism.speed, mechanism.acceleration, rate)
    result = _sampled(mechanism, line, path, profile, period)
    return replace(result, leg=Leg(LineWay(start, mechanism, line, path), mechanism.speed, rate))


def _path(mechanism: Mechanism, line: Line | ArcLine, start: Array) -> LinePath:
    """The path of the line in the posture of the start.

    At a singular start, which belongs to several branches, the first that has no fault is taken.
    """
    paths = []
    for branch in start_branches(mechanism, start):
        paths.append(follow(mechanism, line, start, branch))
        if paths[-1].fault is None:
            return paths[-1]
    return paths[0]


def _sampled(
    mechanism: Mechanism, line: Line | ArcLine, path: LinePath, profile: Profile, period: float
) -> LineResult:
    """Exact samples of the path, slowed down until the samples keep the limits of the joints."""
    for _ in range(8):
        times = sample_times(profile.duration, period)
        s = profile.at(times)
        near = np.stack([np.interp(s, path.s, column) for column in path.q.T], axis=1)
        q, reached, _ = branch_roots(mechanism, line.flange_poses(s), path.branch, near)
        if not reached.all():
            return _gap(mechanism, line, path, float(s[np.argmin(reached)]))
        q = q + TURN * np.round((near - q) / TURN) * mechanism.revolute
        # The first sample is the start itself; rounding must not move it.
        q[0] = path.q[0]
        factor = overload(times, q, mechanism.speed, mechanism.acceleration)
        if factor <= 1.0 + FAST_ENOUGH:
            break
        profile = profile.stretched(factor * 1.0005)  # a bit more, because the samples move
    return LineResult(Trajectory(times, q))


def _gap(mechanism: Mechanism, line: Line | ArcLine, path: LinePath, at: float) -> LineResult:
    """The fault of a sample that is out of reach though both nodes beside it are within reach."""
    text = f"{line.name} leaves the reach at {at:.1%} of its way"
    return LineResult(None, at, text, LineFault.UNREACHABLE)


def _check_speed(speed: float) -> None:
    if not 0.0 < speed < np.inf:
        raise KinematicsError(f"a speed must be above zero, not {speed:g}")


def _check_start(mechanism: Mechanism, line: Line | ArcLine, start: Array) -> None:
    """Raises KinematicsError if the tool at `start` (n,) is not where the line begins."""
    T_base_tool = forward(mechanism, start) @ line.T_flange_tool
    gap = float(np.linalg.norm((T_base_tool - line.T_base_tool_start)[:3, 3]))
    turn = float(rotation_angle(T_base_tool[:3, :3].T @ line.T_base_tool_start[:3, :3]))
    if gap > START_GAP_MM or turn > START_GAP_RAD:
        raise KinematicsError(
            f"{line.name} begins {gap:.3g} mm and {np.degrees(turn):.3g} deg from where the "
            "joints are"
        )
