"""Landmarks of meshes whose corners, centres and axes are known, wherever they stand."""

import numpy as np
import pytest

from geometry import Box, Cylinder, Sphere
from geometry.meshes.landmarks import groups, landmarks_of
from geometry.tessellation.kernel import mesh_of


def rows(points) -> set:
    return {tuple(float(v) + 0.0 for v in np.round(point, 4)) for point in points}


def posed(rng):
    """A random pose, (4, 4)."""
    turn, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = turn * np.sign(np.linalg.det(turn)), rng.uniform(-500, 500, 3)
    return T


@pytest.mark.parametrize("seed", range(5))
def test_a_box_has_eight_corners_and_six_face_centres_wherever_it_stands(seed) -> None:
    rng = np.random.default_rng(seed)
    half, T = rng.uniform(5, 200, 3), posed(rng)
    mesh = mesh_of(Box(tuple(2 * half))).placed(T)
    found = landmarks_of(mesh)
    signs = np.array(np.meshgrid(*[(-1, 1)] * 3)).reshape(3, -1).T
    corners = (signs * half) @ T[:3, :3].T + T[:3, 3]
    assert rows(found.corners) == rows(corners)
    ways = np.concatenate([np.eye(3), -np.eye(3)])
    assert rows(found.centres) == rows((ways * half) @ T[:3, :3].T + T[:3, 3])
    assert rows(found.axes) == rows(ways @ T[:3, :3].T)
    assert not found.is_round.any()
    assert len(found.edges) == 12


@pytest.mark.parametrize("seed", range(5))
def test_a_hole_gives_the_centres_of_its_round_edges_and_no_corners(seed) -> None:
    rng = np.random.default_rng(seed)
    at, T = rng.uniform(-20, 20, 2), posed(rng)
    shift = np.eye(4)
    shift[:2, 3] = at
    hole = Cylinder(radius=rng.uniform(3, 12), height=100).moved(shift)
    found = landmarks_of(mesh_of(Box((90, 80, 30)) - hole).placed(T))
    middles = np.array([[*at, 15.0], [*at, -15.0]]) @ T[:3, :3].T + T[:3, 3]
    assert found.centres[found.is_round] == pytest.approx(
        sorted_like(middles, found.centres[found.is_round]), abs=1e-6
    )
    along = np.abs(found.axes[found.is_round] @ T[:3, 2])
    assert along == pytest.approx([1.0, 1.0], abs=1e-9)
    assert len(found.corners) == 8


def sorted_like(points, others):
    """The points in the order in which they are nearest to the others."""
    return np.array([points[np.linalg.norm(points - other, axis=1).argmin()] for other in others])


def test_a_sphere_has_no_landmarks() -> None:
    found = landmarks_of(mesh_of(Sphere(radius=30)))
    assert not len(found.corners)
    assert not found.is_round.any()
    assert not len(found.edges)


@pytest.mark.parametrize("seed", range(8))
def test_groups_are_those_of_a_walk_from_neighbour_to_neighbour(seed) -> None:
    rng = np.random.default_rng(seed)
    count = int(rng.integers(2, 60))
    pairs = rng.integers(0, count, (int(rng.integers(1, 60)), 2))
    near = {i: set() for i in range(count)}
    for a, b in pairs:
        near[int(a)].add(int(b))
        near[int(b)].add(int(a))
    expected = np.full(count, -1)
    for start in range(count):
        waiting = [start] if expected[start] < 0 else []
        while waiting:
            here = waiting.pop()
            if expected[here] < 0:
                expected[here] = start
                waiting.extend(near[here])
    assert groups(count, pairs).tolist() == expected.tolist()
