"""The menu Help: words of the language, the documentation, keys, graphics, what this program is."""

from __future__ import annotations

from functools import partial
from itertools import zip_longest
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from app.desktop.menus.action import LINE, Action, Menu
from app.desktop.menus.palette import listed
from app.desktop.panels.documents.doc_pages import FIRST_STEPS, GLOSSARY, LANGUAGE, START
from app.desktop.window_parts import WindowParts

ABOUT = (
    "<h3>Cellwright</h3><p>Write robot programs, step them, see them and prove them before the "
    "robot moves.</p><p>After Kakazu, Okino, Yoshimura and Nakamura, <i>Development of a Robot "
    "Simulator</i>, Hokkaido University, 1985.</p>"
)


def help_here(parts: WindowParts) -> None:
    """Shows what the word at the cursor means."""
    editor = parts.editor.current
    if editor is None:
        return
    if not editor.show_help():
        parts.document.notify("No help on this word.")


def show_page(path: Path, parts: WindowParts) -> None:
    """Shows a page of the documentation beside the window."""
    from app.desktop.panels.documents.doc_reader import DocReader

    reader = parts.window.findChild(DocReader) or DocReader(parts.window)
    reader.open(path)
    reader.show()
    reader.raise_()
    reader.activateWindow()


def show_keys(parts: WindowParts) -> None:
    """Lists the actions that have keys, in two columns."""
    cells = [
        f"<td style='white-space: nowrap'>{name}&nbsp;&nbsp;</td>"
        f"<td><b>{action.shortcut().toString()}</b></td>"
        for name, action in listed(parts.window.menuBar())
        if not action.shortcut().isEmpty()
    ]
    half = (len(cells) + 1) // 2
    pairs = zip_longest(cells[:half], cells[half:], fillvalue="")
    gap = "<td>&nbsp;&nbsp;&nbsp;&nbsp;</td>"
    rows = "".join(f"<tr>{left}{gap}{right}</tr>" for left, right in pairs)
    tell(parts.window, "Keyboard", f"<table style='white-space: nowrap'>{rows}</table>")


def show_graphics(parts: WindowParts) -> None:
    """Says what draws the 3D view."""
    report = parts.viewport.graphics_report if parts.viewport is not None else "no 3D view"
    tell(parts.window, "Graphics information", f"<pre>{report}</pre>")


def show_about(parts: WindowParts) -> None:
    """Says what this program is."""
    tell(parts.window, "About Cellwright", ABOUT)


def tell(window: QWidget, title: str, text: str) -> None:
    """Shows a box with text beside which the work goes on."""
    box = QMessageBox(window)
    box.setWindowTitle(title)
    box.setText(text)
    box.setModal(False)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.show()


HELP = Menu(
    "Help",
    (
        Action(
            "help_here",
            "Help on this word",
            "F1",
            "What the word at the cursor means",
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
            "What draws the 3D view",
            "mdi6.expansion-card-variant",
            show_graphics,
        ),
        Action(
            "about",
            "About Cellwright",
            "",
            "What this program is",
            "mdi6.information-outline",
            show_about,
        ),
    ),
)
