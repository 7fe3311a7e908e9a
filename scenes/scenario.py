"""A scenario: what happens around the cell while a program runs, from a file or made in code.

signals:
  - {at: 1.5, on: [1, 3], off: 2}
  - {when: 5, delay: 0.5, on: 6}      # half a second after signal 5 goes on (-5: off)
answers: [3, 12.5]                    # what PROMPT is told, in order
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from ruamel.yaml import YAML, YAMLError

from scenes.errors import SceneError


class SignalEvent(NamedTuple):
    """A signal goes on or off at a time, s since the start."""

    time: float
    signal: int
    on: bool


class Response(NamedTuple):
    """When signal `when` goes on (negative: off), another follows after a delay, s."""

    when: int
    delay: float
    signal: int
    on: bool


@dataclass(frozen=True)
class Scenario:
    """What the world around the cell does."""

    events: tuple[SignalEvent, ...] = ()
    responses: tuple[Response, ...] = ()
    answers: tuple[float, ...] = ()


def read_scenario(path: str | PathLike[str]) -> Scenario:
    """The scenario in a file; SceneError where it is none, OSError where it cannot be read."""
    text = Path(path).read_text(encoding="utf-8")
    try:
        data = YAML(typ="safe").load(text) or {}
    except YAMLError as fault:
        raise SceneError(f"{path}: not a scenario: {fault}") from fault
    if not isinstance(data, dict) or set(data) - {"signals", "answers"}:
        raise SceneError(f"{path}: a scenario holds  signals:  and  answers:")
    try:
        return _scenario(data)
    except (TypeError, ValueError, KeyError, AttributeError) as fault:
        raise SceneError(f"{path}: {fault}") from fault


def _scenario(data: dict[str, Any]) -> Scenario:
    events: list[SignalEvent] = []
    responses: list[Response] = []
    for number, entry in enumerate(data.get("signals") or (), 1):
        if not isinstance(entry, dict) or set(entry) - {"at", "when", "delay", "on", "off"}:
            raise ValueError(f"signals, entry {number}: keys are at, when, delay, on, off")
        if ("at" in entry) == ("when" in entry):
            raise ValueError(f"signals, entry {number}: either at or when")
        changes = [(n, True) for n in _numbers(entry.get("on"))]
        changes += [(n, False) for n in _numbers(entry.get("off"))]
        if "at" in entry:
            events += [SignalEvent(float(entry["at"]), n, on) for n, on in changes]
        else:
            when, delay = int(entry["when"]), float(entry.get("delay", 0.0))
            responses += [Response(when, delay, n, on) for n, on in changes]
    answers = tuple(float(value) for value in data.get("answers") or ())
    return Scenario(tuple(sorted(events)), tuple(responses), answers)


def _numbers(value: Any) -> Iterable[int]:
    if value is None:
        return ()
    return [int(n) for n in value] if isinstance(value, list) else [int(value)]
