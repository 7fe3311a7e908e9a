"""One open program: its text with undo, its file, its breakpoints."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtWidgets import QPlainTextDocumentLayout

from app.desktop.state.surroundings import Surroundings
from app.desktop.state.text_places import utf16_length
from app.programs.text_files import Stamp, TextFile, read_text_file, save_text_file, stamp_of


class Source(QObject):
    """The text of one program and where it is stored.

    Breakpoints are cursors in the text, so that they stay with their line while it is edited;
    each has a condition, empty where the run always stops.
    """

    edited = Signal()
    linesShifted = Signal(int, int)  # first line that moved, by how many lines
    breakpointsChanged = Signal()
    renamed = Signal()  # file name or the mark of unsaved work

    def __init__(self, file: TextFile, path: Path | None, title: str, parent: QObject) -> None:
        super().__init__(parent)
        self.path = path
        self.key = uuid4().hex  # its name in the journal of unsaved work
        self.surroundings = Surroundings()
        self.first_line = 1  # where the cursor stands at first
        self._title = title
        self._form = file
        self._marks: list[tuple[QTextCursor, str]] = []
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
        """The program as it stands in the editor."""
        if self._text is None:
            self._text = self.text_document.toPlainText()
        return self._text

    @property
    def title(self) -> str:
        """The file's name, or what a program without a file is called."""
        return self.path.name if self.path else self._title

    @property
    def is_modified(self) -> bool:
        """Whether there is unsaved work."""
        return self.text_document.isModified()

    @property
    def form(self) -> TextFile:
        """How its file spells line ends and its start; the text in it is not kept up to date."""
        return self._form

    @property
    def stamp(self) -> Stamp | None:
        """The file as it was read or written last."""
        return self._form.stamp

    def differs_on_disk(self) -> bool:
        """Whether the file was changed or removed by somebody else."""
        return self.path is not None and stamp_of(self.path) != self._form.stamp

    def accept_disk_state(self) -> None:
        """From now on the file as it is on disk is the known one, though the text differs."""
        if self.path is not None:
            self._form = TextFile("", self._form.newline, self._form.bom, stamp_of(self.path))
            self.text_document.setModified(True)

    def save(self, path: Path | None = None) -> None:
        """Writes the text to its file, or to `path`, which is then its file."""
        target = path or self.path
        if target is None:
            raise ValueError("a program without a file needs a path to be saved")
        stamp = save_text_file(target, self.text, self._form.newline, self._form.bom)
        self._form = TextFile("", self._form.newline, self._form.bom, stamp)
        self.path = target
        self.text_document.setModified(False)
        self.renamed.emit()

    def reload(self) -> None:
        """Takes the text from the file; undo gives back what was there before."""
        if self.path is None:
            return
        file = read_text_file(self.path)
        if file.text != self.text:
            self.replace_text(file.text)
        self._form = file
        self.text_document.setModified(False)
        self.renamed.emit()

    def replace_text(self, text: str) -> None:
        """Changes the text as ONE undo step and only where it differs: marks elsewhere stay."""
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

    def insert_line(self, line: int, text: str) -> None:
        """Puts a line in place of line number `line`, which moves down; one undo step."""
        block = self.text_document.findBlockByNumber(line - 1)
        cursor = QTextCursor(block) if block.isValid() else QTextCursor(self.text_document)
        if not block.isValid():
            cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.beginEditBlock()
        cursor.insertText(text + "\n" if block.isValid() else "\n" + text)
        cursor.endEditBlock()
        self._last_edit = cursor

    def end_step(self) -> None:
        """Keeps what is typed next out of the last undo step of `replace_text`, `insert_line`.

        Qt adds typing to an insertion that it follows, never to a deletion: the step ends with one.
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
        """The lines at which a run stops only when an expression is true, and the expressions."""
        return {mark.blockNumber() + 1: text for mark, text in self._marks if text}

    def toggle_breakpoint(self, line: int) -> None:
        if line in self.breakpoints():
            self._marks = [m for m in self._marks if m[0].blockNumber() + 1 != line]
            self.breakpointsChanged.emit()
        else:
            self.set_breakpoint(line)

    def set_breakpoint(self, line: int, condition: str = "") -> None:
        """A breakpoint in a line, in place of the one that is there."""
        block = self.text_document.findBlockByNumber(line - 1)
        if not block.isValid():
            return
        others = [m for m in self._marks if m[0].blockNumber() + 1 != line]
        self._marks = [*others, (QTextCursor(block), condition.strip())]
        self.breakpointsChanged.emit()

    def clear_breakpoints(self) -> None:
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
    """How many characters two texts share at their start."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[:middle] == b[:middle]:
            low = middle
        else:
            high = middle - 1
    return low
