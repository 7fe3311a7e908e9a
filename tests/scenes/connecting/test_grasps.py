"""Grasps keep their law: fingers touch both sides and overlap nothing; runs confirm verdicts."""

from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from geometry import Box, Cylinder, Solid, VerdictKind, check_pair
from kinematics import forward, invert, rotation_z
from scenes import Cell, analyse, load_cell, load_hand, start_state
from scenes.connecting.grasp_verdicts import Reach, judged_grasps
from scenes.connecting.grasps import Grasp, grasps_of
from scenes.world.cell import Part
from scenes.world.frozen import identity_pose
from scenes.world.robot import Hand
from tests.depth import share

SOLIDS = {
    "cube": Box((60.0, 40.0, 50.0)),
    "plate": Box((160.0, 120.0, 12.0)),
    "tin": Cylinder(radius=25.0, height=70.0),
    "block with a slot": Box((60.0, 40.0, 50.0))
    - Box((20.0, 60.0, 20.0)).moved(
        np.array([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 20.0], [0, 0, 0, 1]])
    ),
}
HANDS = ("two_finger_85", "three_finger_centric", "suction_cup", "suction_four", "pen")


def part_of(solid: Solid) -> Part:
    unit = identity_pose()
    return Part("PART", solid, unit, unit, unit, 0.0, "#9aa3ad")


def finger_verdicts(grasp: Grasp, solid: Solid, hand: Hand) -> list[VerdictKind]:
    T_part_flange = grasp.T_part_grip @ invert(hand.T_flange_grip)
    kinds = []
    for finger in hand.fingers:
        T = np.array(finger.T_flange_finger)
        T[:3, 3] += grasp.opening * finger.share * finger.direction
        kinds.append(check_pair(finger.solid, T_part_flange @ T, solid, np.eye(4)).kind)
    return kinds


@pytest.mark.parametrize(("shape", "hand_name"), share(list(product(SOLIDS, HANDS)), 5))
def test_fingers_touch_and_nothing_of_the_hand_overlaps_the_part(shape, hand_name) -> None:
    solid, hand = SOLIDS[shape], load_hand(hand_name)
    for grasp in grasps_of(part_of(solid), solid, hand):
        kinds = finger_verdicts(grasp, solid, hand)
        assert VerdictKind.HIT not in kinds
        wider = Grasp(grasp.T_part_grip, grasp.opening + 1.0, grasp.opened)
        assert VerdictKind.TOUCH not in finger_verdicts(wider, solid, hand)
        narrower = Grasp(grasp.T_part_grip, grasp.opening - 1.0, grasp.opened)
        assert all(k is VerdictKind.HIT for k in finger_verdicts(narrower, solid, hand))


@pytest.mark.parametrize(
    ("solid", "hand_name", "count"),
    [
        ("cube", "two_finger_85", 12),  # three pairs of faces, four sides each
        ("cube", "suction_cup", 12),  # six faces, two turns of the cup
        ("cube", "three_finger_centric", 0),
        ("tin", "three_finger_centric", 8),  # two ends; turns of 45 degrees, alike after 120
        ("tin", "suction_cup", 4),  # two ends
        ("plate", "suction_four", 0),  # the cups need 150 and more in both directions
        ("plate", "two_finger_85", 4),  # only its thickness fits, from its four edges
        ("cube", "pen", 0),
    ],
)
def test_a_part_has_so_many_grasps(solid: str, hand_name: str, count: int) -> None:
    assert len(grasps_of(part_of(SOLIDS[solid]), SOLIDS[solid], load_hand(hand_name))) == count


def test_no_two_grasps_of_two_fingers_are_one_place() -> None:
    found = grasps_of(part_of(SOLIDS["tin"]), SOLIDS["tin"], load_hand("two_finger_85"))
    for i, a in enumerate(found):
        for b in found[:i]:
            for T in (a.T_part_grip, a.T_part_grip @ rotation_z(np.pi)):
                assert np.abs(T - b.T_part_grip).max() > 1e-3


CELL = """cell: 1
robots:
  arm: {use: ur5e, hand: two_finger_85}
fixtures:
  table: {at: [-450, 130, 70], solid: [{add: {box: [500, 500, 20]}}]}
parts:
  BLOCK:
    at: [X, 180, 110]
    present: true
    solid: [{add: {box: [60, 40, 60]}}]
"""


def cell_with_block(folder: Path, x: float) -> Cell:
    path = folder / "a.cell.yaml"
    path.write_text(CELL.replace("X", str(x)), encoding="utf-8")
    return load_cell(path)


def test_a_block_on_a_table_is_free_from_above_only(tmp_path: Path) -> None:
    cell = cell_with_block(tmp_path, -450)
    judged = judged_grasps(cell, start_state(cell), "BLOCK")
    free = [j for j in judged if j.reach is Reach.FREE]
    assert len(judged) == 12
    assert len(free) == 2
    for item in free:
        assert item.grasp.T_part_grip[2, 2] == pytest.approx(-1.0)
        T = cell.robot.T_world_base @ forward(cell.robot.mechanism, item.q)
        np.testing.assert_allclose(T, item.T_world_flange, atol=1e-6)
    assert all("table" in j.words or "BLOCK" in j.words for j in judged[2:])
    from_below = [j for j in judged if j.grasp.T_part_grip[2, 2] > 0.9]
    assert from_below
    assert all(j.reach is Reach.COLLIDES for j in from_below)


def test_a_block_far_away_is_out_of_reach(tmp_path: Path) -> None:
    cell = cell_with_block(tmp_path, -1600)
    judged = judged_grasps(cell, start_state(cell), "BLOCK")
    assert {j.reach for j in judged} == {Reach.UNREACHABLE}
    assert all(j.words.startswith("out of reach: ") and j.q is None for j in judged)


def test_a_part_that_waits_has_no_grasps(tmp_path: Path) -> None:
    cell = cell_with_block(tmp_path, -450)
    state = start_state(cell).having(parts={"BLOCK": None})
    assert judged_grasps(cell, state, "BLOCK") == ()


def test_a_run_that_begins_at_a_free_grasp_lifts_the_part_without_collisions(
    tmp_path: Path,
) -> None:
    """The second method: the check of a run whose ready joint values are those of the grasp."""
    cell = cell_with_block(tmp_path, -450)
    for item in judged_grasps(cell, start_state(cell), "BLOCK")[:2]:
        there = replace(cell, robot=replace(cell.robot, ready=item.q))
        text = f"CLOSEI {item.grasp.opening}\nHAND\nDRAW 0 0 50\nEND\n"
        report = analyse(there, text)
        assert report.ok, [str(p) for p in report.problems]
        assert report.run.end_state.held.part == "BLOCK"
