"""A picture of a cell, drawn off screen, with or without a display."""

from __future__ import annotations

import os
import sys
from ctypes.util import find_library
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.desktop.looks.theme import DARK, Theme
from app.desktop.runs.shown_run import drawing_of
from app.desktop.view3d.views import ViewMode
from scenes.analysis import Report
from scenes.runs.run import Run
from scenes.world.cell import Cell
from scenes.world.state import CellState

# Pictures are drawn at twice the size and averaged: edges are smooth with every driver.
OVERSAMPLING = 2
NO_OPENGL = (
    "no picture can be drawn: this machine offers no OpenGL. On Debian and Ubuntu the packages "
    "libegl1, libgl1 and libgl1-mesa-dri draw without a graphics card."
)


class RenderError(OSError):
    """A picture cannot be drawn or written."""


def render(
    cell: Cell,
    state: CellState,
    mode: ViewMode,
    path: str | Path,
    size: tuple[int, int] = (1280, 800),
    run: Run | None = None,
    report: Report | None = None,
    *,
    time: float = 0.0,
    view: str = "home",
    theme: Theme = DARK,
    is_fine: bool = False,
) -> None:
    """Writes a PNG of the cell in a state. Raises RenderError where that fails.

    size: Width and height, pixels.
    run: Its path is drawn, and its skeletons in the skeleton view.
    report: Its collisions at `time`, s, are marked.
    view: front, back, left, right, top, bottom or home; the whole cell is in the picture.
    is_fine: With the light and shadow of a picture at rest; it takes seconds.
    """
    target = Path(path)
    if target.suffix.lower() != ".png":
        raise RenderError(f"a picture is written as .png, not {target.name!r}")
    if not target.parent.is_dir():
        raise RenderError(f"there is no folder {str(target.parent)!r} for the picture")
    pixels = picture(
        cell,
        state,
        mode,
        size,
        run=run,
        report=report,
        time=time,
        view=view,
        theme=theme,
        is_fine=is_fine,
    )
    from PIL import Image

    Image.fromarray(pixels).save(target)


def picture(
    cell: Cell,
    state: CellState,
    mode: ViewMode,
    size: tuple[int, int] = (1280, 800),
    *,
    run: Run | None = None,
    report: Report | None = None,
    time: float = 0.0,
    view: str = "home",
    theme: Theme = DARK,
    is_fine: bool = False,
) -> NDArray[np.uint8]:
    """The pixels of `render`, shape (height, width, 3)."""
    require_opengl()
    import pyvista

    from app.desktop.view3d import staging
    from app.desktop.view3d.drawing import camera
    from app.desktop.view3d.drawing.scene3d import CellScene
    from app.desktop.view3d.drawing.view_cube import add_axes
    from app.desktop.view3d.shading.seen_scene import can_be_shaded, seen_now
    from app.desktop.view3d.shading.shade_actor import ShadeVeil
    from app.desktop.view3d.shading.shades import KEPT, shades_of

    width, height = size
    plotter = pyvista.Plotter(
        off_screen=True, window_size=(width * OVERSAMPLING, height * OVERSAMPLING)
    )
    try:
        window = plotter.render_window
        window.SetMultiSamples(0)
        window.SetDPI(72 * OVERSAMPLING)
        scene = CellScene(plotter, theme)
        scene.set_pixel_ratio(OVERSAMPLING)
        veil = ShadeVeil(scene.renderer)
        add_axes(plotter, theme)
        scene.show_cell(cell)
        scene.set_mode(mode)
        staging.show_state(scene, cell, state)
        staging.show_run(scene, drawing_of(run))
        if report is not None:
            pairs = staging.colliding_at(report.collisions, time)
            staging.show_collisions(scene, cell, state, pairs)
        turned = camera.standard_view(scene.camera, view)
        scene.look(camera.fit(turned, scene.points(), width / height))
        scene.prepare_frame()
        window.Render()
        if is_fine and can_be_shaded(scene):
            shades = shades_of(seen_now(scene), KEPT)
            assert shades is not None
            veil.lay(shades)
            window.Render()
        large = np.asarray(plotter.screenshot(None, return_img=True))
    finally:
        plotter.close()
    return _averaged(large)


def _averaged(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Each square of pixels averaged to one pixel, shape (height, width, 3)."""
    height, width = (length // OVERSAMPLING for length in pixels.shape[:2])
    squares = pixels[:, :, :3].reshape(height, OVERSAMPLING, width, OVERSAMPLING, 3)
    return np.rint(squares.mean(axis=(1, 3))).astype(np.uint8)


def require_opengl() -> None:
    """Raises RenderError where nothing can draw off screen; VTK itself would crash there."""
    if sys.platform == "linux" and not os.environ.get("DISPLAY"):
        # EGL at once: VTK would first complain about the missing display.
        os.environ.setdefault("VTK_DEFAULT_OPENGL_WINDOW", "vtkEGLRenderWindow")
    from vtkmodules import vtkRenderingOpenGL2
    from vtkmodules.vtkCommonCore import vtkLogger

    # The user need not read of drivers that failed before one that works.
    vtkLogger.SetStderrVerbosity(vtkLogger.VERBOSITY_ERROR)
    window = vtkRenderingOpenGL2.vtkOpenGLRenderWindow()
    # VTK falls back to OSMesa without a test whether that library is installed.
    is_last_resort = type(window).__name__ == "vtkOSOpenGLRenderWindow"
    if not window.SupportsOpenGL() or (is_last_resort and find_library("OSMesa") is None):
        raise RenderError(NO_OPENGL)
