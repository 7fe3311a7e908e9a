"""The ring on which the elbow of a redundant arm can stand, drawn in the view; dragging turns it.

Its colours say what a place is worth: green free, amber near a singular pose, red a collision, red
dashes a joint over its limit, grey not known yet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject

from app.desktop.jogging.elbow_jog import ElbowTurn
from app.desktop.looks.notice import LOCATION
from app.desktop.looks.theme import Theme, rgb
from app.desktop.runs.posing.elbow_circle import ElbowCircle
from app.desktop.runs.run_control import RunState
from app.desktop.state.document import Document
from app.desktop.state.jog_settings import JogSettings
from app.desktop.view3d.drawing.camera import Camera, project
from app.desktop.view3d.drawing.labels.label import Label
from app.desktop.view3d.drawing.polydata import line_actor, polylines
from app.desktop.view3d.tools.gizmo import Array, scale_at
from scenes import CellState

if TYPE_CHECKING:
    from app.desktop.view3d.viewport import Viewport

REACH = 9.0  # points of the screen within which a press takes the ring
KNOB, KNOB_SIDES = 8.0, 24  # radius of the knob, points
LEAST = 1.0  # mm: an elbow that moves less has no ring
LEAP = 12  # places: a drag goes on within so many, and not to the far side of the ring
LABEL_SIZE = 12
KINDS = ("good", "warning", "error", "limit", "pending")
WIDTHS = {"good": 3.0, "warning": 3.0, "error": 4.0, "limit": 2.4, "pending": 2.0}


class ElbowRing(QObject):
    """A MouseTool: it follows the pointer along the ring while the tool of the arm stays."""

    def __init__(
        self, document: Document, viewport: Viewport, settings: JogSettings, elbow: ElbowTurn
    ) -> None:
        super().__init__(viewport)
        self._document, self._viewport = document, viewport
        self._settings, self._elbow = settings, elbow
        self._scene = viewport.scene
        self._theme, self._ratio = self._scene.theme, 1.0
        self._place: float | None = None  # at which the ring is held
        self._start: tuple[CellState, bool] | None = None  # at the press, and whether jogged
        self._is_lit = False
        self._lines = {kind: line_actor(front=True) for kind in KINDS}
        self._knob = line_actor(front=True)
        self._label = Label(self._scene.renderer, "")
        for actor in (*self._lines.values(), self._knob):
            actor.VisibilityOff()
            self._scene.renderer.AddActor(actor)
        self._scene.add_overlay(self)
        viewport.tools.insert(0, self)
        elbow.changed.connect(self.refresh)
        document.positionChanged.connect(self._viewport.update)
        document.selectionChanged.connect(self.refresh)
        settings.changed.connect(self.refresh)
        self.refresh()

    @property
    def circle(self) -> ElbowCircle | None:
        """The circle that is drawn; None where there is none, or the elbow hardly moves on it."""
        circle = self._elbow.circle
        if circle is None or not self._settings.shows_handles:
            return None
        if self._document.selection.kind == LOCATION:
            return None
        return circle if np.ptp(circle.points, axis=0).max() > LEAST else None

    def refresh(self) -> None:
        """Draws the ring of the present circle in the colours of its places."""
        circle = self.circle
        for kind, segments in self._segments(circle).items():
            self._lines[kind].GetMapper().SetInputDataObject(polylines(segments))
            self._lines[kind].SetVisibility(bool(segments))
        self._knob.SetVisibility(circle is not None)
        self._say()
        self._viewport.update()

    def _segments(self, circle: ElbowCircle | None) -> dict[str, list[Array]]:
        """The pieces of the ring by kind: from each place half way to both neighbours."""
        found: dict[str, list[Array]] = {kind: [] for kind in KINDS}
        if circle is None:
            return found
        points, count = circle.points, len(circle.points)
        for at in range(count):
            kind = self._elbow.words_at(at)[0]
            if kind == "limit" and at % 2:
                continue  # dashes
            before, after = points[at - 1], points[(at + 1) % count]
            if not circle.is_closed:
                before, after = points[max(at - 1, 0)], points[min(at + 1, count - 1)]
            here = points[at]
            found[kind].append(np.array([(before + here) / 2, here, (here + after) / 2]))
        return found

    # The mouse.

    def hover(self, x: float, y: float) -> bool:
        """Shows what the place under the pointer is worth; whether the ring is there."""
        place = self._place_at(x, y)
        if (place is not None) != self._is_lit:
            self._is_lit = place is not None
            self.dress(self._theme, self._ratio)
        self._say(place)
        return place is not None

    def press(self, x: float, y: float) -> bool:
        """Takes hold of the ring; whether it is at that point of the picture."""
        place, state = self._place_at(x, y), self._document.state
        if place is None or state is None:
            return False
        self._place = place
        self._start = (state, self._document.control.state is RunState.JOG)
        self._turn(place)
        return True

    def drag(self, x: float, y: float, snaps: bool) -> None:
        """Turns the elbow to the place nearest to the pointer."""
        if self._place is not None:
            place = self._place_at(x, y, about=self._place)
            if place is not None:
                self._turn(place)

    def release(self) -> None:
        """Leaves the arm jogged where it is."""
        self._place = self._start = None
        self._say()

    def click(self, x: float, y: float) -> bool:
        """False: a click selects a body."""
        return False

    def cancel(self) -> bool:
        """Turns the elbow back to the start of the drag; whether there was a drag."""
        if self._start is None:
            return False
        state, was_jogged = self._start
        self.release()
        if was_jogged:
            self._document.jog(state.q)
        else:
            self._document.end_jog()
        return True

    def _turn(self, place: float) -> None:
        if self._elbow.turn_to_place(place):
            self._place = place
        self._say(place)

    def _place_at(self, x: float, y: float, about: float | None = None) -> float | None:
        """The place of the ring at a point of the picture, between two indices; None far from it.

        about: A place that is held: the pointer may then be anywhere.
        """
        circle = self.circle
        if circle is None:
            return None
        camera, size = self._scene.camera, self._scene.size
        seen = np.array([project(camera, point, *size) for point in circle.points])
        count = len(seen)
        starts = np.arange(count if circle.is_closed else count - 1)
        if about is not None:
            gap = np.abs((starts - about + count / 2) % count - count / 2)
            starts = starts[gap <= LEAP]
        ends = seen[(starts + 1) % count] - seen[starts]
        away = np.array([x, y]) - seen[starts]
        lengths = np.maximum((ends * ends).sum(axis=1), 1e-12)
        share = np.clip((ends * away).sum(axis=1) / lengths, 0.0, 1.0)
        gaps = np.linalg.norm(away - share[:, None] * ends, axis=1)
        best = int(gaps.argmin())
        if about is None and gaps[best] > REACH:
            return None
        return float(starts[best] + share[best])

    def _say(self, place: float | None = None) -> None:
        circle = self.circle
        if circle is None or place is None:
            self._label.show(False)
            return
        kind, words = self._elbow.words_at(round(place) % len(circle.q))
        is_bad = kind in ("error", "limit")
        colour = self._theme.error if is_bad else self._theme.label
        value = circle.values[round(place) % len(circle.q)]
        self._label.write(f"Elbow {value:.0f}°: {words}")
        self._label.move(circle.points[round(place) % len(circle.q)])
        self._label.dress(rgb(colour), LABEL_SIZE, self._ratio, back=rgb(self._theme.paper))
        self._label.show(True)
        self._viewport.update()

    # Drawing.

    def dress(self, theme: Theme, ratio: float) -> None:
        """Sets the colours of the theme, and widths for the screen."""
        self._theme, self._ratio = theme, ratio
        colours = {
            "good": theme.good,
            "warning": theme.warning,
            "error": theme.error,
            "limit": theme.error,
            "pending": theme.pending,
        }
        for kind, actor in self._lines.items():
            look = actor.GetProperty()
            look.SetColor(*rgb(colours[kind]))
            look.SetLineWidth((WIDTHS[kind] + (1.5 if self._is_lit else 0.0)) * ratio)
        self._knob.GetProperty().SetColor(*rgb(theme.label))
        self._knob.GetProperty().SetLineWidth(2.5 * ratio)

    def fit(self, camera: Camera, size: tuple[float, float]) -> Array:
        """Draws the knob in its constant size; gives points that must stay visible, (k, 3), mm."""
        circle, state = self.circle, self._document.state
        if circle is None or state is None:
            return np.empty((0, 3))
        at = circle.points[circle.nearest_place(state.q)]
        turn = np.linspace(0.0, 2.0 * np.pi, KNOB_SIDES + 1)[:, None]
        right, up, _ = camera.axes.T
        radius = KNOB * scale_at(camera, at, size[1])
        knob = at + radius * (np.cos(turn) * right + np.sin(turn) * up)
        self._knob.GetMapper().SetInputDataObject(polylines([knob]))
        return circle.points
