"""The menu Text: whole lines of the program, several cursors, bookmarks, folding."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from app.desktop.editor.code_editor import CodeEditor
from app.desktop.editor.typing import line_edits
from app.desktop.editor.typing.carets import MOST
from app.desktop.editor.typing.maker_remarks import remark_of
from app.desktop.menus.action import LINE, Menu, TextAction
from app.desktop.window_parts import WindowParts

Act = Callable[[WindowParts, CodeEditor], object]


def _row(key: str, text: str, keys: str, tip: str, icon: str, act: Act) -> TextAction:
    def in_front(parts: WindowParts) -> None:
        editor = parts.editor.current
        if editor is None:
            parts.document.notify("No program is open: open or begin one in the menu File.")
        else:
            act(parts, editor)

    return TextAction(key, text, keys, tip, f"mdi6.{icon}", in_front)


def select_next(parts: WindowParts, editor: CodeEditor) -> None:
    """Selects the word at the cursor, then its next occurrence as well."""
    if not editor.carets.select_next():
        parts.status.showMessage("There is no further occurrence to select.", 5000)


def select_all_alike(parts: WindowParts, editor: CodeEditor) -> None:
    """Selects every occurrence of the selected text, or of the word at the cursor."""
    found = editor.carets.select_all_alike()
    if found > MOST:
        text = f"{found} occurrences are too many to type at: the most is {MOST}. Use Replace."
        parts.document.notify(text, "warning")
    elif found == 0:
        parts.status.showMessage("There is no word at the cursor.", 5000)


def go_to_bookmark(step: int, parts: WindowParts, editor: CodeEditor) -> None:
    """Goes to the next bookmark, or with -1 to the one before; behind the last one to the first."""
    lines = editor.source.bookmarks()
    if not lines:
        parts.status.showMessage("This program has no bookmark: Ctrl+F2 sets one.", 5000)
        return
    beyond = [line for line in lines if (line - editor.line) * step > 0]
    editor.go_to((beyond or lines)[0 if step > 0 else -1])


def fold(parts: WindowParts, editor: CodeEditor) -> None:
    """Folds the block or comment at the cursor, or unfolds it."""
    block = editor.textCursor().block()
    if editor.folding.hidden_behind(block):
        editor.folding.unfold(block)
    elif not editor.folding.fold_around(block):
        parts.status.showMessage("No block and no comment of several lines is here.", 5000)


def toggle_comment(parts: WindowParts, editor: CodeEditor) -> None:
    """Turns the lines at the cursors into comments of the program's language, or back."""
    remark = remark_of(editor.source.path)
    editor.change_lines(partial(line_edits.toggle_comment, remark=remark))


# fmt: off
TEXT = Menu(
    "Text",
    (
        _row("comment", "Comment or uncomment", "Ctrl+/",
             "Turn the selected lines into comments, or back; step numbers stay",
             "comment-text-outline", toggle_comment),
        _row("indent", "Indent lines", "", "Move the selected lines to the right (Tab)",
             "format-indent-increase", lambda _, editor: editor.change_lines(line_edits.indent)),
        _row("dedent", "Unindent lines", "", "Move the selected lines to the left (Shift+Tab)",
             "format-indent-decrease", lambda _, editor: editor.change_lines(line_edits.dedent)),
        _row("duplicate_line", "Duplicate line", "Alt+Shift+Down",
             "Write the line, or the selected lines, once more below", "content-duplicate",
             lambda _, editor: editor.change_lines(line_edits.duplicate)),
        _row("line_up", "Move line up", "Alt+Up", "Move the line, or the selected lines, up",
             "arrow-up-bold-outline", lambda _, editor: editor.move_lines(down=False)),
        _row("line_down", "Move line down", "Alt+Down",
             "Move the line, or the selected lines, down",
             "arrow-down-bold-outline", lambda _, editor: editor.move_lines(down=True)),
        LINE,
        _row("select_next", "Select next occurrence", "Ctrl+D",
             "Select the word at the cursor; again: its next occurrence too, to type at both",
             "cursor-text", select_next),
        _row("select_alike", "Select all occurrences", "Alt+F3",
             "Select every occurrence of the word or the selected text, to type at all of them",
             "select-multiple", select_all_alike),
        LINE,
        _row("bookmark", "Set or remove bookmark", "Ctrl+F2", "Mark the line, to come back to it",
             "bookmark-outline", lambda _, editor: editor.source.toggle_bookmark(editor.line)),
        _row("next_bookmark", "Next bookmark", "Alt+PgDown", "Go to the next marked line",
             "bookmark-check-outline", partial(go_to_bookmark, 1)),
        _row("previous_bookmark", "Previous bookmark", "Alt+PgUp", "Go to the marked line before",
             "bookmark-remove-outline", partial(go_to_bookmark, -1)),
        LINE,
        _row("fold", "Fold or unfold", "Ctrl+Shift+[",
             "Hide the lines of the block or comment at the cursor, or show them",
             "unfold-less-horizontal", fold),
        _row("fold_all", "Fold all", "", "Hide the lines of all blocks and comments",
             "collapse-all-outline", lambda _, editor: editor.folding.fold_all()),
        _row("unfold_all", "Unfold all", "Ctrl+Shift+]", "Show every line", "expand-all-outline",
             lambda _, editor: editor.folding.unfold_all()),
    ),
)
# fmt: on
