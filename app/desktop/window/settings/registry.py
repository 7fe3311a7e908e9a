"""All settings of the window, in the order of the page.

To add a setting, do two things:

1. Give `Preferences` in app/desktop/looks/settings.py a field with its default. Its type is that of
   the value: str (a choice or a folder), bool (a switch), int or float (a number).
2. Add a `Setting` to a group below, with the name of that field as its key. What the user reads is
   `name` and `tip`; `kind` says how the value is chosen; `act(parts, value)` applies a new value
   at once. With `at_start` it is called at the start too, and once more when the 3D view is ready:
   it must then bear that `parts.viewport` is None. A part that reads `Preferences` by itself does
   without.

The page, the search in it, the way back to the default, the command palette and the tests find the
setting by this list.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.desktop.looks.mouse_bindings import BINDINGS
from app.desktop.view3d.shading.quality import QUALITIES
from app.desktop.view3d.views import ViewMode
from app.desktop.window.settings import acts
from app.desktop.window.settings.kinds import Choice, Folder, Group, Number, Setting, Switch
from app.desktop.window_parts import WindowParts

SETTINGS = (
    Group(
        "Look",
        (
            Setting(
                "theme",
                "Theme",
                "Colours of the whole window",
                Choice({"dark": "Dark", "light": "Light", "system": "As the system"}),
                "appearance mode",
                acts.show_theme,
            ),
            Setting(
                "window_points",
                "Letters of the window",
                "Size of the letters in menus, panels and lists",
                Number(0, 24, "pt", zero="as the system"),
                "font size",
                acts.size_letters,
                at_start=True,
            ),
            Setting(
                "editor_points",
                "Letters of programs",
                "Size of the letters in the program text; Ctrl and the wheel change it too",
                Number(6, 40, "pt"),
                "font size editor zoom",
                acts.size_program,
            ),
            Setting(
                "hint_time",
                "Time in the text",
                "How long a motion takes, behind its line of the program",
                Switch("Show the time of each motion"),
                "inlay hint duration editor",
            ),
            Setting(
                "hint_clearance",
                "Clearance in the text",
                "How near a motion comes to other bodies, behind its line; the worker computes it",
                Switch("Show the clearance of each motion"),
                "inlay hint distance editor",
            ),
            Setting(
                "hint_margin",
                "Joint margin in the text",
                "Which joint comes nearest to its limit in a motion, and how near, behind its line",
                Switch("Show the joint nearest to a limit"),
                "inlay hint limit editor",
            ),
            Setting(
                "hint_curve",
                "Curve in the text",
                "A small curve over the time of a motion, behind its line",
                Choice({"": "None", "speed": "Speed of the joints", "clearance": "Clearance"}),
                "inlay hint sparkline editor",
            ),
            Setting(
                "is_animated",
                "Animation",
                "Without it a new view is there at once",
                Switch("The camera flies to a new view"),
                "motion flight reduced",
                acts.animate,
                at_start=True,
            ),
        ),
    ),
    Group(
        "3D view",
        (
            Setting(
                "view",
                "View",
                "How the cell is drawn",
                Choice({mode.value: mode.label for mode in ViewMode}),
                "mode",
                acts.show_mode,
            ),
            Setting(
                "graphics",
                "Graphics",
                "Quick pictures, or smooth ones with several samples in a pixel",
                Choice({key: quality.title for key, quality in QUALITIES.items()}),
                "quality antialiasing samples software card speed",
                acts.choose_graphics,
                at_start=True,
            ),
            Setting(
                "rest_shading",
                "Light and shadow at rest",
                "Shadows and soft light as soon as nothing moves",
                Choice({"auto": "Where it is quick", "on": "On", "off": "Off"}),
                "ambient occlusion beautiful picture quality",
                acts.shade_at_rest,
                at_start=True,
            ),
            Setting(
                "mouse",
                "Mouse",
                "Buttons that turn, move and zoom the view, in the manner of another program",
                Choice({key: f"{b.name} ({b.words})" for key, b in BINDINGS.items()}),
                "navigation orbit pan CAD buttons",
                acts.bind_mouse,
                at_start=True,
            ),
            Setting(
                "wheel_is_turned",
                "Wheel",
                "The view comes nearer when the wheel is turned towards you, not away from you",
                Switch("Turned direction"),
                "zoom invert scroll direction",
                acts.turn_wheel,
                at_start=True,
            ),
            Setting(
                "contour_mm",
                "Spacing of contours",
                "Height between two slices of the contour view; 0 for the size of the cell",
                Number(0, 1000, "mm", 1),
                "slices layers",
                acts.space_contours,
            ),
        ),
    ),
    Group(
        "Runs and files",
        (
            Setting(
                "speed",
                "Speed of playback",
                "1 is the speed of the robot",
                Number(0.05, 20, "×", 2),
                "time run slow fast",
                acts.set_speed,
            ),
            Setting(
                "loop",
                "Repeat",
                "Whether the playback ends at the end of the program",
                Switch("The playback begins again at its end"),
                "loop run",
                acts.set_loop,
            ),
            Setting(
                "period_ms",
                "Sample period",
                "Time between two samples of an exported trajectory; every end of a motion is "
                "a sample too",
                Number(0.1, 10_000, "ms", 1),
                "export rate CSV JSON trajectory",
            ),
            Setting(
                "autosave_min",
                "Save by itself",
                "How often changed programs and cells are written to their files. Unsaved work "
                "is kept after a crash without this",
                Number(0, 60, "min", zero="never"),
                "autosave backup journal",
                acts.set_autosave,
                at_start=True,
            ),
            Setting(
                "start_folder",
                "First folder",
                "Folder in which the questions for a file begin",
                Folder("that of the last file"),
                "path directory",
            ),
        ),
    ),
)


def all_settings() -> Iterator[tuple[Group, Setting]]:
    """Every setting with its group."""
    for group in SETTINGS:
        for setting in group.settings:
            yield group, setting


def apply_at_start(parts: WindowParts) -> None:
    """Applies the kept values of the settings that no part of the window reads by itself."""
    for _, setting in all_settings():
        if setting.at_start:
            setting.act(parts, setting.value(parts.desk.preferences))
