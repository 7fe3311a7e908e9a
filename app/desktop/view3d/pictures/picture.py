"""A picture of a cell, drawn off screen, with or without a display."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.desktop.looks.theme import DARK, Theme
from app.desktop.runs.shown_run import drawing_of
from app.desktop.view3d.pictures.easel import Easel, Moment
from app.desktop.view3d.pictures.opengl import OVERSAMPLING, RenderError
from app.desktop.view3d.views import ViewMode
from scenes.analysis import Report
from scenes.runs.run import Run
from scenes.world.cell import Cell
from scenes.world.state import CellState


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
    from app.desktop.view3d import staging
    from app.desktop.view3d.drawing import camera
    from app.desktop.view3d.shading.shades import KEPT

    with easel_of(cell, mode, size, run, theme) as easel:
        scene = easel.scene
        staging.show_state(scene, cell, state)
        turned = camera.standard_view(scene.camera, view)
        fitted = camera.fit(turned, scene.points(), size[0] / size[1])
        pairs = staging.colliding_at(report.collisions, time) if report is not None else ()
        return easel.pixels(Moment(state, fitted, pairs), KEPT if is_fine else None)


def easel_of(
    cell: Cell, mode: ViewMode, size: tuple[int, int], run: Run | None, theme: Theme
) -> Easel:
    """The scene in which `picture` draws."""
    from app.desktop.view3d import staging
    from app.desktop.view3d.drawing.corner_marks.view_cube import Triad, overlay_of

    easel = Easel(cell, mode, theme, size, OVERSAMPLING, OVERSAMPLING)
    Triad(easel.plotter, overlay_of(easel.plotter), theme, OVERSAMPLING)
    staging.show_run(easel.scene, drawing_of(run))
    return easel
