"""The shown run and its one time: played, stepped, sought, or left for a jogged pose."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from app.desktop.runs.carried_state import carried
from app.desktop.runs.run_control import Command, RunControl, RunState
from app.desktop.runs.run_jobs import Verdict
from app.desktop.runs.run_view import hits_at, step_at
from app.desktop.runs.shown_run import ShownRun
from scenes import Cell, CellState, Collision, Run, Step, start_state
from scenes.world.frozen import Array

FRAME_MS = 16


class Player(QObject):
    """The place in the shown run; the document says which run that is."""

    runChanged = Signal()  # another run, with its slots, tables and collisions
    positionChanged = Signal()  # time, statement, pose
    controlChanged = Signal()  # what may be pressed, speed, loop

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._clock = clock
        self.cell: Cell | None = None
        self.shown_run: ShownRun | None = None  # the run with its drawings and curves
        self.collisions: tuple[Collision, ...] = ()
        self.verdict: Verdict | None = None  # of the run, once the worker has checked it
        self.run_cell: Cell | None = None  # the cell in which the run was computed
        self.has_fresh_run = False  # whether the worker has run the present text
        self.runs_as_written = False  # whether it could run; else `run` is of an older text
        self.has_failed = False  # whether the worker failed on the present text
        self.control = RunControl()
        self._jogged_q: Array | None = None
        self._jogged_opening: float | None = None  # None for that of the run
        self._jogged: tuple[tuple[object, ...], CellState] | None = None  # its inputs, the state
        self._in_run: tuple[tuple[object, ...], CellState | None] | None = None  # as above
        self._ticker = QTimer(self, interval=FRAME_MS)
        self._ticker.timeout.connect(self.tick)

    @property
    def run(self) -> Run | None:
        """The shown run; it may belong to an older text."""
        return self.shown_run.run if self.shown_run is not None else None

    @property
    def is_settled(self) -> bool:
        """Whether the worker has no more to say of the present text: one that cannot run has no
        verdict."""
        is_told = self.verdict is not None or not self.runs_as_written
        return self.has_failed or (self.has_fresh_run and is_told)

    @property
    def time(self) -> float:
        """The time of the run, s since its start: the one time of the window."""
        return self.control.position.time

    @property
    def step(self) -> Step | None:
        """The step that is carried out or comes next; at the end the last step."""
        return step_at(self.run, self.control.position.index)

    @property
    def is_ended(self) -> bool:
        """Whether the run stands behind its last statement."""
        return self.run is not None and self.control.position.index >= len(self.control.slots)

    @property
    def state(self) -> CellState | None:
        """The state of the cell now: with the jogged arm, or of the run at its time."""
        jogged = self.jogged
        return jogged if jogged is not None else self._state_of_run()

    @property
    def jogged(self) -> CellState | None:
        """The state with the arm at the jogged joint values; None while the arm is not jogged.

        Only joint values and opening are kept; all else comes from the present cell and run. While
        neither of them changes this gives the same object.
        """
        if self.control.state is not RunState.JOG or self._jogged_q is None:
            return None
        opening = self._jogged_opening
        parts = (self.cell, self.shown_run, self._jogged_q, opening, self.control.position)
        known = self._jogged
        if known is None or not _are_same(known[0], parts):
            in_run = self._state_of_run()
            if in_run is None:
                return None
            opened = in_run.opening if opening is None else opening
            if opening is not None and self.cell is not None:
                opened = self.cell.robot.opening_within(opening)  # the hand may be another one now
            self._jogged = known = (parts, replace(in_run, q=self._jogged_q, opening=opened))
        return known[1]

    @property
    def state_in_run(self) -> CellState | None:
        """The state at the place of the run, whether the arm is jogged or not."""
        return self._state_of_run()

    def _state_of_run(self) -> CellState | None:
        """The state at the time of the run, moved into the present cell.

        While the place in the run and the cells stay the same, so does this object: all panels ask
        for it in each frame of a playback.
        """
        parts = (self.step, self.control.position, self.cell, self.run_cell)
        known = self._in_run
        if known is None or not _are_same(known[0], parts):
            self._in_run = known = (parts, self._found_state())
        return known[1]

    def _found_state(self) -> CellState | None:
        step, cell, before = self.step, self.cell, self.run_cell
        if step is None:
            return start_state(cell) if cell is not None else None
        state = step.state_at(self.time - step.start_time)
        if cell is None or before is None or before is cell:
            return state
        return carried(state, before, cell)

    def hits_now(self) -> tuple[Collision, ...]:
        """The collisions at the time of the run; none while the arm is jogged."""
        return () if self.control.state is RunState.JOG else hits_at(self.collisions, self.time)

    def seek(self, seconds: float) -> None:
        """Shows the run at a time, s."""
        self.control = self.control.seek(seconds)
        self._moved()

    def show_line(self, line: int) -> None:
        """Shows the run at the start of the first statement in a line, if there is one."""
        self.control = self.control.at_line(line)
        self._moved()

    def set_speed(self, speed: float) -> None:
        """Sets the speed of the playback; 1 is real time."""
        self.control = self.control.with_speed(speed, self._clock())
        self.controlChanged.emit()

    def set_loop(self, loop: bool) -> None:
        """Lets the playback begin again at its end, or not."""
        self.control = self.control.with_loop(loop)
        self.controlChanged.emit()

    def jog(self, q: Array) -> None:
        """Shows the arm at other joint values (n,), rad or mm; the place in the run stays."""
        if self.state is None or not self.control.may(Command.JOG):
            return
        self._jogged_q = np.array(q, dtype=float)
        self.control = self.control.press(Command.JOG, self._clock())
        self._moved()

    def jog_hand(self, opening: float) -> None:
        """Shows the hand at another opening, mm; the arm stays where it is."""
        if self.state is None or not self.control.may(Command.JOG):
            return
        self._jogged_opening = opening
        self.jog(self.state.q)

    def end_jog(self) -> None:
        """Shows the pose of the run again."""
        if self.control.state is RunState.JOG:
            self.control = self.control.with_rest()
            self._moved()

    def tick(self) -> None:
        """Moves the playback on to the present clock time."""
        self.control = self.control.advance(self._clock())
        self._moved()

    def _moved(self) -> None:
        """Announces the new time, and runs the ticker while the run moves."""
        if self.control.state is not RunState.JOG:
            self._jogged_q = self._jogged = self._jogged_opening = None
        if self.control.is_moving != self._ticker.isActive():
            (self._ticker.start if self.control.is_moving else self._ticker.stop)()
        self.positionChanged.emit()
        self.controlChanged.emit()


def _are_same(before: tuple[object, ...], now: tuple[object, ...]) -> bool:
    return all(a is b for a, b in zip(before, now, strict=True))
