"""Feature edges are those of a technical drawing."""

from math import radians

import numpy as np

from geometry import Box, Cylinder, Mesh, Sphere, feature_edges, mesh_of
from geometry.meshes.edges import Sides


def length(mesh, edges):
    return np.linalg.norm(mesh.vertices[edges[:, 0]] - mesh.vertices[edges[:, 1]], axis=1).sum()


def test_a_box_has_its_twelve_edges():
    mesh = mesh_of(Box((10, 20, 30)))
    assert len(feature_edges(mesh)) == 12
    assert length(mesh, feature_edges(mesh)) == 240.0


def test_a_cylinder_has_two_circles_and_no_seam():
    mesh = mesh_of(Cylinder(20, 50), 0.001)
    assert abs(length(mesh, feature_edges(mesh)) - 4 * np.pi * 20) < 0.05


def test_small_bolts_and_balls_show_no_facets():
    assert len(feature_edges(mesh_of(Sphere(20)))) == 0
    small = mesh_of(Cylinder(0.2, 3))
    assert length(small, feature_edges(small)) < 2.6


def test_a_smaller_angle_shows_the_facets():
    assert len(feature_edges(mesh_of(Sphere(20)), radians(1.0))) > 100


def test_an_open_mesh_shows_its_border():
    square = Mesh(
        np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0.0]]), np.array([[0, 1, 2], [0, 2, 3]])
    )
    assert feature_edges(square).tolist() == [[0, 1], [0, 3], [1, 2], [2, 3]]


def test_the_faces_of_solids_enclose_a_space_and_those_with_a_hole_or_a_turned_face_do_not():
    hollow = Box((30, 30, 30)) - Sphere(12) - Cylinder(4, 80)
    for solid in (Box((10, 20, 30)), Cylinder(5, 9), hollow):
        triangles = np.array(mesh_of(solid).triangles)
        assert Sides.of(triangles).are_closed
        assert not Sides.of(triangles[1:]).are_closed
        triangles[0] = triangles[0, ::-1]
        assert not Sides.of(triangles).are_closed
    assert not Sides.of(np.empty((0, 3), int)).are_closed
