"""Undo and redo of the window: of the program while one is in the editor, elsewhere of the cell."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication

from app.desktop.looks.notice import Notice, Offer
from app.desktop.state.history import Answer, Place
from app.desktop.state.source import Source

if TYPE_CHECKING:
    from app.desktop.main_window import MainWindow

SAID_MS = 5000
Act = Callable[..., Answer]


def place_in_focus(window: MainWindow) -> Place:
    """The program in the editor while that has the focus, or nothing has; else None: the cell."""
    focus = QApplication.focusWidget() or window.focusWidget()
    editor = window.editor.current
    in_editor = focus is None or focus is window.editor or window.editor.isAncestorOf(focus)
    return editor.source if editor is not None and in_editor else None


def undo(window: MainWindow) -> None:
    """Takes back the last change of the document that has the focus."""
    _act(window, window.document.history.undo, "undo", place_in_focus(window))


def redo(window: MainWindow) -> None:
    """Makes the change again that was taken back last there."""
    _act(window, window.document.history.redo, "redo", place_in_focus(window))


def _act(window: MainWindow, act: Act, word: str, place: Place, alone: bool = False) -> None:
    answer = act(place, partial(_in_text, window), alone)
    if answer.in_the_way:
        window.document.noticed.emit(_refusal(window, act, word, place, answer))
    elif not answer.is_done:
        window.status.showMessage(f"There is nothing to {word} in {named(place)}.", SAID_MS)


def _in_text(window: MainWindow, source: Source, is_back: bool) -> None:
    """A change is taken back where it can be seen."""
    editor = window.editor.current
    if editor is None or editor.source is not source:
        window.document.activate(source)
        window.editor.show_source(source)
        editor = window.editor.current
    if editor is not None:
        (editor.undo if is_back else editor.redo)()
        editor.ensureCursorVisible()


def named(place: Place) -> str:
    """What a sentence calls a document."""
    return place.title if place is not None else "the cell"


def _refusal(window: MainWindow, act: Act, word: str, place: Place, answer: Answer) -> Notice:
    """Why nothing was done, and the two ways on."""
    there = answer.in_the_way[0]
    names = " and ".join(named(other) for other in answer.in_the_way)
    if word == "undo":
        text = f'"{answer.title}" changed {names} too, and more was changed there since: undo that '
        text += "first."
    else:
        text = f'"{answer.title}" cannot be made again in {names}: something was changed there.'
    only = "Pass over it" if answer.is_mark else f"{word.capitalize()} only in {named(place)}"
    alone = Offer(only, partial(_act, window, act, word, place, True))
    go = Offer(f"Go to {named(there)}", partial(_go, window, there))
    return Notice(text, "warning", (go, alone))


def _go(window: MainWindow, place: Place) -> None:
    """Brings a document to the front and gives it the focus."""
    if place is None:
        window.host.setFocus()
        if window.viewport is not None:
            window.viewport.setFocus()
        return
    window.document.activate(place)
    window.editor.show_source(place)
    if window.editor.current is not None:
        window.editor.current.setFocus()
