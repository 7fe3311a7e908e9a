"""Two surfaces: crossing, one inside the other, and apart."""

import numpy as np
import pytest

from geometry import (
    Box,
    Cylinder,
    Sphere,
    VerdictKind,
    check_pair,
    first_hits,
    mesh_of,
    pack_bodies,
    sweep,
    verify,
)
from geometry.contact import mesh_collision
from geometry.contact.mesh_collision import HAS_FCL, surface_distance, surfaces_meet
from geometry.solids.primitives.mesh_solid import MeshSolid
from geometry.tessellation.kernel import overlap


@pytest.fixture(params=["trees", "plain"])
def way(request, monkeypatch):
    """Runs a test with python-fcl and without it."""
    if request.param == "plain":
        monkeypatch.setattr(mesh_collision, "HAS_FCL", False)
    elif not HAS_FCL:
        pytest.skip("python-fcl is not installed")


@pytest.mark.usefixtures("way")
def test_meshes_meet_where_the_kernel_finds_volume(poses):
    rng = np.random.default_rng(95)
    a = MeshSolid(mesh_of(Box((40, 40, 10)) - Cylinder(12, 30), 0.5))
    for b in (MeshSolid(mesh_of(Sphere(3), 0.5)), MeshSolid(mesh_of(Box((20, 6, 30)), 0.5))):
        for T in poses(rng, 15, 12.0):
            shared = overlap(a, np.eye(4), b, T)
            assert surfaces_meet(a.mesh, np.eye(4), b.mesh, T) == (shared is not None)


@pytest.mark.usefixtures("way")
def test_a_contained_mesh_is_found_and_one_in_a_cavity_is_not(at):
    ball, block = mesh_of(Sphere(3)), mesh_of(Box((40, 40, 40)))
    hollow = mesh_of(Box((40, 40, 40)) - Box((30, 30, 30)))
    assert surfaces_meet(block, at(500), ball, at(510))
    assert surfaces_meet(ball, at(510), block, at(500))
    assert not surfaces_meet(hollow, at(500), ball, at(505))
    assert not surfaces_meet(block, at(), ball, at(), closed=False)


@pytest.mark.skipif(not HAS_FCL, reason="python-fcl is not installed")
def test_the_distance_of_surfaces_is_that_of_the_boxes(at):
    a, b = mesh_of(Box((10, 10, 10))), mesh_of(Box((20, 20, 20)))
    assert surface_distance(a, at(), b, at(45)) == pytest.approx(30.0)


def test_verdicts_with_a_mesh_are_right(at):
    plate = MeshSolid(mesh_of(Box((60, 60, 20)) - Cylinder(10, 40), 0.05), 0.05)
    for other, z, kind in (
        (Sphere(4), 20.0, VerdictKind.FREE),
        (Sphere(4), 0.0, VerdictKind.FREE),
        (Box((30, 3, 3)), 0.0, VerdictKind.HIT),
        (Sphere(2), 500.0, VerdictKind.FREE),
    ):
        verdict = check_pair(plate, at(), other, at(z=z))
        assert verdict.kind is kind
        if verdict.kind is VerdictKind.HIT:
            assert verify(verdict, plate, at(), other, at(z=z))


def test_motions_and_configurations_with_a_mesh_are_right(at):
    ring = MeshSolid(mesh_of(Box((60, 60, 20)) - Cylinder(10, 40), 0.05), 0.05)
    ball = Sphere(4)

    def fall(times):
        T = np.tile(np.eye(4), (len(times), 1, 1, 1))
        T[:, 0, 2, 3] = 60.0 - 120.0 * np.asarray(times)
        return T

    assert sweep([ball], [ring], fall, at()[None], 120.0).kind is VerdictKind.FREE
    beside = sweep([ball], [ring], fall, at(15)[None], 120.0)
    assert beside.kind is VerdictKind.HIT
    assert beside.first_contact_t == pytest.approx((60 - 14) / 120, abs=0.01)
    packed = pack_bodies([ball, ring], {1: at()})
    T = np.array([[at()], [at(15)], [at(z=30)]])
    assert first_hits(packed, T, [(0, 1)]).tolist() == [-1, 0, -1]
    assert check_pair(ring, at(), ball, at()).band_mm <= 0.25
