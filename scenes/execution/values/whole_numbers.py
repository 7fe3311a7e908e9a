"""Numbers of a program that must be whole: of signals, timers, joints."""

from __future__ import annotations

from language.expressions.evaluation import whole_number
from scenes.execution.values.impossible import ImpossibleError
from scenes.world.units import number_text


def whole(value: float, what: str) -> int:
    """The value as an int; ImpossibleError (E309), which calls it `what`, if it is not whole."""
    number = whole_number(value)
    if number is None:
        raise ImpossibleError("E309", f"{what} is a whole one, not {number_text(value)}")
    return number


def signal_number(value: float) -> int:
    """The number of a signal, negative for off; ImpossibleError for a fraction or 0."""
    number = whole(value, "the number of a signal")
    if number == 0:
        raise ImpossibleError("E607", "there is no signal 0")
    return number
