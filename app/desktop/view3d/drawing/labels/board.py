"""Places all labels of a renderer before a frame: none over another, nor over what lies there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyvista as pv
from vtkmodules.vtkRenderingCore import vtkActor2D, vtkPolyDataMapper2D

from app.desktop.looks.theme import Theme, rgb
from app.desktop.view3d.drawing.camera import Camera, projected
from app.desktop.view3d.drawing.labels.label import Label, Words
from app.desktop.view3d.drawing.labels.layout import Box, Placed, line_end, placed


class Board:
    """The labels of one renderer, and the lines from moved ones to their points."""

    def __init__(self, renderer: Any) -> None:
        self._renderer = renderer
        self._ratio = 1.0
        self._mapper = vtkPolyDataMapper2D()
        self._lines, self._has_lines = vtkActor2D(), True  # a mapper needs lines, if only none
        self._lines.SetMapper(self._mapper)
        self._lines.SetPickable(False)
        renderer.AddViewProp(self._lines)
        self._asked: tuple[object, ...] | None = None  # of the places below
        self._found: list[Placed | None] = []

    def dress(self, theme: Theme, ratio: float) -> None:
        """Sets the colours of the theme, and widths for the screen."""
        self._ratio = ratio
        self._lines.GetProperty().SetColor(*rgb(theme.label))
        self._lines.GetProperty().SetOpacity(0.7)
        self._lines.GetProperty().SetLineWidth(1.2 * ratio)

    @property
    def shown(self) -> list[Label]:
        """The labels to be placed: values at the pointer first, names after them."""
        props = self._renderer.GetViewProps()
        actors = [props.GetItemAsObject(i) for i in range(props.GetNumberOfItems())]
        labels = [actor.label for actor in actors if isinstance(actor, Words) and actor.label]
        shown = [label for label in labels if label.is_shown and label.text]
        return [*(x for x in shown if not x.is_name), *(x for x in shown if x.is_name)]

    def place(
        self, camera: Camera, size: tuple[float, float], kept_free: Sequence[Box] = ()
    ) -> None:
        """Places the labels for a camera.

        size: Of the view, points. kept_free: Boxes where no label may lie, points from the lower
        left.
        """
        ratio, labels = self._ratio, self.shown
        points = np.array([label.point for label in labels]).reshape(-1, 3)
        x, y = projected(camera, points, *size).T + 0.5
        pixels = np.stack([x, size[1] - y], axis=1) * ratio
        view = (size[0] * ratio, size[1] * ratio)
        wanted = [
            label.wanted((float(u), float(v)))
            for label, (u, v) in zip(labels, np.nan_to_num(pixels, nan=-1.0), strict=True)
        ]
        boxes = [tuple(side * ratio for side in box) for box in kept_free]
        asked = (labels, wanted, view, boxes)
        shown = [label.box is not None for label in labels]
        if asked == self._asked and shown == [place is not None for place in self._found]:
            return  # in a playback most frames ask for the same places again
        self._asked = asked
        self._found = found = placed(wanted, view, boxes, ratio)  # type: ignore[arg-type]
        ends: list[tuple[float, float, float]] = []
        for label, words, place in zip(labels, wanted, found, strict=True):
            label.place(None if place is None else place.corner)
            if place is not None and place.has_line:
                ends += [(*words.point, 0.0), (*line_end(place, words), 0.0)]
        self._draw_lines(ends)

    def _draw_lines(self, ends: Sequence[tuple[float, float, float]]) -> None:
        if not ends:
            if self._has_lines:
                self._mapper.SetInputData(pv.PolyData())
            self._has_lines = False
            return
        self._has_lines = True
        pairs = np.arange(len(ends)).reshape(-1, 2)
        cells = np.hstack([np.full((len(pairs), 1), 2), pairs]).ravel()
        self._mapper.SetInputData(pv.PolyData(np.array(ends, float), lines=cells))
