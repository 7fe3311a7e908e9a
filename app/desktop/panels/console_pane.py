"""The console pane: the teletype of `cellwright console` for the program in front."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from itertools import takewhile
from operator import itemgetter
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.console.greeting import GREETING
from app.desktop.looks.arrangement.nesting import add_layout
from app.desktop.looks.fonts import code_font
from app.desktop.looks.undo_keys import UndoKeys
from app.desktop.runs.prober import Prober
from app.desktop.state.document import Document
from app.programs.text_files import FileError
from app.programs.typed_lines import TypedLine, typed_lines
from language.editing.completion import Completion
from language.editing.console_editor import EditSession
from scenes import Run
from scenes.library import is_shipped

if TYPE_CHECKING:
    from app.console.run_commands import RunDialogue
    from app.console.teletype import Console
    from app.desktop.runs.console_run import ConsoleRun

MOST_LINES = 5000
MONITOR, BUSY = "monitor", "…"


class InputLine(QLineEdit):
    """A line with a history under the arrow keys; Tab completes the word."""

    offered = Signal(tuple)  # several words that fit

    def __init__(self, proposals: Callable[[str], Sequence[Completion]]) -> None:
        super().__init__()
        self._proposals = proposals
        self._history: list[str] = []
        self._place = 0
        UndoKeys(self, self)

    def taken(self) -> str:
        """The typed line; it joins the history, and the field is empty again."""
        line = self.text()
        if line.strip():
            self._history.append(line)
        self._place = len(self._history)
        self.setText("")  # unlike clear() it leaves nothing for the field's own undo
        return line

    def event(self, event: QEvent) -> bool:
        """Keeps Tab in the field while there is a word to complete."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            is_tab = event.key() == Qt.Key.Key_Tab and not event.modifiers()
            if is_tab and self.text().strip():
                self._complete()
                return True
        return super().event(event)

    def _complete(self) -> None:
        """Completes the word as far as all fitting words agree."""
        typed = self.text()[: self.cursorPosition()]
        found = [p for p in self._proposals(typed) if p.text.upper().startswith(_typed(p, typed))]
        if not found:
            return
        names = [p.text.upper() for p in found]
        same = (len(set(letters)) == 1 for letters in zip(*names, strict=False))
        common = names[0][: sum(1 for _ in takewhile(bool, same))]
        word = found[0].text if len(found) == 1 else found[0].text[: len(common)]
        self.setText(typed[: found[0].column - 1] + word + self.text()[len(typed) :])
        if len(found) > 1 and len(common) <= len(_typed(found[0], typed)):
            self.offered.emit(tuple(p.text for p in found))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        step = steps.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
            return
        self._place = min(max(self._place + step, 0), len(self._history))
        at_end = self._place == len(self._history)
        self.setText("" if at_end else self._history[self._place])


def _typed(proposal: Completion, typed: str) -> str:
    return typed[proposal.column - 1 :].upper()


class ConsolePanel(QWidget):
    """The output above, one input line with its prompt below; programs run in another process.

    The teletype is made when it is first used: it loads all that runs a program.
    """

    def __init__(self, document: Document, prober: Prober | None = None) -> None:
        super().__init__()
        self._prober = prober or Prober((MONITOR,), parent=self)
        self._prober.failed.connect(self._failed)
        self._document = document
        self.output = QPlainTextEdit(readOnly=True)
        self.output.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.output.setMaximumBlockCount(MOST_LINES)
        self.output.setFont(code_font(10))
        self.output.setAccessibleName("Console output")
        self.input = InputLine(self._proposed)
        self.input.offered.connect(lambda words: self._print(["  ".join(words)]))
        self.input.setFont(code_font(10))
        self.input.setFrame(False)
        self.input.setAccessibleName("Console input")
        self.input.setPlaceholderText("MOVE LOC1 · TYPEA · WHERE · INSERT 60 · a menu letter …")
        self._prompt = QLabel()
        self._prompt.setFont(code_font(10))
        self.classic = QPushButton("Classic dialogue of 1985")
        self.classic.setCheckable(True)
        self.classic.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.classic.setToolTip("Menu letters, prompts for operands, OK ? YES(0) NO(1)")
        self._teletype: Console | None = None
        self._typed: tuple[TypedLine, ...] = ()  # output of the shown run
        self._run: Run | None = None
        self._printed = 0  # number of its lines that are in the console
        self._lay_out()
        self.input.returnPressed.connect(self._entered)
        self.classic.toggled.connect(self._set_classic)
        document.sourcesChanged.connect(self._follow)
        document.textChanged.connect(self._follow)
        document.cellChanged.connect(self._follow_cell)
        document.runChanged.connect(self._take_run)
        document.positionChanged.connect(self._print_typed)
        self._follow()
        self._print(GREETING)

    @property
    def _console(self) -> Console:
        """The teletype; its first use makes it."""
        if self._teletype is None:
            from app.console.teletype import Console

            document = self._document
            self._teletype = Console(
                document.cell,
                on_text_changed=self._put_text,
                on_save=self._save,
                where=lambda: document.state,
            )
            self._follow()
        return self._teletype

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setContentsMargins(6, 2, 6, 4)
        row.addWidget(self._prompt)
        row.addWidget(self.input, 1)
        row.addWidget(self.classic)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.output, 1)
        add_layout(column, row)
        self.setFocusProxy(self.input)

    def _follow(self) -> None:
        source = self._document.active
        is_ours = source is not None and not source.is_foreign
        self.input.setEnabled(is_ours)
        text, name = (source.text, source.title) if source and is_ours else ("", "")
        if self._teletype is None:
            self._prompt.setText(EditSession(text, name).prompt or ">")
        else:
            self._teletype.cell = self._document.cell
            self._teletype.follow(text, name)
            self._prompt.setText(self._teletype.prompt or ">")

    def _follow_cell(self) -> None:
        """Ends the console's run where the cell has changed since it began."""
        runs = self._teletype.runs if self._teletype is not None else None
        if runs is not None and (runs.session is not None or self._prober.is_busy):
            self._prober.cancel()
            runs.session = None
            self._console.taken_back.forget()
            self._print(["THE CELL WAS CHANGED: THE RUN IS GIVEN UP"])
        self._follow()

    def _take_run(self) -> None:
        """Reads what another run writes; lines before its present place are not printed again."""
        document = self._document
        run = document.run if document.console_run is None else None  # it prints by itself
        if run is self._run:
            return
        self._run = run
        self._typed = typed_lines(run) if run is not None else ()
        self._printed = self._reached()

    def _reached(self) -> int:
        """The number of lines of output that the run has come past."""
        return bisect_left(self._typed, self._document.control.position.index, key=itemgetter(0))

    def _print_typed(self) -> None:
        """Prints what TYPE has written since the last time; at the start all is to come again."""
        reached = self._reached()
        if reached > self._printed:
            self._print([line.text for line in self._typed[self._printed : reached]])
            self._printed = reached
        elif self._document.control.position.index == 0:
            self._printed = 0

    def _entered(self) -> None:
        line = self.input.taken()
        self._print([f"{self._console.prompt}{line}"])
        if self._prober.is_busy:
            self._while_busy(line)
            return
        if self._console.is_run_command(line):
            from app.desktop.runs.console_run import fed_and_shown

            runs = self._console.runs
            inputs = self._document.inputs
            runs.cell, runs.others = self._document.cell, inputs.sources
            runs.scenario, runs.standing = inputs.scenario, self._document.state
            self._prompt.setText(BUSY)
            self._console.taken_back.begin(line, self._console.text, runs)
            given = (runs, line, self._console.text)
            self._prober.ask(MONITOR, fed_and_shown, *given, then=self._answered)
            return
        before = self._console.runs
        self._print(self._console.feed(line))
        if self._console.runs is not before:
            self._show_run()
        if self._console.is_stopped:
            self._print(self._console.set_classic(self.classic.isChecked()))
        self._prompt.setText(self._console.prompt or ">")

    def _answered(self, answer: tuple[RunDialogue, list[str], ConsoleRun | None]) -> None:
        """Takes the run after a command: prints its output and shows it in the window."""
        self._console.runs, lines, console_run = answer
        self._console.taken_back.end(self._console.text, self._console.runs)
        self._print(lines)
        if console_run is not None:
            self._document.show_console_run(console_run)
        elif self._console.runs.session is None:
            self._document.end_console_run()
        self._prompt.setText(self._console.prompt or ">")

    def _show_run(self) -> None:
        """Shows the run that UNDO has brought back, or the program's own where there is none."""
        from app.desktop.runs.console_run import console_run_of

        runs = self._console.runs
        if runs.session is None:
            self._document.end_console_run()
        else:
            self._prober.ask(MONITOR, console_run_of, runs, then=self._document.show_console_run)

    def _failed(self, why: str) -> None:
        self._answered((self._console.runs, [why], None))

    def _proposed(self, typed: str) -> tuple[Completion, ...]:
        from app.console.terminal import proposals

        return proposals(self._console.text, typed)

    def _while_busy(self, line: str) -> None:
        if line.strip().upper() != "ABORT":
            self._print(["A COMMAND IS AT WORK; ABORT GIVES IT UP"])
            return
        self._prober.cancel()
        self._console.runs.session = None
        self._answered((self._console.runs, ["ABORTED"], None))

    def close_process(self) -> None:
        """Ends the process in which programs run."""
        self._prober.close()

    def _put_text(self, text: str) -> None:
        """Takes over an edited program, as one undo step there and in the cell's history."""
        if self._document.active is not None:
            with self._document.history.together("Edit in the console", in_cell=True):
                self._document.active.replace_text(text)

    def _save(self, text: str) -> str:
        source = self._document.active
        if source is None or source.path is None:
            return "NOT SAVED: THE PROGRAM HAS NO FILE YET. USE  File > Save as"
        if is_shipped(source.path):
            return "NOT SAVED: THIS PROGRAM IS SHIPPED. USE  File > Save as  FOR ONE OF YOUR OWN"
        try:
            source.save()
        except FileError as fault:
            return str(fault)
        return f"SAVED: {source.path}"

    def _set_classic(self, classic: bool) -> None:
        self._print(self._console.set_classic(classic))
        self._prompt.setText(self._console.prompt or ">")
        self.input.setFocus()

    def _print(self, lines: Sequence[str]) -> None:
        if lines:
            self.output.appendPlainText("\n".join(lines))
            bar = self.output.verticalScrollBar()
            bar.setValue(bar.maximum())
