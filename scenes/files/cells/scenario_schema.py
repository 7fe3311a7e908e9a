"""The form of a scenario file: entries of signals, and answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import AfterValidator, Discriminator, Field, Strict, Tag, model_validator
from pydantic_core import PydanticCustomError

from scenes.files.field_types import FAR, Keyed, Number, require_one


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
