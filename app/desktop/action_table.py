"""The table of every action of the window: name, keys, tooltip, icon, place in the menu."""

from __future__ import annotations

from dataclasses import dataclass

from app.desktop.view3d.views import ViewMode

MENUS = ("File", "Edit", "View", "Run", "Tools", "Help")


@dataclass(frozen=True)
class ActionSpec:
    """One action. An empty name is a line in the menu."""

    key: str
    menu: str
    text: str = ""
    shortcut: str = ""
    tip: str = ""
    icon: str = ""
    checkable: bool = False


def line(menu: str) -> ActionSpec:
    """A separator."""
    return ActionSpec("", menu)


def _spec(
    menu: str, key: str, text: str, keys: str = "", tip: str = "", icon: str = ""
) -> ActionSpec:
    return ActionSpec(key, menu, text, keys, tip or text.rstrip("…"), icon)


FILE = (
    _spec(
        "File",
        "new",
        "New program",
        "Ctrl+N",
        "Start a program without a file",
        "mdi6.file-plus-outline",
    ),
    _spec(
        "File", "open", "Open program…", "Ctrl+O", "Open a program file", "mdi6.folder-open-outline"
    ),
    _spec(
        "File",
        "open_cell",
        "Open cell…",
        "Ctrl+Shift+O",
        "Open a cell file",
        "mdi6.robot-industrial",
    ),
    _spec("File", "recent", "Open recent", "", "Files opened lately", "mdi6.history"),
    line("File"),
    _spec("File", "save", "Save", "Ctrl+S", "Save the program", "mdi6.content-save-outline"),
    _spec(
        "File",
        "save_as",
        "Save as…",
        "Ctrl+Shift+S",
        "Save the program under another name",
        "mdi6.content-save-edit-outline",
    ),
    _spec(
        "File",
        "save_cell",
        "Save cell",
        "Ctrl+Alt+S",
        "Save the moved fixtures and parts",
        "mdi6.content-save-cog-outline",
    ),
    line("File"),
    _spec(
        "File",
        "export",
        "Export trajectory…",
        "Ctrl+E",
        "Write the joint values of the run to CSV or JSON",
        "mdi6.export",
    ),
    _spec(
        "File",
        "picture",
        "Export picture…",
        "Ctrl+Shift+E",
        "Write the 3D view to a PNG file",
        "mdi6.image-outline",
    ),
    line("File"),
    _spec("File", "close", "Close program", "Ctrl+W", "Close the program in front", "mdi6.close"),
    _spec("File", "quit", "Quit", "Ctrl+Q", "Close the window", "mdi6.exit-to-app"),
)
EDIT = (
    _spec(
        "Edit",
        "undo",
        "Undo",
        "Ctrl+Z",
        "Take back the last change, of the program or of the cell",
        "mdi6.undo",
    ),
    _spec("Edit", "redo", "Redo", "Ctrl+Shift+Z", "Make the change again", "mdi6.redo"),
    line("Edit"),
    _spec(
        "Edit",
        "find",
        "Find and replace",
        "Ctrl+F",
        "Find and replace text in the program",
        "mdi6.magnify",
    ),
    _spec(
        "Edit",
        "go_to_line",
        "Go to line…",
        "Ctrl+G",
        "Go to a line by its number",
        "mdi6.arrow-right-bold-outline",
    ),
    _spec(
        "Edit",
        "next_problem",
        "Next problem",
        "F8",
        "Go to the next problem in the program",
        "mdi6.alert-circle-check-outline",
    ),
    line("Edit"),
    _spec(
        "Edit",
        "quick_fix",
        "Quick fix",
        "Ctrl+.",
        "Correct the problem in this line as proposed",
        "mdi6.lightbulb-on-outline",
    ),
    _spec(
        "Edit",
        "complete",
        "Complete",
        "Ctrl+Space",
        "Show what may stand here",
        "mdi6.form-textbox",
    ),
    _spec(
        "Edit",
        "format",
        "Format program",
        "Ctrl+Shift+F",
        "Put the program into its usual form",
        "mdi6.format-align-left",
    ),
)
VIEW_ICONS = {
    ViewMode.SHADED: "mdi6.cube",
    ViewMode.HIDDEN: "mdi6.cube-outline",
    ViewMode.WIREFRAME: "mdi6.cube-scan",
    ViewMode.SKELETON: "mdi6.vector-polyline",
    ViewMode.CONTOURS: "mdi6.layers-triple-outline",
    ViewMode.COLLISION: "mdi6.vector-intersection",
}
VIEW = (
    *(
        ActionSpec(
            f"view_{mode.value}",
            "View",
            mode.label,
            mode.shortcut,
            f"See the cell: {mode.label.lower()}",
            VIEW_ICONS[mode],
            checkable=True,
        )
        for mode in ViewMode
    ),
    line("View"),
    _spec(
        "View",
        "fit",
        "Fit all",
        "Ctrl+0",
        "Bring the whole cell into the picture",
        "mdi6.fit-to-screen-outline",
    ),
    _spec("View", "home", "Home view", "Ctrl+Home", "The first view again", "mdi6.home-outline"),
    _spec("View", "front", "Front view", "Ctrl+1", "Look from the front", "mdi6.axis-x-arrow"),
    _spec("View", "right", "Right view", "Ctrl+3", "Look from the right", "mdi6.axis-y-arrow"),
    _spec("View", "top", "Top view", "Ctrl+7", "Look from above", "mdi6.axis-z-arrow"),
    ActionSpec(
        "parallel",
        "View",
        "Orthographic",
        "Ctrl+5",
        "Parallel lines stay parallel",
        "mdi6.perspective-less",
        checkable=True,
    ),
    ActionSpec(
        "grid",
        "View",
        "Ground grid",
        "Ctrl+Alt+G",
        "Show the grid on the floor",
        "mdi6.grid",
        checkable=True,
    ),
    ActionSpec(
        "trail",
        "View",
        "Path of the tool",
        "Ctrl+Alt+T",
        "Show where the tool goes in the run",
        "mdi6.vector-curve",
        checkable=True,
    ),
    ActionSpec(
        "frames",
        "View",
        "Locations",
        "Ctrl+Alt+L",
        "Show the frames of the locations",
        "mdi6.axis-arrow",
        checkable=True,
    ),
    line("View"),
    _spec(
        "View",
        "zoom_in",
        "Larger letters",
        "Ctrl++",
        "Make the program's letters larger",
        "mdi6.format-font-size-increase",
    ),
    _spec(
        "View",
        "zoom_out",
        "Smaller letters",
        "Ctrl+-",
        "Make the program's letters smaller",
        "mdi6.format-font-size-decrease",
    ),
    ActionSpec(
        "dark",
        "View",
        "Dark theme",
        "Ctrl+Alt+D",
        "Dark or light colours",
        "mdi6.theme-light-dark",
        checkable=True,
    ),
    _spec(
        "View",
        "restore",
        "Restore layout",
        "",
        "Put all panels back where they were at the first start",
        "mdi6.view-dashboard-outline",
    ),
    _spec(
        "View",
        "palette",
        "Command palette",
        "Ctrl+Shift+P",
        "Find any command by its name",
        "mdi6.console-line",
    ),
)
RUN = (
    _spec(
        "Run", "run", "Run", "F5", "Run from here to the end or the next breakpoint", "mdi6.play"
    ),
    _spec("Run", "pause", "Pause", "F6", "Hold the run where it is", "mdi6.pause"),
    _spec(
        "Run", "run_or_pause", "Run or pause", "Space", "Run, or hold the run", "mdi6.play-pause"
    ),
    _spec("Run", "step", "Step", "F10", "Carry out the next statement", "mdi6.debug-step-over"),
    _spec(
        "Run",
        "back",
        "Step back",
        "Shift+F10",
        "Back to the statement before",
        "mdi6.step-backward",
    ),
    _spec(
        "Run",
        "to_line",
        "Run to cursor",
        "Ctrl+F10",
        "Run to the line of the cursor",
        "mdi6.arrow-collapse-right",
    ),
    _spec("Run", "stop", "Stop", "Shift+F5", "Back to the start", "mdi6.stop"),
    line("Run"),
    _spec(
        "Run",
        "breakpoint",
        "Toggle breakpoint",
        "F9",
        "Let the run stop at this line, or no longer",
        "mdi6.record-circle",
    ),
    _spec(
        "Run",
        "clear_breakpoints",
        "Remove all breakpoints",
        "Ctrl+Shift+F9",
        "Let the run stop nowhere",
        "mdi6.record-circle-outline",
    ),
    line("Run"),
    _spec(
        "Run",
        "faster",
        "Faster",
        "Ctrl+]",
        "Play faster; the plan stays the same",
        "mdi6.speedometer",
    ),
    _spec(
        "Run",
        "slower",
        "Slower",
        "Ctrl+[",
        "Play slower; the plan stays the same",
        "mdi6.speedometer-slow",
    ),
    ActionSpec(
        "loop", "Run", "Loop", "Ctrl+L", "Begin again at the end", "mdi6.repeat", checkable=True
    ),
)
TOOLS = (
    _spec(
        "Tools",
        "teach",
        "Teach here",
        "Ctrl+T",
        "Insert a POINT with the pose of the arm",
        "mdi6.map-marker-plus-outline",
    ),
    _spec(
        "Tools",
        "end_jog",
        "Back to run",
        "Ctrl+Backspace",
        "Forget the jogged pose",
        "mdi6.arrow-u-left-top",
    ),
    line("Tools"),
    _spec(
        "Tools",
        "check",
        "Check now",
        "F7",
        "Check the program without waiting",
        "mdi6.check-decagram-outline",
    ),
    _spec(
        "Tools",
        "cancel",
        "Cancel check",
        "Ctrl+F7",
        "Stop the check that is under way",
        "mdi6.cancel",
    ),
    _spec("Tools", "console", "Console", "Ctrl+`", "Go to the console", "mdi6.console"),
)
HELP = (
    _spec(
        "Help",
        "help_here",
        "Help on this word",
        "F1",
        "What the word at the cursor means",
        "mdi6.help-circle-outline",
    ),
    _spec("Help", "keys", "Keyboard", "", "All keys", "mdi6.keyboard-outline"),
    _spec(
        "Help",
        "graphics",
        "Graphics information",
        "",
        "What draws the 3D view",
        "mdi6.expansion-card-variant",
    ),
    _spec(
        "Help", "about", "About Cellwright", "", "What this program is", "mdi6.information-outline"
    ),
)
ACTIONS = (*FILE, *EDIT, *VIEW, *RUN, *TOOLS, *HELP)
