"""The menu Edit: undo, clipboard, find, go to a place, correct."""

from __future__ import annotations

from app.desktop.menus.action import LINE, Action, Menu, TextAction
from app.desktop.menus.editing.text_clipboard import (
    COPY,
    CUT,
    PASTE,
    SELECT_ALL,
    copy,
    cut,
    paste,
    select_all,
)
from app.desktop.menus.editing.undoing import redo, undo
from app.desktop.window_parts import WindowParts
from app.programs.findings import Finding


def show_finding(parts: WindowParts, finding: object) -> None:
    """Goes to the line and column of a finding, and to its moment of the run."""
    if not isinstance(finding, Finding):
        return
    document = parts.document
    if finding.file and not document.inputs.calls(finding.file):
        return
    if finding.time is not None and document.has_fresh_run:
        document.seek(finding.time)
    parts.debugging.go_to(finding.file, finding.line)
    parts.editor.go_to(finding.line, finding.column)


def show_hit(parts: WindowParts, hit: object) -> None:
    """Goes to the moment of a contact, of a least distance or of a gap, and to its line."""
    from scenes import Collision
    from scenes.checking.collisions.proof import Gap
    from scenes.checking.distances.over_motion import Nearest

    if isinstance(hit, Collision | Nearest | Gap):
        parts.document.seek(hit.start if isinstance(hit, Gap) else hit.time)
        parts.debugging.go_to(hit.file, hit.line)
        parts.editor.go_to(hit.line)


def complete(parts: WindowParts) -> None:
    """Opens the list of completions at the cursor."""
    if parts.editor.current is not None:
        parts.editor.current.complete_now()


EDIT = Menu(
    "Edit",
    (
        Action(
            "undo",
            "Undo",
            "Ctrl+Z",
            "Take back the last change: of the program in the editor, elsewhere of the cell",
            "mdi6.undo",
            undo,
        ),
        Action("redo", "Redo", "Ctrl+Shift+Z", "Make the change again", "mdi6.redo", redo),
        LINE,
        TextAction(
            CUT,
            "Cut",
            "Ctrl+X",
            "Put what is selected on the clipboard and remove it",
            "mdi6.content-cut",
            cut,
        ),
        TextAction(
            COPY,
            "Copy",
            "Ctrl+C",
            "Put what is selected on the clipboard",
            "mdi6.content-copy",
            copy,
        ),
        TextAction(
            PASTE,
            "Paste",
            "Ctrl+V",
            "Insert what is on the clipboard",
            "mdi6.content-paste",
            paste,
        ),
        TextAction(
            SELECT_ALL,
            "Select all",
            "Ctrl+A",
            "Select the whole text or list",
            "mdi6.select-all",
            select_all,
        ),
        LINE,
        Action(
            "find",
            "Find and replace",
            "Ctrl+F",
            "Find and replace text in the program",
            "mdi6.magnify",
            lambda parts: parts.editor.open_find_bar(),
        ),
        Action(
            "find_next",
            "Find next",
            "F3",
            "Go to the next match of what is looked for",
            "mdi6.arrow-down-thin",
            lambda parts: parts.editor.find_next(),
        ),
        Action(
            "find_previous",
            "Find previous",
            "Shift+F3",
            "Go to the match before of what is looked for",
            "mdi6.arrow-up-thin",
            lambda parts: parts.editor.find_next(backward=True),
        ),
        Action(
            "replace",
            "Replace",
            "Ctrl+H",
            "Find text in the program and replace it",
            "mdi6.find-replace",
            lambda parts: parts.editor.open_find_bar(replaces=True),
        ),
        LINE,
        Action(
            "quick_fix",
            "Quick fix",
            "Ctrl+.",
            "Correct the problem in this line; of a motion choose a branch or a via point",
            "mdi6.lightbulb-on-outline",
            lambda parts: parts.editor.quick_fix(),
        ),
        Action(
            "way_round",
            "Find a way round",
            "Ctrl+R",
            "Look for via points that lead the motion at the cursor round what it runs into",
            "mdi6.vector-polyline",
            lambda parts: parts.editor.find_way(),
        ),
        Action(
            "complete",
            "Complete",
            "Ctrl+Space",
            "Show what may stand here",
            "mdi6.form-textbox",
            complete,
        ),
        Action(
            "format",
            "Format program",
            "Ctrl+Shift+F",
            "Put the program into its usual form",
            "mdi6.format-align-left",
            lambda parts: parts.editor.format_text(),
        ),
    ),
)
