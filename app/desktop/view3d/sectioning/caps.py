"""Draws the cut faces of bodies: in the colour of the body, hatched, with a line round them."""

from __future__ import annotations

from time import thread_time
from typing import Any

import numpy as np
import pyvista as pv
from vtkmodules.util.numpy_support import numpy_to_vtk, numpy_to_vtkIdTypeArray
from vtkmodules.vtkCommonCore import vtkPoints
from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkPolyData
from vtkmodules.vtkCommonMath import vtkMatrix4x4

from app.desktop.looks.theme import Rgb, Theme, mix, rgb
from app.desktop.view3d.drawing.bodies.body_actors import BodyActors
from app.desktop.view3d.drawing.polydata import face_actor, line_actor, polylines
from app.desktop.view3d.drawing.scene3d import CellScene
from app.desktop.view3d.sectioning.cap_shapes import (
    NO_CAP,
    Array,
    CapShape,
    cap_of,
    near_pairs,
    shared_cap,
)
from app.desktop.view3d.sectioning.cut import Cut
from geometry.solids.primitives.open_mesh import open_surface

BUDGET_S = 0.025  # processor time for cut faces in one frame; others come with the next frames
PERIOD = 12.0  # points of the screen between two lines of the hatching
_TEXELS = 16
_STROKE = 0.22  # share of the period that a line of the hatching takes
_HATCH = 0.62  # brightness of a line of the hatching
# Figures that two bodies share stand in the planes of their cut faces, and are drawn before them.
_BEFORE = (-2.0, -2.0)


class _Cap:
    """The actor of one cut face, in the frame of the plane."""

    def __init__(self, renderer: Any, matrix: vtkMatrix4x4, texture: Any) -> None:
        self.mark: object = None
        self.shape: CapShape = NO_CAP
        self._renderer, self._turn, self._data = renderer, 0, vtkPolyData()
        self.actor = face_actor(pv.PolyData())
        self.actor.SetUserMatrix(matrix)
        self.actor.SetTexture(texture)
        self.actor.PickableOff()
        self.actor.GetProperty().LightingOff()
        renderer.AddActor(self.actor)

    def show(self, shape: CapShape, period: float, turn: int) -> None:
        """Draws another figure. period: Of the hatching, mm. turn: 0 or 1, the hatching's slant."""
        self.shape, self._turn = shape, turn
        if not shape.curves:  # most bodies do not meet the plane
            return
        self._data = _flat_data(shape)
        self.hatch(period)
        self.actor.GetMapper().SetInputDataObject(self._data)

    def hatch(self, period: float) -> None:
        """Hatches with another period, mm."""
        if not self.shape.curves:
            return
        places = self.shape.points / period
        if self._turn:
            places[:, 0] *= -1.0
        coordinates = numpy_to_vtk(np.ascontiguousarray(places, np.float32), deep=True)
        self._data.GetPointData().SetTCoords(coordinates)

    def set_visible(self, visible: bool) -> None:
        """Shows the figure, if there is one, or hides it."""
        self.actor.SetVisibility(visible and bool(self.shape.curves))

    def remove(self) -> None:
        """Removes the figure from the picture."""
        self._renderer.RemoveActor(self.actor)


class Caps:
    """The cut faces of all bodies of a scene; only those of bodies that moved are cut again.

    in_steps: Whether a frame makes only as many as its time allows; `are_waiting` then says that
    some are late. A late cut face is not drawn: a wrong one would be believed.
    """

    def __init__(self, scene: CellScene) -> None:
        self._scene, self._renderer = scene, scene.renderer
        self.in_steps, self.are_waiting, self._is_finished = False, False, False
        self.open_names: tuple[str, ...] = ()
        self._cut: Cut | None = None
        self._theme, self._ratio, self._period = scene.theme, 1.0, 20.0
        self._matrix = vtkMatrix4x4()
        self._T_plane_world: Array = np.eye(4)
        self._single, self._double = _hatching(False), _hatching(True)
        self._caps: dict[str, _Cap] = {}
        self._shared: dict[tuple[str, str], _Cap] = {}
        self._lines = line_actor()
        self._lines.SetUserMatrix(self._matrix)
        self._renderer.AddActor(self._lines)

    def set(self, cut: Cut | None) -> None:
        """Cuts along another plane, or draws nothing."""
        self._cut = cut
        if cut is None:
            self._clear()
            return
        T = cut.T_world_plane
        self._matrix.DeepCopy(T.ravel().tolist())
        T[:3, 3] = cut.edge
        self._T_plane_world = np.asarray(np.linalg.inv(T), dtype=float)

    def _clear(self) -> None:
        for cap in (*self._caps.values(), *self._shared.values()):
            cap.remove()
        self._caps, self._shared, self.open_names = {}, {}, ()
        self.are_waiting = self._is_finished = False
        self._lines.GetMapper().SetInputDataObject(pv.PolyData())

    def refresh(self, scale: float) -> bool:
        """Makes late cut faces; whether any changed. scale: Mm on one point of the screen."""
        if self._cut is None:
            return False
        changed = self._rehatch(scale)
        shown = {name: body for name, body in self._scene.bodies.items() if body.shows_faces}
        for name in self._caps.keys() - shown.keys():
            self._caps.pop(name).remove()
            changed = True
        late = [name for name, body in shown.items() if self._is_late(name, body)]
        begun, made = thread_time(), 0
        while late and not (self.in_steps and made and thread_time() - begun > BUDGET_S):
            self._make(late.pop(0), shown)
            made += 1
        changed |= made > 0
        for name, cap in self._caps.items():
            cap.set_visible(name not in late)
        self._is_finished &= not changed
        has_time = not (self.in_steps and made) or thread_time() - begun < 0.4 * BUDGET_S
        if not late and not self._is_finished and has_time:
            self._finish()
            changed = True
        self.are_waiting = not self._is_finished
        self._lines.SetVisibility(self._is_finished)
        for cap in self._shared.values():
            cap.set_visible(self._is_finished)
        if changed:
            self._colour()
        return changed

    def _finish(self) -> None:
        """Draws what depends on all cut faces: what they share, and the lines round them."""
        self._share()
        self._outline()
        self.open_names = tuple(n for n, cap in self._caps.items() if cap.shape.is_open)
        self._is_finished = True

    def _mark(self, body: BodyActors) -> object:
        assert body.T_world_body is not None
        return body.shape.solid.key, body.T_world_body.tobytes(), self._cut

    def _is_late(self, name: str, body: BodyActors) -> bool:
        return name not in self._caps or self._caps[name].mark != self._mark(body)

    def _make(self, name: str, shown: dict[str, BodyActors]) -> None:
        body = shown[name]
        assert body.T_world_body is not None
        if name not in self._caps:
            self._caps[name] = _Cap(self._renderer, self._matrix, self._single)
        cap = self._caps[name]
        cap.mark = self._mark(body)
        T_plane_body = self._T_plane_world @ body.T_world_body
        z = self._T_plane_world[2, :3] @ body.corners().T + self._T_plane_world[2, 3]
        is_met = float(z.min()) <= 0.0 < float(z.max())
        is_open = open_surface(body.shape.solid) is not None
        shape = cap_of(body.shape.mesh, T_plane_body, is_open) if is_met else NO_CAP
        cap.show(shape, self._period, list(shown).index(name) % 2)

    def _share(self) -> None:
        """Draws the figures that pairs of bodies share, with crossed hatching."""
        names = [name for name, cap in self._caps.items() if cap.shape.curves]
        before, self._shared = self._shared, {}
        for i, j in near_pairs([self._caps[name].shape for name in names]):
            pair = (names[i], names[j])
            one, two = (self._caps[name].shape for name in pair)
            kept = before.pop(pair, None)
            if kept is None or kept.mark != (id(one), id(two)):
                kept = self._shared_of(pair, kept)
            self._shared[pair] = kept
        for cap in before.values():
            cap.remove()

    def _shared_of(self, pair: tuple[str, str], cap: _Cap | None) -> _Cap:
        """The actor of the figure that two cut faces share; it may be empty."""
        one, two = (self._caps[name].shape for name in pair)
        if cap is None:
            cap = _Cap(self._renderer, self._matrix, self._double)
            cap.actor.GetMapper().SetRelativeCoincidentTopologyPolygonOffsetParameters(*_BEFORE)
        cap.show(shared_cap(one, two) or NO_CAP, self._period, 0)
        cap.mark = (id(one), id(two))
        return cap

    def _outline(self) -> None:
        caps = (*self._caps.values(), *self._shared.values())
        curves = [curve for cap in caps for curve in cap.shape.curves]
        closed = [np.pad(np.vstack([c, c[:1]]), ((0, 0), (0, 1))) for c in curves]
        self._lines.GetMapper().SetInputDataObject(polylines(closed))

    def _rehatch(self, scale: float) -> bool:
        """Keeps the hatching about as dense on the screen, in steps of a factor of two."""
        period = float(2.0 ** np.round(np.log2(PERIOD * scale)))
        if period == self._period:
            return False
        self._period = period
        for cap in (*self._caps.values(), *self._shared.values()):
            cap.hatch(period)
        return True

    # Colours.

    def dress(self, theme: Theme, ratio: float) -> None:
        """Sets the colours of the theme, and widths for the screen."""
        self._theme, self._ratio = theme, ratio
        look = self._lines.GetProperty()
        look.SetColor(*rgb(theme.edge))
        look.SetLineWidth(1.8 * ratio)
        self._colour()

    def _colour(self) -> None:
        for name, cap in self._caps.items():
            cap.actor.GetProperty().SetColor(*self._tint(name))
        for (a, b), cap in self._shared.items():
            hits = self._scene.marks.hits
            common = mix(self._tint(a), self._tint(b), 0.5)
            colour = rgb(self._theme.contact) if a in hits and b in hits else common
            cap.actor.GetProperty().SetColor(*colour)

    def _tint(self, name: str) -> Rgb:
        """The colour of a cut face: that of its body, lighter, so that it stands out from it."""
        body = self._scene.bodies.get(name)
        own = rgb(body.shape.colour) if body is not None else (0.6, 0.6, 0.6)
        return mix(own, (1.0, 1.0, 1.0), 0.35)


def _flat_data(shape: CapShape) -> Any:
    """A figure as VTK data; pyvista takes five times as long, which counts with many bodies."""
    data, points, cells = vtkPolyData(), vtkPoints(), vtkCellArray()
    flat = np.zeros((len(shape.points), 3))
    flat[:, :2] = shape.points
    points.SetData(numpy_to_vtk(flat, deep=True))
    cells.SetData(3, numpy_to_vtkIdTypeArray(shape.triangles.ravel(), deep=True))
    data.SetPoints(points)
    data.SetPolys(cells)
    return data


def _hatching(is_crossed: bool) -> Any:
    """A texture of slanting lines; crossed lines mean that two bodies are there."""
    place = (np.arange(_TEXELS) + 0.5) / _TEXELS
    along, down = np.meshgrid(place, place)
    slants = [(along + down) % 1.0] + ([(along - down) % 1.0] if is_crossed else [])
    bright = np.ones((_TEXELS, _TEXELS))
    for slant in slants:
        away = np.abs(slant - 0.5) / (0.5 * _STROKE)
        bright = np.minimum(bright, _HATCH + (1.0 - _HATCH) * np.clip(away, 0.0, 1.0) ** 2)
    image = np.repeat((bright[..., None] * 255.0).astype(np.uint8), 3, axis=2)
    texture = pv.Texture(image)
    texture.SetRepeat(True)
    texture.SetInterpolate(True)
    return texture
