"""A picture of what the window shows, to be drawn at any size in another process. No Qt."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from app.desktop.looks.theme import LIGHT, theme_named
from app.desktop.view3d.drawing.camera import Camera
from app.desktop.view3d.pictures.easel import Easel, Moment, Pixels
from app.desktop.view3d.pictures.opengl import OVERSAMPLING
from app.desktop.view3d.views import ViewMode

if TYPE_CHECKING:
    from app.desktop.runs.shown_run import RunDrawing
    from app.desktop.view3d.shading.shades import Effort
    from scenes.world.cell import Cell
    from scenes.world.state import CellState

THEME, WHITE, TRANSPARENT = "theme", "white", "transparent"
SMALLEST, LARGEST = 16, 8192  # pixels
PREVIEW = 600  # pixels along a picture that is only looked at, and has to be there soon
MOST_DRAWN = 8192  # pixels along a picture that is drawn larger and averaged


@dataclass(frozen=True)
class Frame:
    """What the user chooses of a picture.

    size: Width and height, pixels. background: "theme", "white" or "transparent".
    has_path, has_labels: Whether the path of the tool, and locations with names, are drawn.
    is_fine: With the light and shadow of a picture at rest.
    """

    size: tuple[int, int] = (1920, 1080)
    background: str = THEME
    has_path: bool = True
    has_labels: bool = False
    is_fine: bool = True


@dataclass(frozen=True, eq=False)
class Shot:
    """What the window shows at one moment.

    aspect: Width over height of the view. pairs: Names of bodies that collide.
    hidden, opacities: Bodies that the user has hidden, or lets be seen through.
    """

    cell: Cell
    state: CellState
    mode: ViewMode
    camera: Camera
    aspect: float
    theme: str
    drawing: RunDrawing | None = None
    pairs: tuple[tuple[str, str], ...] = ()
    hidden: Sequence[str] = ()
    opacities: Mapping[str, float] = field(default_factory=dict)
    has_grid: bool = True


def framed(camera: Camera, aspect: float, size: tuple[int, int]) -> Camera:
    """The camera moved back so far that a narrower picture shows all of the view's width."""
    narrower = aspect / (size[0] / size[1])
    return replace(camera, distance=camera.distance * narrower) if narrower > 1.0 else camera


def write_shot(shot: Shot, frame: Frame, path: str) -> str:
    """Writes a PNG in one step; gives the fault in words, or ""."""
    target = Path(path)
    part = target.with_name(f".{target.name}.{uuid4().hex[:8]}")
    try:
        part.write_bytes(png_of(shot, frame))
        os.replace(part, target)
    except (OSError, ValueError, MemoryError) as fault:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        return str(fault) or "there is not enough memory for a picture of this size"
    return ""


def png_of(shot: Shot, frame: Frame) -> bytes:
    """The picture as the bytes of a PNG. Raises OSError where nothing can draw."""
    from PIL import Image

    stream = io.BytesIO()
    Image.fromarray(pixels_of(shot, frame)).save(stream, format="PNG")
    return stream.getvalue()


def pixels_of(shot: Shot, frame: Frame) -> Pixels:
    """The pixels, shape (height, width, 3), or 4 with a transparent background."""
    moment = Moment(shot.state, framed(shot.camera, shot.aspect, frame.size), shot.pairs)
    with easel_of_shot(shot, frame) as easel:
        return easel.pixels(moment, shading_of(frame), frame.background == TRANSPARENT)


def shading_of(frame: Frame) -> Effort | None:
    """How finely light and shadow of a picture are found; None where it has none."""
    from app.desktop.view3d.shading.shades import AT_REST, KEPT

    if not frame.is_fine:
        return None
    return KEPT if max(frame.size) > PREVIEW else AT_REST


def easel_of_shot(shot: Shot, frame: Frame) -> Easel:
    """The scene of a shot, for pictures of any of its moments."""
    from app.desktop.view3d import staging

    finer = OVERSAMPLING if OVERSAMPLING * max(frame.size) <= MOST_DRAWN else 1
    ratio = finer * max(1.0, frame.size[1] / 900.0)  # lines and letters grow with the picture
    theme = theme_named(shot.theme) if frame.background == THEME else LIGHT
    easel = Easel(shot.cell, shot.mode, theme, frame.size, finer, ratio)
    scene, renderer = easel.scene, easel.plotter.renderer
    if frame.background != THEME:
        renderer.SetGradientBackground(False)
        renderer.SetBackground(*((1.0,) * 3 if frame.background == WHITE else (0.0,) * 3))
    scene.set_looks(shot.hidden, shot.opacities)
    staging.show_run(scene, shot.drawing)
    scene.show_grid(shot.has_grid)
    scene.trail.show(frame.has_path)
    scene.show_frames(frame.has_labels)
    return easel
