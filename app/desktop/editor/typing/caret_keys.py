"""The keys that act on every cursor of an editor while there are several."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QTextCursor

from app.desktop.editor.typing.carets import Carets
from app.desktop.editor.typing.line_edits import KEEP, break_line, settle_closing

Keys, Move = QKeySequence.StandardKey, QTextCursor.MoveOperation

MOVES = (
    (Keys.MoveToNextChar, Move.Right, False),
    (Keys.SelectNextChar, Move.Right, True),
    (Keys.MoveToPreviousChar, Move.Left, False),
    (Keys.SelectPreviousChar, Move.Left, True),
    (Keys.MoveToNextWord, Move.NextWord, False),
    (Keys.SelectNextWord, Move.NextWord, True),
    (Keys.MoveToPreviousWord, Move.PreviousWord, False),
    (Keys.SelectPreviousWord, Move.PreviousWord, True),
    (Keys.MoveToNextLine, Move.Down, False),
    (Keys.SelectNextLine, Move.Down, True),
    (Keys.MoveToPreviousLine, Move.Up, False),
    (Keys.SelectPreviousLine, Move.Up, True),
    (Keys.MoveToStartOfLine, Move.StartOfBlock, False),
    (Keys.SelectStartOfLine, Move.StartOfBlock, True),
    (Keys.MoveToEndOfLine, Move.EndOfBlock, False),
    (Keys.SelectEndOfLine, Move.EndOfBlock, True),
)
DELETIONS = (
    (Keys.Delete, Move.NextCharacter),
    (Keys.DeleteEndOfWord, Move.NextWord),
    (Keys.DeleteStartOfWord, Move.PreviousWord),
    (Keys.DeleteEndOfLine, Move.EndOfBlock),
)


def press(carets: Carets, event: QKeyEvent) -> bool:
    """Does what a key does, at every cursor; whether the key was taken."""
    if not carets.are_several:
        return False
    if event.key() == Qt.Key.Key_Escape:
        return carets.end()
    return _clipboard_key(carets, event) or _moved(carets, event) or _written(carets, event)


def _clipboard_key(carets: Carets, event: QKeyEvent) -> bool:
    if event.matches(Keys.Copy):
        return copy(carets)
    if event.matches(Keys.Cut):
        return cut(carets)
    if event.matches(Keys.Paste):
        carets.paste(QGuiApplication.clipboard().text())
        return True
    return False


def copy(carets: Carets) -> bool:
    """Puts the selected texts on the clipboard, a line each; True."""
    texts = carets.texts()
    if texts:
        QGuiApplication.clipboard().setText("\n".join(texts))
    return True


def cut(carets: Carets) -> bool:
    """Puts the selected texts on the clipboard and deletes them; True."""
    copy(carets)
    carets.edit(lambda cursor: cursor.removeSelectedText())
    return True


def _moved(carets: Carets, event: QKeyEvent) -> bool:
    for keys, operation, selects in MOVES:
        if event.matches(keys):
            carets.move(operation, selects)
            return True
    return False


def _written(carets: Carets, event: QKeyEvent) -> bool:
    for keys, operation in DELETIONS:
        if event.matches(keys):
            carets.edit(lambda cursor, to=operation: _delete(cursor, to))  # type: ignore[misc]
            return True
    if event.key() == Qt.Key.Key_Backspace and types(event.modifiers()):
        carets.edit(lambda cursor: _delete(cursor, Move.PreviousCharacter))
        return True
    if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
        carets.edit(break_line)
        return True
    text = event.text()
    if not text or not text.isprintable() or not types(event.modifiers()):
        return False
    carets.edit(lambda cursor: _type(cursor, text), is_typing=True)
    return True


def _type(cursor: QTextCursor, text: str) -> None:
    cursor.insertText(text)
    if text.isalpha():
        settle_closing(cursor)


def _delete(cursor: QTextCursor, to: QTextCursor.MoveOperation) -> None:
    """Deletes the selection, or what lies between the cursor and where it would move."""
    if not cursor.hasSelection():
        cursor.movePosition(to, KEEP)
    cursor.removeSelectedText()


def types(modifiers: Qt.KeyboardModifier) -> bool:
    """Whether a letter pressed with these keys is written: alone, with Shift, or with AltGr."""
    ctrl, alt = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
    held = modifiers & (ctrl | alt | Qt.KeyboardModifier.MetaModifier)
    return held in (Qt.KeyboardModifier.NoModifier, ctrl | alt)
