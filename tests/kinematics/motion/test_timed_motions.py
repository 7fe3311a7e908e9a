from dataclasses import replace

import numpy as np
import pytest

from kinematics import (
    Joint,
    KinematicsError,
    LineFault,
    Mechanism,
    Posture,
    Wrist,
    forward,
    interpolate,
    inverse,
    joint_move,
    posture_of,
    residuals,
    rotation_z,
    straight_line,
    translation,
)
from kinematics.motion.laws.profile import Profile
from tests.depth import cases

START = np.radians([10.0, -80, 95, 30, 50, -30])


def rates(trajectory):
    return np.diff(trajectory.q, axis=0) / np.diff(trajectory.times)[:, None]


def growths(trajectory):
    middle = 0.5 * (trajectory.times[1:] + trajectory.times[:-1])
    return np.diff(rates(trajectory), axis=0) / np.diff(middle)[:, None]


def within_its_drives(arm, trajectory):
    fast = np.abs(rates(trajectory)) <= arm.speed * (1 + 1e-6)
    hard = np.abs(growths(trajectory)) <= arm.acceleration * (1 + 1e-6)
    return bool(fast.all() and hard.all())


def fraction(T_start, T_end, p):
    way = (T_end - T_start)[:3, 3]
    return (p - T_start[:3, 3]) @ way / (way @ way)


# Joint moves.


def test_all_joints_start_and_end_together(arm, rng):
    end = START + rng.uniform(-1, 1, 6)
    trajectory = joint_move(arm, START, end).sampled(0.01)
    part = (trajectory.q - START) / (end - START)
    assert np.ptp(part, axis=1).max() < 1e-9
    assert np.array_equal(trajectory.q[0], START)
    assert np.array_equal(trajectory.q[-1], end)


def test_a_joint_move_is_as_fast_as_its_slowest_joint(hokkaido):
    end = START + np.radians([10.0, -45, 0, 0, 0, 0])
    # 0.3 s to speed up, 0.3 s to brake: 45 deg at 90 deg/s take 0.5 s and 0.3 s more.
    assert joint_move(hokkaido, START, end).duration == pytest.approx(45 / 90 + 0.3)


def test_a_joint_move_keeps_speeds_and_accelerations(arm, rng):
    for _ in range(20):
        trajectory = joint_move(arm, START, START + rng.uniform(-2, 2, 6)).sampled(0.01)
        assert within_its_drives(arm, trajectory)


def test_half_speed_halves_the_cruise(hokkaido):
    end = START + np.radians([90.0, 0, 0, 0, 0, 0])
    slow = joint_move(hokkaido, START, end, speed=0.5)
    assert np.abs(rates(slow.sampled(0.01))).max() == pytest.approx(np.radians(45.0))


def test_a_move_to_where_the_arm_is_takes_no_time(hokkaido):
    assert joint_move(hokkaido, START, START).duration == 0.0


@pytest.mark.parametrize("acceleration", [20.0, np.inf])
def test_a_move_by_next_to_nothing_is_a_motion_too(acceleration):
    joint = Joint("a", speed=2.0, acceleration=acceleration)
    rows = {"alpha": [0, 0.5], "a": [0, 100], "d": [50, 0]}
    arm = Mechanism.from_modified_dh(**rows, joints=[joint, joint])
    for exponent in np.arange(-20.0, 1.0, 0.5):
        end = np.array([0.3 + 10.0**exponent, -0.2])
        trajectory = joint_move(arm, [0.3, -0.2], end).sampled(0.01)
        assert trajectory.times[0] == 0.0
        assert np.abs(trajectory.q[-1] - end).max() <= 2e-9
        assert within_its_drives(arm, trajectory)


@pytest.mark.parametrize("length", 10.0 ** np.arange(-13.0, 0.0))
def test_a_line_of_next_to_no_length_is_driven(hokkaido, length):
    T_start = forward(hokkaido, START)
    T_end = T_start.copy()
    T_end[2, 3] += length
    line = straight_line(hokkaido, T_start, T_end, START)
    assert line.motion is not None, line.reason
    assert np.abs(forward(hokkaido, line.motion.q_end) - T_end).max() < 1e-6


def test_a_sliding_joint_moves_in_mm():
    arm = Mechanism.from_modified_dh(alpha=[0], a=[0], d=[0], kinds="P")
    with pytest.raises(KinematicsError, match="speed"):
        joint_move(arm, [0.0], [100.0])


@pytest.mark.parametrize("speed", [0.0, -1.0, np.nan, np.inf])
def test_a_speed_that_is_not_above_zero_is_refused(hokkaido, speed):
    with pytest.raises(KinematicsError, match="speed"):
        joint_move(hokkaido, START, START + 0.1, speed=speed)


# Straight lines.


@pytest.fixture
def line(hokkaido, T_flange_tool):
    """A function that drives the tool of the 1985 arm from START on a line.

    x, y, z: shift in base axes, mm. turn: about tool z, rad.
    """

    def drive(x, y, z, turn=0.0, q_start=START, **options):
        T = forward(hokkaido, q_start) @ T_flange_tool
        end = translation(x, y, z) @ T @ rotation_z(turn)
        options.setdefault("T_flange_tool", T_flange_tool)
        return straight_line(hokkaido, T, end, q_start, **options), T, end

    return drive


def test_the_tool_stays_on_its_line_also_between_its_roots(hokkaido, line, T_flange_tool):
    result, T, end = line(80, -150, 60, 0.8)
    q = result.motion.sampled(0.01).q
    tool = forward(hokkaido, q) @ T_flange_tool
    s = fraction(T, end, tool[:, :3, 3])
    assert np.abs(tool - interpolate(T, end, s)).max() < 1e-3
    assert result.motion.path.deviation_mm <= 1e-3
    assert (np.diff(s) > 0).all()
    assert s[-1] == pytest.approx(1.0, abs=1e-12)


def test_a_line_starts_exactly_at_the_joints_given(line):
    result, _, _ = line(80, -150, 60)
    assert np.abs(result.motion.q_start - START).max() < 1e-12


def test_the_tool_speed_is_reached_and_kept(hokkaido, line, T_flange_tool):
    result, _, _ = line(0, -300, 0, tool_speed_mm_s=100.0)
    samples = result.motion.sampled(0.01)
    tool = (forward(hokkaido, samples.q) @ T_flange_tool)[:, :3, 3]
    speed = np.linalg.norm(np.diff(tool, axis=0), axis=1) / np.diff(samples.times)
    assert speed.max() == pytest.approx(100.0, rel=1e-4)


def test_a_share_of_the_speed_slows_the_tool(line):
    full, half = line(0, -200, 0)[0].motion, line(0, -200, 0, speed=0.25)[0].motion
    assert half.duration > 2.5 * full.duration


def test_a_turn_on_the_spot_takes_the_time_of_its_joint(line):
    result, _, _ = line(0, 0, 0, np.radians(-90))
    assert np.allclose(result.motion.q_end - START, [0, 0, 0, 0, 0, -np.pi / 2], atol=1e-9)
    # Joint 6 at 90 deg/s with 300 deg/s^2 takes one second, and 0.3 s more to speed up and brake.
    assert result.motion.duration == pytest.approx(1.3, rel=0.01)


def test_lines_keep_speeds_accelerations_and_posture(arm, rng):
    home = {"hokkaido": START, "puma560": np.radians([0.0, 45, -135, 0, 45, 0])}[arm.name]
    driven = 0
    for _ in range(cases(40, 12)):
        start = home + rng.uniform(-0.5, 0.5, 6)
        T = forward(arm, start)
        end = T @ translation(*rng.uniform(-200, 200, 3)) @ rotation_z(rng.uniform(-1, 1))
        motion = straight_line(arm, T, end, start).motion
        if motion is None:
            continue
        driven += 1
        # Even steps: differences over a last step of 1e-8 s would be rounding.
        trajectory = motion.sampled(motion.duration / 8000.0)
        assert within_its_drives(arm, trajectory)
        assert np.abs(np.diff(trajectory.q, axis=0)).max() < 0.1
        assert {posture_of(arm, q) for q in trajectory.q} == {posture_of(arm, start)}
    assert driven > cases(10, 3)


def test_a_line_keeps_the_jerk_of_its_joints_and_a_trapezoid_does_not(hokkaido, line):
    joints = tuple(replace(j, jerk=20.0 * j.acceleration) for j in hokkaido.joints)
    arm = replace(hokkaido, joints=joints)
    T = forward(arm, START)
    end = translation(80, -150, 60) @ T @ rotation_z(0.8)
    curved = straight_line(arm, T, end, START).motion
    hard = straight_line(arm, T, end, START, profile=Profile.TRAPEZOID).motion
    most = np.abs(curved.state(np.linspace(0.0, curved.duration, 20_001))[3]).max(axis=0)
    assert (most <= arm.jerk * (1 + 1e-9)).all()
    assert (most / arm.jerk).max() > 0.9
    assert hard.duration < curved.duration - 0.02


def test_a_line_close_by_a_straight_wrist_is_slowed_not_cut(hokkaido, line):
    q = np.radians([0.0, -90, 90, 0, 20, 0])
    q[3] = np.radians(2.0)  # a little off the plane in which joint 5 would pass zero
    result, _, _ = line(0, 1, -300, q_start=q)
    swing = np.degrees(np.ptp(result.motion.sampled(0.01).q[:, 3]))
    assert swing > 90
    assert within_its_drives(hokkaido, result.motion.sampled(0.01))
    assert (result.motion.sampled(0.01).q[:, 4] > 0).all()


def test_a_line_through_a_straight_wrist_needs_a_change_of_posture(line):
    result, _, _ = line(0, 0, -300, q_start=np.radians([0.0, -90, 90, 0, 20, 0]))
    assert result.motion is None
    assert result.fault is LineFault.POSTURE
    before, after = result.posture_changed
    assert before.wrist is Wrist.NOFLIP
    assert after.matches(Posture(before.shoulder, before.elbow, Wrist.FLIP))
    assert "NOFLIP to RIGHTY ABOVE FLIP" in result.reason
    assert 0.4 < result.failed_at < 0.6


def test_a_line_over_axis_1_needs_the_other_shoulder(line):
    result, _, _ = line(-900, 0, 0, q_start=np.radians([0.0, -90, 90, 0, 20, 0]))
    assert result.fault is LineFault.POSTURE
    assert "RIGHTY ABOVE NOFLIP to LEFTY" in result.reason


def test_a_line_from_a_straight_wrist_goes_where_joint_4_need_not_turn(line):
    straight = np.radians([0.0, -90, 90, 0, 0, 0])
    for z in (-100, 100):
        result, _, _ = line(0, 0, z, q_start=straight)
        assert np.abs(result.motion.sampled(0.01).q[:, 3]).max() < 1e-9
    result, _, _ = line(0, 50, 0, q_start=straight)
    assert result.failed_at == pytest.approx(0.0, abs=1e-6)
    assert "joint 4 (theta4) would have to turn 90.0 deg at once" in result.reason


def test_the_place_where_a_line_leaves_the_reach_is_reported_with_the_distance(
    hokkaido, line, T_flange_tool
):
    result, T, end = line(1500, 0, 0)
    assert result.fault is LineFault.UNREACHABLE
    assert "too far" in result.reason
    s = np.array([result.failed_at - 1e-6, result.failed_at + 1e-6])
    inside, outside = interpolate(T, end, s) @ np.linalg.inv(T_flange_tool)
    assert len(inverse(hokkaido, inside)) > 0
    assert len(inverse(hokkaido, outside)) == 0


def test_a_joint_limit_on_the_line_is_reported_in_degrees(hokkaido, line):
    q = np.radians([0.0, -90, 90, 0, 20, 0])
    result, _, _ = line(-800, 200, 0, q_start=q)
    assert result.fault is LineFault.LIMIT
    assert result.limit.joint == 4
    assert "joint 5 (theta5)" in result.reason
    assert "limit 120.0 deg" in result.reason
    assert np.degrees(result.limit.limit) == pytest.approx(120.0)


def test_a_line_of_no_length_stands_still(line):
    assert line(0, 0, 0)[0].motion.duration == 0.0


def test_a_line_that_begins_elsewhere_is_refused(hokkaido):
    T = translation(5, 0, 0) @ forward(hokkaido, START)
    with pytest.raises(KinematicsError, match="begins 5 mm"):
        straight_line(hokkaido, T, T, START)


def test_residuals_of_a_line_stay_within_its_tolerance(hokkaido, line, T_flange_tool):
    result, T, end = line(30, 100, -200, 0.5)
    tool = forward(hokkaido, result.motion.sampled(0.01).q) @ T_flange_tool
    wanted = interpolate(T, end, fraction(T, end, tool[:, :3, 3]))
    flange = wanted @ np.linalg.inv(T_flange_tool)
    distance, angle = residuals(hokkaido, result.motion.sampled(0.01).q, flange)
    assert distance.max() < 1e-3
    assert angle.max() < 1e-5
