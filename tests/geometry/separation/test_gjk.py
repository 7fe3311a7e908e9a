"""The separation of convex shapes agrees with closed formulas and with meshes."""

import numpy as np
import pytest

from geometry import Box, Cylinder, Sphere
from geometry.contact.mesh_distance import mesh_gap
from geometry.separation.gjk import separation
from geometry.tessellation.kernel import overlap_seen_from_a


def test_spheres_are_apart_by_the_distance_of_centres_less_the_radii(poses):
    T = poses(np.random.default_rng(8), 300, 40.0)
    exact = np.linalg.norm(T[:, :3, 3], axis=1) - 25.0
    found = separation(Sphere(10), Sphere(15), T)
    free = exact > 0.0
    assert found.gap[free] == pytest.approx(exact[free], abs=1e-9)
    assert np.all(found.gap[~free] <= 0.0)
    assert np.all(found.distance[~free] < 1e-9)


@pytest.mark.parametrize("gap", [10.0, 1e-3, 1e-5])
def test_a_corner_above_a_face_is_apart_by_its_height(at, gap):
    tip = at(3, 4, 0, (1, -1, 0), np.arccos(1 / np.sqrt(3)))
    corners = 10.0 * np.array(np.meshgrid(*[(-1, 1)] * 3)).reshape(3, -1).T
    tip[2, 3] = 5.0 + gap - (corners @ tip[2, :3]).min()
    found = separation(Box((100, 100, 10)), Box((20, 20, 20)), tip[None])
    assert found.gap[0] == pytest.approx(gap, abs=1e-7)
    assert found.gap[0] <= gap + 1e-12
    assert found.direction[0] == pytest.approx([0, 0, 1], abs=1e-6)


def test_bounds_meet_the_distance_and_agree_with_meshes(poses, primitive):
    rng = np.random.default_rng(9)
    for _ in range(12):
        a, b = primitive(rng), primitive(rng)
        for T in poses(rng, 6, 40.0):
            if not (a.is_convex and b.is_convex):
                continue
            found = separation(a, b, T[None])
            gap, shared = found.gap[0], overlap_seen_from_a(a, b, T, 0.02)
            if gap > 0.0:
                assert shared is None
                assert found.distance[0] == pytest.approx(gap, abs=1e-4)
                assert mesh_gap(a, b, T, gap + 5.0, 0.02) == pytest.approx(gap, abs=0.05)
            else:
                assert shared is not None or mesh_gap(a, b, T, 1.0, 0.02) <= 0.04


def test_equal_poses_and_deep_overlap_are_found_to_meet(at):
    found = separation(Cylinder(10, 20), Cylinder(10, 20), np.array([at(), at(0.001), at(z=1e-12)]))
    assert np.all(found.gap <= 0.0)
    assert np.all(found.distance == 0.0)
