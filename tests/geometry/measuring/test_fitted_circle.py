"""The fitted circle: exact on a circle, the least squares circle beside it."""

import numpy as np
import pytest

from geometry.errors import GeometryError
from geometry.measuring.fitted_circle import fitted_circle


def points_on(rng, count, arc):
    """Points of a random circle, and its centre, axis and radius."""
    axis = rng.normal(size=3)
    axis /= np.linalg.norm(axis)
    u = np.cross(axis, rng.normal(size=3))
    u /= np.linalg.norm(u)
    centre, radius = rng.uniform(-900, 900, 3), 10 ** rng.uniform(-0.5, 3)
    turn = rng.uniform(0, arc, count)
    spokes = np.outer(np.cos(turn), u) + np.outer(np.sin(turn), np.cross(axis, u))
    return centre + radius * spokes, centre, axis, radius


@pytest.mark.parametrize("seed", range(25))
def test_the_circle_through_points_of_a_circle_is_that_circle(seed) -> None:
    rng = np.random.default_rng(seed)
    points, centre, axis, radius = points_on(rng, 12, 2 * np.pi if seed % 2 else 2.0)
    found = fitted_circle(points)
    assert found.radius == pytest.approx(radius, rel=1e-6)
    assert np.allclose(found.centre, centre, atol=1e-5 * max(radius, 1.0))
    assert abs(found.axis @ axis) == pytest.approx(1.0, abs=1e-9)
    assert found.residual_mm < 1e-6 * max(radius, 1.0)


@pytest.mark.parametrize("seed", range(10))
def test_no_near_circle_fits_noisy_points_better(seed) -> None:
    rng = np.random.default_rng(seed)
    points, _, _, radius = points_on(rng, 40, 2 * np.pi)
    points = points + 0.01 * radius * rng.normal(size=points.shape)
    found = fitted_circle(points)

    def squares(centre, size) -> float:
        from_centre = points - centre
        height = from_centre @ found.axis
        out = np.linalg.norm(from_centre - np.outer(height, found.axis), axis=1)
        return float(np.sum((out - size) ** 2))

    best = squares(found.centre, found.radius)
    across = np.linalg.svd(found.axis[None])[2][1:]
    for step in 1e-3 * radius * rng.normal(size=(30, 3)):
        assert squares(found.centre + step[:2] @ across, found.radius + step[2]) >= best
    assert found.residual_mm == pytest.approx(0.03 * radius, rel=0.8)


@pytest.mark.parametrize("points", [np.zeros((2, 3)), np.outer(np.arange(5.0), (1, 2, 3))])
def test_points_without_a_circle_are_refused(points) -> None:
    with pytest.raises(GeometryError, match="circle"):
        fitted_circle(points)
