"""Distances of bodies: against closed forms, and against all pairs of points of their meshes."""

import numpy as np
import pytest

from app.desktop.view3d.measuring.gap_jobs import MOST_NEAR, Placed, gap_between, gaps_to_all
from geometry import Box, Cylinder, MeshSolid, Sphere, mesh_of
from geometry.poses import placed
from kinematics import translation

CHORD = 0.1


def turned(rng) -> np.ndarray:
    """A random pose within a metre."""
    T = np.eye(4)
    T[:3, :3] = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    T[:3, :3] *= np.sign(np.linalg.det(T[:3, :3]))
    T[:3, 3] = rng.uniform(-500, 500, 3)
    return T


def witness(gap, a, b):
    """The witness points in the world."""
    return placed(a.T, gap.points[:1])[0], placed(b.T, gap.points[1:])[0]


@pytest.mark.parametrize("seed", range(12))
def test_balls_are_as_far_apart_as_their_middles_less_their_radii(seed) -> None:
    rng = np.random.default_rng(seed)
    a, b = Placed("a", Sphere(40.0), turned(rng)), Placed("b", Sphere(25.0), turned(rng))
    middles = np.linalg.norm(a.T[:3, 3] - b.T[:3, 3])
    gap = gap_between(a, b, CHORD)
    if middles > 65.0:
        assert gap.kind == "apart"
        assert gap.distance_mm == pytest.approx(middles - 65.0, abs=1e-5)
        p, q = witness(gap, a, b)
        assert np.linalg.norm(p - a.T[:3, 3]) == pytest.approx(40.0, abs=1e-5)
        assert np.linalg.norm(p - q) == pytest.approx(gap.distance_mm, abs=1e-5)
    else:
        assert gap.kind == "overlap"


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("as_mesh", [False, True])
def test_no_two_points_of_the_bodies_are_nearer_than_their_clearance(seed, as_mesh) -> None:
    rng = np.random.default_rng(seed)
    block = Box((200, 120, 60)) - Cylinder(radius=30, height=100)
    other = (
        MeshSolid(mesh_of(Cylinder(radius=35, height=90), CHORD))
        if as_mesh
        else Cylinder(radius=35, height=90)
    )
    a, b = Placed("a", block, turned(rng)), Placed("b", other, turned(rng))
    gap = gap_between(a, b, CHORD)
    on_a, on_b = (placed(body.T, points_on(body.solid, rng)) for body in (a, b))
    nearest = float(np.sqrt(((on_a[:, None] - on_b[None]) ** 2).sum(axis=2)).min())
    if gap.kind == "apart":
        assert gap.distance_mm - gap.band_mm - 1e-6 <= nearest
        assert nearest < gap.distance_mm + 12.0  # the points are as dense as that
        p, q = witness(gap, a, b)
        assert np.linalg.norm(p - q) == pytest.approx(gap.distance_mm, abs=1e-3)


def points_on(solid, rng) -> np.ndarray:
    """Points spread evenly over the mesh of a solid, (1500, 3)."""
    mesh = mesh_of(solid, CHORD)
    a, b, c = mesh.vertices[mesh.triangles].transpose(1, 0, 2)
    area = np.linalg.norm(np.cross(b - a, c - a), axis=1)
    row = rng.choice(len(area), 1500, p=area / area.sum())
    u, v = rng.random((2, 1500, 1))
    u, v = np.where(u + v > 1.0, 1.0 - u, u), np.where(u + v > 1.0, 1.0 - v, v)
    return a[row] + u * (b[row] - a[row]) + v * (c[row] - a[row])


def test_touching_and_overlapping_bodies_are_told_apart() -> None:
    box = Placed("box", Box((100, 100, 100)), np.eye(4))
    beside = Placed("beside", Box((100, 100, 100)), translation(100, 0, 0))
    within = Placed("within", Box((100, 100, 100)), translation(90, 0, 0))
    assert gap_between(box, beside, CHORD).text.startswith("they touch")
    gap = gap_between(box, within, CHORD)
    assert gap.kind == "overlap"
    assert 0.0 < 2.0 * gap.depth_mm <= 10.0 + 1e-6  # they share a slab of 10 mm
    assert "overlap by at least" in gap.text


@pytest.mark.parametrize("seed", range(6))
def test_the_nearest_bodies_are_those_of_all_pairs_sorted(seed) -> None:
    rng = np.random.default_rng(seed)
    bodies = [Placed(f"b{i}", Box(tuple(rng.uniform(20, 200, 3))), turned(rng)) for i in range(14)]
    found = gaps_to_all(bodies[0], bodies[1:], CHORD)
    every = sorted(gap_between(bodies[0], other, CHORD).distance_mm for other in bodies[1:])
    assert [gap.distance_mm for gap in found] == pytest.approx(every[:MOST_NEAR], abs=1e-5)
