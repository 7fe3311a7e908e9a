"""The menu Tools: teaching, handles, measuring, section, the check, the console."""

from __future__ import annotations

from app.desktop.jogging.teach import point_here
from app.desktop.menus.action import LINE, Action, Menu, Tick
from app.desktop.menus.undoing import place_in_focus
from app.desktop.window_parts import WindowParts


def teach(parts: WindowParts) -> None:
    """Inserts a POINT with the pose of the arm into the program."""
    document, editor = parts.document, parts.editor.current
    cell, state = document.cell, document.state
    if cell is None or state is None or editor is None:
        document.notify("Teaching needs a cell and a program.", "warning")
        return
    text, name, line = point_here(cell, state, document.program)
    faults = parts.jog_check.faults
    from_panel = place_in_focus(parts) is None
    with document.history.together(f"Teach {name}", in_cell=from_panel):
        editor.source.insert_line(line, text)
    editor.go_to(line)
    message = f"{name} is taught in line {line}."
    if faults:
        document.notify(f"{message} Mind that in this pose: {faults}.", "warning")
    else:
        document.notify(message)


def check(parts: WindowParts) -> None:
    """Checks the program at once, changed or not."""
    parts.document.check_syntax()
    parts.document.check_again()


def cancel(parts: WindowParts) -> None:
    """Cancels the running check, and says how to begin it again."""
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
        Action(
            "teach",
            "Teach here",
            "Ctrl+T",
            "Insert a POINT with the pose of the arm",
            "mdi6.map-marker-plus-outline",
            teach,
        ),
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
            "Stop the check that is under way",
            "mdi6.cancel",
            cancel,
        ),
        Action("console", "Console", "Ctrl+`", "Go to the console", "mdi6.console", go_to_console),
    ),
)
