"""What a picture gets only while it rests, where no graphics card draws it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from app.desktop.view3d.drawing.bodies.body_actors import BodyActors
from app.desktop.view3d.drawing.bodies.stand_ins import is_see_through
from app.desktop.view3d.shading.quality import Quality


class Refinement:
    """Smooth edges, and see-through surfaces blended in the order of their depth.

    While the picture moves, surfaces are blended as they come, unless a body is see-through: the
    floor and the handles look the same either way, and the order takes a fifth of a frame.
    """

    def __init__(self, renderer: Any) -> None:
        self._renderer = renderer

    def move(self, quality: Quality, bodies: Iterable[BodyActors]) -> None:
        """Draws the next frames as quickly as the quality wants."""
        if self._renderer.GetUseFXAA():
            self._renderer.SetUseFXAA(False)
        is_in_order = not quality.smooth_at_rest or any(is_see_through(body) for body in bodies)
        self._renderer.SetUseOIT(is_in_order)

    def rest(self, quality: Quality) -> bool:
        """Draws the next frame as well as it can be; whether it differs from the one before."""
        before = self._renderer.GetUseFXAA(), self._renderer.GetUseOIT()
        self.complete()
        if quality.smooth_at_rest:
            self._renderer.SetUseFXAA(True)
        return before != (self._renderer.GetUseFXAA(), self._renderer.GetUseOIT())

    def complete(self) -> None:
        """Draws the next frame, which is kept, with surfaces in the order of their depth."""
        self._renderer.SetUseOIT(True)
