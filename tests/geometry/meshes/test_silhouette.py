"""An outline stands where the surface turns away from the eye."""

import numpy as np
import pytest

from geometry import Box, Cylinder, Mesh, Sphere, mesh_of
from geometry.meshes.silhouette import Silhouette

SOLIDS = (Box((10, 20, 30)), Cylinder(20, 50), Sphere(20), Box((40, 40, 10)) - Cylinder(12, 60))


def eye_at(*place: float) -> np.ndarray:
    return np.array([*place, 1.0])


def lengths(mesh: Mesh, pairs: np.ndarray) -> np.ndarray:
    return np.linalg.norm(mesh.vertices[pairs[:, 0]] - mesh.vertices[pairs[:, 1]], axis=1)


@pytest.mark.parametrize(
    ("eye", "edges"), [((300, 400, 500), 6), ((0, 0, 900), 4), ((0, 300, 400), 6)]
)
def test_a_box_is_outlined_by_the_sides_of_what_one_sees_of_it(eye, edges) -> None:
    mesh = mesh_of(Box((10, 20, 30)))
    outline = Silhouette.of(mesh).seen_from(eye_at(*eye))
    sides = outline[lengths(mesh, outline) > 0]
    assert len(sides) == edges


def test_the_outline_of_a_ball_is_the_circle_in_which_a_cone_from_the_eye_touches_it() -> None:
    mesh, far = mesh_of(Sphere(20), 0.01), 100.0
    outline = Silhouette.of(mesh).seen_from(eye_at(0, 0, far))
    heights = mesh.vertices[outline.ravel(), 2]
    # Of a ball of radius r seen from the distance d, the circle lies at the height r^2 / d.
    assert np.abs(heights - 20.0**2 / far).max() < 1.5


def test_from_an_eye_far_away_the_outline_is_that_of_parallel_sight() -> None:
    for solid in SOLIDS:
        found = Silhouette.of(mesh_of(solid))
        way = np.array([0.3, -0.5, 0.81])
        near, parallel = found.seen_from(np.append(1e9 * way, 1.0)), found.seen_from([*way, 0.0])
        assert np.array_equal(near, parallel)


@pytest.mark.parametrize("solid", SOLIDS, ids=str)
def test_every_outline_of_a_closed_mesh_is_made_of_closed_curves(solid) -> None:
    rng = np.random.default_rng(1)
    mesh = mesh_of(solid)
    found = Silhouette.of(mesh)
    for way in rng.normal(size=(50, 3)):
        outline = found.seen_from(np.append(200.0 * way / np.linalg.norm(way), 1.0))
        assert len(outline)
        assert (np.bincount(outline.ravel()) % 2 == 0).all()


def test_a_face_without_area_makes_no_outline_in_the_middle_of_a_face() -> None:
    """A square of two triangles whose diagonal has a further corner, on one side of it only."""
    corners = np.array([[0, 0, 0], [2, 0, 0], [2, 2, 0], [0, 2, 0], [1, 1, 0.0], [1, 1, -9]])
    top = [[0, 1, 2], [0, 2, 4], [0, 4, 3], [4, 2, 3]]  # the second one has no area
    under = [[1, 0, 5], [2, 1, 5], [3, 2, 5], [0, 3, 5]]
    mesh = Mesh(corners, np.array(top + under))
    outline = Silhouette.of(mesh).seen_from(eye_at(1, 1, 50))
    assert {tuple(sorted(pair)) for pair in outline.tolist()} == {(0, 1), (1, 2), (2, 3), (0, 3)}


def test_the_border_of_an_open_mesh_is_no_outline() -> None:
    square = Mesh(
        np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0.0]]), np.array([[0, 1, 2], [0, 2, 3]])
    )
    assert len(Silhouette.of(square).seen_from(eye_at(0.5, 0.5, 9))) == 0
