"""The arrow on the section plane that the mouse pulls, and the click that puts it on a face."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Qt

from app.desktop.looks.theme import Theme, rgb
from app.desktop.view3d.drawing.camera import Camera, project
from app.desktop.view3d.drawing.polydata import line_actor, polylines
from app.desktop.view3d.measuring.caught_features import face_plane
from app.desktop.view3d.sectioning.cut import Array, Cut
from app.desktop.view3d.tools.gizmo import Handle, Pull, grip, scale_at

if TYPE_CHECKING:
    from app.desktop.view3d.sectioning.section import Section
    from app.desktop.view3d.sectioning.section_bar import SectionBar
    from app.desktop.view3d.viewport import Viewport

LENGTH, HEAD, REACH = 64.0, 14.0, 10.0  # points of the screen
STEP = 10.0  # mm with Ctrl
_ARROW = Handle(Pull.MOVE, 2)
_HEADS = ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0))


class SectionHandle(QObject):
    """A MouseTool while there is a section."""

    def __init__(self, viewport: Viewport, section: Section, bar: SectionBar) -> None:
        super().__init__(viewport)
        self._scene, self._section, self._bar = viewport.scene, section, bar
        self._lines = line_actor(front=True)
        self._scene.renderer.AddActor(self._lines)
        self._held: tuple[Array, float, Cut] | None = None
        self._is_lit = False
        self._theme, self._ratio = self._scene.theme, 1.0
        self._scene.add_overlay(self)
        viewport.tools.insert(0, self)
        # Queued: Qt ignores a wish for another frame while it paints this one.
        queued = Qt.ConnectionType.QueuedConnection
        viewport.framePainted.connect(self._go_on, queued)

    def _go_on(self) -> None:
        """Asks for another frame while cut faces are late."""
        if self._section.caps.are_waiting:
            self._scene.on_changed()

    # The mouse.

    def _is_near(self, x: float, y: float) -> bool:
        """Whether the pointer is at the arrow."""
        if self._section.cut is None:
            return False
        ends = np.array(
            [project(self._scene.camera, p, *self._scene.size) for p in self._arrow_ends()]
        )
        along, place = ends[1] - ends[0], np.array([x, y]) - ends[0]
        square = max(float(along @ along), 1.0)
        share = min(max(float(place @ along) / square, 0.0), 1.0)
        return float(np.linalg.norm(place - share * along)) <= REACH

    def _arrow_ends(self) -> Array:
        cut = self._section.cut
        assert cut is not None
        middle = self._section.middle()
        long = LENGTH * scale_at(self._scene.camera, middle, self._scene.size[1])
        return np.array([middle - long * cut.way, middle + long * cut.way])

    def hover(self, x: float, y: float) -> bool:
        """Whether the pointer is at the arrow, or a click would choose a face."""
        is_near = self._is_near(x, y)
        if is_near != self._is_lit:
            self._is_lit = is_near
            self.dress(self._theme, self._ratio)
            self._scene.on_changed()
        return is_near or (self._bar.awaits_face and self._scene.pick(x, y) is not None)

    def press(self, x: float, y: float) -> bool:
        """Takes hold of the arrow."""
        cut = self._section.cut
        if cut is None or not self._is_near(x, y):
            return False
        T = cut.T_world_plane
        T[:3, 3] = self._section.middle()
        T[:3, 2] = cut.way
        at = grip(_ARROW, T, self._scene.camera, x, y, self._scene.size)[2]
        self._held = (T, float(at), cut)
        return True

    def drag(self, x: float, y: float, snaps: bool) -> None:
        """Moves the plane with the pointer, with Ctrl to whole steps."""
        if self._held is None:
            return
        T, start, cut = self._held
        now = float(grip(_ARROW, T, self._scene.camera, x, y, self._scene.size)[2])
        low, high = self._section.range_along(cut.way)
        offset = min(max(cut.offset + now - start, low), high)
        if snaps:
            offset = STEP * round(offset / STEP)
        self._section.set(replace(cut, offset=offset))
        self._bar.refresh()

    def release(self) -> None:
        """Lets the arrow go."""
        self._held = None

    def click(self, x: float, y: float) -> bool:
        """Puts the plane on the clicked face, where the bar waits for one."""
        if not self._bar.awaits_face:
            return self._is_near(x, y)
        name, point = self._scene.pick_point(x, y)
        body = self._scene.bodies.get(name or "")
        if body is None or point is None or body.T_world_body is None:
            return True
        T = body.T_world_body
        at, normal = face_plane(body, T[:3, :3].T @ (point - T[:3, 3]))
        way = T[:3, :3] @ normal
        through = T[:3, :3] @ at + T[:3, 3]
        a, b, c = (way / np.linalg.norm(way)).tolist()
        self._bar.take_face(Cut(offset=float(through @ (a, b, c)), along=(a, b, c)))
        return True

    def cancel(self) -> bool:
        """Puts the plane back where the drag began, or waits no longer for a face."""
        if self._held is not None:
            held, self._held = self._held, None
            self._section.set(held[2])
            self._bar.refresh()
            return True
        return self._bar.stop_waiting()

    # Drawing.

    def dress(self, theme: Theme, ratio: float) -> None:
        """Sets the colours of the theme, and widths for the screen."""
        self._theme, self._ratio = theme, ratio
        look = self._lines.GetProperty()
        look.SetColor(*rgb(theme.warning if self._is_lit else theme.accent))
        look.SetLineWidth(2.4 * ratio)

    def fit(self, camera: Camera, size: tuple[float, float]) -> Array:
        """Draws the arrow and the border of the plane."""
        cut = self._section.cut
        self._lines.SetVisibility(cut is not None)
        if cut is None:
            return np.empty((0, 3))
        ends = self._arrow_ends()
        T = cut.T_world_plane
        head = HEAD * scale_at(camera, ends.mean(axis=0), size[1])
        curves = [ends]
        for end, sign in zip(ends, (-1.0, 1.0), strict=True):
            for u, v in _HEADS:
                back = end - sign * head * cut.way
                curves.append(np.array([end, back + 0.4 * head * (u * T[:3, 0] + v * T[:3, 1])]))
        border = self._border(T)
        self._lines.GetMapper().SetInputDataObject(polylines([*curves, border]))
        return np.concatenate([ends, border])

    def _border(self, T: Array) -> Array:
        """A rectangle in the plane about all bodies, closed, (5, 3)."""
        points = self._scene.points()
        if not len(points):
            return np.repeat(T[None, :3, 3], 5, axis=0)
        flat = (points - T[:3, 3]) @ T[:3, :2]
        low, high = flat.min(axis=0), flat.max(axis=0)
        spare = 0.03 * (high - low).max()
        (x0, y0), (x1, y1) = low - spare, high + spare
        corners = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)])
        return np.asarray(T[:3, 3] + corners @ T[:3, :2].T)
