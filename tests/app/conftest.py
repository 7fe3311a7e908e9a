"""Fixtures: a document without a process, and the real window with answers in place of dialogs."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.background.process import Result, WorkerProcess
from app.desktop.runs.run_inputs import RunInputs
from app.desktop.runs.run_jobs import Verdict
from app.desktop.runs.shown_run import shown_run_of
from app.desktop.window import qt_overrides
from scenes import analyse, load_cell

qt_overrides.install()  # as the window does, before the tests import classes of the window

PROGRAMS = Path(__file__).parents[2] / "resources" / "programs"
# The window and its check of the example take 5 s of processor time; with ten other busy processes
# on the machine, a minute passes before the window is ready.
PATIENCE_MS = 240_000
# What one act of the window may take on such a machine.
WAIT_MS = 60_000


class InlineAnalyst(QObject):
    """Answers in this process, when a test tells it to; keeps the requests."""

    runReady = Signal(int, object)
    verdictReady = Signal(int, object)
    contactsReady = Signal(object, object)
    poseChecked = Signal(object, object)
    failed = Signal(int, str)
    missed = Signal(str)
    progressed = Signal(float, str)
    busyChanged = Signal(bool)
    is_busy = False

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple] = []
        self.wanted_nearest: list = []
        self.wanted_clearance: list = []
        self.wanted_ways: list = []
        self.wanted_lines: list = []
        self.wanted_of_run: list = []

    def analyse(self, revision, cell, text, name="", inputs=None) -> None:
        self.asked.append((revision, cell, text, name, inputs or RunInputs()))

    def ask_nearest(self, then) -> None:
        self.wanted_nearest.append(then)

    def ask_clearance(self, first, then, otherwise) -> None:
        self.wanted_clearance.append((first, then, otherwise))

    def ask_way(self, given, then, otherwise, progress) -> None:
        self.wanted_ways.append((given, then, otherwise, progress))

    def cancel_way(self) -> None:
        for _, _, otherwise, _ in self.wanted_ways:
            otherwise(None)
        self.wanted_ways.clear()

    def ask_contacts(self, key, touching) -> None:
        """Ignores the request: no test looks at the volumes here."""

    def ask(self, kind, function, *arguments, then, otherwise=None) -> None:
        """Answers at once."""
        then(function(*arguments))

    def ask_of_run(self, kind, function, *arguments, then, otherwise=None) -> None:
        """Keeps the question; a test answers it with the run."""
        self.wanted_of_run.append((function, arguments, then))

    def ask_lines(self, function, given, then) -> None:
        self.wanted_lines.append((function, given, then))

    def drop_lines(self) -> None:
        self.wanted_lines.clear()

    def check_pose(self, cell, state) -> None:
        """Ignores the request: only the real worker checks poses."""

    def cancel(self) -> None:
        self.asked.clear()

    def close(self) -> None:
        """Does nothing: there is no process."""

    def answer(self, number: int = -1) -> None:
        revision, cell, text, name, inputs = self.asked.pop(number)
        report = analyse(
            cell,
            (text, name),
            0.02,
            others=inputs.sources,
            changes=inputs.changes,
            scenario=inputs.scenario,
        )
        self.runReady.emit(revision, shown_run_of(report.run, inputs.scenario))
        self.verdictReady.emit(revision, Verdict.of(report, inputs))


class PatientBot(QtBot):
    """Qt's test helper for a busy machine: it moves no real pointer, and waits a minute by default.

    `QTest.mouseMove` sets the pointer of the screen. Qt then hears of the move from the screen's
    server: as the entering of a window instead of a move where the window has just been shown, and
    later or not at all where the machine is busy. Here the widget gets the move itself.
    """

    @staticmethod
    def mouseMove(
        widget: QWidget, pos: QPoint, held: Qt.MouseButton = Qt.MouseButton.NoButton
    ) -> None:
        """Sends a move of the pointer to a widget while a button is held, or none.

        `QApplication.mouseButtons` cannot tell which: it goes on naming a button that an earlier
        test pressed and released on another widget.
        """
        move, none = QEvent.Type.MouseMove, Qt.MouseButton.NoButton
        where, on_screen = QPointF(pos), QPointF(widget.mapToGlobal(pos))
        keys = Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(widget, QMouseEvent(move, where, on_screen, none, held, keys))

    def waitUntil(self, callback, *, timeout: int = WAIT_MS) -> None:
        """Waits until a condition holds."""
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(self, signal, *, timeout: int = WAIT_MS, **more):
        """Waits for a signal."""
        return super().waitSignal(signal, timeout=timeout, **more)


@pytest.fixture
def qtbot(qapp, request) -> PatientBot:
    return PatientBot(request)


class Clock:
    """A clock whose time a test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(scope="session")
def cell():
    return load_cell("kakazu1985")


@pytest.fixture(scope="session")
def cell_of(cell) -> Callable:
    """cell_of(shapes): a cell of these bodies alone, by name; those of the robot begin with arm."""
    from scenes.world.cell import Body, Part
    from scenes.world.robot import LinkBody

    def make(shapes):
        links, fixtures, parts = [], [], []
        for name, shape in shapes.items():
            if shape.kind == "robot":
                link = name.removeprefix("arm.")
                links.append(LinkBody(link, 0, shape.solid, np.eye(4), shape.colour))
            elif shape.kind == "fixture":
                fixtures.append(Body(name, shape.solid, np.eye(4), shape.colour))
            else:
                grasp = (None, np.eye(4), 10.0)
                parts.append(Part(name, shape.solid, np.eye(4), *grasp, shape.colour))
        robot = replace(cell.robot, name="arm", bodies=tuple(links), hand=None)
        return replace(cell, robot=robot, fixtures=tuple(fixtures), parts=tuple(parts))

    return make


@pytest.fixture(scope="session")
def figure5() -> str:
    return (PROGRAMS / "figure5.val").read_text(encoding="utf-8")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def analyst(qapp) -> InlineAnalyst:
    return InlineAnalyst()


@pytest.fixture
def document(qapp, analyst, clock):
    from app.desktop.state.document import Document

    made = Document(analyst, clock)
    yield made
    made.stop_timers()


@pytest.fixture
def source_of(document) -> Callable:
    """source_of(text): adds a program to the document."""
    from app.desktop.state.source import Source
    from app.programs.text_files import TextFile

    def make(text: str, path: Path | None = None):
        source = Source(TextFile(text), path, "test.val", document)
        document.add_source(source)
        return source

    return make


@pytest.fixture
def checked_document(document, source_of, analyst, cell, figure5):
    """A document with the cell and program of figure 5, run and checked."""
    document.show_cell(cell, None)
    source_of(figure5)
    analyst.answer()
    return document


@pytest.fixture(scope="session")
def session_process() -> Iterator[WorkerProcess]:
    """One geometry process for all windows of the session: each takes a second to start."""
    process = WorkerProcess()
    yield process
    process.close()


class BorrowedProcess:
    """The process of the session for one test: it gives and takes nothing once the test is over.

    What polls on behind its test would otherwise take the answers that a later test waits for.
    """

    def __init__(self, process: WorkerProcess) -> None:
        self._process, self.is_over = process, False

    @property
    def is_busy(self) -> bool:
        return self._process.is_busy

    def submit(self, function, *args, **kwargs) -> int:
        return 0 if self.is_over else self._process.submit(function, *args, **kwargs)

    def wait(self, timeout: float) -> list:
        return [] if self.is_over else self._process.wait(timeout)

    def cancel(self) -> tuple[int, ...]:
        return () if self.is_over else self._process.cancel()

    def close(self) -> None:
        """Leaves the process to the next test."""


@pytest.fixture
def worker(session_process) -> Iterator[BorrowedProcess]:
    """The geometry process of the session, as long as this test goes on."""
    borrowed = BorrowedProcess(session_process)
    yield borrowed
    borrowed.is_over = True


class FakeProcess:
    """Stands in for a worker process: keeps what it is given, and sends what a test answers.

    started: The first argument of each job, in the order in which the jobs were started.
    """

    def __init__(self) -> None:
        self.started, self.messages = [], []
        self.kills = self.closes = 0

    def submit(self, function, *arguments) -> int:
        self.started.append(arguments[0])
        return len(self.started)

    def answer(self, value=None) -> None:
        self.messages.append(Result(len(self.started), value))

    def wait(self, timeout):
        messages, self.messages = self.messages, []
        return messages

    def cancel(self) -> None:
        self.kills += 1

    def close(self) -> None:
        self.closes += 1


@pytest.fixture
def fake_process() -> FakeProcess:
    return FakeProcess()


def settle(process: BorrowedProcess, patience_s: float = 10.0) -> None:
    """Lets the jobs of a window end before it closes, and drops their answers.

    A window that closes cancels its jobs, which kills the process: the next window would then wait
    for
    a new process and all the modules that it loads.
    """
    end = time.monotonic() + patience_s
    while process.is_busy and time.monotonic() < end:
        process.wait(0.2)


class Answers:
    """Stands in for the dialogs: gives the paths and answers that a test has set."""

    def __init__(self) -> None:
        self.path: Path | None = None
        self.unsaved_answer = None
        self.asked: list[list[str]] = []

    def open_path(self, title: str, folder: str, kinds: str) -> Path | None:
        return self.path

    def folder_path(self, title: str, start: str) -> Path | None:
        return self.path

    def save_path(self, title: str, start: str, kinds: str, suffix: str) -> Path | None:
        return self.path

    def unsaved(self, names: list[str]):
        self.asked.append(names)
        return self.unsaved_answer


@pytest.fixture
def at_rest(worker) -> Callable[[], None]:
    """at_rest(): lets the worker finish what a window asked, before the window closes."""
    return partial(settle, worker)


@pytest.fixture
def answers() -> Answers:
    from app.desktop.looks.dialogs import Unsaved

    made = Answers()
    made.unsaved_answer = Unsaved.DISCARD
    return made
