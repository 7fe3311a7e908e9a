"""The eye that outlines of bodies are seen from, and the outlines that wait until the view rests.

An outline is found anew whenever the eye moves, from every edge of a body. For bodies with many
triangles this takes as long as drawing them; so the picture is turned without these outlines, and
they come back, a few bodies at a time, when it rests. Until then stand-ins may also take the place
of faces and feature edges.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.desktop.view3d.drawing.bodies.body_actors import BodyActors
from app.desktop.view3d.drawing.bodies.stand_ins import StandIns

Array = NDArray[np.float64]
# Triangles of all bodies above which outlines wait, and triangles searched in one frame.
MANY_TRIANGLES, TRIANGLES_AT_ONCE = 100_000, 50_000


class Outlines:
    """The outlines of the bodies of one renderer, as its camera sees them.

    wait_for_rest: Whether `draw_more` is called when the picture rests.
    """

    def __init__(self, renderer: Any) -> None:
        self.stand_ins = StandIns(renderer)
        self.wait_for_rest = False
        self._eye = np.array([0.0, 0.0, 0.0, 1.0])
        self._place: Array | None = None  # position and focal point of the camera, (2, 3), mm
        self._late: list[BodyActors] = []

    def see(self, vtk_camera: Any, bodies: Collection[BodyActors]) -> None:
        """Finds the outlines from the place of a camera, before a frame is drawn."""
        place = np.array([vtk_camera.GetPosition(), vtk_camera.GetFocalPoint()])
        has_moved = self._place is None or not np.array_equal(place, self._place)
        self._place, self._eye = place, np.append(place[0], 1.0)
        if vtk_camera.GetParallelProjection():
            self._eye = np.append(place[0] - place[1], 0.0)
        if self.wait_for_rest:
            self._wait(bodies, has_moved)
        for body in bodies:
            body.see(self._eye)

    def _wait(self, bodies: Collection[BodyActors], eye_has_moved: bool) -> None:
        """Lets what is costly to draw wait for rest, if the eye has moved."""
        self.stand_ins.see(bodies, eye_has_moved)
        if eye_has_moved and sum(body.triangles for body in bodies) > MANY_TRIANGLES:
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
            body.see(self._eye)
            triangles += body.triangles

    def draw_all(self) -> None:
        """Draws the outlines of all bodies, for a picture that is kept."""
        while self.are_waiting:
            self.draw_more()
