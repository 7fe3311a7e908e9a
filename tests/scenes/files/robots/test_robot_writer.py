"""A robot that is written and read again is the same robot."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from geometry import volume
from kinematics import forward, link_poses
from kinematics.motion.laws.profile import Profile
from scenes.errors import SceneError
from scenes.files.file_poses import pose_entries, pose_of
from scenes.files.robots.robot_writer import write_robot_file
from scenes.library import load_robot, robot_names
from tests.depth import share


@pytest.mark.parametrize("name", share(robot_names(), 12))
def test_a_written_robot_moves_as_the_one_it_was_written_from(name: str, tmp_path: Path) -> None:
    robot = load_robot(name)
    again = load_robot(write_robot_file(robot, tmp_path / "again.robot.yaml"))
    mechanism, rng = robot.mechanism, np.random.default_rng(5)
    q = rng.uniform(mechanism.lower, mechanism.upper, (20, mechanism.n))
    np.testing.assert_allclose(forward(again.mechanism, q), forward(mechanism, q), atol=1e-8)
    for quantity in ("lower", "upper", "speed", "acceleration", "jerk"):
        written, read = getattr(mechanism, quantity), getattr(again.mechanism, quantity)
        np.testing.assert_allclose(read, written, rtol=1e-11)
    np.testing.assert_allclose(again.T_flange_tool, robot.T_flange_tool, atol=1e-12)
    np.testing.assert_allclose(again.ready, robot.ready, atol=1e-10)
    assert again.mechanism.position_only == mechanism.position_only
    facts = ("title", "source", "limits_source", "assumptions", "rated", "schematic", "allowed")
    for fact in facts:
        if fact != "rated":
            assert getattr(again, fact) == getattr(robot, fact)
    assert again.rated.payload_kg == robot.rated.payload_kg


@pytest.mark.parametrize("name", ["hokkaido1985", "puma560", "ur5e", "gantry_6axis", "ur3e"])
def test_a_written_robot_has_its_bodies_where_they_were(name: str, tmp_path: Path) -> None:
    robot = load_robot(name)
    again = load_robot(write_robot_file(robot, tmp_path / "again.robot.yaml"))
    T_before, T_after = (link_poses(r.mechanism, r.ready) for r in (robot, again))
    assert again.body_names == robot.body_names
    for old, new in zip(robot.bodies, again.bodies, strict=True):
        bounds = (
            body.solid.moved(T[body.link] @ body.T_link_body).bounds()
            for body, T in ((old, T_before), (new, T_after))
        )
        np.testing.assert_allclose(*bounds, atol=1e-6)
        assert volume(new.solid) == pytest.approx(volume(old.solid), rel=1e-9)
    for old_finger, new_finger in zip(robot.fingers, again.fingers, strict=True):
        np.testing.assert_allclose(new_finger.direction, old_finger.direction)
        np.testing.assert_allclose(new_finger.T_flange_finger, old_finger.T_flange_finger)


@pytest.mark.parametrize("profile", list(Profile))
def test_a_written_robot_keeps_its_profile(profile: Profile, tmp_path: Path) -> None:
    robot = replace(load_robot("ur3e"), profile=profile)
    assert load_robot(write_robot_file(robot, tmp_path / "again.robot.yaml")).profile is profile


def test_any_pose_is_written_so_that_it_reads_back() -> None:
    rng = np.random.default_rng(2)
    upright = [[0, 90, 35], [10, -90, 35], [20, 90 - 1e-7, 35], [180, 0, 180], [0, 0, 0]]
    for rpy in [*rng.uniform(-180, 180, (50, 3)).tolist(), *upright]:
        T = pose_of([1.5, -2.0, 0.125], rpy)
        entries = pose_entries(T)
        read = pose_of(entries["at"], entries.get("rpy", [0.0, 0.0, 0.0]))
        np.testing.assert_allclose(read, T, atol=1e-13)


def test_a_robot_file_is_written_under_a_name_that_can_be_read(tmp_path: Path) -> None:
    with pytest.raises(SceneError, match=r"NAME\.robot\.yaml"):
        write_robot_file(load_robot("ur3e"), tmp_path / "ur3e.yaml")
    with pytest.raises(SceneError, match="cannot be written"):
        write_robot_file(load_robot("ur3e"), tmp_path / "none" / "ur3e.robot.yaml")
