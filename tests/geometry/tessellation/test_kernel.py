"""Meshes agree with closed formulas within the chord tolerance."""

from math import pi

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geometry import (
    Box,
    Cone,
    Cylinder,
    GeometryError,
    Prism,
    Sphere,
    mesh_of,
    mesh_volume,
    overlap,
)
from geometry.solids.facet_counts import segments
from geometry.tessellation.kernel import slices

CURVED = [
    (Cylinder(radius=30, height=50), pi * 900 * 50, 2 * pi * 30 * 50),
    (Sphere(radius=25), 4 / 3 * pi * 25**3, 4 * pi * 625),
    (Cone(20, 0, 45), pi * 400 * 45 / 3, pi * 20 * np.hypot(20, 45)),
    (Cone(10, 25, 30), pi * 30 / 3 * (100 + 250 + 625), pi * 35 * np.hypot(15, 30)),
]


@pytest.mark.parametrize("chord", [1.0, 0.1, 0.01])
@pytest.mark.parametrize(("solid", "exact", "flank"), CURVED)
def test_a_curved_mesh_lacks_at_most_the_chord_times_its_flank(solid, exact, flank, chord):
    assert exact - flank * chord <= mesh_volume(solid, chord) <= exact


@settings(max_examples=60, deadline=None)
@given(st.floats(0.01, 5000.0), st.floats(0.001, 10.0))
def test_segments_keep_the_chord(radius, chord):
    n = segments(radius, chord)
    assert radius * (1.0 - np.cos(pi / n)) <= chord * (1.0 + 1e-9)


@pytest.mark.parametrize("chord", [0.0, -1.0, float("nan"), 1e-12])
def test_a_chord_that_cannot_be_kept_is_refused(chord):
    with pytest.raises(GeometryError, match="chord"):
        mesh_volume(Cylinder(100, 10), chord)


@pytest.mark.parametrize("solid", [solid for solid, _, _ in CURVED])
def test_a_mesh_keeps_within_the_chord_inside_a_convex_solid(solid):
    mesh = mesh_of(solid, 0.1)
    middles = mesh.vertices[mesh.triangles].mean(axis=1)
    levels = solid.level(np.vstack([mesh.vertices, middles]))
    assert levels.min() >= -0.1 - 1e-9
    assert levels.max() <= 1e-9


def test_booleans_of_boxes_have_their_closed_volumes(at):
    a, b = Box((10, 10, 10)), Box((10, 10, 10)).moved(at(4, 3, 2))
    common = 6 * 7 * 8
    assert mesh_volume(a & b) == pytest.approx(common)
    assert mesh_volume(a + b) == pytest.approx(2000 - common)
    assert mesh_volume(a - b) == pytest.approx(1000 - common)
    assert mesh_volume(a + b + b - a - Box((1, 1, 1)).moved(at(7, 7, 6))) == pytest.approx(
        999 - common
    )


def test_a_plate_with_a_hole_has_the_volume_of_both():
    hole = pi * 25 * 6
    plate = mesh_volume(Box((40, 40, 6)) - Cylinder(5, 10), 0.01)
    assert 0.0 <= plate - (9600 - hole) <= 0.01 * 2 * pi * 5 * 6


def test_a_prism_has_the_area_of_its_polygon_times_its_height():
    assert mesh_volume(Prism(((0, 0), (0, 10), (5, 2), (10, 10), (10, 0)), 4)) == pytest.approx(
        240.0
    )


def test_a_mesh_is_closed_and_points_outwards(at):
    mesh = mesh_of(Box((60, 40, 20)) - Cylinder(8, 30) + Sphere(9).moved(at(30)))
    edges = np.concatenate([mesh.triangles[:, [i, (i + 1) % 3]] for i in range(3)])
    assert {tuple(e) for e in edges} == {tuple(e) for e in edges[:, ::-1]}
    assert mesh.volume_and_centroid()[0] > 0.0


def test_each_face_knows_its_primitive(at):
    sphere = Sphere(9).moved(at(30))
    solid = Box((60, 40, 20)) - Cylinder(8, 30) + sphere
    mesh = mesh_of(solid, 0.05)
    leaves = list(solid.leaves_in(np.eye(4)))
    assert [type(leaf).__name__ for leaf, _ in leaves] == ["Box", "Cylinder", "Sphere"]
    for face, number in zip(mesh.triangles, mesh.face_primitive, strict=True):
        leaf, T = leaves[number]
        assert np.abs(leaf.moved(T).level(mesh.vertices[face])).max() < 0.05 + 1e-9


@pytest.mark.parametrize(
    "empty",
    [
        Box((1, 1, 1)) - Box((2, 2, 2)),
        Box((1, 1, 1))
        & Sphere(1).moved(np.array([[1, 0, 0, 9], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])),
        Box((9, 9, 9)) - (Box((1, 1, 1)) - Box((2, 2, 2))),
    ],
)
def test_an_empty_solid_is_an_error_even_deep_in_the_tree(empty):
    with pytest.raises(GeometryError, match="nothing is left"):
        mesh_of(empty)


def test_equal_content_gives_the_same_mesh_object():
    assert mesh_of(Box((1, 2, 3)) - Sphere(0.4)) is mesh_of(Box((1, 2, 3)) - Sphere(0.4))
    assert mesh_of(Sphere(3), 0.1) is not mesh_of(Sphere(3), 0.05)


def test_the_arrays_of_a_mesh_are_read_only():
    mesh = mesh_of(Box((1, 2, 3)))
    for array in (mesh.vertices, mesh.triangles, mesh.face_primitive):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


@pytest.mark.parametrize("far", [0.0, 1e6])
def test_boxes_overlap_in_the_box_between_them(at, far):
    found = overlap(Box((10, 10, 10)), at(far), Box((10, 10, 10)), at(far + 4, 3, 2))
    assert found.volume_mm3 == pytest.approx(6 * 7 * 8)
    assert found.centroid == pytest.approx([far + 2, 1.5, 1.0], abs=1e-9)
    assert found.mesh.vertices.max(axis=0) == pytest.approx([far + 5, 5, 5], abs=1e-9)


def test_bodies_apart_have_no_overlap(at):
    assert overlap(Box((10, 10, 10)), at(), Sphere(3), at(20)) is None


def area(rings):
    return sum(
        0.5 * np.sum(r[:, 0] * np.roll(r[:, 1], -1) - np.roll(r[:, 0], -1) * r[:, 1]) for r in rings
    )


def test_slices_have_the_area_of_the_section(at):
    sphere = slices(Sphere(30), at(5, 6, 7), [7.0, 25.0, 40.0], 0.01)
    assert area(sphere[0]) == pytest.approx(pi * 900, abs=2 * pi * 30 * 0.012)
    assert area(sphere[1]) == pytest.approx(pi * (900 - 18**2), abs=2 * pi * 30 * 0.02)
    assert sphere[2] == []


def test_slices_of_a_turned_bar_are_stretched_and_holes_count_less(at):
    turned = slices(Box((10, 20, 200)), at(axis=(1, 0, 0), angle=0.6), [0.0])[0]
    assert area(turned) == pytest.approx(10 * 20 / np.cos(0.6))
    holed = slices(Box((40, 40, 40)) - Cylinder(5, 50), at(z=1e6), [1e6 + 3.0], 0.001)[0]
    assert len(holed) == 2
    assert area(holed) == pytest.approx(1600 - 25 * pi, abs=0.05)
