"""Curves of feature edges: round a rim once, and from corner to corner of a box."""

import numpy as np

from geometry import Box, Cylinder, mesh_of
from geometry.meshes.edge_loops import curve_through
from geometry.meshes.edges import feature_edges


def test_every_edge_of_a_bored_block_lies_on_a_rim_or_on_a_straight_edge() -> None:
    mesh = mesh_of(Box((120, 80, 40)) - Cylinder(radius=15, height=60), 0.1)
    edges = feature_edges(mesh)
    for row, (a, b) in enumerate(edges):
        numbers, is_closed = curve_through(mesh.vertices, edges, row)
        assert {a, b} <= set(numbers.tolist())
        assert len(set(numbers.tolist())) == len(numbers)
        points = mesh.vertices[numbers]
        if is_closed:
            assert np.allclose(np.hypot(points[:, 0], points[:, 1]), 15.0)
            rim = np.isclose(np.hypot(*mesh.vertices[:, :2].T), 15.0)
            assert len(numbers) == int(rim.sum()) / 2  # all corners of one rim
        else:
            assert np.linalg.matrix_rank(points - points[0], tol=1e-9) == 1
