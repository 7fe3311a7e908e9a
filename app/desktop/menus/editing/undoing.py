"""Undo and redo of the window: of the program, the scenario or the cell, as the focus says."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QApplication

from app.desktop.looks.notice import Notice, Offer
from app.desktop.state.history import Answer, Place
from app.desktop.state.source import Source
from app.desktop.window_parts import WindowParts

SAID_MS = 5000
Act = Callable[..., Answer]


def place_in_focus(parts: WindowParts) -> Place:
    """The program or scenario whose panel has the focus; None means the cell."""
    focus = QApplication.focusWidget() or parts.window.focusWidget()
    scenario = parts.document.scenarios.current
    if scenario is not None and focus is not None and parts.signals.isAncestorOf(focus):
        return scenario
    editor = parts.editor.current
    in_editor = focus is None or focus is parts.editor or parts.editor.isAncestorOf(focus)
    return editor.source if editor is not None and in_editor else None


def undo(parts: WindowParts) -> None:
    """Takes back the last change of the document in focus."""
    _act(parts, parts.document.history.undo, "undo", place_in_focus(parts))


def redo(parts: WindowParts) -> None:
    """Makes the change again that was last taken back in the document in focus."""
    _act(parts, parts.document.history.redo, "redo", place_in_focus(parts))


def _act(parts: WindowParts, act: Act, word: str, place: Place, alone: bool = False) -> None:
    answer = act(place, partial(_in_text, parts), alone)
    if place is None:
        parts.document.read_now()  # else locations that are gone would stay selected for a moment
    if answer.in_the_way:
        parts.document.noticed.emit(_refusal(parts, act, word, place, answer))
    elif not answer.is_done:
        parts.status.showMessage(f"There is nothing to {word} in {named(place)}.", SAID_MS)


def _in_text(parts: WindowParts, source: Source, is_back: bool) -> None:
    """Shows the text first: a change is taken back where the user can see it."""
    if source in parts.document.scenarios.all:
        parts.docks.bring("Signals")
        (source.text_document.undo if is_back else source.text_document.redo)()
        return
    editor = parts.editor.current
    if editor is None or editor.source is not source:
        parts.document.activate(source)
        parts.editor.show_source(source)
        editor = parts.editor.current
    if editor is not None:
        (editor.undo if is_back else editor.redo)()
        editor.ensureCursorVisible()


def named(place: Place) -> str:
    """The words for a document in a sentence."""
    return place.title if place is not None else "the cell"


def _refusal(parts: WindowParts, act: Act, word: str, place: Place, answer: Answer) -> Notice:
    """The message that says why nothing was done, and offers the two ways on."""
    there = answer.in_the_way[0]
    names = " and ".join(named(other) for other in answer.in_the_way)
    if word == "undo":
        text = f'"{answer.title}" changed {names} too, and more was changed there since: undo that '
        text += "first."
    else:
        text = f'"{answer.title}" cannot be made again in {names}: something was changed there.'
    only = "Pass over it" if answer.is_mark else f"{word.capitalize()} only in {named(place)}"
    alone = Offer(only, partial(_act, parts, act, word, place, True))
    go = Offer(f"Go to {named(there)}", partial(_go, parts, there))
    return Notice(text, "warning", (go, alone))


def _go(parts: WindowParts, place: Place) -> None:
    """Brings a document to the front and gives it the focus."""
    if place is None:
        parts.host.setFocus()
        if parts.viewport is not None:
            parts.viewport.setFocus()
        return
    if place in parts.document.scenarios.all:
        parts.docks.bring("Signals")
        parts.signals.setFocus()
        return
    parts.document.activate(place)
    parts.editor.show_source(place)
    if parts.editor.current is not None:
        parts.editor.current.setFocus()
