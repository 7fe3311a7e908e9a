"""The true face under a point of a mesh has the numbers with which the solid was made."""

import numpy as np
import pytest

from geometry import Box, Cone, Cylinder, MeshSolid, Sphere, mesh_of
from geometry.measuring.true_face import true_face
from geometry.solids.primitives.revolved import Revolved
from geometry.solids.primitives.torus import Torus
from kinematics import translation

CHORD = 0.1


def faces_of(solid):
    """The true face under the middle of every triangle of the mesh, with point and normal."""
    mesh = mesh_of(solid, CHORD)
    for row, (a, b, c) in enumerate(mesh.vertices[mesh.triangles]):
        normal = np.cross(b - a, c - a)
        normal /= np.linalg.norm(normal)
        point = (a + b + c) / 3.0
        yield true_face(solid, point, normal, CHORD + 1e-3, int(mesh.face_primitive[row])), point


def test_a_drilled_block_has_planes_and_one_hole() -> None:
    solid = (Box((120, 80, 40)) - Cylinder(radius=15, height=60)).moved(translation(10, 20, 30))
    kinds = {}
    for face, point in faces_of(solid):
        assert face is not None
        kinds.setdefault(face.kind, []).append((face, point))
    assert set(kinds) == {"plane", "cylinder"}
    for face, point in kinds["cylinder"]:
        assert face.radius == 15.0
        assert face.is_hollow
        assert np.allclose(np.abs(face.direction), (0, 0, 1))
        assert np.allclose(face.point[:2], (10, 20))
        assert abs(np.hypot(*(point - face.point)[:2]) - 15.0) <= CHORD
    for face, point in kinds["plane"]:
        assert abs((point - face.point) @ face.direction) < 1e-9
        inside = point - 1e-6 * face.direction
        assert (
            solid.level(inside[None])[0]
            < 0.0
            < solid.level((point + 1e-6 * face.direction)[None])[0]
        )


@pytest.mark.parametrize(
    ("solid", "kind", "radius"),
    [
        (Sphere(37.0), "sphere", 37.0),
        (Cylinder(radius=12.5, height=90), "cylinder", 12.5),
        (Torus(radius=60.0, radius_minor=8.0), "torus", 8.0),
        (Revolved(((10.0, 0.0), (30.0, 0.0), (30.0, 20.0), (10.0, 20.0))), "cylinder", None),
    ],
    ids=["sphere", "cylinder", "torus", "revolved"],
)
def test_a_round_primitive_gives_its_own_radius(solid, kind, radius) -> None:
    found = [face for face, _ in faces_of(solid) if face is not None and face.kind != "plane"]
    assert found
    assert {face.kind for face in found} == {kind}
    if radius is None:
        assert {(face.radius, face.is_hollow) for face in found} == {(30.0, False), (10.0, True)}
    else:
        assert all(face.radius == pytest.approx(radius, abs=1e-12) for face in found)


def test_the_radius_of_a_cone_is_that_at_the_height_of_the_point() -> None:
    solid = Cone(30.0, 10.0, 80.0)
    for face, point in faces_of(solid):
        if face.kind == "cone":
            assert face.radius == pytest.approx(30.0 - 20.0 * (point[2] + 40.0) / 80.0)


def test_a_mesh_and_a_point_beside_all_faces_have_no_true_face() -> None:
    ball = mesh_of(Sphere(40.0), 1.0)
    up = np.array([0.0, 0.0, 1.0])
    assert true_face(MeshSolid(ball), ball.vertices[0], up, 0.1) is None
    assert true_face(Box((10, 10, 10)), np.array([0.0, 0.0, 7.0]), up, 0.1) is None
