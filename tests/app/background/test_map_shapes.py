"""The shapes of a map show each place once, in the shape of its verdict."""

import numpy as np
import pytest

from app.background import map_shapes
from app.background.map_shapes import CUBE, shapes_of
from scenes.studies.results.place_map import At, PlaceMap


def map_of(verdicts, step=(50.0, 50.0, 50.0), low=(100.0, 0.0, -20.0)) -> PlaceMap:
    verdicts = np.asarray(verdicts, np.uint8)
    values = np.where(verdicts == At.GOOD, np.arange(verdicts.size).reshape(verdicts.shape), np.nan)
    words = ("reached", "not reached", "met")
    return PlaceMap("Solutions", "", np.array(low), np.array(step), values, verdicts, words)


def volume(shapes) -> float:
    """The volume inside the triangles, mm3: above 0 where all of them look outwards."""
    a, b, c = (shapes.points[shapes.triangles[:, k]] for k in range(3))
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6.0)


def test_each_good_place_has_a_cube_about_it_in_its_value() -> None:
    verdicts = np.zeros((3, 2, 2))
    verdicts[0, 0, 0], verdicts[2, 1, 1], verdicts[1, 0, 0] = At.GOOD, At.GOOD, At.BAD
    shapes = shapes_of(map_of(verdicts))
    assert len(shapes.triangles) == 2 * 12 and volume(shapes) == pytest.approx(2 * (CUBE * 50) ** 3)
    corners = shapes.points[shapes.triangles]
    for value, place in ((0.0, (100, 0, -20)), (11.0, (200, 50, 30))):
        own = corners[shapes.values == value].reshape(-1, 3)
        np.testing.assert_allclose(own.min(axis=0), np.array(place) - CUBE * 25)
        np.testing.assert_allclose(own.max(axis=0), np.array(place) + CUBE * 25)
    assert (shapes.low, shapes.high) == (0.0, 11.0)


def test_places_without_a_value_are_crosses_and_unknown_ones_are_not_drawn() -> None:
    shapes = shapes_of(map_of([[[At.BAD, At.MEETS, At.UNKNOWN, At.UNKNOWN]]]))
    assert len(shapes.plus) == 3 and len(shapes.times) == 4 and not len(shapes.triangles)
    np.testing.assert_allclose(shapes.plus.mean(axis=1), [(100, 0, -20)] * 3, atol=1e-9)
    np.testing.assert_allclose(shapes.times.mean(axis=1), [(100, 0, 30)] * 4, atol=1e-9)
    upright = np.abs(np.diff(shapes.plus, axis=1)) > 1e-9
    assert (upright.sum(axis=2) == 1).all() and np.isnan(shapes.low)
    assert shapes.told == "2 of 4 places looked at: 0 reached, 1 not reached, 1 met"


@pytest.mark.parametrize("step", [(50.0, 50.0, 50.0), (-20.0, 50.0, 10.0)])
def test_many_good_places_are_one_block_without_inner_faces(monkeypatch, step) -> None:
    monkeypatch.setattr(map_shapes, "MOST_CUBES", 3)
    monkeypatch.setattr(map_shapes, "MOST_CROSSES", 0)
    verdicts = np.full((4, 3, 2), int(At.GOOD))
    verdicts[3] = At.BAD
    shapes = shapes_of(map_of(verdicts, step))
    assert volume(shapes) == pytest.approx(18 * abs(np.prod(step)))
    assert len(shapes.triangles) == 2 * 2 * (9 + 6 + 6)
    assert "not drawn" in shapes.told and not len(shapes.plus)


def test_a_single_place_has_a_cube_too() -> None:
    shapes = shapes_of(map_of([[[At.GOOD]]], step=(0.0, 0.0, 0.0)))
    assert volume(shapes) == pytest.approx((CUBE * map_shapes.ALONE) ** 3)
    assert (shapes.box[1] - shapes.box[0] == map_shapes.ALONE).all()
