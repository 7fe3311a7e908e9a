"""The choice of a scenario for the program in front."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QInputDialog

from app.desktop.looks.dialogs import SCENARIO_FILTER
from app.desktop.state.chosen_scenario import ChosenScenario, answers_in, with_remembered
from app.desktop.window_parts import WindowParts
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
        take_scenario(parts, replace(source.scenario, path=path))


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
    take_scenario(parts, replace(source.scenario, answers=answers))


def take_scenario(parts: WindowParts, chosen: ChosenScenario) -> None:
    """Checks and runs the program in front anew with this scenario."""
    document = parts.document
    source = document.active
    if source is None:
        return
    source.scenario = chosen
    pairs = with_remembered(parts.desk.preferences.scenarios, source.path, chosen.path)
    parts.desk.remember(scenarios=pairs)
    document.check_syntax()
    document.check_again()
    message = f"{source.title} runs with {chosen.shown or 'no scenario'}."
    faults = [finding.message for finding in document.inputs.findings]
    document.notify(faults[0] if faults else message, "error" if faults else "note")
