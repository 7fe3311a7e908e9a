"""A tool of the mouse for tasks done by clicks on targets: points of frames, new places."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from PySide6.QtCore import QObject, Signal

from app.desktop.looks.theme import Theme
from app.desktop.state.document import Document
from app.desktop.state.jog_settings import JogSettings
from app.desktop.view3d.drawing.camera import Camera
from app.desktop.view3d.drawing.polydata import line_actor, show_point_colours
from app.desktop.view3d.drawing.skeleton_view import triads
from app.desktop.view3d.handles.pointing import Pointing
from app.desktop.view3d.handles.snapping import Target
from app.desktop.view3d.tools.gizmo import Array, scale_at
from app.desktop.view3d.viewing.mouse_tool import IdleTool

if TYPE_CHECKING:
    from app.desktop.view3d.viewport import Viewport

AXES_LENGTH, AXES_WIDTH = 60.0, 3.5  # points of the screen


class Task(Protocol):
    """Something that the user completes by clicking on targets."""

    @property
    def prompt(self) -> str:
        """What to click next."""
        ...

    @property
    def goal(self) -> str:
        """What the click gives, in a word or two for the label at the pointer."""
        ...

    @property
    def ignored(self) -> frozenset[str]:
        """Names of bodies that the pointer looks through."""
        ...

    @property
    def is_possible(self) -> bool:
        """Whether the present cell still has what the task is about."""
        ...

    def preview(self, target: Target | None) -> Array | None:
        """Shows what a click on a target would make; gives axes to be drawn, T_world_axes."""
        ...

    def take(self, target: Target) -> bool:
        """Takes a click on a target; whether the task is done."""
        ...

    def leave(self) -> None:
        """Ends the task, done or not."""
        ...


class Axes:
    """An overlay: three axes of constant size on the screen."""

    def __init__(self, renderer: Any) -> None:
        self.T_world_axes: Array | None = None
        self._actor = line_actor(front=True)
        show_point_colours(self._actor)
        renderer.AddActor(self._actor)

    def dress(self, theme: Theme, ratio: float) -> None:
        """Sets the width of the lines for the screen."""
        self._actor.GetProperty().SetLineWidth(AXES_WIDTH * ratio)

    def fit(self, camera: Camera, size: tuple[float, float]) -> Array:
        """Draws the axes for the camera."""
        T = self.T_world_axes
        self._actor.SetVisibility(T is not None)
        if T is None:
            return np.empty((0, 3))
        length = AXES_LENGTH * scale_at(camera, T[:3, 3], size[1])
        self._actor.GetMapper().SetInputDataObject(triads([T], np.array([length])))
        return np.asarray(T[:3, 3] + length * np.concatenate([np.eye(3), -np.eye(3)]))


class PointedTool(QObject, IdleTool):
    """A MouseTool while a task is on; drags turn the camera, handles are hidden, Esc ends it."""

    ended = Signal()

    def __init__(
        self,
        document: Document,
        viewport: Viewport,
        jog_settings: JogSettings,
        pointing: Pointing,
    ) -> None:
        super().__init__(viewport)
        self._jog_settings = jog_settings
        self._document, self._viewport, self._pointing = document, viewport, pointing
        self.task: Task | None = None
        self._axes = Axes(viewport.scene.renderer)
        viewport.scene.add_overlay(self._axes)
        viewport.tools.insert(0, self)
        document.cellChanged.connect(self._follow_cell)

    def begin(self, task: Task) -> None:
        """Begins a task in place of the present one, and says what to click."""
        self.end()
        self.task = task
        self._jog_settings.set_pointing(True)
        self._document.notify(f"{task.prompt} Esc ends this.")
        self._viewport.setFocus()

    def end(self) -> None:
        """Ends the task, done or not."""
        task, self.task = self.task, None
        if task is None:
            return
        self._jog_settings.set_pointing(False)
        task.leave()
        self._axes.T_world_axes = None
        self._pointing.mark(None)
        self._viewport.update()
        self.ended.emit()

    # The mouse.

    def hover(self, x: float, y: float) -> bool:
        """Marks the target under the pointer and shows what a click would make."""
        task = self.task
        if task is None:
            return False
        target = self._pointing.at(x, y, task.ignored)
        self._axes.T_world_axes = task.preview(target)
        words = "" if target is None else f"{task.goal}: {target.words}"
        self._pointing.mark(target, words)
        self._viewport.update()
        return target is not None

    def click(self, x: float, y: float) -> bool:
        """Takes the target under the pointer; whether a task is on."""
        task = self.task
        if task is None:
            return False
        target = self._pointing.at(x, y, task.ignored)
        if target is None:
            return True
        is_done = task.take(target)
        if self.task is task and is_done:
            self.end()
        elif self.task is task:
            self._document.notify(f"{task.prompt} Esc ends this.")
            self.hover(x, y)
        return True

    def cancel(self) -> bool:
        """Ends the task; whether one was on."""
        was_on = self.task is not None
        self.end()
        return was_on

    def _follow_cell(self) -> None:
        """Shows nothing of a cell that is no more; the task goes on in the new one if it can."""
        self._axes.T_world_axes = None
        if self.task is None:
            return
        self.task.preview(None)
        if not self.task.is_possible:
            self.end()
