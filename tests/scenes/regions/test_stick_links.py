"""A stick meets a box where a point of its axis is nearer to the box than its radius."""

import numpy as np
import pytest

from kinematics import link_poses
from scenes import load_cell
from scenes.regions.reach_grid import random_joints
from scenes.regions.stick_links import sticks_are_free, sticks_of

CELL = """cell: 1
robots: {arm: {use: abb_irb120, at: [0, 0, 100], rpy: [0, 0, 30]}}
fixtures:
  post:
    at: [300, 250, 0]
    rpy: [0, 0, 20]
    solid: [{add: {box: [160, 120, 700], at: [0, 0, 350]}}]
"""
RADIUS, BAND = 45.0, 0.05  # mm; poses within the band of the threshold prove nothing here


@pytest.fixture
def cell(tmp_path):
    (tmp_path / "a.cell.yaml").write_text(CELL)
    return load_cell(tmp_path / "a.cell.yaml")


def test_each_stick_reaches_from_its_frame_to_the_next(cell) -> None:
    mechanism = cell.robot.mechanism
    q = random_joints(cell, 5, 1)
    T = link_poses(mechanism, q)
    flange = T[:, -1] @ mechanism.T_last_flange
    origins = np.concatenate([T[:, :, :3, 3], flange[:, None, :3, 3]], axis=1)
    sticks = sticks_of(mechanism, RADIUS)
    assert [link for link, _, _ in sticks] == [
        link
        for link in range(1, mechanism.n + 1)
        if np.linalg.norm(origins[0, link + 1] - origins[0, link]) > 1e-3
    ]
    for link, stick, T_link_stick in sticks:
        own = T[:, link] @ T_link_stick
        for sign, end in ((-0.5, origins[:, link]), (0.5, origins[:, link + 1])):
            at = own[:, :3, 3] + sign * stick.height * own[:, :3, 2]
            np.testing.assert_allclose(at, end, atol=1e-9)


def test_an_arm_of_sticks_is_free_where_its_axes_stay_away_from_the_box(cell) -> None:
    q = random_joints(cell, 150, 2)
    free = sticks_are_free(cell, q, RADIUS)
    robot, (post,) = cell.robot, cell.fixtures
    T = robot.T_world_base @ link_poses(robot.mechanism, q)
    T_post_world = np.linalg.inv(post.T_world_body)
    near = np.full(len(q), np.inf)
    shares = np.linspace(-0.5, 0.5, 2001)
    for link, stick, T_link_stick in sticks_of(robot.mechanism, RADIUS):
        own = T_post_world @ T[:, link] @ T_link_stick
        points = own[:, None, :3, 3] + stick.height * shares[:, None] * own[:, None, :3, 2]
        outside = np.abs(points - (0, 0, 350)) - (80, 60, 350)
        distance = np.linalg.norm(np.maximum(outside, 0.0), axis=2)
        near = np.minimum(near, distance.min(axis=1))
    sure = np.abs(near - RADIUS) > BAND
    assert sure.mean() > 0.95
    assert (free[sure] == (near > RADIUS)[sure]).all()
    assert 0.05 < free.mean() < 0.95
