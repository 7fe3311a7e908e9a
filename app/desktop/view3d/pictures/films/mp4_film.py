"""A film as MP4 (H.264), made by the program ffmpeg of the user, which is called as it is."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from app.desktop.view3d.pictures.easel import Pixels
from app.desktop.view3d.pictures.opengl import RenderError

QUALITY = "18"  # constant rate factor of H.264: no loss is seen
PATIENCE_S = 120.0  # for the last frames and the index
# Players take films of this size for BT.709; H.264 with 4:2:0 needs even lengths.
COLOURS = (
    "scale=out_color_matrix=bt709:out_range=tv,pad=ceil(iw/2)*2:ceil(ih/2)*2,"
    "setparams=colorspace=bt709:color_primaries=bt709:color_trc=bt709:range=tv"
)


class Mp4Film:
    """A program that is fed with frames."""

    def __init__(self, process: subprocess.Popen[bytes], told: Path) -> None:
        self._process, self._told = process, told

    def add(self, pixels: Pixels) -> None:
        """Gives the next frame to the program."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(pixels.tobytes())
        except OSError as fault:
            self._process.wait(PATIENCE_S)
            raise RenderError(self._why()) from fault

    def end(self) -> None:
        """Waits until the program has written its file."""
        try:
            self.close()
        except OSError as fault:
            raise RenderError(self._why()) from fault
        if self._process.wait(PATIENCE_S):
            raise RenderError(self._why())

    def close(self) -> None:
        """Tells the program that there are no more frames."""
        if self._process.stdin is not None:
            self._process.stdin.close()

    def _why(self) -> str:
        lines = self._told.read_text(encoding="utf-8", errors="replace").strip().splitlines()
        return f"ffmpeg made no film: {lines[-1] if lines else 'it does not say why'}"


@contextmanager
def mp4_film(path: Path, size: tuple[int, int], fps: int, count: int) -> Iterator[Mp4Film]:
    """Starts the program, and gives what takes the frames."""
    told = path.with_name("ffmpeg.txt")
    hidden = getattr(subprocess, "CREATE_NO_WINDOW", 0)  # Windows would open a console
    with open(told, "wb") as errors:
        process = subprocess.Popen(
            command(ffmpeg(), path, size, fps),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=errors,
            creationflags=hidden,
        )
    film = Mp4Film(process, told)
    try:
        yield film
        film.end()
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        with suppress(OSError):  # of a program that has ended before its last frame
            film.close()


def command(program: str, path: Path, size: tuple[int, int], fps: int) -> list[str]:
    """The words with which the program is called: frames come as bytes, red, green, blue."""
    raw = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{size[0]}x{size[1]}", "-r", str(fps)]
    coded = ["-c:v", "libx264", "-crf", QUALITY, "-pix_fmt", "yuv420p"]
    return [
        program, "-hide_banner", "-loglevel", "error", "-y", *raw, "-i", "-", "-an",
        "-vf", COLOURS, *coded, "-movflags", "+faststart", "-f", "mp4", str(path),
    ]  # fmt: skip


def ffmpeg() -> str:
    """The program ffmpeg on the PATH of the user; "" where there is none."""
    return shutil.which("ffmpeg") or ""
