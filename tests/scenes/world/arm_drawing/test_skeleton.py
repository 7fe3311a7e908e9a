"""The joints of a skeleton lie on their axes, and its links lead from one joint to the next."""

import numpy as np
import pytest

from kinematics import Mechanism, link_poses
from scenes.library import load_robot, robot_names
from scenes.world.arm_drawing.skeleton import skeleton_of


@pytest.mark.parametrize("name", robot_names())
def test_every_joint_sits_on_its_axis(name: str) -> None:
    mechanism = load_robot(name).mechanism.chain
    arm, T = skeleton_of(mechanism), link_poses(mechanism, np.zeros(mechanism.n))[1:]
    off_axis = np.cross(arm.seats - T[:, :3, 3], T[:, :3, 2])
    np.testing.assert_allclose(off_axis, 0, atol=1e-6)


@pytest.mark.parametrize("name", robot_names())
def test_the_paths_of_the_links_lead_to_the_next_joint_and_the_last_one_to_the_flange(
    name: str,
) -> None:
    mechanism = load_robot(name).mechanism.chain
    arm, T = skeleton_of(mechanism), link_poses(mechanism, np.zeros(mechanism.n))
    ends = [path[-1] for path in arm.paths]
    flange = (T[-1] @ mechanism.T_last_flange)[:3, 3]
    np.testing.assert_allclose(ends, [*arm.seats, flange], atol=2e-6)


def test_the_forearm_roll_of_the_irb_120_sits_half_way_from_elbow_to_wrist() -> None:
    arm = skeleton_of(load_robot("abb_irb120").mechanism)
    np.testing.assert_allclose(arm.seats[3], [302 / 2, 0, 630], atol=1e-9)


def test_the_offset_of_a_shoulder_is_crossed_at_the_height_of_the_shoulder() -> None:
    arm = skeleton_of(load_robot("yaskawa_sia50d").mechanism)
    np.testing.assert_allclose(arm.paths[1], [[0, 0, 270], [0, 0, 540], [145, 0, 540]], atol=1e-9)


@pytest.mark.parametrize("heights", [(400, 0), (0, 400)])
def test_an_arm_of_parallel_axes_stands_at_the_height_its_table_gives(heights) -> None:
    arm = skeleton_of(
        Mechanism.from_modified_dh(
            alpha=[0, 0, np.pi], a=[0, 300, 250], d=[*heights, 0], kinds="RRP"
        )
    )
    np.testing.assert_allclose(arm.seats[1:], [[300, 0, 400], [550, 0, 400]], atol=1e-9)
    np.testing.assert_allclose(arm.paths[0][-1], arm.seats[0], atol=1e-9)
    np.testing.assert_allclose(arm.paths[1][-2:], [[0, 0, 400], [300, 0, 400]], atol=1e-9)


def test_an_arm_of_parallel_axes_in_the_plane_of_the_base_stands_at_the_height_of_its_flange() -> (
    None
):
    """The file of the Cobra 600 counts heights from the flange: only the slide tells the height."""
    arm = skeleton_of(load_robot("adept_cobra600").mechanism)
    np.testing.assert_allclose(arm.paths[1][-2:], [[0, 0, 387], [325, 0, 387]], atol=1e-9)
