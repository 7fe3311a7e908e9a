"""The outline of one body as an actor of lines, found anew when the eye or the body moves."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from vtkmodules.util.numpy_support import numpy_to_vtk
from vtkmodules.vtkCommonCore import vtkPoints
from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkPolyData

from app.desktop.view3d.drawing.polydata import line_actor
from geometry.meshes.silhouette import Silhouette

Array = NDArray[np.float64]


class BodyOutline:
    """The actor, in the frame of the body."""

    def __init__(self, silhouette: Silhouette, vertices: Array) -> None:
        """vertices: The vertices of the mesh that the silhouette is about, shape (n, 3), mm."""
        self.silhouette = silhouette
        self._vertices = vertices
        self._eye: Array | None = None
        self._points, self._lines = vtkPoints(), vtkCellArray()
        self.data = vtkPolyData()
        self.data.SetPoints(self._points)
        self.data.SetLines(self._lines)
        self.actor: Any = line_actor(self.data)

    def see(self, eye: Array, T_world_body: Array) -> None:
        """Finds the outline where the eye has moved against the body since the last time.

        eye: The eye in the world in homogeneous coordinates, (4,): x, y, z in mm and 1; or, for
            parallel lines of sight, the direction towards the eye and 0.
        """
        turn, place = T_world_body[:3, :3], T_world_body[:3, 3]
        eye_body = np.append((eye[:3] - eye[3] * place) @ turn, eye[3])
        if self._eye is not None and np.array_equal(eye_body, self._eye):
            return
        self._eye = eye_body
        ends = self._vertices[self.silhouette.seen_from(eye_body)].reshape(-1, 3)
        self._points.SetData(numpy_to_vtk(ends.astype(np.float32), deep=True))
        if self._lines.GetNumberOfConnectivityIds() != len(ends):
            self._lines.SetData(2, numpy_to_vtk(np.arange(len(ends)), deep=True))
        self.data.Modified()
