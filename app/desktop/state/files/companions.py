"""What goes with a program to another folder, and the scenarios that programs have chosen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from app.desktop.looks.dialogs import SCENARIO
from app.desktop.looks.notice import Notice, Offer
from app.desktop.looks.settings import Preferences
from app.desktop.state.chosen_scenario import ChosenScenario, with_remembered
from app.desktop.state.source import Source
from app.programs.carried_programs import take_along

if TYPE_CHECKING:
    from app.desktop.state.document import Document


class Choices(Protocol):
    """What the desk of files gives: the choices of the user, and a way to keep other ones."""

    @property
    def preferences(self) -> Preferences: ...

    def remember(self, **choices: object) -> None:
        """Keeps choices, by their names in the preferences."""


def carry_along(source: Source, old: Path) -> str:
    """Copies what a saved program needs from its old folder to the new one; says what it did.

    A scenario that has no file yet stays as it is. Raises OSError where a file cannot be written.
    """
    assert source.path is not None
    scenario = source.scenario
    there = scenario.path if scenario.path is not None and scenario.path.exists() else None
    taken = take_along(source.text, there, old, source.path.parent)
    if there is not None:
        source.scenario = replace(scenario, path=taken.scenario)
    return taken.remark


def with_choices(pairs: Iterable[str], sources: Iterable[Source]) -> tuple[str, ...]:
    """The remembered pairs with the present choices of programs that have files."""
    kept = tuple(pairs)
    for source in sources:
        chosen = source.scenario.path
        if source.path is not None and (chosen is None or chosen.exists()):
            kept = with_remembered(kept, source.path, chosen)
    return kept


def take_scenario(document: Document, desk: Choices, chosen: ChosenScenario) -> None:
    """Checks and runs the program in front anew with this scenario."""
    source = document.active
    if source is None:
        return
    source.scenario = chosen
    kept = chosen.path if chosen.path is not None and chosen.path.exists() else None
    desk.remember(scenarios=with_remembered(desk.preferences.scenarios, source.path, kept))
    document.scenarios.follow()
    document.check_syntax()
    document.check_again()
    message = f"{source.title} runs with {chosen.shown or 'no scenario'}."
    faults = [finding.message for finding in document.inputs.findings]
    document.notify(faults[0] if faults else message, "error" if faults else "note")


def offer_scenario(document: Document, desk: Choices, source: Source) -> None:
    """Offers the scenario file of the same name beside a program for which none was chosen.

    It is not taken by itself: `cellwright check` takes none that is not named, and both verdicts
    shall be those of the same run.
    """
    path = source.path
    beside = None if path is None else path.with_name(path.stem + SCENARIO.suffix)
    if beside is None or source.scenario.path is not None or not beside.is_file():
        return

    def take() -> None:
        if source in document.sources:
            document.activate(source)
            take_scenario(document, desk, replace(source.scenario, path=beside))

    text = f"Beside {source.title} lies a scenario: what signals do while it runs."
    document.noticed.emit(Notice(text, "note", (Offer(f"Run with {beside.name}", take),)))
