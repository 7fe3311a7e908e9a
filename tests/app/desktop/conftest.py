"""Windows: at a start without a file, on the cell of the paper unseen, and shown and checked."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.desktop.looks.dialogs import Unsaved
from tests.app.conftest import PATIENCE_MS, PROGRAMS, Answers, BorrowedProcess, PatientBot, settle


@pytest.fixture(scope="module", autouse=True)
def calm_pictures(request: pytest.FixtureRequest) -> Iterator[None]:
    """A 3D view at rest keeps its picture, except in files that look at what it draws at rest.

    Smooth edges, light and shadow would cost each window half a second of processor time, which no
    other test looks at.
    """
    marks = request.node.get_closest_marker
    if marks("gl") is None or marks("at_rest") is not None:
        yield
        return
    from app.desktop.view3d import viewport
    from app.desktop.view3d.shading.quality import Quality, quality_for

    def calm(capabilities: str) -> Quality:
        kind = quality_for(capabilities)
        return replace(kind, smooth_at_rest=False, slow_shading_ms=0.0)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(viewport, "quality_for", calm)
        yield


@pytest.fixture(scope="session", autouse=True)
def shipped_trees() -> Iterator[None]:
    """The text of a shipped cell file is parsed once: hundreds of tests begin with the same few.

    Nothing changes a tree of YAML nodes; edits make a new one.
    """
    from scenes.files.text import documents
    from scenes.library import cell_names, cell_path

    shipped = {cell_path(name).read_text(encoding="utf-8") for name in cell_names()}
    kept, parse = {}, documents.composed

    def composed(text: str):
        if text not in shipped:
            return parse(text)
        if text not in kept:
            kept[text] = parse(text)
        return kept[text]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(documents, "composed", composed)
        yield


@pytest.fixture(scope="session", autouse=True)
def still_caret(qapp) -> None:
    """The text cursor does not blink: each turn would draw the whole window again."""
    qapp.setCursorFlashTime(0)


class AtOnce(QObject):
    """Stands in for the process of questions at a stop: answers at once, in this process."""

    failed = Signal(str)

    def ask(self, kind, function, *arguments, then) -> None:
        then(function(*arguments))

    def close(self) -> None:
        """Does nothing: there is no process."""


@pytest.fixture
def by_hand(document):
    """Signals set by hand in the run of the document."""
    from app.desktop.debugging.debug_session import DebugSession
    from app.desktop.debugging.hand_signals import HandSignals

    return HandSignals(document, DebugSession(document, AtOnce()))


@pytest.fixture
def begin(qtbot, tmp_path, worker, at_rest, answers) -> Iterator[Callable]:
    """begin(): another window with the same settings, with the welcome page."""
    from app.desktop.looks.settings import SettingsStore
    from app.desktop.main import open_welcome
    from app.desktop.runs.analyst import Analyst
    from app.desktop.window.main_window import MainWindow

    made = []

    def make():
        window = MainWindow(SettingsStore(tmp_path / "config"), Analyst(process=worker))
        window.desk.dialogs = answers
        made.append(window)
        window.resize(1280, 800)
        with qtbot.waitExposed(window):
            window.show()
        window.desk.remember(last_folder=str(tmp_path))
        open_welcome(window)
        return window

    yield make
    answers.unsaved_answer = Unsaved.DISCARD
    at_rest()
    for window in made:
        assert window.close(), "the window stays open"
        window.deleteLater()


@pytest.fixture
def fresh(begin):
    """The window at a start without a cell and a program."""
    return begin()


@contextmanager
def on_the_paper(folder: Path, process: BorrowedProcess, answers: Answers, is_shown: bool):
    """A window on the cell and program of the paper, closed at the end.

    folder: Of its settings. is_shown: It is opened on the screen before it reads the files.
    """
    from app.desktop.looks.settings import SettingsStore
    from app.desktop.runs.analyst import Analyst
    from app.desktop.window.main_window import MainWindow

    made = MainWindow(SettingsStore(folder / "config"), Analyst(process=process))
    made.desk.dialogs = answers
    if is_shown:
        made.show()
        assert QTest.qWaitForWindowExposed(made, PATIENCE_MS)
    made.desk.open_cell("kakazu1985")
    made.desk.open_program(PROGRAMS / "figure5.val")
    yield made
    answers.unsaved_answer = Unsaved.DISCARD
    settle(process)
    assert made.close(), "the window stays open"
    made.deleteLater()


def wait_for_verdict(bot: PatientBot, window) -> None:
    """Waits for the picture and the verdict of a window that was just shown."""

    def is_drawn() -> bool:
        return window.viewport is not None and window.viewport.frames > 0

    bot.waitUntil(is_drawn, timeout=PATIENCE_MS)
    bot.waitUntil(lambda: window.document.is_checked, timeout=PATIENCE_MS)
    # The rows of the time line for what was found change the height of the 3D view.
    for _ in range(3):
        QApplication.processEvents()


@pytest.fixture
def unseen(qtbot, tmp_path, worker, answers):
    """The window on the cell and program of the paper, never shown: without a 3D view,
    and quick.
    """
    with on_the_paper(tmp_path, worker, answers, is_shown=False) as made:
        yield made


@pytest.fixture
def window(qtbot, tmp_path, worker, answers):
    """The real window on the cell and program of the paper, with its 3D view, checked."""
    with on_the_paper(tmp_path, worker, answers, is_shown=True) as made:
        wait_for_verdict(qtbot, made)
        yield made


@pytest.fixture(scope="module")
def shared_window(request, qapp, tmp_path_factory, session_process):
    """One such window for all tests of a file: each of them leaves it as it was."""
    borrowed = BorrowedProcess(session_process)
    folder = tmp_path_factory.mktemp("window")
    with on_the_paper(folder, borrowed, Answers(), is_shown=True) as made:
        wait_for_verdict(PatientBot(request), made)
        yield made
    borrowed.is_over = True
