"""Dialogs that stand beside the window while work goes on there: one of a kind at a time.

Each may hold a worker process, a preview and a copy of what it shows, so that a command given again
opens no second one.
"""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QWidget

D = TypeVar("D", bound=QDialog)


def brought_forward(window: QWidget | None, kind: type[D]) -> D | None:
    """The open dialog of a kind, now in front with the keyboard; None where none is open."""
    shown = _open(window, kind)
    if shown is not None:
        shown.setWindowState(shown.windowState() & ~Qt.WindowState.WindowMinimized)
        shown.raise_()
        shown.activateWindow()
    return shown


def still_writing(window: QWidget | None, kind: type[D]) -> D | None:
    """The dialog of a kind that writes its file, now in front; None where none does.

    An open one that writes nothing shows what was there before, and is closed: the command wants
    one of the present state.
    """
    shown = _open(window, kind)
    if shown is None or getattr(shown, "is_writing", False):
        return brought_forward(window, kind)
    shown.close()
    return None


def _open(window: QWidget | None, kind: type[D]) -> D | None:
    found = window.findChildren(kind) if window is not None else ()
    return next((each for each in found if each.isVisible()), None)
