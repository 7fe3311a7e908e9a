"""Debugging in the window: the panel comes forward at a stop, called files come into sight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QInputDialog

from app.desktop.debugging.debug_panel import DebugPanel
from app.desktop.debugging.debug_session import DebugSession
from app.desktop.state.open_programs import open_as
from app.desktop.state.running_file import source_at_work

if TYPE_CHECKING:
    from app.desktop.main_window import MainWindow
    from app.desktop.state.source import Source


class Debugging(QObject):
    """Owns the debug session of a window, and shows it."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.session = DebugSession(window.document)
        self.panel = DebugPanel(window.document, self.session, window.actions_by_key, window.theme)
        self._said = ""
        self.panel.lineChosen.connect(self.go_to)
        window.document.positionChanged.connect(self._follow)

    def close(self) -> None:
        """Ends the process that answers questions at a stop."""
        self.session.close()

    def go_to(self, file: str, line: int) -> None:
        """Goes to a line of the program in front, or of a called file, which is opened for it."""
        window, document = self._window, self._window.document
        source = document.active
        if file:
            source = open_as(file, document.active, document.sources) or self._opened(file)
        if source is None:
            document.notify(f"{file} is not open and cannot be found.", "warning")
            return
        window.editor.show_source(source)
        window.editor.go_to(max(line, 1))

    def ask_watch(self) -> None:
        """Asks for an expression to follow; the selected text is proposed."""
        editor = self._window.editor.current
        chosen = editor.textCursor().selectedText() if editor is not None else ""
        label = "Expression to follow"
        text, ok = QInputDialog.getText(self._window, "Watch expression", label, text=chosen)
        if ok:
            self.session.watch(text)
            self._raise()

    def _follow(self) -> None:
        """At a breakpoint or a fault the panel comes forward, and so does a called file."""
        document = self._window.document
        control = document.control
        if control.is_moving or document.run is None:
            self._said = ""
            return
        if control.file and source_at_work(document) is None:
            self._opened(document.run.files[control.file])
        if control.reason and control.reason != self._said:
            self._said = control.reason
            self._raise()

    def _raise(self) -> None:
        self._window.docks.bring("Debug")

    def _opened(self, file: str) -> Source | None:
        """Opens a called file beside the program that is run; None where it has no path."""
        found = (other for other in self._window.document.aside.others if other.name == file)
        path = next((other.path for other in found), None)
        return None if path is None else self._window.desk.open_called(path)
