"""The run that is shown and the ONE time: played, stepped, sought, or left for a jogged pose."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from app.desktop.runs.analyst import Verdict
from app.desktop.runs.carried_state import carried
from app.desktop.runs.run_control import Command, RunControl, RunState
from app.desktop.runs.run_view import hits_at, step_at
from app.desktop.runs.shown_run import Brought
from scenes import Cell, CellState, Collision, Run, Step, start_state
from scenes.world.frozen import Array

FRAME_MS = 16


class Player(QObject):
    """Where the run stands; the document says which run it is."""

    runChanged = Signal()  # another run: slots, tables, collisions
    positionChanged = Signal()  # time, statement, pose
    controlChanged = Signal()  # what may be pressed, speed, loop

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._clock = clock
        self.cell: Cell | None = None
        self.brought: Brought | None = None  # the run with what is shown of it
        self.collisions: tuple[Collision, ...] = ()
        self.verdict: Verdict | None = None  # of the run, once the worker has checked it
        self.run_cell: Cell | None = None  # the cell that the run was computed in
        self.control = RunControl()
        self._jogged_q: Array | None = None
        self._jogged: tuple[tuple[object, ...], CellState] | None = None  # with what it is made of
        self._ticker = QTimer(self, interval=FRAME_MS)
        self._ticker.timeout.connect(self.tick)

    @property
    def run(self) -> Run | None:
        """The run that is shown; it may be of an older text."""
        return self.brought.run if self.brought is not None else None

    @property
    def time(self) -> float:
        """Seconds since the start of the run: the ONE time."""
        return self.control.position.time

    @property
    def step(self) -> Step | None:
        """The step that is carried out or comes next; at the end the last one."""
        return step_at(self.run, self.control.position.index)

    @property
    def is_ended(self) -> bool:
        return self.run is not None and self.control.position.index >= len(self.control.slots)

    @property
    def state(self) -> CellState | None:
        """Where everything is now: the jogged pose, or that of the run at its time."""
        jogged = self.jogged
        return jogged if jogged is not None else self._state_of_run()

    @property
    def jogged(self) -> CellState | None:
        """The arm at the jogged joint values; None while it is not jogged.

        Only the joint values are kept. All else is that of the cell and the run as they are now;
        while neither changes it is the same value.
        """
        if self.control.state is not RunState.JOG or self._jogged_q is None:
            return None
        parts = (self.cell, self.brought, self._jogged_q, self.control.position)
        known = self._jogged
        if known is None or any(a is not b for a, b in zip(known[0], parts, strict=True)):
            around = self._state_of_run()
            if around is None:
                return None
            self._jogged = known = (parts, replace(around, q=self._jogged_q))
        return known[1]

    def _state_of_run(self) -> CellState | None:
        """Where everything is at the time of the run, in the cell that is shown."""
        step, cell, before = self.step, self.cell, self.run_cell
        if step is None:
            return start_state(cell) if cell is not None else None
        state = step.state_at(self.time - step.start_time)
        if cell is None or before is None or before is cell:
            return state
        return carried(state, before, cell)

    def hits_now(self) -> tuple[Collision, ...]:
        """The collisions at this moment of the run."""
        return () if self.control.state is RunState.JOG else hits_at(self.collisions, self.time)

    def seek(self, seconds: float) -> None:
        """Shows the run at a time."""
        self.control = self.control.seek(seconds)
        self._moved()

    def show_line(self, line: int) -> None:
        """Shows the run at the start of the first statement in a line, if it has one there."""
        self.control = self.control.at_line(line)
        self._moved()

    def set_speed(self, speed: float) -> None:
        self.control = self.control.with_speed(speed, self._clock())
        self.controlChanged.emit()

    def set_loop(self, loop: bool) -> None:
        self.control = self.control.with_loop(loop)
        self.controlChanged.emit()

    def jog(self, q: Array) -> None:
        """Shows the arm at other joint values; the run is where it was."""
        if self.state is None or not self.control.may(Command.JOG):
            return
        self._jogged_q = np.array(q, dtype=float)
        self.control = self.control.press(Command.JOG, self._clock())
        self._moved()

    def end_jog(self) -> None:
        """Back to the pose of the run."""
        if self.control.state is RunState.JOG:
            self.control = self.control.with_rest()
            self._moved()

    def tick(self) -> None:
        """Moves the playback on to where the clock says it must be."""
        self.control = self.control.advance(self._clock())
        self._moved()

    def _moved(self) -> None:
        """Tells who shows the time, and keeps the ticker going while the run moves."""
        if self.control.state is not RunState.JOG:
            self._jogged_q = self._jogged = None
        if self.control.is_moving != self._ticker.isActive():
            (self._ticker.start if self.control.is_moving else self._ticker.stop)()
        self.positionChanged.emit()
        self.controlChanged.emit()
