"""What the dialog of a trajectory has done in a process: looks at the file, and its writing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from app.background.packed_run import PackedRun
from app.background.process import Failure, WorkerProcess
from app.background.scheduler import PATIENCE_S, Job, Lane, Scheduler
from app.desktop.menus.exporting.trajectories import file_facts
from scenes import Run
from scenes.exporters.file_preview import FilePreview
from scenes.exporters.registry import remove_drafts
from scenes.run_verdict import RunVerdict

POLL_MS = 20
WRITING = Lane("trajectory file")
LOOKING = Lane("ends of a trajectory", patience_s=PATIENCE_S, drops_old=True)
MEASURING = Lane("gap of a trajectory", drops_old=True)


class TrajectoryJobs(QObject):
    """Jobs on one run after the other. process: One that is shared; else one is started."""

    failed = Signal(str)

    def __init__(self, parent: QObject, process: WorkerProcess | None) -> None:
        super().__init__(parent)
        self._jobs = Scheduler((WRITING, LOOKING, MEASURING), process)
        self._packed: PackedRun | None = None
        self._path: Path | None = None  # of the file that is being written
        self._timer = QTimer(self, interval=POLL_MS)
        self._timer.timeout.connect(self._poll)

    @property
    def is_writing(self) -> bool:
        """Whether a file is being written."""
        return self._jobs.has_jobs(WRITING)

    @property
    def is_at_work(self) -> bool:
        """Whether an answer is awaited."""
        return self._jobs.has_jobs()

    def look(
        self,
        run: Run,
        period: float,
        suffix: str,
        verdict: RunVerdict,
        then: Callable[[FilePreview], None],
    ) -> None:
        """Asks for both ends of a file. period: Between its rows, s."""
        given = (self._pack(run), period, suffix, verdict)
        self._put(LOOKING, file_facts.look, given, then)

    def measure(self, run: Run, period: float, then: Callable[[float], None]) -> None:
        """Asks for the gap between rows that are read linearly, mm."""
        self._put(MEASURING, file_facts.gap, (self._pack(run), period), then)

    def write(
        self,
        run: Run,
        period: float,
        path: Path,
        verdict: RunVerdict,
        then: Callable[[str], None],
    ) -> None:
        """Has a file written. then: Takes the fault in words, or ""."""
        self._jobs.cancel(LOOKING, MEASURING)
        self._path = path
        self._put(WRITING, file_facts.write, (self._pack(run), period, path, verdict), then)

    def give_up(self) -> None:
        """Gives up the file that is being written; an older one stays."""
        was_writing = self.is_writing
        self._jobs.cancel(WRITING)
        if was_writing:
            self._remove_drafts()

    def close(self) -> None:
        """Gives up everything and ends the process."""
        was_writing = self.is_writing
        self._timer.stop()
        self._jobs.close()
        if was_writing:
            self._remove_drafts()

    def _remove_drafts(self) -> None:
        if self._path is not None:
            remove_drafts(self._path)

    def _pack(self, run: Run) -> PackedRun:
        if self._packed is None or self._packed.run is not run:
            self._packed = PackedRun(run)
        return self._packed

    def _put(
        self,
        lane: Lane,
        function: Callable[..., Any],
        given: tuple[Any, ...],
        then: Callable[[Any], None],
    ) -> None:
        def fail(failure: Failure | None) -> None:
            if failure is not None:
                self.failed.emit(failure.message)

        self._jobs.put(Job(lane, lane, function, given, then, fail))
        self._timer.start()

    def _poll(self) -> None:
        self._jobs.poll()
        if not self._jobs.has_jobs():
            self._timer.stop()
