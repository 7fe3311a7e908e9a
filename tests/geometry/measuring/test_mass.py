"""Mass and sections agree with textbook formulas."""

from math import pi

import numpy as np
import pytest

from geometry import Box, Cylinder, GeometryError, Sphere
from geometry.measuring.mass import mass_properties, section


def test_a_box_weighs_and_turns_as_in_the_textbook(at):
    found = mass_properties(Box((20, 30, 40)).moved(at(5, 6, 7)), 7850.0)
    mass = 20 * 30 * 40 * 7850e-9
    assert found.mass_kg == pytest.approx(mass)
    assert found.centre_mm == pytest.approx([5, 6, 7])
    expected = mass / 12 * np.diag([30**2 + 40**2, 20**2 + 40**2, 20**2 + 30**2])
    assert found.inertia_kg_mm2 == pytest.approx(expected, abs=1e-9)


def test_a_hollow_cylinder_has_the_difference_of_two(at):
    found = mass_properties(Cylinder(20, 50) - Cylinder(10, 60), 1000.0, 0.001)
    mass = pi * (400 - 100) * 50 * 1e-6
    assert found.mass_kg == pytest.approx(mass, rel=1e-3)
    assert found.inertia_kg_mm2[2, 2] == pytest.approx(0.5 * mass * 500, rel=1e-3)
    assert found.inertia_kg_mm2[0, 0] == pytest.approx(mass * (500 / 4 + 2500 / 12), rel=1e-3)


def test_a_section_lies_in_its_plane_and_on_the_surface(at):
    T, n = at(10, 20, 30, (1, 0, 2), 0.7), np.array([1.0, 2.0, 2.0])
    offset = float(n @ (10, 20, 30)) + 6.0
    (ring,) = section(Sphere(15), T, n, offset, 0.01)
    assert ring @ n == pytest.approx(np.full(len(ring), offset))
    radius = np.linalg.norm(ring - (10, 20, 30) - 2.0 * n / 3.0, axis=1)
    assert radius == pytest.approx(np.full(len(ring), np.sqrt(225 - 4)), abs=0.02)
    assert np.array_equal(ring[0], ring[-1])
    outer, inner = section(Box((20, 20, 20)) - Cylinder(4, 30), at(), (0, 0, 1), 1.0)
    assert len(outer) != len(inner)


def test_a_section_beside_the_solid_is_empty_and_bad_planes_are_named(at):
    assert section(Sphere(5), at(), (0, 0, 1), 6.0) == []
    with pytest.raises(GeometryError, match="plane"):
        section(Sphere(5), at(), (0, 0, 0), 1.0)
    with pytest.raises(GeometryError, match="density"):
        mass_properties(Sphere(5), 0.0)
