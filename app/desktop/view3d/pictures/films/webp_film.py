"""An animated WebP, written frame by frame.

Pillow codes each frame as a picture of its own; the container around the frames is written here
(RFC 9649, section 2.7): Pillow's own writer of animations keeps all frames until the end.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from app.desktop.view3d.pictures.easel import Pixels
from app.desktop.view3d.pictures.opengl import RenderError

QUALITY = 90
EFFORT = 2  # 0 to 6: more makes smaller files, and takes longer
HEAD = 12  # bytes of "RIFF", length and "WEBP"
ANIMATED = 0x02  # flag of the chunk VP8X
NO_BLENDING = 0x02  # flag of the chunk ANMF: a frame covers the one before
LARGEST = 16_383  # pixels
MOST_BYTES = 2**32 - 10  # the length of a RIFF file has 32 bits


class WebpFilm:
    """A file that takes frames of one size."""

    def __init__(self, file: BinaryIO, size: tuple[int, int], fps: int) -> None:
        self._file, self._size, self._fps, self._frames = file, size, fps, 0
        self._file.write(b"RIFF\0\0\0\0WEBP")
        canvas = _three(size[0] - 1) + _three(size[1] - 1)
        self._file.write(_chunk(b"VP8X", bytes([ANIMATED, 0, 0, 0]) + canvas))
        self._file.write(_chunk(b"ANIM", bytes(4) + bytes(2)))  # goes round without end

    def add(self, pixels: Pixels) -> None:
        """Writes the next frame."""
        from PIL import Image

        stream = io.BytesIO()
        Image.fromarray(pixels).save(stream, format="WEBP", quality=QUALITY, method=EFFORT)
        width, height = self._size
        head = bytes(6) + _three(width - 1) + _three(height - 1) + _three(self._duration_ms())
        frame = head + bytes([NO_BLENDING]) + stream.getvalue()[HEAD:]
        self._file.write(_chunk(b"ANMF", frame))
        self._frames += 1
        if self._file.tell() > MOST_BYTES:
            raise RenderError("the film is longer than 4 GB, more than a WebP file can hold")

    def end(self) -> None:
        """Writes the length of the file into its head."""
        length = self._file.tell() - 8
        self._file.seek(4)
        self._file.write(length.to_bytes(4, "little"))

    def _duration_ms(self) -> int:
        """Whole milliseconds of the next frame, so that the frames together keep the time."""
        begin, end = (round(n * 1000 / self._fps) for n in (self._frames, self._frames + 1))
        return end - begin


@contextmanager
def webp_film(path: Path, size: tuple[int, int], fps: int, count: int) -> Iterator[WebpFilm]:
    """Opens the file, and gives what takes its frames."""
    if max(size) > LARGEST:
        raise RenderError(f"a WebP film is at most {LARGEST} pixels wide and high")
    with open(path, "wb") as file:
        film = WebpFilm(file, size, fps)
        yield film
        film.end()


def can_write_webp() -> bool:
    """Whether the installed Pillow codes WebP."""
    from PIL import features

    return bool(features.check("webp"))


def _three(number: int) -> bytes:
    return number.to_bytes(3, "little")


def _chunk(name: bytes, content: bytes) -> bytes:
    padding = b"\0" if len(content) % 2 else b""
    return name + len(content).to_bytes(4, "little") + content + padding
