"""Hand files: what they make, and the one message that each fault gets."""

from pathlib import Path

import numpy as np
import pytest

from scenes import hand_names, load_cell, load_hand, robot_names
from scenes.errors import SceneError, SceneFileError
from scenes.library import hand_path, is_shipped
from scenes.world.robot import GripRule

GRIPPER = hand_path("two_finger_85").read_text(encoding="utf-8")
CUPS = hand_path("suction_four").read_text(encoding="utf-8")


def fault_of(folder: Path, text: str, old: str, new: str) -> str:
    """The message about a hand file in which a piece of text was exchanged."""
    assert old in text
    path = folder / "changed.hand.yaml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(SceneFileError) as told:
        load_hand(path)
    return str(told.value)


# Hands whose tool point lies on a jet, and how far before the nozzle, mm.
BEFORE_THE_HAND = {"spray_gun": 200.0}


@pytest.mark.parametrize("name", hand_names())
def test_a_shipped_hand_stands_on_the_flange_and_ends_at_its_tool_point(name: str) -> None:
    hand = load_hand(name)
    boxes = [body.solid.bounds_in(body.T_flange_body) for body in hand.bodies]
    boxes += [finger.solid.bounds_in(finger.T_flange_finger) for finger in hand.fingers]
    low = min(lower[2] for lower, _ in boxes)
    high = max(upper[2] for _, upper in boxes)
    assert low == pytest.approx(0.0, abs=1e-9)
    assert hand.T_flange_tool is not None
    if name in BEFORE_THE_HAND:
        # Seen in the tool frame, the foremost point of the hand lies that far behind the origin.
        T_tool_flange = np.linalg.inv(hand.T_flange_tool)
        boxes = [body.solid.bounds_in(T_tool_flange @ body.T_flange_body) for body in hand.bodies]
        foremost = max(upper[2] for _, upper in boxes)
        assert foremost == pytest.approx(-BEFORE_THE_HAND[name], abs=1e-3)
        return
    beyond = high - hand.T_flange_tool[2, 3]
    assert -1e-9 <= beyond < 30.0, "the tool point lies at the end of the hand, or between fingers"


@pytest.mark.parametrize("name", hand_names())
def test_a_shipped_hand_says_what_it_is_and_where_its_numbers_come_from(name: str) -> None:
    hand = load_hand(name)
    assert hand.title and hand.source and hand.assumptions
    assert is_shipped(hand_path(name))


def test_the_shipped_hands_are_of_every_kind() -> None:
    rules = {load_hand(name).rule for name in hand_names()}
    assert rules == set(GripRule)


@pytest.mark.parametrize("name", hand_names())
def test_pads_are_as_far_from_the_grip_axis_as_the_opening_says(name: str) -> None:
    """Measured on the solids: the nearest point of each finger to the grip frame at an opening."""
    hand = load_hand(name)
    assert hand.fingers or hand.rule is not GripRule.FINGERS
    for opening in (hand.opening_min, hand.opening_max):
        for finger in hand.fingers:
            T = np.array(finger.T_flange_finger)
            T[:3, 3] += opening * finger.share * finger.direction
            # Seen in a frame whose x runs along the slide, the lowest x is the pad.
            across = np.cross([0.0, 0.0, 1.0], finger.direction)
            R = np.eye(4)
            R[:3, :3] = [finger.direction, across, [0.0, 0.0, 1.0]]
            grip = R[:3, :3] @ hand.T_flange_grip[:3, 3]
            pad = finger.solid.bounds_in(R @ T)[0][0] - grip[0]
            assert pad == pytest.approx(opening / 2.0, abs=1e-9)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("hand: 1", "hand: 2", "hand: hand file version 2 is not known"),
        ("hand: 1", "robot: 1", "this is a robot file, not a hand file"),
        ("mount: {plate: {d: 75, h: 11}}", "", 'the key "mount" is missing'),
        ("tool: {at: [0, 0, 131]}", "", 'the key "tool" is missing'),
        ("mount:", "mounts:", 'unknown key "mounts"; did you mean "mount"?'),
        ("min: 0", "min: 90", "90 is above max 85"),
        ("start: 85", "start: 86", "86 is not between min 0 and max 85"),
        (
            "[finger_left, finger_right]",
            "[finger_left, finger_rihgt]",
            'did you mean "finger_right',
        ),
        ("[finger_left, finger_right]", "[finger_left, finger_left]", "is named twice"),
        ("name: gripper_rail", "name: gripper_palm", 'two bodies are called "gripper_palm"'),
        ("name: gripper_rail", "name: hand_plate", 'two bodies are called "hand_plate"'),
        ("name: gripper_rail", "name: finger_left", 'two bodies are called "finger_left"'),
        ("slide: [0, 1, 0]", "slide: [0, 0, 0]", "needs a direction to slide in"),
        ("opening: {min: 0, max: 85, start: 85}\n", "", "fingers need `opening:"),
        (", closes_on: {fingers: [finger_left, finger_right]}", "", "exactly one of closes_on"),
    ],
)
def test_a_fault_of_a_hand_file_gets_one_message_with_its_place(
    tmp_path: Path, old: str, new: str, told: str
) -> None:
    message = fault_of(tmp_path, GRIPPER, old, new)
    assert told in message
    assert len([line for line in message.splitlines() if ".hand.yaml:" in line]) == 1
    assert "changed.hand.yaml:" in message


def test_fingers_without_a_grip_are_told_to_name_it(tmp_path: Path) -> None:
    line = "grip: {at: [0, 0, 131], closes_on: {fingers: [finger_left, finger_right]}}\n"
    assert "fingers need `grip:" in fault_of(tmp_path, GRIPPER, line, "")


def test_an_opening_without_fingers_is_told(tmp_path: Path) -> None:
    told = fault_of(tmp_path, CUPS, "grip:", "opening: {max: 10, start: 0}\ngrip:")
    assert "an opening needs `fingers`" in told


def test_a_hand_may_include_part_files(tmp_path: Path) -> None:
    (tmp_path / "jaw.part.yaml").write_text("part: 1\nsolid: [{add: {box: [4, 4, 4]}}]\n")
    text = CUPS.replace("mount:", "include: {jaw: jaw.part.yaml}\nmount:", 1)
    text = text.replace("- add: {cylinder: {d: 60, h: 40}, at: [0, 0, 20]}", "- add: {use: jaw}")
    (tmp_path / "mine.hand.yaml").write_text(text, encoding="utf-8")
    plate = load_hand(tmp_path / "mine.hand.yaml").bodies[1]
    assert plate.solid.bounds()[0][2] == pytest.approx(-2.0)


def test_an_unknown_hand_is_told_with_the_nearest_and_all_shipped_ones() -> None:
    with pytest.raises(SceneError, match=r'did you mean "suction_cup"\?.*Shipped: pen, spindle'):
        load_hand("suction_cap")
    assert "two_finger_85" in hand_names() and "ur5e" in robot_names()


CELL = """# A bench.
cell: 1
robots:
  arm: {use: ur5e, hand: HAND}
parts:
  BOX:
    grasp: {open: 100}
    solid: [{add: {box: [100, 100, 100]}}]
"""


def test_a_cell_names_a_hand_by_a_path_from_the_cell(tmp_path: Path) -> None:
    (tmp_path / "mine.hand.yaml").write_text(GRIPPER, encoding="utf-8")
    (tmp_path / "a.cell.yaml").write_text(CELL.replace("HAND", "mine.hand.yaml"))
    hand = load_cell(tmp_path / "a.cell.yaml").robot.hand
    assert hand is not None
    assert hand.name == "mine"
    assert hand.path == tmp_path / "mine.hand.yaml"


@pytest.mark.parametrize(
    ("hand", "told"),
    [
        ("two_finger_58", r'a.cell.yaml:4:26: robots.arm.hand: no shipped hand .*two_finger_85"\?'),
        ("gone.hand.yaml", r"a.cell.yaml:4:26: robots.arm.hand: there is no such"),
        ("clash.hand.yaml", r'a.cell.yaml:4:26: .*both have a body called "wrist_3"'),
        ("faulty.hand.yaml", r"faulty.hand.yaml:\d+:\d+: opening.min: 90 is above max 85"),
    ],
)
def test_a_fault_of_the_hand_of_a_cell_gets_one_message(
    tmp_path: Path, hand: str, told: str
) -> None:
    clash = GRIPPER.replace("name: gripper_rail", "name: wrist_3")
    (tmp_path / "clash.hand.yaml").write_text(clash, encoding="utf-8")
    faulty = GRIPPER.replace("min: 0", "min: 90")
    (tmp_path / "faulty.hand.yaml").write_text(faulty, encoding="utf-8")
    (tmp_path / "a.cell.yaml").write_text(CELL.replace("HAND", hand))
    with pytest.raises(SceneFileError, match=told) as fault:
        load_cell(tmp_path / "a.cell.yaml")
    assert len(fault.value.problems) == 1


def test_a_part_that_the_hand_cannot_span_is_warned_of(tmp_path: Path) -> None:
    (tmp_path / "a.cell.yaml").write_text(CELL.replace("HAND", "two_finger_85"))
    notes = load_cell(tmp_path / "a.cell.yaml").notes
    assert ["opens from 0 to 85 mm, not to 100" in note.message for note in notes] == [True]
    (tmp_path / "a.cell.yaml").write_text(CELL.replace("HAND", "suction_cup"))
    assert load_cell(tmp_path / "a.cell.yaml").notes == ()
