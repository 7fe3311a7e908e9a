"""A plane that cuts the bodies open: nothing in front of it is drawn or picked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkPlane
from vtkmodules.vtkRenderingCore import vtkProperty

from app.desktop.looks.theme import Theme, mix, rgb
from app.desktop.view3d.drawing.body_actors import BodyActors
from app.desktop.view3d.drawing.camera import Camera, whole_sight
from app.desktop.view3d.drawing.scene3d import CellScene
from app.desktop.view3d.tools.gizmo import Array


@dataclass(frozen=True)
class Cut:
    """A cut across a world axis: points with a coordinate of at most `offset`, mm, stay.

    flipped: Points beyond the offset stay instead.
    """

    axis: int = 1
    offset: float = 0.0
    flipped: bool = False

    @property
    def normal(self) -> Array:
        """The unit vector towards the side that stays."""
        return np.asarray((1.0 if self.flipped else -1.0) * np.eye(3)[self.axis])

    def kept_sight(self, origin: Array, direction: Array, reach: float) -> tuple[Array, float]:
        """The point where a line of sight enters the side that stays, and its length there, mm."""
        depth = float(self.normal @ origin - self.normal[self.axis] * self.offset)
        rate = float(self.normal @ direction)
        if abs(rate) < 1e-12:
            return (origin, reach) if depth >= 0.0 else (origin, 0.0)
        crossing = -depth / rate
        if rate < 0.0:  # the line leaves the side that stays
            return origin, min(max(crossing, 0.0), reach)
        start = max(crossing, 0.0)
        return origin + start * direction, max(reach - start, 0.0)


class Section:
    """Cuts a scene open, and bodies that come later; the inside of a body is drawn flat."""

    def __init__(self, scene: CellScene) -> None:
        self._scene = scene
        self.cut: Cut | None = None
        self._plane = vtkPlane()
        self._inside = vtkProperty()
        self._inside.SetAmbient(1.0)  # the same from all sides, so that it reads as one cut face
        self._inside.SetDiffuse(0.0)
        self._cut_bodies: dict[int, BodyActors] = {}
        scene.add_overlay(self)

    def set(self, cut: Cut | None) -> None:
        """Cuts the scene there; None cuts nothing."""
        self.cut = cut
        self._scene.kept_sight = cut.kept_sight if cut is not None else whole_sight
        if cut is not None:
            self._plane.SetNormal(*cut.normal)
            self._plane.SetOrigin(*(cut.offset * np.eye(3)[cut.axis]))
        else:
            for body in self._cut_bodies.values():
                self._mend(body)
            self._cut_bodies = {}
        self._scene.on_changed()

    def range_along(self, axis: int) -> tuple[float, float]:
        """Least and greatest coordinate of the shown bodies along a world axis, mm."""
        points = self._scene.points()
        return (
            (float(points[:, axis].min()), float(points[:, axis].max())) if len(points) else (0, 0)
        )

    def dress(self, theme: Theme, ratio: float) -> None:
        """Draws cut faces in grey, whatever the colour of the body."""
        self._inside.SetColor(*mix(rgb(theme.paper), rgb(theme.line), 0.45))

    def fit(self, camera: Camera, size: tuple[float, float]) -> Array:
        """Cuts the bodies that came since the last frame."""
        if self.cut is not None:
            for body in self._scene.bodies.values():
                if self._cut_bodies.get(id(body)) is not body:
                    self._open(body)
                    self._cut_bodies[id(body)] = body
        return np.empty((0, 3))

    def _open(self, body: BodyActors) -> None:
        for actor in body.actors:
            mapper: Any = actor.GetMapper()
            mapper.AddClippingPlane(self._plane)
        body.faces.SetBackfaceProperty(self._inside)

    def _mend(self, body: BodyActors) -> None:
        for actor in body.actors:
            mapper: Any = actor.GetMapper()
            mapper.RemoveClippingPlane(self._plane)
        body.faces.SetBackfaceProperty(None)
