"""Draws a film frame by frame into its file: never more than one frame is kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from app.desktop.view3d.pictures.easel import Easel, Moment
from app.desktop.view3d.pictures.films.film_files import draft_of, film_file
from app.desktop.view3d.pictures.reel import Reel
from app.desktop.view3d.pictures.shot import Frame, Shot, easel_of_shot, shading_of

if TYPE_CHECKING:
    from app.desktop.view3d.shading.shades import Effort

Progress = Callable[[float, str], None]


@dataclass(frozen=True, eq=False)
class Trial:
    """A frame of a film to look at, and how long it took.

    png: The bytes of a PNG. seconds: What one frame takes, with a scene that stands already.
    """

    png: bytes
    seconds: float


def draw_film(
    easel: Easel, reel: Reel, path: Path, shading: Effort | None, on_progress: Progress,
    draft: Path | None = None,
) -> None:  # fmt: skip
    """Draws the frames of a reel into a file or folder, which appears whole or not at all.

    draft: The folder beside it in which the film is made, and which is removed in any case.
    """
    with (
        draft_of(path, draft) as place,
        film_file(path, place, easel.size, reel.fps, reel.count) as file,
    ):
        for number, moment in enumerate(reel.moments(), 1):
            file.add(easel.pixels(moment, shading))
            on_progress(number / reel.count, f"frame {number} of {reel.count}")


def write_film(
    shot: Shot, frame: Frame, reel: Reel, path: str, draft: str, on_progress: Progress
) -> str:
    """For the process: draws a film of the window's view; gives the fault in words, or ""."""
    try:
        with easel_of_shot(shot, frame) as easel:
            draw_film(easel, reel, Path(path), shading_of(frame), on_progress, Path(draft))
    except OSError as fault:
        words = fault.strerror or str(fault)
        return f"{fault.filename}: {words}" if fault.filename else words
    except MemoryError:
        return "there is not enough memory for frames of this size"
    return ""


def try_film(shot: Shot, frame: Frame, moment: Moment, seen: tuple[int, int]) -> Trial:
    """For the process: the frame of a moment, at most `seen` pixels wide and high, and its cost."""
    import io

    from PIL import Image

    with easel_of_shot(shot, frame) as easel:
        easel.pixels(moment)  # the first picture of a scene takes longer than all others
        begin = monotonic()
        pixels = easel.pixels(moment, shading_of(frame))
        seconds = monotonic() - begin
    image = Image.fromarray(pixels)
    image.thumbnail(seen)
    stream = io.BytesIO()
    image.save(stream, format="PNG")
    return Trial(stream.getvalue(), seconds)
