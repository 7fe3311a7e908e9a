"""The menu Help: words of the language, the documentation, keys, graphics, what this program is."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtGui import QKeySequence

from app.desktop.menus.action import LINE, Action, Menu
from app.desktop.menus.dialogs_beside import brought_forward
from app.desktop.menus.helping.about import AboutBox
from app.desktop.menus.helping.help_pages import page_for, panel_with_focus
from app.desktop.menus.helping.key_list import KeyList
from app.desktop.menus.palette import listed
from app.desktop.panels.documents.doc_pages import FIRST_STEPS, GLOSSARY, LANGUAGE, START
from app.desktop.window_parts import WindowParts


def help_here(parts: WindowParts) -> None:
    """Shows what the word at the cursor means; elsewhere the page about the panel or the thing."""
    editor, panel = parts.editor.current, panel_with_focus(parts)
    if panel == "Program" and editor is not None:
        if not editor.show_help():
            parts.document.notify("No help on this word.")
        return
    path, anchor = page_for(panel, parts.document.selection.kind)
    show_page(path, parts, anchor)


def show_page(path: Path, parts: WindowParts, anchor: str = "") -> None:
    """Shows a page of the documentation beside the window, from the heading of an anchor on."""
    from app.desktop.panels.documents.doc_reader import DocReader

    reader = parts.window.findChild(DocReader) or DocReader(parts.window)
    reader.open(path, anchor)
    reader.show()
    reader.raise_()
    reader.activateWindow()


def show_keys(parts: WindowParts) -> None:
    """Lists the commands that have keys beside the window."""
    if brought_forward(parts.window, KeyList) is not None:
        return
    KeyList(
        parts.window,
        [
            (name, action.shortcut().toString(QKeySequence.SequenceFormat.NativeText))
            for name, action in listed(parts.window.menuBar())
            if not action.shortcut().isEmpty()
        ],
    ).show()


def show_about(parts: WindowParts) -> None:
    """Says what this program is, of what it is made, and what draws the 3D view."""
    if brought_forward(parts.window, AboutBox) is not None:
        return
    report = parts.viewport.graphics_report if parts.viewport is not None else "no 3D view"
    AboutBox(parts.window, report).show()


HELP = Menu(
    "Help",
    (
        Action(
            "help_here",
            "Help here",
            "F1",
            "What the word at the cursor means; elsewhere the page about the panel or the thing",
            "mdi6.help-circle-outline",
            help_here,
        ),
        LINE,
        Action(
            "welcome",
            "Welcome",
            "",
            "Show recent files and the gallery of cells",
            "mdi6.home-outline",
            lambda parts: parts.welcome.show_page(),
        ),
        Action(
            "tour",
            "Tour",
            "",
            "Five minutes with the example, step by step; it can be left and taken up again",
            "mdi6.sign-direction",
            lambda parts: parts.welcome.take_tour(),
        ),
        Action(
            "documentation",
            "Documentation",
            "Shift+F1",
            "Read the documentation from its first page on",
            "mdi6.book-open-variant",
            partial(show_page, START),
        ),
        Action(
            "first_steps",
            "First steps",
            "",
            "Read how the first program is written, run and checked",
            "mdi6.shoe-print",
            partial(show_page, FIRST_STEPS),
        ),
        Action(
            "language",
            "Language reference",
            "",
            "Read what every instruction does",
            "mdi6.script-text-outline",
            partial(show_page, LANGUAGE),
        ),
        Action(
            "glossary",
            "Glossary",
            "",
            "Read what the words of Cellwright mean",
            "mdi6.alphabetical-variant",
            partial(show_page, GLOSSARY),
        ),
        LINE,
        Action("keys", "Keyboard", "", "All keys", "mdi6.keyboard-outline", show_keys),
        Action(
            "graphics",
            "Graphics information",
            "",
            "What draws the 3D view, and with which libraries",
            "mdi6.expansion-card-variant",
            show_about,
        ),
        Action(
            "about",
            "About Cellwright",
            "",
            "What this program is: version, licence, libraries, graphics",
            "mdi6.information-outline",
            show_about,
        ),
    ),
)
