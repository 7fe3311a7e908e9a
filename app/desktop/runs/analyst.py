"""Slow work in the geometry process: runs, collisions, contact volumes; the newest wish wins.

One job runs at a time. A wish that comes while one runs replaces the wish that waits, and the
answer to an old wish is dropped. A job that has run long is killed when a newer one waits.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import uuid4

from PySide6.QtCore import QObject, QTimer, Signal

from app.background.process import Failure, Progress, Result, WorkerProcess
from app.desktop.runs.called_programs import Aside
from app.desktop.runs.shown_run import Brought, brought_by
from app.programs.findings import Finding, from_problems
from geometry.contact.contact_region import contact_region
from geometry.meshes.mesh import Mesh
from geometry.solids.tree import Solid
from language import parse
from scenes import Cell, CellState, Collision, Report, Run, simulate
from scenes.analysis import analyse_run
from scenes.checking.collisions.arrivals import hits_in, moments
from scenes.checking.collisions.proof import Proof
from scenes.checking.distances.clearances import Clearances
from scenes.run_verdict import RunVerdict, verdict_of
from scenes.world.frozen import Array

POLL_MS = 15
PATIENCE_S = 1.5  # a kill costs a new process; shorter jobs are left to end
STANDSTILL = "END\n"  # a program whose run is one moment
log = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False)
class Verdict:
    """What the check of a run found. in_files: What exported files say of it."""

    findings: tuple[Finding, ...]
    collisions: tuple[Collision, ...]
    complete: bool
    proof: Proof = field(default_factory=Proof)
    clearances: Clearances = field(default_factory=Clearances)
    in_files: RunVerdict = field(default_factory=RunVerdict)

    @classmethod
    def of(cls, report: Report, aside: Aside | None = None) -> Verdict:
        """What a report holds beside the run. aside: What the run was given beside its text."""
        given = aside or Aside()
        return cls(
            from_problems(report.problems),
            report.collisions,
            report.complete,
            report.proof,
            report.clearances,
            verdict_of(report, given.sources, len(given.changes)),
        )


@dataclass(frozen=True, eq=False)
class Touching:
    """Two bodies and where they are, to find what they share."""

    pair: tuple[str, str]
    solids: tuple[Solid, Solid]
    poses: tuple[Array, Array]
    chord: float


class _Latest:
    """The run that the process computed last, so that its check need not compute it again."""

    def __init__(self) -> None:
        self._token, self._run = "", None  # type: tuple[str, Run | None]

    def keep(self, token: str, run: Run) -> Run:
        """The run, kept under the name of the wish that asked for it."""
        self._token, self._run = token, run
        return run

    def of(self, token: str) -> Run | None:
        """The run of a wish, if it is the latest."""
        return self._run if token and token == self._token else None


_latest = _Latest()


def run_program(
    cell: Cell, text: str, name: str, aside: Aside, token: str, on_progress: Callable[..., None]
) -> Brought:
    """The first job of an analysis: the motion, and what is shown of it."""
    return brought_by(_latest.keep(token, _simulated(cell, text, name, aside, on_progress)))


def check_program(
    cell: Cell, text: str, name: str, aside: Aside, token: str, on_progress: Callable[..., None]
) -> Verdict:
    """The second job: everything that is wrong with the motion."""
    run = _latest.of(token) or _simulated(cell, text, name, aside)
    return Verdict.of(analyse_run(run, on_progress), aside)


def _simulated(
    cell: Cell,
    text: str,
    name: str,
    aside: Aside,
    on_progress: Callable[..., None] | None = None,
) -> Run:
    return simulate(
        cell,
        (text, name),
        on_progress=on_progress,
        scenario=aside.scenario,
        others=aside.sources,
        changes=aside.changes,
    )


def shared_volumes(touching: Sequence[Touching]) -> dict[tuple[str, str], Mesh]:
    """The meshes, in world axes, of what pairs of bodies share."""
    found = {}
    for item in touching:
        (a, b), (T_world_a, T_world_b) = item.solids, item.poses
        common = contact_region(a, T_world_a, b, T_world_b, item.chord)
        if common is not None:
            found[item.pair] = common.mesh
    return found


def colliding_in(cell: Cell, state: CellState) -> tuple[tuple[str, str], ...]:
    """The pairs of bodies that share volume while everything stands still in a state."""
    still = replace(simulate(cell, parse(STANDSTILL)), start_state=state)
    return tuple((hit.body_a, hit.body_b) for hit in hits_in(cell, moments(still)[0]))


@dataclass(frozen=True, eq=False)
class _Wish:
    revision: int
    cell: Cell
    text: str
    name: str
    aside: Aside
    token: str = field(default_factory=lambda: uuid4().hex)


class Analyst(QObject):
    """Sends work to the process and gives the answers as signals."""

    runReady = Signal(int, object)
    verdictReady = Signal(int, object)
    contactsReady = Signal(object, object)  # what was asked for, the meshes
    poseChecked = Signal(object, object)  # the state that was asked about, colliding pairs
    failed = Signal(int, str)
    progressed = Signal(float, str)
    busyChanged = Signal(bool)

    def __init__(self, parent: QObject | None = None, process: WorkerProcess | None = None) -> None:
        super().__init__(parent)
        self._process = process or WorkerProcess()
        self._owns_process = process is None
        self._wish: _Wish | None = None
        self._contacts: tuple[object, tuple[Touching, ...]] | None = None
        self._pose: tuple[Cell, CellState] | None = None
        self._posed: tuple[Cell, CellState] | None = None  # at which the process is looking
        self._check: _Wish | None = None
        self._asked: dict[str, Callable[[], None]] = {}
        self._under_way: dict[str, Callable[[], None]] = {}
        self._job = 0
        self._said_busy = False
        self._since = 0.0
        self._then: Callable[[Any], None] = lambda value: None
        self._revision = 0
        self._timer = QTimer(self, interval=POLL_MS)
        self._timer.timeout.connect(self.poll)

    @property
    def is_busy(self) -> bool:
        return self._job != 0

    def analyse(
        self, revision: int, cell: Cell, text: str, name: str = "", aside: Aside | None = None
    ) -> None:
        """Run and check a program; answers carry the revision."""
        self._wish = _Wish(revision, cell, text, name, aside or Aside())
        if self.is_busy and time.monotonic() - self._since > PATIENCE_S:
            self._asked = {**self._under_way, **self._asked}  # a question is not given up
            self._pose = self._pose or self._posed
            self._process.cancel()
            self._ended()
        self._next()

    def ask_contacts(self, key: object, touching: Sequence[Touching]) -> None:
        """What these bodies share, once nothing more urgent is to be done."""
        self._contacts = (key, tuple(touching))
        self._next()

    def ask(
        self, kind: str, function: Callable[..., Any], *arguments: Any, then: Callable[[Any], None]
    ) -> None:
        """Something small, before the check of a run; of one kind the newest question counts."""

        def submit() -> None:
            self._revision, self._then = 0, then
            self._started(self._process.submit(function, *arguments), quietly=True)

        self._asked[kind] = submit
        self._next()

    def check_pose(self, cell: Cell, state: CellState) -> None:
        """Which bodies collide in a state that is none of the run; goes before other work."""
        self._pose = (cell, state)
        self._next()

    def cancel(self) -> None:
        """Gives up all work at once, but for small questions and the look at the pose."""
        self._wish = self._contacts = self._check = None
        self._pose = self._pose or self._posed
        self._asked = {**self._under_way, **self._asked}  # what is drawn is no check
        if self.is_busy:
            self._process.cancel()
            self._ended()
            self._say_busy(False)
        self._next()

    def close(self) -> None:
        """Ends the process."""
        self._timer.stop()
        if self._owns_process:
            self._process.close()
        else:
            self._process.cancel()

    def poll(self) -> None:
        """Takes what the process has sent."""
        for message in self._process.poll():
            if message.job != self._job:
                continue
            if isinstance(message, Progress):
                self.progressed.emit(message.fraction, message.text)
            elif isinstance(message, Result):
                then = self._then
                self._ended()
                then(message.value)
            elif isinstance(message, Failure):
                self._fail(message)
        self._next()

    def _next(self) -> None:
        if self.is_busy:
            return
        if self._pose is not None:
            (cell, state), self._posed, self._pose = self._pose, self._pose, None
            self._revision = 0
            self._then = lambda pairs: self.poseChecked.emit(state, pairs)
            self._started(self._process.submit(colliding_in, cell, state), quietly=True)
        elif self._wish is not None:
            wish, self._wish, self._check = self._wish, None, None
            self._revision = wish.revision
            self._submit(lambda brought: self._ran(wish, brought), run_program, wish)
        elif self._asked:
            kind = next(iter(self._asked))
            self._under_way = {kind: self._asked.pop(kind)}
            self._under_way[kind]()
        elif self._check is not None:
            wish, self._check = self._check, None
            self._revision = wish.revision
            done = self.verdictReady.emit
            self._submit(lambda verdict: done(wish.revision, verdict), check_program, wish)
        elif self._contacts is not None:
            (key, touching), self._contacts = self._contacts, None
            self._revision = 0
            self._then = lambda meshes: self.contactsReady.emit(key, meshes)
            self._started(self._process.submit(shared_volumes, touching))
        elif self._timer.isActive():
            self._timer.stop()
            self._say_busy(False)

    def _submit(
        self, then: Callable[[Any], None], function: Callable[..., Any], wish: _Wish
    ) -> None:
        self._then = then
        given = (wish.cell, wish.text, wish.name, wish.aside, wish.token)
        self._started(self._process.submit(function, *given))

    def _ran(self, wish: _Wish, brought: Brought) -> None:
        self._check = wish
        self.runReady.emit(wish.revision, brought)
        self._next()

    def _started(self, job: int, quietly: bool = False) -> None:
        """A job runs from now on; one that is quiet is too short to be shown as work."""
        self._job, self._since = job, time.monotonic()
        if not self._timer.isActive():
            self._timer.start()
        if not quietly:
            self._say_busy(True)

    def _say_busy(self, busy: bool) -> None:
        if busy != self._said_busy:
            self._said_busy = busy
            self.busyChanged.emit(busy)

    def _ended(self) -> None:
        self._job, self._under_way, self._posed = 0, {}, None

    def _fail(self, failure: Failure) -> None:
        log.error("worker: %s\n%s", failure.message, failure.traceback)
        self._ended()
        self.failed.emit(self._revision, f"The check could not be done: {failure.message}")


Volumes = Mapping[tuple[str, str], Mesh]
