"""A calibrated robot file holds the arm that was measured, and its differences can be read."""

from pathlib import Path

import numpy as np
import pytest

from kinematics import classify, forward
from kinematics.arm.displaced_links import displaced
from kinematics.calibration.measurements import Measurements
from kinematics.calibration.prediction import small_motion
from scenes import Robot, SceneError, load_robot, robot_path
from scenes.files.loader import robot_from_document
from scenes.files.robots.calibration import (
    Calibrated,
    calibrated,
    check_target_folder,
    corrected_document,
)
from scenes.files.schema import RobotIn
from scenes.files.text.documents import Document, parse_document, read_document
from scenes.files.validation import validated
from tests.depth import share

pytestmark = pytest.mark.long

ARMS = ("puma560", "ur5e", "hokkaido1985", "stanford_arm", "adept_cobra600", "kuka_lbr_iiwa_7_r800")


def joint_values(robot: Robot, rng: np.random.Generator, count: int) -> np.ndarray:
    arm = robot.mechanism
    lower = np.maximum(arm.lower, -np.where(arm.revolute == 1.0, 3.0, 500.0))
    upper = np.minimum(arm.upper, np.where(arm.revolute == 1.0, 3.0, 500.0))
    return rng.uniform(lower, upper, (count, arm.n))


def measured(
    robot: Robot, rng: np.random.Generator, noise: float, with_turns: bool = True
) -> tuple[Measurements, np.ndarray, np.ndarray]:
    """Measurements of an arm off by 0.3 mm and 0.05 deg a joint; further joint values and poses."""
    D = [
        small_motion(rng.normal(size=6) * np.repeat([0.3, np.radians(0.05)], 3))
        for _ in range(robot.mechanism.n)
    ]
    true = displaced(robot.mechanism, np.array(D))
    q = joint_values(robot, rng, 100)
    T = forward(true, q) @ robot.T_flange_tool
    places = T[:, :3, 3] + noise * rng.normal(size=(100, 3))
    unseen = joint_values(robot, rng, 300)
    wanted = forward(true, unseen) @ robot.T_flange_tool
    return Measurements(q, places, T[:, :3, :3] if with_turns else None), unseen, wanted


def written(name: str, found: Measurements) -> tuple[Calibrated, Document]:
    document = read_document(robot_path(name), "robot file")
    result = calibrated(validated(document, RobotIn), found, "a tracker", False, False)
    return result, corrected_document(document, result)


def missed(robot: Robot, q: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    T = forward(robot.mechanism, q) @ robot.T_flange_tool
    return np.linalg.norm((T - wanted)[:, :3, 3], axis=1)


@pytest.mark.parametrize("name", share(ARMS, 3))
def test_the_written_file_predicts_poses_that_were_not_measured(name: str) -> None:
    rng = np.random.default_rng(2)
    robot = load_robot(name)
    found, q, wanted = measured(robot, rng, noise=0.0)
    _, document = written(name, found)
    again = robot_from_document(document)
    assert missed(robot, q, wanted).mean() > 0.5
    # Corrections are written to 1e-6 mm and 1e-8 deg: 40 of them miss by less than 1e-4 mm.
    assert missed(again, q, wanted).max() < 1e-4


@pytest.mark.parametrize("with_turns", [False, True])
def test_noise_of_the_tracker_is_what_is_left(with_turns: bool) -> None:
    rng = np.random.default_rng(3)
    robot = load_robot("puma560")
    found, q, wanted = measured(robot, rng, 0.02, with_turns)
    result, document = written("puma560", found)
    assert missed(robot_from_document(document), q, wanted).mean() < 0.03
    assert result.calibration.is_better


def test_the_file_keeps_its_text_and_its_arm_the_family() -> None:
    rng = np.random.default_rng(4)
    robot = load_robot("puma560")
    _, document = written("puma560", measured(robot, rng, 0.02)[0])
    text = robot_path("puma560").read_text(encoding="utf-8")
    assert document.text.startswith(text.rstrip())
    solver = classify(robot_from_document(document).mechanism).solver or ""
    assert solver.startswith("spherical wrist, corrected by up to")


def test_a_file_that_is_calibrated_again_starts_from_the_nominal_arm() -> None:
    rng = np.random.default_rng(5)
    found = measured(load_robot("puma560"), rng, 0.0)[0]
    result, first = written("puma560", found)
    again = calibrated(validated(first, RobotIn), found, "a tracker", False, False)
    assert corrected_document(first, again).text == first.text
    assert again.corrections == result.corrections


@pytest.mark.parametrize("number", [("theta", 0.07), ("a", 0.4), ("d", -0.3), ("alpha", 0.03)])
def test_a_single_number_that_is_off_is_the_one_that_is_corrected(number) -> None:
    key, amount = number
    text = robot_path("puma560").read_text(encoding="utf-8")
    block = f"\ncorrections: {{source: us, joints: {{joint_5: {{{key}: {amount}}}}}}}\n"
    robot = load_robot("puma560")
    true = robot_from_document(parse_document(Path("x.robot.yaml"), text + block, "robot file"))
    q = joint_values(robot, np.random.default_rng(6), 80)
    T = forward(true.mechanism, q) @ robot.T_flange_tool
    result, _ = written("puma560", Measurements(q, T[:, :3, 3], T[:, :3, :3]))
    own = result.corrections.joints
    assert getattr(own["joint_5"], key) == pytest.approx(amount, abs=1e-6)
    others = [
        value
        for name, row in own.items()
        for other, value in row.model_dump(exclude_unset=True).items()
        if (name, other) != ("joint_5", key)
    ]
    assert np.abs(others).max(initial=0.0) < 1e-6


def test_an_arm_with_closed_loops_is_refused() -> None:
    found = Measurements(np.zeros((40, 2)), np.zeros((40, 3)))
    with pytest.raises(SceneError, match="an arm with closed loops cannot be calibrated yet"):
        written("textbook_five_bar", found)


def test_a_file_that_names_meshes_stays_beside_them(tmp_path: Path) -> None:
    text = "robot: 1\nbodies:\n  - solid:\n      - add: {mesh: {file: link.stl}}\n"
    document = parse_document(tmp_path / "arm.robot.yaml", text, "robot file")
    check_target_folder(document, tmp_path / "arm_7.robot.yaml")
    with pytest.raises(SceneError, match=r"the robot file names link\.stl beside itself"):
        check_target_folder(document, tmp_path / "calibrated" / "arm_7.robot.yaml")
