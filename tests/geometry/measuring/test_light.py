"""Light on points among triangles, against what a box and its shadow must give."""

import numpy as np
import pytest

from geometry import Box
from geometry.errors import GeometryError
from geometry.loops.light_kernel import gather_light, raise_heights
from geometry.measuring.light import Effort, axes_of, cone, light_on, sky
from geometry.tessellation.kernel import mesh_of

SOME = Effort(200, 64, 24)
UP = np.array([0.0, 0.0, 1.0])
SMALL = np.radians(2.0)


def box_above(height: float) -> np.ndarray:
    """The triangles of a plate of 200 by 200 by 10 mm whose middle is so high above z = 0."""
    mesh = mesh_of(Box((200.0, 200.0, 10.0)))
    return (mesh.vertices + np.array([0.0, 0.0, height]))[mesh.triangles]


def lit(points: list, triangles: np.ndarray, towards: np.ndarray = UP, normal: np.ndarray = UP):
    where = np.array(points, float)
    normals = np.tile(normal, (len(where), 1))
    everything = [np.arange(len(where))]
    return light_on(where, normals, triangles, towards, SMALL, SOME, everything)


def test_a_lamp_above_a_plate_shades_the_points_under_it_and_no_others() -> None:
    light = lit([(0, 0, 0), (70, -70, 0), (150, 0, 0), (0, -150, 0)], box_above(300.0))
    assert light.lamp == pytest.approx([0.0, 0.0, 1.0, 1.0], abs=0.02)


def test_a_slanting_lamp_moves_the_shadow_to_where_geometry_says() -> None:
    """A lamp at 45 deg from +x throws the shadow of a plate at z = 300 to x = -300."""
    slanting = np.array([1.0, 0.0, 1.0])
    light = lit([(-300, 0, 0), (0, 0, 0)], box_above(300.0), slanting)
    assert light.lamp == pytest.approx([0.0, 1.0], abs=0.02)


def test_a_large_lamp_softens_the_edge_of_the_shadow_in_proportion_to_the_height() -> None:
    x = np.linspace(40.0, 160.0, 121)
    points = np.column_stack([x, 0 * x, 0 * x])
    normals = np.tile(UP, (len(x), 1))
    widths = []
    for height in (50.0, 200.0):
        given = (points, normals, box_above(height), UP, np.radians(8.0), Effort(400, 8, 400))
        light = light_on(*given, [np.arange(len(x))])
        widths.append(np.ptp(x[(light.lamp > 0.1) & (light.lamp < 0.9)]))
    assert widths[1] / widths[0] == pytest.approx(4.0, rel=0.35)


def test_the_sky_is_darker_under_a_plate_the_nearer_the_plate_is() -> None:
    open_field = lit([(0, 0, 0)], box_above(1e5)).sky[0]
    shares = [lit([(0, 0, 0)], box_above(height)).sky[0] for height in (400.0, 150.0, 50.0, 20.0)]
    assert open_field == pytest.approx(1.0, abs=0.02)
    assert all(np.diff([open_field, *shares]) < 0.0)


def test_the_share_of_the_sky_under_a_square_plate_is_its_view_factor() -> None:
    """A square of side 2a, h above a point, hides 4/pi a/sqrt(a2+h2) atan(a/sqrt(a2+h2))."""
    a, h = 100.0, 100.0
    hidden = 4.0 / np.pi * a / np.hypot(a, h) * np.arctan(a / np.hypot(a, h))
    many = light_on(
        np.zeros((1, 3)),
        UP[None],
        box_above(h + 5.0),
        UP,
        SMALL,
        Effort(400, 3000, 1),
        [np.arange(1)],
    )
    assert 1.0 - many.sky[0] == pytest.approx(hidden, abs=0.02)


def test_a_body_does_not_shade_its_own_faces_that_see_the_light() -> None:
    triangles = box_above(0.0)
    rng = np.random.default_rng(3)
    on_top = np.column_stack([rng.uniform(-95, 95, (200, 2)), np.full(200, 5.0)])
    assert lit(on_top.tolist(), triangles, np.array([0.5, 0.3, 1.0])).lamp.min() > 0.98


def test_groups_change_nothing_for_a_point_that_all_directions_see_alike() -> None:
    points, normals = np.zeros((8, 3)), np.tile(UP, (8, 1))
    shadow = box_above(300.0)
    groups = [np.arange(0, 8, 2), np.arange(1, 8, 2)]
    split = light_on(points, normals, shadow, UP, SMALL, SOME, groups)
    assert split.lamp == pytest.approx(np.zeros(8), abs=0.02)
    assert split.sky == pytest.approx(lit([(0, 0, 0)], shadow).sky[0], abs=0.05)


def test_what_nobody_wants_any_more_is_not_searched_to_its_end() -> None:
    asked = []

    def is_wanted() -> bool:
        asked.append(1)
        return len(asked) < 5

    given = (np.zeros((1, 3)), UP[None], box_above(300.0), UP, SMALL, SOME, [np.arange(1)])
    assert light_on(*given, is_wanted) is None
    assert len(asked) == 5


def test_without_triangles_every_point_has_all_its_light() -> None:
    light = lit([(0, 0, 0)], np.empty((0, 3, 3)))
    assert light.sky == light.lamp == 1.0


def test_a_lamp_without_a_direction_is_refused() -> None:
    with pytest.raises(GeometryError, match="no length"):
        lit([(0, 0, 0)], box_above(300.0), np.zeros(3))


def test_directions_are_unit_vectors_spread_round_their_axis() -> None:
    axis = np.array([0.6, 0.0, 0.8])
    beams = cone(axis, np.radians(8.0), 50)
    assert np.linalg.norm(beams, axis=1) == pytest.approx(np.ones(50))
    assert np.arccos(beams @ axis).max() <= np.radians(8.0)
    assert np.linalg.norm(sky(50), axis=1) == pytest.approx(np.ones(50))


@pytest.mark.parametrize("seed", range(3))
def test_machine_code_and_source_give_the_same_bits(seed: int, compared: list[str]) -> None:
    rng = np.random.default_rng(seed)
    axes = axes_of(sky(9)[seed])
    heights = np.full((24, 24), -np.inf)
    raise_heights(rng.normal(size=(30, 9)) * 50.0, axes, 0.1, heights)
    normals = rng.normal(size=(40, 3))
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    points = rng.normal(size=(40, 3)) * 60.0
    gather_light(points, normals, axes, 0.1, heights, 5.0, 0.7, np.zeros(40), np.zeros(40))
    assert compared == ["raise_heights", "gather_light"]
