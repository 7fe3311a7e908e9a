"""Short searches find the same distances of meshes as a search over the whole length."""

import numpy as np
import pytest

from geometry import Box, Cylinder, MeshSolid, Sphere, Torus, mesh_of, pair_clearance
from geometry.contact import mesh_distance as module
from geometry.contact.mesh_distance import mesh_gap
from geometry.poses import placed
from geometry.tessellation.kernel import gap_within

CHORD = 0.5
RNG = np.random.default_rng(4)
SHAPES = (
    Box((20, 12, 8)) - Box((10, 20, 4)),
    Torus(15, 4),
    Sphere(12) - Sphere(10),
    Cylinder(9, 30) - Cylinder(7, 40),
)


def any_pose(reach):
    R = np.linalg.qr(RNG.normal(size=(3, 3)))[0]
    T = np.eye(4)
    T[:3, :3] = R * np.sign(np.linalg.det(R))
    T[:3, 3] = RNG.uniform(-reach, reach, 3)
    return T


def lengths_searched(monkeypatch):
    found = []

    def searched(a, b, T, length, chord):
        found.append(length)
        return gap_within(a, b, T, length, chord)

    monkeypatch.setattr(module, "gap_within", searched)
    return found


@pytest.mark.parametrize("has_trees", [True, False])
@pytest.mark.parametrize("reach", [5.0, 40.0, 400.0])
def test_a_short_search_finds_what_a_long_one_does(monkeypatch, has_trees, reach):
    monkeypatch.setattr(module, "HAS_FCL", has_trees)
    for _ in range(12):
        a, b = (SHAPES[k] for k in RNG.integers(0, len(SHAPES), 2))
        T = any_pose(reach)
        for most in (0.01, 3.0, 2000.0):
            expected = min(most, gap_within(a, b, T, 2000.0, CHORD))
            assert mesh_gap(a, b, T, most, CHORD) == pytest.approx(expected, rel=1e-12, abs=1e-12)


def test_no_search_is_longer_than_the_distance_that_it_finds(monkeypatch):
    lengths = lengths_searched(monkeypatch)
    for _ in range(20):
        lengths.clear()
        a, b = (SHAPES[k] for k in RNG.integers(0, len(SHAPES), 2))
        gap = mesh_gap(a, b, any_pose(300.0), 5000.0, CHORD)
        assert len(lengths) <= 2
        assert max(lengths) <= max(1.0, gap * (1.0 + 1e-8))


def test_the_clearance_of_fine_meshes_that_lie_in_each_other_is_found(monkeypatch):
    lengths = lengths_searched(monkeypatch)
    bowl = MeshSolid(mesh_of(Sphere(50) - Sphere(49), 0.1))
    ball = MeshSolid(mesh_of(Sphere(48), 0.1))
    T = np.eye(4)
    T[0, 3] = 0.3
    found = pair_clearance(bowl, np.eye(4), ball, T)
    # A corner of the ball's mesh lies on its sphere, a face of the bowl within the chord of its.
    assert 0.7 - 0.11 <= found.distance_mm <= 0.7 + 1e-9
    assert found.proven_mm <= found.distance_mm
    assert max(lengths) <= 1.0
    corners = placed(T, ball.mesh.vertices)
    assert np.linalg.norm(corners, axis=1).max() + found.distance_mm <= 49.0 + 1e-9


def test_the_proof_of_a_distance_ends_with_its_boxes(monkeypatch):
    from geometry.contact import clearance

    looked = []
    search = clearance.common_point

    def counted(*args):
        found = search(*args)
        looked.append(found.looked_at)
        return found

    monkeypatch.setattr(clearance, "common_point", counted)
    ring = Cylinder(30, 20) - Cylinder(20, 30)
    inside = Torus(14.9, 5)
    found = pair_clearance(ring, np.eye(4), inside, np.eye(4))
    assert found.proven_mm <= 0.1 + 1e-6
    assert found.distance_mm + found.band_mm >= 0.1 - 1e-6
    assert sum(looked) <= 60 * clearance._BUDGET
