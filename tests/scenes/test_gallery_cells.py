"""The cells of the gallery show what their comments say."""

import math

import numpy as np
import pytest

from geometry import VerdictKind, check_pair
from kinematics import forward, inverse, jacobian
from scenes.analysis import Report, analyse
from scenes.library import load_cell, load_robot, program_path
from scenes.world.cell import Cell
from scenes.world.frozen import Array
from scenes.world.robot import Robot

BORES = [[x, y, z] for x, z in ((400, 550.5), (540, 550.5), (680, 610.5)) for y in (-370, -170, 30)]
HALF_DOOR = 480.0  # mm: the door and 10 mm at either side
ROOM = 0.5  # mm between the tip of the pen, 3 wide, and its bore, 4 wide


@pytest.fixture(scope="module")
def bench() -> tuple[Cell, Report]:
    return of_the_gallery("calibrated_bench")


@pytest.fixture(scope="module")
def booth() -> tuple[Cell, Report]:
    return of_the_gallery("paint_booth")


@pytest.fixture(scope="module")
def tight_place() -> tuple[Cell, Report]:
    return of_the_gallery("tight_place")


def of_the_gallery(name: str) -> tuple[Cell, Report]:
    cell = load_cell(name)
    return cell, analyse(cell, program_path(name).read_text(encoding="utf-8"))


def T_base_tool(robot: Robot, q: Array) -> Array:
    return forward(robot.mechanism, q) @ robot.T_flange_tool


def dips(report: Report) -> list[Array]:
    """Joint values at the ends of the MOVES of a run."""
    return [s.after.q for s in report.run.steps if s.statement.instruction.name == "MOVES"]


def nominal_joints(robot: Robot, q: Array) -> Array:
    """Joint values, near q, that take the arm as drawn to where this arm is at q."""
    found = inverse(load_robot("puma560").mechanism, forward(robot.mechanism, q)).q
    away = (found - q + math.pi) % (2.0 * math.pi) - math.pi
    near = away[np.abs(away).max(axis=1).argmin()]
    return np.asarray(q + near)


def misses(cell: Cell, report: Report) -> Array:
    """Where the tip would be, seen from its bore, at the joint values of the arm as drawn."""
    robot = cell.robot
    return np.array(
        [
            (T_base_tool(robot, nominal_joints(robot, q)) - T_base_tool(robot, q))[:3, 3]
            for q in dips(report)
        ]
    )


def test_the_calibrated_arm_dips_its_pen_into_all_nine_bores(bench) -> None:
    cell, report = bench
    assert report.ok and not report.collisions
    places = [T_base_tool(cell.robot, q)[:3, 3] for q in dips(report)]
    np.testing.assert_allclose(places, BORES, atol=1e-6)


def test_nominal_joint_values_miss_every_bore_by_what_the_comment_says(bench) -> None:
    off = misses(*bench)
    beside = np.hypot(off[:, 0], off[:, 1])
    assert beside.min() > ROOM
    assert (round(beside.min(), 1), round(beside.max(), 1)) == (0.6, 1.2)
    assert (round(off[:, 2].min(), 1), round(off[:, 2].max(), 1)) == (0.3, 0.9)


def test_at_nominal_joint_values_the_pen_runs_into_every_bushing_once_it_is_as_deep(bench) -> None:
    cell, report = bench
    robot, hand = cell.robot, cell.robot.hand
    assert hand is not None
    pen = next(body for body in hand.bodies if body.name == "pen")
    bushings = next(fixture for fixture in cell.fixtures if fixture.name == "bushings")
    for q, off in zip(dips(report), misses(cell, report), strict=True):
        for joints, is_nominal in ((nominal_joints(robot, q), True), (q, False)):
            T = forward(robot.mechanism, joints) @ pen.T_flange_body
            T[2, 3] -= off[2] if is_nominal else 0.0
            verdict = check_pair(pen.solid, T, bushings.solid, bushings.T_world_body)
            assert (verdict.kind is VerdictKind.HIT) == is_nominal


def test_joint_values_of_the_two_arms_differ_by_up_to_a_quarter_degree(bench) -> None:
    cell, report = bench
    apart = [np.abs(nominal_joints(cell.robot, q) - q).max() for q in dips(report)]
    assert np.degrees(max(apart)) == pytest.approx(0.25, abs=0.08)


def test_the_gun_keeps_its_distance_on_the_door_and_stays_away_from_singular_poses(booth) -> None:
    cell, report = booth
    assert report.ok and not report.collisions
    robot, run = cell.robot, report.run
    door = cell.frames["door"]
    strokes = [s for s in run.steps if s.statement.instruction.name in ("MOVES", "C2MOVE")]
    assert len(strokes) == 6 + 5
    over_the_door = 0
    for step in strokes:
        for share in np.linspace(0.0, 1.0, 9):
            q = step.motion.at(share * step.duration)
            T_door_tool = np.linalg.inv(door) @ robot.T_world_base @ T_base_tool(robot, q)
            if abs(T_door_tool[0, 3]) < HALF_DOOR:
                over_the_door += 1
                assert abs(T_door_tool[2, 3]) < 0.01, "the jet ends on the face of the door"
            np.testing.assert_allclose(T_door_tool[:3, 2], [0, 0, 1], atol=1e-3)
            # Lengths in 500 mm, so that the lengths of such an arm and its turns count alike.
            J = jacobian(robot.mechanism, q) / np.array([[500.0]] * 3 + [[1.0]] * 3)
            assert np.linalg.svd(J, compute_uv=False)[-1] > 0.2
    assert over_the_door >= 6 * 5, "every stroke crosses the door"


def test_the_filters_behind_the_duct_change_places_and_every_motion_is_proven_free(
    tight_place,
) -> None:
    cell, report = tight_place
    assert report.ok and not report.problems and report.proof.is_free
    poses = report.run.steps[-1].after.parts
    for part, place in (("USED", "used"), ("NEW", "seat")):
        np.testing.assert_allclose(poses[part], cell.frames[place], atol=1e-6)


def test_without_its_elbow_angle_the_same_program_runs_into_the_duct(tight_place) -> None:
    cell, _ = tight_place
    lines = program_path("tight_place").read_text(encoding="utf-8").splitlines(keepends=True)
    (elbow,) = [line for line in lines if "ELBOW -90" in line]
    lines.remove(elbow)
    into = next(i for i, line in enumerate(lines) if "MOVES SEAT" in line)
    report = analyse(cell, "".join(lines[: into + 1]))  # the way in is enough
    assert {name for found in report.collisions for name in (found.body_a, found.body_b)} >= {
        "duct",
        "arm.link_3",
    }
    assert all("duct" in (found.body_a, found.body_b) for found in report.collisions)
