"""The view of a diagram: right-handed, upright, and without a better one at hand."""

import numpy as np
import pytest

from app.verbs.arm.robots.flat_views import best_view
from kinematics import forward, link_poses
from scenes import load_robot, robot_names


@pytest.mark.parametrize("name", robot_names()[::3])
def test_a_view_is_right_handed_and_shows_the_base_upright_or_from_above(name):
    _, _, view = best_view(load_robot(name))
    right, up = view.rows
    np.testing.assert_allclose(np.cross(right, up), view.eye, atol=1e-12)
    np.testing.assert_allclose(np.linalg.norm(view.rows, axis=1), 1.0, atol=1e-12)
    assert up[2] > 0.6 or abs(view.eye[2]) > 0.7


@pytest.mark.parametrize("name", ["puma560", "ur5e", "adept_cobra600", "yaskawa_sia50d"])
def test_the_axes_of_square_arms_lie_in_the_paper_or_square_to_it(name):
    mechanism = load_robot(name).mechanism
    _, q, view = best_view(load_robot(name))
    across = np.abs(link_poses(mechanism, q)[1:, :3, 2] @ view.eye)
    assert np.minimum(across, 1.0 - across).max() < 1e-3


def test_the_hand_of_an_arm_is_to_the_right_of_its_base():
    arm = load_robot("hokkaido1985").mechanism
    _, q, view = best_view(load_robot("hokkaido1985"))
    assert view.rows[0] @ forward(arm, q)[:3, 3] > 0.0


def test_an_arm_that_is_folded_at_zero_is_drawn_unfolded():
    """The forearm of the HC10 lies along its upper arm with all joints at zero."""
    words, q, _ = best_view(load_robot("yaskawa_hc10"))
    assert words != "all joints at zero"
    assert abs(np.sin(q[2])) > 0.1


def test_a_five_bar_is_seen_along_the_axes_of_its_loop():
    _, _, view = best_view(load_robot("textbook_five_bar"))
    assert abs(view.eye[2]) == 1.0
