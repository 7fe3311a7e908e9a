"""Recording: a run with kept moments, so that a user can look at any statement of it again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from scenes.errors import SceneError
from scenes.execution.debugging.change import Change, changed_here
from scenes.execution.debugging.debugger import Breakpoint, Line, call_stack_of, value_of
from scenes.execution.debugging.kept_moments import Mark, keep, mark_before, until_kept
from scenes.execution.machine.advance import advance
from scenes.execution.machine.calculating import calculated
from scenes.execution.machine.machine import Machine
from scenes.execution.machine.moment import Moment, Status
from scenes.runs.step import Step
from scenes.world.frozen import Array, Frozen
from scenes.world.state import CellState


@dataclass(frozen=True, eq=False)
class Look(Frozen):
    """The values of a run before one of its statements.

    Attributes:
        advances: Number of advances of the machine before the statement.
        stack: The programs at work, the innermost first.
        watched: Text of each watch expression with its value, or with why it has none.
        waiting_for: Coming changes of signals of the scenario, as (time in s, signal, on).
    """

    advances: int
    stack: tuple[Line, ...]
    time: float
    variables: Mapping[str, float]
    locations: Mapping[str, Array]
    signals: Mapping[int, bool]
    watched: tuple[tuple[str, float | str], ...] = ()
    waiting_for: tuple[tuple[float, int, bool], ...] = ()


@dataclass(frozen=True, eq=False)
class Recording:
    """The kept moments of a run, ordered by advances of the machine; the last is its end."""

    machine: Machine
    marks: tuple[Mark, ...]
    changes: tuple[Change, ...] = ()

    def moment(self, advances: int) -> Moment:
        """The moment behind so many advances of the machine; SceneError if there are fewer."""
        last = self.marks[-1].advances
        if not 0 <= advances <= last:
            raise SceneError(f"the run has {last} statements behind it, not {advances}")
        now = self.marks[mark_before(self.marks, advances)].moment
        while now.advances < advances:
            now = self._next(now)[0]
        return now

    def _next(self, now: Moment) -> tuple[Moment, Step | None]:
        now, step = advance(self.machine, now)
        return changed_here(self.machine, now, self.changes), step

    def look(self, advances: int, watches: Sequence[str] = ()) -> Look:
        """The values of the run at that moment."""
        return look_of(self.machine, self.moment(advances), watches)

    def hits(self, breakpoints: Iterable[Breakpoint]) -> tuple[int, ...]:
        """Advances of the machine before which a breakpoint would stop the run."""
        wanted: dict[tuple[int, int], list[Breakpoint]] = {}
        for each in breakpoints:
            wanted.setdefault((each.file, each.line), []).append(each)
        if not wanted:
            return ()
        return tuple(
            now.advances
            for now in self._moments()
            if any(
                _holds(self.machine, now, each.condition)
                for each in wanted.get(self._place(now), ())
            )
        )

    def _place(self, now: Moment) -> tuple[int, int]:
        statement = self.machine.statement(now) if now.reaction is None else None
        return (self.machine.file(now), statement.line) if statement is not None else (-1, 0)

    def _moments(self) -> Iterator[Moment]:
        """Every moment of the run; motions are not calculated again."""
        for mark, following in zip(self.marks, (*self.marks[1:], None), strict=True):
            now = mark.moment
            yield now
            if following is None:
                return
            while now.advances < following.advances - 1:
                now = self._next(now)[0]
                yield now


def look_of(machine: Machine, now: Moment, watches: Sequence[str] = ()) -> Look:
    """The values of a run at a moment."""
    state = now.state
    return Look(
        now.advances,
        call_stack_of(machine, now),
        now.time,
        now.variables,
        now.locations,
        state.signals,
        tuple((text, watched(machine, now, text)) for text in watches),
        tuple((event.time, event.signal, event.on) for event in now.due),
    )


def record(
    machine: Machine, changes: Sequence[Change] = (), start: CellState | None = None
) -> Recording:
    """The recording of a program that runs to its end, or until a statement fails."""
    recording = Recording(machine, (), tuple(changes))
    now = changed_here(machine, machine.begin(state=start), recording.changes)
    marks, steps = [Mark(now, 0)], 0
    while now.frames and now.status is not Status.FAILED:
        before = now
        row = calculated(machine, now, 0 if changes else until_kept(marks, now))
        if row.places and row.step is None:
            now, step = row.moment, None
        else:
            now, step = recording._next(now)
        if now.status is Status.FAILED:
            break
        steps += step is not None
        keep(marks, now, steps, step is not None and step.duration > 0.0)
    last = before if now.status is Status.FAILED else now
    if marks[-1].moment is not last:
        marks.append(Mark(last, steps))
    return Recording(machine, tuple(marks), recording.changes)


def watched(machine: Machine, now: Moment, text: str) -> float | str:
    """The value of a watch expression, or why it has none."""
    try:
        return value_of(machine, now, text)
    except SceneError as fault:
        return str(fault)


def _holds(machine: Machine, now: Moment, condition: str) -> bool:
    """Whether a condition holds or has no value: both stop the run, as in a session."""
    value = watched(machine, now, condition) if condition else 1.0
    return not isinstance(value, float) or value != 0.0
