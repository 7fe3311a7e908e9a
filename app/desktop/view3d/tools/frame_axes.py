"""The frames of the cell in the 3D view: axes with their names, which can be clicked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject

from app.desktop.looks.notice import FRAME, TOOL
from app.desktop.looks.theme import Theme
from app.desktop.runs.tool_pose import tool_pose
from app.desktop.state.choices.things import WORLD
from app.desktop.state.document import Document
from app.desktop.view3d.drawing.camera import Camera, project, scales_at
from app.desktop.view3d.drawing.overlays import AXIS_POINTS, Frames
from app.desktop.view3d.tools.gizmo import Array
from app.desktop.view3d.viewing.mouse_tool import ADDS, IdleTool
from scenes.world.tool_frame import equipped

if TYPE_CHECKING:
    from app.desktop.view3d.viewport import Viewport

NEAR = 6.0  # points of the screen within which a click meets an axis
THIN, THICK = 1.4, 4.0  # of the axes, and of those of a selected frame, points


class FrameAxes(QObject, IdleTool):
    """A MouseTool and an overlay: draws the frames, and selects the one that is clicked.

    A selected tool is drawn too, by the axes of its frame.
    """

    def __init__(self, document: Document, viewport: Viewport) -> None:
        super().__init__(viewport)
        self._document, self._viewport, self._scene = document, viewport, viewport.scene
        renderer, theme = self._scene.renderer, self._scene.theme
        self.plain = Frames(renderer, theme, THIN, "muted")
        self.chosen = Frames(renderer, theme, THICK, "accent")
        self._is_shown = True
        self._hovered = ""
        self._scene.add_overlay(self)
        viewport.tools.append(self)
        for signal in (document.cellChanged, document.selectionChanged, document.looks.changed):
            signal.connect(self._draw)
        document.positionChanged.connect(self._follow_tool)
        self._draw()

    def show(self, visible: bool) -> None:
        """Shows or hides the frames; selected ones are shown all the same."""
        self._is_shown = visible
        self._draw()

    def frames(self) -> dict[str, Array]:
        """`T_world_frame` of the frames that can be clicked."""
        cell, hidden = self._document.cell, self._document.looks.hidden
        if cell is None or not self._is_shown:
            return {}
        return {
            name: T
            for name, T in cell.frames.items()
            if name != WORLD and (FRAME, name) not in hidden
        }

    @property
    def under_pointer(self) -> str:
        """The frame under the pointer; "" where there is none."""
        return self._hovered if self._hovered in self.frames() else ""

    def _marked(self) -> dict[str, Array]:
        """`T_world_frame` of the selected frames and tools, and of the frame under the pointer."""
        document = self._document
        cell, state = document.cell, document.state
        if cell is None:
            return {}
        names = [name for kind, name in document.selection.all if kind == FRAME]
        names += [self.under_pointer] if self.under_pointer else []
        found = {name: cell.frames[name] for name in names if name in cell.frames}
        for kind, name in document.selection.all:
            if kind == TOOL and state is not None and name == cell.robot.name:
                robot = equipped(cell.robot, state.tool)
                T_world_tool = robot.T_world_base @ tool_pose(robot, state.q)
                found[f"{name} tool"] = np.asarray(T_world_tool)
        return found

    def _follow_tool(self) -> None:
        if any(kind == TOOL for kind, _ in self._document.selection.all):
            self._draw()

    def _draw(self) -> None:
        marked = self._marked()
        plain = {name: T for name, T in self.frames().items() if name not in marked}
        for drawing, frames in ((self.plain, plain), (self.chosen, marked)):
            if not drawing.shows(frames):
                drawing.set(frames)
            drawing.show(bool(frames))
        self._viewport.update()

    # The mouse.

    def frame_at(self, x: float, y: float) -> str:
        """The frame whose axes pass near a point of the picture; "" where there is none."""
        place, camera, size = np.array([x, y]), self._scene.camera, self._scene.size
        near = {}
        for name, T in self.frames().items():
            length = AXIS_POINTS * float(scales_at(camera, T[None, :3, 3], size[1])[0])
            ends = [T[:3, 3], *(T[:3, 3] + length * T[:3, axis] for axis in range(3))]
            on_screen = [np.array(project(camera, end, *size)) for end in ends]
            near[name] = min(_distance(place, on_screen[0], end) for end in on_screen[1:])
        name = min(near, key=lambda each: near[each], default="")
        return name if name and near[name] < NEAR else ""

    def hover(self, x: float, y: float) -> bool:
        """Marks the frame at a point of the picture; whether there is one."""
        name = self.frame_at(x, y)
        if name != self._hovered:
            self._hovered = name
            self._draw()
        return bool(name)

    def click(self, x: float, y: float) -> bool:
        """Selects the frame at a point of the picture; whether there is one."""
        name = self.frame_at(x, y)
        if name:
            adds = bool(self._viewport.keys & ADDS)
            self._document.pick(FRAME, name, adds)
        return bool(name)

    # Drawing.

    def dress(self, theme: Theme, ratio: float) -> None:
        """Sets the colours of the theme, and widths for the screen."""
        self.plain.dress(theme, ratio)
        self.chosen.dress(theme, ratio)

    def fit(self, camera: Camera, size: tuple[float, float]) -> Array:
        """Fits the axes to the camera; gives the origins of the frames."""
        self.plain.fit(camera, size)
        self.chosen.fit(camera, size)
        origins = [T[:3, 3] for T in (*self.frames().values(), *self._marked().values())]
        return np.array(origins).reshape(-1, 3)


def _distance(place: Array, start: Array, end: Array) -> float:
    """The distance of a point of the picture from a line between two others."""
    along = end - start
    length = float(along @ along)
    share = 0.0 if length == 0.0 else float(np.clip((place - start) @ along / length, 0.0, 1.0))
    return float(np.linalg.norm(place - start - share * along))
