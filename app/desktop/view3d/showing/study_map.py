"""The map of a study in the 3D view: cubes at good places, crosses at others, with a legend.

A verdict is told by the shape, and a value by the colour: upright crosses mark places that are not
reached or suit not, slanted ones those at which something is met.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyvista as pv
from PySide6.QtCore import QEvent, QObject, Signal

from app.background.map_shapes import MapShapes
from app.desktop.looks.theme import Theme, rgb
from app.desktop.runs.lines.path_values import Scale
from app.desktop.view3d.drawing.bodies.body_actors import box_corners
from app.desktop.view3d.drawing.camera import Camera
from app.desktop.view3d.drawing.path.colour_scale import colours_of
from app.desktop.view3d.drawing.polydata import (
    colour_faces,
    face_actor,
    line_actor,
    segments,
    show_face_colours,
    surface,
)
from app.desktop.view3d.showing.path_legend import PathLegend
from app.desktop.view3d.showing.region_note import RegionNote
from app.desktop.view3d.viewing.esc_ends import EscEnds
from scenes.world.frozen import Array

if TYPE_CHECKING:
    from app.desktop.view3d.viewport import Viewport

LINE_WIDTH = 1.6  # points


class StudyMap(QObject):
    """Draws the shapes of a map; an overlay. ended: Esc has hidden it."""

    ended = Signal()

    def __init__(self, viewport: Viewport, above: RegionNote) -> None:
        super().__init__(viewport)
        self._viewport, self._scene = viewport, viewport.scene
        self.shapes: MapShapes | None = None
        self._theme, self._ratio = self._scene.theme, 1.0
        self.faces = face_actor(pv.PolyData())
        self.plus, self.times = line_actor(), line_actor()
        for actor in (self.faces, self.plus, self.times):
            actor.PickableOff()
            actor.VisibilityOff()
            self._scene.renderer.AddActor(actor)
        self.note = RegionNote(viewport, self._scene.theme, above)
        self.legend = PathLegend(viewport, self._scene.theme, "the map of the study", row=2)
        viewport.covers += [self.note, self.legend]
        self._scene.add_overlay(self)
        viewport.tools.append(EscEnds(self._end))
        viewport.installEventFilter(self)

    def show(self, shapes: MapShapes | None) -> None:
        """Draws a map in place of the one before; None hides it."""
        self.shapes = shapes
        for actor in (self.faces, self.plus, self.times):
            actor.VisibilityOff()
        if shapes is None:
            self.legend.hide()
            self.note.tell("")
        else:
            self._draw(shapes)
        self._viewport.update()

    def _end(self) -> bool:
        """Hides the map; whether it was shown."""
        was_shown = self.shapes is not None
        self.show(None)
        if was_shown:
            self.ended.emit()
        return was_shown

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keeps the legend in its corner."""
        if event.type() == QEvent.Type.Resize:
            self.legend.place()
        return False

    def _draw(self, shapes: MapShapes) -> None:
        low, high = shapes.low, shapes.high
        is_known = bool(np.isfinite(low))
        scale = Scale(low, high if high > low else low + 1.0, shapes.unit)
        if len(shapes.triangles):
            data = surface(shapes.points, shapes.triangles)
            colour_faces(data, colours_of(scale.shares(shapes.values), self._theme))
            self.faces.GetMapper().SetInputDataObject(data)
            show_face_colours(self.faces, True)
            self.faces.VisibilityOn()
        for actor, strokes in ((self.plus, shapes.plus), (self.times, shapes.times)):
            if len(strokes):
                pairs = np.arange(2 * len(strokes)).reshape(-1, 2)
                actor.GetMapper().SetInputDataObject(segments(strokes.reshape(-1, 3), pairs))
                actor.VisibilityOn()
        self.note.tell(f"Study, {shapes.title}\n{shapes.told}")
        if is_known:
            self.legend.tell(shapes.title, scale, 0.0)
        else:
            self.legend.hide()
        self.dress(self._theme, self._ratio)

    def dress(self, theme: Theme, ratio: float) -> None:
        """Sets the colours of the theme, and widths for the screen."""
        is_new = theme is not self._theme
        self._theme, self._ratio = theme, ratio
        self.faces.GetProperty().SetAmbient(0.45)
        for actor, colour in ((self.plus, theme.muted), (self.times, theme.error)):
            actor.GetProperty().SetColor(*rgb(colour))
            actor.GetProperty().SetLineWidth(LINE_WIDTH * ratio)
        self.note.set_theme(theme)
        self.legend.set_theme(theme)
        if is_new and self.shapes is not None:
            self._draw(self.shapes)

    def fit(self, camera: Camera, size: tuple[float, float]) -> Array:
        """Nothing follows the camera; gives the corners of the box about the map."""
        return np.empty((0, 3)) if self.shapes is None else box_corners(self.shapes.box)
