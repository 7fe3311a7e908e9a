"""File > Export program: the run as a program in the language of the arm's controller."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from app.desktop.looks.theme import theme_named
from app.desktop.menus.dialogs_beside import still_writing
from app.desktop.window_parts import WindowParts
from scenes.errors import SceneError

if TYPE_CHECKING:
    from app.desktop.looks.settings import Preferences
    from app.desktop.menus.exporting.controllers.program_dialog import ProgramChoice, ProgramDialog
    from scenes.run_verdict import RunVerdict

MOST_KEPT = 50  # robots whose choices are remembered


def export_program(parts: WindowParts) -> ProgramDialog | None:
    """Shows the dialog that writes the program for the controller; None where there is none."""
    from app.desktop.menus.exporting.controllers.program_dialog import ProgramDialog
    from app.desktop.menus.exporting.controllers.targets import place_of, target_of, targets_for
    from scenes.makers.maker_languages import own_faults

    document, source, desk = parts.document, parts.document.active, parts.desk
    if document.run is None or not document.runs_as_written or not document.has_fresh_run:
        document.notify("There is no run of the present text to export.", "warning")
        return None
    robot = document.run.cell.robot
    try:
        languages = targets_for(robot)
    except SceneError as fault:
        document.notify(f"There is no program to export: {fault}.", "warning")
        return None
    writing = still_writing(parts.window, ProgramDialog)
    if writing is not None:
        return writing
    for told in own_faults():
        document.notify(f"A language of your own is left out: {told}.", "warning")
    choice = kept_choice(desk.preferences, robot.title, languages)
    stem = Path(source.title).stem if source is not None else "program"
    before = Path(desk.preferences.trajectory_folder)
    folder = before if desk.preferences.trajectory_folder and before.is_dir() else desk.folder

    def browse(path: Path) -> Path | None:
        target = target_of(dialog.choice.language)
        return desk.dialogs.save_path("Export program", str(path), target.filter, target.suffix)

    dialog = ProgramDialog(
        parts.window,
        document,
        languages,
        choice,
        place_of(choice.language, folder, stem),
        browse,
        lambda: theme_named(desk.preferences.theme),
        lambda: parts.analyst.is_busy,
    )
    dialog.exported.connect(lambda *given: _take(parts, robot.title, *given))
    dialog.show()
    return dialog


def _take(
    parts: WindowParts, robot: str, chosen: ProgramChoice, path: Path, verdict: RunVerdict
) -> None:
    """Keeps the choice for the next export, and tells what was written. robot: Its title."""
    from app.desktop.menus.exporting.controllers.targets import folder_of, target_of
    from app.desktop.menus.exporting.verdict_words import is_doubtful

    desk = parts.desk
    desk.remember(
        hand_outputs=with_output(desk.preferences.hand_outputs, robot, chosen.hand_output),
        export_languages=with_kept(desk.preferences.export_languages, robot, chosen.language),
        trajectory_folder=str(folder_of(chosen.language, path)),
    )
    title = target_of(chosen.language).title
    text = f"Exported {path.name}: {title}, {verdict.words}."
    parts.document.notify(text, "warning" if is_doubtful(verdict) else "note")


def kept_choice(preferences: Preferences, robot: str, languages: Sequence[str]) -> ProgramChoice:
    """What was last chosen for a robot; its own language where there is nothing."""
    from app.desktop.menus.exporting.controllers.program_dialog import ProgramChoice

    last = kept_for(preferences.export_languages, robot)
    language = last if last in languages else languages[0]
    return ProgramChoice(language, kept_output(preferences.hand_outputs, robot))


def kept_output(pairs: Iterable[str], robot: str) -> int | None:
    """The output of the hand last chosen for a robot; None where there is none."""
    text = kept_for(pairs, robot)
    return int(text) if text.isdecimal() else None


def kept_for(pairs: Iterable[str], robot: str) -> str:
    """What was last chosen for a robot, of pairs parted by a tab; "" where there is nothing."""
    found = dict(pair.rsplit("\t", 1) for pair in pairs if pair.count("\t") == 1)
    return found.get(robot, "")


def with_output(pairs: Iterable[str], robot: str, output: int | None) -> tuple[str, ...]:
    """The remembered pairs with another output for a robot, the newest first."""
    return with_kept(pairs, robot, "" if output is None else str(output))


def with_kept(pairs: Iterable[str], robot: str, choice: str) -> tuple[str, ...]:
    """The remembered pairs with another choice for a robot, the newest first; "" for none."""
    kept = tuple(pair for pair in pairs if pair.rsplit("\t", 1)[0] != robot)
    return (f"{robot}\t{choice}", *kept)[:MOST_KEPT] if choice else kept
