"""The menu Tools: handles, measuring, section, the check, the console."""

from __future__ import annotations

from app.desktop.menus.action import LINE, Action, Menu, Tick
from app.desktop.window_parts import WindowParts


def check(parts: WindowParts) -> None:
    """Checks the program at once, changed or not."""
    parts.document.check_syntax()
    parts.document.check_again()


def cancel(parts: WindowParts) -> None:
    """Cancels the search for a way round, else the check, and says how to begin that again."""
    if parts.ways.is_busy:
        parts.ways.cancel()
        return
    parts.document.cancel_check()
    parts.document.notify("The check was stopped; Tools > Check now begins it again.")


def go_to_console(parts: WindowParts) -> None:
    """Shows the console and puts the cursor in its line."""
    dock = parts.docks["Console"]
    dock.show()
    dock.raise_()
    parts.console.input.setFocus()


TOOLS = Menu(
    "Tools",
    (
        Tick(
            "handles",
            "Drag handles",
            "Ctrl+Alt+H",
            "Show handles to drag the tool, or the selected location, in the 3D view",
            "mdi6.axis-arrow",
            lambda parts, is_on: parts.jog_settings.set_handles(is_on),
        ),
        Tick(
            "tool_axes",
            "Along the tool",
            "Ctrl+Alt+A",
            "Handles and steps go along the tool's own axes, else along those of the base",
            "mdi6.axis-z-rotate-clockwise",
            lambda parts, is_on: parts.jog_settings.set_in_tool(is_on),
        ),
        Tick(
            "measure",
            "Measure",
            "Ctrl+M",
            "Click two points in the 3D view: their distance, and how far their bodies are apart",
            "mdi6.ruler",
            lambda parts, is_on: parts.jog_settings.set_measuring(is_on),
        ),
        Tick(
            "section",
            "Section",
            "Ctrl+Alt+X",
            "Cut the bodies open along a plane and look inside",
            "mdi6.content-cut",
            lambda parts, is_on: parts.view.show_section(is_on),
        ),
        Action(
            "end_jog",
            "Back to run",
            "Ctrl+Backspace",
            "Forget the jogged pose",
            "mdi6.arrow-u-left-top",
            lambda parts: parts.document.end_jog(),
        ),
        LINE,
        Action(
            "check",
            "Check now",
            "F7",
            "Check the program without waiting",
            "mdi6.check-decagram-outline",
            check,
        ),
        Action(
            "cancel",
            "Cancel check",
            "Ctrl+F7",
            "Stop the check, or the search for a way round, that is under way",
            "mdi6.cancel",
            cancel,
        ),
        Action("console", "Console", "Ctrl+`", "Go to the console", "mdi6.console", go_to_console),
    ),
)
