"""What the lanes show: each signal over time, and the edges of the scenario that can be dragged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.desktop.state.scenarios.scenario_edits import Entry, Said
from app.programs.signal_uses import SignalUses

if TYPE_CHECKING:
    from scenes.execution.debugging.signal_record import SignalRecord
    from scenes.execution.machine.scenario import SignalEvent

MOST_EDGES = 400  # edges drawn of one response that comes again and again
MARGIN = 1.06  # the lanes go on a little behind the last event
SHORTEST_S = 1.0  # the lanes show at least so many seconds


@dataclass(frozen=True)
class Edge:
    """A change of a signal that an entry of the scenario makes.

    entry: The index of the entry. since: For a response, the time of the signal that set it off, s.
    """

    time: float
    signal: int
    on: bool
    entry: int
    since: float | None = None

    @property
    def is_response(self) -> bool:
        """Whether it answers another signal."""
        return self.since is not None


@dataclass(frozen=True)
class Lane:
    """A signal over time. spans: The intervals in which it is on, s. edges: In order of time.

    by_hand: The times at which the user has set it by hand, s.
    """

    signal: int
    is_input: bool
    name: str = ""
    spans: tuple[tuple[float, float], ...] = ()
    edges: tuple[Edge, ...] = ()
    by_hand: tuple[float, ...] = ()

    def is_on(self, time: float) -> bool:
        """Whether the signal is on at a time, s."""
        return any(start <= time < end for start, end in self.spans)


@dataclass(frozen=True)
class Lanes:
    """All lanes, inputs first, and the time that they show, s. run_end: The end of the run, s."""

    inputs: tuple[Lane, ...] = ()
    outputs: tuple[Lane, ...] = ()
    end: float = SHORTEST_S
    run_end: float = 0.0
    unused: frozenset[int] = field(default_factory=frozenset)  # entries never set off in the run

    @property
    def all(self) -> tuple[Lane, ...]:
        """The lanes from top to bottom."""
        return (*self.inputs, *self.outputs)


def lanes_of(
    said: Said,
    record: SignalRecord,
    uses: SignalUses,
    names: Mapping[int, str],
    further: Iterable[int] = (),
    by_hand: Sequence[SignalEvent] = (),
) -> Lanes:
    """The lanes of a scenario and a run. further: Input signals that have no event yet.

    by_hand: What the user has set while the program ran.
    """
    from scenes.execution.debugging.signal_record import By

    edges = edges_of(said.entries, record)
    inputs = {n for entry in said.entries for n, _ in entry.changes()} | uses.inputs
    inputs |= {edge.signal for edge in edges} | record.changed_by(By.SCENARIO) | set(further)
    outputs = (record.changed_by(By.PROGRAM) | uses.set_) - inputs
    inputs |= record.changed_by(By.HAND) - outputs
    inputs |= {event.signal for event in by_hand} - outputs
    last = max((edge.time for edge in edges), default=0.0)
    end = max(record.duration, last) * MARGIN or SHORTEST_S

    def lane(signal: int, is_input: bool) -> Lane:
        own = tuple(edge for edge in edges if edge.signal == signal)
        spans = spans_of(signal, record, own, end)
        hand = tuple(event.time for event in by_hand if event.signal == signal)
        return Lane(signal, is_input, names.get(signal, ""), spans, own, hand)

    seen = {edge.entry for edge in edges}
    return Lanes(
        tuple(lane(n, True) for n in sorted(inputs)),
        tuple(lane(n, False) for n in sorted(outputs)),
        max(end, SHORTEST_S),
        record.duration,
        frozenset(entry.index for entry in said.entries) - seen,
    )


def edges_of(entries: Iterable[Entry], record: SignalRecord) -> tuple[Edge, ...]:
    """The edges of all entries in the order of time; a response has one for each time it came."""
    found: list[Edge] = []
    for entry in entries:
        if entry.at is not None:
            found += [Edge(entry.at, n, on, entry.index) for n, on in entry.changes()]
            continue
        when = entry.when
        if when is None:
            continue
        came = (c for c in record.changes if c.signal == abs(when) and c.on == (when > 0))
        for change in list(came)[:MOST_EDGES]:
            time = change.time + entry.delay
            found += [Edge(time, n, on, entry.index, change.time) for n, on in entry.changes()]
    return tuple(sorted(found, key=lambda edge: (edge.time, edge.signal, edge.entry)))


def spans_of(
    signal: int, record: SignalRecord, edges: Iterable[Edge], end: float
) -> tuple[tuple[float, float], ...]:
    """The intervals, s, in which a signal is on: as the run has it, then as the edges say."""
    changes = list(record.of(signal))
    changes += [(edge.time, edge.on) for edge in edges if edge.time > record.duration]
    spans: list[tuple[float, float]] = []
    since = 0.0 if signal in record.start else None
    for time, on in changes:
        if on and since is None:
            since = time
        elif not on and since is not None:
            spans.append((since, time))
            since = None
    if since is not None:
        spans.append((since, end))
    return tuple(spans)
