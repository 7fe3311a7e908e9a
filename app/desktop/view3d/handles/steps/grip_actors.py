"""The grips of a step as VTK draws them: small solids of constant size, always in front."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import pyvista as pv
from vtkmodules.vtkCommonMath import vtkMatrix4x4

from app.desktop.looks.theme import Theme, mix, rgb
from app.desktop.modelling.steps.grips import COUNT
from app.desktop.view3d.drawing.camera import Camera, project
from app.desktop.view3d.drawing.labels.label import Label
from app.desktop.view3d.drawing.polydata import draw_in_front, face_actor
from app.desktop.view3d.tools.gizmo import ALONG_SIGHT, Array, Handle, Size, scale_at, sight_to

LABEL_SIZE = 12
OFF, LENGTH, RADIUS = 5.0, 15.0, 6.0  # of a cone: from its face, points of the screen
CATCH = 10.0  # points from the middle of a grip
MIDDLE = OFF + LENGTH / 2


class Place(NamedTuple):
    """Where a grip is in the world. point: On its face, mm. way: Unit vector of a pull outward.

    unit: Of the number it changes. is_pattern: Whether it belongs to the copies of a shape.
    """

    point: Array
    way: Array
    unit: str
    is_pattern: bool


class GripActors:
    """One actor for each grip, and the words beside the one in the hand."""

    def __init__(self, renderer: Any, theme: Theme) -> None:
        self._renderer, self._theme, self._ratio = renderer, theme, 1.0
        self.places: dict[Handle, Place] = {}
        self._actors: dict[Handle, tuple[str, Any, vtkMatrix4x4]] = {}
        self._lit: Handle | None = None
        self._label = Label(renderer, "")

    def show(self, places: Mapping[Handle, Place]) -> None:
        """Shows these grips and no others."""
        self.places = dict(places)
        for handle in [h for h, made in self._actors.items() if made[0] != self._look(h)]:
            self._renderer.RemoveActor(self._actors.pop(handle)[1])
        for handle in self.places.keys() - self._actors.keys():
            kind, matrix = self._look(handle), vtkMatrix4x4()
            actor = face_actor(_FORMS[kind]())
            actor.GetProperty().LightingOff()
            actor.SetUserMatrix(matrix)
            actor.PickableOff()
            draw_in_front(actor)
            self._renderer.AddActor(actor)
            self._actors[handle] = (kind, actor, matrix)
        self.dress(self._theme, self._ratio)

    def _look(self, handle: Handle) -> str:
        """The form of a grip; "" of one that is not shown."""
        place = self.places.get(handle)
        if place is None:
            return ""
        return "cone" if not place.is_pattern else "cube" if place.unit == COUNT else "ball"

    def at(self, camera: Camera, x: float, y: float, size: Size) -> Handle | None:
        """The nearest grip under a point of the picture; None where there is none."""
        found: dict[Handle, float] = {}
        for handle, place in self.places.items():
            if can_be_pulled(place, camera):
                middle = place.point + MIDDLE * scale_at(camera, place.point, size[1]) * place.way
                seen = np.array(project(camera, middle, *size))
                found[handle] = float(np.linalg.norm(seen - (x, y)))
        nearest = min(found, key=lambda each: found[each], default=None)
        return nearest if nearest is not None and found[nearest] < CATCH else None

    def light_up(self, handle: Handle | None) -> bool:
        """Lights up the grip under the pointer; whether it is another one than before."""
        is_other, self._lit = handle != self._lit, handle
        if is_other:
            self.dress(self._theme, self._ratio)
        return is_other

    def say(self, words: str, is_fault: bool = False) -> None:
        """Sets the words beside the grip in the hand; empty words hide the label."""
        self._label.write(words)
        self._label.show(bool(words) and self._lit in self.places)
        colour = self._theme.error if is_fault else self._theme.label
        self._label.dress(rgb(colour), LABEL_SIZE, self._ratio, back=rgb(self._theme.paper))

    def fit(self, camera: Camera, size: Size) -> Array:
        """Scales the grips for the camera; gives their points, which must stay visible, mm."""
        for handle, (_, actor, matrix) in self._actors.items():
            place = self.places[handle]
            actor.SetVisibility(can_be_pulled(place, camera))
            scale = scale_at(camera, place.point, size[1])
            T = np.eye(4)
            T[:3, :3], T[:3, 3] = scale * _turned_to(place.way), place.point
            matrix.DeepCopy(T.ravel().tolist())
        lit = None if self._lit is None else self.places.get(self._lit)
        if lit is not None:
            self._label.move(lit.point)
            self._label.lean(project(camera, lit.point, *size)[0] > 0.6 * size[0])
        return np.array([place.point for place in self.places.values()]).reshape(-1, 3)

    def dress(self, theme: Theme, ratio: float) -> None:
        """Sets the colours: of sizes the selection's, of copies the way's, of a lit one amber."""
        self._theme, self._ratio = theme, ratio
        for handle, (kind, actor, _) in self._actors.items():
            plain = rgb(theme.accent if kind == "cone" else theme.ghost)
            is_lit = handle == self._lit
            white = (1.0, 1.0, 1.0)
            look = actor.GetProperty()
            look.SetColor(*mix(rgb(theme.warning) if is_lit else plain, white, 0.25))
            look.SetOpacity(0.4 if self._lit is not None and not is_lit else 1.0)


def can_be_pulled(place: Place, camera: Camera) -> bool:
    """Whether a grip is seen well enough to be pulled: not along the line of sight."""
    return abs(float(place.way @ sight_to(camera, place.point))) < ALONG_SIGHT


def _turned_to(way: Array) -> Array:
    """A rotation (3, 3) whose x axis is the way."""
    across = np.cross(way, np.eye(3)[int(np.argmin(np.abs(way)))])
    across /= np.linalg.norm(across)
    return np.column_stack([way, across, np.cross(way, across)])


def _cone() -> Any:
    cone = pv.Cone(
        center=(MIDDLE, 0, 0), direction=(1, 0, 0), height=LENGTH, radius=RADIUS, resolution=20
    )
    return cone.triangulate()


def _ball() -> Any:
    return pv.Sphere(radius=RADIUS, center=(MIDDLE, 0, 0), theta_resolution=16, phi_resolution=12)


def _cube() -> Any:
    side = 2.0 * RADIUS - 1.0
    cube = pv.Cube(center=(MIDDLE, 0, 0), x_length=side, y_length=side, z_length=side)
    return cube.triangulate()


_FORMS = {"cone": _cone, "ball": _ball, "cube": _cube}
