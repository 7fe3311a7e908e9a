"""Words as a picture, in any script: drawn by Qt, or by VTK where Qt has not been started.

The font that VTK brings has Latin, Greek and Cyrillic letters alone. For other letters Qt is
started without a window.
"""

from __future__ import annotations

import logging
import sys
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonDataModel import vtkImageData
from vtkmodules.vtkRenderingCore import vtkTextProperty, vtkTextRenderer

from app.desktop.looks.theme import Rgb

Pixels = NDArray[np.uint8]
KEPT = 1000  # pictures
LAST_OF_VTK = "\u04ff"  # the last Cyrillic letter of the font that VTK brings
BACK_OPACITY = 0.8
log = logging.getLogger(__name__)


@lru_cache(maxsize=KEPT)
def word_picture(
    text: str, colour: Rgb, points: int, ratio: float, back: Rgb | None = None
) -> Pixels:
    """The picture of words, (height, width, 4), red, green, blue and alpha, the lowest row first.

    points: Size of the letters, points of the screen. ratio: Pixels per point. back: Colour of the
    plate behind the words; None for no plate.
    """
    if _has_qt(text):
        from app.desktop.view3d.drawing.labels.qt_words import words_by_qt

        return words_by_qt(text, colour, points, ratio, back)
    return _by_vtk(text, colour, points, ratio, back)


def _has_qt(text: str) -> bool:
    """Whether Qt can draw the words: it is started for letters that VTK's font does not have."""
    gui = sys.modules.get("PySide6.QtGui")
    if gui is not None and gui.QGuiApplication.instance() is not None:
        return True
    if max(text, default="") <= LAST_OF_VTK:
        return False
    try:
        from app.desktop.view3d.drawing.labels.qt_words import start_off_screen

        start_off_screen()
    except (ImportError, OSError) as fault:
        log.info("Qt draws no words: %s", fault)
        return False
    return True


def _by_vtk(text: str, colour: Rgb, points: int, ratio: float, back: Rgb | None) -> Pixels:
    """The same with VTK's own font."""
    style = vtkTextProperty()
    style.SetFontFamilyToArial()
    style.SetBold(True)
    style.SetFontSize(max(1, round(points * ratio)))
    style.SetColor(*colour)
    style.SetBackgroundOpacity(0.0 if back is None else BACK_OPACITY)
    if back is not None:
        style.SetBackgroundColor(*back)
    image: Any = vtkImageData()
    size = [0, 0]
    words = "\n".join(f" {line} " for line in text.split("\n"))
    vtkTextRenderer.GetInstance().RenderString(style, words, image, size, 72)
    width, height, _ = image.GetDimensions()
    if width * height == 0:
        return np.zeros((1, 1, 4), np.uint8)
    pixels = vtk_to_numpy(image.GetPointData().GetScalars()).reshape(height, width, 4)
    return np.array(pixels[: max(size[1], 1), : max(size[0], 1)])
