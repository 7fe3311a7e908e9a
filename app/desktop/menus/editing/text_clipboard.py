"""Cut, copy, paste and select all, in whatever has the keyboard: a text, a field, the cell."""

from __future__ import annotations

from functools import partial

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from app.desktop.editor.code_editor import CodeEditor
from app.desktop.menus.cell_menu import copy_here, cut_here, paste_here
from app.desktop.window_parts import WindowParts

Text = QLineEdit | QPlainTextEdit | QTextEdit
CUT, COPY, PASTE, SELECT_ALL = "cut_text", "copy_text", "paste_text", "select_all"


def text_in_focus(parts: WindowParts) -> Text | None:
    """The text or field with the keyboard; the program in front where nothing has it."""
    focus: QWidget | None = QApplication.focusWidget() or parts.window.focusWidget()
    if focus is None:
        return parts.editor.current
    while focus is not None and focus.focusProxy() is not None:
        focus = focus.focusProxy()
    return focus if isinstance(focus, Text) else None


def cut(parts: WindowParts) -> None:
    """Puts the selected text, or the selected things of the cell, on the clipboard; removes it."""
    text = text_in_focus(parts)
    if text is None:
        cut_here(parts)
    else:
        text.cut_text() if isinstance(text, CodeEditor) else text.cut()


def copy(parts: WindowParts) -> None:
    """Puts the selected text, or the selected things of the cell, on the clipboard."""
    text = text_in_focus(parts)
    if text is None:
        copy_here(parts)
    else:
        text.copy_text() if isinstance(text, CodeEditor) else text.copy()


def paste(parts: WindowParts) -> None:
    """Inserts the text of the clipboard, or adds the things on it to the cell."""
    text = text_in_focus(parts)
    if text is None:
        paste_here(parts)
    else:
        text.paste_text() if isinstance(text, CodeEditor) else text.paste()


def select_all(parts: WindowParts) -> None:
    """Selects the whole text or all rows of the list with the keyboard."""
    text = text_in_focus(parts)
    focus = QApplication.focusWidget()
    if isinstance(text, CodeEditor):
        text.carets.end()
    if text is not None:
        text.selectAll()
    elif isinstance(focus, QAbstractItemView):
        focus.selectAll()


def follow_clipboard(parts: WindowParts, menu: QMenu) -> None:
    """Greys out in a menu, each time it opens, what cannot be done then."""
    menu.aboutToShow.connect(partial(show_what_can_be_done, parts))
    menu.aboutToHide.connect(partial(enable_all, parts))


def show_what_can_be_done(parts: WindowParts) -> None:
    """Greys out what the widget with the keyboard cannot do now."""
    able = abilities(parts)
    for key, can in able.items():
        parts.actions[key].setEnabled(can)


def enable_all(parts: WindowParts) -> None:
    """Lets every key of the clipboard work again, as the menu that greyed it out is closed."""
    for key in (CUT, COPY, PASTE, SELECT_ALL):
        parts.actions[key].setEnabled(True)


def abilities(parts: WindowParts) -> dict[str, bool]:
    """Which of the four actions can do something now."""
    text, chosen = text_in_focus(parts), bool(parts.document.selection.all)
    filled = bool(QGuiApplication.clipboard().text())
    if text is None:
        is_list = isinstance(QApplication.focusWidget(), QAbstractItemView)
        return {CUT: chosen, COPY: chosen, PASTE: filled, SELECT_ALL: is_list}
    has = _has_selection(text)
    writes = not text.isReadOnly()
    is_empty = not _length(text)
    return {CUT: has and writes, COPY: has, PASTE: filled and writes, SELECT_ALL: not is_empty}


def _has_selection(text: Text) -> bool:
    if isinstance(text, CodeEditor):
        return any(cursor.hasSelection() for cursor in text.carets.all())
    return text.hasSelectedText() if isinstance(text, QLineEdit) else _cursor_selects(text)


def _cursor_selects(text: QPlainTextEdit | QTextEdit) -> bool:
    return text.textCursor().hasSelection()


def _length(text: Text) -> int:
    if isinstance(text, QLineEdit):
        return len(text.text())
    return text.document().characterCount() - 1
