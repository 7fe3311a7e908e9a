"""The shades of a picture whose depths are known by calculation: no drawing."""

import numpy as np

from app.desktop.view3d.shading.shades import AT_REST, SeenPicture, shades_of, towards_lamp
from geometry import Box
from geometry.tessellation.kernel import mesh_of

SIZE = 120  # pixels
HALF, TOP, DEEP = 300.0, 500.0, 600.0  # mm: half the picture, height of the near plane, its depth


def plan(floor_z: float | None = 0.0, plate_at: float = 250.0) -> SeenPicture:
    """A plan without perspective of a plate, 200 by 200 by 20 mm, over a floor at z = 0."""
    mesh = mesh_of(Box((200.0, 200.0, 20.0)))
    triangles = (mesh.vertices + np.array([0.0, 0.0, plate_at]))[mesh.triangles]
    T = np.diag([HALF, HALF, -DEEP / 2, 1.0])
    T[2, 3] = TOP - DEEP / 2
    middles = (2.0 * (np.arange(SIZE) + 0.5) / SIZE - 1.0) * HALF
    is_plate = (np.abs(middles)[:, None] < 100.0) & (np.abs(middles)[None] < 100.0)
    depths = np.where(is_plate, (TOP - plate_at - 10.0) / DEEP, 1.0)
    axes = np.eye(3)
    return SeenPicture(depths, T, np.array([0.0, 0.0, 1e5]), axes, True, floor_z, triangles)


def test_a_plate_shades_the_floor_beside_it_and_not_its_own_top() -> None:
    shades = shades_of(plan(), AT_REST)
    assert shades is not None and shades.shape == (SIZE, SIZE)
    middle, third = SIZE // 2, SIZE // 3
    assert shades[middle - 10 : middle + 10, middle - 10 : middle + 10].max() < 8
    assert shades.max() > 90
    assert shades[2, middle] < shades[third - 5, middle + 25]


def test_the_shadow_falls_away_from_the_lamp() -> None:
    """The lamp stands on the left of the viewer, so the right of the plate is darker."""
    seen = plan()
    lamp = towards_lamp(seen.axes)
    assert lamp[0] < 0.0 < lamp[2]
    shades = shades_of(seen, AT_REST)
    assert shades is not None
    middle = SIZE // 2
    left, right = shades[middle, 30:38].mean(), shades[middle, 82:90].mean()
    assert right > left + 20.0


def test_where_no_floor_is_to_be_seen_only_bodies_are_shaded() -> None:
    shades = shades_of(plan(floor_z=None), AT_REST)
    assert shades is not None
    assert shades[:35].max() == 0


def test_a_picture_without_bodies_has_no_shades() -> None:
    seen = plan()
    empty = SeenPicture(
        np.ones((SIZE, SIZE)), seen.T_world_cube, seen.eye, seen.axes, True, 0.0, seen.triangles[:0]
    )
    shades = shades_of(empty, AT_REST)
    assert shades is not None and shades.max() == 0


def test_shades_that_nobody_wants_are_given_up() -> None:
    assert shades_of(plan(), AT_REST, lambda: False) is None
