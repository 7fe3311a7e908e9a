"""The protocol of things drawn besides the cell, such as handles or a measured distance."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from app.desktop.looks.theme import Theme
from app.desktop.view3d.drawing.camera import Camera

Array = NDArray[np.float64]


class Overlay(Protocol):
    """A drawing that the scene colours with the rest and fits to the camera before each frame."""

    def dress(self, theme: Theme, ratio: float) -> None:
        """Sets the colours of the theme, and widths for the screen."""
        ...

    def fit(self, camera: Camera, size: tuple[float, float]) -> Array:
        """Fits the drawing to the camera; gives world points that must stay visible, (k, 3), mm."""
        ...
