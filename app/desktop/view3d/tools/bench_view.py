"""The mechanism workbench in the view: the arms that reach the goal, and the link frames."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QObject

from app.desktop.looks.theme import Theme, rgb
from app.desktop.state.document import Document
from app.desktop.view3d.drawing.camera import Camera
from app.desktop.view3d.drawing.labels.label import Label
from app.desktop.view3d.drawing.polydata import line_actor, polylines, show_point_colours
from app.desktop.view3d.drawing.skeleton_view import triad, triads
from app.desktop.workbench.bench import Workbench
from scenes.world.frozen import Array

if TYPE_CHECKING:
    from app.desktop.view3d.viewport import Viewport

FRAME, ON_ITS_WAY = 0.6, 1.2  # lengths of axes, of those of the locations' frames
LABEL_SIZE = 12


class BenchView(QObject):
    """Drawn while the workbench is open."""

    def __init__(self, document: Document, viewport: Viewport, bench: Workbench) -> None:
        super().__init__(viewport)
        self._document, self._viewport, self._bench = document, viewport, bench
        self._scene = viewport.scene
        self._within, self._beyond = line_actor(front=True), line_actor(front=True)
        self._frames, self._moving = line_actor(front=True), line_actor(front=True)
        self._label = Label(self._scene.renderer, "")
        self._points: Array = np.empty((0, 3))
        for actor in (self._frames, self._moving):
            show_point_colours(actor)
        for actor in self._actors:
            actor.VisibilityOff()
            self._scene.renderer.AddActor(actor)
        self._scene.add_overlay(self)
        bench.changed.connect(self.refresh)
        bench.moved.connect(self._show_move)
        self.refresh()

    @property
    def _actors(self) -> tuple[Any, ...]:
        return self._beyond, self._within, self._frames, self._moving

    def refresh(self) -> None:
        """Draws the arms and the frames of the workbench."""
        bench, cell = self._bench, self._document.cell
        is_shown = bench.is_open and bench.draft is not None and cell is not None
        for actor in self._actors:
            actor.SetVisibility(is_shown)
        self._points = np.empty((0, 3))
        if is_shown and cell is not None:
            T = cell.robot.T_world_base
            within, beyond = [], []
            if bench.answer is not None:
                lines = bench.answer.lines @ T[:3, :3].T + T[:3, 3]
                within = list(lines[bench.answer.within])
                beyond = list(lines[~bench.answer.within])
                self._points = lines.reshape(-1, 3)
            self._within.GetMapper().SetInputDataObject(polylines(within))
            self._beyond.GetMapper().SetInputDataObject(polylines(beyond))
            lengths = np.full(len(bench.frames), FRAME * self._cell_size)
            self._frames.GetMapper().SetInputDataObject(triads(list(T @ bench.frames), lengths))
        self._show_move()

    def _show_move(self) -> None:
        bench, cell = self._bench, self._document.cell
        move = bench.frame_move if bench.is_open else None
        self._label.show(move is not None)
        if move is not None and cell is not None:
            T_world_frame = cell.robot.T_world_base @ move.T_base_frame
            data = triad(T_world_frame, ON_ITS_WAY * self._cell_size)
            self._moving.GetMapper().SetInputDataObject(data)
            self._label.write(move.words)
            self._label.move(T_world_frame[:3, 3])
        self._viewport.update()

    @property
    def _cell_size(self) -> float:
        """The diagonal of the box round the cell, mm."""
        points = self._scene.points()
        return float(np.linalg.norm(np.ptp(points, axis=0))) if len(points) else 1300.0

    def dress(self, theme: Theme, ratio: float) -> None:
        """Sets the colours of the theme, and widths for the screen."""
        for actor, width, opacity in ((self._within, 3.0, 0.9), (self._beyond, 1.6, 0.45)):
            look = actor.GetProperty()
            look.SetColor(*rgb(theme.ghost))
            look.SetLineWidth(width * ratio)
            look.SetOpacity(opacity)
        self._frames.GetProperty().SetLineWidth(2.0 * ratio)
        self._moving.GetProperty().SetLineWidth(4.5 * ratio)
        self._label.dress(rgb(theme.label), LABEL_SIZE, ratio, back=rgb(theme.paper))

    def fit(self, camera: Camera, size: tuple[float, float]) -> Array:
        """Gives points that must stay visible, (k, 3), mm."""
        return self._points
