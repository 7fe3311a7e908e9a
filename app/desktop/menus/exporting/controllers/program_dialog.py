"""File > Export program: the text for the controller, what it does not say, and the verdict."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QLabel,
    QSizePolicy,
    QSpinBox,
    QWidget,
)

from app.desktop.looks.theme import Theme
from app.desktop.menus.exporting.controllers import program_text
from app.desktop.menus.exporting.controllers.program_text import ProgramText
from app.desktop.menus.exporting.controllers.targets import target_of
from app.desktop.menus.exporting.export_dialog import ExportDialog, read_label
from app.desktop.menus.exporting.newest_work import NewestWork
from app.desktop.menus.exporting.verdict_words import verdict_on
from app.desktop.state.document import Document
from scenes.makers.ros.ros_text import FORMS

NO_OUTPUT, MOST_OUTPUT = -1, 8192
MOST_LOSSES = 6
MAKE, WRITE = "make", "write"


@dataclass(frozen=True)
class ProgramChoice:
    """What the user chooses, and finds again for the same robot: language, and output of the hand.

    language: A key of `target_of`.
    """

    language: str
    hand_output: int | None = None


class ProgramDialog(ExportDialog):
    """Shows the program in the language of the arm's controller, and writes it."""

    exported = Signal(object, object, object)  # a ProgramChoice, the path, the RunVerdict

    def __init__(
        self,
        window: QWidget | None,
        document: Document,
        languages: Sequence[str],
        choice: ProgramChoice,
        path: Path,
        browse: Callable[[Path], Path | None],
        theme: Callable[[], Theme],
        is_checking: Callable[[], bool],
    ) -> None:
        """languages: Keys of all that can be chosen. The others are those of ExportDialog."""
        target = target_of(choice.language)
        super().__init__(window, "Export program", document, path, browse, theme, is_checking)
        self.suffix = target.suffix
        self._work = NewestWork(self)
        self._made: ProgramText | None = None
        self._asked: tuple[object, ...] | None = None
        self.later.timeout.connect(self._make)
        self._make_fields(languages, choice)
        self._follow_language()
        self._file_changed()
        self._make()

    @property
    def choice(self) -> ProgramChoice:
        """The choices at this moment."""
        output = self.hand.value()
        language = str(self.language.currentData())
        return ProgramChoice(language, None if output == NO_OUTPUT else output)

    @property
    def is_writing(self) -> bool:
        """Whether the file is being written."""
        return self._work.is_at(WRITE)

    def refresh(self) -> None:
        """Shows the present verdict, and makes the text anew where it would be another one."""
        if self.is_ended:
            return
        run, made = self.run, self._made
        self.show_verdict(is_in_file=False)
        lacks = made is not None and bool(made.losses)
        self.accept_losses.setEnabled(lacks)
        may = not lacks or self.accept_losses.isChecked()
        is_ready = run is not None and made is not None and self._asked == self._given()
        self.export_button.setEnabled(may and is_ready and not self.is_writing)
        if self._given() != self._asked:
            self.later.start()

    def export(self) -> None:
        """Has the file written as the preview shows it."""
        run, made, path, choice = self.run, self._made, self.path, self.choice
        if run is None or made is None or self.is_writing:
            return
        if not self.has_name():
            return
        verdict = verdict_on(self.document, run)

        def take(fault: str) -> None:
            self.refresh()
            if fault:
                self.refuse(f"✖ Not exported: {fault}")
                return
            self.exported.emit(choice, path, verdict)
            self.close()

        self._work.ask(WRITE, program_text.write, made, choice.language, path, then=take)
        self.message.setText(f"Writing {path.name} …")
        self.refresh()

    def reject(self) -> None:
        """Closes the dialog, unless the file is being written."""
        if not self.is_writing:
            super().reject()

    def end_work(self) -> None:
        """Ends the thread; a file is written to its end."""
        self._work.close()

    def _make_fields(self, languages: Sequence[str], choice: ProgramChoice) -> None:
        self.language = QComboBox()
        for key in languages:
            self.language.addItem(target_of(key).title, key)
        self.language.setCurrentIndex(self.language.findData(choice.language))
        self.language.setAccessibleName("Language of the program")
        self.language.setEnabled(len(languages) > 1)
        self.language.currentIndexChanged.connect(self._language_changed)
        self.hand = QSpinBox()
        self.hand.setRange(NO_OUTPUT, MOST_OUTPUT)
        self.hand.setSpecialValueText("none")
        self.hand.setValue(NO_OUTPUT if choice.hand_output is None else choice.hand_output)
        self.hand.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.hand.setToolTip("The digital output that is on while the hand is closed")
        self.hand.setAccessibleName("Output that closes the hand")
        self.facts = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.losses = read_label("Not written")
        self.accept_losses = QCheckBox("&Write the program without these statements")
        self.preview.setAccessibleName("Text of the program")
        self.hand.valueChanged.connect(self.refresh)
        self.accept_losses.toggled.connect(self.refresh)
        self.file.textChanged.connect(self._file_changed)
        form = QFormLayout()
        form.addRow("&Language", self.language)
        form.addRow("&Hand at output", self.hand)
        form.addRow(QLabel("Written"), self.facts)
        form.addRow("&Not written", self.losses)
        form.addRow("", self.accept_losses)
        self.lay_out(form, "&Text of the program", 860, 680)

    def _language_changed(self) -> None:
        """Gives the file the suffix of the chosen language, and has the text made anew."""
        path = self.path
        self._follow_language()
        if path.name:
            path = path.with_suffix(self.suffix)
            inside = path.parent == self._folder
            self.file.setText(path.name if inside else str(path))
        self._file_changed()

    def _follow_language(self) -> None:
        """Shows which language is chosen; a message of ROS switches no output for the hand."""
        target = target_of(self.choice.language)
        self.suffix = target.suffix
        self.setWindowTitle(f"Export program: {target.title}")
        self.hand.setEnabled(self.choice.language not in FORMS)

    def _file_changed(self) -> None:
        """Says where a file would be replaced; the name of the program follows that of the file."""
        self._tell_replaced()
        self.refresh()

    def _tell_replaced(self) -> None:
        made = self._made
        self.tell_replaced([] if made is None else [name for name, _ in made.files])

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
            self._tell_replaced()
        else:
            self.preview.setPlainText("")
            self.facts.setText(f"✖ {made}")
            self.losses.setText("")
        self.refresh()
