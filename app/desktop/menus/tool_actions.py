"""The actions of the menus Tools and Help."""

from __future__ import annotations

from app.desktop.menus.action_spec import ActionSpec, line, spec

TOOLS = (
    spec(
        "Tools",
        "teach",
        "Teach here",
        "Ctrl+T",
        "Insert a POINT with the pose of the arm",
        "mdi6.map-marker-plus-outline",
    ),
    ActionSpec(
        "handles",
        "Tools",
        "Drag handles",
        "Ctrl+Alt+H",
        "Show handles to drag the tool, or the selected location, in the 3D view",
        "mdi6.axis-arrow",
        checkable=True,
    ),
    ActionSpec(
        "tool_axes",
        "Tools",
        "Along the tool",
        "Ctrl+Alt+A",
        "Handles and steps go along the tool's own axes, else along those of the base",
        "mdi6.axis-z-rotate-clockwise",
        checkable=True,
    ),
    ActionSpec(
        "measure",
        "Tools",
        "Measure",
        "Ctrl+M",
        "Click two points in the 3D view: their distance, and how far their bodies are apart",
        "mdi6.ruler",
        checkable=True,
    ),
    ActionSpec(
        "section",
        "Tools",
        "Section",
        "Ctrl+Alt+X",
        "Cut the bodies open along a plane and look inside",
        "mdi6.content-cut",
        checkable=True,
    ),
    spec(
        "Tools",
        "end_jog",
        "Back to run",
        "Ctrl+Backspace",
        "Forget the jogged pose",
        "mdi6.arrow-u-left-top",
    ),
    line("Tools"),
    spec(
        "Tools",
        "check",
        "Check now",
        "F7",
        "Check the program without waiting",
        "mdi6.check-decagram-outline",
    ),
    spec(
        "Tools",
        "cancel",
        "Cancel check",
        "Ctrl+F7",
        "Stop the check that is under way",
        "mdi6.cancel",
    ),
    spec("Tools", "console", "Console", "Ctrl+`", "Go to the console", "mdi6.console"),
)
HELP = (
    spec(
        "Help",
        "help_here",
        "Help on this word",
        "F1",
        "What the word at the cursor means",
        "mdi6.help-circle-outline",
    ),
    spec("Help", "keys", "Keyboard", "", "All keys", "mdi6.keyboard-outline"),
    spec(
        "Help",
        "graphics",
        "Graphics information",
        "",
        "What draws the 3D view",
        "mdi6.expansion-card-variant",
    ),
    spec(
        "Help", "about", "About Cellwright", "", "What this program is", "mdi6.information-outline"
    ),
)
