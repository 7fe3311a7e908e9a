"""One plane through a mesh, against the kernel's own slices and closed forms."""

import numpy as np
import pytest

from geometry import Box, Cylinder, Sphere, mesh_of
from geometry.errors import GeometryError
from geometry.meshes.mesh import Mesh
from geometry.poses import inverted
from geometry.solids.primitives.torus import Torus
from geometry.tessellation.kernel import common_curves, filled_curves, slices
from geometry.tessellation.plane_cut import plane_cut

SOLIDS = {
    "bored block": Box((120, 80, 40)) - Cylinder(radius=15, height=60),
    "ring": Torus(60.0, 20.0),
    "ball": Sphere(50.0),
    "two": Box((40, 40, 40))
    + Sphere(15.0).moved(np.array([[1, 0, 0, 90], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1.0]])),
}


def area(curves) -> float:
    return sum(
        0.5 * float(c[:, 0] @ np.roll(c[:, 1], -1) - c[:, 1] @ np.roll(c[:, 0], -1)) for c in curves
    )


def turned(rng) -> np.ndarray:
    T = np.eye(4)
    T[:3, :3] = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    T[:3, :3] *= np.sign(np.linalg.det(T[:3, :3]))
    T[:3, 3] = rng.uniform(-40, 40, 3)
    return T


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("name", SOLIDS)
def test_a_cut_encloses_what_the_kernel_slices(name, seed) -> None:
    T = turned(np.random.default_rng(seed))
    solid = SOLIDS[name]
    curves = plane_cut(mesh_of(solid, 0.1), T)
    (expected,) = slices(solid, T, [0.0], 0.1)
    assert area(curves) == pytest.approx(area(expected), rel=1e-9, abs=1e-6)
    assert len(curves) == len(expected)


@pytest.mark.parametrize("name", SOLIDS)
def test_just_beside_a_curve_is_material_on_its_left_and_air_on_its_right(name) -> None:
    T = turned(np.random.default_rng(5))
    solid, back = SOLIDS[name], inverted(T)
    for curve in plane_cut(mesh_of(solid, 0.1), T):
        along = np.roll(curve, -1, axis=0) - curve
        length = np.linalg.norm(along, axis=1)
        long = length > 1.0
        middle = (curve + 0.5 * along)[long]
        left = np.column_stack([-along[:, 1], along[:, 0]])[long] / length[long, None]
        for sign in (1.0, -1.0):
            flat = middle + sign * 0.3 * left
            points = np.column_stack([flat, np.zeros(len(flat))]) @ back[:3, :3].T + back[:3, 3]
            assert np.all(sign * solid.level(points) < 0.0)


def test_a_plane_in_a_face_belongs_to_one_side() -> None:
    mesh = mesh_of(Box((10, 20, 30)))
    below, above = np.eye(4), np.eye(4)
    below[2, 3], above[2, 3] = -15.0, 15.0  # the top, and the bottom, lie in the plane
    areas = [area(plane_cut(mesh, T)) for T in (below, above)]
    assert sorted(areas) == pytest.approx([0.0, 200.0])


def test_a_plane_beside_the_mesh_cuts_nothing() -> None:
    T = np.eye(4)
    T[2, 3] = 100.0
    assert plane_cut(mesh_of(Box((10, 20, 30))), T) == []


def test_an_open_mesh_is_refused_where_it_is_open() -> None:
    mesh = mesh_of(Sphere(50.0), 0.5)
    middle = np.abs(mesh.vertices[mesh.triangles].mean(axis=1)[:, 2])
    holed = Mesh(mesh.vertices, np.delete(mesh.triangles, int(middle.argmin()), axis=0))
    with pytest.raises(GeometryError, match="closed"):
        plane_cut(holed, np.eye(4))


@pytest.mark.parametrize("name", SOLIDS)
def test_the_filling_has_the_area_within_the_curves(name) -> None:
    curves = plane_cut(mesh_of(SOLIDS[name], 0.1), turned(np.random.default_rng(2)))
    points = np.concatenate([np.empty((0, 2)), *curves])
    a, b, c = points[filled_curves(curves)].transpose(1, 0, 2)
    u, v = b - a, c - a
    assert 0.5 * np.sum(u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]) == pytest.approx(area(curves))


def test_two_squares_share_a_square_less_the_hole_of_one() -> None:
    square = np.array([(0, 0), (10, 0), (10, 10), (0, 10.0)])
    hole = np.array([(6, 6), (6, 8), (8, 8), (8, 6.0)])
    assert area(common_curves([square, hole], [square + 5])) == pytest.approx(25 - 4)
    assert common_curves([square], [square + 20]) == []
