"""The numbers of the standard shape table alone decide which points are inside."""

import numpy as np

from geometry import Box, Cone, Cylinder, Prism, Sphere
from geometry.measuring.shape_table import shape_table
from geometry.solids.primitives.torus import Torus


def test_half_spaces_and_quadrics_alone_decide_what_is_inside(at):
    T = at(40, -20, 10, (1, 2, 3), 0.9)
    points = np.random.default_rng(81).uniform(-40, 40, (4000, 3))
    placed = points @ T[:3, :3].T + T[:3, 3]
    wide = np.column_stack([placed, np.ones(len(placed))])
    for solid in (
        Box((30, 20, 10)),
        Cylinder(12, 30),
        Sphere(20),
        Cone(18, 6, 30),
        Prism(((0, 0), (25, 0), (5, 20)), 14),
    ):
        (row,) = shape_table(solid, T)
        inside = np.all(placed @ row.half_spaces[:, :3].T <= row.half_spaces[:, 3] + 1e-9, axis=1)
        for Q in row.quadrics:
            inside &= np.einsum("ni,ij,nj->n", wide, Q, wide) <= 1e-9
        away = np.abs(solid.level(points)) > 1e-6
        assert np.array_equal(inside[away], (solid.level(points) <= 0.0)[away])


def test_rows_name_the_cutters_and_the_part_of_each_primitive(at):
    solid = (Box((9, 9, 9)) - Cylinder(2, 20).named("hole")).named("body") + Torus(30, 2)
    rows = shape_table(solid, at(1, 2, 3))
    assert [row.kind for row in rows] == ["box", "cylinder", "torus"]
    assert [row.is_cut for row in rows] == [False, True, False]
    assert [row.part for row in rows] == [("body",), ("body", "hole"), ()]
    assert rows[2].sizes == (30.0, 2.0)
    assert rows[0].half_spaces[:, 3].max() == 4.5 + 3
