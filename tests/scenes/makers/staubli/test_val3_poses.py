"""Poses of VAL3 and configurations: numbers of scipy, and the formulas of the manual."""

import numpy as np
import pytest

from kinematics import forward, invert
from scenes import load_robot
from scenes.makers.staubli.val3_configuration import (
    Configuration,
    configuration_from,
    configuration_of,
    joints_of_point,
)
from scenes.makers.staubli.val3_names import KEPT, NAMED, val3_name
from scenes.makers.staubli.val3_poses import number, pose_of_values, pose_values
from tests.scenes.makers.staubli.conftest import (
    ARMS,
    flange_of_pendant,
    pose,
    turned,
    words_of_pendant,
)

# rx, ry, rz in degrees and the quaternion x, y, z, w of scipy 1.17.1:
# Rotation.from_euler("XYZ", [rx, ry, rz], degrees=True), where capitals mean moving axes.
OF_SCIPY = [
    ([4.0, 76.6, -121.0], [-0.525612961, 0.328845445, -0.671967388, 0.405032737]),
    ([152.5, -32.0, -26.1], [0.924392652, 0.14701071, -0.312414089, 0.162121907]),
    ([111.4, -15.45, 16.9], [0.798583872, -0.195216469, -0.027780981, 0.568667343]),
    ([-160.6, 43.1, 13.0], [-0.903900932, 0.165275248, -0.341994094, 0.196690717]),
    ([-57.9, 49.05, -66.9], [-0.56764602, 0.060321109, -0.606458949, 0.553486136]),
]


def matrix_of(x: float, y: float, z: float, w: float) -> np.ndarray:
    """The rotation (3, 3) of a quaternion, by the formula of Rodrigues."""
    v = np.array([x, y, z])
    crossed = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return (w * w - v @ v) * np.eye(3) + 2 * np.outer(v, v) + 2 * w * crossed


def test_the_reference_orientation_has_its_numbers_in_val3() -> None:
    # OAT 30, 40, 50 of VAL are Rz Ry Rz by 30, 130, 50; scipy 1.17.1 says this for "ZYZ".
    T = turned("z", 30) @ turned("y", 130) @ turned("z", 50)
    assert matrix_of(0.1573787, 0.89253894, 0.27165378, 0.32374437) == pytest.approx(
        T[:3, :3], abs=1e-7
    )
    assert pose_values(T)[3:] == pytest.approx([-149.2103, 41.5608, -171.9301], abs=5e-5)


@pytest.mark.parametrize(("turns", "quaternion"), OF_SCIPY)
def test_angles_are_those_of_scipy_about_moving_axes(turns, quaternion) -> None:
    rotation = matrix_of(*quaternion)
    assert pose_of_values([0, 0, 0, *turns])[:3, :3] == pytest.approx(rotation, abs=1e-8)
    assert pose_values(pose(0, 0, 0, *turns))[3:] == pytest.approx(turns, abs=1e-9)


def test_a_pose_and_its_values_say_the_same() -> None:
    rng = np.random.default_rng(3)
    for values in rng.uniform(-179, 179, (300, 6)):
        T = pose_of_values(values)
        assert pose(*values) == pytest.approx(T, abs=1e-9)
        assert pose(*pose_values(T)) == pytest.approx(T, abs=1e-9)
        assert abs(pose_values(T)[4]) <= 90.0


@pytest.mark.parametrize("ry", [90.0, -90.0, 90.0 - 1e-10])
def test_rx_is_zero_where_ry_is_a_right_angle(ry) -> None:
    T = pose(1, 2, 3, 25, ry, 40)
    _, _, _, rx, there, _ = pose_values(T)
    assert rx == 0.0 and there == pytest.approx(ry, abs=1e-6)
    assert pose(*pose_values(T)) == pytest.approx(T, abs=1e-8)


def test_numbers_have_six_decimals_at_most_and_no_negative_zero() -> None:
    shown = [number(value) for value in (-1e-9, 0.0, 12.5, -0.1234567, 300.0, 1e-6)]
    assert shown == ["0", "0", "12.5", "-0.123457", "300", "0.000001"]


@pytest.mark.parametrize("arm", ARMS)
def test_the_arm_counts_as_its_controller_does(arm) -> None:
    robot = load_robot(arm)
    own = robot.controller
    rng = np.random.default_rng(5)
    for shown in [np.zeros(6), *rng.uniform(-150, 150, (60, 6))]:
        T = forward(robot.mechanism, own.q_of(np.radians(shown)))
        in_world = invert(own.T_base_controller) @ T @ own.T_flange_controller
        assert in_world == pytest.approx(flange_of_pendant(arm, shown), abs=1e-6)


@pytest.mark.parametrize("arm", ARMS)
def test_a_configuration_is_that_of_the_formulas_in_the_manual(arm) -> None:
    robot = load_robot(arm)
    rng = np.random.default_rng(7)
    met = set()
    for shown in rng.uniform(-120, 120, (200, 6)):
        q = robot.controller.q_of(np.radians(shown))
        found = configuration_of(robot.mechanism, robot.controller, q)
        assert list(found) == words_of_pendant(arm, shown)
        met.add(found)
    assert len(met) == 8


@pytest.mark.parametrize("arm", ARMS)
def test_a_point_with_its_configuration_says_the_joint_values(arm) -> None:
    robot = load_robot(arm)
    mechanism, own = robot.mechanism, robot.controller
    rng = np.random.default_rng(11)
    low, high = np.array([[j.lower, j.upper] for j in mechanism.joints]).T
    for _ in range(40):
        q = rng.uniform(low, high)
        T = forward(mechanism, q)
        wanted = configuration_of(mechanism, own, q)
        found = joints_of_point(mechanism, own, T, wanted, q + rng.uniform(-0.3, 0.3, 6))
        assert found == pytest.approx(q, abs=1e-5)
        other = wanted._replace(wrist="wnegative" if wanted.wrist == "wpositive" else "wpositive")
        found = joints_of_point(mechanism, own, T, other, q)
        if found is not None:
            assert forward(mechanism, found) == pytest.approx(T, abs=1e-6)
            assert configuration_of(mechanism, own, found) == other


def test_words_of_a_configuration_that_are_left_out_allow_no_change() -> None:
    assert configuration_from({}) == Configuration("ssame", "esame", "wsame")
    assert configuration_from({"shoulder": "Righty", "wrist": "wfree"}) == Configuration(
        "righty", "esame", "wfree"
    )
    assert configuration_from({"elbow": "up"}) is None
    before, after = Configuration("lefty", "epositive", "wpositive"), Configuration("lefty")
    assert before.change_to(after._replace(elbow="epositive", wrist="wnegative")) == (
        "lefty",
        "epositive",
        "wfree",
    )


@pytest.mark.parametrize(
    "name", ["weld", "my program", "2nd", "start", "STOP", "world", "a" * 40, "ünï", "", "a-b.c"]
)
def test_every_name_becomes_one_that_controllers_take(name) -> None:
    made = val3_name(name)
    assert NAMED.fullmatch(made) and made.lower() not in KEPT
    assert val3_name(made) == made
