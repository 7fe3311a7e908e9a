"""A film of a cell, drawn off screen as `render` draws a picture, with or without a display."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from math import pi, tan
from pathlib import Path

import numpy as np

from app.desktop.looks.theme import DARK, Theme
from app.desktop.view3d.drawing.camera import Array, Camera, fit, standard_view
from app.desktop.view3d.pictures.easel import Easel
from app.desktop.view3d.pictures.film import draw_film
from app.desktop.view3d.pictures.films.film_files import kind_named
from app.desktop.view3d.pictures.opengl import RenderError
from app.desktop.view3d.pictures.picture import easel_of
from app.desktop.view3d.pictures.reel import Reel, RunReel, Stretch, Turn, TurnReel
from app.desktop.view3d.views import ViewMode
from scenes.analysis import Report
from scenes.world.cell import Cell
from scenes.world.state import CellState

MOST_TRIED = 60  # states of a film that have to be in the picture
SIDES = 24  # directions of a turntable from which all has to be in the picture
MARGIN = 0.06  # of the picture round the bodies


def render_film(
    cell: Cell,
    state: CellState,
    mode: ViewMode,
    path: str | Path,
    size: tuple[int, int],
    shown: Stretch | Turn,
    report: Report | None = None,
    *,
    time: float = 0.0,
    view: str = "home",
    theme: Theme = DARK,
    is_fine: bool = False,
    on_progress: Callable[[float, str], None] = lambda fraction, text: None,
) -> int:
    """Writes a film of a run, or of a turn round a state; gives the number of its frames.

    shown: A stretch of the run of `report`, or a turn round `state`, which the run has at `time`.
    The camera stands still, or goes round, and all bodies are in all pictures.
    """
    from app.desktop.view3d.shading.shades import KEPT

    kind_named(Path(path))
    run = report.run if report is not None else None
    with easel_of(cell, mode, size, run, theme) as easel:
        reel = (
            _run_reel(easel, report, shown, view)
            if isinstance(shown, Stretch)
            else _turn_reel(easel, state, shown, view, _pairs(report, time))
        )
        draw_film(easel, reel, Path(path), KEPT if is_fine else None, on_progress)
    return reel.count


def _run_reel(easel: Easel, report: Report | None, shown: Stretch, view: str) -> Reel:
    if report is None:
        raise RenderError("a film from one time to another shows a run: name a program too")
    times = np.linspace(shown.start, shown.end, min(shown.count, MOST_TRIED))
    points = points_over(easel, (report.run.state_at(float(t)) for t in times))
    turned = standard_view(easel.scene.camera, view)
    camera = fit(turned, points, easel.size[0] / easel.size[1], MARGIN)
    return RunReel(report.run, shown, camera, report.collisions)


def _turn_reel(
    easel: Easel, state: CellState, turn: Turn, view: str, pairs: Sequence[tuple[str, str]]
) -> Reel:
    points = points_over(easel, [state])
    turned = standard_view(easel.scene.camera, view)
    camera = fit_all_round(turned, points, easel.size[0] / easel.size[1])
    return TurnReel(state, turn, camera, pairs)


def points_over(easel: Easel, states: Iterable[CellState]) -> Array:
    """Corners of the boxes of all bodies in these states, world, mm, shape (n, 3)."""
    from app.desktop.view3d import staging

    found = []
    for state in states:
        staging.show_state(easel.scene, easel.cell, state)
        found.append(easel.scene.points())
    return np.unique(np.concatenate(found), axis=0)


def fit_all_round(camera: Camera, points: Array, aspect: float, margin: float = MARGIN) -> Camera:
    """The camera on the middle of the points, and so far away that it can go round them.

    aspect: Width over height of the picture.
    """
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    tangent = tan(camera.view_angle / 2) * (1.0 - 2.0 * margin)
    needed = 0.0
    for side in range(SIDES):
        turned = replace(camera, azimuth=camera.azimuth + 2.0 * pi * side / SIDES)
        x, y, z = ((points - middle) @ turned.axes).T
        across = np.maximum(np.abs(x) / aspect, np.abs(y)) / tangent
        needed = max(needed, float((across + z).max()))
    return replace(camera, focus=middle, distance=needed)


def _pairs(report: Report | None, time: float) -> tuple[tuple[str, str], ...]:
    from app.desktop.view3d.staging import colliding_at

    return tuple(colliding_at(report.collisions, time)) if report is not None else ()
