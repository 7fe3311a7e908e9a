"""One history for everything: undo takes back the last change, be it of a text or of the cell."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QUndoStack

from app.desktop.source import Source

Change = Source | None  # the program whose text was changed; None: the cell


class History(QObject):
    """The order of the changes; the changes themselves stay with Qt's own undo stacks.

    Each entry stands for one step of the undo of a text (typing in one go is one, as Qt groups
    it) or of the cell's commands.
    """

    def __init__(self, cell_commands: QUndoStack) -> None:
        super().__init__(cell_commands)
        self._cell_commands = cell_commands
        self._done: list[Change] = []
        self._undone: list[Change] = []
        self._known = cell_commands.index()
        self._replays = False
        cell_commands.indexChanged.connect(self._cell_moved)

    def follow(self, source: Source) -> None:
        """Takes the changes of a program into the order from now on."""
        source.text_document.undoCommandAdded.connect(partial(self._add, source))
        source.edited.connect(partial(self._typed, source))

    def forget(self, source: Source) -> None:
        """A program was closed: its changes are no more."""
        self._done = [item for item in self._done if item is not source]
        self._undone = [item for item in self._undone if item is not source]

    def undo(self, in_text: Callable[[Source], object]) -> bool:
        """Takes back the last change; `in_text` does it where it is one of a text."""
        return self._replay(self._done, self._undone, _can_undo, in_text, self._cell_commands.undo)

    def redo(self, in_text: Callable[[Source], object]) -> bool:
        """Makes the change again that was taken back last."""
        return self._replay(self._undone, self._done, _can_redo, in_text, self._cell_commands.redo)

    def _replay(
        self,
        taken: list[Change],
        given: list[Change],
        can: Callable[[Change, QUndoStack], bool],
        in_text: Callable[[Source], object],
        in_cell: Callable[[], object],
    ) -> bool:
        while taken and not can(taken[-1], self._cell_commands):
            taken.pop()  # of a cell that was closed, or taken back by the editor itself
        if not taken:
            return False
        change = taken.pop()
        self._replays = True
        try:
            in_cell() if change is None else in_text(change)
        finally:
            self._replays = False
        given.append(change)
        return True

    def _add(self, change: Change) -> None:
        if not self._replays:
            self._done.append(change)
            self._undone.clear()

    def _typed(self, source: Source) -> None:
        """Typing that Qt adds to an older step makes that step the last change."""
        if self._replays or not self._done or self._done[-1] is source:
            return
        for place in range(len(self._done) - 1, -1, -1):
            if self._done[place] is source:
                self._done.append(self._done.pop(place))
                self._undone.clear()
                return

    def _cell_moved(self, index: int) -> None:
        if index > self._known:
            self._add(None)
        self._known = index


def _can_undo(change: Change, cell_commands: QUndoStack) -> bool:
    return cell_commands.canUndo() if change is None else change.text_document.isUndoAvailable()


def _can_redo(change: Change, cell_commands: QUndoStack) -> bool:
    return cell_commands.canRedo() if change is None else change.text_document.isRedoAvailable()
