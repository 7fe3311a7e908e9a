"""File > Export program: the run as a program in the language of the arm's controller."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from app.desktop.looks.theme import theme_named
from app.desktop.window_parts import WindowParts
from scenes.errors import SceneError

if TYPE_CHECKING:
    from app.desktop.menus.exporting.controllers.program_dialog import ProgramChoice, ProgramDialog
    from scenes.run_verdict import RunVerdict

MOST_KEPT = 50  # robots whose output of the hand is remembered


def export_program(parts: WindowParts) -> ProgramDialog | None:
    """Shows the dialog that writes the program for the controller; None where there is none."""
    from app.desktop.menus.exporting.controllers.program_dialog import ProgramChoice, ProgramDialog
    from app.desktop.menus.exporting.verdict_words import is_doubtful
    from scenes.makers.maker_languages import LANGUAGES, controller_of

    document, source, desk = parts.document, parts.document.active, parts.desk
    if document.run is None or not document.runs_as_written or not document.has_fresh_run:
        document.notify("There is no run of the present text to export.", "warning")
        return None
    robot = document.run.cell.robot
    try:
        controller = controller_of(robot, None)
    except SceneError as fault:
        document.notify(f"There is no program to export: {fault}.", "warning")
        return None
    maker = LANGUAGES[controller.language]
    choice = ProgramChoice(
        controller.language, kept_output(desk.preferences.hand_outputs, robot.title)
    )
    stem = Path(source.title).stem if source is not None else "program"
    last = Path(desk.preferences.trajectory_folder)
    folder = last if desk.preferences.trajectory_folder and last.is_dir() else desk.folder
    files = f"{maker.title} (*{maker.suffix})"

    def browse(path: Path) -> Path | None:
        return desk.dialogs.save_path("Export program", str(path), files, maker.suffix)

    def take(chosen: ProgramChoice, path: Path, verdict: RunVerdict) -> None:
        kept = with_output(desk.preferences.hand_outputs, robot.title, chosen.hand_output)
        desk.remember(hand_outputs=kept, trajectory_folder=str(path.parent))
        text = f"Exported {path.name}: {maker.title}, {verdict.words}."
        document.notify(text, "warning" if is_doubtful(verdict) else "note")

    dialog = ProgramDialog(
        parts.window,
        document,
        choice,
        folder / f"{stem}{maker.suffix}",
        browse,
        lambda: theme_named(desk.preferences.theme),
        lambda: parts.analyst.is_busy,
    )
    dialog.exported.connect(take)
    dialog.show()
    return dialog


def kept_output(pairs: Iterable[str], robot: str) -> int | None:
    """The output of the hand last chosen for a robot; None where there is none."""
    found = dict(pair.rsplit("\t", 1) for pair in pairs if pair.count("\t") == 1)
    text = found.get(robot, "")
    return int(text) if text.isdecimal() else None


def with_output(pairs: Iterable[str], robot: str, output: int | None) -> tuple[str, ...]:
    """The remembered pairs with another output for a robot, the newest first."""
    kept = tuple(pair for pair in pairs if pair.rsplit("\t", 1)[0] != robot)
    return kept if output is None else (f"{robot}\t{output}", *kept)[:MOST_KEPT]
