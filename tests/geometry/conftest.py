"""Poses and random solids for the tests of the geometry room, made without its own code."""

import numpy as np
import pytest

from geometry import Box, Cone, Cylinder, Prism, Solid, Sphere


def rotation(axis, angle: float) -> np.ndarray:
    """The rotation matrix (3, 3) about an axis by an angle, rad (Rodrigues' formula)."""
    x, y, z = np.asarray(axis, dtype=float) / np.linalg.norm(axis)
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * K + (1.0 - np.cos(angle)) * K @ K


def placed_at(x=0.0, y=0.0, z=0.0, axis=(0.0, 0.0, 1.0), angle=0.0) -> np.ndarray:
    T = np.eye(4)
    T[:3, :3] = rotation(axis, angle)
    T[:3, 3] = x, y, z
    return T


def random_poses(rng: np.random.Generator, n: int, spread: float) -> np.ndarray:
    return np.array(
        [
            placed_at(*rng.normal(0.0, spread, 3), rng.normal(size=3), rng.uniform(0.0, 6.0))
            for _ in range(n)
        ]
    )


def random_primitive(rng: np.random.Generator) -> Solid:
    size = rng.uniform(4.0, 40.0, 3)
    return [
        Box(tuple(size)),
        Cylinder(size[0], size[1]),
        Sphere(size[0]),
        Cone(size[0], size[1] * rng.integers(0, 2), size[2]),
        Prism(((0.0, 0.0), (size[0], 0.0), (size[0], size[1]), (0.4 * size[0], 2.0)), size[2]),
    ][int(rng.integers(0, 5))]


@pytest.fixture
def at():
    """The function placed_at(x, y, z, axis, angle), which gives a pose (4, 4); mm, rad."""
    return placed_at


@pytest.fixture
def poses():
    """The function random_poses(rng, n, spread), which gives poses (n, 4, 4)."""
    return random_poses


@pytest.fixture
def primitive():
    """The function random_primitive(rng), which gives a solid."""
    return random_primitive
