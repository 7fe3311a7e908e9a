"""Debugging in the window: at a stop the panel and the called file come to the front."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QInputDialog, QMainWindow

from app.desktop.debugging.debug_panel import DebugPanel
from app.desktop.debugging.debug_session import DebugSession
from app.desktop.debugging.hand_signals import HandSignals
from app.desktop.editor.program_dock import EditorPanel
from app.desktop.looks.theme import Theme
from app.desktop.state.document import Document
from app.desktop.state.files.open_files import FileDesk
from app.desktop.state.open_programs import open_as
from app.desktop.state.running_file import source_at_work
from app.desktop.state.source import Source


class Debugging(QObject):
    """Owns the debug session of a window and its panel."""

    newsArrived = Signal()  # the panel has something to show

    def __init__(
        self,
        window: QMainWindow,
        document: Document,
        editor: EditorPanel,
        desk: FileDesk,
        actions: Mapping[str, QAction],
        theme: Theme,
    ) -> None:
        super().__init__(window)
        self._window = window  # the parent of its dialogs
        self._document, self._editor, self._desk = document, editor, desk
        self.session = DebugSession(document)
        self.hand = HandSignals(document, self.session)
        self.panel = DebugPanel(document, self.session, actions, theme)
        self._said = ""
        self.panel.lineChosen.connect(self.go_to)
        document.positionChanged.connect(self._follow)

    def close(self) -> None:
        """Ends the process that answers questions at a stop."""
        self.session.close()

    def go_to(self, file: str, line: int) -> None:
        """Goes to a line of the program in front, or opens a called file and goes there."""
        document = self._document
        source = document.active
        if file:
            source = open_as(file, document.active, document.sources) or self._opened(file)
        if source is None:
            document.notify(f"{file} is not open and cannot be found.", "warning")
            return
        self._editor.show_source(source)
        self._editor.go_to(max(line, 1))

    def ask_watch(self) -> None:
        """Asks for an expression to watch; proposes the selected text."""
        editor = self._editor.current
        chosen = editor.textCursor().selectedText() if editor is not None else ""
        label = "Expression to follow"
        text, ok = QInputDialog.getText(self._window, "Watch expression", label, text=chosen)
        if ok:
            self.session.watch(text)
            self.newsArrived.emit()

    def _follow(self) -> None:
        """Brings the panel and the called file to the front at a breakpoint or a fault."""
        document = self._document
        control = document.control
        if control.is_moving or document.run is None:
            self._said = ""
            return
        if control.file and source_at_work(document) is None:
            self._opened(document.run.files[control.file])
        if control.reason and control.reason != self._said:
            self._said = control.reason
            self.newsArrived.emit()

    def _opened(self, file: str) -> Source | None:
        """Opens a called file beside the program that is run; None where it has no path."""
        found = (other for other in self._document.inputs.others if other.name == file)
        path = next((other.path for other in found), None)
        return None if path is None else self._desk.open_called(path)
