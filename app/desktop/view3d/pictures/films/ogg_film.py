"""A film as Ogg Theora, by the coder that VTK brings along (BSD licence)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from app.desktop.view3d.pictures.easel import Pixels
from app.desktop.view3d.pictures.opengl import RenderError

BEST = 2  # quality of the coder, 0 to 2


class OggFilm:
    """A file that takes frames of one size."""

    def __init__(self, path: Path, fps: int) -> None:
        from vtkmodules.vtkCommonDataModel import vtkImageData
        from vtkmodules.vtkIOOggTheora import vtkOggTheoraWriter

        self._path, self._image = path, vtkImageData()
        self._writer: Any = vtkOggTheoraWriter()
        self._writer.SetFileName(str(path))
        self._writer.SetRate(fps)
        self._writer.SetQuality(BEST)
        self._writer.SubsamplingOff()
        self._has_begun = False

    def add(self, pixels: Pixels) -> None:
        """Writes the next frame."""
        from vtkmodules.util.numpy_support import numpy_to_vtk

        height, width = pixels.shape[:2]
        rows = np.ascontiguousarray(pixels[::-1]).reshape(-1, 3)  # VTK has the lowest row first
        self._image.SetDimensions(width, height, 1)
        self._image.GetPointData().SetScalars(numpy_to_vtk(rows, deep=True))
        self._image.Modified()
        self._writer.SetInputData(self._image)
        if not self._has_begun:
            self._writer.Start()
            self._has_begun = True
        self._writer.Write()
        self._check()

    def end(self) -> None:
        """Writes the last frame to the disk."""
        if self._has_begun:
            self._writer.End()
            self._has_begun = False
            self._check()

    def _check(self) -> None:
        if self._writer.GetError():
            raise RenderError(f"the film cannot be written into {self._path.parent.parent}")


@contextmanager
def ogg_film(path: Path, size: tuple[int, int], fps: int, count: int) -> Iterator[OggFilm]:
    """Opens the file, and gives what takes its frames."""
    film = OggFilm(path, fps)
    try:
        yield film
    finally:
        film.end()
