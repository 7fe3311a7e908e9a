"""A window as it is at a start without a file."""

from collections.abc import Callable, Iterator

import pytest

from app.desktop.looks.dialogs import Unsaved


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
        window.close()
        window.deleteLater()


@pytest.fixture
def fresh(begin):
    """The window at a start without a cell and a program."""
    return begin()
