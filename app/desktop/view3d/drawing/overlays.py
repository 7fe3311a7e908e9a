"""The drawings over the bodies: named frames, and the ghost of a pose."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyvista as pv
from numpy.typing import NDArray
from vtkmodules.vtkCommonMath import vtkMatrix4x4

from app.desktop.looks.theme import Theme, rgb
from app.desktop.view3d.drawing.bodies.body_actors import BodyActors
from app.desktop.view3d.drawing.camera import Camera, scales_at
from app.desktop.view3d.drawing.labels.label import Label
from app.desktop.view3d.drawing.polydata import (
    draw_behind,
    face_actor,
    line_actor,
    show_point_colours,
)
from app.desktop.view3d.drawing.skeleton_view import triads

Array = NDArray[np.float64]

AXIS_POINTS = 36.0  # length of the axes of a frame seen from the side, points of the screen


class Frames:
    """The axes and the names of locations or frames.

    width: Of the axes, points. colour: The theme colour of the names.
    """

    def __init__(
        self, renderer: Any, theme: Theme, width: float = 2.4, colour: str = "label"
    ) -> None:
        self._renderer = renderer
        self._width, self._colour = width, colour
        self._theme = theme
        self._ratio = 1.0
        self._visible = False
        self._labels: dict[str, Label] = {}
        self._drawn: dict[str, bytes] | None = None
        self._frames: dict[str, Array] = {}
        self._lengths: Array | None = None
        self.actor = line_actor(front=True)
        show_point_colours(self.actor)
        self.actor.VisibilityOff()
        renderer.AddActor(self.actor)

    def shows(self, frames: Mapping[str, Array]) -> bool:
        """Whether exactly these frames, `T_world_frame`, are drawn."""
        return self._drawn == {name: T.tobytes() for name, T in frames.items()}

    def set(self, frames: Mapping[str, Array]) -> None:
        """Shows these frames, `T_world_frame`."""
        self._drawn = {name: T.tobytes() for name, T in frames.items()}
        self._frames, self._lengths = dict(frames), None
        for name in self._labels.keys() - frames.keys():
            self._labels.pop(name).remove()
        for name, T in frames.items():
            if name not in self._labels:  # a label is in the picture from when it is made
                self._labels[name] = Label(self._renderer, name, is_name=True)
            self._labels[name].move(T[:3, 3])
        self.dress(self._theme, self._ratio)
        self.show(self._visible)

    def fit(self, camera: Camera, size: tuple[float, float]) -> None:
        """Gives all axes the same length on the screen. size: Of the view, points."""
        if not self._visible:
            return
        origins = np.array([T[:3, 3] for T in self._frames.values()]).reshape(-1, 3)
        lengths = AXIS_POINTS * scales_at(camera, origins, size[1])
        if self._lengths is not None and np.allclose(lengths, self._lengths, rtol=1e-3):
            return
        self._lengths = lengths
        data = triads(list(self._frames.values()), lengths) if self._frames else pv.PolyData()
        self.actor.GetMapper().SetInputDataObject(data)

    def show(self, visible: bool) -> None:
        """Shows or hides the frames."""
        self._visible = visible
        self.actor.SetVisibility(visible)
        for label in self._labels.values():
            label.show(visible)

    def dress(self, theme: Theme, ratio: float) -> None:
        """Sets the colours of the theme, and widths for the screen."""
        self._theme, self._ratio = theme, ratio
        self.actor.GetProperty().SetLineWidth(self._width * ratio)
        for label in self._labels.values():
            label.dress(rgb(getattr(theme, self._colour)), 12, ratio, back=rgb(theme.paper))


class Ghost:
    """A translucent copy of the bodies that would stand elsewhere."""

    def __init__(self, renderer: Any, theme: Theme) -> None:
        self._renderer = renderer
        self._theme = theme
        self._copies: dict[str, tuple[Any, vtkMatrix4x4]] = {}

    def set(
        self, bodies: Mapping[str, BodyActors], poses: Mapping[str, Array | None] | None
    ) -> None:
        """Shows the bodies that these poses would move; None shows none."""
        for actor, _ in self._copies.values():
            actor.VisibilityOff()
        for name, T in (poses or {}).items():
            body = bodies.get(name)
            if body is None or T is None or _is_there(body, T):
                continue
            actor, matrix = self._copy_of(name, body)
            matrix.DeepCopy(np.asarray(T, float).ravel().tolist())
            actor.VisibilityOn()

    def dress(self, theme: Theme) -> None:
        """Sets the colours of the theme."""
        self._theme = theme
        for actor, _ in self._copies.values():
            look = actor.GetProperty()
            look.SetColor(*rgb(theme.ghost))
            look.SetOpacity(0.42)
            look.SetAmbient(0.5)
            look.SetBackfaceCulling(True)

    def clear(self) -> None:
        """Forgets all copies."""
        for actor, _ in self._copies.values():
            self._renderer.RemoveActor(actor)
        self._copies = {}

    def _copy_of(self, name: str, body: BodyActors) -> tuple[Any, vtkMatrix4x4]:
        if name not in self._copies:
            actor, matrix = face_actor(body.faces.GetMapper().GetInput()), vtkMatrix4x4()
            actor.SetUserMatrix(matrix)
            actor.PickableOff()
            draw_behind(actor)
            self._renderer.AddActor(actor)
            self._copies[name] = (actor, matrix)
            self.dress(self._theme)
        return self._copies[name]


def _is_there(body: BodyActors, T: Array) -> bool:
    return body.T_world_body is not None and np.allclose(body.T_world_body, T, atol=1e-3)
