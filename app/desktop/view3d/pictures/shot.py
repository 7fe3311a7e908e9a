"""A picture of what the window shows, to be drawn at any size in another process. No Qt."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import numpy as np
from numpy.typing import NDArray

from app.desktop.looks.theme import LIGHT, theme_named
from app.desktop.view3d.drawing.camera import Camera
from app.desktop.view3d.pictures.picture import OVERSAMPLING, require_opengl
from app.desktop.view3d.views import ViewMode

if TYPE_CHECKING:
    from app.desktop.runs.shown_run import RunDrawing
    from scenes.world.cell import Cell
    from scenes.world.state import CellState

Pixels = NDArray[np.uint8]
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
    require_opengl()
    import pyvista

    width, height = frame.size
    finer = OVERSAMPLING if OVERSAMPLING * max(frame.size) <= MOST_DRAWN else 1
    plotter = pyvista.Plotter(off_screen=True, window_size=(width * finer, height * finer))
    try:
        is_clear = frame.background == TRANSPARENT
        _draw(plotter, shot, frame, finer)
        large = np.asarray(
            plotter.screenshot(None, return_img=True, transparent_background=is_clear)
        )
    finally:
        plotter.close()
    return averaged(large, finer)


def averaged(pixels: Pixels, finer: int) -> Pixels:
    """Each square of pixels as one pixel.

    Colours under a transparent background count as much as they cover.
    """
    height, width, channels = (pixels.shape[0] // finer, pixels.shape[1] // finer, pixels.shape[2])
    small = np.empty((height, width, channels), np.uint8)
    for row in range(height):  # a picture of 8192 pixels as real numbers would take gigabytes
        squares = pixels[row * finer : (row + 1) * finer].reshape(finer, width, finer, channels)
        mean = squares.mean(axis=(0, 2))
        if channels == 4:
            mean[:, :3] /= np.maximum(mean[:, 3:], 1.0) / 255.0
        small[row] = np.rint(np.clip(mean, 0.0, 255.0))
    return small


def _draw(plotter: Any, shot: Shot, frame: Frame, finer: int) -> None:
    from app.desktop.view3d import staging
    from app.desktop.view3d.drawing.scene3d import CellScene
    from app.desktop.view3d.shading.seen_scene import can_be_shaded, seen_now
    from app.desktop.view3d.shading.shade_actor import ShadeVeil
    from app.desktop.view3d.shading.shades import AT_REST, KEPT, shades_of

    window = plotter.render_window
    window.SetMultiSamples(0)
    ratio = finer * max(1.0, frame.size[1] / 900.0)  # lines and letters grow with the picture
    window.SetDPI(round(72 * ratio))
    scene = CellScene(plotter, theme_named(shot.theme) if frame.background == THEME else LIGHT)
    if frame.background != THEME:
        plotter.renderer.SetGradientBackground(False)
        plotter.renderer.SetBackground(*((1.0,) * 3 if frame.background == WHITE else (0.0,) * 3))
    scene.set_pixel_ratio(ratio)
    veil = ShadeVeil(scene.renderer)
    scene.show_cell(shot.cell)
    scene.set_mode(shot.mode)
    scene.set_looks(shot.hidden, shot.opacities)
    staging.show_state(scene, shot.cell, shot.state)
    staging.show_run(scene, shot.drawing)
    staging.show_collisions(scene, shot.cell, shot.state, shot.pairs)
    scene.show_grid(shot.has_grid)
    scene.trail.show(frame.has_path)
    scene.show_frames(frame.has_labels)
    scene.look(framed(shot.camera, shot.aspect, frame.size))
    scene.prepare_frame()
    window.Render()
    if frame.is_fine and can_be_shaded(scene):
        shades = shades_of(seen_now(scene), KEPT if max(frame.size) > PREVIEW else AT_REST)
        assert shades is not None
        veil.lay(shades)
        window.Render()
