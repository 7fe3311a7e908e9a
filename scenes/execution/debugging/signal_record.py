"""The signals of a run over time, and the questions that it asked: what lanes and rows show.

A step knows the signals before and after it. Changes by the scenario fall inside steps, so that
their times are computed as the machine does it: events at their times, responses after their delay.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from scenes.execution.machine.scenario import Scenario, SignalEvent
from scenes.execution.machine.signal_times import responses_to, switched
from scenes.runs.run import Run

# Changes and questions kept of one run at most: a longer list is not readable as lanes.
MOST_KEPT = 20_000


class By(Enum):
    """Who has changed a signal."""

    SCENARIO = "the scenario"
    PROGRAM = "the program"
    HAND = "you"


class SignalChange(NamedTuple):
    """A signal that has changed at a time, s."""

    time: float
    signal: int
    on: bool
    by: By


class Question(NamedTuple):
    """A PROMPT that the run came to: its line, the name of a called file or "", its text."""

    line: int
    file: str
    text: str


@dataclass(frozen=True)
class SignalRecord:
    """The changes of signals in a run, in the order of time, and its questions in order.

    start: The signals that are on at the start. duration: The length of the run, s.
    """

    changes: tuple[SignalChange, ...] = ()
    questions: tuple[Question, ...] = ()
    start: frozenset[int] = frozenset()
    duration: float = 0.0

    def changed_by(self, by: By) -> frozenset[int]:
        """The signals that the program, the scenario or the user has changed."""
        return frozenset(change.signal for change in self.changes if change.by is by)

    def of(self, signal: int) -> tuple[tuple[float, bool], ...]:
        """The changes of one signal, as (time in s, whether it is on from then on)."""
        return tuple((c.time, c.on) for c in self.changes if c.signal == signal)

    def is_on(self, signal: int, time: float) -> bool:
        """Whether a signal is on at a time, s; at the time of a change the new value counts."""
        on = signal in self.start
        for change in self.changes:
            if change.time > time:
                break
            if change.signal == signal:
                on = change.on
        return on


def signal_record(run: Run, scenario: Scenario | None) -> SignalRecord:
    """The signals of a run that was carried out with a scenario."""
    clock = _Clock(scenario or Scenario(), run.start_state.signals)
    questions: list[Question] = []
    for step in run.steps:
        clock.note(switched(clock.now, step.before.signals), step.start_time, By.HAND)
        clock.pass_to(step.end_time)
        if not step.statement.instruction.waits:  # in a WAIT the scenario alone changes signals
            own = switched(step.before.signals, step.after.signals)
            clock.note(own, step.end_time, By.PROGRAM)
        if step.statement.instruction.asks and len(questions) < MOST_KEPT:
            questions.append(Question(step.line, step.file, step.statement.shown))
    on = (number for number, value in run.start_state.signals.items() if value)
    return SignalRecord(
        tuple(clock.changes[:MOST_KEPT]), tuple(questions), frozenset(on), run.duration
    )


class _Clock:
    """Plays the scenario beside the steps of a run, and notes each change of a signal."""

    def __init__(self, scenario: Scenario, start: Mapping[int, bool]) -> None:
        self._scenario, self.now = scenario, dict(start)
        self._due: list[SignalEvent] = sorted(scenario.events)
        self.changes: list[SignalChange] = []

    def pass_to(self, time: float) -> None:
        """Lets everything happen that the scenario does up to a time, s."""
        while self._due and self._due[0].time <= time and len(self.changes) < MOST_KEPT:
            event = self._due.pop(0)
            if self.now.get(event.signal, False) != event.on:
                self.note({event.signal: event.on}, event.time, By.SCENARIO)

    def note(self, different: Mapping[int, bool], time: float, by: By) -> None:
        """Notes signals that have changed at a time, s, with what the scenario answers."""
        if not different:
            return
        self.now |= different
        self.changes += [SignalChange(time, n, on, by) for n, on in different.items()]
        self._due = sorted((*self._due, *responses_to(self._scenario, different, time)))
