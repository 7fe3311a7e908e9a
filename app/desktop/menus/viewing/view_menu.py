"""The menu View: view modes, the camera, letters, colours, panels."""

from __future__ import annotations

from functools import partial

from app.desktop.menus.action import LINE, Action, Menu, Tick
from app.desktop.menus.context_menus import text_menu, thing_menu
from app.desktop.menus.palette import Palette, listed, listed_also
from app.desktop.menus.viewing.camera_menu import CAMERA
from app.desktop.menus.viewing.path_menu import PATH
from app.desktop.menus.viewing.reach_menu import REACH, SHOW_REACH
from app.desktop.menus.viewing.saved_menu import SAVED
from app.desktop.menus.viewing.swept_menu import SWEPT
from app.desktop.view3d.cell_view import BODY_NAMES, CELL_FRAMES, FRAMES, GRID, TRAIL
from app.desktop.view3d.views import ViewMode
from app.desktop.window_parts import WindowParts

VIEW_ICONS = {
    ViewMode.SHADED: "mdi6.cube",
    ViewMode.HIDDEN: "mdi6.cube-outline",
    ViewMode.WIREFRAME: "mdi6.cube-scan",
    ViewMode.SKELETON: "mdi6.vector-polyline",
    ViewMode.CONTOURS: "mdi6.layers-triple-outline",
    ViewMode.COLLISION: "mdi6.vector-intersection",
}


def mode_action(mode: ViewMode) -> Tick:
    """The action of a view mode; one of them is always ticked."""

    def see(parts: WindowParts, _is_on: bool) -> None:
        parts.view.set_mode(mode)

    tip = f"See the cell: {mode.label.lower()}"
    return Tick(f"view_{mode.value}", mode.label, mode.shortcut, tip, VIEW_ICONS[mode], see)


def show(what: str, parts: WindowParts, visible: bool) -> None:
    """Shows or hides grid, trail, locations or frames."""
    parts.view.show(what, visible)


def fit(parts: WindowParts) -> None:
    """Brings the whole cell and the path into the picture."""
    if parts.viewport is not None:
        parts.viewport.fit_all()


def make_parallel(parts: WindowParts, is_parallel: bool) -> None:
    """Draws with parallel lines, or in perspective."""
    if parts.viewport is not None:
        parts.viewport.set_parallel(is_parallel)


def show_hint(what: str, parts: WindowParts, is_on: bool) -> None:
    """Shows figures behind the lines of motions, or hides them, now and at the next start."""
    parts.desk.remember(**{what: is_on})


def show_curve(parts: WindowParts, is_on: bool) -> None:
    """Shows a small curve of the joints' speed behind the lines of motions, or hides it."""
    parts.desk.remember(hint_curve="speed" if is_on else "")


def make_dark(parts: WindowParts, is_dark: bool) -> None:
    """Colours the window dark or light, now and at the next start."""
    name = "dark" if is_dark else "light"
    parts.desk.remember(theme=name)
    parts.set_theme(name)


def open_palette(parts: WindowParts) -> None:
    """Opens the command palette: all actions of the menus, of a right click, and all settings."""
    known = listed(parts.window.menuBar())
    clicked = (text_menu(parts), thing_menu(parts))
    also = listed_also(clicked, known)
    open_setting = partial(parts.open_settings, parts)
    palette = Palette(parts.window, [*known, *also], parts.setting_names, open_setting)
    for menu in clicked:
        # Lives as long as its actions are listed, and stays a menu, which nobody has opened.
        menu.setParent(palette, menu.windowFlags())
    palette.open_above(parts.window)


HINTS = (
    Tick(
        "hint_time",
        "Time in the text",
        "",
        "Show behind the line of a motion how long it takes",
        "mdi6.timer-outline",
        partial(show_hint, "hint_time"),
    ),
    Tick(
        "hint_clearance",
        "Clearance in the text",
        "",
        "Show behind the line of a motion how near it comes to other bodies",
        "mdi6.arrow-expand-horizontal",
        partial(show_hint, "hint_clearance"),
    ),
    Tick(
        "hint_margin",
        "Joint margin in the text",
        "",
        "Show behind the line of a motion which joint comes nearest to its limit, and how near",
        "mdi6.gauge-low",
        partial(show_hint, "hint_margin"),
    ),
    Tick(
        "hint_curve",
        "Curve in the text",
        "",
        "Draw behind the line of a motion how fast the joints are; the settings offer clearance",
        "mdi6.chart-bell-curve",
        show_curve,
    ),
)


VIEW = Menu(
    "View",
    (
        *(mode_action(mode) for mode in ViewMode),
        LINE,
        Action(
            "fit",
            "Fit all",
            "Ctrl+0",
            "Bring the whole cell and the path of the tool into the picture",
            "mdi6.fit-to-screen-outline",
            fit,
        ),
        CAMERA,
        SAVED,
        Tick(
            "parallel",
            "Orthographic",
            "Ctrl+5",
            "Parallel lines stay parallel",
            "mdi6.perspective-less",
            make_parallel,
        ),
        Tick(
            "grid",
            "Ground grid",
            "Ctrl+Alt+G",
            "Show the grid on the floor",
            "mdi6.grid",
            partial(show, GRID),
        ),
        Tick(
            "rest_shading",
            "Light and shadow at rest",
            "Ctrl+Alt+I",
            "Draw shadows and soft light as soon as nothing moves",
            "mdi6.box-shadow",
            lambda parts, is_on: parts.view.show_rest_shading(is_on),
        ),
        Tick(
            "trail",
            "Path of the tool",
            "Ctrl+Alt+T",
            "Show where the tool goes in the run",
            "mdi6.vector-curve",
            partial(show, TRAIL),
        ),
        PATH,
        SWEPT,
        SHOW_REACH,
        REACH,
        Tick(
            "frames",
            "Locations",
            "Ctrl+Alt+L",
            "Show the frames of the locations",
            "mdi6.axis-arrow",
            partial(show, FRAMES),
        ),
        Tick(
            "cell_frames",
            "Frames",
            "Ctrl+Alt+J",
            "Show the frames of the cell",
            "mdi6.axis",
            partial(show, CELL_FRAMES),
        ),
        Tick(
            "body_names",
            "Names of bodies",
            "Ctrl+Alt+Y",
            "Show the names of fixtures, parts and the robot",
            "mdi6.label-outline",
            partial(show, BODY_NAMES),
        ),
        LINE,
        *HINTS,
        LINE,
        Action(
            "zoom_in",
            "Larger letters",
            "Ctrl++",
            "Make the program's letters larger",
            "mdi6.format-font-size-increase",
            lambda parts: parts.editor.zoom(1),
        ),
        Action(
            "zoom_out",
            "Smaller letters",
            "Ctrl+-",
            "Make the program's letters smaller",
            "mdi6.format-font-size-decrease",
            lambda parts: parts.editor.zoom(-1),
        ),
        Tick(
            "dark",
            "Dark theme",
            "Ctrl+Alt+D",
            "Dark or light colours",
            "mdi6.theme-light-dark",
            make_dark,
        ),
        Action(
            "restore",
            "Restore layout",
            "",
            "Put all panels back where they were at the first start",
            "mdi6.view-dashboard-outline",
            lambda parts: parts.docks.restore(),
        ),
        Action(
            "palette",
            "Command palette",
            "Ctrl+Shift+P",
            "Find any command by its name",
            "mdi6.console-line",
            open_palette,
        ),
    ),
)
