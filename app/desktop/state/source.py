"""One open program: its text with undo, its file, its breakpoints."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtWidgets import QPlainTextDocumentLayout

from app.desktop.looks.dialogs import PROGRAM, Saved
from app.desktop.state.chosen_scenario import ChosenScenario
from app.desktop.state.text_places import block_column, utf16_length
from app.programs.read_text import TextReader
from app.programs.text_files import Stamp, TextFile, read_text_file, save_text_file, stamp_of
from language.words.diagnostics import Edit

if TYPE_CHECKING:
    from scenes.makers.foreign_text import ForeignText

REFUSED = (
    "Nothing was written: the command writes words of ours, and this program is in the language of "
    "a robot maker. Edit its text, or convert it."
)


class Source(QObject):
    """The text of one program and its place on disk.

    Breakpoints and bookmarks are cursors in the text, so that they stay with their lines during
    editing. A breakpoint has a condition, which is empty where the run always stops.
    """

    edited = Signal()
    linesShifted = Signal(int, int)  # the first moved line, and by how many lines
    breakpointsChanged = Signal()
    bookmarksChanged = Signal()
    refused = Signal(str)  # why an edit by a command was not made
    renamed = Signal()  # the file name or the mark of unsaved work has changed

    def __init__(self, file: TextFile, path: Path | None, title: str, parent: QObject) -> None:
        super().__init__(parent)
        self.path = path
        self.key = uuid4().hex  # its name in the journal of unsaved work
        self.scenario = ChosenScenario()
        self.first_line = 1  # the line in which the cursor begins
        self._title = title
        self._form = file
        self._marks: list[tuple[QTextCursor, str]] = []
        self._bookmarks: list[QTextCursor] = []
        self.text_document = QTextDocument(self)
        self.text_document.setDocumentLayout(QPlainTextDocumentLayout(self.text_document))
        self.text_document.setPlainText(file.text)
        self.text_document.setModified(False)
        self._last_edit = QTextCursor(self.text_document)
        self._lines = self.text_document.blockCount()
        self._revision = self.text_document.revision()
        self._text: str | None = None
        self.text_document.contentsChange.connect(self._changed)
        self.text_document.modificationChanged.connect(lambda _: self.renamed.emit())

    @property
    def text(self) -> str:
        """The present text of the program."""
        if self._text is None:
            self._text = self.text_document.toPlainText()
        return self._text

    @property
    def is_foreign(self) -> bool:
        """Whether the program is in the language of a robot maker."""
        return TextReader.is_foreign(self.path)

    @property
    def has_our_blocks(self) -> bool:
        """Whether the words of our blocks and remarks mean the same in the program."""
        return TextReader.has_our_blocks(self.path)

    @property
    def given(self) -> str | ForeignText:
        """The present text as a run is given it, with the values of a maker's program."""
        return TextReader().given(self.text, self.path)

    @property
    def title(self) -> str:
        """The name of the file, or the given title where there is none."""
        return self.path.name if self.path else self._title

    @property
    def is_modified(self) -> bool:
        """Whether the text has changes that are not in its file."""
        return self.text_document.isModified()

    @property
    def saved_as(self) -> Saved:
        """What a file chooser says of its files."""
        return PROGRAM

    @property
    def has_no_file(self) -> bool:
        """Whether it was never in a file."""
        return self.path is None

    @property
    def form(self) -> TextFile:
        """The line ends and the start of the file; the text in it is not kept up to date."""
        return self._form

    @property
    def stamp(self) -> Stamp | None:
        """The stamp of the file when it was last read or written."""
        return self._form.stamp

    def differs_on_disk(self) -> bool:
        """Whether somebody else changed or removed the file."""
        return self.path is not None and stamp_of(self.path) != self._form.stamp

    def accept_disk_state(self) -> None:
        """Takes the present file on disk as known, although the text differs from it."""
        if self.path is not None:
            stamp = stamp_of(self.path)
            self._form = replace(self._form, text="", stamp=stamp)
            self.text_document.setModified(True)

    def save(self, path: Path | None = None) -> None:
        """Writes the text to its file, or to `path`, which becomes its file."""
        target = path or self.path
        if target is None:
            raise ValueError("a program without a file needs a path to be saved")
        form = self._form
        stamp = save_text_file(target, self.text, form.newline, form.bom, form.encoding)
        self._form = TextFile("", form.newline, form.bom, stamp, form.encoding)
        self.path = target
        self.text_document.setModified(False)
        self.renamed.emit()

    def reload(self) -> None:
        """Takes the text of the file; undo gives back the text before."""
        if self.path is None:
            return
        file = read_text_file(self.path)
        if file.text != self.text:
            self.replace_text(file.text)
        self._form = file
        self.text_document.setModified(False)
        self.renamed.emit()

    def replace_text(self, text: str) -> None:
        """Changes the text as one undo step, only where it differs: marks elsewhere stay."""
        old = self.text
        start = _common_prefix(old, text)
        tail = _common_prefix(old[start:][::-1], text[start:][::-1])
        cursor = QTextCursor(self.text_document)
        cursor.beginEditBlock()
        cursor.setPosition(utf16_length(old[:start]))
        cursor.setPosition(utf16_length(old[: len(old) - tail]), QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(text[start : len(text) - tail])
        cursor.endEditBlock()
        self._last_edit = cursor

    def apply(self, edits: Sequence[Edit]) -> None:
        """Replaces pieces of the text, each within one line, as one undo step.

        A program of a robot maker is left as it is: edits of commands are words of ours.
        """
        if self.is_foreign:
            self.refused.emit(REFUSED)
            return
        cursor = QTextCursor(self.text_document)
        cursor.beginEditBlock()
        for edit in sorted(edits, key=lambda e: (e.line, e.column), reverse=True):
            block = self.text_document.findBlockByNumber(edit.line - 1)
            text = block.text()
            cursor.setPosition(block.position() + block_column(text, edit.column))
            end = block.position() + block_column(text, edit.end_column)
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            cursor.insertText(edit.text)
        cursor.endEditBlock()
        self._last_edit = cursor

    def insert_line(self, line: int, text: str) -> None:
        """Inserts a line before line number `line`, as one undo step."""
        self.insert_lines([(line, text)])

    def insert_lines(self, lines: Sequence[tuple[int, str]]) -> None:
        """Inserts texts as lines before lines with these numbers of the text now: one undo step.

        A program of a robot maker is left as it is.
        """
        if self.is_foreign:
            self.refused.emit(REFUSED)
            return
        cursor = QTextCursor(self.text_document)
        cursor.beginEditBlock()
        for done, (line, text) in enumerate(lines):
            block = self.text_document.findBlockByNumber(line - 1 + done)
            if block.isValid():
                cursor.setPosition(block.position())
                cursor.insertText(text + "\n")
            else:
                cursor.movePosition(QTextCursor.MoveOperation.End)
                cursor.insertText("\n" + text)
        cursor.endEditBlock()
        self._last_edit = cursor

    def end_step(self) -> None:
        """Keeps later typing out of the undo step of `replace_text` or `insert_line`.

        Qt joins typing to an insertion before it, never to a deletion: so the step ends with a
        deletion.
        """
        cursor = self._last_edit
        cursor.joinPreviousEditBlock()
        cursor.insertText(" ")
        cursor.deletePreviousChar()
        cursor.endEditBlock()

    def breakpoints(self) -> frozenset[int]:
        """The lines, from 1, at which a run stops."""
        return frozenset(mark.blockNumber() + 1 for mark, _ in self._marks)

    def conditions(self) -> dict[int, str]:
        """The conditions of breakpoints by their lines, from 1; without a condition left out."""
        return {mark.blockNumber() + 1: text for mark, text in self._marks if text}

    def toggle_breakpoint(self, line: int) -> None:
        """Sets or removes the breakpoint of a line, from 1."""
        if line in self.breakpoints():
            self._marks = [m for m in self._marks if m[0].blockNumber() + 1 != line]
            self.breakpointsChanged.emit()
        else:
            self.set_breakpoint(line)

    def set_breakpoint(self, line: int, condition: str = "") -> None:
        """Sets a breakpoint in a line, in place of one already there."""
        block = self.text_document.findBlockByNumber(line - 1)
        if not block.isValid():
            return
        others = [m for m in self._marks if m[0].blockNumber() + 1 != line]
        self._marks = [*others, (QTextCursor(block), condition.strip())]
        self.breakpointsChanged.emit()

    def bookmarks(self) -> list[int]:
        """The lines with a bookmark, from 1, in order."""
        return sorted({mark.blockNumber() + 1 for mark in self._bookmarks})

    def toggle_bookmark(self, line: int) -> None:
        """Sets or removes the bookmark of a line, from 1."""
        self.set_bookmarks(set(self.bookmarks()) ^ {line})

    def set_bookmarks(self, lines: Iterable[int]) -> None:
        """Sets the lines that have bookmarks; lines beyond the text are left out."""
        blocks = [self.text_document.findBlockByNumber(line - 1) for line in sorted(lines)]
        self._bookmarks = [QTextCursor(block) for block in blocks if block.isValid()]
        self.bookmarksChanged.emit()

    def take_marks(self, line: int) -> tuple[tuple[str, ...], bool]:
        """Removes the marks of a line that is about to be written elsewhere, and gives them back.

        They are the conditions of its breakpoint, and whether it has a bookmark.
        """
        taken = tuple(text for mark, text in self._marks if mark.blockNumber() + 1 == line)
        self._marks = [m for m in self._marks if m[0].blockNumber() + 1 != line]
        had_bookmark = line in self.bookmarks()
        self._bookmarks = [m for m in self._bookmarks if m.blockNumber() + 1 != line]
        return taken, had_bookmark

    def put_marks(self, line: int, marks: tuple[tuple[str, ...], bool]) -> None:
        """Sets the marks that `take_marks` gave, in the line in which their text now is."""
        conditions, had_bookmark = marks
        for condition in conditions:
            self.set_breakpoint(line, condition)
        if had_bookmark:
            self.set_bookmarks([*self.bookmarks(), line])

    def clear_breakpoints(self) -> None:
        """Removes all breakpoints."""
        self._marks = []
        self.breakpointsChanged.emit()

    def _changed(self, position: int, removed: int, added: int) -> None:
        revision = self.text_document.revision()
        if revision == self._revision:
            return  # only colours changed
        self._revision, self._text = revision, None
        count = self.text_document.blockCount()
        shift, self._lines = count - self._lines, count
        if shift:
            block = self.text_document.findBlock(position)
            at_start = position == block.position() and removed == 0
            first = block.blockNumber() + (1 if at_start else 2)
            self.linesShifted.emit(first, shift)
            self.breakpointsChanged.emit()
        self.edited.emit()


def _common_prefix(a: str, b: str) -> int:
    """The number of characters that two texts share at their start."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[:middle] == b[:middle]:
            low = middle
        else:
            high = middle - 1
    return low
