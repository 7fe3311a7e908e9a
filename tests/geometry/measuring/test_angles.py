"""Angles by vectors equal angles that were put in."""

import numpy as np
import pytest

from geometry.measuring.angles import (
    angle_at,
    angle_of_directions,
    angle_of_line_and_plane,
    angle_of_lines,
)


@pytest.mark.parametrize("seed", range(20))
def test_a_turned_vector_has_the_angle_by_which_it_was_turned(seed) -> None:
    rng = np.random.default_rng(seed)
    u = rng.normal(size=3)
    v = np.cross(u, rng.normal(size=3))
    u, v = u / np.linalg.norm(u), v / np.linalg.norm(v)
    angle = rng.uniform(0, np.pi) if seed else 1e-9
    turned = 3.0 * (np.cos(angle) * u + np.sin(angle) * v)
    assert angle_of_directions(u, turned) == pytest.approx(angle, rel=1e-12, abs=1e-15)
    assert angle_of_lines(u, turned) == pytest.approx(min(angle, np.pi - angle), abs=1e-12)
    assert angle_of_lines(-u, turned) == pytest.approx(angle_of_lines(u, turned), abs=1e-12)
    apex = rng.uniform(-100, 100, 3)
    assert angle_at(apex, apex + u, apex + turned) == pytest.approx(angle, abs=1e-12)
    across = np.cross(u, v)  # the normal of the plane in which all this lies
    assert angle_of_line_and_plane(turned, across) == pytest.approx(0.0, abs=1e-12)
    tilted = np.cos(0.3) * u + np.sin(0.3) * across
    assert angle_of_line_and_plane(tilted, across) == pytest.approx(0.3)
