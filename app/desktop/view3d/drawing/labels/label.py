"""Words at a point of the world that always face the viewer."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyvista as pv
from numpy.typing import ArrayLike, NDArray
from vtkmodules.util.numpy_support import numpy_to_vtk
from vtkmodules.vtkCommonDataModel import vtkImageData
from vtkmodules.vtkRenderingCore import (
    vtkPolyDataMapper2D,
    vtkTexture,
    vtkTexturedActor2D,
)

from app.desktop.looks.theme import Rgb
from app.desktop.view3d.drawing.labels.layout import Wanted
from app.desktop.view3d.drawing.labels.word_picture import word_picture

Array = NDArray[np.float64]


class Words(vtkTexturedActor2D):
    """The actor of a label, by which the labels of a renderer are found."""

    label: Label | None = None


class Label:
    """Words at a world point, drawn over the bodies, with a size in points of the screen.

    Where they appear is decided with all other labels of the renderer: see `board`.
    is_name: Whether the words name a thing. They make room for others, such as a value at a handle.
    """

    def __init__(self, renderer: Any, text: str, is_name: bool = False) -> None:
        self._renderer = renderer
        self.is_name = is_name
        self.point = np.zeros(3)
        self.colour: Rgb = (1.0, 1.0, 1.0)
        self._text, self._look = text, (12, 1.0)
        self._back: Rgb | None = None
        self._to_left = False
        self._drawn: object = None
        self._size = (0.0, 0.0)
        self.is_shown = False
        self._texture = vtkTexture()
        self._texture.InterpolateOff()
        mapper = vtkPolyDataMapper2D()
        self._mapper = mapper
        self._actor = Words()
        self._actor.label = self
        self._actor.SetMapper(mapper)
        self._actor.SetTexture(self._texture)
        self._actor.SetPickable(False)
        self._actor.SetVisibility(False)
        self._actor.GetPositionCoordinate().SetCoordinateSystemToViewport()
        renderer.AddViewProp(self._actor)

    def move(self, point: ArrayLike) -> None:
        """Puts the words at a world point, mm."""
        self.point = np.asarray(point, float)

    def lean(self, to_left: bool) -> None:
        """Puts the words left of the point, or right of it, where there is room."""
        self._to_left = to_left

    def write(self, text: str) -> None:
        """Changes the words."""
        self._text = text

    @property
    def text(self) -> str:
        return self._text

    def show(self, visible: bool) -> None:
        """Shows or hides the words."""
        self.is_shown = visible
        if not visible:
            self._actor.SetVisibility(False)

    def dress(self, colour: Rgb, size: int, ratio: float, back: Rgb | None = None) -> None:
        """Sets the colour, the size in points, and the colour of the plate behind the words.

        ratio: Pixels per point of the screen.
        """
        self.colour, self._look, self._back = colour, (size, ratio), back

    def wanted(self, pixel: tuple[float, float]) -> Wanted:
        """What the words need of the screen. pixel: Where their point appears."""
        self._draw()
        return Wanted(pixel, self._size, self._to_left)

    def place(self, corner: tuple[float, float] | None) -> None:
        """Draws the words at a lower left corner, pixels; None draws nothing."""
        self._actor.SetVisibility(corner is not None)
        if corner is not None:
            self._actor.SetPosition(*corner)

    @property
    def box(self) -> tuple[float, float, float, float] | None:
        """The words' box on the screen, pixels from the lower left; None while not drawn."""
        if not self._actor.GetVisibility():
            return None
        x, y = self._actor.GetPosition()
        return x, y, x + self._size[0], y + self._size[1]

    def _draw(self) -> None:
        """Makes the picture of the words, where it has changed."""
        key = (self._text, self.colour, *self._look, self._back)
        if key == self._drawn:
            return
        self._drawn = key
        pixels = word_picture(self._text, self.colour, *self._look, self._back)
        height, width = pixels.shape[:2]
        image = vtkImageData()
        image.SetDimensions(width, height, 1)
        image.GetPointData().SetScalars(numpy_to_vtk(pixels.reshape(-1, 4), deep=True))
        self._texture.SetInputData(image)
        corners = np.array([(0, 0, 0), (width, 0, 0), (width, height, 0), (0, height, 0)], float)
        plate = pv.PolyData(corners, faces=[4, 0, 1, 2, 3])
        places = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
        plate.GetPointData().SetTCoords(numpy_to_vtk(places, deep=True))
        self._mapper.SetInputData(plate)
        self._size = (float(width), float(height))

    def remove(self) -> None:
        """Removes the words from the picture for good."""
        self._actor.label = None
        self._renderer.RemoveViewProp(self._actor)
