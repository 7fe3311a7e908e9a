"""The chosen step in the 3D view: its outline in front of all, a cut as a ghost, every copy."""

from __future__ import annotations

from typing import Any

import numpy as np
from vtkmodules.vtkCommonMath import vtkMatrix4x4

from app.desktop.looks.theme import Theme, rgb
from app.desktop.modelling.steps.step_places import Levels, all_maps, shape_map, unit
from app.desktop.state.document import Document
from app.desktop.view3d.drawing.camera import Camera
from app.desktop.view3d.drawing.polydata import (
    draw_behind,
    face_actor,
    line_actor,
    segments,
    surface,
)
from app.desktop.view3d.handles.steps.shown_step import ShownStep
from app.desktop.view3d.tools.gizmo import Array, Size
from app.desktop.view3d.viewport import Viewport

MOST_SHOWN = 60  # copies; a plate of a thousand holes would be a cloud of lines
FACES_OF_CUT, OTHER_COPIES = 0.34, 0.45  # opacities
LARGE = 60_000  # triangles of a step whose ghost is left to its outline


class _Copy:
    """Faces and edges of one copy, which share a matrix."""

    def __init__(self, renderer: Any, faces: Any, lines: Any) -> None:
        self.matrix = vtkMatrix4x4()
        self.faces, self.lines = face_actor(faces), line_actor(lines, front=True)
        self.faces.GetProperty().LightingOff()
        draw_behind(self.faces)  # where the body has the same face, the body's is seen
        for actor in (self.faces, self.lines):
            actor.SetUserMatrix(self.matrix)
            actor.PickableOff()
            renderer.AddActor(actor)


class StepGhost:
    """An overlay: draws the chosen step where the document and the drag have it."""

    def __init__(self, document: Document, viewport: Viewport, shown: ShownStep) -> None:
        self._document, self._viewport, self._shown = document, viewport, shown
        self._renderer, self._theme, self._ratio = (
            viewport.scene.renderer,
            viewport.scene.theme,
            1.0,
        )
        self._copies: list[_Copy] = []
        self._drawn: object = None
        self._polydata: tuple[Any, Any] = (None, None)
        self._corners = np.empty((0, 3))
        self._is_cut = False
        viewport.scene.add_overlay(self)

    @property
    def count(self) -> int:
        """The number of copies that are drawn."""
        return len(self._copies)

    @property
    def corners(self) -> Array:
        """The ends of the drawn copies in the world, (k, 3), mm."""
        return self._corners

    def refresh(self) -> None:
        """Draws the chosen step anew where it differs from what is drawn."""
        levels, T_world_body = self._shown.levels(), self._shown.T_world_body()
        data = None if not levels or T_world_body is None else self._data(levels)
        if data is None or T_world_body is None:
            self._clear()
            return
        key, faces, lines, ends = data
        if key is not self._drawn or self._shown.is_cut() != self._is_cut:
            self._clear()
            self._drawn, self._is_cut = key, self._shown.is_cut()
            self._polydata = (faces, lines)
        maps = [shape_map(levels), *_others(levels)]
        while len(self._copies) > len(maps):
            self._remove(self._copies.pop())
        while len(self._copies) < len(maps):
            self._copies.append(_Copy(self._renderer, faces, lines))
        corners = []
        for copy, A in zip(self._copies, maps, strict=True):
            T = T_world_body @ A
            copy.matrix.DeepCopy(np.asarray(T, float).ravel().tolist())
            corners.append(ends @ T[:3, :3].T + T[:3, 3])
        self._corners = np.concatenate(corners)
        self.dress(self._theme, self._ratio)
        self._viewport.update()

    def _data(self, levels: Levels) -> tuple[object, Any, Any, Array] | None:
        """What the drawing is of, its faces and lines, and the corners of its box."""
        shape = levels[-1].shape
        if "half_space" in shape:
            return self._plane(shape["half_space"])
        drawing = self._shown.drawing(shape)
        if drawing is None:
            return None
        if drawing is self._drawn:
            return drawing, *self._polydata, _box(drawing.mesh.vertices)
        mesh = drawing.mesh
        few = mesh.triangles if len(mesh.triangles) < LARGE else mesh.triangles[:0]
        faces = surface(mesh.vertices, few)
        return drawing, faces, segments(mesh.vertices, drawing.edges), _box(mesh.vertices)

    def _plane(self, given: Any) -> tuple[object, Any, Any, Array]:
        """A square of the plane that bounds a half-space, as large as the body."""
        normal = unit(given["normal"])
        length = float(np.linalg.norm(given["normal"])) or 1.0
        across = np.cross(normal, np.eye(3)[int(np.argmin(np.abs(normal)))])
        first = 0.7 * self._shown.reach() * unit(across)
        second = np.cross(normal, first)
        middle = float(given.get("offset", 0.0)) / length * normal
        corners = np.array([middle + a * first + b * second for a, b in _SQUARE])
        faces = surface(corners, np.array([[0, 1, 2], [0, 2, 3]]))
        sides = np.array([[0, 1], [1, 2], [2, 3], [3, 0]])
        return object(), faces, segments(corners, sides), corners

    def _remove(self, copy: _Copy) -> None:
        for actor in (copy.faces, copy.lines):
            self._renderer.RemoveActor(actor)

    def _clear(self) -> None:
        if self._copies:
            self._viewport.update()
        for copy in self._copies:
            self._remove(copy)
        self._copies, self._drawn, self._corners = [], None, np.empty((0, 3))

    def dress(self, theme: Theme, ratio: float) -> None:
        """Sets the colours of the theme: the selection's, of a cut the ghost's."""
        self._theme, self._ratio = theme, ratio
        colour = rgb(theme.ghost if self._is_cut else theme.accent)
        for i, copy in enumerate(self._copies):
            share = 1.0 if i == 0 else OTHER_COPIES
            face, line = copy.faces.GetProperty(), copy.lines.GetProperty()
            face.SetColor(*colour)
            face.SetOpacity(share * FACES_OF_CUT)
            copy.faces.SetVisibility(self._is_cut)  # of what is added the body shows the faces
            line.SetColor(*colour)
            line.SetOpacity(share)
            line.SetLineWidth((2.6 if i == 0 else 1.4) * ratio)

    def fit(self, camera: Camera, size: Size) -> Array:
        """The corners of the ghosts, so that they lie within the range of depth."""
        return self._corners


_SQUARE = ((-1, -1), (1, -1), (1, 1), (-1, 1))


def _others(levels: Levels) -> list[Array]:
    """The maps of the copies beside the chosen one."""
    own = shape_map(levels)
    return [A for A in all_maps(levels, MOST_SHOWN) if not np.allclose(A, own, atol=1e-9)]


def _box(vertices: Array) -> Array:
    sides = zip(vertices.min(axis=0), vertices.max(axis=0), strict=True)
    return np.array(np.meshgrid(*sides, indexing="ij")).reshape(3, -1).T
