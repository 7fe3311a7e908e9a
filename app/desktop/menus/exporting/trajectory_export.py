"""File > Export trajectory: the motion of the run with its verdict."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from app.background.process import WorkerProcess
from app.desktop.looks.dialogs import TRAJECTORY_FILTER
from app.desktop.looks.theme import theme_named
from app.desktop.menus.dialogs_beside import still_writing
from app.desktop.window_parts import WindowParts

if TYPE_CHECKING:
    from app.desktop.menus.exporting.trajectories.trajectory_dialog import (
        TrajectoryChoice,
        TrajectoryDialog,
    )
    from scenes.run_verdict import RunVerdict


def export_trajectory(
    parts: WindowParts, process: WorkerProcess | None = None
) -> TrajectoryDialog | None:
    """Shows the dialog that writes the run: the same bytes that the command line writes.

    A run with errors, or one without a check, can be written; dialog and file say so.

    process: One that is shared; else the dialog starts one.
    """
    from app.desktop.menus.exporting.trajectories.trajectory_dialog import (
        TrajectoryChoice,
        TrajectoryDialog,
    )

    document, source, desk = parts.document, parts.document.active, parts.desk
    if document.run is None or not document.runs_as_written or not document.has_fresh_run:
        document.notify("There is no run of the present text to export.", "warning")
        return None
    writing = still_writing(parts.window, TrajectoryDialog)
    if writing is not None:
        return writing
    preferences = desk.preferences
    choice = TrajectoryChoice(preferences.trajectory_format, preferences.period_ms)
    stem = Path(source.title).stem if source is not None else "trajectory"
    last = Path(preferences.trajectory_folder)
    folder = last if preferences.trajectory_folder and last.is_dir() else desk.folder

    def browse(path: Path) -> Path | None:
        suffix = path.suffix or choice.suffix
        return desk.dialogs.save_path("Export trajectory", str(path), TRAJECTORY_FILTER, suffix)

    dialog = TrajectoryDialog(
        parts.window,
        document,
        choice,
        folder / f"{stem}{choice.suffix}",
        browse,
        lambda: theme_named(desk.preferences.theme),
        lambda: parts.analyst.is_busy,
        process,
    )
    dialog.exported.connect(lambda *given: _take(parts, *given))
    dialog.show()
    return dialog


def _take(parts: WindowParts, choice: TrajectoryChoice, path: Path, verdict: RunVerdict) -> None:
    """Keeps the choice for the next export, and tells what was written."""
    from app.desktop.menus.exporting.verdict_words import is_doubtful

    parts.desk.remember(
        trajectory_format=choice.suffix,
        period_ms=choice.period_ms,
        trajectory_folder=str(path.parent),
    )
    run = parts.document.run
    seconds = f"{run.duration:.2f} s of motion, " if run is not None else ""
    text = f"Exported {path.name}: {seconds}{verdict.words}."
    parts.document.notify(text, "warning" if is_doubtful(verdict) else "note")
