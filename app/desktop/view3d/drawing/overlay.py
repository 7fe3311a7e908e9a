"""Something more that is drawn with the cell, such as handles or a measured distance."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from app.desktop.looks.theme import Theme
from app.desktop.view3d.drawing.camera import Camera

Array = NDArray[np.float64]


class Overlay(Protocol):
    """The scene dresses it with the rest and fits it to the camera before each frame."""

    def dress(self, theme: Theme, ratio: float) -> None:
        """Colours of the theme, widths for the screen."""
        ...

    def fit(self, camera: Camera, size: tuple[float, float]) -> Array:
        """Makes it fit the camera; gives world points that must not be cut off, (k, 3), mm."""
        ...
