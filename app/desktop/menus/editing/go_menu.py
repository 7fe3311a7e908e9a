"""The menu Go: to definitions, uses, names, lines, problems, and back to where one was."""

from __future__ import annotations

import sys

from app.desktop.menus.action import LINE, Action, Menu, TextAction
from app.desktop.menus.editing.problem_walk import next_problem, problem_before
from app.desktop.window_parts import WindowParts

# On macOS Alt with an arrow moves the cursor by words.
BACK, FORWARD = ("Ctrl+[", "Ctrl+]") if sys.platform == "darwin" else ("Alt+Left", "Alt+Right")


def find_uses(parts: WindowParts) -> None:
    """Lists all places of the name at the cursor."""
    parts.names.find_uses()


GO = Menu(
    "Go",
    (
        Action(
            "back_place",
            "Back",
            BACK,
            "Go back to where the cursor was before",
            "mdi6.arrow-left",
            lambda parts: parts.names.go(-1),
        ),
        Action(
            "forward_place",
            "Forward",
            FORWARD,
            "Go forward to where the cursor was after",
            "mdi6.arrow-right",
            lambda parts: parts.names.go(1),
        ),
        LINE,
        Action(
            "definition",
            "Go to definition",
            "F12",
            "Go where the name at the cursor gets its value: POINT, label, signal, program",
            "mdi6.location-enter",
            lambda parts: parts.names.go_to_definition(),
        ),
        Action(
            "references",
            "Find references",
            "Shift+F12",
            "List every place of the name at the cursor, in all files of the run",
            "mdi6.format-list-text",
            find_uses,
        ),
        TextAction(
            "rename_name",
            "Rename symbol…",
            "F2",
            "Rename the name at the cursor in all files of the run",
            "mdi6.rename-outline",
            lambda parts: parts.names.rename(),
        ),
        LINE,
        Action(
            "symbol",
            "Go to symbol…",
            "Ctrl+Shift+O",
            "Find a location, label, variable, block or program of this text by its letters",
            "mdi6.code-braces",
            lambda parts: parts.names.pick_symbol(),
        ),
        Action(
            "outline",
            "Outline",
            "",
            "Show what the program consists of, as a tree",
            "mdi6.file-tree-outline",
            lambda parts: parts.docks.bring("Outline"),
        ),
        Action(
            "go_to_line",
            "Go to line…",
            "Ctrl+G",
            "Go to a line by its number",
            "mdi6.arrow-right-bold-outline",
            lambda parts: parts.editor.ask_line(),
        ),
        LINE,
        Action(
            "next_problem",
            "Next problem",
            "F8",
            "Go to the next problem of the open programs, and read it",
            "mdi6.alert-circle-check-outline",
            next_problem,
        ),
        Action(
            "previous_problem",
            "Previous problem",
            "Shift+F8",
            "Go to the problem before, and read it",
            "mdi6.alert-circle-outline",
            problem_before,
        ),
    ),
)
