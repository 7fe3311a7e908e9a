"""What changes of signals bring about: answers of a scenario, reactions of a program."""

from __future__ import annotations

from collections.abc import Mapping

from scenes.moment import Reaction
from scenes.scenario import Scenario, SignalEvent


def switched(before: Mapping[int, bool], after: Mapping[int, bool]) -> dict[int, bool]:
    """The signals that are not as they were."""
    return {n: on for n, on in after.items() if before.get(n, False) != on}


def responses_to(
    scenario: Scenario, changed: Mapping[int, bool], time: float
) -> tuple[SignalEvent, ...]:
    """What the scenario answers to changes at a time, s."""
    return tuple(
        SignalEvent(time + response.delay, response.signal, response.on)
        for response in scenario.responses
        if changed.get(abs(response.when)) == (response.when > 0)
    )


def reacting(reactions: tuple[Reaction, ...], changed: Mapping[int, bool]) -> tuple[Reaction, ...]:
    """The reactions in force that changes of signals set off."""
    return tuple(r for r in reactions if changed.get(abs(r.signal)) == (r.signal > 0))
