"""The shades of a picture as a dark veil over it, before labels and the view cube."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyvista as pv
from numpy.typing import NDArray
from vtkmodules.util.numpy_support import numpy_to_vtk
from vtkmodules.vtkCommonDataModel import vtkImageData
from vtkmodules.vtkRenderingCore import (
    vtkCoordinate,
    vtkPolyDataMapper2D,
    vtkTexture,
    vtkTexturedActor2D,
)

TINT = (10, 13, 22)  # of the deepest shade: a little blue, as the sky lights it


class ShadeVeil:
    """The veil in one renderer; nothing is drawn until it is laid."""

    def __init__(self, renderer: Any) -> None:
        corners = np.array([(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (1.0, 1.0, 0.0), (0.0, 1.0, 0.0)])
        square = pv.PolyData(corners, faces=[4, 0, 1, 2, 3])
        square.GetPointData().SetTCoords(numpy_to_vtk(corners[:, :2].astype(np.float32), deep=True))
        whole = vtkCoordinate()
        whole.SetCoordinateSystemToNormalizedViewport()
        mapper = vtkPolyDataMapper2D()
        mapper.SetInputData(square)
        mapper.SetTransformCoordinate(whole)
        self._texture: Any = vtkTexture()
        self._texture.InterpolateOff()
        self.actor: Any = vtkTexturedActor2D()
        self.actor.SetMapper(mapper)
        self.actor.SetTexture(self._texture)
        self.actor.VisibilityOff()
        renderer.AddViewProp(self.actor)

    @property
    def is_laid(self) -> bool:
        """Whether the veil lies over the picture."""
        return bool(self.actor.GetVisibility())

    def lay(self, shades: NDArray[np.uint8]) -> None:
        """Lays these shades over the picture: 0 (none) to 255, the lowest row first."""
        height, width = shades.shape
        colours = np.empty((height, width, 4), np.uint8)
        colours[..., :3] = TINT
        colours[..., 3] = shades
        image = vtkImageData()
        image.SetDimensions(width, height, 1)
        image.GetPointData().SetScalars(numpy_to_vtk(colours.reshape(-1, 4), deep=True))
        self._texture.SetInputData(image)
        self.actor.VisibilityOn()

    def lift(self) -> None:
        """Takes the veil away."""
        self.actor.VisibilityOff()
