"""Colours the path of the tool by a value along it, and tells the value under the pointer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, QObject

from app.desktop.looks.theme import Theme, rgb
from app.desktop.runs.analyst import Analyst
from app.desktop.runs.lines.path_values import PathColour, scale_of, values_at
from app.desktop.runs.shown_run import RunDrawing, ShownRun
from app.desktop.state.document import Document
from app.desktop.view3d.drawing.camera import Camera, depth_of, projected
from app.desktop.view3d.drawing.labels.label import Label
from app.desktop.view3d.showing.path_legend import PathLegend
from app.desktop.view3d.tools.gizmo import scale_at
from app.desktop.view3d.viewing.mouse_tool import IdleTool
from scenes.world.frozen import Array

if TYPE_CHECKING:
    from app.desktop.view3d.viewport import Viewport

AT_ONCE = 250  # points of the path whose values the worker computes in one job
NEAR = 7.0  # points of the screen within which the pointer is on the path
HIDES = 1.0  # mm by which a body must be nearer than the path to hide it


class PathColouring(QObject, IdleTool):
    """A MouseTool and an overlay: the path in the colours of speed, clearance, manipulability."""

    def __init__(self, document: Document, viewport: Viewport, analyst: Analyst) -> None:
        super().__init__(viewport)
        self._document, self._viewport, self._analyst = document, viewport, analyst
        self._scene = viewport.scene
        self.colour = PathColour.TIME
        self.values = np.empty(0)
        self._run: ShownRun | None = None
        self._asked: tuple[ShownRun, PathColour] | None = None
        self._is_shown = True
        self.legend = PathLegend(viewport, self._scene.theme)
        viewport.covers.append(self.legend)
        self.reading = ""
        self._label = Label(self._scene.renderer, "")
        self._at = np.zeros((0, 3))
        self._scene.add_overlay(self)
        viewport.tools.append(self)
        viewport.installEventFilter(self)
        document.runChanged.connect(self._follow)

    def set(self, colour: PathColour) -> None:
        """Colours the path by another value."""
        if colour is not self.colour:
            self.colour, self._asked = colour, None
            self._begin()

    def show(self, visible: bool) -> None:
        """Shows the legend with the path, or hides it with the path."""
        self._is_shown = visible
        self._draw()

    @property
    def _drawing(self) -> RunDrawing | None:
        return None if self._run is None else self._run.drawing

    def _follow(self) -> None:
        if self._document.shown_run is not self._run:
            self._run = self._document.shown_run
            self._begin()

    def _begin(self) -> None:
        """Begins anew with the values of another run, or with other values."""
        drawing = self._drawing
        self._tell(None)
        self.values = np.full(0 if drawing is None else len(drawing.times), np.nan)
        if drawing is not None and self.colour is PathColour.SPEED:
            self.values = np.asarray(drawing.speeds)
        elif drawing is not None and self.colour is not PathColour.TIME:
            assert self._run is not None
            self._asked = self._run, self.colour
            self._ask(0)
        self._draw()

    def _ask(self, first: int) -> None:
        """Lets the worker compute the values from a point of the path on, a stretch at a time."""
        drawing, asked = self._drawing, self._asked
        if drawing is None or asked is None or first >= len(drawing.times):
            return
        times = drawing.times[first : first + AT_ONCE]

        def take(found: Array) -> None:
            if self._asked is asked and self._run is asked[0]:
                self.values[first : first + len(found)] = found
                self._draw()
                self._ask(first + len(found))

        colour, console = self.colour, self._document.console_run
        if console is not None:
            run = console.shown_run.run
            self._analyst.ask("path", values_at, run, colour, times, then=take)
        else:
            self._analyst.ask_of_run("path", values_at, colour, times, then=take)

    def _draw(self) -> None:
        """Draws the path in the colours of the known values, and their legend."""
        if self.colour is PathColour.TIME or not len(self.values):
            self._scene.trail.colour(None)
            self.legend.hide()
            return
        scale = scale_of(self.colour, self.values)
        self._scene.trail.colour(scale.shares(self.values))
        if self._is_shown:
            self.legend.tell(self.colour.label, scale, float(np.isnan(self.values).mean()))
        else:
            self.legend.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keeps the legend in its corner; the pointer that leaves the view is on no path."""
        if event.type() == QEvent.Type.Resize:
            self.legend.place()
        elif event.type() == QEvent.Type.Leave:
            self._tell(None)
        return False

    # The mouse.

    def point_at(self, x: float, y: float) -> int | None:
        """The point of the path at a place of the picture that no body hides; None for none."""
        drawing = self._drawing
        if drawing is None or not self._is_shown or self.colour is PathColour.TIME:
            return None
        camera, size = self._scene.camera, self._scene.size
        away = np.linalg.norm(projected(camera, drawing.path, *size) - (x, y), axis=1)
        near = np.flatnonzero(np.nan_to_num(away, nan=np.inf) < NEAR)
        if not len(near):
            return None
        depths = np.array([depth_of(camera, drawing.path[i]) for i in near])
        # Of several passes over one place the one in front is meant.
        front = near[depths < depths.min() + HIDES + 0.01 * depths.min()]
        point = int(front[np.argmin(away[front])])
        met = self._scene.pick_point(x, y)[1]
        if met is not None and depth_of(camera, met) < depth_of(camera, drawing.path[point]) - (
            HIDES + NEAR * scale_at(camera, drawing.path[point], size[1])
        ):
            return None
        return point

    def hover(self, x: float, y: float) -> bool:
        """Tells the value at the pointer; False: a press there is for others."""
        self._tell(self.point_at(x, y))
        return False

    def _tell(self, point: int | None) -> None:
        drawing, before = self._drawing, self.reading
        self.reading = ""
        if point is not None and drawing is not None and self._run is not None:
            time = float(drawing.times[point])
            value = scale_of(self.colour, self.values).words(float(self.values[point]))
            line = self._run.run.line_at(time)
            where = "" if line is None else f", line {line}"
            self.reading = f"{self.colour.label}: {value}\n{time:.2f} s{where}"
            self._at = drawing.path[point][None]
            self._label.move(self._at[0])
        if self.reading != before:
            self._label.write(self.reading)
            self._label.show(bool(self.reading))
            self._viewport.update()

    # Drawing.

    def dress(self, theme: Theme, ratio: float) -> None:
        """Sets the colours of the theme, and widths for the screen."""
        self.legend.set_theme(theme)
        self._label.dress(rgb(theme.label), 12, ratio, back=rgb(theme.paper))

    def fit(self, camera: Camera, size: tuple[float, float]) -> Array:
        """Nothing follows the camera; gives the point whose value is told."""
        return self._at if self.reading else np.empty((0, 3))
