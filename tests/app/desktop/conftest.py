"""A window as it is at a start without a file."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QObject, Signal

from app.desktop.looks.dialogs import Unsaved


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
    from app.background.probing import recording_of
    from app.desktop.debugging.debug_session import DebugSession
    from app.desktop.debugging.hand_signals import HandSignals

    recording_of.cache_clear()  # kept by the number of a run, which another test may have used
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
