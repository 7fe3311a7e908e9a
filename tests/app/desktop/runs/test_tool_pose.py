"""Poses of the tool and joint values for them: laws, checked by forward kinematics."""

import numpy as np
import pytest

from app.desktop.runs.tool_pose import nearest, reach, stepped, tool_pose, tool_solutions
from kinematics import Mechanism, invert, posture_of, rotation_z, translation
from scenes import load_robot


@pytest.fixture(params=["hokkaido1985", "puma560"])
def robot(request):
    return load_robot(request.param)


@pytest.fixture(scope="module")
def hokkaido():
    return load_robot("hokkaido1985")


def test_every_solution_puts_the_tool_where_it_is_and_one_is_present(robot) -> None:
    rng = np.random.default_rng(7)
    for _ in range(10):
        q = robot.ready + rng.uniform(-0.4, 0.4, 6)
        known = tool_solutions(robot, q)
        assert len(known.present) == 1
        assert known.q[next(iter(known.present))] == pytest.approx(q, abs=1e-6)
        for row in known.q:
            assert tool_pose(robot, row) == pytest.approx(tool_pose(robot, q), abs=1e-6)


def test_the_solutions_name_the_joints_beyond_their_limits(robot) -> None:
    known = tool_solutions(robot, robot.ready)
    beyond = [bool(excess) for excess in known.excesses]
    assert beyond == [not kept for kept in known.found.within_limits]


def test_a_present_singular_pose_is_still_found_among_its_range(hokkaido) -> None:
    q = np.array(hokkaido.ready)
    q[3:] = 0.7, 0.0, -0.2
    known = tool_solutions(hokkaido, q)
    assert known.found.continuum
    assert known.present


@pytest.mark.parametrize("in_tool", [False, True])
@pytest.mark.parametrize("axis", range(6))
def test_a_step_and_its_reverse_return_to_the_start(robot, axis, in_tool) -> None:
    T = tool_pose(robot, robot.ready)
    axes = T if in_tool else np.eye(4)
    there = stepped(T, axis, 0.3, axes)
    assert not np.allclose(there, T, atol=1e-3)
    back = stepped(there, axis, -0.3, there if in_tool else axes)
    assert back == pytest.approx(T, abs=1e-9)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("axis", range(6))
def test_a_step_along_other_axes_is_the_step_seen_from_there(robot, axis, seed) -> None:
    """In the coordinates of the axes the step goes along, or turns about, one of their own."""
    rng = np.random.default_rng(seed)
    T = tool_pose(robot, robot.ready)
    T_base_axes = tool_pose(robot, robot.ready + rng.uniform(-0.5, 0.5, 6))
    there = stepped(T, axis, 0.3, T_base_axes)
    before, after = invert(T_base_axes) @ T, invert(T_base_axes) @ there
    if axis < 3:
        assert after[:3, 3] - before[:3, 3] == pytest.approx(0.3 * np.eye(3)[axis])
        assert after[:3, :3] == pytest.approx(before[:3, :3])
    else:
        turn = after[:3, :3] @ before[:3, :3].T
        assert turn @ np.eye(3)[axis - 3] == pytest.approx(np.eye(3)[axis - 3])
        assert np.trace(turn) == pytest.approx(1 + 2 * np.cos(0.3))
        assert after[:3, 3] == pytest.approx(before[:3, 3])


def test_a_step_in_base_axes_keeps_the_tool_point_when_it_turns(robot) -> None:
    T = tool_pose(robot, robot.ready)
    turned = stepped(T, 5, 0.4, np.eye(4))
    assert turned[:3, 3] == pytest.approx(T[:3, 3])
    assert turned[:3, :3] == pytest.approx((rotation_z(0.4) @ T)[:3, :3])


def test_small_steps_stay_in_the_posture_and_near_the_joint_values(robot) -> None:
    rng = np.random.default_rng(3)
    q = np.array(robot.ready)
    start = posture_of(robot.mechanism, q)
    for _ in range(40):
        T = tool_pose(robot, q)
        T = stepped(T, int(rng.integers(6)), rng.uniform(-0.05, 0.05), T)
        answer = reach(robot, T, q)
        assert answer.q is not None, answer.reason
        assert np.abs(answer.q - q).max() < 0.5
        assert tool_pose(robot, answer.q) == pytest.approx(T, abs=1e-6)
        q = answer.q
    assert posture_of(robot.mechanism, q) == start


def test_a_pose_out_of_reach_says_by_how_much(robot) -> None:
    answer = reach(robot, translation(9000, 0, 0) @ tool_pose(robot, robot.ready), robot.ready)
    assert answer.q is None
    assert "reach" in answer.reason
    assert "mm" in answer.reason


def test_a_pose_over_a_limit_names_the_joint_and_the_excess(hokkaido) -> None:
    limit = hokkaido.mechanism.upper[0]
    q = np.array(hokkaido.ready)
    q[0] = limit - 0.01
    T = rotation_z(0.05) @ tool_pose(hokkaido, q)
    answer = reach(hokkaido, T, q)
    assert answer.q is None
    assert "joint 1 (theta1) at 182.3 deg, limit 180.0 deg" in answer.reason
    turned = reach(hokkaido, T, q, any_turn=True)
    assert turned.q is not None
    assert turned.q[0] == pytest.approx(q[0] + 0.05 - 2 * np.pi)


def test_a_posture_that_cannot_reach_says_so_instead_of_leaping(hokkaido) -> None:
    q = np.array(hokkaido.ready)
    q[3:] = 0.7, 0.0, -0.2  # a straight wrist: FLIP and NOFLIP are equal
    T = tool_pose(hokkaido, q)
    answer = reach(hokkaido, T, q)
    assert answer.q == pytest.approx(q, abs=1e-6)


def test_an_arm_that_stands_beyond_a_limit_may_come_back(hokkaido) -> None:
    q = np.array(hokkaido.ready)
    q[0] = hokkaido.mechanism.upper[0] + 0.1
    T = tool_pose(hokkaido, q)
    assert reach(hokkaido, rotation_z(-0.05) @ T, q).q is not None
    assert reach(hokkaido, rotation_z(0.05) @ T, q).q is None


def test_a_slide_does_not_decide_which_solution_is_nearest() -> None:
    """An arm with a slide stays in its branch, wherever the slide moves."""
    zero, right = 0.0, np.pi / 2
    mechanism = Mechanism.from_standard_dh(
        alpha=[-right, right, zero, -right, right, zero],
        a=[0.0] * 6,
        d=[412.0, 154.0, 0.0, 0.0, 0.0, 263.0],
        theta0=[0.0, 0.0, -right, 0.0, 0.0, 0.0],
        kinds="RRPRRR",
    )
    q = np.array([0.1, 0.8, 600.0, 0.3, 0.6, -0.2])
    rows = q + np.array([[0, 0, 9.0, 0, 0, 0], [0, 0, 0, 3.0, -1.2, 3.0]])
    assert nearest(mechanism, rows, q) == pytest.approx(rows[0])
