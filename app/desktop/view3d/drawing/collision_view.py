"""The look of a collision: the common volume in bright red, named, visible through everything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.desktop.looks.theme import Theme, mix, rgb
from app.desktop.view3d.drawing.labels.label import Label
from app.desktop.view3d.drawing.polydata import (
    draw_in_front,
    face_actor,
    line_actor,
    segments,
    smooth_surface,
)
from app.desktop.view3d.drawing.polydata import surface as surface_of
from geometry.meshes.edges import feature_edges
from geometry.meshes.mesh import Mesh

Array = NDArray[np.float64]


class CollisionView:
    """The common volumes of the colliding pairs at one moment."""

    def __init__(self, renderer: Any, theme: Theme) -> None:
        self._renderer = renderer
        self._theme = theme
        self._ratio = 1.0
        self._named = False
        self._faces: list[Any] = []
        self._lines: list[Any] = []
        self._labels: list[Label] = []

    def set(self, pairs: Sequence[tuple[str, str]], regions: Sequence[Mesh | None]) -> None:
        """Shows these common volumes, in world axes, and no others."""
        self._clear()
        places: dict[str, tuple[list[str], list[Array]]] = {}
        for (moving, static), region in zip(pairs, regions, strict=True):
            if region is None or not len(region.triangles):
                continue
            self._fill(region)
            names, points = places.setdefault(static, ([], []))
            names.append(moving)
            points.append(np.asarray(region.vertices).mean(axis=0))
        # One label for all bodies that run into the same body: labels of two fingers would overlap.
        for static, (names, points) in places.items():
            label = Label(self._renderer, f"{', '.join(names)} × {static}", is_name=True)
            label.move(np.max(points, axis=0))
            self._labels.append(label)
        self.dress(self._theme, self._ratio)
        self.show(self._named)

    def show(self, named: bool) -> None:
        """Shows or hides the names of the pairs; the volumes are always shown."""
        self._named = named
        for label in self._labels:
            label.show(named)

    def dress(self, theme: Theme, ratio: float) -> None:
        """Sets the colours of the theme, and widths for the screen."""
        self._theme, self._ratio = theme, ratio
        contact = rgb(theme.contact)
        for actor in self._faces:
            look = actor.GetProperty()
            look.SetColor(*contact)
            look.SetAmbient(0.75)
            look.SetDiffuse(0.4)
        for actor in self._lines:
            actor.GetProperty().SetColor(*mix(contact, (1.0, 1.0, 1.0), 0.55))
            actor.GetProperty().SetLineWidth(ratio)
        for label in self._labels:
            label.dress((1.0, 1.0, 1.0), 13, ratio, back=mix(contact, (0.0, 0.0, 0.0), 0.45))

    def _fill(self, region: Mesh) -> None:
        faces = face_actor(smooth_surface(surface_of(region.vertices, region.triangles)))
        lines = line_actor(segments(region.vertices, feature_edges(region)), front=True)
        draw_in_front(faces)
        faces.PickableOff()
        for actor in (faces, lines):
            self._renderer.AddActor(actor)
        self._faces.append(faces)
        self._lines.append(lines)

    def _clear(self) -> None:
        for actor in (*self._faces, *self._lines):
            self._renderer.RemoveActor(actor)
        for label in self._labels:
            label.remove()
        self._faces, self._lines, self._labels = [], [], []
