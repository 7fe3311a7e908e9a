"""A study that is read brings its cell with it where no cell is open."""

from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Signal

from app.background.study_messages import Asked
from app.desktop.looks.theme import DARK
from app.desktop.panels.studies.study_panel import StudyPanel
from app.desktop.state.document import Document
from scenes import load_cell
from scenes.files.text.documents import read_document
from scenes.library import cell_path

CELL = Path("a.cell.yaml")
ASKED = Asked(Path("a.study.yaml"), "a", "Which?", "9 poses", Path("a.results"), CELL, 1, ())


class Files(QObject):
    """Keeps what is opened."""

    studyAsked = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[Path] = []

    def open_any(self, path: Path) -> None:
        self.opened.append(path)


class View(QObject):
    """A 3D view without maps."""

    mapEnded = Signal()

    def show_study_map(self, shapes) -> None:
        assert shapes is None


@pytest.mark.window
def test_a_study_opens_its_cell_where_none_is_open_and_leaves_an_open_one(qtbot, analyst) -> None:
    document, files = Document(analyst), Files()
    panel = StudyPanel(document, files, View(), DARK)
    qtbot.addWidget(panel)
    panel.study._take(ASKED)
    assert files.opened == [CELL]
    path = cell_path("kakazu1985")
    document.show_cell(load_cell(path), read_document(path, "cell file"))
    panel.study._take(ASKED)
    assert files.opened == [CELL] and not panel.is_of_shown_cell
    document.stop_timers()
