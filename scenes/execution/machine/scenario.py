"""A scenario: events around the cell while a program runs, read from a file or made in code.

signals:
  - {at: 1.5, on: [1, 3], off: 2}
  - {when: 5, delay: 0.5, on: 6}      # half a second after signal 5 goes on (-5: off)
answers: [3, 12.5]                    # the answers to PROMPT, in order

Reading a file reports all its faults at once, as `file:line:column: sentence`, as with a cell file.
"""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from scenes.files.text.documents import Document


class SignalEvent(NamedTuple):
    """A signal goes on or off at a time, seconds since the start of the run."""

    time: float
    signal: int
    on: bool


class Response(NamedTuple):
    """When signal `when` goes on (negative: off), another signal follows after a delay, s."""

    when: int
    delay: float
    signal: int
    on: bool


@dataclass(frozen=True)
class Scenario:
    """Events, responses to signals, and answers to PROMPT, from outside the cell."""

    events: tuple[SignalEvent, ...] = ()
    responses: tuple[Response, ...] = ()
    answers: tuple[float, ...] = ()


def read_scenario(path: str | PathLike[str]) -> Scenario:
    """The scenario in a file; SceneFileError lists all faults of the file."""
    from scenes.files.text.documents import read_document

    return scenario_of(read_document(Path(path), "scenario"))


def scenario_of(document: Document) -> Scenario:
    """The scenario in a document; SceneFileError lists all its faults."""
    # Here, because the form of files takes as long to load as all else that a run needs.
    from scenes.files.cells.scenario_schema import ScenarioIn
    from scenes.files.validation import validated

    file = validated(document, ScenarioIn, "scenario")
    events: list[SignalEvent] = []
    responses: list[Response] = []
    for entry in file.signals:
        if entry.at is not None:
            events += [SignalEvent(entry.at, n, on) for n, on in entry.changes()]
        elif entry.when is not None:
            delay = entry.delay or 0.0
            responses += [Response(entry.when, delay, n, on) for n, on in entry.changes()]
    return Scenario(tuple(sorted(events)), tuple(responses), tuple(file.answers))
