"""The widgets of the pane of studies: what is asked, buttons and progress, and the results."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from app.desktop.looks.arrangement.nesting import add_layout
from app.desktop.looks.icons import severity_icon
from app.desktop.looks.small_widgets import ProgressBar, WholeWidth
from app.desktop.looks.theme import Theme
from app.desktop.looks.tips import wrapped
from app.desktop.panels.studies.study_desk import StudyDesk, cores
from app.desktop.panels.studies.study_results import StudyResults
from app.desktop.panels.studies.study_words import head_words, next_step, progress_words
from app.desktop.state.document import Document
from app.desktop.state.files.open_files import FileDesk

MOST_WORKERS = 256
ALL_HEIGHTS = "All heights"
SIGN = 16  # pixels


class StudyBody(QWidget):
    """Shows a StudyDesk and sends its commands. ask: Asks for a study file."""

    def __init__(
        self,
        study: StudyDesk,
        document: Document,
        desk: FileDesk,
        theme: Theme,
        ask: Callable[[], object],
    ) -> None:
        super().__init__()
        self._study, self._document, self._desk = study, document, desk
        self._theme, self._ask = theme, ask
        self.results = StudyResults(theme)
        self._split = QSplitter(Qt.Orientation.Horizontal)
        self._split.addWidget(self._left())
        self._split.addWidget(self.results)
        self._split.setStretchFactor(1, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._split)
        study.changed.connect(self.show_all)
        study.foundChanged.connect(self._show_found)
        self.show_all()
        self._show_found()

    # Building.

    def _left(self) -> QWidget:
        self._make_texts()
        self._make_buttons()
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(8, 6, 8, 6)
        column.setSpacing(5)
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.open)
        add_layout(column, head)
        column.addWidget(self.question)
        column.addWidget(self.amount)
        rows = QHBoxLayout()
        for button in (self.start, self.cancel):
            rows.addWidget(button)
        rows.addStretch(1)
        add_layout(column, rows)
        column.addWidget(self.bar)
        column.addWidget(self.state)
        sign = QHBoxLayout()
        sign.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        sign.addWidget(self.message, 1)
        add_layout(column, sign)
        column.addWidget(self.replace)
        add_layout(column, self._form())
        column.addStretch(1)
        area = WholeWidth(widgetResizable=True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(inside)
        area.setAccessibleName("Study")
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return area

    def _make_texts(self) -> None:
        self.title, self.question, self.amount = QLabel(), QLabel(), QLabel()
        self.state, self.message, self._sign = QLabel(), QLabel(), QLabel()
        bold = self.title.font()
        bold.setBold(True)
        self.title.setFont(bold)
        for label in (self.title, self.question, self.amount, self.state, self.message):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        for label in (self.question, self.message):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.bar = ProgressBar()
        self.bar.setAccessibleName("Progress of the study")
        self.bar.setTextVisible(True)

    def _make_buttons(self) -> None:
        self.open = self._button("Open…", "Open a study file", "Open study", self._ask)
        self.start = self._button("Start", "", "Start the study", self._begin)
        tip = "Stop the study; chunks that are done are kept"
        self.cancel = self._button("Cancel", tip, "Cancel the study", self._study.cancel)
        tip = "Open the page of the results (HTML)"
        self.page = self._button("Open page", tip, "Open the page of results", self._open_page)
        tip = "Show the folder of the results"
        self.shows = self._button(
            "Show folder", tip, "Show the folder of results", self._open_folder
        )
        self.change = self._button("Change…", "", "Change the folder of results", self._ask_folder)
        self.change.setToolTip("Choose another folder for the results")
        self.replace = QCheckBox("Throw away the results that are there")
        self.replace.toggled.connect(lambda _: self.show_all())
        self.folder = QLineEdit(readOnly=True)
        self.folder.setAccessibleName("Folder of results")
        self.workers = QSpinBox()
        self.workers.setRange(1, MOST_WORKERS)
        self.workers.setValue(self._study.workers or cores())
        self.workers.setAccessibleName("Number of processes")
        self.workers.setToolTip(wrapped("Processes that compute; they do not change the results"))
        self.workers.valueChanged.connect(self._study.set_workers)
        self.shown_map = QComboBox()
        self.shown_map.setAccessibleName("Map in the 3D view")
        self.shown_map.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.shown_map.activated.connect(lambda _: self._choose_map())
        self.layer = QComboBox()
        self.layer.setAccessibleName("Height of the map")
        self.layer.setToolTip("Show the places of one height, or of all")
        self.layer.activated.connect(lambda _: self._choose_map())
        self.has_map = QCheckBox("Map in 3D:")
        self.has_map.setToolTip("Show the places of the study in the 3D view")
        self.has_map.setChecked(True)
        self.has_map.toggled.connect(lambda _: self._choose_map())
        tip = "Show the cell of the study in the window"
        self.cell = self._button(
            "Open its cell", tip, "Open the cell of the study", self._open_cell
        )

    def _button(self, text: str, tip: str, name: str, act: Callable[[], object]) -> QPushButton:
        button = QPushButton(text)
        button.setToolTip(tip)
        button.setAccessibleName(name)
        button.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        button.clicked.connect(lambda _: act())
        return button

    def _form(self) -> QFormLayout:
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setContentsMargins(0, 0, 0, 0)
        form.setSpacing(4)
        folder = QHBoxLayout()
        folder.addWidget(self.folder, 1)
        folder.addWidget(self.change)
        form.addRow("Folder", folder)
        more = QHBoxLayout()
        more.addWidget(self.page)
        more.addWidget(self.shows)
        more.addStretch(1)
        form.addRow("Results", more)
        form.addRow("Processes", self.workers)
        shown = QVBoxLayout()
        shown.setSpacing(4)
        for widget in (self.shown_map, self.layer, self.cell):
            shown.addWidget(widget)
        form.addRow(self.has_map, shown)
        return form

    def sizeHint(self) -> QSize:
        """Enough for the texts and for a table beside them."""
        return QSize(640, 260)

    # Acts.

    def _begin(self) -> None:
        self._study.begin(replaces=self.replace.isChecked())

    def _ask_folder(self) -> None:
        start = self._study.folder or self._desk.folder
        folder = self._desk.dialogs.folder_path("Folder of results", str(start))
        if folder is not None:
            self._study.use_folder(folder)

    def _open_page(self) -> None:
        if self._study.page is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._study.page)))

    def _open_folder(self) -> None:
        if self._study.folder is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._study.folder)))

    def _open_cell(self) -> None:
        if self._study.asked is not None:
            self._desk.open_any(self._study.asked.cell)

    def _choose_map(self) -> None:
        is_on, height = self.has_map.isChecked(), self.layer.currentIndex()
        title = self.shown_map.currentText() if is_on else ""
        self._study.show_map(title, height - 1 if height > 0 else None)
        self.shown_map.setEnabled(is_on)
        self.layer.setEnabled(is_on)

    def untick_map(self) -> None:
        """Unticks the map: it was hidden in the 3D view."""
        self.has_map.setChecked(False)

    # What is shown.

    def show_all(self) -> None:
        """Shows what the study asks, how far it is, and what may be done."""
        study, asked = self._study, self._study.asked
        words = head_words(study)
        self.title.setText(words.title)
        self.question.setText(words.question)
        self.amount.setText(words.size)
        for label in (self.question, self.amount):
            label.setVisible(bool(label.text()))
        self._show_progress()
        self._show_message()
        self.replace.setVisible(study.can_replace)
        may_replace = study.can_replace and self.replace.isChecked()
        self.start.setText(next_step(study))
        self.start.setEnabled(study.can_begin or may_replace)
        self.cancel.setEnabled((study.is_running and not study.is_stopping) or study.is_reading)
        self.open.setEnabled(not study.is_running)
        has_study = asked is not None
        self.change.setEnabled(has_study and not study.is_running)
        self.workers.setEnabled(not study.is_running)
        self.folder.setText(str(study.folder or ""))
        self.folder.setToolTip(wrapped(str(study.folder or "")))
        self.page.setEnabled(study.page is not None)
        self.shows.setEnabled(study.folder is not None and study.folder.is_dir())
        self._show_maps()

    def _show_progress(self) -> None:
        study, progress = self._study, self._study.progress
        self.bar.setVisible(study.is_running or study.is_reading)
        is_known = study.is_running and progress is not None and progress.done > 0
        self.bar.setRange(0, progress.chunks if is_known and progress is not None else 0)
        if is_known and progress is not None:
            self.bar.setValue(progress.done)
        words = progress_words(study)
        self.state.setText(words)
        self.state.setVisible(bool(words))
        self.bar.setAccessibleDescription(words)

    def _show_message(self) -> None:
        study = self._study
        obstacle = study.standing.obstacle if study.standing is not None else ""
        if study.message:
            text, severity = study.message, "error"
        elif obstacle:
            text, severity = obstacle, "warning"
        else:
            text, severity = study.note, "note"
        self.message.setText(text)
        self.message.setVisible(bool(text))
        self._sign.setVisible(bool(text))
        self._sign.setPixmap(severity_icon(severity, self._theme).pixmap(SIGN, SIGN))
        self._sign.setAccessibleName(severity)

    def _show_maps(self) -> None:
        asked = self._study.asked
        maps = list(asked.maps) if asked is not None else []
        if [self.shown_map.itemText(i) for i in range(self.shown_map.count())] != maps:
            self.shown_map.clear()
            self.shown_map.addItems(maps)
        file = self._document.cell_file
        is_other = asked is not None and not self._study.is_in(file.path if file else None)
        self.has_map.setVisible(bool(maps))
        self.shown_map.setVisible(bool(maps) and not is_other)
        self.layer.setVisible(self.layer.count() > 0 and bool(maps) and not is_other)
        self.cell.setVisible(is_other)

    def _show_found(self) -> None:
        found = self._study.found
        self.results.show_found(found)
        if found is not None and found.shapes is not None:
            heights = [f"{z:g} mm" for z in found.shapes.heights]
            self._offer_heights([ALL_HEIGHTS, *heights] if len(heights) > 1 else [])

    def _offer_heights(self, words: list[str]) -> None:
        """Offers the heights of the map; the chosen one stays where it is among them."""
        if [self.layer.itemText(i) for i in range(self.layer.count())] != words:
            before = self.layer.currentIndex()
            self.layer.clear()
            self.layer.addItems(words)
            self.layer.setCurrentIndex(before if 0 <= before < len(words) else 0)
        self._show_maps()

    def set_theme(self, theme: Theme) -> None:
        """Draws signs and pictures in the colours of a theme."""
        self._theme = theme
        self.results.set_theme(theme)
        self._show_message()
