"""From where the outlines of the bodies are seen, and which of them wait until the view rests.

An outline is found anew whenever the eye moves, by looking at every edge of a body. Where bodies
have many triangles this takes longer than to draw them; so the picture is turned without these
outlines, and they come back, a few bodies at a time, when it rests.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from vtkmodules.vtkRenderingCore import vtkCamera

from app.desktop.view3d.drawing.body_actors import BodyActors

# Triangles of all bodies together above which outlines wait, and those looked at in one frame.
MANY_TRIANGLES, TRIANGLES_AT_ONCE = 100_000, 50_000


class Outlines:
    """The eye of all outlines. It moves with the camera, but not with its clipping range.

    wait_for_rest: Whether somebody will call `draw_more` when the picture rests.
    """

    def __init__(self) -> None:
        self.eye: Any = vtkCamera()
        self.wait_for_rest = False
        self._late: list[BodyActors] = []

    def see(self, vtk_camera: Any, bodies: Collection[BodyActors]) -> None:
        """Moves the eye to a camera, before a frame is drawn."""
        eye, camera = self.eye, vtk_camera
        before = eye.GetMTime()
        eye.SetPosition(camera.GetPosition())
        eye.SetFocalPoint(camera.GetFocalPoint())
        has_moved = eye.GetMTime() != before
        if not (has_moved and self.wait_for_rest):
            return
        if sum(body.triangles for body in bodies) > MANY_TRIANGLES:
            self._late = list(bodies)
            for body in bodies:
                body.show_outline(False)

    @property
    def are_waiting(self) -> bool:
        """Whether there are bodies whose outlines are left out."""
        return bool(self._late)

    def draw_more(self) -> None:
        """Lets the next few bodies have their outlines again."""
        triangles = 0
        while self._late and triangles < TRIANGLES_AT_ONCE:
            body = self._late.pop()
            body.show_outline(True)
            triangles += body.triangles

    def draw_all(self) -> None:
        """Lets all bodies have their outlines, for a picture that is kept."""
        while self._late:
            self.draw_more()
