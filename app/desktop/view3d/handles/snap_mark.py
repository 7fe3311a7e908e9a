"""The mark at the point to which the pointer snaps."""

from __future__ import annotations

from typing import Any

import numpy as np

from app.desktop.looks.theme import Theme, rgb
from app.desktop.view3d.drawing.camera import Camera
from app.desktop.view3d.drawing.labels.label import Label
from app.desktop.view3d.drawing.polydata import line_actor, polylines
from app.desktop.view3d.handles.snapping import CORNER, EDGE, FACE, FLOOR, Target
from app.desktop.view3d.tools.gizmo import Array, scale_at

HALF = 6.0  # half the size of the mark, points of the screen
ROUND_SIDES = 24
WORDS_SIZE = 12


class SnapMark:
    """An overlay: a square on a corner, a cross on an edge or a face, a ring on a centre."""

    def __init__(self, renderer: Any, theme: Theme) -> None:
        self._target: Target | None = None
        self._actor = line_actor(front=True)
        self._label = Label(renderer, "")
        renderer.AddActor(self._actor)
        self._has_words = False
        self.dress(theme, 1.0)
        self.show(None)

    def show(self, target: Target | None, words: str = "") -> bool:
        """Marks a target, with words beside it; None marks nothing. Whether anything changed."""
        before, self._target = self._target, target
        self._actor.SetVisibility(target is not None)
        self._has_words = bool(words) and target is not None
        self._label.write(words)
        self._label.show(self._has_words)
        return before is not None or target is not None

    def dress(self, theme: Theme, ratio: float) -> None:
        """Sets the colours of the theme, and widths for the screen."""
        look = self._actor.GetProperty()
        look.SetColor(*rgb(theme.accent))
        look.SetLineWidth(2.4 * ratio)
        self._label.dress(rgb(theme.label), WORDS_SIZE, ratio, back=rgb(theme.paper))

    def fit(self, camera: Camera, size: tuple[float, float]) -> Array:
        """Draws the mark with a constant size on the screen."""
        target = self._target
        if target is None:
            return np.empty((0, 3))
        half = HALF * scale_at(camera, target.point, size[1])
        self._actor.GetMapper().SetInputDataObject(polylines(_lines(target, camera, half)))
        self._label.move(target.point)
        return target.point[None]


def _lines(target: Target, camera: Camera, half: float) -> list[Array]:
    at, (right, up, _) = target.point, half * camera.axes.T
    if target.kind == CORNER:
        ring = (-right - up, right - up, right + up, up - right, -right - up)
        return [np.array([at + away for away in ring])]
    if target.kind in (EDGE, FACE, FLOOR):
        lines = [np.array([at - a, at + a]) for a in (right + up, right - up)]
        if target.kind != EDGE and target.way is not None:
            lines.append(np.array([at, at + 3.0 * half * target.way]))
        return lines
    turn = np.linspace(0.0, 2.0 * np.pi, ROUND_SIDES + 1)[:, None]
    ring_points = at + np.cos(turn) * right + np.sin(turn) * up
    return [ring_points, np.array([at - right, at + right]), np.array([at - up, at + up])]
