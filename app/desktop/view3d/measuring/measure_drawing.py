"""Draws measurements over the bodies: lines, crosses at their ends, and labels."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from app.desktop.looks.theme import Theme, rgb
from app.desktop.view3d.drawing.camera import Camera
from app.desktop.view3d.drawing.labels.label import Label
from app.desktop.view3d.drawing.polydata import line_actor, polylines
from app.desktop.view3d.measuring.readings import Array, Reading
from app.desktop.view3d.tools.gizmo import scale_at

if TYPE_CHECKING:
    from app.desktop.view3d.drawing.scene3d import CellScene

MARK = 5.0  # half the size of the cross at an end, points


class MeasureDrawing:
    """An overlay of a scene: it asks for the present readings before each frame.

    readings: Gives the readings by number. clicked: Gives the points of an unfinished measurement.
    """

    def __init__(
        self,
        scene: CellScene,
        readings: Callable[[], Mapping[int, Reading]],
        clicked: Callable[[], Array],
    ) -> None:
        self._scene, self._readings, self._clicked = scene, readings, clicked
        self._labels: dict[int, Label] = {}
        self._texts: dict[int, str] = {}
        self._has_marks = True  # in the picture; at first they are drawn, though there are none
        self._ratio, self._theme = 1.0, scene.theme
        self._lines = line_actor(front=True)
        scene.renderer.AddActor(self._lines)
        scene.add_overlay(self)

    def dress(self, theme: Theme, ratio: float) -> None:
        """Sets the colours of the theme, and widths for the screen."""
        self._theme, self._ratio = theme, ratio
        look = self._lines.GetProperty()
        look.SetColor(*rgb(theme.label))
        look.SetLineWidth(2.2 * ratio)
        for label in self._labels.values():
            self._dress_label(label)

    def _dress_label(self, label: Label) -> None:
        theme = self._theme
        label.dress(rgb(theme.label), 12, self._ratio, back=rgb(theme.paper))

    def fit(self, camera: Camera, size: tuple[float, float]) -> Array:
        """Draws the readings of now, with crosses of constant size on the screen."""
        readings, clicked = self._readings(), self._clicked()
        has_marks = bool(readings) or len(clicked) > 0
        if not (has_marks or self._has_marks):
            return np.empty((0, 3))
        self._has_marks = has_marks
        curves = [curve for reading in readings.values() for curve in reading.curves]
        ends = np.concatenate([np.empty((0, 3)), clicked, *(r.ends for r in readings.values())])
        right, up, _ = camera.axes.T
        for end in ends:
            half = MARK * scale_at(camera, end, size[1])
            curves += [
                np.array([end - half * (right + up), end + half * (right + up)]),
                np.array([end - half * (right - up), end + half * (right - up)]),
            ]
        self._lines.GetMapper().SetInputDataObject(polylines(curves))
        self._show_labels(readings)
        places = [reading.place[None] for reading in readings.values()]
        return np.concatenate([ends, *places]) if places else ends

    def _show_labels(self, readings: Mapping[int, Reading]) -> None:
        for number in self._labels.keys() - readings.keys():
            self._labels.pop(number).remove()
            self._texts.pop(number)
        for number, reading in readings.items():
            if number not in self._labels:
                self._labels[number] = Label(self._scene.renderer, reading.text)
                self._dress_label(self._labels[number])
                self._labels[number].show(True)
            if self._texts.get(number) != reading.text:
                self._labels[number].write(reading.text)
                self._texts[number] = reading.text
            self._labels[number].move(reading.place)
