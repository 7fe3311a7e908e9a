"""The ghost of a line: the arm as it will stand after the statement under the pointer."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, QTimer

from app.desktop.runs.tool_pose import reach
from app.desktop.state.document import Document
from app.programs.located import location_pose, point_of
from scenes import CellState
from scenes.world.tool_frame import equipped, in_base

DWELL_MS = 120  # ms that the pointer must rest: one that crosses a line asks for nothing


class LineGhost(QObject):
    """Previews the line under the pointer while the run rests."""

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self._document = document
        self._line = 0
        self._shown: CellState | None = None
        self._timer = QTimer(self, singleShot=True, interval=DWELL_MS)
        self._timer.timeout.connect(self._show)

    def point(self, line: int) -> None:
        """Takes the line under the pointer, from 1; 0 means none."""
        if line == self._line:
            return
        self._line = line
        self._timer.start()
        if self._shown is not None and self._document.preview.state is self._shown:
            self._document.preview.clear()
        self._shown = None

    def _show(self) -> None:
        document = self._document
        if not self._line or document.control.is_moving or not document.has_fresh_run:
            return
        self._shown = self._state_after(self._line) or self._state_at_point(self._line)
        if self._shown is not None:
            document.preview.show(self._shown)

    def _state_after(self, line: int) -> CellState | None:
        """The state after the last time that a moving statement of the line is done."""
        run = self._document.run
        steps = run.moving_steps if run is not None else ()
        own = (step for step in reversed(steps) if not step.file)
        return next((step.after for step in own if step.line == line), None)

    def _state_at_point(self, line: int) -> CellState | None:
        """The state with the arm at the location that the line defines; None out of reach."""
        document = self._document
        state, cell, program = document.state, document.cell, document.program
        defined = next((s for s in program.definitions if s.line == line and s.location), None)
        if state is None or cell is None or defined is None or defined.location is None:
            return None
        name = str(defined.location.value)
        pose = location_pose(program, name)
        if pose is None or point_of(program, name) != defined:
            return None
        robot, T_base_tool = equipped(cell.robot, state.tool), in_base(state.base, pose)
        answer = reach(robot, T_base_tool, state.q, any_turn=True)
        return None if answer.q is None else replace(state, q=answer.q)
