"""A plane that cuts the bodies open: nothing in front of it is drawn or picked."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkPlane
from vtkmodules.vtkRenderingCore import vtkProperty

from app.desktop.looks.theme import Theme, mix, rgb
from app.desktop.view3d.drawing.bodies.body_actors import BodyActors
from app.desktop.view3d.drawing.camera import Camera, whole_sight
from app.desktop.view3d.drawing.scene3d import CellScene
from app.desktop.view3d.sectioning.caps import Caps
from app.desktop.view3d.sectioning.cut import Array, Cut
from app.desktop.view3d.tools.gizmo import scale_at


class Section:
    """Cuts a scene open, and bodies that come later, and fills their cut faces."""

    def __init__(self, scene: CellScene) -> None:
        self._scene = scene
        self.cut: Cut | None = None
        self._plane = vtkPlane()
        self._inside = vtkProperty()
        self._inside.SetAmbient(1.0)  # the same from all sides, so that it reads as one cut face
        self._inside.SetDiffuse(0.0)
        self._cut_bodies: dict[int, BodyActors] = {}
        self.caps = Caps(scene)
        self.on_open_surfaces: Callable[[tuple[str, ...]], None] = lambda names: None
        scene.complete_overlays = self.complete
        scene.add_overlay(self)

    def set(self, cut: Cut | None) -> None:
        """Cuts the scene there; None cuts nothing."""
        self.cut = cut
        self._scene.kept_sight = cut.kept_sight if cut is not None else whole_sight
        self.caps.set(cut)
        if cut is not None:
            self._plane.SetNormal(*cut.normal)
            self._plane.SetOrigin(*cut.edge)
        else:
            for body in self._cut_bodies.values():
                body.close_up(self._plane)
            self._cut_bodies = {}
        self._scene.on_changed()

    def range_along(self, way: Array) -> tuple[float, float]:
        """Least and greatest coordinate of the shown bodies along a unit vector (3,), mm."""
        along = self._scene.points() @ way
        return (float(along.min()), float(along.max())) if len(along) else (0.0, 0.0)

    def middle(self) -> Array:
        """The middle of the shown bodies, moved into the plane, world, mm, (3,)."""
        points = self._scene.points()
        middle = 0.5 * (points.min(axis=0) + points.max(axis=0)) if len(points) else np.zeros(3)
        if self.cut is None:
            return np.asarray(middle)
        return np.asarray(middle + (self.cut.offset - middle @ self.cut.way) * self.cut.way)

    def complete(self) -> None:
        """Makes all cut faces that are late, before a picture is taken."""
        self.caps.in_steps = False

    def dress(self, theme: Theme, ratio: float) -> None:
        """Draws the inside of bodies in grey, whatever their colour."""
        self._inside.SetColor(*mix(rgb(theme.paper), rgb(theme.line), 0.45))
        self.caps.dress(theme, ratio)

    def fit(self, camera: Camera, size: tuple[float, float]) -> Array:
        """Cuts the bodies that came since the last frame, and fills what is cut."""
        if self.cut is not None:
            for body in self._scene.bodies.values():
                if self._cut_bodies.get(id(body)) is not body:
                    body.cut_open(self._plane, self._inside)
                    self._cut_bodies[id(body)] = body
            if self.caps.refresh(scale_at(camera, self.middle(), size[1])):
                self.on_open_surfaces(self.caps.open_names)
            self.caps.in_steps = self._scene.contours.in_steps
        return np.empty((0, 3))
