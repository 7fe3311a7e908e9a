"""Arms with closed loops in motion: bars beside the chain move too, and are checked."""

from itertools import product
from pathlib import Path

import numpy as np
import pytest

from kinematics import link_poses, rotation_z
from scenes import analyse, load_cell, load_robot
from scenes.checking.motions.arm_motion import ArmMotion
from scenes.checking.motions.pieces import Pieces
from scenes.library import robot_path

CELL = """
cell: 1
robots:
  arm: {{use: {robot}}}
fixtures:
  post: {{at: {at}, solid: [{{add: {{box: {box}}}}}]}}
"""


def report_of(folder: Path, robot: str, at: list[float], box: list[float], *lines: str):
    cell = folder / "loops.cell.yaml"
    cell.write_text(CELL.format(robot=robot, at=at, box=box), encoding="utf-8")
    program = ["10 REMARK loops", *(f"{20 + 10 * i} {line}" for i, line in enumerate(lines))]
    return analyse(load_cell(cell), "\n".join([";! dialect val", *program, "990 END"]) + "\n")


def changed_robot(folder: Path, name: str, *changes: tuple[str, str]) -> str:
    """The name of a copy of a shipped robot in which texts are replaced by others."""
    text = robot_path(name).read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (folder / "changed.robot.yaml").write_text(text, encoding="utf-8")
    return "changed.robot.yaml"


@pytest.mark.parametrize(
    ("name", "start", "end"),
    [
        ("textbook_palletiser", [0.2, -0.3, 0.1, -0.5, 0.0], [0.5, 0.2, -0.2, 0.1, 1.0]),
        ("textbook_five_bar", [-0.3, 0.2, 20.0, 0.0], [0.1, 0.4, 60.0, 0.5]),
        ("textbook_delta", [0.2, -0.2, 0.5, 0.0], [0.4, 0.3, 0.3, 1.0]),
    ],
)
def test_no_point_of_a_body_moves_farther_than_told_seen_from_any_link(name, start, end) -> None:
    robot = load_robot(name)
    q = np.linspace(start, end, 9)
    motion = ArmMotion(robot, Pieces.even(q, np.zeros(len(q))))
    fine = np.linspace(start, end, 8 * 50 + 1)
    T_links = robot.T_world_base @ _links(robot, fine)
    T_bodies = motion.poses(fine, np.zeros(len(fine)))
    for body, solid in enumerate(motion.solids):
        lo, hi = solid.bounds()
        ends = [*product(*zip(lo, hi, strict=True))]
        corners = np.column_stack([ends, np.ones(8)])
        for link in range(robot.mechanism.last_link + 1):
            seen = np.linalg.inv(T_links[:, link]) @ T_bodies[:, body] @ corners.T
            steps = np.linalg.norm(np.diff(seen[:, :3], axis=0), axis=1)
            gone = steps.reshape(8, 50, -1).sum(axis=1).max(axis=1)
            assert (gone <= motion.ways[:, body, link] + 1e-6).all(), (body, link)


def _links(robot, q):
    return link_poses(robot.mechanism, q)


def test_a_line_of_a_palletiser_keeps_its_hand_level(tmp_path) -> None:
    report = report_of(
        tmp_path,
        "textbook_palletiser",
        [0, 3000, 500],
        [100, 100, 100],
        "POINT P1 1500 0 900 90 90 0",
        "MOVE P1",
        "POINT P2 1300 600 700 90 90 0",
        "MOVES P2",
    )
    assert report.ok
    assert report.proof.is_free
    last = report.run.steps[-1].after.q
    robot = report.run.cell.robot
    z = _links(robot, last)[robot.mechanism.last_link][:3, 2]
    assert np.allclose(np.abs(z), [0, 0, 1], atol=1e-12)


def test_a_palletiser_turns_its_hand_about_a_level_axis_and_nothing_else_of_it_moves(
    tmp_path,
) -> None:
    """The second linkage carries the tilt: the wrist stays, the plate and the guides go along."""
    robot = load_robot("textbook_palletiser")
    names = [joint.name for joint in robot.mechanism.link_joints]
    q = np.array([0.3, 0.2, 0.1, 0.0, 0.4])
    level, tilted = _links(robot, q), _links(robot, np.add(q, [0, 0, 0, -0.5, 0]))
    still = {name for k, name in enumerate(names) if np.allclose(level[k + 1], tilted[k + 1])}
    assert still == {"turn", "upper_arm", "elbow", "crank", "tie"}
    wrist = names.index("level") + 1
    assert np.abs(level[wrist][:3, 3] - tilted[wrist][:3, 3]).max() < 1e-9
    turn = level[wrist][:3, :3].T @ tilted[wrist][:3, :3]
    assert np.allclose(turn, rotation_z(-0.5)[:3, :3])
    report = report_of(
        tmp_path,
        "textbook_palletiser",
        [0, 3000, 500],
        [100, 100, 100],
        "POINT P1 1500 0 900 90 90 0",
        "MOVE P1",
        "DRIVE 4, -40, 50",
        "MOVES P1",
    )
    assert report.ok
    assert report.proof.is_free


def test_a_bar_that_no_drive_moves_collides_with_what_stands_beside_the_arm(tmp_path) -> None:
    """The post stands behind the arm, where only the tie rod comes when the crank goes down."""
    report = report_of(
        tmp_path, "textbook_palletiser", [-330, 165, 1250], [60, 40, 300], "DRIVE 2, -30, 50"
    )
    pairs = {frozenset((c.body_a, c.body_b)) for c in report.collisions}
    assert frozenset({"arm.tie_rod", "post"}) in pairs


def test_a_delta_picks_along_straight_lines_free_of_collision(tmp_path) -> None:
    report = report_of(
        tmp_path,
        "textbook_delta",
        [600, 0, 50],
        [100, 100, 100],
        "POINT P1 150 80 420 90 90 0",
        "POINT P2 -160 40 380 150 90 0",
        "MOVE P1",
        "MOVES P2",
        "MOVES P1",
    )
    assert report.ok
    assert report.proof.is_free
    mechanism = report.run.cell.robot.mechanism
    q = np.concatenate([step.trajectory.q for step in report.run.steps if step.trajectory])
    assert mechanism.assembly.gap_mm(mechanism.all_joints(q)).max() < 1e-9


def test_a_rod_of_a_delta_collides_with_what_stands_beside_the_platform(tmp_path) -> None:
    """The post stands where the rods of crank 1 are, above the platform and beside the hand."""
    report = report_of(tmp_path, "textbook_delta", [290, 0, 820], [40, 140, 40], "DRIVE 1, 5, 50")
    pairs = {frozenset((c.body_a, c.body_b)) for c in report.collisions}
    assert frozenset({"arm.rod1a", "post"}) in pairs or frozenset({"arm.rod1b", "post"}) in pairs


def test_a_motion_stops_where_a_passive_joint_comes_to_its_limit(tmp_path) -> None:
    narrow = changed_robot(tmp_path, "textbook_delta", ("[-35, 35]", "[-12, 12]"))
    place = [600, 0, 50], [100, 100, 100]
    path = "POINT P1 0 200 420 90 90 0", "MOVES P1"
    assert report_of(tmp_path, "textbook_delta", *place, *path).ok
    report = report_of(tmp_path, narrow, *place, "DRIVE 2, 30, 50", "DRIVE 3, -40, 50")
    (problem,) = [p for p in report.problems if p.code == "E303"]
    assert "passive joint lean" in problem.message
    assert "12" in problem.message
    report = report_of(tmp_path, narrow, *place, *path)
    assert any("passive joint lean" in p.message for p in report.problems if p.code == "E303")


def test_a_motion_in_which_the_forearms_would_part_is_refused(tmp_path) -> None:
    wide = changed_robot(
        tmp_path, "textbook_five_bar", ("[-55, 20]", "[-90, 90]"), ("[-20, 55]", "[-90, 90]")
    )
    report = report_of(
        tmp_path,
        wide,
        [0, 900, 100],
        [50, 50, 50],
        "DRIVE 1, 45, 50",
        "DRIVE 2, -60, 50",
    )
    (problem,) = [p for p in report.problems if p.code == "E301"]
    assert "do not close" in problem.message


def test_a_motion_near_a_flat_loop_is_warned_of(tmp_path) -> None:
    wide = changed_robot(
        tmp_path,
        "textbook_palletiser",
        ("limits: [-35, 55]", "limits: [-80, 80]"),
        ("[-25, 50]", "[-80, 80]"),
    )
    report = report_of(
        tmp_path,
        wide,
        [0, 3000, 500],
        [50, 50, 50],
        "DRIVE 2, 40, 50",
        "DRIVE 3, -49, 50",
    )
    (problem,) = [p for p in report.problems if p.code == "W301"]
    assert "near a singular loop" in problem.message
    assert problem.figures["hold_m_per_rad"] < 0.02


def test_loops_stay_closed_through_rounded_corners(tmp_path) -> None:
    report = report_of(
        tmp_path,
        "textbook_delta",
        [600, 0, 50],
        [100, 100, 100],
        "ACCURACY 60 ALWAYS",
        "POINT P1 150 0 420 90 90 0",
        "POINT P2 0 150 420 90 90 0",
        "POINT P3 -150 0 420 90 90 0",
        "MOVE P1",
        "MOVES P2",
        "MOVES P3",
    )
    assert report.ok
    assert report.proof.is_free
    assert any(step.after.corner is not None for step in report.run.steps)
    mechanism = report.run.cell.robot.mechanism
    q = np.concatenate([step.trajectory.q for step in report.run.steps if step.trajectory])
    assert mechanism.assembly.gap_mm(mechanism.all_joints(q)).max() < 1e-9
