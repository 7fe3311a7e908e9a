"""File > Export program: the text for the controller, what it does not say, and the verdict."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.desktop.looks.fonts import code_font
from app.desktop.looks.theme import Theme
from app.desktop.menus.exporting.controllers import program_text
from app.desktop.menus.exporting.controllers.program_text import ProgramText
from app.desktop.menus.exporting.trajectories.newest_work import NewestWork
from app.desktop.menus.exporting.trajectories.verdict_words import is_doubtful, told, verdict_on
from app.desktop.state.document import Document
from scenes import Run
from scenes.makers.maker_languages import LANGUAGES

NO_OUTPUT, MOST_OUTPUT = -1, 8192
POINTS, WAIT_MS = 9, 200
MOST_LOSSES = 6
MAKE, WRITE = "make", "write"


@dataclass(frozen=True)
class ProgramChoice:
    """What the user chooses, and finds again for the same robot: the output of the hand."""

    language: str
    hand_output: int | None = None


class ProgramDialog(QDialog):
    """Shows the program in the language of the arm's controller, and writes it."""

    exported = Signal(object, object, object)  # a ProgramChoice, the path, the RunVerdict

    def __init__(
        self,
        window: QWidget | None,
        document: Document,
        choice: ProgramChoice,
        path: Path,
        browse: Callable[[Path], Path | None],
        theme: Callable[[], Theme],
        is_checking: Callable[[], bool],
    ) -> None:
        """browse: Asks for a file, from the one in the field on. theme: The colours now.

        is_checking: Whether the worker is at the check of the run.
        """
        super().__init__(window)
        self._language = choice.language
        self._maker = LANGUAGES[choice.language]
        self.setWindowTitle(f"Export program: {self._maker.title}")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._document, self._browse, self._theme = document, browse, theme
        self._is_checking, self._folder = is_checking, path.parent
        self._work, self._is_ended = NewestWork(self), False
        self._made: ProgramText | None = None
        self._asked: tuple[object, ...] | None = None
        self._later = QTimer(self, singleShot=True, interval=WAIT_MS)
        self._later.timeout.connect(self._make)
        self._make_fields(choice, path)
        self._lay_out()
        document.runChanged.connect(self.refresh)
        document.findingsChanged.connect(self.refresh)
        self.finished.connect(self._end)
        self._file_changed()
        self._make()

    @property
    def choice(self) -> ProgramChoice:
        """The choices at this moment."""
        output = self.hand.value()
        return ProgramChoice(self._language, None if output == NO_OUTPUT else output)

    @property
    def path(self) -> Path:
        """The file in the field; with the suffix of the language where the name has none."""
        path = self._folder / self.file.text().strip()
        return path if path.suffix or not path.name else path.with_suffix(self._maker.suffix)

    @property
    def run(self) -> Run | None:
        """The run of the present text; None while there is none."""
        document = self._document
        is_fresh = document.has_fresh_run and document.runs_as_written
        return document.run if is_fresh else None

    @property
    def is_writing(self) -> bool:
        """Whether the file is being written."""
        return self._work.is_at(WRITE)

    def refresh(self) -> None:
        """Shows the present verdict, and makes the text anew where it would be another one."""
        if self._is_ended:
            return
        run, made = self.run, self._made
        doubts = False
        if run is None:
            self.verdict.setText("⚠ The program has changed: wait until its run is there")
        else:
            verdict = verdict_on(self._document, run)
            shown = told(verdict, self._is_checking(), is_in_file=False)
            doubts = is_doubtful(verdict)
            self.verdict.setText(shown.text)
            self.verdict.setStyleSheet(f"color: {getattr(self._theme(), shown.kind)};")
        lacks = made is not None and bool(made.losses)
        self.accept_losses.setEnabled(lacks)
        self.export_button.setText("&Export anyway" if doubts else "&Export")
        may = not lacks or self.accept_losses.isChecked()
        is_ready = run is not None and made is not None and self._asked == self._given()
        self.export_button.setEnabled(may and is_ready and not self.is_writing)
        if self._given() != self._asked:
            self._later.start()

    def export(self) -> None:
        """Has the file written as the preview shows it."""
        run, made, path, choice = self.run, self._made, self.path, self.choice
        if run is None or made is None or self.is_writing:
            return
        if not self.file.text().strip():
            self.message.setText("Not exported: the file has no name.")
            self.file.setFocus()
            return
        verdict = verdict_on(self._document, run)

        def take(fault: str) -> None:
            self.refresh()
            if fault:
                self.message.setText(f"✖ Not exported: {fault}")
                self.file.setFocus()
                return
            self.exported.emit(choice, path, verdict)
            self.close()

        self._work.ask(WRITE, program_text.write, made.text, self._language, path, then=take)
        self.message.setText(f"Writing {path.name} …")
        self.refresh()

    def reject(self) -> None:
        """Closes the dialog, unless the file is being written."""
        if not self.is_writing:
            super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ends the thread, also where the window closes; a file is written to its end."""
        self._end()
        super().closeEvent(event)

    def _make_fields(self, choice: ProgramChoice, path: Path) -> None:
        self.hand = QSpinBox()
        self.hand.setRange(NO_OUTPUT, MOST_OUTPUT)
        self.hand.setSpecialValueText("none")
        self.hand.setValue(NO_OUTPUT if choice.hand_output is None else choice.hand_output)
        self.hand.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.hand.setToolTip("The digital output that is on while the hand is closed")
        self.hand.setAccessibleName("Output that closes the hand")
        self.facts = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.losses = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.verdict = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        for label, name in ((self.losses, "Not written"), (self.verdict, "Verdict of the check")):
            label.setAccessibleName(name)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByKeyboard)
            label.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.accept_losses = QCheckBox("&Write the program without these statements")
        self.preview = QPlainTextEdit(readOnly=True)
        self.preview.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.preview.setTabChangesFocus(True)
        self.preview.setFont(code_font(POINTS))
        self.preview.setAccessibleName("Text of the program")
        self.file = QLineEdit(str(path))
        self.file.setAccessibleName("File")
        self.message = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.browse_button = QPushButton("&Browse…")
        self.export_button, self.close_button = QPushButton("&Export"), QPushButton("&Close")
        self.export_button.setDefault(True)
        self.hand.valueChanged.connect(self.refresh)
        self.accept_losses.toggled.connect(self.refresh)
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
        form.addRow("&Hand at output", self.hand)
        form.addRow(QLabel("Written"), self.facts)
        form.addRow("&Not written", self.losses)
        form.addRow("", self.accept_losses)
        form.addRow("&Verdict", self.verdict)
        below = QFormLayout()
        below.addRow("F&ile", file_row)
        label = below.labelForField(file_row)
        assert isinstance(label, QLabel)
        label.setBuddy(self.file)
        title = QLabel(f"&Text in {self._maker.title}")
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
        self.resize(860, 680)

    def _file_changed(self) -> None:
        """Says where a file would be replaced; the name of the program follows that of the file."""
        path = self.path
        is_there = os.path.isfile(path)  # unlike Path.is_file never an error
        self.message.setText(f"{path.name} is there already and is replaced." if is_there else "")
        self.refresh()

    def _ask_file(self) -> None:
        path = self._browse(self.path)
        if path is not None:
            self.file.setText(str(path))

    def _given(self) -> tuple[object, ...] | None:
        """Of what the text is to be made: the run, the output of the hand, and the name."""
        run = self.run
        return None if run is None else (run, self.choice, self.path.stem)

    def _make(self) -> None:
        self._asked = self._given()
        run, choice = self.run, self.choice
        if run is not None:
            given = run, choice.language, self.path.stem or "program", choice.hand_output
            self._work.ask(MAKE, program_text.make, *given, then=self._show)

    def _show(self, made: ProgramText | str | None) -> None:
        """Shows the text, or why there is none."""
        if made is None:
            return
        self._made = made if isinstance(made, ProgramText) else None
        if isinstance(made, ProgramText):
            self.preview.setPlainText(made.shown)
            self.facts.setText(made.facts)
            told_losses = [f"Line {loss.line}: {loss.message}" for loss in made.losses]
            more = len(told_losses) - MOST_LOSSES
            lines = told_losses[:MOST_LOSSES] + ([f"and {more} more"] if more > 0 else [])
            self.losses.setText("\n".join(f"⚠ {line}" for line in lines) or "✔ nothing is left out")
        else:
            self.preview.setPlainText("")
            self.facts.setText(f"✖ {made}")
            self.losses.setText("")
        self.refresh()

    def _end(self) -> None:
        if not self._is_ended:
            self._is_ended = True
            self._later.stop()
            self._work.close()
