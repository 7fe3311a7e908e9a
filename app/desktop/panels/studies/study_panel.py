"""The dock of studies: empty until it is first shown or given a study, and filled then."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.desktop.looks.theme import Theme
from app.desktop.panels.studies.study_desk import StudyDesk
from app.desktop.state.document import Document
from app.desktop.state.files.open_files import FileDesk
from app.desktop.state.files.yaml_files import is_study
from app.desktop.view3d.cell_view import CellView

if TYPE_CHECKING:
    from app.background.map_shapes import MapShapes
    from app.desktop.panels.studies.study_body import StudyBody

STUDY_FILTER = "Studies (*.study.yaml *.yaml *.yml);;All files (*)"


class StudyPanel(QWidget):
    """Shows the study of the window, and its map in the 3D view."""

    def __init__(self, document: Document, desk: FileDesk, view: CellView, theme: Theme) -> None:
        super().__init__()
        self._document, self._desk, self._theme = document, desk, theme
        self._view, self.study = view, StudyDesk()
        self.study.setParent(self)
        self.study.mapChanged.connect(self._show_map)
        self.study.read.connect(self._open_first_cell)
        desk.studyAsked.connect(self.open)
        view.mapEnded.connect(self._untick_map)
        document.cellChanged.connect(self._follow_cell)
        self.body: StudyBody | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)

    def ask(self) -> bool:
        """Asks for a study file and reads it; whether one was chosen."""
        start = str(self._desk.folder)
        path = self._desk.dialogs.open_path("Open study", start, STUDY_FILTER)
        if path is None:
            return False
        return self._desk.open_any(path) if is_study(path) else self.open(path)

    def open(self, path: Path) -> bool:
        """Reads a study file; refuses while another study is running."""
        self.fill()
        return self.study.open(path)

    def fill(self) -> None:
        """Makes the widgets of the panel, if they are not there yet."""
        if self.body is None:
            from app.desktop.panels.studies.study_body import StudyBody

            self.body = StudyBody(self.study, self._document, self._desk, self._theme, self.ask)
            self._column.addWidget(self.body)

    def showEvent(self, event: QShowEvent) -> None:
        self.fill()
        super().showEvent(event)

    def _open_first_cell(self) -> None:
        """Opens the cell of a study that was read, where no cell is open yet."""
        if self._document.cell is None and self.study.asked is not None:
            self._desk.open_any(self.study.asked.cell)

    def set_theme(self, theme: Theme) -> None:
        """Draws the panel in the colours of a theme."""
        self._theme = theme
        if self.body is not None:
            self.body.set_theme(theme)

    def _untick_map(self) -> None:
        if self.body is not None:
            self.body.untick_map()

    def close_study(self) -> None:
        """Ends the processes of the study; chunks that are done are kept."""
        self.study.close()

    # The map is of the cell of the study: it is not shown in another one.

    @property
    def is_of_shown_cell(self) -> bool:
        """Whether the cell in the window is that of the study."""
        file = self._document.cell_file
        return self.study.is_in(None if file is None else file.path)

    def _show_map(self, shapes: MapShapes | None) -> None:
        self._view.show_study_map(shapes if self.is_of_shown_cell else None)

    def _follow_cell(self) -> None:
        found = self.study.found
        has_map = found is not None and self.study.has_map
        self._show_map(found.shapes if found is not None and has_map else None)
        if self.body is not None:
            self.body.show_all()
