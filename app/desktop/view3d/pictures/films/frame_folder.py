"""A film as a folder of numbered PNG pictures, from 1 on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.desktop.view3d.pictures.easel import Pixels

LEAST_DIGITS = 4


class FrameFolder:
    """Writes one picture after the other."""

    def __init__(self, folder: Path, count: int) -> None:
        self._folder, self._written = folder, 0
        self._digits = max(LEAST_DIGITS, len(str(count)))

    def add(self, pixels: Pixels) -> None:
        """Writes the next picture."""
        from PIL import Image

        self._written += 1
        name = f"frame_{self._written:0{self._digits}}.png"
        Image.fromarray(pixels).save(self._folder / name)


@contextmanager
def frame_folder(path: Path, size: tuple[int, int], fps: int, count: int) -> Iterator[FrameFolder]:
    """Makes the folder, and gives what takes its pictures."""
    path.mkdir()
    yield FrameFolder(path, count)
