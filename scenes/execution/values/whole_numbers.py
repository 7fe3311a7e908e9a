"""Numbers of a program that have to be whole."""

from __future__ import annotations

from language.expressions.evaluation import whole_number
from scenes.execution.values.impossible import ImpossibleError
from scenes.world.units import told


def whole(value: float, what: str) -> int:
    """The whole number that a value is, else ImpossibleError with a text that begins `what`."""
    number = whole_number(value)
    if number is None:
        raise ImpossibleError("E309", f"{what} is a whole one, not {told(value)}")
    return number


def signal_number(value: float) -> int:
    """The number of a signal, below 0 for off."""
    number = whole(value, "the number of a signal")
    if number == 0:
        raise ImpossibleError("E607", "there is no signal 0")
    return number
