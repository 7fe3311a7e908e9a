"""What dialogs share that write the run to a file: verdict, preview, file, buttons, their end."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.desktop.looks.arrangement.nesting import add_layout
from app.desktop.looks.fonts import code_font
from app.desktop.looks.theme import Theme
from app.desktop.menus.exporting.verdict_words import WARNING, Told, is_doubtful, told, verdict_on
from app.desktop.state.document import Document
from scenes import Run

WAIT_MS = 200
POINTS = 9  # of the letters of the preview
STALE = Told(WARNING, "The program has changed: wait until the run of the present text is there")


class ExportDialog(QDialog):
    """A dialog over the run of a document. A subclass makes its fields, and has it written.

    suffix: Of the file, where its name has none. later: Runs out when the preview is to be made
    anew; a subclass connects it.
    """

    suffix = ""

    def __init__(
        self,
        window: QWidget | None,
        title: str,
        document: Document,
        path: Path,
        browse: Callable[[Path], Path | None],
        theme: Callable[[], Theme],
        is_checking: Callable[[], bool],
    ) -> None:
        """browse: Asks for a file, from the one in the field on. theme: The colours now.

        is_checking: Whether the worker is at the check of the run.
        """
        super().__init__(window)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.document, self._browse, self._theme = document, browse, theme
        self._is_checking, self._folder = is_checking, path.parent
        self.is_ended = False
        self.later = QTimer(self, singleShot=True, interval=WAIT_MS)
        self._make_shared(path)
        document.runChanged.connect(self.refresh)
        document.findingsChanged.connect(self.refresh)
        self.finished.connect(self._end)

    @property
    def path(self) -> Path:
        """The file in the field; with the suffix of the format where the name has none."""
        path = self._folder / self.file.text().strip()
        return path if path.suffix or not path.name else path.with_suffix(self.suffix)

    @property
    def run(self) -> Run | None:
        """The run of the present text; None while there is none."""
        document = self.document
        is_fresh = document.has_fresh_run and document.runs_as_written
        return document.run if is_fresh else None

    def refresh(self) -> None:
        """Shows the state of the document and of the fields."""
        raise NotImplementedError

    def export(self) -> None:
        """Has the file written as the preview shows it."""
        raise NotImplementedError

    def end_work(self) -> None:
        """Ends the thread or the process that works for the dialog."""
        raise NotImplementedError

    def show_verdict(self, left_out: Sequence[str] = (), is_in_file: bool = True) -> bool:
        """Shows what the check says of the run; whether a reader of the file would be wrong.

        left_out, is_in_file: As in `told`.
        """
        run, shown, doubts = self.run, STALE, False
        if run is not None:
            verdict = verdict_on(self.document, run)
            shown = told(verdict, self._is_checking(), left_out, is_in_file)
            doubts = is_doubtful(verdict)
        self.verdict.setText(shown.text)
        self.verdict.setAccessibleName(f"Verdict of the check: {shown.text}")
        self.verdict.setStyleSheet(f"color: {getattr(self._theme(), shown.kind)};")
        self.export_button.setText("&Export anyway" if doubts else "&Export")
        return doubts

    def has_name(self) -> bool:
        """Whether the field holds a file name; says so where it does not."""
        if self.file.text().strip():
            return True
        self.refuse("Not exported: the file has no name.")
        return False

    def refuse(self, message: str) -> None:
        """Says why nothing was written, with the cursor in the field of the file."""
        self.message.setText(message)
        self.file.setFocus()

    def tell_replaced(self, beside: Sequence[str] = ()) -> None:
        """Says where files would be replaced. beside: Names of others that go with the file."""
        path = self.path
        files = [path, *(path.parent / name for name in beside)]
        there = [file.name for file in files if os.path.isfile(file)]  # never an error
        are = "is there already and is" if len(there) == 1 else "are there already and are"
        is_told = os.path.isfile(path)  # others alone are not replaced
        self.message.setText(f"{', '.join(there)} {are} replaced." if is_told else "")

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ends the work, also where the window closes."""
        self._end()
        super().closeEvent(event)

    def lay_out(self, form: QFormLayout, title: str, width: int, height: int) -> None:
        """Puts the form of the subclass above verdict, preview, file and buttons.

        title: Of the preview, with its mnemonic. width, height: Of the dialog, px.
        """
        file_row = QHBoxLayout()
        file_row.addWidget(self.file)
        file_row.addWidget(self.browse_button)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow("&Verdict", self.verdict)
        below = QFormLayout()
        below.addRow("F&ile", file_row)
        label = below.labelForField(file_row)
        assert isinstance(label, QLabel)
        label.setBuddy(self.file)
        heading = QLabel(title)
        heading.setBuddy(self.preview)
        buttons = QHBoxLayout()
        buttons.addWidget(self.message, 1)
        buttons.addWidget(self.export_button)
        buttons.addWidget(self.close_button)
        column = QVBoxLayout(self)
        add_layout(column, form)
        column.addWidget(heading)
        column.addWidget(self.preview, 1)
        add_layout(column, below)
        add_layout(column, buttons)
        self.resize(width, height)

    def _make_shared(self, path: Path) -> None:
        self.verdict = read_label("Verdict of the check")
        self.preview = QPlainTextEdit(readOnly=True)
        self.preview.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.preview.setTabChangesFocus(True)
        self.preview.setFont(code_font(POINTS))
        self.preview.setPlaceholderText("Computing …")
        self.file = QLineEdit(str(path))
        self.file.setAccessibleName("File")
        self.message = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.browse_button = QPushButton("&Browse…")
        self.export_button, self.close_button = QPushButton("&Export"), QPushButton("&Close")
        self.export_button.setDefault(True)
        self.browse_button.clicked.connect(self._ask_file)
        self.export_button.clicked.connect(self.export)
        self.close_button.clicked.connect(self.reject)

    def _ask_file(self) -> None:
        path = self._browse(self.path)
        if path is not None:
            self.file.setText(str(path))

    def _end(self) -> None:
        if not self.is_ended:
            self.is_ended = True
            self.later.stop()
            self.end_work()


def read_label(name: str) -> QLabel:
    """A text of several lines that the keyboard reaches. name: For screen readers."""
    label = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
    label.setAccessibleName(name)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByKeyboard)
    label.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return label
