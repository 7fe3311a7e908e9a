"""Effects of changes of signals: responses of the scenario, reactions of the program."""

from __future__ import annotations

from collections.abc import Mapping

from scenes.execution.machine.moment import Moment, Reaction
from scenes.execution.machine.scenario import Scenario, SignalEvent
from scenes.execution.values.impossible import ImpossibleError

# Signals that change more often during one statement count as changing for ever.
MOST_CHANGES = 10_000


def switched(before: Mapping[int, bool], after: Mapping[int, bool]) -> dict[int, bool]:
    """The signals that differ between two states, with their new values."""
    return {n: on for n, on in after.items() if before.get(n, False) != on}


def responses_to(
    scenario: Scenario, changed: Mapping[int, bool], time: float
) -> tuple[SignalEvent, ...]:
    """The events with which the scenario responds to changes at a time, s."""
    return tuple(
        SignalEvent(time + response.delay, response.signal, response.on)
        for response in scenario.responses
        if changed.get(abs(response.when)) == (response.when > 0)
    )


def reacting(reactions: tuple[Reaction, ...], changed: Mapping[int, bool]) -> tuple[Reaction, ...]:
    """The reactions in force whose signals have changed as they ask."""
    return tuple(r for r in reactions if changed.get(abs(r.signal)) == (r.signal > 0))


def with_effects(
    scenario: Scenario, now: Moment, changed: Mapping[int, bool], time: float
) -> Moment:
    """The moment with the effects of changed signals: responses to come, reactions that wait.

    A reaction that waits already, because its signal came before, is not added again.
    """
    due = responses_to(scenario, changed, time)
    new = tuple(r for r in reacting(now.reactions, changed) if r not in now.waiting)
    return now.having(due=tuple(sorted((*now.due, *due))), waiting=(*now.waiting, *new))


def happened(scenario: Scenario, now: Moment) -> Moment:
    """The moment behind the next change of a signal that is due."""
    event, now = now.due[0], now.having(due=now.due[1:])
    if now.state.signals.get(event.signal, False) == event.on:
        return now
    now = now.having(state=now.state.with_signal(event.signal, event.on))
    return with_effects(scenario, now, {event.signal: event.on}, event.time)


def settled(scenario: Scenario, now: Moment, time: float) -> Moment:
    """The moment at a time, s, after all changes of signals up to then."""
    changes = 0
    while now.due and now.due[0].time <= time:
        changes = _counted(changes, now)
        now = happened(scenario, now)
    return now.having(time=time)


def settled_if_ever(scenario: Scenario, now: Moment) -> Moment:
    """The moment after all changes that are due; unchanged if the signals never come to rest.

    In that case the next statement raises the error.
    """
    try:
        return settled(scenario, now, now.time)
    except ImpossibleError:
        return now


def cut_at(scenario: Scenario, now: Moment, end: float) -> float | None:
    """Time, s, of the first signal that interrupts a motion which lasts until `end`, s, or None."""
    if not any(reaction.at_once for reaction in now.reactions):
        return None
    least, changes = now.priority, 0
    while now.due and now.due[0].time < end:
        changes, time = _counted(changes, now), now.due[0].time
        now = happened(scenario, now)
        if any(r.at_once and r.priority > least for r in now.waiting):
            return time
    return None


def _counted(changes: int, now: Moment) -> int:
    if changes >= MOST_CHANGES:
        event = now.due[0]
        state = "on" if event.on else "off"
        message = (
            f"endless loop: more than {MOST_CHANGES} changes of signals during one statement, the "
            f"last: signal {event.signal} {state} at {event.time:.6g} s; answers of the scenario "
            "set each other off"
        )
        raise ImpossibleError("E603", message, signal=event.signal)
    return changes + 1
