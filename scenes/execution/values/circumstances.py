"""What a running program may ask about besides the state of the cell: time, timers, last motion."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scenes.execution.values.scopes import NO_NAMES, Names

if TYPE_CHECKING:
    from scenes.runs.step import Step


@dataclass(frozen=True, eq=False)
class Circumstances:
    """The circumstances of one statement.

    time: Seconds since the start of the run. timers: Number of a timer to the time, s, of its zero.
    last: The step of the last motion. answers: The answers to come for PROMPT, in order.
    names: The program's own names and their keys (see
    `scenes.execution.values.scopes`).
    """

    time: float = 0.0
    timers: Mapping[int, float] = field(default_factory=dict)
    last: Step | None = None
    answers: tuple[float, ...] = ()
    names: Names = field(default_factory=lambda: NO_NAMES)
