"""The one owner of changing state: the cell, the open programs, the run and its time.

Widgets show this state and ask for changes; they keep none of their own. Signals are coarse: a
widget that hears one reads the document anew. Below this class everything is a frozen value.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QUndoStack

from app.desktop.looks.notice import Notice
from app.desktop.runs.analyst import Analyst
from app.desktop.runs.console_run import ConsoleRun
from app.desktop.runs.run_control import STARTING, Command, Position, RunState
from app.desktop.runs.run_inputs import RunInputs
from app.desktop.runs.run_jobs import Verdict
from app.desktop.runs.run_view import place_in, why_nothing_runs
from app.desktop.runs.shown_run import ShownRun
from app.desktop.state.choices.chooser import Chooser
from app.desktop.state.full_reading import confirm
from app.desktop.state.history import History
from app.desktop.state.known_faults import Known
from app.desktop.state.new_places import NewPlaces
from app.desktop.state.open_programs import with_called
from app.desktop.state.preview import Preview
from app.desktop.state.program_reading import Reader
from app.desktop.state.scenarios.open_scenarios import OpenScenarios
from app.desktop.state.source import Source
from app.programs.findings import (
    Finding,
    first_of,
    from_cell_fault,
    from_file_problems,
    shifted_collisions,
)
from language import parse
from scenes import Cell
from scenes.execution.debugging.change import Change
from scenes.files.text.documents import Document as CellFile

SYNTAX_DELAY_MS, ANALYSIS_DELAY_MS = 40, 400


class Document(Chooser):
    """The state of the window."""

    cellChanged = Signal()
    sourcesChanged = Signal()  # a program opened, closed, renamed, saved or put in front
    textChanged = Signal()  # the text of the program in front
    findingsChanged = Signal()  # the findings, or whether they are of the present text
    breakpointsChanged = Signal()
    noticed = Signal(object)  # a Notice for the message bar

    def __init__(
        self,
        analyst: Analyst,
        clock: Callable[[], float] = time.monotonic,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(clock, parent)
        self._analyst = analyst
        self.cell_file: CellFile | None = None
        self.known = Known()
        self.saved_cell: str | None = None  # the text of the cell in its file
        self.cell_commands = QUndoStack(self)
        self.history = History(self.cell_commands)
        self.sources: tuple[Source, ...] = ()
        self.active: Source | None = None
        self.scenarios = OpenScenarios(self, self)
        self.sourcesChanged.connect(self.scenarios.follow)
        self.preview = Preview(self)
        self.new_places = NewPlaces()
        self.is_checked = False  # whether collisions belong to the present text and cell
        self.inputs = RunInputs()  # called files and changed values of the run
        self.console_run: ConsoleRun | None = None  # the run of the console while that is shown
        self.awaits_stops = False  # whether the stops with conditions are not known yet
        self._keeps_place = self._has_shifted = False
        self.revision = self._asked = 0  # of text, cell and changed values
        self._wanted: tuple[Command, int, int] | None = None
        self._reader = Reader(self)
        self._reader.hasRead.connect(self.check_syntax)
        self._syntax_timer = self._timer(SYNTAX_DELAY_MS, self.check_syntax)
        self._analysis_timer = self._timer(ANALYSIS_DELAY_MS, self.analyse_now)
        self._telling_timer = self._timer(0, self._tell_old)
        analyst.runReady.connect(self._take_run)
        analyst.verdictReady.connect(self._take_verdict)
        analyst.failed.connect(self._take_failure)
        analyst.missed.connect(lambda why: self.notify(why, "warning"))
        analyst.busyChanged.connect(lambda _: self.findingsChanged.emit())

    def _timer(self, delay_ms: int, action: Callable[[], None]) -> QTimer:
        timer = QTimer(self, interval=delay_ms, singleShot=True)
        timer.timeout.connect(action)
        return timer

    # Findings.

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings of the cell and the program in front, sorted."""
        return self.known.findings

    # The cell.

    @property
    def cell_is_modified(self) -> bool:
        """Whether the cell has edits that are not in its file."""
        return self.cell_file is not None and self.cell_file.text != self.saved_cell

    def show_cell(self, cell: Cell, file: CellFile) -> None:
        """Shows another cell, or the same one changed; the program is checked in it anew."""
        same_arm = (
            self.cell is not None
            and self.cell.path == cell.path
            and self.cell.robot.mechanism.n == cell.robot.mechanism.n
        )
        # The run of the console belongs to the cell before.
        self.cell, self.cell_file, self.console_run = cell, file, None
        self.known = self.known.with_findings(cell=from_file_problems(cell.notes))
        self.preview.clear()
        self.follow_cell(cell.path)
        if not same_arm:
            self._clear_run()
            self._analyst.cancel()  # the running job belongs to another cell
        self._mark_old()
        self.cellChanged.emit()
        if self.active is not None and self.active.is_foreign:
            self.check_syntax()  # its numbers depend on the arm
        self.select_present()
        self._telling_timer.start() if same_arm else self._tell_old()
        self._analysis_timer.start(0)  # in events of their own: an edit fills this one

    def _tell_old(self) -> None:
        """Tells that findings, run and position are of the cell before."""
        self._telling_timer.stop()
        self.findingsChanged.emit()
        self.runChanged.emit()
        self._moved()

    def show_edited(self, cell: Cell, file: CellFile) -> None:
        """Shows an edited cell at once; the worker meanwhile reads the whole file to confirm it."""
        self.show_cell(cell, file)
        confirm(self, self._analyst, cell, file)

    def refuse_cell(self, name: str, fault: Exception) -> None:
        """Reports a cell that cannot be used; the shown cell stays."""
        self.tell_faults("was not opened", from_cell_fault(name, fault))

    def tell_faults(self, what: str, faults: tuple[Finding, ...]) -> None:
        """Tells why the cell cannot be used. what: Of the cell, as "was not opened"."""
        self.known = self.known.with_findings(cell=faults)
        self.notify(f"The cell {what}. {first_of(self.known.cell)}", "error")
        self.findingsChanged.emit()

    # The programs.

    def add_source(self, source: Source, in_front: bool = True) -> None:
        """Adds an open program, in front unless it is only called."""
        self.sources = (*self.sources, source)
        self.history.follow(source)
        source.edited.connect(lambda: self._edited(source))
        source.linesShifted.connect(lambda first, by: self._shifted(source, first, by))
        source.breakpointsChanged.connect(self._take_breakpoints)
        source.renamed.connect(self.sourcesChanged)
        source.refused.connect(self.notify)
        self.activate(source) if in_front else self.sourcesChanged.emit()

    def remove_source(self, source: Source) -> None:
        """Closes a program; its neighbour comes to the front."""
        index = self.sources.index(source)
        self.sources = tuple(item for item in self.sources if item is not source)
        self.history.forget(source)
        if source is self.active:
            front = self.sources[min(index, len(self.sources) - 1)] if self.sources else None
            self.activate(front)
        self.sourcesChanged.emit()
        source.deleteLater()

    def activate(self, source: Source | None) -> None:
        """Puts a program in front: this program is checked and run."""
        if source is self.active and source is not None:
            return
        self.active, self.inputs = source, RunInputs()
        self.sourcesChanged.emit()
        self.program = parse("")
        self._forget_run()
        self._take_breakpoints()
        self._outdated()
        self.check_syntax()
        self.analyse_now()

    def _edited(self, source: Source) -> None:
        if source is not self.active and not self.inputs.calls(source.title):
            return
        self.run_soon()
        self.textChanged.emit()

    def run_soon(self) -> None:
        """Reads and runs the program anew after a moment: its text or its scenario was edited."""
        had_changes, self.inputs = self.inputs.changes, replace(self.inputs, changes=())
        self._outdated(tells=bool(had_changes) or self._has_shifted)
        self._syntax_timer.start()
        self._analysis_timer.start(ANALYSIS_DELAY_MS)

    def _shifted(self, source: Source, first: int, by: int) -> None:
        """Moves findings and collisions with their lines until the new text is checked."""
        if source is not self.active:
            return
        self._has_shifted = True
        self.known = self.known.with_shifted_lines(first, by)
        self.collisions = shifted_collisions(self.collisions, first, by)
        self.control = self.control.with_shifted_lines(first, by)

    def _take_breakpoints(self) -> None:
        lines = self.active.breakpoints() - self.active.conditions().keys() if self.active else ()
        self.control = self.control.with_breakpoints(lines, self.control.further)
        self.breakpointsChanged.emit()

    def take_stops(self, indices: Iterable[int]) -> None:
        """Takes the indices of conditional stops and of stops in called files."""
        self.control = self.control.with_breakpoints(self.control.breakpoints, indices)
        self.awaits_stops = False
        self._press_wanted()

    # Reading, running and checking.

    def _outdated(self, tells: bool = True) -> None:
        """Marks verdict and run as old. tells: Whether to say so where they were old before."""
        if self._mark_old() or tells:  # not at every key: each panel would draw the same once more
            self.findingsChanged.emit()

    def _mark_old(self) -> bool:
        """Marks verdict and run as old, and tells nobody; whether one of them was not."""
        was_new = self.is_checked or self.has_fresh_run or self.has_failed
        self.revision += 1
        self.is_checked = self.has_fresh_run = self.has_failed = self._has_shifted = False
        return was_new

    def check_syntax(self, at_once: bool = False) -> None:
        """Reads the program and shows the findings of the language.

        at_once: Whether to wait for a long program, which is otherwise read in a thread.
        """
        self._syntax_timer.stop()
        read = self._reader.parsed(self.active.given if self.active else "", self.cell, at_once)
        if read is None:
            return  # this is called again when it has been read
        self.inputs = with_called(self.inputs, self.active, self.sources, self.scenarios.current)
        self.program = self.inputs.among_files(read)
        self.known = self.known.with_findings(syntax=self.inputs.findings_of(self.program))
        self.findingsChanged.emit()
        self.select_present()

    def read_now(self) -> None:
        """Reads the program at once where its text was changed a moment ago."""
        if self._syntax_timer.isActive():
            self.check_syntax(at_once=True)

    def analyse_now(self) -> None:
        """Lets the worker run the program and check it."""
        self._analysis_timer.stop()
        is_new = self._asked != self.revision
        if is_new and self.cell is not None and self.active is not None:
            name = self.active.title if self.active.path else ""
            self._asked, self.has_failed = self.revision, False
            self._analyst.analyse(self.revision, self.cell, self.active.given, name, self.inputs)

    def run_with(self, changes: tuple[Change, ...]) -> None:
        """Runs with these changed values; the place in the run stays."""
        self.inputs, self._keeps_place = replace(self.inputs, changes=changes), True
        self.check_again()

    def check_again(self) -> None:
        """Checks the program once more, changed or not."""
        self._outdated()
        self.analyse_now()

    def ask_instead(
        self, kind: str, function: Callable[..., Any], *given: Any, then: Callable[[Any], None]
    ) -> None:
        """Asks the worker at once; a running check is cancelled for it."""
        self.cancel_check()
        self._analyst.ask(kind, function, *given, then=then)

    def cancel_check(self) -> None:
        """Cancels the running check; a run button or `check_again` begins it anew."""
        self._asked, self._wanted = 0, None
        self._analyst.cancel()

    def stop_timers(self) -> None:
        """Stops all timers, as the window is closing."""
        for timer in (self._syntax_timer, self._analysis_timer, self._telling_timer, self._ticker):
            timer.stop()

    def _take_run(self, revision: int, shown_run: ShownRun) -> None:
        if revision != self.revision:
            return
        run, self.console_run = shown_run.run, None
        self.has_fresh_run, self.runs_as_written = True, bool(run.steps)
        if run.steps or self.run is None or run.program.ok:
            here = place_in(shown_run.slots, self.control, self.step, self._keeps_place)
            self.collisions, self.verdict, self._keeps_place = (), None, False
            self.shown_run = shown_run
            self.known = self.known.with_findings(proven=shown_run.findings)
            self.run_cell = self.cell
            self.preview.clear()
            self.control = self.control.with_run(shown_run.slots, here)
        self.runChanged.emit()
        self.findingsChanged.emit()
        self._moved()
        self._press_wanted()

    def show_console_run(self, console_run: ConsoleRun) -> None:
        """Shows the console's run and plays its new part; new text or a run button ends it."""
        before, self.console_run = self.console_run, console_run
        self._outdated()
        self._analysis_timer.stop()
        self.shown_run, self.run_cell = console_run.shown_run, self.cell
        self.collisions, self.verdict = (), None
        self.known = self.known.with_findings(proven=console_run.shown_run.findings)
        seen = before is not None and before.time <= console_run.time
        start = Position(before.index, before.time) if before is not None and seen else Position()
        control = replace(self.control, state=RunState.STOPPED)
        self.control = control.with_run(console_run.shown_run.slots, start)
        self.control = self.control.played_to(console_run.index, self._clock())
        self.runChanged.emit()
        self.findingsChanged.emit()
        self._moved()

    def end_console_run(self) -> None:
        """Shows the program's own run again, as the console's run has ended."""
        if self.console_run is not None:
            self.check_again()

    def _press_wanted(self) -> None:
        if self._wanted is not None and self.has_fresh_run and not self.awaits_stops:
            (command, line, file), self._wanted = self._wanted, None
            self.press(command, line, file)

    def _take_verdict(self, revision: int, verdict: Verdict) -> None:
        if revision != self.revision:
            return
        self.is_checked = verdict.complete and self.runs_as_written
        if not self.runs_as_written:
            self.findingsChanged.emit()
            return
        self.collisions, self.verdict = verdict.collisions, verdict
        self.known = self.known.with_findings(proven=verdict.findings)
        self.runChanged.emit()
        self.findingsChanged.emit()
        self.positionChanged.emit()

    def _take_failure(self, revision: int, message: str) -> None:
        if revision == self.revision:
            self._asked, self._wanted, self.has_failed = 0, None, True  # a run button asks again
            self.notify(message, "error")
            self.findingsChanged.emit()
            self.controlChanged.emit()

    def _clear_run(self) -> None:
        self.shown_run = self.verdict = self._jogged_q = self._wanted = self.console_run = None
        self.collisions, self.known = (), self.known.with_findings(proven=())
        self.control = replace(self.control, state=RunState.STOPPED).with_run(())

    def _forget_run(self) -> None:
        self._clear_run()
        self.runChanged.emit()
        self._moved()

    # The run.

    def press(self, command: Command, line: int = 0, file: int = 0) -> None:
        """Presses a run button; a run still being computed starts as soon as it is there."""
        starts = command in STARTING
        if starts and (not self.has_fresh_run or self.awaits_stops):
            self._start_when_run(command, line, file)
            return
        if starts and not self.runs_as_written:
            self.notify(why_nothing_runs(self.program), "warning")
            return
        self.control = self.control.press(command, self._clock(), line, file)
        self._moved()

    def _start_when_run(self, command: Command, line: int, file: int) -> None:
        if self.cell is None:
            self.notify("There is no cell to run in: open one with File > Open cell.", "warning")
            return
        self._wanted = (command, line, file)
        self.check_syntax()
        self.analyse_now()

    def notify(self, text: str, severity: str = "note") -> None:
        """Shows a message in the window."""
        self.noticed.emit(Notice(text, severity))
