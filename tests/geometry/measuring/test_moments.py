"""Volumes, centres and inertia agree with textbook formulas at the default chord."""

from math import pi

import numpy as np
import pytest

from geometry import (
    Box,
    Cone,
    Cylinder,
    GeometryError,
    HalfSpace,
    Prism,
    Revolved,
    Solid,
    Sphere,
    Torus,
    linear_pattern,
    mass_properties,
    volume,
)
from geometry.measuring.moments import moments
from geometry.measuring.primitive_moments import mesh_moments, primitive_moments
from geometry.tessellation.kernel import mesh_of


def at(x: float = 0.0, y: float = 0.0, z: float = 0.0, turned: float = 0.0) -> np.ndarray:
    c, s = np.cos(turned), np.sin(turned)
    return np.array([[1, 0, 0, x], [0, c, -s, y], [0, s, c, z], [0, 0, 0, 1.0]])


PLATE = Box((40, 40, 10))
EXACT: dict[str, tuple[Solid, float]] = {
    "a plate with a hole": (PLATE - Cylinder(5, 20), 16000 - 250 * pi),
    "the same, turned": ((PLATE - Cylinder(5, 20)).moved(at(3, 4, 5, 0.7)), 16000 - 250 * pi),
    "a counterbore": (
        PLATE - Cylinder(5, 20) - Cylinder(8, 4).moved(at(z=4)),
        16000 - 25 * 10 * pi - 39 * 3 * pi,
    ),
    "a countersink": (PLATE - Cone(4, 6, 20), 16000 - 10 / 3 * pi * (4.5**2 + 4.5 * 5.5 + 5.5**2)),
    "a tube": (Cylinder(10, 20) - Cylinder(5, 30), 75 * 20 * pi),
    "two balls": (Sphere(5) + Sphere(5).moved(at(20)), 1000 / 3 * pi),
    "a pin on a plate": (PLATE + Cylinder(5, 30).moved(at(0, 0, 10)), 16000 + 25 * 20 * pi),
    "boxes that overlap": (Box((10,) * 3) + Box((10,) * 3).moved(at(5, 5, 5)), 2000 - 125),
    "a row of holes": (
        Box((200, 40, 10)) - linear_pattern(Cylinder(5, 20).moved(at(-80)), (20, 0, 0), 9),
        80000 - 9 * 250 * pi,
    ),
    "a hollow with a ball in it": (
        Box((40,) * 3) - (Sphere(15) - Sphere(5)),
        64000 - 13000 / 3 * pi,
    ),
    "a prism with a dent": (
        Prism(((0, 0), (10, 0), (10, 4), (4, 4), (4, 10), (0, 10)), 5),
        320,
    ),
}
BANDED: dict[str, tuple[Solid, float]] = {
    "half a ball": (Sphere(10) & HalfSpace((0, 0, 1), 0), 2000 / 3 * pi),
    "a drilled ball": (Sphere(10) - Cylinder(6, 40), 4 / 3 * pi * 8**3),
    "crossed bars": (
        Cylinder(5, 40) + Cylinder(5, 40).moved(at(turned=pi / 2)),
        2000 * pi - 16 / 3 * 125,
    ),
    "a corner eaten by a ball": (
        Box((20,) * 3) - Sphere(10).moved(at(10, 10, 10)),
        8000 - 500 / 3 * pi,
    ),
}


@pytest.mark.parametrize("case", EXACT)
def test_a_solid_that_splits_into_primitives_is_measured_exactly(case: str) -> None:
    solid, expected = EXACT[case]
    found = moments(solid)
    assert found.volume_mm3 == pytest.approx(expected, rel=1e-12)
    assert found.band_mm3 == 0.0


@pytest.mark.parametrize("case", BANDED)
def test_a_solid_measured_by_meshes_is_right_within_its_band(case: str) -> None:
    solid, expected = BANDED[case]
    found = moments(solid)
    assert abs(found.volume_mm3 - expected) <= min(found.band_mm3, 1e-4 * expected)
    assert found.band_mm3 <= 2e-3 * expected


@pytest.mark.parametrize(
    "shape",
    [
        Box((2, 3, 4)),
        Cylinder(5, 7),
        Sphere(6),
        Cone(5, 2, 9),
        Cone(0, 4, 3),
        Torus(10, 3),
        Revolved(((5, 0), (10, 1), (9, 8), (5, 6))),
        Prism(((1, 0), (10, 0), (10, 4), (4, 4), (4, 10), (1, 10)), 5),
    ],
)
def test_finer_and_finer_meshes_approach_the_closed_forms(shape: Solid) -> None:
    exact = primitive_moments(shape)
    coarse, fine = (np.abs(mesh_moments(mesh_of(shape, c)) - exact) for c in (0.04, 0.01))
    size = np.abs(exact).max()
    assert np.all(fine <= 0.4 * coarse + 1e-9 * size)
    assert fine.max() <= 0.01 * size


def test_inertia_of_a_ring_is_that_of_the_textbook() -> None:
    found = mass_properties(Torus(10, 3).moved(at(1, 2, 3)), 1000.0)
    mass = 2 * pi**2 * 10 * 9 * 1e-6
    assert found.centre_mm == pytest.approx([1, 2, 3])
    assert found.inertia_kg_mm2[2, 2] == pytest.approx(mass * (100 + 0.75 * 9))
    assert found.inertia_kg_mm2[0, 0] == pytest.approx(mass * (50 + 5 / 8 * 9))


def test_the_volume_of_an_empty_solid_is_an_error() -> None:
    with pytest.raises(GeometryError, match="nothing is left"):
        volume(Sphere(5) - Box((20,) * 3))
