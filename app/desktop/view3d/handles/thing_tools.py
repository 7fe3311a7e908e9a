"""All tools of the 3D view that place the things of a cell, put together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, QTimer

from app.desktop.looks.notice import BODY
from app.desktop.runs.analyst import Analyst
from app.desktop.state.document import Document
from app.desktop.state.jog_settings import JogSettings
from app.desktop.state.new_places import BESIDE_THE_ROBOT
from app.desktop.view3d.handles.body_handles import BodyHandles
from app.desktop.view3d.handles.body_task import PlaceBody, place_on
from app.desktop.view3d.handles.frame_tasks import FrameByFace, FrameByPoints
from app.desktop.view3d.handles.live_check import LiveCheck
from app.desktop.view3d.handles.pointed_tool import PointedTool
from app.desktop.view3d.handles.pointing import Pointing
from app.desktop.view3d.handles.red_lines import RedLines
from app.desktop.view3d.handles.snapping import FLOOR, Target
from app.desktop.view3d.handles.steps.shown_step import ShownStep
from app.desktop.view3d.handles.steps.step_chooser import StepChooser
from app.desktop.view3d.handles.steps.step_ghost import StepGhost
from app.desktop.view3d.handles.steps.step_mover import StepMover
from app.desktop.view3d.handles.steps.step_pulling import StepTools
from app.desktop.view3d.handles.steps.step_sizer import StepSizer
from app.desktop.view3d.handles.typed_pull import TypedPull
from app.desktop.view3d.stage import Stage
from app.desktop.view3d.tools.gizmo import Array
from app.desktop.view3d.tools.tool_handles import ToolHandles

if TYPE_CHECKING:
    from app.desktop.view3d.viewport import Viewport


FACES_UP = 0.99  # z of the normal of a face on which a new body appears


class ThingTools(QObject):
    """The handles of bodies, typed values, and the process that looks at dragged bodies."""

    def __init__(
        self,
        document: Document,
        viewport: Viewport,
        jog_settings: JogSettings,
        stage: Stage,
        analyst: Analyst,
        tool_handles: ToolHandles,
    ) -> None:
        super().__init__(viewport)
        self.live_check = LiveCheck(self)
        red_lines, self.pointing = RedLines(document, analyst, self), Pointing(document, viewport)
        checks = (self.live_check, red_lines)
        self.body_handles = BodyHandles(
            document, viewport, jog_settings, stage, *checks, self.pointing
        )

        self._make_step_tools(
            viewport,
            StepTools(
                document,
                jog_settings,
                stage,
                self.live_check,
                self.pointing,
                ShownStep(document, viewport.scene),
            ),
        )
        steps = (self.step_sizer, self.step_mover)
        self.typed_pull = TypedPull(viewport, (*steps, self.body_handles, tool_handles))

        self._document, self._viewport, self._stage = document, viewport, stage
        self.pointed = PointedTool(document, viewport, jog_settings, self.pointing)
        document.new_places.find = self._place_for_new

    def _make_step_tools(self, viewport: Viewport, tools: StepTools) -> None:
        """The handles on the chosen step; the mouse asks the grips on its sizes first."""
        document = tools.document
        self.step_chooser = StepChooser(document, viewport)
        self.step_sizer, self.step_mover = StepSizer(viewport, tools), StepMover(viewport, tools)
        self.step_chooser.pullers = (self.step_sizer, self.step_mover)
        self.step_ghost = StepGhost(document, viewport, tools.shown)
        step = document.solid_step
        for signal in (
            step.changed,
            step.previewed,
            document.cellChanged,
            document.positionChanged,
        ):
            signal.connect(self.step_ghost.refresh)

    def make_frame_by_points(self) -> None:
        """Lets three clicks make a named frame."""
        self._make_frame(FrameByPoints)

    def make_frame_by_face(self) -> None:
        """Lets a click on a face make a named frame."""
        self._make_frame(FrameByFace)

    def _make_frame(self, task: type[FrameByPoints] | type[FrameByFace]) -> None:
        if self._document.cell_file is None:
            self._document.notify("There is no cell for a frame: open one first.", "warning")
        else:
            self.pointed.begin(task(self._document))

    def _place_for_new(self, name: str, lowest: float) -> Array:
        """Where a new body appears: in the middle of the view; then it follows the pointer.

        There it stands on what faces up, else on the floor. Corners and edges nearby do not catch
        it before the user points at them: to find those of many bodies takes a while.
        """
        scene = self._viewport.scene
        middle = scene.size[0] / 2, scene.size[1] / 2
        target = self.pointing.at(*middle, snaps=False)
        if target is None or target.normal is None or target.normal[2] < FACES_UP:
            target = self.pointing.at(*middle, without=scene.bodies, snaps=False)
        if target is None:
            target = Target(np.array([*BESIDE_THE_ROBOT, 0.0]), FLOOR)
        task = PlaceBody(self._document, self._stage, name, lowest)
        QTimer.singleShot(0, self, lambda: self._begin_placing(task, name))
        return place_on(target, lowest)

    def _begin_placing(self, task: PlaceBody, name: str) -> None:
        chosen = self._document.selection
        if (chosen.kind, chosen.name) == (BODY, name):
            self.pointed.begin(task)

    def close(self) -> None:
        """Ends the process; new bodies no longer ask this view for a place."""
        self._document.new_places.find = None
        self.live_check.close()
