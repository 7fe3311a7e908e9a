"""Parts of neighbouring links that can meet: nothing that meets is left out."""

import numpy as np
import pytest

from geometry import check_pair
from geometry.certificates.verdict import VerdictKind
from geometry.solids.primitives.every_primitive import PRIMITIVES
from kinematics import invert
from scenes.checking.motions.linked_bodies import parts_that_can_meet
from scenes.library import load_robot, robot_names
from tests.depth import share


def neighbours(inner: str, outer: str, joint: int):
    """Solids of two links of the M-10iA, and their poses in the frame of the joint between them."""
    robot = load_robot("fanuc_m10ia")
    one, two = (next(b for b in robot.bodies if b.name == name) for name in (inner, outer))
    T_joint_one = invert(robot.mechanism.link_tree.T_link_joint[joint]) @ one.T_link_body
    return one.solid, two.solid, T_joint_one, two.T_link_body


def turn(angle: float):
    T = np.eye(4)
    T[:2, :2] = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
    return T


def test_two_links_with_play_between_flat_faces_need_no_sweep_at_their_joint():
    assert parts_that_can_meet(*neighbours("lower_arm", "elbow", 2)) == ()


@pytest.mark.parametrize("angle", np.linspace(-np.pi, np.pi, 9)[1:])
def test_links_meet_at_an_angle_only_where_parts_of_them_meet(angle: float):
    turret, arm, T_turret, T_arm = neighbours("turret", "lower_arm", 1)
    T = turn(angle) @ T_arm
    whole = check_pair(turret, T_turret, arm, T).kind
    parts = parts_that_can_meet(turret, arm, T_turret, T_arm)
    assert len(parts) > 0
    met = [check_pair(a, T_turret, b, T).kind for a, b in parts]
    assert (whole is VerdictKind.HIT) == (VerdictKind.HIT in met)


@pytest.mark.parametrize("name", share(robot_names(), 12))
def test_parts_of_neighbouring_links_are_trees_that_a_certificate_can_be_about(name: str):
    robot = load_robot(name)
    tree = robot.mechanism.link_tree
    for inner in robot.bodies:
        for outer in robot.bodies:
            joint = outer.link - 1
            if joint < 0 or tree.carriers[joint] != inner.link or tree.kinds[joint] != "R":
                continue
            T_inner = invert(tree.T_link_joint[joint]) @ inner.T_link_body
            parts = parts_that_can_meet(inner.solid, outer.solid, T_inner, outer.T_link_body)
            leaves = [
                leaf for pair in parts for solid in pair for leaf, _ in solid.leaves_in(np.eye(4))
            ]
            assert {type(leaf) for leaf in leaves} <= set(PRIMITIVES)
