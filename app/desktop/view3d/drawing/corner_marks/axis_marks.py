"""Flat marks of the world axes over the picture: balls in one corner, a triad in another.

They are polygons in pixels. The solid marks of VTK took a quarter of each frame where the picture
is drawn by software.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from vtkmodules.util.numpy_support import numpy_to_vtk, numpy_to_vtkIdTypeArray
from vtkmodules.vtkCommonCore import vtkPoints
from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkPolyData
from vtkmodules.vtkRenderingCore import vtkActor2D, vtkPolyDataMapper2D, vtkRenderer

from app.desktop.looks.theme import Rgb, mix
from app.desktop.view3d.drawing.camera import camera_axes_of
from app.desktop.view3d.drawing.skeleton_view import AXIS_COLOURS

Array = NDArray[np.float64]
Shape = tuple[Array, Rgb]  # the corners of a convex polygon (k, 2), points, and its colour
Draw = Callable[
    [Array, Array], list[Shape]
]  # from the camera's axes (3, 3) and the view's size (2,)

# The strokes of the letters, from -0.5 to 0.5.
STROKES = {
    "X": [((-0.4, -0.5), (0.4, 0.5)), ((-0.4, 0.5), (0.4, -0.5))],
    "Y": [((-0.4, 0.5), (0.0, 0.0)), ((0.4, 0.5), (0.0, 0.0)), ((0.0, 0.0), (0.0, -0.5))],
    "Z": [((-0.4, 0.5), (0.4, 0.5)), ((0.4, 0.5), (-0.4, -0.5)), ((-0.4, -0.5), (0.4, -0.5))],
    "-": [((-0.3, 0.0), (0.3, 0.0))],
}
CORNERS = 24  # of a disc
LETTER, STROKE = 10.0, 1.7  # height of a letter and width of its strokes, points
BEHIND = 0.45  # of the colour that a ball far behind has lost to the grey behind it
INK: Rgb = (0.06, 0.07, 0.09)
SHADE: Rgb = (0.35, 0.36, 0.39)
SHAFT, BAR, AXIS = 2.4, 3.0, 32.0  # widths of the shafts and the triad's lines, and its length


def overlay_of(plotter: Any) -> Any:
    """A new renderer for flat marks above the picture of a plotter."""
    overlay, window = vtkRenderer(), plotter.render_window
    overlay.SetLayer(window.GetNumberOfLayers())
    overlay.SetInteractive(False)
    overlay.SetPreserveDepthBuffer(True)
    window.SetNumberOfLayers(window.GetNumberOfLayers() + 1)
    window.AddRenderer(overlay)
    return overlay


class AxisMarks:
    """An actor of flat marks that follow the camera of a scene. ratio: Pixels of a point.

    overlay: The renderer of the marks. Among the bodies they would take part in the depths of the
    picture, from which light and shadow are found.
    """

    def __init__(self, renderer: Any, overlay: Any, draw: Draw, ratio: float = 1.0) -> None:
        self._renderer, self._overlay, self._draw, self.ratio = renderer, overlay, draw, ratio
        self._data, self._shown = vtkPolyData(), tuple[object, ...]()
        mapper = vtkPolyDataMapper2D()
        mapper.SetInputData(self._data)
        mapper.SetScalarModeToUseCellData()
        self._actor = vtkActor2D()
        self._actor.SetMapper(mapper)
        self._actor.SetPickable(False)
        self._actor.GetPositionCoordinate().SetCoordinateSystemToViewport()
        overlay.AddViewProp(self._actor)
        self._observer = renderer.AddObserver("StartEvent", self._follow)

    def forget(self) -> None:
        """Draws the marks anew with the next frame, as their colours are others."""
        self._shown = ()

    def close(self) -> None:
        """Removes the marks from the picture."""
        self._renderer.RemoveObserver(self._observer)
        self._overlay.RemoveViewProp(self._actor)

    def _follow(self, *_: Any) -> None:
        """Before a frame: draws the marks anew where the camera has turned."""
        axes = camera_axes_of(self._renderer.GetActiveCamera())
        size = np.array(self._renderer.GetSize(), float) / self.ratio
        moment: tuple[object, ...] = (axes.tobytes(), size.tobytes(), self.ratio)
        if moment != self._shown:
            self._shown = moment
            self._fill(self._draw(axes, size))

    def _fill(self, shapes: list[Shape]) -> None:
        """Puts polygons into the actor, the last ones on top."""
        corners = np.concatenate([points for points, _ in shapes]) * self.ratio
        counts = np.array([len(points) for points, _ in shapes])
        colours = np.array([colour for _, colour in shapes])
        points, cells = vtkPoints(), vtkCellArray()
        flat = np.column_stack([corners, np.zeros(len(corners))])
        points.SetData(numpy_to_vtk(flat, deep=True))
        offsets = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        cells.SetData(
            numpy_to_vtkIdTypeArray(offsets, deep=True),
            numpy_to_vtkIdTypeArray(np.arange(len(corners), dtype=np.int64), deep=True),
        )
        self._data.SetPoints(points)
        self._data.SetPolys(cells)
        told = numpy_to_vtk(np.rint(255.0 * colours).astype(np.uint8), deep=True)
        self._data.GetCellData().SetScalars(told)


def ball_marks(axes: Array, middle: Array, reach: float, radius: float) -> list[Shape]:
    """Balls at both ends of the axes, the nearest on top, each with its letter.

    axes: Right, up and backward of the camera as columns, (3, 3). middle: Where they meet, (2,).
    reach: From there to a ball that is not seen from the side. All in points.
    """
    ends = np.concatenate([np.eye(3), -np.eye(3)]) @ axes
    shapes: list[Shape] = []
    for i in np.argsort(ends[:, 2]):
        place, colour = middle + reach * ends[i, :2], AXIS_COLOURS[i % 3]
        lost = BEHIND * (1.0 - ends[i, 2]) / 2.0
        if i < 3:
            shapes.append((_bar(middle, place, SHAFT), mix(colour, SHADE, lost)))
        else:
            lost = 0.35 + 0.65 * lost  # the negative ends are duller
        shapes.append((_disc(place, radius), mix(colour, SHADE, lost)))
        shapes += _letters(("-" if i >= 3 else "") + "XYZ"[i % 3], place, INK)
    return shapes


def triad_marks(axes: Array, origin: Array, letters: Rgb, share: float) -> list[Shape]:
    """The three axes from a point of the picture, the nearest on top, with letters at their ends.

    axes: As for `ball_marks`. origin: Points, (2,). share: Of their full size.
    """
    shapes: list[Shape] = []
    for i in np.argsort(axes[:, 2]):
        tip = origin + share * AXIS * axes[i, :2]
        shapes.append((_bar(origin, tip, share * BAR), AXIS_COLOURS[i]))
        place = origin + share * (AXIS + LETTER) * axes[i, :2]
        shapes += _letters("XYZ"[i], place, letters, share)
    return shapes


def _disc(middle: Array, radius: float) -> Array:
    turn = np.linspace(0.0, 2.0 * np.pi, CORNERS, endpoint=False)
    return middle + radius * np.column_stack([np.cos(turn), np.sin(turn)])


def _bar(start: Array, end: Array, width: float) -> Array:
    """A line of a width as a polygon; a small square where its ends meet."""
    along = end - start
    length = float(np.hypot(*along))
    along = along / length if length > 0.0 else np.array([1.0, 0.0])
    half = 0.5 * width * np.array([-along[1], along[0]])
    # As much longer as wide, so that bars of a letter join.
    start, end = start - 0.5 * width * along, end + 0.5 * width * along
    return np.array([start - half, end - half, end + half, start + half])


def _letters(word: str, middle: Array, colour: Rgb, share: float = 1.0) -> list[Shape]:
    """The strokes of a word of letters in STROKES, round a point. share: Of their full size."""
    shapes: list[Shape] = []
    high = share * LETTER
    left = middle - np.array([0.36 * high * (len(word) - 1), 0.0])
    for number, letter in enumerate(word):
        place = left + np.array([0.72 * high * number, 0.0])
        for a, b in STROKES[letter]:
            start, end = place + 0.8 * high * np.array(a), place + 0.8 * high * np.array(b)
            shapes.append((_bar(start, end, share * STROKE), colour))
    return shapes
