"""The distance between two clicked points of bodies; it follows the bodies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject

from app.desktop.looks.theme import Theme, rgb
from app.desktop.state.document import Document
from app.desktop.state.jog_settings import JogSettings
from app.desktop.view3d.drawing.body_actors import BodyActors
from app.desktop.view3d.drawing.camera import Camera
from app.desktop.view3d.drawing.labels import Label
from app.desktop.view3d.drawing.polydata import line_actor, polylines
from app.desktop.view3d.tools.gizmo import Array, scale_at
from geometry import VerdictKind, check_pair

if TYPE_CHECKING:
    from app.desktop.view3d.viewport import Viewport

SNAP = 9.0  # points of the screen within which a click catches a corner
MARK = 5.0  # half the size of the cross at an end, points


@dataclass(frozen=True, eq=False)
class Spot:
    """A point of a body, in the frame of the body, mm."""

    body: str
    point: Array


class MeasureTool(QObject):
    """A MouseTool while it is switched on: two clicks measure, a third begins anew."""

    def __init__(self, document: Document, viewport: Viewport, jog_settings: JogSettings) -> None:
        super().__init__(viewport)
        self._document, self._viewport, self._scene = document, viewport, viewport.scene
        self._jog_settings, self.is_on = jog_settings, False
        self.text = ""
        self._spots: tuple[Spot, ...] = ()
        self._gap = ""
        self._ratio = 1.0
        self._line = line_actor(front=True)
        self._label = Label(self._scene.renderer, "")
        self._scene.renderer.AddActor(self._line)
        self._scene.add_overlay(self)
        viewport.tools.append(self)
        document.positionChanged.connect(self._follow)
        document.cellChanged.connect(self._clear)
        jog_settings.changed.connect(self._switch)
        self._switch()

    def _switch(self) -> None:
        """Lets clicks measure, or gives them back to the selection and removes the line."""
        before, self.is_on = self.is_on, self._jog_settings.is_measuring
        if self.is_on == before:
            return
        if self.is_on:
            self._document.notify("Measure: click two points; corners catch. Esc begins anew.")
        else:
            self._clear()

    # The mouse.

    def hover(self, x: float, y: float) -> bool:
        """Whether a click here would take a point of a body."""
        return self.is_on and self._scene.pick(x, y) is not None

    def press(self, x: float, y: float) -> bool:
        """False: a drag turns the camera."""
        return False

    def drag(self, x: float, y: float, snaps: bool) -> None:
        """Does nothing: a drag turns the camera."""

    def release(self) -> None:
        """Does nothing: a drag turns the camera."""

    def click(self, x: float, y: float) -> bool:
        """Takes a point; the second one completes the measurement."""
        if not self.is_on:
            return False
        name, point = self._scene.pick_point(x, y)
        if name is not None and point is not None:
            spot = Spot(name, self._caught(self._scene.bodies[name], point))
            self._spots = (spot,) if len(self._spots) == 2 else (*self._spots, spot)
            self._gap = self._gap_between() if len(self._spots) == 2 else ""
            self._show()
        return True

    def cancel(self) -> bool:
        """Forgets the clicked points; whether there were any."""
        had_any = bool(self._spots)
        self._clear()
        return had_any

    def _caught(self, body: BodyActors, point: Array) -> Array:
        """The point in the frame of its body, mm, or the corner near it."""
        T = body.T_world_body
        assert T is not None
        local = T[:3, :3].T @ (point - T[:3, 3])
        corners = body.shape.mesh.vertices
        away = np.linalg.norm(corners - local, axis=1)
        near = SNAP * scale_at(self._scene.camera, point, self._scene.size[1])
        nearest = int(np.argmin(away))
        return np.array(corners[nearest] if away[nearest] < near else local)

    # Measuring.

    def ends(self) -> Array:
        """The clicked points where their bodies are now, world, mm, shape (k, 3)."""
        found = []
        for spot in self._spots:
            body = self._scene.bodies.get(spot.body)
            if body is None or body.T_world_body is None:
                return np.empty((0, 3))
            found.append(body.T_world_body[:3, :3] @ spot.point + body.T_world_body[:3, 3])
        return np.array(found).reshape(-1, 3)

    def _gap_between(self) -> str:
        """The proven distance of the two bodies in words; "" where both points are on one body."""
        a, b = (self._scene.bodies.get(spot.body) for spot in self._spots)
        if a is None or b is None or a is b or a.T_world_body is None or b.T_world_body is None:
            return ""
        chord = a.shape.chord
        verdict = check_pair(a.shape.solid, a.T_world_body, b.shape.solid, b.T_world_body, chord)
        if verdict.kind is VerdictKind.HIT:
            return "bodies overlap"
        if verdict.kind is VerdictKind.TOUCH or verdict.gap_mm <= 0.0:
            return "bodies touch" if verdict.kind is VerdictKind.TOUCH else "bodies are apart"
        return f"bodies at least {verdict.gap_mm:.2f} mm apart"

    def _follow(self) -> None:
        if len(self._spots) == 2:
            moved = not self._document.control.is_moving
            self._gap = self._gap_between() if moved else ""
            self._show()

    def _clear(self) -> None:
        if self._spots:
            self._spots, self._gap = (), ""
            self._show()

    def _show(self) -> None:
        ends = self.ends()
        self.text = measured(ends[0], ends[1], self._gap) if len(ends) == 2 else ""
        self._label.write(self.text or "first point")
        self._label.show(len(ends) > 0)
        if len(ends):
            self._label.move(ends.mean(axis=0))
        self._viewport.update()

    # Drawing.

    def dress(self, theme: Theme, ratio: float) -> None:
        """Sets the colours of the theme, and widths for the screen."""
        self._ratio = ratio
        look = self._line.GetProperty()
        look.SetColor(*rgb(theme.label))
        look.SetLineWidth(2.2 * ratio)
        self._label.dress(rgb(theme.label), 12, ratio, back=rgb(theme.paper))

    def fit(self, camera: Camera, size: tuple[float, float]) -> Array:
        """Draws the line, and crosses of constant size at its ends."""
        ends = self.ends()
        crosses: list[list[Array]] = []
        for end in ends:
            half = MARK * scale_at(camera, end, size[1])
            right, up, _ = half * camera.axes.T
            crosses += [[end - right - up, end + right + up], [end - right + up, end + right - up]]
        curves = [*crosses, list(ends)] if len(ends) == 2 else crosses
        self._line.GetMapper().SetInputDataObject(polylines(curves))
        return ends


def measured(first: Array, second: Array, gap: str = "") -> str:
    """The distance of two points and its parts along the world axes, mm, as text."""
    offset = second - first
    parts = "  ".join(
        f"{n} {v + 0.0:+.2f}" for n, v in zip("XYZ", np.round(offset, 2), strict=True)
    )
    return "\n".join(filter(None, (f"{np.linalg.norm(offset):.2f} mm", parts, gap)))
