"""A scenario: events around the cell while a program runs, read from a file or made in code.

signals:
  - {at: 1.5, on: [1, 3], off: 2}
  - {when: 5, delay: 0.5, on: 6}      # half a second after signal 5 goes on (-5: off)
answers: [3, 12.5]                    # the answers to PROMPT, in order

Reading a file reports all its faults at once, as `file:line:column: sentence`, as with a cell file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Annotated, NamedTuple

from pydantic import AfterValidator, Discriminator, Field, Strict, Tag, model_validator
from pydantic_core import PydanticCustomError

from scenes.files.field_types import FAR, Keyed, Number, require_one
from scenes.files.text.documents import Document, read_document
from scenes.files.validation import validated


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


def _not_zero(signal: int) -> int:
    if signal == 0:
        raise PydanticCustomError("no_signal", "there is no signal 0; -5 means: signal 5 goes off")
    return signal


def _form_of_signals(given: object) -> str:
    return "[several]" if isinstance(given, list) else "[one]"


Time = Annotated[float, Strict(), Field(ge=0, le=FAR, allow_inf_nan=False)]
Signal = Annotated[int, Strict(), Field(ge=1, le=FAR)]
Change = Annotated[int, Strict(), Field(ge=-FAR, le=FAR), AfterValidator(_not_zero)]
Signals = Annotated[
    Annotated[Signal, Tag("[one]")]
    | Annotated[list[Signal], Field(min_length=1), Tag("[several]")],
    Discriminator(_form_of_signals),
]


class EntryIn(Keyed):
    """An entry of a scenario file: signals that change at a time, or in response to a signal."""

    at: Time | None = None
    when: Change | None = None
    delay: Time | None = None
    on: Signals | None = None
    off: Signals | None = None

    @model_validator(mode="after")
    def _is_whole(self) -> EntryIn:
        require_one(self, ("at", "when"), "an entry")
        if self.delay is not None and self.when is None:
            raise PydanticCustomError("delay", "a delay goes with when; at is the time itself")
        if self.on is None and self.off is None:
            raise PydanticCustomError("change", "an entry needs on or off: the signals that change")
        both = sorted(set(_listed(self.on)) & set(_listed(self.off)))
        if both:
            raise PydanticCustomError(
                "both", "signal {number} cannot go on and off at once", {"number": both[0]}
            )
        return self

    def changes(self) -> Iterator[tuple[int, bool]]:
        """Pairs of a signal that changes, and whether it goes on."""
        yield from ((number, True) for number in _listed(self.on))
        yield from ((number, False) for number in _listed(self.off))


def _listed(signals: int | list[int] | None) -> list[int]:
    if signals is None:
        return []
    return signals if isinstance(signals, list) else [signals]


class ScenarioIn(Keyed):
    """The form of a scenario file."""

    signals: list[EntryIn] = Field(default_factory=list)
    answers: list[Number] = Field(default_factory=list)


def read_scenario(path: str | PathLike[str]) -> Scenario:
    """The scenario in a file; SceneFileError lists all faults of the file."""
    return scenario_of(read_document(Path(path), "scenario"))


def scenario_of(document: Document) -> Scenario:
    """The scenario in a document; SceneFileError lists all its faults."""
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
