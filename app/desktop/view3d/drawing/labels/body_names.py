"""The names of bodies in the 3D view, each above its body."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from app.desktop.looks.theme import Theme, rgb
from app.desktop.view3d.drawing.bodies.body_actors import BodyActors
from app.desktop.view3d.drawing.labels.label import Label


class BodyNames:
    """Names fixtures and parts; an arm, whose links are many, is named once, at its first link."""

    def __init__(self, renderer: Any, theme: Theme, on_changed: Callable[[], None]) -> None:
        self._renderer, self._theme, self._on_changed = renderer, theme, on_changed
        self._ratio, self._is_shown = 1.0, False
        self._labels: dict[str, Label] = {}

    def show(self, visible: bool) -> None:
        """Shows or hides the names."""
        self._is_shown = visible
        for label in self._labels.values():
            label.show(visible)
        self._on_changed()

    def dress(self, theme: Theme, ratio: float) -> None:
        """Sets the colours of the theme, and the size for the screen."""
        self._theme, self._ratio = theme, ratio
        for label in self._labels.values():
            label.dress(rgb(theme.label), 12, ratio, back=rgb(theme.paper))

    def fit(self, bodies: Mapping[str, BodyActors]) -> None:
        """Moves the names to where their bodies stand now."""
        wanted = named_bodies(bodies) if self._is_shown else {}
        for name in self._labels.keys() - wanted.keys():
            self._labels.pop(name).remove()
        for name, body in wanted.items():
            if name not in self._labels:
                self._labels[name] = Label(self._renderer, name, is_name=True)
                self._labels[name].show(True)
                self.dress(self._theme, self._ratio)
            corners = body.corners()
            low, high = corners.min(axis=0), corners.max(axis=0)
            self._labels[name].move(np.array([*(low + high)[:2] / 2, high[2]]))


def named_bodies(bodies: Mapping[str, BodyActors]) -> dict[str, BodyActors]:
    """The bodies that get a name, by that name: the part before the point for the first of an arm.

    Bodies that are not in the cell now have none.
    """
    found: dict[str, BodyActors] = {}
    for name, body in bodies.items():
        if body.T_world_body is not None:
            is_arm = body.shape.kind in ("robot", "finger")
            found.setdefault(name.partition(".")[0] if is_arm else name, body)
    return found
