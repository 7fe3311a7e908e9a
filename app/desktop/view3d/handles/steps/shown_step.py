"""The chosen step as the 3D view shows it: its levels, its place in the world, its own solid."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from app.desktop.looks.notice import BODY
from app.desktop.modelling.edits.movable import Thing, pose_of_thing
from app.desktop.modelling.edits.solid_edits import TITLES, value_at
from app.desktop.modelling.steps.shape_grips import Bounds, kind_of
from app.desktop.modelling.steps.step_places import Levels, Shape, levels_to, with_shape
from app.desktop.modelling.steps.step_solids import OF_PLACING, unplaced_solid
from app.desktop.state.document import Document
from app.desktop.view3d.drawing.bodies.body_drawing import BodyDrawing, drawing_of
from geometry import GeometryError, Solid
from scenes.world.frozen import Array

if TYPE_CHECKING:
    from app.desktop.view3d.drawing.scene3d import CellScene


class ShownStep:
    """Reads the chosen step from the document anew at each question; solids are kept by content."""

    def __init__(self, document: Document, scene: CellScene) -> None:
        self._document, self._scene = document, scene
        self._made: tuple[str, Solid | None] = ("", None)

    @property
    def body(self) -> str:
        """The name of the body with the chosen step; "" where none is chosen."""
        return self._document.solid_step.body

    def levels(self, is_of_file: bool = False) -> Levels:
        """The shapes on the way to the chosen one, as a drag shows them; none where none is chosen.

        is_of_file: As the file has them, whatever is dragged.
        """
        step, file = self._document.solid_step, self._document.cell_file
        if step.path is None or file is None:
            return ()
        levels = levels_to(file.data, step.path, step.copies)
        if step.pending is not None and not is_of_file:
            levels = with_shape(levels, *step.pending)
        return levels

    def T_world_body(self) -> Array | None:
        """The pose of the body, (4, 4): where it is drawn, else where the file puts it."""
        drawn = self._scene.bodies.get(self.body)
        if drawn is not None and drawn.T_world_body is not None:
            return drawn.T_world_body
        cell = self._document.cell
        return (
            None if cell is None or not self.body else pose_of_thing(cell, Thing(BODY, self.body))
        )

    def solid(self, shape: Shape) -> Solid | None:
        """The solid of a shape in its own frame; None where its numbers make none."""
        file = self._document.cell_file
        if file is None:
            return None
        bare = {key: value for key, value in shape.items() if key not in OF_PLACING}
        key = f"{id(file)} {bare!r}" if {"use", "mesh", "group"} & bare.keys() else repr(bare)
        if self._made[0] != key:
            self._made = (key, unplaced_solid(file, bare))
        return self._made[1]

    def drawing(self, shape: Shape) -> BodyDrawing | None:
        """The drawing of a shape in its own frame; None where there is none, as of a half-space."""
        solid = self.solid(shape)
        if solid is None or not solid.is_bounded:
            return None
        try:
            return drawing_of(solid)
        except GeometryError:
            return None

    def bounds(self, shape: Shape) -> Bounds | None:
        """Least and greatest corner of a shape in its own frame, (3,) each, mm."""
        solid = self.solid(shape)
        return None if solid is None or not solid.is_bounded else solid.bounds()

    def reach(self) -> float:
        """The length of the diagonal of the whole body, mm; of a body that is not drawn 100."""
        drawn = self._scene.bodies.get(self.body)
        if drawn is None:
            return 100.0
        vertices = drawn.shape.mesh.vertices
        return float(np.linalg.norm(np.ptp(vertices, axis=0)))

    def name(self) -> str:
        """The chosen step in words: its own name, or its kind: "cylinder"."""
        step, file = self._document.solid_step, self._document.cell_file
        found = value_at(file, step.path) if file is not None and step.path is not None else None
        if not found:
            return ""
        shape = next(iter(found.values()))
        return str(shape.get("name") or TITLES[kind_of(shape)].lower())

    def is_cut(self) -> bool:
        """Whether the chosen step takes material away."""
        levels = self.levels()
        return bool(levels) and levels[-1].owner[-1] == "cut"
