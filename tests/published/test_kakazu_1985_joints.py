"""The arm and the example program of the 1985 paper, in joint values.

Kakazu, Okino, Yoshimura, Nakamura, "Development of a Robot Simulator", Bulletin of the Faculty
of Engineering, Hokkaido University 124 (1985), pp. 1-12. Arm: equations (1) to (5) and
section 7 (l1..l4 = 450, 500, 450, 170 mm). Locations and program: figure 5. The paper prints
no joint values; those below follow from its equations and were computed separately, to the
digits given, so that half a unit of the last digit is the tolerance.
"""

import numpy as np
import pytest

from kinematics import (
    Elbow,
    Joint,
    Mechanism,
    Posture,
    Shoulder,
    Wrist,
    forward,
    interpolate,
    inverse,
    invert,
    joint_move,
    nearest_turns,
    pose_from_xyzoat,
    posture_of,
    rotation_y,
    straight_line,
    track,
    translation,
)

LOCATIONS = {
    "READY": (670, 0, 950, 0, 0, 0),
    "LOC1": (700, 0, 280, 0, 90, 0),
    "LOC2": (450, 450, 370, 30, 40, 50),
    "LOC3": (630, 200, 760, -30, -10, -10),
}
T_FLANGE_TOOL = rotation_y(np.pi / 2)  # the hand points along x, a tool along z
START_POSTURE = Posture(Shoulder.RIGHTY, Elbow.ABOVE, Wrist.NOFLIP)
# The paper gives no speeds: assumed 90 deg/s, 300 deg/s^2.
DRIVES = [Joint(f"theta{i}", speed=np.pi / 2, acceleration=5.236) for i in range(1, 7)]


@pytest.fixture(scope="module")
def arm():
    return Mechanism.from_axes(
        axes=[[0, 0, 1], [0, 1, 0], [0, 1, 0], [1, 0, 0], [0, 1, 0], [1, 0, 0]],
        points=[[0, 0, 0], [0, 0, 450], [500, 0, 450]] + [[950, 0, 450]] * 3,
        T_base_flange_zero=translation(450 + 500 + 170, 0, 450),
        joints=DRIVES,
    )


def solution(arm, T_base_tool, q_near):
    """The solution of the starting posture, nearest in turns."""
    answer = inverse(arm, T_base_tool @ invert(T_FLANGE_TOOL))
    return nearest_turns(arm, answer.q[answer.postures.index(START_POSTURE)], q_near)


def tool(arm, q):
    return forward(arm, q) @ T_FLANGE_TOOL


@pytest.fixture(scope="module")
def run(arm):
    """The motions of figure 5, lines 50 to 100: joint values after each, and the line to LOC2."""
    poses = {name: pose_from_xyzoat(values) for name, values in LOCATIONS.items()}
    ready = solution(arm, poses["READY"], np.zeros(6))
    at_1 = joint_move(arm, ready, solution(arm, poses["LOC1"], ready)).q_end

    def line(end, start):
        options = {"T_flange_tool": T_FLANGE_TOOL}
        return straight_line(arm, tool(arm, start), end, start, **options).motion.sampled(0.01)

    to_2 = line(poses["LOC2"], at_1)
    at_3 = line(poses["LOC3"] @ translation(0, 0, -30), to_2.q[-1]).q[-1]  # APPROS LOC3 30
    drawn = line(translation(-30, -40, -50) @ tool(arm, at_3), at_3).q[-1]  # DRAW -30 -40 -50
    driven = drawn + np.radians([0, 30, 0, 0, 0, 0])  # DRIVE 2 30
    return {"READY": ready, "LOC1": at_1, "to LOC2": to_2, "end": driven}


@pytest.mark.parametrize("name", LOCATIONS)
def test_every_location_of_figure_5_has_eight_solutions(arm, name):
    answer = inverse(arm, pose_from_xyzoat(LOCATIONS[name]) @ invert(T_FLANGE_TOOL))
    assert len(set(answer.postures)) == 8
    assert answer.residual_mm.max() < 1e-9
    assert answer.residual_rad.max() < 1e-12


def test_ready_is_where_the_run_begins(run):
    expected = [0, -84.26, 83.9408, 0, 0.3192, 0]
    assert np.degrees(run["READY"]) == pytest.approx(expected, abs=5e-5)


def test_move_loc1_ends_at_its_joint_values(run):
    expected = [0, -39.8381, 85.2198, 0, 44.6183, 0]
    assert np.degrees(run["LOC1"]) == pytest.approx(expected, abs=5e-5)


def test_the_line_to_loc2_passes_a_straight_wrist_at_three_degrees(run):
    q = np.degrees(run["to LOC2"].q)
    assert np.abs(q[:, 4]).min() == pytest.approx(3.08, abs=0.005)
    assert np.abs(np.diff(q[:, 3])).sum() == pytest.approx(220.44, abs=0.005)


@pytest.mark.parametrize("samples", [2_000, 20_000])
def test_the_near_singular_figures_do_not_depend_on_the_sampling(arm, run, samples):
    start, end = (pose_from_xyzoat(LOCATIONS[name]) for name in ("LOC1", "LOC2"))
    path = interpolate(start, end, np.linspace(0, 1, samples)) @ invert(T_FLANGE_TOOL)
    q = np.degrees(track(arm, path, run["LOC1"]).q)
    assert np.abs(q[:, 4]).min() == pytest.approx(3.08, abs=0.005)
    assert np.abs(np.diff(q[:, 3])).sum() == pytest.approx(220.44, abs=0.005)


def test_the_line_to_loc2_keeps_front_shoulder_above_and_noflip(arm, run):
    assert {posture_of(arm, q) for q in run["to LOC2"].q} == {START_POSTURE}


def test_joints_4_and_6_end_beyond_half_a_turn(run):
    assert np.degrees(run["end"][3]) == pytest.approx(244.29, abs=0.005)
    assert np.degrees(run["end"][5]) == pytest.approx(-238.68, abs=0.005)


def test_ready_is_a_third_of_a_degree_from_a_straight_wrist(run):
    assert np.degrees(run["READY"][4]) == pytest.approx(0.319, abs=0.0005)
