"""What goes with a program to another folder, and the scenarios that programs have chosen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from app.desktop.state.chosen_scenario import with_remembered
from app.desktop.state.source import Source
from app.programs.carried_programs import take_along


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
