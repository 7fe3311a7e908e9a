"""Slow work of the window in the worker process: runs, checks, ways round, contact volumes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from PySide6.QtCore import QObject, QTimer, Signal

from app.background.packed_cell import PackedCell
from app.background.process import Failure, WorkerProcess
from app.background.scheduler import PATIENCE_S, Job, Lane, Scheduler
from app.background.way_finding import find_way
from app.desktop.runs.run_inputs import RunInputs
from app.desktop.runs.run_jobs import (
    Touching,
    check_program,
    clearance_in_program,
    colliding_in,
    nearest_in_program,
    of_program,
    run_program,
    shared_volumes,
)
from language import Fix
from scenes import Cell, CellState

if TYPE_CHECKING:
    from app.desktop.runs.shown_run import ShownRun
    from scenes.checking.distances.clearance_course import ClearanceCourse
    from scenes.checking.distances.clearances import Clearances
    from scenes.makers.foreign_text import ForeignText

POLL_MS = 15


# The most urgent first. A newer program makes the run, the check and the contacts of an older one
# useless. A question and the look at a pose are asked once, so that they come back when killed.
POSE = Lane("pose", comes_back=True)
RUN = Lane("run", patience_s=PATIENCE_S)
QUESTION = Lane("question", comes_back=True)
LINES = Lane("lines of a moved cell")
WAY = Lane("way round")
CHECK = Lane("check")
NEAREST = Lane("nearest pairs")
COURSE = Lane("clearance over time")
CONTACTS = Lane("contacts")
LONG = (
    RUN,
    LINES,
    WAY,
    CHECK,
    NEAREST,
    COURSE,
    CONTACTS,
)  # shown as work, and given up by the cancel button


class Analyst(QObject):
    """Sends jobs to the process and gives the answers as signals.

    The answer to an older program is given too: the receiver compares its revision.
    """

    runReady = Signal(int, object)
    verdictReady = Signal(int, object)
    contactsReady = Signal(object, object)  # the key of the question, the meshes
    poseChecked = Signal(object, object)  # the state of the question, colliding pairs
    failed = Signal(int, str)  # the revision of a program without a verdict, and why
    missed = Signal(str)  # why a question has no answer
    progressed = Signal(float, str)
    busyChanged = Signal(bool)

    def __init__(
        self,
        parent: QObject | None = None,
        process: WorkerProcess | None = None,
        is_owner: bool = False,
    ) -> None:
        """process: One that runs already; it is left running at the end unless it is owned."""
        super().__init__(parent)
        self._scheduler = Scheduler(
            (POSE, RUN, QUESTION, LINES, WAY, CHECK, NEAREST, COURSE, CONTACTS),
            process,
            self.progressed.emit,
            is_owner=is_owner,
        )
        self._scheduler.start()
        self._shown_busy = False
        self._given: tuple[Any, ...] | None = None
        self._packed: PackedCell | None = None
        self._timer = QTimer(self, interval=POLL_MS)
        self._timer.timeout.connect(self.poll)

    @property
    def is_busy(self) -> bool:
        return self._scheduler.has_jobs()

    def analyse(
        self,
        revision: int,
        cell: Cell,
        text: str | ForeignText,
        name: str = "",
        inputs: RunInputs | None = None,
    ) -> None:
        """Runs and checks a program; the answers carry the revision."""
        if self._packed is None or self._packed.cell is not cell:
            self._packed = PackedCell(cell)
        token = uuid4().hex  # names the run
        given = (self._packed, text, name, inputs or RunInputs(), token)
        self._given = given
        fail = partial(self._fail, revision)
        then = partial(self.verdictReady.emit, revision)
        check = Job(CHECK, "program", check_program, given, then, fail)

        def ran(shown_run: ShownRun) -> None:
            self._scheduler.follow(check)
            self.runReady.emit(revision, shown_run)

        self._put(Job(RUN, "program", run_program, given, ran, fail))

    def ask_nearest(self, then: Callable[[Clearances], None]) -> None:
        """Asks for the nearest pairs of the program that was analysed last."""
        if self._given is not None:
            job = Job(NEAREST, NEAREST, nearest_in_program, self._given, then, self._miss)
            self._put(job)

    def ask_clearance(
        self,
        first: int,
        then: Callable[[tuple[ClearanceCourse, int]], None],
        otherwise: Callable[[], None],
    ) -> None:
        """Asks for the clearance of the program that was analysed last, from a motion on.

        otherwise: Called when there will be no answer.
        """
        if self._given is None:
            otherwise()
            return

        def fail(failure: Failure | None) -> None:
            self._miss(failure)
            otherwise()

        given = (*self._given, first)
        self._put(Job(COURSE, COURSE, clearance_in_program, given, then, fail))

    def ask_of_run(
        self,
        kind: str,
        function: Callable[..., Any],
        *arguments: Any,
        then: Callable[[Any], None],
        otherwise: Callable[[Failure | None], None] | None = None,
    ) -> None:
        """Asks for a function of the run of the program that was analysed last, after its check.

        otherwise: Called with a failure, or with None when the question was given up.
        """
        if self._given is not None:
            given = (*self._given, function, arguments)
            fail = otherwise or self._miss
            self._put(Job(NEAREST, (NEAREST, kind), of_program, given, then, fail))

    def ask_way(
        self,
        given: tuple[Any, ...],
        then: Callable[[Fix | str], None],
        otherwise: Callable[[Failure | None], None],
        progress: Callable[[float, str], None],
    ) -> None:
        """Asks for a way round; given: What `find_way` takes, without its progress.

        otherwise: Called with a failure, or with None when the search was given up.
        """
        job = Job(WAY, WAY, find_way, given, then, otherwise, progress=progress)
        self._put(job)

    def cancel_way(self) -> None:
        """Gives up the search for a way round at once; other work goes on."""
        self._scheduler.cancel(WAY)
        self._follow()

    def ask_lines(
        self,
        function: Callable[..., Any],
        given: tuple[Any, ...],
        then: Callable[[Any], None],
    ) -> None:
        """Asks what the program does in a cell that the user still changes.

        An older question of this kind is given up, even while the process is at it.
        """
        self._scheduler.give_up(LINES)
        self._put(Job(LINES, LINES, function, given, then, self._miss))

    def drop_lines(self) -> None:
        """Forgets the question about a changed cell; one that is under way goes on."""
        self._scheduler.drop(LINES)

    def ask_contacts(self, key: object, touching: Sequence[Touching]) -> None:
        """Asks for the volumes that these bodies share, once nothing more urgent waits."""
        then = partial(self.contactsReady.emit, key)
        self._put(Job(CONTACTS, CONTACTS, shared_volumes, (tuple(touching),), then, self._miss))

    def ask(
        self,
        kind: str,
        function: Callable[..., Any],
        *arguments: Any,
        then: Callable[[Any], None],
        otherwise: Callable[[Failure | None], None] | None = None,
    ) -> None:
        """Asks something small, before the check; of one kind the newest question counts.

        otherwise: Called with a failure instead of telling it.
        """
        fail = otherwise or self._miss
        self._put(Job(QUESTION, (QUESTION, kind), function, arguments, then, fail))

    def check_pose(self, cell: Cell, state: CellState) -> None:
        """Asks which bodies collide in a state outside the run; goes before all other work."""
        then = partial(self.poseChecked.emit, state)
        self._put(Job(POSE, POSE, colliding_in, (cell, state), then, self._miss))

    def cancel(self) -> None:
        """Gives up runs, checks and contacts at once; questions and the look at the pose go on."""
        self._scheduler.cancel(*LONG)
        self._follow()

    def close(self) -> None:
        """Ends the process."""
        self._timer.stop()
        self._scheduler.close()

    def poll(self) -> None:
        """Takes what the process has sent."""
        self._scheduler.poll()
        self._follow()

    def _put(self, job: Job) -> None:
        self._scheduler.put(job)
        self._follow()

    def _follow(self) -> None:
        """Polls while there are jobs; says whether one is long enough to be shown as work."""
        has_jobs = self._scheduler.has_jobs()
        if has_jobs != self._timer.isActive():
            self._timer.start() if has_jobs else self._timer.stop()
        busy = self._scheduler.has_jobs(*LONG)
        if busy != self._shown_busy:
            self._shown_busy = busy
            self.busyChanged.emit(busy)

    def _fail(self, revision: int, failure: Failure | None) -> None:
        if failure is not None:
            self.failed.emit(revision, f"The check could not be done: {failure.message}")

    def _miss(self, failure: Failure | None) -> None:
        if failure is not None:
            self.missed.emit(f"A question could not be answered: {failure.message}")
