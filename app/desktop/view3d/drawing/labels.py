"""Words at a point of the world that always face the viewer."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from vtkmodules.vtkRenderingCore import vtkCoordinate, vtkTextActor

from app.desktop.looks.theme import Rgb

# Distance of a word to the right of its point and above it, points of the screen.
OFFSET = 10.0


class Label:
    """Words at a world point, drawn over the bodies, with a size in points of the screen."""

    def __init__(self, renderer: Any, text: str) -> None:
        self._renderer = renderer
        # A flat text pinned to a world point: bodies would cut a text in the world.
        self._actor = vtkTextActor()
        self._place = vtkCoordinate()
        self._place.SetCoordinateSystemToWorld()
        offset = self._actor.GetPositionCoordinate()
        offset.SetCoordinateSystemToViewport()
        offset.SetReferenceCoordinate(self._place)
        self._actor.SetPickable(False)
        self._actor.SetVisibility(False)
        style = self._actor.GetTextProperty()
        style.SetFontFamilyToArial()
        style.SetBold(True)
        style.SetJustificationToLeft()
        style.SetVerticalJustificationToBottom()
        self.write(text)
        renderer.AddViewProp(self._actor)

    def move(self, point: ArrayLike) -> None:
        """Puts the words at a world point, mm."""
        x, y, z = np.asarray(point, float)
        self._place.SetValue(x, y, z)

    def lean(self, to_left: bool) -> None:
        """Puts the words left of the point, or right of it."""
        style = self._actor.GetTextProperty()
        (style.SetJustificationToRight if to_left else style.SetJustificationToLeft)()
        x, y, _ = self._actor.GetPositionCoordinate().GetValue()
        self._actor.GetPositionCoordinate().SetValue(-abs(x) if to_left else abs(x), y, 0.0)

    def write(self, text: str) -> None:
        """Changes the words."""
        self._actor.SetInput("\n".join(f" {line} " for line in text.split("\n")))

    def show(self, visible: bool) -> None:
        """Shows or hides the words."""
        self._actor.SetVisibility(visible)

    def keep_clear(self, corner: tuple[float, float], ratio: float) -> None:
        """Moves the words left where they would reach beyond a corner: x right, y up, pixels."""
        x, y = self._place.GetComputedViewportValue(self._renderer)
        size = [0.0, 0.0]
        self._actor.GetSize(self._renderer, size)
        aside = OFFSET * ratio
        if y + aside + size[1] > corner[1]:
            aside = min(aside, corner[0] - size[0] - x)
        self._actor.GetPositionCoordinate().SetValue(aside, OFFSET * ratio, 0.0)

    def dress(self, colour: Rgb, size: int, ratio: float, back: Rgb | None = None) -> None:
        """Sets the colour, the size in points, and the colour of the box behind the words.

        ratio: Pixels per point of the screen.
        """
        self._actor.GetPositionCoordinate().SetValue(OFFSET * ratio, OFFSET * ratio, 0.0)
        style = self._actor.GetTextProperty()
        style.SetColor(*colour)
        style.SetFontSize(size)
        style.SetBackgroundOpacity(0.0 if back is None else 0.8)
        if back is not None:
            style.SetBackgroundColor(*back)

    def remove(self) -> None:
        """Removes the words from the picture for good."""
        self._renderer.RemoveViewProp(self._actor)
