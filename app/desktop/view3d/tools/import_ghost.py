"""Bodies that are being imported, as violet ghosts where they would stand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from vtkmodules.vtkCommonMath import vtkMatrix4x4

from app.desktop.looks.theme import Theme, rgb
from app.desktop.view3d.drawing import camera as turntable
from app.desktop.view3d.drawing.camera import Camera
from app.desktop.view3d.drawing.polydata import draw_behind, face_actor, surface
from app.desktop.view3d.tools.gizmo import Array
from geometry.meshes.mesh import Mesh

if TYPE_CHECKING:
    from app.desktop.view3d.viewport import Viewport

LARGE_MESH = 100_000  # triangles; without a graphics card so many take long to see through
_LEVEL = 1e-9  # a line of sight this flat meets the ground nowhere
_FAR = 20_000.0  # mm; a drop near the horizon is not meant to be farther


class _Drawn(NamedTuple):
    """A mesh, its actor and matrix, and its least and greatest coordinates, (2, 3)."""

    mesh: Mesh
    actor: Any
    matrix: vtkMatrix4x4
    ends: Array


class ImportGhost:
    """Draws each mesh once, and then only moves and scales it."""

    def __init__(self, viewport: Viewport) -> None:
        self._viewport, self._scene = viewport, viewport.scene
        self._made: dict[int, _Drawn] = {}
        self._theme: Theme | None = None
        self._corners = np.empty((0, 3))
        self._scene.add_overlay(self)

    def show(self, ghosts: Iterable[tuple[Mesh, Array]]) -> None:
        """Shows these meshes, each with its matrix into the world, and no others."""
        wanted = {id(mesh): (mesh, T) for mesh, T in ghosts}
        for key in self._made.keys() - wanted.keys():
            self._scene.renderer.RemoveActor(self._made.pop(key).actor)
        corners = [np.empty((0, 3))]
        for key, (mesh, T) in wanted.items():
            if key not in self._made:
                self._made[key] = self._drawn(mesh)
            self._made[key].matrix.DeepCopy(np.asarray(T, float).ravel().tolist())
            corners.append(self._made[key].ends @ T[:3, :3].T + T[:3, 3])
        self._corners = np.concatenate(corners)
        if self._theme is not None:
            self.dress(self._theme, 1.0)
        self._viewport.update()

    @property
    def count(self) -> int:
        """The number of shown ghosts."""
        return len(self._made)

    def _drawn(self, mesh: Mesh) -> _Drawn:
        actor, matrix = face_actor(surface(mesh.vertices, mesh.triangles)), vtkMatrix4x4()
        actor.SetUserMatrix(matrix)
        actor.PickableOff()
        actor.GetProperty().SetInterpolationToFlat()
        draw_behind(actor)
        self._scene.renderer.AddActor(actor)
        ends = np.array([mesh.vertices.min(axis=0), mesh.vertices.max(axis=0)])
        return _Drawn(mesh, actor, matrix, ends)

    def dress(self, theme: Theme, ratio: float) -> None:
        """Sets the colours of the theme."""
        self._theme = theme
        for made in self._made.values():
            look = made.actor.GetProperty()
            look.SetColor(*rgb(theme.ghost))
            look.SetOpacity(0.5 if len(made.mesh.triangles) < LARGE_MESH else 1.0)
            look.SetAmbient(0.35)

    def fit(self, camera: Camera, size: tuple[float, float]) -> Array:
        """The corners of the ghosts, so that they lie within the range of depth."""
        return self._corners


def dropped_at(viewport: Viewport, x: float, y: float) -> tuple[float, float, float] | None:
    """The point of a body or of the ground under a point of the view, world, mm, to whole mm."""
    scene = viewport.scene
    _, point = scene.pick_point(x, y)
    if point is None:
        origin, direction = turntable.ray(scene.camera, x, y, *scene.size)
        if direction[2] > -_LEVEL:
            return None
        point = origin - origin[2] / direction[2] * direction
        if np.linalg.norm(point) > _FAR:
            return None
    a, b, c = np.round(point).tolist()
    return a, b, c
