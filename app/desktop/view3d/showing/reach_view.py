"""Shows where the tool can get to: the worker computes it in batches, and the region grows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyvista as pv
from PySide6.QtCore import QEvent, QObject, Signal
from vtkmodules.vtkCommonMath import vtkMatrix4x4

from app.background.packed_cell import PackedCell
from app.background.refusals import or_why
from app.desktop.looks.theme import Theme, rgb
from app.desktop.runs.analyst import Analyst
from app.desktop.runs.lines.path_values import Scale, round_up
from app.desktop.state.document import Document
from app.desktop.view3d.drawing.bodies.body_actors import box_corners
from app.desktop.view3d.drawing.camera import Camera
from app.desktop.view3d.drawing.path.colour_scale import colours_of
from app.desktop.view3d.drawing.polydata import (
    colour_faces,
    face_actor,
    line_actor,
    show_face_colours,
)
from app.desktop.view3d.showing.path_legend import PathLegend
from app.desktop.view3d.showing.reach_drawing import section_of, shell_of, values_of
from app.desktop.view3d.showing.region_note import RegionNote
from app.desktop.view3d.viewing.esc_ends import EscEnds
from geometry.poses import placed
from scenes import Cell, CellState
from scenes.regions.reach_grid import ReachCells, ReachMap
from scenes.world.frozen import Array

if TYPE_CHECKING:
    from app.desktop.view3d.viewport import Viewport
    from scenes.regions.reach_map import ReachChoice, ReachEstimate

DRAWINGS = 20  # pictures while the region grows
SHELL_OPACITY, SECTION_OPACITY = 0.3, 0.8


class ReachView(QObject):
    """The reach of the tool from its pose at the moment of the question; an overlay.

    ended: The region is no longer shown, and the user did not untick it.
    """

    ended = Signal()

    def __init__(
        self, document: Document, viewport: Viewport, analyst: Analyst, above: RegionNote
    ) -> None:
        super().__init__(viewport)
        self._document, self._viewport, self._analyst = document, viewport, analyst
        self._scene = viewport.scene
        self.choice: ReachChoice | None = None
        self._is_section = self._by_solutions = False
        self._box = np.empty((0, 3))
        self.found: ReachMap | None = None
        self.is_complete = False
        self._cell: Cell | None = None
        self._theme, self._ratio = self._scene.theme, 1.0
        self._asked: tuple[PackedCell, CellState] | None = None
        self.faces, self.lines = face_actor(pv.PolyData()), line_actor(front=True)
        self._matrix = vtkMatrix4x4()
        for actor in (self.faces, self.lines):
            actor.SetUserMatrix(self._matrix)
            actor.PickableOff()
            actor.VisibilityOff()
            self._scene.renderer.AddActor(actor)
        self.note = RegionNote(viewport, self._scene.theme, above)
        self.legend = PathLegend(viewport, self._scene.theme, "the reach of the tool", row=1)
        viewport.covers += [self.note, self.legend]
        self._scene.add_overlay(self)
        viewport.tools.append(EscEnds(self._end))
        viewport.installEventFilter(self)
        document.cellChanged.connect(self._follow)

    def show(self, choice: ReachChoice | None) -> None:
        """Shows the reach with the present tool; None hides it and gives up the work."""
        from scenes.regions.reach_map import count_of_cubes

        self.choice, self._asked, self.found, self.is_complete = choice, None, None, False
        self._hide()
        cell, state = self._document.cell, self._document.state
        self._cell = cell
        if choice is None:
            return
        if cell is None or state is None:
            self.note.tell("Reach of the tool: open a cell first")
            return
        self._asked = asked = PackedCell(cell), state
        self.note.tell("Reach of the tool: counting the cubes …")

        def take(found: ReachEstimate | str) -> None:
            if self._asked is not asked:
                return
            if isinstance(found, str):
                self._refuse(found)
                return
            self.found = ReachMap.empty(found.grid)
            count = count_of_cubes(found.grid, choice)
            self._say(f"{_counted(count)}, at most {_seconds(found.seconds)}")
            self._ask(0)

        self._analyst.ask("reach", estimate, *asked, choice, then=take)

    def draw_as(self, is_section: bool, by_solutions: bool) -> None:
        """Draws the region as a section through the tool's plane, else as a shell; coloured by the
        number of solutions, else by manipulability."""
        self._is_section, self._by_solutions = is_section, by_solutions
        self._draw()

    def _end(self) -> bool:
        """Hides the region; whether it was shown."""
        was_shown = self.choice is not None
        self.show(None)
        if was_shown:
            self.ended.emit()
        return was_shown

    def _refuse(self, why: str) -> None:
        """Hides the region, and tells why there is none."""
        self._end()
        self._document.notify(f"No reach of the tool: {why}", "warning")

    def _follow(self) -> None:
        """Begins anew in another cell."""
        if self.choice is not None and self._document.cell is not self._cell:
            self.show(self.choice)

    def _ask(self, batch: int) -> None:
        """Lets the worker compute a batch."""
        from scenes.regions.reach_map import count_of_batches, is_settled

        choice, asked, found = self.choice, self._asked, self.found
        assert choice is not None and asked is not None and found is not None
        count = count_of_batches(found.grid, choice)

        def take(cells: ReachCells | str) -> None:
            if self._asked is not asked:
                return
            if isinstance(cells, str):
                self._refuse(cells)
                return
            before = found
            self.found = now = found.with_cells(cells)
            self.is_complete = batch + 1 == count or is_settled(before, now, choice)
            if self.is_complete or batch * DRAWINGS // count < (batch + 1) * DRAWINGS // count:
                self._draw()
            self._tell(now, choice, (batch + 1) / count)
            if not self.is_complete:
                self._ask(batch + 1)

        known = found.solutions > 0 if choice.is_free and not choice.keeps_orientation else None
        self._analyst.ask("reach", cells, *asked, found.grid, choice, batch, known, then=take)

    def _tell(self, found: ReachMap, choice: ReachChoice, done: float) -> None:
        from scenes.regions.reach_map import count_of_cubes

        size = f"{found.volume_mm3 / 1e9:.2f} m³"
        if choice.is_flat:
            size = f"{found.volume_mm3 / choice.step / 1e6:.2f} m² of the tool's plane"
        if self.is_complete:
            self._say(f"{size}, in cubes of {choice.step:g} mm")
        else:
            count = count_of_cubes(found.grid, choice)
            self._say(f"{_counted(count)}, {100 * done:.0f} % at most\nEsc gives it up")

    def _say(self, words: str) -> None:
        choice = self.choice
        assert choice is not None
        how = "in its orientation" if choice.keeps_orientation else "in any orientation"
        free = ", free of collision" if choice.is_free else ""
        self.note.tell(f"Reach of the tool {how}{free}:\n{words}")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keeps the legend in its corner."""
        if event.type() == QEvent.Type.Resize:
            self.legend.place()
        return False

    # Drawing.

    def _hide(self) -> None:
        for actor in (self.faces, self.lines):
            actor.VisibilityOff()
        self._box = np.empty((0, 3))
        self.legend.hide()
        self.note.tell("")
        self._viewport.update()

    def _draw(self) -> None:
        """Draws the cubes that are known."""
        found = self.found
        if found is None or not found.solutions.any():
            return
        self._matrix.DeepCopy(found.grid.T_world_grid.ravel().tolist())
        choice = self.choice
        # Without an orientation no solutions are counted, only places seen.
        by_solutions = self._by_solutions and choice is not None and choice.keeps_orientation
        values = values_of(found, by_solutions)
        high = float(np.nanmax(values))
        scale = Scale(0.0, -(-high // 4) * 4.0 if by_solutions else round_up(high), "")
        theme = self._scene.theme
        if self._is_section:
            data, own, edges = section_of(found, values)
            self.lines.GetMapper().SetInputDataObject(edges)
        else:
            data, own = shell_of(found, values)
        if data.n_cells:
            colour_faces(data, colours_of(scale.shares(own), theme))
        points = placed(found.grid.T_world_grid, np.asarray(data.points))
        ends = np.stack([points.min(axis=0), points.max(axis=0)]) if len(points) else points
        self._box = box_corners(ends) if len(points) else points
        self.faces.GetMapper().SetInputDataObject(data)
        show_face_colours(self.faces, True)
        self.faces.VisibilityOn()
        self.lines.SetVisibility(self._is_section)
        self.dress(theme, self._ratio)
        self.legend.tell("Solutions" if by_solutions else "Manipulability", scale, 0.0)
        self._viewport.update()

    def dress(self, theme: Theme, ratio: float) -> None:
        """Sets the colours of the theme, and widths for the screen."""
        is_new = theme is not self._theme
        self._theme, self._ratio = theme, ratio
        look = self.faces.GetProperty()
        look.SetOpacity(SECTION_OPACITY if self._is_section else SHELL_OPACITY)
        look.SetAmbient(0.5)
        self.lines.GetProperty().SetColor(*rgb(theme.label))
        self.lines.GetProperty().SetLineWidth(2.0 * ratio)
        self.note.set_theme(theme)
        self.legend.set_theme(theme)
        if is_new:
            self._draw()

    def fit(self, camera: Camera, size: tuple[float, float]) -> Array:
        """Nothing follows the camera; gives the corners of the box about the region."""
        return self._box


def estimate(cell: Cell, state: CellState, choice: ReachChoice) -> ReachEstimate | str:
    """For the worker: the grid and the time of a map, or why there is none."""
    from scenes.regions.reach_map import reach_estimate

    return or_why(reach_estimate, cell, state, choice)


def cells(*arguments: Any) -> ReachCells | str:
    """For the worker: the cubes of a batch, or why there are none."""
    from scenes.regions.reach_map import cells_of_batch

    return or_why(cells_of_batch, *arguments)


def _counted(cubes: int) -> str:
    return f"{cubes:,} cubes".replace(",", " ")


def _seconds(seconds: float) -> str:
    return "a second" if seconds < 1.5 else f"{seconds:.0f} s"
