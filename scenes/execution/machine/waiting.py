"""WAIT: lets time pass until its condition holds, a reaction comes, or nothing can change."""

from __future__ import annotations

from dataclasses import replace

from kinematics.motion.motion import Motion
from scenes.execution.machine.clocks import asks_for_time
from scenes.execution.machine.machine import Machine
from scenes.execution.machine.moment import Moment
from scenes.execution.machine.signal_times import MOST_CHANGES, settled
from scenes.execution.values.impossible import ImpossibleError
from scenes.execution.values.task import Task
from scenes.runs.step import Step

# Seconds between two looks at a condition with TIME or TIMER, and seconds until WAIT gives up.
GLANCE, LONGEST = 0.01, 3600.0
# Decimals of a second to which the times of coming signals must agree to count as the same.
ALIKE = 7


def wait_step(machine: Machine, now: Moment, task: Task) -> tuple[Moment, Step]:
    """The moment behind a WAIT and its step; ImpossibleError (E602) where the WAIT can never end.

    If a reaction comes first, the WAIT stays the next statement and goes on when the program of the
    reaction has returned.
    """
    moment, own, watch = now, task, _Watch(task, now)
    while task.number("condition") == 0 and moment.reaction is None:
        moment = settled(machine.scenario, moment, watch.next_look(moment))
        task = machine.task(moment)
    passed = moment.time - now.time
    step = own.step(moment.state, Motion.still(now.state.q, passed)).starting_at(now.time)
    # Two samples hold a WAIT, which may take an hour.
    step = replace(step, period=max(passed, step.period))
    after = moment if moment.reaction is not None else moment.at(now.frame.place + 1)
    return (after.having(idle=0, burden=0) if passed > 0.0 else after), step


class _Watch:
    """Decides when a WAIT looks at its condition again, and when it gives up."""

    def __init__(self, task: Task, now: Moment) -> None:
        self._task, self._start = task, now.time
        self._is_timed = asks_for_time(task.statement)
        self._seen: set[object] = set()
        self._looks = 0

    def next_look(self, moment: Moment) -> float:
        """The time of the next look, s; ImpossibleError (E602) where nothing new can come."""
        self._looks += 1
        waits = moment.time - self._start
        if self._is_timed and waits < LONGEST:
            later = moment.time + GLANCE
            return min(later, moment.due[0].time) if moment.due else later
        if self._is_timed:
            raise self._never(moment, f"an hour has passed, to {moment.time:.6g} s")
        if not moment.due:
            raise self._never(moment, "the scenario has nothing left to happen")
        ahead = _ahead(moment)
        if ahead in self._seen:
            raise self._never(moment, "what the scenario does repeats itself for ever")
        if self._looks > MOST_CHANGES:
            raise self._never(moment, f"the signals have changed {MOST_CHANGES} times")
        self._seen.add(ahead)
        return moment.due[0].time

    def _never(self, moment: Moment, why: str) -> ImpossibleError:
        """The error that a WAIT can never end, with the signals that are on."""
        on = sorted(number for number, value in moment.state.signals.items() if value)
        listed = f"signals on: {', '.join(map(str, on))}" if on else "no signal is on"
        shown = self._task.statement.shown
        return ImpossibleError("E602", f"deadlock: {shown} can never end; {listed}, and {why}")


def _ahead(moment: Moment) -> object:
    """Key of the future of the signals: those that are on, and coming changes in s from now."""
    on = frozenset(number for number, value in moment.state.signals.items() if value)
    due = tuple((round(e.time - moment.time, ALIKE), e.signal, e.on) for e in moment.due)
    return on, due
