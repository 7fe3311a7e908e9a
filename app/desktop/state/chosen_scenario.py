"""The scenario chosen for a program: its file, and answers to PROMPT."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from scenes import SceneError
from scenes.files.text.documents import parse_document

if TYPE_CHECKING:
    from scenes.execution.machine.scenario import Scenario, SignalEvent


@dataclass(frozen=True)
class ChosenScenario:
    """The scenario and the answers chosen for one program.

    answers: Numbers that replace the answers of the scenario file, in order.
    by_hand: Signals that the user has set while the program ran; in no file.
    """

    path: Path | None = None
    answers: tuple[float, ...] = ()
    by_hand: tuple[SignalEvent, ...] = ()

    @property
    def shown(self) -> str:
        """The words for a tip; "" where nothing was chosen."""
        parts = [f"scenario {self.path.name}"] if self.path is not None else []
        if self.answers:
            parts.append("answers " + ", ".join(f"{value:g}" for value in self.answers))
        if self.by_hand:
            parts.append("signals set by hand")
        return ", ".join(parts)

    def read(self, text: str | None = None) -> tuple[Scenario, str]:
        """The scenario of the present file, and why it cannot be used, or "".

        text: The text of the open scenario, which may differ from the file.
        """
        from scenes.execution.machine.scenario import Scenario, read_scenario

        scenario, fault = Scenario(), ""
        if self.path is not None:
            try:
                scenario = read_scenario(self.path) if text is None else self._in(text)
            except (SceneError, OSError, UnicodeDecodeError) as why:
                fault = f"the scenario cannot be used: {why}"
        events = tuple(sorted((*scenario.events, *self.by_hand)))
        answers = self.answers or scenario.answers
        return replace(scenario, events=events, answers=answers), fault

    def _in(self, text: str) -> Scenario:
        from scenes.execution.machine.scenario import scenario_of

        assert self.path is not None
        return scenario_of(parse_document(self.path, text, "scenario", keep_problems=True))


def answers_in(text: str) -> tuple[float, ...] | None:
    """The numbers in a line, parted by blanks or commas; None where a word is no number."""
    try:
        return tuple(float(word) for word in text.replace(",", " ").split())
    except ValueError:
        return None


def remembered(pairs: Iterable[str], program: Path | None) -> Path | None:
    """The scenario last chosen for a program; None where there is none."""
    found = (pair.split("\t") for pair in pairs)
    chosen = {words[0]: Path(words[1]) for words in found if len(words) == 2}
    return None if program is None else chosen.get(str(program))


def with_remembered(
    pairs: Iterable[str], program: Path | None, scenario: Path | None, most: int = 50
) -> tuple[str, ...]:
    """The remembered pairs with another choice for a program, the newest first."""
    kept = tuple(pair for pair in pairs if pair.split("\t")[0] != str(program))
    if program is None or scenario is None:
        return kept
    return (f"{program}\t{scenario}", *kept)[:most]
