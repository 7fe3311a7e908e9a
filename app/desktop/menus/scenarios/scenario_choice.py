"""The scenario of the program in front: chosen, made, saved."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from pathlib import Path

from PySide6.QtWidgets import QInputDialog

from app.desktop.looks.dialogs import SCENARIO, SCENARIO_FILTER, Unsaved
from app.desktop.state.chosen_scenario import ChosenScenario, answers_in
from app.desktop.state.files.companions import take_scenario
from app.desktop.state.scenarios.scenario_edits import NEW_SCENARIO
from app.desktop.state.scenarios.scenario_text import ScenarioText
from app.desktop.window_parts import WindowParts
from app.programs.text_files import TextFile
from scenes.library import is_shipped


def choose_scenario(parts: WindowParts) -> None:
    """Asks for a scenario file for the program in front, and runs the program with it."""
    source = parts.document.active
    if source is None:
        return
    before = source.scenario.path or source.path
    is_own = before is not None and not is_shipped(before)
    folder = str(before.parent if before is not None and is_own else parts.desk.folder)
    title = f"Scenario for {source.title}"
    path = parts.desk.dialogs.open_path(title, folder, SCENARIO_FILTER)
    if path is not None:
        bring_scenario(parts, path)


def bring_scenario(parts: WindowParts, path: Path) -> None:
    """Runs the program in front with the scenario in a file."""
    source = parts.document.active
    if source is not None and may_leave(parts):
        take_scenario(parts.document, parts.desk, replace(source.scenario, path=path.absolute()))


def run_without_scenario(parts: WindowParts) -> None:
    """Runs the program in front without a scenario and answers."""
    if may_leave(parts):
        take_scenario(parts.document, parts.desk, ChosenScenario())


def new_scenario(parts: WindowParts) -> None:
    """Gives the program in front a new scenario, which has no file until it is saved."""
    source, scenarios = parts.document.active, parts.document.scenarios
    if source is None or not may_leave(parts):
        return
    own = source.path is not None and not is_shipped(source.path)
    folder = source.path.parent if source.path is not None and own else parts.desk.folder
    stem = source.path.stem if source.path is not None else source.title
    open_ = {text.path for text in scenarios.all}
    names = (f"{stem}{f' {n}' if n > 1 else ''}{SCENARIO.suffix}" for n in count(1))
    places = (folder / name for name in names)
    path = next(p for p in places if not p.exists() and p not in open_)
    scenarios.add(ScenarioText(TextFile(NEW_SCENARIO), path, scenarios))
    take_scenario(parts.document, parts.desk, replace(source.scenario, path=path))
    parts.docks.bring("Signals")


def may_leave(parts: WindowParts) -> bool:
    """Whether the scenario in use is saved, or its changes are given up, before another one."""
    scenarios = parts.document.scenarios
    text = scenarios.current
    if text is None or not text.is_modified:
        return True
    answer = parts.desk.dialogs.unsaved([text.title])
    if answer is Unsaved.DISCARD:
        for source in parts.document.sources:
            if source.scenario.path == text.path and source is not parts.document.active:
                return True  # another program still runs with it
        scenarios.remove(text)
    return answer is Unsaved.DISCARD or (answer is Unsaved.SAVE and parts.desk.save(text))


def save_scenario(parts: WindowParts, as_other: bool = False) -> None:
    """Writes the scenario in use to its file, or asks for one."""
    text = parts.document.scenarios.current
    if text is None:
        parts.document.notify("There is no scenario to save.", "warning")
    else:
        (parts.desk.save_as if as_other else parts.desk.save)(text)


def ask_answers(parts: WindowParts) -> None:
    """Asks for the answers to PROMPT, and runs the program in front with them."""
    source = parts.document.active
    if source is None:
        return
    before = ", ".join(f"{value:g}" for value in source.scenario.answers)
    label = "Numbers for the PROMPT statements, in order (empty: those of the scenario)"
    text, ok = QInputDialog.getText(parts.window, f"Answers for {source.title}", label, text=before)
    if not ok:
        return
    answers = answers_in(text)
    if answers is None:
        parts.document.notify(f"Answers are numbers, parted by commas: {text}", "warning")
        return
    take_scenario(parts.document, parts.desk, replace(source.scenario, answers=answers))
