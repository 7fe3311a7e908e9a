"""How controllers count: home positions that the makers' documents print, and senses of joints."""

import numpy as np
import pytest

from kinematics import forward, invert, rpy, translation
from kinematics.poses.transforms import rotation_vector
from scenes import SceneError, load_robot
from scenes.files.loader import robot_from_document
from scenes.files.robots.robot_writer import robot_text
from scenes.files.text.documents import parse_document
from scenes.makers.krl.krl_frames import frame_values
from scenes.makers.maker_languages import LANGUAGES, controller_of
from scenes.makers.rapid.rapid_frames import quaternion_of

FANUCS = ["fanuc_lrmate200id", "fanuc_m10ia", "fanuc_crx10ia_l"]
STAUBLIS = ["staubli_tx2_60", "staubli_rx160"]
KUKAS = ["kuka_kr6_r900_2", "kuka_kr10_r1100_sixx"]
# tool0 where all axes show 0: x and z in mm. The axes along the arm of the data sheets: height of
# axis 2 + lower arm + offset of the forearm; offset of axis 2 + forearm + flange.
ABBS = {
    "abb_irb120": (302.0 + 72.0, 290.0 + 270.0 + 70.0),
    "abb_irb2400_12": (100.0 + 755.0 + 85.0, 615.0 + 705.0 + 135.0),
    "abb_irb6700_200_260": (320.0 + 1142.5 + 200.0, 780.0 + 1125.0 + 200.0),
}
# d1, a2, a3, d4, d5, d6 in mm, published by Universal Robots for their DH tables.
UNIVERSAL = {
    "ur3e": (151.85, -243.55, -213.2, 131.05, 85.35, 92.1),
    "ur5e": (162.5, -425.0, -392.2, 133.3, 99.7, 99.6),
    "ur10e": (180.7, -612.7, -571.55, 174.15, 119.85, 116.55),
}


def shown_pose(name: str, shown_deg) -> np.ndarray:
    """T_controller_flange where the controller shows these joint values."""
    robot = load_robot(name)
    own = robot.controller
    T = forward(robot.mechanism, own.q_of(np.radians(shown_deg)))
    return invert(own.T_base_controller) @ T @ own.T_flange_controller


@pytest.mark.parametrize(("name", "x", "z"), [(KUKAS[0], 535.0, 880.0), (KUKAS[1], 620.0, 995.0)])
def test_the_home_of_a_kuka_has_its_forearm_level_and_its_flange_at_b_90(name, x, z) -> None:
    # $MAMES of these arms: A1 0, A2 -90, A3 90, the rest 0.
    at = frame_values(shown_pose(name, [0, -90, 90, 0, 0, 0]))
    assert (at["X"], at["Y"], at["Z"]) == pytest.approx((x, 0, z), abs=1e-6)
    assert at["B"] == pytest.approx(90, abs=1e-6)
    assert at["A"] - at["C"] == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("name", KUKAS)
def test_the_joints_of_a_kuka_turn_as_on_its_controller(name) -> None:
    home = np.array([0.0, -90, 90, 0, 0, 0])
    T = shown_pose(name, home)
    for joint, expected in ((0, "y-"), (1, "z-"), (2, "z-"), (4, "z-")):
        turned = home.copy()
        turned[joint] += 10.0
        # The tip of a tool of 100 mm along the flange's z.
        moved = (shown_pose(name, turned) - T) @ np.array([0, 0, 100, 1])
        value = moved["xyz".index(expected[0])]
        assert value < -1.0, f"A{joint + 1} positive: {moved[:3]}"


@pytest.mark.parametrize(("name", "place"), ABBS.items())
def test_an_abb_arm_stands_upright_at_zero_with_tool0_forward(name, place) -> None:
    T = shown_pose(name, [0.0] * 6)
    assert T[:3, 3] == pytest.approx([place[0], 0, place[1]], abs=1e-4)
    # The quaternion of tool0 at zero is 0.70711, 0, 0.70711, 0: z forward, x down.
    assert quaternion_of(T[:3, :3]) == pytest.approx([0.5**0.5, 0, 0.5**0.5, 0], abs=1e-9)


@pytest.mark.parametrize("name", ABBS)
def test_the_joints_of_an_abb_arm_turn_as_on_its_controller(name) -> None:
    T = shown_pose(name, [0.0] * 6)
    # Seen from above axis 1 turns to the left; axes 2, 3 and 5 lower the tool; axes 4 and 6 turn
    # about the way of the forearm, right-handed.
    for joint, axis in enumerate(("z", "y", "y", "x", "y", "x")):
        shown = np.zeros(6)
        shown[joint] = 10.0
        turn = shown_pose(name, shown)[:3, :3] @ T[:3, :3].T
        vector = np.degrees(rotation_vector(turn))
        if load_robot(name).controller.has_parallelogram and joint == 1:
            assert vector == pytest.approx(np.zeros(3), abs=1e-9)  # the forearm keeps its turn
            continue
        expected = np.where([c == axis for c in "xyz"], 10.0, 0.0)
        assert vector == pytest.approx(expected, abs=1e-6)


def test_a_parallelogram_counts_axis_3_from_the_base() -> None:
    robot = load_robot("abb_irb2400_12")
    q = np.radians([10.0, 20, -30, 40, 50, 60])
    assert np.degrees(robot.controller.shown(q)) == pytest.approx([10, 20, -10, 40, 50, 60])
    assert robot.controller.q_of(robot.controller.shown(q)) == pytest.approx(q)
    # A lower arm that leans forward leaves the forearm level: tool0 looks along x.
    T = shown_pose("abb_irb2400_12", [0, 40, 0, 0, 0, 0])
    assert T[:3, 2] == pytest.approx([1, 0, 0], abs=1e-9)


@pytest.mark.parametrize("name", UNIVERSAL)
def test_the_pendant_of_a_universal_robot_shows_the_pose_of_its_own_table(name) -> None:
    d1, a2, a3, d4, d5, d6 = UNIVERSAL[name]
    rows = [(0, 90, d1), (a2, 0, 0), (a3, 0, 0), (0, 90, d4), (0, -90, d5), (0, 0, d6)]
    rng = np.random.default_rng(3)
    for shown_deg in rng.uniform(-180, 180, (20, 6)):
        T = np.eye(4)
        for angle, (a, alpha, d) in zip(np.radians(shown_deg), rows, strict=True):
            T = T @ rpy(0, 0, angle) @ translation(a, 0, d) @ rpy(np.radians(alpha), 0, 0)
        assert shown_pose(name, shown_deg) == pytest.approx(T, abs=1e-4)


@pytest.mark.parametrize(
    ("name", "place"),
    [("fanuc_lrmate200id", (465, 0, 365)), ("fanuc_m10ia", (890, 0, 800)),
     ("fanuc_crx10ia_l", (700, -150, 710))],
)  # fmt: skip
def test_a_fanuc_arm_counts_its_place_from_axis_2_and_axis_3_from_the_horizon(name, place) -> None:
    # Along the arm of the data sheets: offset of axis 2 + forearm + flange; upper arm + offset.
    T = shown_pose(name, [0.0] * 6)
    assert T[:3, 3] == pytest.approx(place, abs=1e-4)
    assert T[:3, 2] == pytest.approx([1, 0, 0]) and T[:3, 0] == pytest.approx([0, 0, 1])
    # W 180, P 0, R 0 of a hand that looks down, whatever the lean of the upper arm.
    for lean in (0.0, 30.0):
        down = shown_pose(name, [0, lean, 0, 0, -90, 0])[:3, :3]
        assert down == pytest.approx(np.diag([1, -1, -1]), abs=1e-9)
    # Axis 2 leans forward where its value grows, axis 3 lifts the forearm, axis 5 the hand.
    for joint, lifts in ((1, False), (2, True), (4, True)):
        shown = np.zeros(6)
        shown[joint] = 10.0
        assert bool(shown_pose(name, shown)[2, 3] > T[2, 3]) is lifts


def test_a_yaskawa_arm_counts_its_place_from_axis_l_and_stands_upright_at_zero() -> None:
    # Along the arm of the data sheet: offset of L + forearm + flange; upper arm + offset.
    T = shown_pose("yaskawa_gp8", [0.0] * 6)
    assert T[:3, 3] == pytest.approx([40 + 340 + 80, 0, 345 + 40], abs=1e-4)
    assert T[:3, 2] == pytest.approx([1, 0, 0]) and T[:3, 0] == pytest.approx([0, 0, 1])
    # L leans forward where its value grows; U lifts the forearm and B the hand.
    for joint, lifts in ((1, False), (2, True), (4, True)):
        shown = np.zeros(6)
        shown[joint] = 10.0
        assert bool(shown_pose("yaskawa_gp8", shown)[2, 3] > T[2, 3]) is lifts


@pytest.mark.parametrize("name", [*KUKAS, *UNIVERSAL, *ABBS, *FANUCS, "yaskawa_gp8", *STAUBLIS])
def test_the_language_of_a_shipped_controller_is_known_and_kept_in_written_files(
    name, tmp_path
) -> None:
    robot = load_robot(name)
    assert controller_of(robot, robot.controller.language).source
    assert robot.controller.language in LANGUAGES
    document = parse_document(tmp_path / "a.robot.yaml", robot_text(robot), "robot")
    back = robot_from_document(document).controller
    assert back.language == robot.controller.language
    assert back.T_base_controller == pytest.approx(robot.controller.T_base_controller)
    assert back.has_parallelogram is robot.controller.has_parallelogram
    assert back.axis_2_in_3 == robot.controller.axis_2_in_3


def test_signs_and_zeros_are_read_and_written(tmp_path) -> None:
    text = robot_text(load_robot("kuka_kr6_r900_2"))
    own = (
        "controller:\n  language: krl\n  sign: [1, -1, 1, 1, 1, -1]\n  zero: [0, 90, 0, 0, 0, 5]\n"
    )
    text = (
        text[: text.index("controller:")]
        + own
        + "  source: a test\n"
        + (text[text.index("mechanism:") :])
    )
    robot = robot_from_document(parse_document(tmp_path / "a.robot.yaml", text, "robot"))
    q = np.radians([10.0, 20, 30, 40, 50, 60])
    assert np.degrees(robot.controller.shown(q)) == pytest.approx([10, 70, 30, 40, 50, -55])
    assert robot.controller.q_of(robot.controller.shown(q)) == pytest.approx(q)
    again = robot_from_document(
        parse_document(tmp_path / "b.robot.yaml", robot_text(robot), "robot")
    )
    assert again.controller.shown(q) == pytest.approx(robot.controller.shown(q))


@pytest.mark.parametrize("key", ["sign: [1, 1]", "zero: [0, 0, 0]"])
def test_a_wrong_number_of_signs_or_zeros_is_told_at_its_place(key, tmp_path) -> None:
    text = robot_text(load_robot("kuka_kr6_r900_2"))
    text = text.replace("  language: krl\n", f"  language: krl\n  {key}\n")
    line = text[: text.index(key)].count("\n") + 1
    with pytest.raises(SceneError, match=rf"a\.robot\.yaml:{line}:.*one for each joint"):
        robot_from_document(parse_document(tmp_path / "a.robot.yaml", text, "robot"))


def test_a_controller_is_never_assumed() -> None:
    with pytest.raises(SceneError, match="does not say how its controller counts"):
        controller_of(load_robot("puma560"), "krl")
    with pytest.raises(SceneError, match="reads urscript, not krl"):
        controller_of(load_robot("ur5e"), "krl")
