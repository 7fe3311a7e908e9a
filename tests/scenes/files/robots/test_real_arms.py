"""Every shipped arm that can be bought is shown with bodies of its own, which hold together."""

from functools import cache

import numpy as np
import pytest

from geometry import contains, mesh_of
from geometry.contact.mesh_collision import surface_distance
from kinematics import link_poses
from kinematics.arm.joints import JointKind
from scenes.library import load_robot, robot_names
from scenes.world.frozen import Array
from scenes.world.robot import LinkBody, Robot
from tests.by_card import with_bodies, without_hand
from tests.depth import share

# Drawings of textbooks and papers, which no maker sells: some of them stay schematic.
DRAWINGS = {"hokkaido1985", *(name for name in robot_names() if name.startswith("textbook_"))}
REAL = [name for name in robot_names() if name not in DRAWINGS]
BODIED = [name for name in with_bodies() if name in REAL]
# Mm: the widest seam between two links that turn within each other.
SEAM = 5.0
# Mm: how far the origin of the flange lies inside the outline of the face at the least.
INSIDE = 5.0
# Mm: distance of neighbouring points on the axis of a joint.
STEP = 1.0

loaded = cache(load_robot)


def turning_joints(robot: Robot) -> list[int]:
    """Joints that turn, and whose link before turns or stands: numbers from 1, as their links."""
    turns = [joint.kind is JointKind.REVOLUTE for joint in robot.mechanism.joints]
    return [i + 1 for i, turn in enumerate(turns) if turn and (i == 0 or turns[i - 1])]


def bodies_of_link(robot: Robot, link: int) -> list[LinkBody]:
    return [body for body in robot.bodies if body.link == link]


def holds_a_point_of(points: Array, robot: Robot, link: int, T_base_link: Array) -> bool:
    """Whether a body of the link holds one of the points (m, 3) in the base, mm."""
    for body in bodies_of_link(robot, link):
        T = np.linalg.inv(T_base_link @ body.T_link_body)
        if contains(body.solid, points @ T[:3, :3].T + T[:3, 3]).any():
            return True
    return False


def test_no_real_arm_is_drawn_from_its_mechanism_alone() -> None:
    assert REAL == BODIED


@pytest.mark.parametrize("name", BODIED)
def test_every_link_of_a_real_arm_has_a_body(name: str) -> None:
    robot = loaded(name)
    assert {body.link for body in robot.bodies} == set(range(robot.mechanism.n + 1))


@pytest.mark.parametrize("name", BODIED)
def test_the_axis_of_a_joint_goes_through_both_links_that_it_joins(name: str) -> None:
    robot = loaded(name)
    T_base_links = link_poses(robot.mechanism, robot.ready)
    along = np.arange(-1200.0, 1200.0, STEP)[:, None]
    for joint in turning_joints(robot):
        T_base_joint = T_base_links[joint]
        points = T_base_joint[:3, 3] + along * T_base_joint[:3, 2]
        for link in (joint - 1, joint):
            assert holds_a_point_of(points, robot, link, T_base_links[link]), (joint, link)


@pytest.mark.parametrize("name", share(BODIED, 11))
def test_two_links_of_a_real_arm_meet_in_a_seam_however_they_are_turned(name: str) -> None:
    robot = loaded(name)
    mechanism, rng = robot.mechanism, np.random.default_rng(5)
    spread = 0.1 * (mechanism.upper - mechanism.lower)
    around = np.clip(robot.ready + rng.uniform(-spread, spread), mechanism.lower, mechanism.upper)
    for q in (robot.ready, around):
        T_base_links = link_poses(mechanism, q)
        for joint in turning_joints(robot):
            gap = min(
                surface_distance(
                    mesh_of(one.solid),
                    T_base_links[joint - 1] @ one.T_link_body,
                    mesh_of(two.solid),
                    T_base_links[joint] @ two.T_link_body,
                )
                for one in bodies_of_link(robot, joint - 1)
                for two in bodies_of_link(robot, joint)
            )
            assert gap <= SEAM, f"links {joint - 1} and {joint} are {gap:.2f} mm apart"


@pytest.mark.parametrize("name", [name for name in without_hand() if name in BODIED])
def test_the_face_of_the_last_body_lies_round_the_origin_of_the_flange(name: str) -> None:
    robot = loaded(name)
    last = robot.mechanism.n
    T_tool_link = np.linalg.inv(robot.mechanism.T_last_flange @ robot.T_flange_tool)
    face = []
    for body in bodies_of_link(robot, last):
        vertices = mesh_of(body.solid.moved(T_tool_link @ body.T_link_body)).vertices
        face.append(vertices[np.abs(vertices[:, 2]) < 1e-3, :2])
    corners = np.vstack(face)
    assert np.all(corners.min(axis=0) < -INSIDE)
    assert np.all(corners.max(axis=0) > INSIDE)
