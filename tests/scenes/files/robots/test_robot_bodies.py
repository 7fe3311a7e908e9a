"""The bodies of the shipped arms keep apart, and reach as far as the mechanism says."""

from itertools import combinations

import numpy as np
import pytest

from geometry import mesh_of
from geometry.contact.pairs import colliding_pairs
from kinematics import link_poses
from scenes.library import load_robot, robot_names
from scenes.world.frozen import Array
from scenes.world.robot import Robot
from tests.by_card import with_bodies, without_hand
from tests.depth import share

BODIED = with_bodies()


def postures_about_ready(robot: Robot, share: float, seed: int) -> Array:
    """Joint values at ready, and others within a share of each joint's range around it."""
    mechanism, rng = robot.mechanism, np.random.default_rng(seed)
    spread = share * (mechanism.upper - mechanism.lower)
    around = robot.ready + rng.uniform(-spread, spread, (12, mechanism.n))
    return np.clip(np.vstack([robot.ready, around]), mechanism.lower, mechanism.upper)


def self_hits(robot: Robot, q: Array) -> set[tuple[str, str]]:
    """Pairs of bodies of different links that overlap without being allowed to."""
    bodies, T_base_links = robot.bodies, link_poses(robot.mechanism, q)
    poses = np.stack([T_base_links[:, b.link] @ b.T_link_body for b in bodies], axis=1)
    names = [body.name for body in bodies]
    pairs = [
        (i, j)
        for i, j in combinations(range(len(bodies)), 2)
        if bodies[i].link != bodies[j].link
        and (min(names[i], names[j]), max(names[i], names[j])) not in robot.allowed
    ]
    hits = colliding_pairs([b.solid for b in bodies], poses, np.array(pairs), 0.1)
    return {(names[hit.a], names[hit.b]) for hit in hits}


def test_the_well_known_arms_have_bodies_of_their_own() -> None:
    assert {"hokkaido1985", "puma560", "ur5e", "abb_irb120", "kuka_kr6_r900_2"} < set(BODIED)
    assert {"fanuc_lrmate200id", "staubli_tx2_60", "yaskawa_sia50d"} < set(BODIED)
    assert {"kuka_lbr_iiwa_7_r800", "epson_gx4_a351", "gantry_6axis"} < set(BODIED)
    assert {"ur3e", "ur10e", "kuka_kr10_r1100_sixx", "kuka_lbr_iiwa_14_r820"} < set(BODIED)
    assert {"franka_panda", "ufactory_xarm7", "fanuc_crx10ia_l"} < set(BODIED)
    assert {"kinova_gen3_7dof", "kinova_gen3_6dof", "kinova_gen3_lite"} < set(BODIED)
    assert "kinova_jaco_6dof_curved_wrist" in BODIED
    assert {"abb_irb2400_12", "abb_irb6700_200_260", "fanuc_m10ia", "staubli_rx160"} < set(BODIED)
    assert {"yaskawa_gp8", "yaskawa_hc10", "yaskawa_sia5d", "stanford_arm"} < set(BODIED)
    assert {"yaskawa_sia10f", "yaskawa_sia20d"} < set(BODIED)


@pytest.mark.parametrize("name", robot_names())
def test_the_bodies_of_an_arm_keep_apart_about_its_ready_pose(name: str) -> None:
    robot = load_robot(name)
    # Farther away an arm may fold into itself; schematic rods are cruder than real links.
    share = 0.02 if robot.schematic else 0.07
    assert self_hits(robot, postures_about_ready(robot, share, seed=3)) == set()


@pytest.mark.parametrize("name", BODIED)
def test_neighbours_of_an_arm_with_its_own_bodies_turn_past_each_other(name: str) -> None:
    robot = load_robot(name)
    links = {body.name: body.link for body in robot.bodies}
    hits = self_hits(robot, postures_about_ready(robot, 0.12, seed=8))
    assert {(a, b) for a, b in hits if abs(links[a] - links[b]) == 1} == set()


@pytest.mark.parametrize("name", share(BODIED, 11))
def test_an_arm_with_its_own_bodies_is_free_of_itself_in_most_postures(name: str) -> None:
    robot = load_robot(name)
    mechanism, rng = robot.mechanism, np.random.default_rng(21)
    postures = rng.uniform(mechanism.lower, mechanism.upper, (40, mechanism.n))
    assert sum(not self_hits(robot, q[None]) for q in postures) > len(postures) / 2


@pytest.mark.parametrize("name", [name for name in without_hand() if name in BODIED])
def test_the_last_body_of_an_arm_ends_in_the_plane_of_its_flange(name: str) -> None:
    robot = load_robot(name)
    mechanism = robot.mechanism
    T_base_link = link_poses(mechanism, robot.ready)[-1]
    T_base_tool = T_base_link @ mechanism.T_last_flange @ robot.T_flange_tool
    ends = []
    for body in (body for body in robot.bodies if body.link == mechanism.n):
        T_tool_body = np.linalg.inv(T_base_tool) @ T_base_link @ body.T_link_body
        ends.append(mesh_of(body.solid.moved(T_tool_body)).vertices[:, 2].max())
    assert max(ends) == pytest.approx(0.0, abs=1e-6)
