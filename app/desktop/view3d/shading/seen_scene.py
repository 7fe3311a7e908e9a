"""Reads from a drawn scene what its light and shadow depend on."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonCore import vtkFloatArray

from app.desktop.view3d.drawing.bodies.body_actors import BodyActors
from app.desktop.view3d.drawing.scene3d import CellScene
from app.desktop.view3d.shading.shades import SeenPicture
from app.desktop.view3d.views import ViewMode
from geometry.solids.primitives.open_mesh import open_surface

Array = NDArray[np.float64]

SHADED_MODES = (ViewMode.SHADED, ViewMode.COLLISION)
MOST_TRIANGLES = 150_000  # more are replaced by the coarse copies that moving pictures show


def can_be_shaded(scene: CellScene) -> bool:
    """Whether there are lit faces in this view mode, and no section cuts them open."""
    if scene.mode not in SHADED_MODES:
        return False
    cuts = [body.faces.GetMapper().GetNumberOfClippingPlanes() for body in _solid(scene)]
    return bool(cuts) and not any(cuts)


def fingerprint(scene: CellScene) -> tuple[object, ...]:
    """A value that differs as soon as light and shadow would fall otherwise."""
    camera = scene.renderer.GetActiveCamera()
    place = (*camera.GetPosition(), *camera.GetFocalPoint(), *camera.GetViewUp())
    lens = (camera.GetViewAngle(), camera.GetParallelProjection(), camera.GetParallelScale())
    bodies = [(id(body), _pose(body).tobytes()) for body in _solid(scene)]
    size = scene.plotter.render_window.GetSize()
    return (scene.mode, place, lens, size, can_be_shaded(scene), tuple(bodies))


class DepthReader:
    """Reads the depths of the next frame of a scene."""

    def __init__(self, scene: CellScene) -> None:
        self.depths: Array | None = None  # 0 near to 1 far, the lowest row first, (height, width)
        self._window, self._renderer = scene.plotter.render_window, scene.renderer
        self._observer = self._renderer.AddObserver("EndEvent", self._read)

    def _read(self, *_: Any) -> None:
        width, height = self._window.GetSize()
        values = vtkFloatArray()
        self._window.GetZbufferData(0, 0, width - 1, height - 1, values)
        self.depths = vtk_to_numpy(values).reshape(height, width).astype(float)

    def close(self) -> None:
        """Reads no more frames."""
        self._renderer.RemoveObserver(self._observer)


def seen_in(scene: CellScene, depths: Array) -> SeenPicture:
    """The picture of a scene that was drawn with these depths (`DepthReader`)."""
    height, width = depths.shape
    camera = scene.camera
    floor_z = float(scene.floor.rim[0, 2]) if scene.floor.is_laid else None
    return SeenPicture(
        depths,
        _T_world_cube(scene.renderer.GetActiveCamera(), width / height),
        np.array(camera.eye, float),
        np.array(camera.axes, float),
        camera.parallel,
        floor_z,
        _triangles(scene),
    )


def _T_world_cube(vtk_camera: Any, aspect: float) -> Array:
    matrix = vtk_camera.GetCompositeProjectionTransformMatrix(aspect, -1.0, 1.0)
    values = [[matrix.GetElement(i, j) for j in range(4)] for i in range(4)]
    return np.ascontiguousarray(np.linalg.inv(np.array(values)))


def _solid(scene: CellScene) -> list[BodyActors]:
    """The bodies that let no light through."""
    return [
        body
        for body in scene.seen.values()
        if body.shows_faces and body.style is not None and body.style.opacity >= 1.0
    ]


def _pose(body: BodyActors) -> Array:
    assert body.T_world_body is not None
    return body.T_world_body


def _triangles(scene: CellScene) -> Array:
    """The corners of all triangles that shade, world, mm, shape (m, 3, 3)."""
    bodies = _solid(scene)
    coarser = 0
    while sum(_size(body, coarser) for body in bodies) > MOST_TRIANGLES and any(
        len(body.shape.drawing.coarse) > coarser for body in bodies
    ):
        coarser += 1
    placed = [np.empty((0, 3, 3))]
    for body in bodies:
        surface = _surface(body, coarser)
        T = _pose(body)
        triangles = (surface.points @ T[:3, :3].T + T[:3, 3])[surface.triangles]
        placed.append(triangles)
        if open_surface(body.shape.solid) is not None:  # a sheet stops light from both sides
            placed.append(triangles[:, ::-1])
    return np.concatenate(placed)


def _surface(body: BodyActors, coarser: int) -> Any:
    drawing = body.shape.drawing
    return drawing.at_level(min(coarser, len(drawing.coarse))).surface


def _size(body: BodyActors, coarser: int) -> int:
    return len(_surface(body, coarser).triangles)
