"""The menu View > Swept volume: of which lines, of which bodies, how finely; and its export."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtGui import QAction

from app.desktop.menus.action import LINE, Action, Menu, Tick
from app.desktop.window_parts import WindowParts
from geometry import Mesh
from scenes.regions.swept_volume import GROUPS, SweptChoice, write_region

LINES, RUN = "swept_lines", "swept_run"
TOLERANCES_MM = (2.0, 5.0, 10.0, 20.0)
ICONS = {"arm": "mdi6.robot-industrial-outline", "hand": "mdi6.hand-back-right-outline"}
FORMATS = {"3MF": ".3mf", "STL": ".stl", "OBJ": ".obj", "PLY": ".ply", "glTF binary": ".glb"}
SUFFIXES = tuple(FORMATS.values())
FILTER = ";;".join(f"{name} (*{suffix})" for name, suffix in FORMATS.items())


def show_swept(key: str, parts: WindowParts, is_on: bool) -> None:
    """Shows the swept volume of the lines or of the run, or hides it."""
    if parts.view.swept is None:
        parts.document.notify("There is no 3D view to show a swept volume in.", "warning")
    elif not is_on:
        parts.view.swept.show(None)
    else:
        lines = None if key == RUN else chosen_lines(parts)
        if key == LINES and lines is None:
            parts.document.notify("Put the cursor into the program that is run.", "warning")
        else:
            parts.view.swept.show(choice_of(parts, lines))
    tick_swept(parts)


def chosen_lines(parts: WindowParts) -> tuple[int, int] | None:
    """The selected lines of the program that is run, else that of the cursor; None without one."""
    editor = parts.editor.current
    if editor is None or editor.source is not parts.document.active:
        return None
    cursor = editor.textCursor()
    first, last = (
        editor.document().findBlock(place).blockNumber() + 1
        for place in (cursor.selectionStart(), max(cursor.selectionEnd() - 1, 0))
    )
    return first, max(first, last)


def choice_of(parts: WindowParts, lines: tuple[int, int] | None) -> SweptChoice:
    """The kept choice of bodies and tolerance, for some lines."""
    kept = parts.desk.preferences
    groups = tuple(group for group in GROUPS if group in kept.swept_bodies) or GROUPS
    tolerance = kept.swept_mm if kept.swept_mm in TOLERANCES_MM else TOLERANCES_MM[2]
    return SweptChoice(lines, groups, tolerance)


def choose_group(group: str, parts: WindowParts, is_on: bool) -> None:
    """Counts bodies of a group or leaves them out; one group always counts."""
    before = choice_of(parts, None).groups
    groups = tuple(g for g in GROUPS if (is_on if g == group else g in before)) or before
    parts.desk.remember(swept_bodies=groups)
    _show_again(parts)


def choose_tolerance(tolerance: float, parts: WindowParts, _is_on: bool) -> None:
    """Computes with another tolerance, mm, now and later."""
    parts.desk.remember(swept_mm=tolerance)
    _show_again(parts)


def _show_again(parts: WindowParts) -> None:
    swept = parts.view.swept
    if swept is not None and swept.choice is not None:
        swept.show(choice_of(parts, swept.choice.lines))
    tick_swept(parts)


def tick_swept(parts: WindowParts) -> None:
    """Ticks the actions by what is shown and chosen."""
    actions: Mapping[str, QAction] = parts.actions
    swept, kept = parts.view.swept, choice_of(parts, None)
    shown = None if swept is None else swept.choice
    actions[LINES].setChecked(shown is not None and shown.lines is not None)
    actions[RUN].setChecked(shown is not None and shown.lines is None)
    for group in GROUPS:
        actions[f"swept_{group}"].setChecked(group in kept.groups)
    for tolerance in TOLERANCES_MM:
        actions[f"swept_{tolerance:g}_mm"].setChecked(tolerance == kept.tolerance)


def export_swept(parts: WindowParts) -> None:
    """Asks for a file and lets the worker write the swept volume that is shown."""
    region = None if parts.view.swept is None else parts.view.swept.region
    document = parts.document
    if region is None:
        document.notify("Show a swept volume first, and wait until it is complete.", "warning")
        return
    start = str(parts.desk.folder / "swept_volume.3mf")
    path = parts.desk.dialogs.save_path("Export swept volume", start, FILTER, ".3mf")
    if path is None:
        return

    def tell(fault: str) -> None:
        if fault:
            document.notify(f"Not exported: {fault}", "error")
        else:
            document.notify(f"Exported {path.name}: the swept volume, an outer bound.")

    parts.analyst.ask("export", written, region, str(path), then=tell)


def written(region: Mesh, path: str) -> str:
    """Writes the file; gives the error message, or "". For the worker: large meshes take time."""
    try:
        write_region(region, path)
    except (ValueError, OSError) as fault:
        return str(fault)
    return ""


SWEPT = Menu(
    "Swept volume",
    (
        Tick(
            LINES,
            "Of the lines",
            "",
            "Show what the bodies pass through in the selected lines, or in that of the cursor",
            "mdi6.motion-outline",
            partial(show_swept, LINES),
        ),
        Tick(
            RUN,
            "Of the run",
            "",
            "Show what the bodies pass through in the whole run, as an outer bound",
            "mdi6.motion",
            partial(show_swept, RUN),
        ),
        LINE,
        *(
            Tick(
                f"swept_{group}",
                {"arm": "Arm counts", "hand": "Hand counts", "part": "Held part counts"}[group],
                "",
                f"Let the {'held part' if group == 'part' else group} count in the swept volume",
                ICONS.get(group, "mdi6.cube-outline"),
                partial(choose_group, group),
            )
            for group in GROUPS
        ),
        LINE,
        *(
            Tick(
                f"swept_{tolerance:g}_mm",
                f"Within {tolerance:g} mm",
                "",
                f"Let the swept volume be at most {tolerance:g} mm too large; finer takes longer",
                "mdi6.arrow-expand-horizontal",
                partial(choose_tolerance, tolerance),
            )
            for tolerance in TOLERANCES_MM
        ),
        LINE,
        Action(
            "export_swept",
            "Export swept volume…",
            "",
            f"Write the shown swept volume as a solid: {', '.join(SUFFIXES)}",
            "mdi6.export-variant",
            export_swept,
        ),
    ),
    "mdi6.motion",
)
