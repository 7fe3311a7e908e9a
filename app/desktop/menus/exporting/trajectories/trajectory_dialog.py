"""File > Export trajectory: format and period, both ends of the file, and what the check says."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.background.process import WorkerProcess
from app.desktop.looks.fonts import code_font
from app.desktop.looks.theme import Theme
from app.desktop.menus.exporting.trajectories import file_facts
from app.desktop.menus.exporting.trajectories.trajectory_jobs import TrajectoryJobs
from app.desktop.menus.exporting.trajectories.verdict_words import (
    WARNING,
    Told,
    is_doubtful,
    told,
    verdict_on,
)
from app.desktop.state.document import Document
from scenes import Run
from scenes.exporters import export_suffixes
from scenes.exporters.file_preview import FilePreview
from scenes.exporters.registry import kind_of

SHORTEST_MS, LONGEST_MS = 0.1, 10_000.0
WAIT_MS = 200
POINTS = 9  # of the letters of the preview
STALE = Told(WARNING, "The program has changed: wait until the run of the present text is there")


@dataclass(frozen=True)
class TrajectoryChoice:
    """What the user chooses, and finds again: the suffix of the format, and ms between rows."""

    suffix: str = ".csv"
    period_ms: float = 10.0


class TrajectoryDialog(QDialog):
    """Asks for format, period and file, shows what will be written, and has it written."""

    exported = Signal(object, object, object)  # a TrajectoryChoice, the path, the RunVerdict

    def __init__(
        self,
        window: QWidget | None,
        document: Document,
        choice: TrajectoryChoice,
        path: Path,
        browse: Callable[[Path], Path | None],
        theme: Callable[[], Theme],
        is_checking: Callable[[], bool],
        process: WorkerProcess | None = None,
    ) -> None:
        """browse: Asks for a file, from the one in the field on. theme: The colours now.

        is_checking: Whether the worker is at the check of the run. process: One that is shared;
        else one is started.
        """
        super().__init__(window)
        self.setWindowTitle("Export trajectory")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._document, self._browse, self._theme = document, browse, theme
        self._is_checking = is_checking
        self._folder = path.parent
        self._work = TrajectoryJobs(self, process)
        self._work.failed.connect(self._fail)
        self._shown: tuple[object, ...] | None = None  # of what the preview is, or is to be
        self._file_words = self._gap_words = ""
        self._later = QTimer(self, singleShot=True, interval=WAIT_MS)
        self._later.timeout.connect(self._look)
        self._make_fields(choice, path)
        self._lay_out()
        document.runChanged.connect(self.refresh)
        document.findingsChanged.connect(self.refresh)
        self.finished.connect(self._end)
        self._is_ended = False
        self._format_changed()
        self._later.stop()
        self._look()

    @property
    def choice(self) -> TrajectoryChoice:
        """The choices at this moment."""
        return TrajectoryChoice(str(self.format.currentData()), self.period.value())

    @property
    def path(self) -> Path:
        """The file in the field; with the suffix of the format where the name has none."""
        path = self._folder / self.file.text().strip()
        return path if path.suffix or not path.name else path.with_suffix(self.choice.suffix)

    @property
    def run(self) -> Run | None:
        """The run of the present text; None while there is none."""
        document = self._document
        is_fresh = document.has_fresh_run and document.runs_as_written
        return document.run if is_fresh else None

    @property
    def is_writing(self) -> bool:
        """Whether the file is being written."""
        return self._work.is_writing

    def refresh(self) -> None:
        """Shows the present verdict, and draws the preview anew where the run is another one."""
        if self._is_ended:
            return
        run = self.run
        shown, doubts = STALE, False
        if run is not None:
            verdict = verdict_on(self._document, run)
            left_out = [finding.message for finding in self._document.inputs.findings]
            shown, doubts = told(verdict, self._is_checking(), left_out), is_doubtful(verdict)
        self.verdict.setText(shown.text)
        self.verdict.setAccessibleName(f"Verdict of the check: {shown.text}")
        self.verdict.setStyleSheet(f"color: {getattr(self._theme(), shown.kind)};")
        self.export_button.setText("&Export anyway" if doubts else "&Export")
        self.export_button.setEnabled(run is not None and not self.is_writing)
        self.close_button.setText("&Cancel" if self.is_writing else "&Close")
        if self._given() != self._shown:
            self._later.start()

    def export(self) -> None:
        """Has the file written as the preview shows it."""
        run, choice, path = self.run, self.choice, self.path
        if run is None or self.is_writing:
            return
        if not self.file.text().strip():
            self.message.setText("Not exported: the file has no name.")
            self.file.setFocus()
            return
        verdict = verdict_on(self._document, run)

        def take(fault: str) -> None:
            if fault:
                self._look_again()
                self.message.setText(f"✖ Not exported: {fault}")
                self.file.setFocus()
                return
            self.exported.emit(choice, path, verdict)
            self.close()

        period = file_facts.seconds(choice.period_ms)
        self._later.stop()
        self._work.write(run, period, path, verdict, take)
        self.message.setText(f"Writing {path.name} …")
        self.refresh()

    def reject(self) -> None:
        """Gives up a file that is being written; else closes the dialog."""
        if not self.is_writing:
            super().reject()
            return
        self._work.give_up()
        self._look_again()
        self.message.setText("Not exported.")

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ends the process, also where the window closes."""
        self._end()
        super().closeEvent(event)

    def _make_fields(self, choice: TrajectoryChoice, path: Path) -> None:
        self.format = QComboBox()
        for suffix in export_suffixes():
            kind = kind_of(suffix)
            words = f", {kind.purpose}" if kind.purpose else ""
            self.format.addItem(f"{kind.name} (*{suffix}){words}", suffix)
        self.format.setCurrentIndex(max(self.format.findData(choice.suffix), 0))
        self.format.setAccessibleName("Format")
        self.period = QDoubleSpinBox()
        self.period.setRange(SHORTEST_MS, LONGEST_MS)
        self.period.setDecimals(1)
        self.period.setSuffix(" ms")
        self.period.setValue(choice.period_ms)
        self.period.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.period.setAccessibleName("Sample period, milliseconds")
        self.content, self.facts = QLabel(wordWrap=True), QLabel()
        self.verdict = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.verdict.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByKeyboard)
        self.verdict.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.preview = QPlainTextEdit(readOnly=True)
        self.preview.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.preview.setTabChangesFocus(True)
        self.preview.setFont(code_font(POINTS))
        self.preview.setPlaceholderText("Computing …")
        self.preview.setAccessibleName("First and last rows of the file")
        self.file = QLineEdit(str(path))
        self.file.setAccessibleName("File")
        self.message = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.browse_button = QPushButton("&Browse…")
        self.export_button, self.close_button = QPushButton("&Export"), QPushButton("&Close")
        self.export_button.setDefault(True)
        self.format.currentIndexChanged.connect(self._format_changed)
        self.period.valueChanged.connect(self.refresh)
        self.file.textChanged.connect(self._file_changed)
        self.browse_button.clicked.connect(self._ask_file)
        self.export_button.clicked.connect(self.export)
        self.close_button.clicked.connect(self.reject)

    def _lay_out(self) -> None:
        file_row = QHBoxLayout()
        file_row.addWidget(self.file)
        file_row.addWidget(self.browse_button)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow("&Format", self.format)
        form.addRow(QLabel("Written"), self.content)
        form.addRow("&Period", self.period)
        form.addRow("", self.facts)
        form.addRow("&Verdict", self.verdict)
        below = QFormLayout()
        below.addRow("F&ile", file_row)
        label = below.labelForField(file_row)
        assert isinstance(label, QLabel)
        label.setBuddy(self.file)
        title = QLabel("First and last &rows of the file, as they will be written")
        title.setBuddy(self.preview)
        buttons = QHBoxLayout()
        buttons.addWidget(self.message, 1)
        buttons.addWidget(self.export_button)
        buttons.addWidget(self.close_button)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(title)
        column.addWidget(self.preview, 1)
        column.addLayout(below)
        column.addLayout(buttons)
        self.resize(820, 620)

    def _format_changed(self) -> None:
        suffix = self.choice.suffix
        self.content.setText(kind_of(suffix).content)
        path = Path(self.file.text().strip())
        typed = path.suffix.lower()
        if typed != suffix and typed in export_suffixes():
            self.file.setText(str(path.with_suffix(suffix)))
        self._file_changed()
        self.refresh()

    def _file_changed(self) -> None:
        """Follows the suffix of a typed name, and says where a file would be replaced."""
        path = self.path
        row = self.format.findData(path.suffix.lower())
        if row >= 0 and row != self.format.currentIndex():
            self.format.setCurrentIndex(row)
        is_there = os.path.isfile(path)  # unlike Path.is_file never an error
        self.message.setText(f"{path.name} is there already and is replaced." if is_there else "")

    def _ask_file(self) -> None:
        path = self._browse(self.path)
        if path is not None:
            self.file.setText(str(path))

    def _given(self) -> tuple[object, ...] | None:
        """Of what the preview is to be: run, period, format and verdict."""
        run = self.run
        if run is None:
            return None
        checked = self._document.verdict if self._document.is_checked else None
        return (run, self.choice, checked, len(self._document.inputs.changes))

    def _look(self) -> None:
        run, self._shown = self.run, self._given()
        if run is None or self.is_writing:
            return
        choice = self.choice
        verdict, period = verdict_on(self._document, run), file_facts.seconds(choice.period_ms)
        self._gap_words = ""
        show = partial(self._show_look, choice.period_ms)
        self._work.look(run, period, choice.suffix, verdict, show)
        self._work.measure(run, period, self._show_gap)

    def _show_look(self, period_ms: float, seen: FilePreview) -> None:
        self.preview.setPlainText(file_facts.preview_text(seen))
        self._file_words = file_facts.facts(seen, period_ms)
        self._show_facts()

    def _show_gap(self, gap_mm: float) -> None:
        self._gap_words = file_facts.gap_words(gap_mm)
        self._show_facts()

    def _look_again(self) -> None:
        """Asks for the preview again: the writing has taken its place."""
        self._shown = None
        self.refresh()

    def _fail(self, message: str) -> None:
        self.refresh()
        self.message.setText(f"✖ {message}")

    def _show_facts(self) -> None:
        self.facts.setText(f"{self._file_words}\n{self._gap_words}")

    def _end(self) -> None:
        if not self._is_ended:
            self._is_ended = True
            self._later.stop()
            self._work.close()
