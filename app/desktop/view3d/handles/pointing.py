"""What the pointer points at in the shown cell, with a mark there."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

import numpy as np

from app.desktop.state.document import Document
from app.desktop.view3d.drawing.camera import depth_range
from app.desktop.view3d.handles.snap_mark import SnapMark
from app.desktop.view3d.handles.snapping import Seen, Snapper, Target

if TYPE_CHECKING:
    from app.desktop.view3d.viewport import Viewport


class Pointing:
    """Looks for a target among the bodies of the view and the frames of the cell."""

    def __init__(self, document: Document, viewport: Viewport) -> None:
        self._document, self._viewport, self._scene = document, viewport, viewport.scene
        self._snapper = Snapper()
        self._mark = SnapMark(self._scene.renderer, self._scene.theme)
        self._scene.add_overlay(self._mark)

    def at(
        self,
        x: float,
        y: float,
        without: Collection[str] = (),
        but: Collection[str] = (),
        snaps: bool = True,
    ) -> Target | None:
        """The target at a place of the picture.

        without: Names of bodies that do not count. but: Names of frames that do not count.
        snaps: Whether corners, centres, edges and frames nearby catch the place.
        """
        scene, cell = self._scene, self._document.cell
        bodies = [
            Seen(name, body, body.shape.drawing)
            for name, body in scene.bodies.items()
            if body.T_world_body is not None and name not in without
        ]
        frames = {} if cell is None else {n: T for n, T in cell.frames.items() if n not in but}
        points = np.concatenate([scene.points(), np.zeros((1, 3))])
        reach = depth_range(scene.camera, points, scene.camera.eye[None])[1]
        given = (scene.camera, scene.size, (x, y), bodies, frames, reach, scene.kept_sight)
        return self._snapper.find(*given, snaps)

    def mark(self, target: Target | None, words: str = "") -> None:
        """Marks a target in the view, with words beside it; None marks nothing."""
        if self._mark.show(target, words):
            self._viewport.update()
