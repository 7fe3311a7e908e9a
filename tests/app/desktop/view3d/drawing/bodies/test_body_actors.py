"""A line of sight meets a body where the slabs of its box say so, by plain arithmetic."""

import numpy as np
import pytest

pytest.importorskip("pyvista")

from app.desktop.view3d.drawing.bodies.body_actors import BodyActors, BodyShape
from geometry import Box

SIZE = np.array([40.0, 90.0, 10.0])
REACH = 2_000.0  # mm


def expected(T: np.ndarray, origin: np.ndarray, direction: np.ndarray) -> float | None:
    """The distance to the box of SIZE at a pose, mm, or None: the meeting of three slabs."""
    start, towards = T[:3, :3].T @ (origin - T[:3, 3]), T[:3, :3].T @ direction
    with np.errstate(divide="ignore"):
        ends = (np.array([-SIZE / 2, SIZE / 2]) - start) / towards
    entry, leaving = ends.min(axis=0).max(), ends.max(axis=0).min()
    return float(entry) if 0.0 < entry <= min(leaving, REACH) else None


def test_a_line_of_sight_meets_a_body_wherever_it_is_moved() -> None:
    rng = np.random.default_rng(5)
    body, met = BodyActors(BodyShape(Box(tuple(SIZE)), "#888888", "fixture")), 0
    for _ in range(400):
        T = np.eye(4)
        turn = np.linalg.qr(rng.normal(size=(3, 3)))[0]
        T[:3, :3] = turn * np.linalg.det(turn)
        T[:3, 3] = rng.uniform(-300, 300, 3)
        body.place(T)
        assert np.allclose(body.corners(), body._box @ T[:3, :3].T + T[:3, 3])
        origin = rng.uniform(-900, 900, 3)
        aim = T[:3, 3] + rng.normal(0.0, 35.0, 3) - origin
        direction = aim / np.linalg.norm(aim)
        want, found = expected(T, origin, direction), body.hit_face(origin, direction, REACH)
        assert (found is None) == (want is None)
        if found is not None and want is not None:
            assert found[0] == pytest.approx(want, abs=1e-3)
            met += 1
    assert 60 < met < 300
