"""A cell whose things are moved in memory equals the cell read with them in their places."""

import numpy as np
import pytest

from kinematics import invert
from scenes import load_cell
from scenes.files.file_poses import pose_of
from scenes.files.loader import cell_from_document
from scenes.files.text.documents import read_document
from scenes.files.text.edits import set_value
from scenes.library import cell_path
from scenes.rearranging.moved_cell import moved_cell
from scenes.rearranging.standing_together import Together, with_frame

CELLS = ("puma_bench", "drilling")


def poses_of(cell):
    found = {("frame", name): T for name, T in cell.frames.items()}
    found |= {("body", body.name): body.T_world_body for body in cell.fixtures}
    for part in cell.parts:
        found["feed", part.name] = part.T_world_feed
        if part.T_world_start is not None:
            found["start", part.name] = part.T_world_start
    return found | {("robot", cell.robot.name): cell.robot.T_world_base}


def random_motion(rng):
    return pose_of(rng.uniform(-300, 300, 3), rng.uniform(-90, 90, 3))


@pytest.mark.parametrize("name", CELLS)
@pytest.mark.parametrize("seed", range(4))
def test_a_frame_takes_along_what_the_file_places_in_it(name, seed) -> None:
    file = read_document(cell_path(name), "cell file")
    cell, rng = cell_from_document(file), np.random.default_rng(seed)
    frame, motion = rng.choice(list(file.data["frames"])), random_motion(rng)
    parent = cell.frames[file.data["frames"][frame].get("in", "world")]
    T = invert(parent) @ motion @ cell.frames[frame]
    edited = set_value(file, ("frames", frame, "at"), T[:3, 3])
    roll_pitch_yaw = np.degrees(_rpy(T))
    edited = set_value(edited, ("frames", frame, "rpy"), roll_pitch_yaw)
    read = poses_of(cell_from_document(edited))
    moved = poses_of(moved_cell(cell, with_frame(file.data, frame), motion))
    assert read.keys() == moved.keys()
    for key, pose in read.items():
        assert moved[key] == pytest.approx(pose, abs=1e-6), key


def _rpy(T):
    """Angles of Rz(yaw) Ry(pitch) Rx(roll), away from a pitch of 90 degrees."""
    return np.array(
        [np.arctan2(T[2, 1], T[2, 2]), np.arcsin(-T[2, 0]), np.arctan2(T[1, 0], T[0, 0])]
    )


@pytest.mark.parametrize("name", CELLS)
def test_only_the_named_things_move_and_by_exactly_the_motion(name) -> None:
    cell, rng = load_cell(name), np.random.default_rng(7)
    before, motion = poses_of(cell), random_motion(rng)
    body = cell.fixtures[0].name
    moved = poses_of(moved_cell(cell, Together(bodies=frozenset({body})), motion))
    for key, pose in before.items():
        expected = motion @ pose if key[1] == body and key[0] == "body" else pose
        assert moved[key] == pytest.approx(expected), key


def test_the_arm_stands_on_its_moved_base() -> None:
    cell = load_cell("drilling")
    motion = random_motion(np.random.default_rng(1))
    moved = moved_cell(cell, Together(robots=frozenset({cell.robot.name})), motion)
    assert moved.robot.T_world_base == pytest.approx(motion @ cell.robot.T_world_base)
    assert moved.fixtures[0] is cell.fixtures[0]
