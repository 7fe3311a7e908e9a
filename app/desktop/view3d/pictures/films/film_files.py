"""The formats of films, and the draft beside a film in which it is made."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol
from uuid import uuid4

from app.desktop.view3d.pictures.easel import Pixels
from app.desktop.view3d.pictures.films.frame_folder import frame_folder
from app.desktop.view3d.pictures.films.mp4_film import ffmpeg, mp4_film
from app.desktop.view3d.pictures.films.ogg_film import ogg_film
from app.desktop.view3d.pictures.films.webp_film import can_write_webp, webp_film
from app.desktop.view3d.pictures.opengl import RenderError

TRIES, BETWEEN_TRIES_S = 50, 0.1


class FilmFile(Protocol):
    """A film that is being written."""

    def add(self, pixels: Pixels) -> None:
        """Writes the next frame, shape (height, width, 3)."""


Opens = Callable[[Path, tuple[int, int], int, int], AbstractContextManager[FilmFile]]


@dataclass(frozen=True)
class FilmKind:
    """A format of films: its suffix, "" for a folder; its name, and what it is for."""

    suffix: str
    name: str
    purpose: str
    opens: Opens
    is_there: Callable[[], bool] = lambda: True


# MP4 first: every player and slide shows it. It needs a program of the user's, so the next one,
# which needs nothing but a browser, takes its place where that program is missing.
KINDS = (
    FilmKind(
        ".mp4",
        "MP4 video",
        "for players, slides and telephones (H.264)",
        mp4_film,
        lambda: bool(ffmpeg()),
    ),
    FilmKind(
        ".webp",
        "Animated WebP",
        "for browsers, web pages and chats; it goes round",
        webp_film,
        can_write_webp,
    ),
    FilmKind(".ogv", "Ogg Theora video", "for free players such as VLC", ogg_film),
    FilmKind("", "Numbered PNG pictures", "a folder for programs that cut films", frame_folder),
)
NO_FFMPEG = (
    "MP4 is made by the program ffmpeg, which is not installed here (not found on the PATH)."
)


def offered_kinds() -> tuple[FilmKind, ...]:
    """The formats that can be written on this machine, the one to be taken first in front."""
    return tuple(kind for kind in KINDS if kind.is_there())


def kind_named(path: Path) -> FilmKind:
    """The format of a path by its suffix; RenderError where it is none, or cannot be written."""
    suffix = path.suffix.lower()
    found = next((kind for kind in KINDS if kind.suffix == suffix), None)
    if found is None:
        known = ", ".join(kind.suffix for kind in offered_kinds() if kind.suffix)
        raise RenderError(
            f"{path.name}: a film is written as {known}, or into a folder (a name without a suffix)"
        )
    if not found.is_there():
        missing = NO_FFMPEG if suffix == ".mp4" else f"{found.name} cannot be written here."
        raise RenderError(f"{path.name}: {missing}")
    return found


def new_draft(path: Path) -> Path:
    """The name of a folder beside `path` in which its film is made."""
    return path.with_name(f".{path.name}.{uuid4().hex[:8]}.part")


@contextmanager
def draft_of(path: Path, draft: Path | None = None) -> Iterator[Path]:
    """A place for a film that takes its name at the end; removed with all in it after a fault."""
    kind_named(path)
    if not path.name or not path.parent.is_dir():
        raise RenderError(f"there is no folder {str(path.parent)!r} for the film")
    if path.is_dir() and any(path.iterdir()):
        raise RenderError(f"{path.name} is a folder with files in it: choose a new name")
    draft = draft or new_draft(path)
    place = draft / path.name
    draft.mkdir()
    try:
        yield place
        if path.is_dir():
            path.rmdir()
        os.replace(place, path)
    finally:
        remove_draft(draft)


def remove_draft(draft: Path) -> bool:
    """Removes a draft with all in it; whether it is gone."""
    with suppress(OSError):
        shutil.rmtree(draft)
    return not draft.exists()


def remove_soon(draft: Path) -> None:
    """Removes the draft of a process that was killed: now, or when all have let go of its files.

    A program that the process had started may hold them for a moment longer.
    """
    if not remove_draft(draft):
        threading.Thread(target=_remove_later, args=(draft,), daemon=True).start()


def _remove_later(draft: Path) -> None:
    for _ in range(TRIES):
        time.sleep(BETWEEN_TRIES_S)
        if remove_draft(draft):
            return


@contextmanager
def film_file(
    path: Path, place: Path, size: tuple[int, int], fps: int, count: int
) -> Iterator[FilmFile]:
    """The film of a path while its frames are added; it is made in `place`."""
    with kind_named(path).opens(place, size, fps, count) as file:
        yield file
