"""A view is turned only where something hides what is looked at, and then as little as needed."""

from dataclasses import replace

import numpy as np
import pytest

from app.desktop.view3d.drawing.bodies.body_set import meets_box
from app.desktop.view3d.drawing.camera import HIDDEN_ENOUGH, STEEPEST, TURNS, Camera, clearest


def test_a_free_view_keeps_its_direction() -> None:
    camera = Camera(np.zeros(3), 0.4, 0.3)
    assert clearest(camera, lambda _: HIDDEN_ENOUGH) is camera


@pytest.mark.parametrize("seed", range(12))
def test_the_clear_view_is_the_least_turned_of_those_that_see_enough(seed) -> None:
    rng = np.random.default_rng(seed)
    camera = Camera(np.zeros(3), rng.uniform(-3, 3), rng.uniform(0, 1.2))
    width = rng.uniform(0.3, 2.5)

    def hidden(trial: Camera) -> float:
        away = (trial.azimuth - camera.azimuth + np.pi) % (2 * np.pi) - np.pi
        return 1.0 if abs(away) < width and trial.elevation < 1.0 else 0.0

    found = clearest(camera, hidden)
    if hidden(camera) == 0.0:
        assert found is camera
        return
    assert hidden(found) == 0.0
    turned = abs(found.azimuth - camera.azimuth) + found.elevation - camera.elevation
    for azimuth, elevation in TURNS:
        trial = replace(
            camera, azimuth=camera.azimuth + azimuth, elevation=camera.elevation + elevation
        )
        if trial.elevation <= STEEPEST and hidden(trial) == 0.0:
            assert abs(azimuth) + elevation >= turned - 1e-9


def test_where_all_is_hidden_the_view_that_hides_least_is_taken() -> None:
    camera = Camera(np.zeros(3), 0.0, 0.2)
    found = clearest(camera, lambda trial: 1.0 - 0.1 * trial.elevation)
    assert found.elevation == pytest.approx(0.2 + max(e for _, e in TURNS))


@pytest.mark.parametrize("seed", range(8))
def test_a_line_meets_a_box_where_one_of_its_points_is_inside(seed) -> None:
    rng = np.random.default_rng(seed)
    low = rng.uniform(-2, 0, 3)
    high = low + rng.uniform(0.5, 2, 3)
    origins, ways = rng.uniform(-4, 4, (200, 3)), rng.normal(size=(200, 3))
    ways /= np.linalg.norm(ways, axis=1)[:, None]
    ways[:20] = np.eye(3)[rng.integers(0, 3, 20)]
    met = meets_box(origins, ways, low, high)
    steps = np.linspace(0, 16, 8001)
    for origin, way, is_met in zip(origins, ways, met, strict=True):
        points = origin + steps[:, None] * way
        inside = ((points >= low) & (points <= high)).all(axis=1).any()
        near = ((points >= low - 0.01) & (points <= high + 0.01)).all(axis=1).any()
        assert inside <= is_met <= near
