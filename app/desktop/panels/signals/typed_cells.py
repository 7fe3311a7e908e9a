"""Texts of the table's cells: how a value is shown, and what a typed text means."""

from __future__ import annotations

from typing import Any

from app.desktop.looks.number_field import computed
from app.desktop.state.scenarios.scenario_edits import AT, DECIMALS, DELAY, OFF, ON, WHEN
from scenes.errors import SceneError

TITLES = {
    AT: ("At, s", "The time of the change, s since the start"),
    WHEN: ("When", "The signal that sets it off: 5 goes on, -5 goes off"),
    DELAY: ("After, s", "Seconds between that signal and the change"),
    ON: ("On", "The signals that go on: 1, 3"),
    OFF: ("Off", "The signals that go off: 2"),
}


def shown(value: Any) -> str:
    """The text of a value in a cell."""
    if value is None:
        return ""
    if isinstance(value, list):
        return ", ".join(map(shown, value))
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return f"{value:.12g}" if is_number else str(value)


def value_of(key: str, text: str) -> Any:
    """The value that a typed text means; None for an empty one. SceneError where it has none."""
    text = text.strip()
    if not text:
        return None
    if key in (AT, DELAY):
        return time_of(text)
    if key == WHEN:
        return _whole(text, "numbers such as 5, or -5 for going off,")
    words = text.replace(",", " ").split()
    numbers = [_whole(word, "numbers of signals, such as 1, 3,") for word in words]
    return numbers[0] if len(numbers) == 1 else numbers


def time_of(text: str) -> float:
    """The seconds that a text means; it may be a sum, and have its unit. SceneError else."""
    number = computed(text.removesuffix("s").strip())
    if number is None:
        raise SceneError(f"a time in seconds is needed, such as 1.5, not {text}")
    return _plain(round(number, DECIMALS))


def number_of(text: str) -> float:
    """The number that a text means, as a sum too. SceneError where it means none."""
    number = computed(text)
    if number is None:
        raise SceneError(f"an answer is a number, not {text}")
    return _plain(number)


def _plain(number: float) -> float:
    return int(number) if number.is_integer() and abs(number) < 1e15 else number


def _whole(text: str, wanted: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise SceneError(f"{wanted} are needed, not {text}") from None
