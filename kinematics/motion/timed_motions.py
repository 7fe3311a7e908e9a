"""Timed motions: all joints together, and the tool along a straight line or an arc."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kinematics.arm.forward import forward
from kinematics.arm.limits import TURN, LimitExcess
from kinematics.arm.mechanism import Mechanism
from kinematics.errors import KinematicsError
from kinematics.families.posture import Posture
from kinematics.motion.branch_tracking import branch_roots, start_branches
from kinematics.motion.corners.leg import Leg, Track
from kinematics.motion.free_faults import with_free_fault
from kinematics.motion.laws.jerk_law import jerk_law
from kinematics.motion.laws.profile import Profile
from kinematics.motion.laws.rest_to_rest import rest_to_rest
from kinematics.motion.laws.time_law import JointLimits, TimeLaw
from kinematics.motion.line_path import ArcLine, Line, LineFault, LinePath, follow
from kinematics.motion.motion import Motion
from kinematics.motion.paths.arc_curve import ArcCurve
from kinematics.motion.paths.curve_path import curve_path
from kinematics.motion.paths.joint_path import JointPath
from kinematics.motion.paths.marching.march import Tolerance
from kinematics.motion.paths.spline_path import path_on
from kinematics.motion.singular.bridging import Bridge, Bridging, bridged
from kinematics.motion.singular.crossing import crossing_paths
from kinematics.motion.singular.manner import SLOW, Manner, Singular
from kinematics.motion.singular.passages import Passage, passages
from kinematics.poses.transforms import Array, check_pose, rotation_angle, straightened

# The most by which the tool may leave its line between two exact roots.
DEVIATION_MM, DEVIATION_RAD = 1e-3, 1e-5
# The most by which the pose of q_start may differ from the start of a line.
START_GAP_MM, START_GAP_RAD = 1e-3, 1e-5
# A line shorter than this, and turning by less, does not move.
NO_LENGTH_MM, NO_ANGLE_RAD = 1e-9, 1e-12


@dataclass(frozen=True, eq=False)
class LineResult:
    """A straight line as joint values over time, or the reason why it cannot be driven.

    motion: None if the line cannot be driven. failed_at: the fraction of the line, 0 to 1,
    where the fault is. reason: a sentence, or "". posture_changed: the posture at the start and the
    one that the rest of the line needs. limit: the largest excess of the joint that leaves its
    limits. leg: the path of the line and its speeds, without its time.
    """

    motion: Motion | None
    failed_at: float | None = None
    reason: str = ""
    fault: LineFault | None = None
    posture_changed: tuple[Posture, Posture] | None = None
    limit: LimitExcess | None = None
    leg: Leg | None = None
    passage: Passage | None = None
    bridges: tuple[Bridge, ...] = ()


def joint_move(
    mechanism: Mechanism,
    q_start: ArrayLike,
    q_end: ArrayLike,
    *,
    speed: float = 1.0,
    profile: Profile = Profile.S_CURVE,
) -> Motion:
    """The motion of all joints from q_start to q_end, each (n,); they start and end together.

    It is the fastest on the straight path of the joints (`laws.rest_to_rest`). speed: factor of the
    joint speeds, above 0; accelerations and jerks are not changed. profile: whether jerk is kept.
    """
    start, end = mechanism.check_one_q(q_start), mechanism.check_one_q(q_end)
    _check_speed(speed)
    law = rest_to_rest(end - start, JointLimits.of(mechanism, speed, profile))
    return Motion.of(JointPath.straight(start, end), law)


class _Wish(NamedTuple):
    """What else is asked of a line: see `straight_line`."""

    singular: Singular
    holds_elbow: bool
    q_end: Array | None


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
    profile: Profile = Profile.S_CURVE,
    singular: Singular = SLOW,
    holds_elbow: bool = False,
    q_end: ArrayLike | None = None,
) -> LineResult:
    """The motion of the tool on a straight line from T_start to T_end, both T_base_tool (4, 4), mm.

    T_flange_tool: the tool, None for the flange. q_start: (n,), joint values at T_start, whose
    posture is kept; KinematicsError if they are elsewhere. The tool moves at its two speeds times
    `speed`, or slower if a joint would exceed its speed, acceleration or jerk; the last is kept if
    `profile` is an S-curve. The joint path goes through exact roots and leaves the line by no more
    than DEVIATION_MM and DEVIATION_RAD between them; `singular` may allow it to leave the line more
    beside a singular pose, or refuse it there. An arm with free joints goes the least way; if
    holds_elbow, a seven-axis arm keeps its elbow angle instead. q_end: (n,), joint values at T_end;
    an arm with a free joint ends there where a way of it does, else at others.
    """
    T_tool = np.eye(4) if T_flange_tool is None else check_pose(T_flange_tool)
    ends = straightened(np.stack([check_pose(T_start), check_pose(T_end), T_tool]))
    speeds = (tool_speed_mm_s, tool_speed_rad_s)
    end = None if q_end is None else mechanism.check_one_q(q_end)
    wish = _Wish(singular, holds_elbow, end)
    return _driven(mechanism, Line(*ends), q_start, speeds, speed, profile, wish)


def circular_arc(
    mechanism: Mechanism,
    arc: ArcCurve,
    q_start: ArrayLike,
    *,
    T_flange_tool: ArrayLike | None = None,
    tool_speed_mm_s: float = 250.0,
    tool_speed_rad_s: float = float(np.radians(90.0)),
    speed: float = 1.0,
    profile: Profile = Profile.S_CURVE,
    singular: Singular = SLOW,
    holds_elbow: bool = False,
) -> LineResult:
    """The motion of the tool on an arc; arguments and result are those of `straight_line`."""
    T_tool = np.eye(4) if T_flange_tool is None else check_pose(T_flange_tool)
    line, speeds = ArcLine(arc, straightened(T_tool[None])[0]), (tool_speed_mm_s, tool_speed_rad_s)
    wish = _Wish(singular, holds_elbow, None)
    return _driven(mechanism, line, q_start, speeds, speed, profile, wish)


def _driven(
    mechanism: Mechanism,
    line: Line | ArcLine,
    q_start: ArrayLike,
    tool_speeds: tuple[float, float],
    speed: float,
    profile: Profile,
    wish: _Wish,
) -> LineResult:
    """The motion of `straight_line`; tool_speeds: mm/s and rad/s."""
    start = mechanism.check_one_q(q_start)
    for value in (speed, *tool_speeds):
        _check_speed(value)
    _check_start(mechanism, line, start)
    if line.length < NO_LENGTH_MM and line.angle < NO_ANGLE_RAD:
        return LineResult(Motion.still(start))
    speeds = tool_speeds[0] * speed, tool_speeds[1] * speed
    rate = min(
        speeds[0] / max(line.length, NO_LENGTH_MM), speeds[1] / max(line.angle, NO_ANGLE_RAD)
    )
    limits = JointLimits.of(mechanism, 1.0, profile)

    def law(path: JointPath, rate: float) -> TimeLaw:
        return jerk_law(path, np.array(rate), limits)

    bridging = Bridging(mechanism, line.curve, line.T_flange_tool, speeds, rate, law)
    smooth, track, fault = _followed(mechanism, line, start, wish)
    singular = wish.singular
    if smooth is None:
        crosses = fault.fault is LineFault.POSTURE and singular.manner is Manner.JOINT
        return (_crossed(bridging, start, singular) if crosses else None) or fault
    if singular.manner is Manner.STOP:
        found = passages(mechanism, smooth, rate)
        if found:
            return _refused(mechanism, line, max(found, key=lambda each: each.ratio))
    bridges = tuple[Bridge, ...]()
    if singular.manner is Manner.JOINT:
        smooth, rate, bridges = bridged(bridging, smooth, singular)
    # Behind a bridge the tool is no longer where the track has it.
    return _timed(bridging, start, smooth, rate, bridges, None if bridges else track)


def _timed(
    bridging: Bridging,
    start: Array,
    path: JointPath,
    rate: float,
    bridges: tuple[Bridge, ...],
    track: Track | None = None,
) -> LineResult:
    """The motion of a line along its path, s from 0 to 1, at a rate, 1/s."""
    motion = Motion.of(path, bridging.law(path, rate))
    leg = Leg(start, path, bridging.mechanism.speed, rate, track)
    return LineResult(motion, leg=leg, bridges=bridges)


def _crossed(bridging: Bridging, start: Array, singular: Singular) -> LineResult | None:
    """The fastest motion of a line through a singular pose itself; None where no bridge leads over.

    The joints may leap there in several ways.
    """
    paths, place = crossing_paths(
        bridging.mechanism,
        bridging.curve,
        bridging.T_flange_tool,
        start,
        (DEVIATION_MM, DEVIATION_RAD),
    )
    results = []
    for path in paths:
        smooth, rate, bridges = bridged(bridging, path, singular, place)
        if any(each.start < place < each.end for each in bridges):
            results.append(_timed(bridging, start, smooth, rate, bridges))
    return min(results, key=_duration, default=None)


def _duration(result: LineResult) -> float:
    return result.motion.duration if result.motion is not None else np.inf


def _refused(mechanism: Mechanism, line: Line | ArcLine, passage: Passage) -> LineResult:
    """The refusal of a line on which a joint would be too fast beside a singular pose."""
    name = mechanism.joints[passage.joint].name
    text = f"{line.name} passes a singular pose at {passage.place:.1%} of its way: there joint "
    text += f"{passage.joint + 1} ({name}) would need {passage.ratio:.3g} times its speed"
    return LineResult(None, passage.place, text, LineFault.SINGULAR, passage=passage)


def _followed(
    mechanism: Mechanism, line: Line | ArcLine, start: Array, wish: _Wish
) -> tuple[JointPath | None, Track | None, LineResult]:
    """The joint path of a line, with its track if it was marched; None with why there is none."""
    tool, holds_elbow = line.T_flange_tool, wish.holds_elbow
    tolerances = DEVIATION_MM, DEVIATION_RAD
    smooth = curve_path(mechanism, line.curve, start, tool, tolerances, holds_elbow, wish.q_end)
    tolerance = Tolerance(*tolerances)
    if smooth is not None:
        return smooth, Track(mechanism, tool, line.curve, tolerance, holds_elbow), LineResult(None)
    path = _path(mechanism, line, start)  # roots at many nodes pass or tell the fault
    path = with_free_fault(mechanism, line, start, holds_elbow, tolerance, path)
    if path.fault is None:
        return _smooth(mechanism, line, path), None, LineResult(None)
    fault = (path.failed_at, path.reason, path.fault, path.posture_changed, path.limit)
    return None, None, LineResult(None, *fault)


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


def _smooth(mechanism: Mechanism, line: Line | ArcLine, path: LinePath) -> JointPath:
    """The path of the line as a smooth path of the joints."""

    def poses(s: Array) -> Array:
        return line.flange_poses(s) @ line.T_flange_tool

    def roots(s: Array, near: Array) -> tuple[Array, NDArray[np.bool_]]:
        q, reached, _ = branch_roots(mechanism, line.flange_poses(s), path.branch, near)
        return q + TURN * np.round((near - q) / TURN) * mechanism.revolute, reached

    return path_on(
        mechanism, poses, line.T_flange_tool, roots, (path.s, path.q), (DEVIATION_MM, DEVIATION_RAD)
    )


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
