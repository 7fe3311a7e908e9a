"""The handles on a frame as VTK draws them: always in front, and always of the same size."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pyvista as pv
from vtkmodules.vtkCommonMath import vtkMatrix4x4

from app.desktop.looks.theme import Theme, mix, rgb
from app.desktop.view3d.drawing.camera import Camera, project
from app.desktop.view3d.drawing.labels.label import Label
from app.desktop.view3d.drawing.polydata import draw_in_front, face_actor, line_actor, polylines
from app.desktop.view3d.drawing.skeleton_view import AXIS_COLOURS
from app.desktop.view3d.tools.gizmo import (
    ARROW_END,
    ARROW_START,
    HANDLES,
    Array,
    Handle,
    Pull,
    can_be_pulled,
    outline,
    scale_at,
)

HEAD_LENGTH, HEAD_RADIUS, SHAFT_RADIUS = 20.0, 6.5, 1.6
LABEL_SIZE = 12


class GizmoActors:
    """One actor for each handle, in points of the screen, and one matrix for all."""

    def __init__(self, renderer: Any, theme: Theme) -> None:
        self._renderer, self._theme, self._ratio = renderer, theme, 1.0
        self._T: Array | None = None
        self._lit: Handle | None = None
        self._matrix = vtkMatrix4x4()
        self._label = Label(renderer, "")
        self._actors = {handle: _actor(handle) for handle in HANDLES}
        for actor in self._actors.values():
            actor.SetUserMatrix(self._matrix)
            actor.PickableOff()
            actor.VisibilityOff()
            renderer.AddActor(actor)

    @property
    def T_world_frame(self) -> Array | None:
        """The frame of the handles; None while they are hidden."""
        return self._T

    def place(self, T_world_frame: Array | None) -> bool:
        """Puts the handles on a frame, or hides them; whether anything changed."""
        before, self._T = self._T, T_world_frame
        if before is None or T_world_frame is None:
            return before is not T_world_frame
        return not np.array_equal(before, T_world_frame)

    def light_up(self, handle: Handle | None) -> bool:
        """Lights up the handle under the pointer; whether it is another one than before."""
        is_other, self._lit = handle != self._lit, handle
        if is_other:
            self.dress(self._theme, self._ratio)
        return is_other

    def say(self, words: str, is_fault: bool = False) -> None:
        """Sets the words beside the frame; empty words hide the label."""
        self._label.write(words)
        self._label.show(bool(words) and self._T is not None)
        colour = self._theme.error if is_fault else self._theme.label
        self._label.dress(rgb(colour), LABEL_SIZE, self._ratio, back=rgb(self._theme.paper))

    def fit(self, camera: Camera, size: tuple[float, float]) -> Array:
        """Scales the handles for the camera; gives points that must stay visible, (k, 3), mm."""
        T = self._T
        for handle, actor in self._actors.items():
            actor.SetVisibility(T is not None and can_be_pulled(handle, T, camera))
        if T is None:
            return np.empty((0, 3))
        scale = scale_at(camera, T[:3, 3], size[1])
        self._label.move(T[:3, 3])
        self._label.lean(project(camera, T[:3, 3], *size)[0] > 0.6 * size[0])
        scaled = T.copy()
        scaled[:3, :3] *= scale
        self._matrix.DeepCopy(scaled.ravel().tolist())
        reach = 1.2 * ARROW_END * scale
        return np.asarray(T[:3, 3] + reach * np.concatenate([np.eye(3), -np.eye(3)]))

    def dress(self, theme: Theme, ratio: float) -> None:
        """Sets the axis colours; the handle under the pointer has the colour of the selection."""
        self._theme, self._ratio = theme, ratio
        for handle, actor in self._actors.items():
            look = actor.GetProperty()
            is_lit = handle == self._lit
            colour = AXIS_COLOURS[handle.axis]
            look.SetColor(*(mix(rgb(theme.warning), (1.0, 1.0, 1.0), 0.25) if is_lit else colour))
            faint = 0.35 if self._lit is not None and not is_lit else 1.0
            look.SetOpacity(faint * (0.6 if handle.pull is Pull.SLIDE and not is_lit else 1.0))
            look.SetLineWidth((4.0 if is_lit else 2.4) * ratio)


def _actor(handle: Handle) -> Any:
    if handle.pull is Pull.TURN:
        return line_actor(polylines([outline(handle)]), front=True)
    actor = face_actor(_arrow(handle.axis) if handle.pull is Pull.MOVE else _square(handle))
    actor.GetProperty().LightingOff()
    draw_in_front(actor)
    return actor


@cache
def _arrow(axis: int) -> Any:
    """The surface of an arrow, shared by all handles: nine took 20 ms of each start."""
    along = np.eye(3)[axis]
    shaft = pv.Cylinder(
        center=along * (ARROW_START + ARROW_END - HEAD_LENGTH) / 2,
        direction=along,
        radius=SHAFT_RADIUS,
        height=ARROW_END - HEAD_LENGTH - ARROW_START,
        resolution=12,
    )
    head = pv.Cone(
        center=along * (ARROW_END - HEAD_LENGTH / 2),
        direction=along,
        height=HEAD_LENGTH,
        radius=HEAD_RADIUS,
        resolution=24,
    )
    return shaft.triangulate().merge(head.triangulate())


def _square(handle: Handle) -> Any:
    """The square seen from both sides: things drawn in front show only their front faces."""
    corners = outline(handle)
    faces = np.array([[0, 1, 2], [0, 2, 3], [2, 1, 0], [3, 2, 0]])
    return pv.PolyData.from_regular_faces(corners, faces)
