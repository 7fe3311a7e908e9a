"""Open surfaces: bodies outside the hull are free, bodies that meet the surface hit, others
touch."""

import numpy as np
import pytest

from geometry import (
    Box,
    Cylinder,
    Mesh,
    MeshSolid,
    Proof,
    Sphere,
    VerdictKind,
    check_pair,
    colliding_pairs,
    first_hits,
    mesh_of,
    pack_bodies,
    sweep,
    verify,
)
from geometry.contact.mesh_collision import surfaces_meet
from geometry.solids.primitives.open_mesh import OpenMesh
from geometry.tessellation.patterns import polytope

FREE, HIT, TOUCH = VerdictKind.FREE, VerdictKind.HIT, VerdictKind.TOUCH


def opened(solid, keep):
    """The mesh of a solid without some of its triangles."""
    mesh = mesh_of(solid, 0.1)
    surface = Mesh(mesh.vertices, mesh.triangles[keep(mesh.vertices[mesh.triangles])])
    hull = polytope(mesh.vertices)
    return OpenMesh(hull.points, hull.planes, surface)


@pytest.fixture
def tub():
    """A box of 200 mm without its top, as a surface without thickness."""
    return opened(Box((200, 200, 200)), lambda c: ~np.all(c[:, :, 2] > 99.9, axis=1))


@pytest.mark.parametrize(
    ("z", "x", "kind"),
    [
        (130.0, 0.0, FREE),
        (0.0, 0.0, TOUCH),
        (-105.0, 0.0, HIT),
        (0.0, 95.0, HIT),
        (0.0, 125.0, FREE),
        (-79.99, 0.0, TOUCH),
    ],
)
@pytest.mark.parametrize(
    "other", [Box((40, 40, 40)), Sphere(20), Box((40, 40, 40)) + Cylinder(5, 9)]
)
def test_a_body_in_an_open_surface_is_hit_only_where_it_meets_it(at, tub, other, z, x, kind):
    T_a = at(300, -40, 10, (1, 2, 3), 0.7)
    T_b = T_a @ at(x, 0, z)
    for verdict, pair in (
        (check_pair(tub, T_a, other, T_b), (tub, T_a, other, T_b)),
        (check_pair(other, T_b, tub, T_a), (other, T_b, tub, T_a)),
    ):
        assert verdict.kind is kind
        if kind is not TOUCH:
            assert verdict.proof is not Proof.MESH
            assert verify(verdict, *pair)
            if kind is HIT:
                shifted = [T @ at(0.3, 0.4, 0.5) if T is T_a else T for T in pair[1::2]]
                assert not verify(verdict, pair[0], shifted[0], pair[2], shifted[1])


def test_random_poses_agree_with_trees_of_boxes(poses, tub):
    rng = np.random.default_rng(41)
    other = Box((60, 30, 20)) - Cylinder(6, 40)
    mesh, seen = mesh_of(other, 0.01), set()
    for T in poses(rng, 60, 70.0):
        verdict = check_pair(tub, np.eye(4), other, T)
        meets = surfaces_meet(tub.surface, np.eye(4), mesh, T, closed=False)
        seen.add((verdict.kind, meets))
        assert meets == (verdict.kind is HIT)
    assert {(FREE, False), (HIT, True), (TOUCH, False)} <= seen


def test_two_surfaces_and_a_closed_mesh_hit_by_crossing(at, tub):
    assert check_pair(tub, at(), tub, at(z=30)).kind is HIT
    assert check_pair(tub, at(), tub, at(z=230)).kind is FREE
    small = opened(Box((40, 40, 40)), lambda c: np.any(c[:, :, 2] < 19.9, axis=1))
    assert check_pair(tub, at(), small, at()).kind is TOUCH
    block = MeshSolid(mesh_of(Box((40, 40, 40))))
    assert check_pair(tub, at(), block, at(90)).kind is HIT
    assert check_pair(tub, at(), block, at()).kind is TOUCH
    assert check_pair(block, at(), opened(Sphere(5), lambda c: c[:, 0, 2] < 3), at()).kind is HIT


def test_a_solid_part_beside_an_open_surface_is_hit_like_any_solid(at, tub):
    stand = tub + Box((40, 40, 300)).moved(at(z=-200))
    assert check_pair(stand, at(), Sphere(5), at(z=-300)).kind is HIT
    verdict = check_pair(stand, at(), Sphere(5), at(z=-60))
    assert verdict.kind is HIT and verify(verdict, stand, at(), Sphere(5), at(z=-60))


def test_runs_and_batches_see_the_surface_too(at, tub):
    other = Sphere(20)
    packed = pack_bodies([other, tub], {1: at()})
    poses = np.array([[at(z=150)], [at()], [at(90)], [at(z=-100)]])
    assert first_hits(packed, poses, [(0, 1)]).tolist() == [-1, -1, 0, 0]
    both = np.array([[p[0], at()] for p in poses])
    assert [h.sample_index for h in colliding_pairs([other, tub], both, [(0, 1)])] == [2, 3]

    def sink(times):
        T = np.tile(np.eye(4), (len(times), 1, 1, 1))
        T[:, 0, 2, 3] = 150.0 - 250.0 * np.asarray(times)
        return T

    found = sweep([other], [tub], sink, at()[None], 250.0)
    assert found.kind is HIT
    # From the mouth down it is not proven free; at the bottom it hits.
    assert found.first_contact_t == pytest.approx((150.0 + 80.0) / 250.0, abs=1e-3)
    assert min(gap.start for gap in found.gaps) == pytest.approx(30.0 / 250.0, abs=0.01)
