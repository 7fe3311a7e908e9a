"""The outline that is drawn is the one that VTK's own filter finds, from every place of the eye."""

import numpy as np
import pytest
from vtkmodules.vtkCommonMath import vtkMatrix4x4
from vtkmodules.vtkFiltersHybrid import vtkPolyDataSilhouette
from vtkmodules.vtkRenderingCore import vtkActor, vtkCamera

from app.desktop.view3d.drawing.bodies.body_outline import BodyOutline
from app.desktop.view3d.drawing.polydata import surface
from geometry import Box, Cylinder, Mesh, Sphere, mesh_of
from geometry.meshes.silhouette import Silhouette

SOLIDS = (Cylinder(20, 50), Sphere(20), Box((40, 40, 10)) - Cylinder(12, 60))


def pose_of(place: np.ndarray, ways: np.ndarray) -> np.ndarray:
    """A pose at a place, turned like the orthogonal basis of three directions, (3, 3)."""
    turn, _ = np.linalg.qr(ways)
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = turn * np.sign(np.linalg.det(turn)), place
    return T


def drawn(data, mesh: Mesh) -> set[tuple[int, int]]:  # type: ignore[no-untyped-def]
    """The lines of VTK data as pairs of vertices of the mesh, the lower index first."""
    points = np.array(data.GetPoints().GetData(), float)
    nearest = np.linalg.norm(points[:, None] - mesh.vertices[None], axis=2).argmin(axis=1)
    ends = np.array(data.GetLines().GetConnectivityArray()).reshape(-1, 2)
    assert len(ends) == data.GetNumberOfLines()
    return {(min(pair), max(pair)) for pair in nearest[ends].tolist()}


@pytest.mark.parametrize("is_parallel", [False, True])
@pytest.mark.parametrize("solid", SOLIDS, ids=str)
def test_outlines_are_those_of_vtk(solid, is_parallel) -> None:
    rng = np.random.default_rng(7)
    mesh = mesh_of(solid)
    ours = BodyOutline(Silhouette.of(mesh), mesh.vertices)
    for place in rng.normal(size=(20, 3)) * 300.0:
        T = pose_of(rng.normal(size=3) * 50.0, rng.normal(size=(3, 3)))
        camera, body, peer = vtkCamera(), vtkActor(), vtkPolyDataSilhouette()
        camera.SetPosition(place)
        camera.SetFocalPoint(0, 0, 0)
        matrix = vtkMatrix4x4()
        matrix.DeepCopy(T.ravel().tolist())
        body.SetUserMatrix(matrix)
        peer.SetInputDataObject(surface(mesh.vertices, mesh.triangles))
        peer.SetCamera(camera)
        peer.SetProp3D(body)
        peer.SetEnableFeatureAngle(0)
        if is_parallel:
            peer.SetDirectionToCameraVector()
        peer.Update()
        ours.see(np.append(place, 0.0 if is_parallel else 1.0), T)
        assert drawn(ours.data, mesh) == drawn(peer.GetOutput(), mesh)


def test_an_outline_is_found_anew_only_when_the_eye_moves_against_the_body() -> None:
    mesh = mesh_of(Cylinder(20, 50))
    outline, eye = BodyOutline(Silhouette.of(mesh), mesh.vertices), np.array([200.0, 90, 80, 1])
    outline.see(eye, np.eye(4))
    before = outline.data.GetMTime()
    outline.see(eye.copy(), np.eye(4))
    assert outline.data.GetMTime() == before
    outline.see(eye, pose_of(np.array([0.0, 0, 5]), np.eye(3)))
    assert outline.data.GetMTime() > before
