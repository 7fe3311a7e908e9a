"""The choices of the menu View, kept until the 3D view has been made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QWidget

from app.desktop.jogging.elbow_jog import ElbowTurn
from app.desktop.jogging.jog_check import JogCheck
from app.desktop.runs.analyst import Analyst
from app.desktop.runs.lines.path_values import PathColour
from app.desktop.state.document import Document
from app.desktop.state.files.open_files import FileDesk
from app.desktop.state.jog_settings import JogSettings
from app.desktop.view3d.view_host import ViewHost
from app.desktop.view3d.views import ViewMode
from app.desktop.workbench.bench import Workbench

if TYPE_CHECKING:
    from app.background.map_shapes import MapShapes
    from app.desktop.view3d.handles.thing_tools import ThingTools
    from app.desktop.view3d.sectioning.section import Section
    from app.desktop.view3d.showing.path_colouring import PathColouring
    from app.desktop.view3d.showing.reach_view import ReachView
    from app.desktop.view3d.showing.study_map import StudyMap
    from app.desktop.view3d.showing.swept_view import SweptView
    from app.desktop.view3d.stage import Stage
    from app.desktop.view3d.tools.grasp_tool import GraspTool

GRID, TRAIL, FRAMES, CELL_FRAMES = "grid", "trail", "frames", "cell_frames"
BODY_NAMES = "body_names"


class CellView(QObject):
    """The choices of the menu View, and their effect on the 3D view once there is one."""

    modeChanged = Signal()  # the view mode, or the colour of the path
    regionsChanged = Signal()  # a swept volume or a reach is no longer shown
    spacingChanged = Signal(float)  # the distance between contour levels, mm
    progressed = Signal(str)  # a sentence: how many bodies of a large cell are drawn
    mapEnded = Signal()  # the map of a study is no longer shown
    refused = Signal(str)  # why the arm does not follow a handle

    def __init__(
        self, document: Document, jog_settings: JogSettings, host: ViewHost, desk: FileDesk
    ) -> None:
        super().__init__(host)
        self._document, self._jog_settings = document, jog_settings
        self._host, self._desk = host, desk
        self.mode = _mode_named(desk.preferences.view)
        self.path_colour = _colour_named(desk.preferences.path_colour)
        self.path: PathColouring | None = None
        self.swept: SweptView | None = None
        self.reach: ReachView | None = None
        self.study_map: StudyMap | None = None
        self._shapes: MapShapes | None = None
        self.stage: Stage | None = None
        self.section: Section | None = None
        self.grasps: GraspTool | None = None
        self.things: ThingTools | None = None
        self._is_cut = False
        self._shown = {GRID: True, TRAIL: True, FRAMES: True, CELL_FRAMES: True, BODY_NAMES: False}

    def begin(
        self, analyst: Analyst, jog_check: JogCheck, elbow: ElbowTurn, bench: Workbench
    ) -> None:
        """Fills the 3D view, which has just been made, and applies the choices so far."""
        from app.desktop.view3d.handles.thing_tools import ThingTools
        from app.desktop.view3d.measuring.measure_tool import MeasureTool
        from app.desktop.view3d.sectioning.section import Section
        from app.desktop.view3d.sectioning.section_handle import SectionHandle
        from app.desktop.view3d.showing.path_colouring import PathColouring
        from app.desktop.view3d.showing.reach_view import ReachView
        from app.desktop.view3d.showing.swept_view import SweptView
        from app.desktop.view3d.stage import Stage  # loads VTK, as the viewport does
        from app.desktop.view3d.tools.bench_view import BenchView
        from app.desktop.view3d.tools.elbow_ring import ElbowRing
        from app.desktop.view3d.tools.frame_axes import FrameAxes
        from app.desktop.view3d.tools.grasp_tool import GraspTool
        from app.desktop.view3d.tools.import_ghost import ImportGhost
        from app.desktop.view3d.tools.tool_handles import ToolHandles

        viewport = self._host.viewport
        assert viewport is not None
        self._document.textChanged.connect(viewport.hold_back)
        self.stage = Stage(self._document, viewport, analyst, jog_check)
        self.stage.progressed.connect(self.progressed)
        self.handles = ToolHandles(self._document, viewport, self._jog_settings)
        self.handles.refused.connect(self.refused)
        self.bench_view = BenchView(self._document, viewport, bench)
        self.elbow_ring = ElbowRing(self._document, viewport, self._jog_settings, elbow)
        given = (self._document, viewport, self._jog_settings, self.stage, analyst, self.handles)
        self.things = ThingTools(*given)
        self.measure = MeasureTool(self._document, viewport, self._jog_settings)
        self.grasps = GraspTool(self._document, viewport, analyst)
        self.grasps.ghostsShown.connect(self.things.body_handles.rest)
        self.frame_axes = FrameAxes(self._document, viewport)
        self._host.measure_bar.attach(self.measure)
        self.path = PathColouring(self._document, viewport, analyst)
        self.path.set(self.path_colour)
        self.swept = SweptView(self._document, viewport, analyst)
        self.reach = ReachView(self._document, viewport, analyst, self.swept.note)
        for region in (self.swept, self.reach):
            region.ended.connect(self.regionsChanged)
        self.show_study_map(self._shapes)
        self.import_ghost = ImportGhost(viewport)
        self.set_contour_spacing(self._desk.preferences.contour_mm)
        self.section = Section(viewport.scene)
        SectionHandle(viewport, self.section, self._host.section_bar)
        self.show_section(self._is_cut)
        self.set_mode(self.mode)
        for what, visible in self._shown.items():
            self.show(what, visible)

    def show_study_map(self, shapes: MapShapes | None) -> None:
        """Shows the map of a study; None hides it. Its drawing is made with the first map."""
        self._shapes = shapes
        if self.study_map is None and shapes is not None and self.reach is not None:
            from app.desktop.view3d.showing.study_map import StudyMap

            viewport = self._host.viewport
            assert viewport is not None
            self.study_map = StudyMap(viewport, self.reach.note)
            self.study_map.ended.connect(self.mapEnded)
        if self.study_map is not None:
            self.study_map.show(shapes)

    def close(self) -> None:
        """Ends the processes of the tools, before the window goes."""
        if self.stage is not None:
            self.measure.close()
        if self.things is not None:
            self.things.close()

    def set_mode(self, mode: ViewMode) -> None:
        """Shows the cell in another view mode."""
        self.mode = mode
        self.modeChanged.emit()
        if self.stage is not None:
            self.stage.set_mode(mode)
        self._desk.remember(view=mode.value)

    def colour_path(self, colour: PathColour) -> None:
        """Colours the path of the tool by time or by a value along it, now and later."""
        self.path_colour = colour
        self.modeChanged.emit()
        if self.path is not None:
            self.path.set(colour)
        self._desk.remember(path_colour=colour.value)

    def show_section(self, is_cut: bool) -> None:
        """Cuts the bodies in the 3D view open, or closes them again."""
        self._is_cut = is_cut
        if is_cut and self.section is not None:
            self._host.section_bar.open_for(self.section)
        else:
            self._host.section_bar.close_section()

    def dropped_at(self, place: QPoint, window: QWidget) -> tuple[float, float, float] | None:
        """The point of the cell under a place of the window, world, mm; None beside the view."""
        viewport = self._host.viewport
        if viewport is None:
            return None
        from app.desktop.view3d.tools.import_ghost import dropped_at

        inside = viewport.mapFrom(window, place)
        if not viewport.rect().contains(inside):
            return None
        return dropped_at(viewport, inside.x(), inside.y())

    def show(self, what: str, visible: bool) -> None:
        """Shows or hides grid, trail or frames in the 3D view."""
        self._shown[what] = visible
        if self._host.viewport is not None and self.stage is not None:
            scene = self._host.viewport.scene
            shows = {GRID: scene.show_grid, TRAIL: scene.trail.show, FRAMES: scene.show_frames}
            shows |= {CELL_FRAMES: self.frame_axes.show, BODY_NAMES: scene.names.show}
            shows[what](visible)
            if what == TRAIL and self.path is not None:
                self.path.show(visible)

    def show_rest_shading(self, visible: bool) -> None:
        """Draws pictures at rest with light and shadow or without, now and at the next start."""
        wish = "on" if visible else "off"
        self._desk.remember(rest_shading=wish)
        if self._host.viewport is not None:
            self._host.viewport.shading.set_wish(wish)

    def set_contour_spacing(self, spacing_mm: float) -> None:
        """Sets the distance between contour levels, mm, now and at the next start."""
        self._desk.remember(contour_mm=spacing_mm)
        self.spacingChanged.emit(spacing_mm)
        if self._host.viewport is not None:
            self._host.viewport.scene.set_contour_spacing(spacing_mm)


def _mode_named(word: str) -> ViewMode:
    """The view mode with that word; shaded where there is none."""
    return ViewMode(word) if word in [mode.value for mode in ViewMode] else ViewMode.SHADED


def _colour_named(word: str) -> PathColour:
    """The colour of the path with that word; that of time where there is none."""
    known = [colour.value for colour in PathColour]
    return PathColour(word) if word in known else PathColour.TIME
