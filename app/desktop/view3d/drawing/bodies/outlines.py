"""The eye of the outlines of bodies, and the outlines that wait until the view rests.

VTK finds an outline anew whenever the eye moves, from every edge of a body. For bodies with many
triangles this takes longer than drawing them; so the picture is turned without these outlines, and
they come back, a few bodies at a time, when it rests. Until then stand-ins may also take the place
of faces and feature edges.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from vtkmodules.vtkRenderingCore import vtkCamera

from app.desktop.view3d.drawing.bodies.body_actors import BodyActors
from app.desktop.view3d.drawing.bodies.stand_ins import StandIns

# Triangles of all bodies above which outlines wait, and triangles searched in one frame.
MANY_TRIANGLES, TRIANGLES_AT_ONCE = 100_000, 50_000


class Outlines:
    """The eye of all outlines. It moves with the camera, but not with its clipping range.

    wait_for_rest: Whether `draw_more` is called when the picture rests.
    """

    def __init__(self, renderer: Any) -> None:
        self.eye: Any = vtkCamera()
        self.stand_ins = StandIns(renderer)
        self.wait_for_rest = False
        self._late: list[BodyActors] = []

    def see(self, vtk_camera: Any, bodies: Collection[BodyActors]) -> None:
        """Moves the eye to a camera, before a frame is drawn."""
        eye, camera = self.eye, vtk_camera
        before = eye.GetMTime()
        eye.SetPosition(camera.GetPosition())
        eye.SetFocalPoint(camera.GetFocalPoint())
        has_moved = eye.GetMTime() != before
        if not self.wait_for_rest:
            return
        self.stand_ins.see(bodies, has_moved)
        if not has_moved:
            return
        if sum(body.triangles for body in bodies) > MANY_TRIANGLES:
            self._late = list(bodies)
            for body in bodies:
                body.show_outline(False)

    @property
    def are_waiting(self) -> bool:
        """Whether some bodies are drawn without their outlines, or by stand-ins."""
        return bool(self._late) or self.stand_ins.are_shown

    def draw_more(self) -> None:
        """Draws all faces again, and after this the outlines of the next few bodies."""
        if self.stand_ins.are_shown:
            self.stand_ins.end()
            return
        triangles = 0
        while self._late and triangles < TRIANGLES_AT_ONCE:
            body = self._late.pop()
            body.show_outline(True)
            triangles += body.triangles

    def draw_all(self) -> None:
        """Draws the outlines of all bodies, for a picture that is kept."""
        while self.are_waiting:
            self.draw_more()
