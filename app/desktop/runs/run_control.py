"""Run control: one state machine for run, pause, step, step back, to cursor, stop and seek.

`RunControl` is a frozen value; every button gives a new one, and a button is enabled where `may`
allows it. Time is never counted in ticks: `advance(now)` computes the place of the playback at
clock time `now`, so that a slow picture skips frames and loses no second.

A position is a statement and a time. The time alone does not say which statement is next,
because POINT, ABOVE or HAND take none; stepping must visit each of their lines.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import Enum

from app.desktop.runs.statements import Slot, TimeLine

SPEED_MIN, SPEED_MAX = 0.1, 4.0


class RunState(Enum):
    """What the run does now."""

    EMPTY = "no run"
    STOPPED = "ready"
    RUNNING = "running"
    STEPPING = "stepping"
    PAUSED = "paused"
    FINISHED = "finished"
    JOG = "jogging"


class Command(Enum):
    """A command of the user to the run."""

    RUN = "run"
    PAUSE = "pause"
    STEP = "step into"
    OVER = "step over"
    OUT = "step out"
    BACK = "step back"
    TO_LINE = "run to cursor"
    STOP = "stop"
    SEEK = "seek"
    JOG = "jog"


STEPS = frozenset({Command.STEP, Command.OVER, Command.OUT})
STARTING = STEPS | {Command.RUN, Command.TO_LINE}
_RESTING = frozenset(Command) - {Command.PAUSE}
ALLOWED: dict[RunState, frozenset[Command]] = {
    RunState.EMPTY: frozenset({Command.JOG}),
    RunState.STOPPED: _RESTING - {Command.BACK, Command.STOP},
    RunState.PAUSED: _RESTING,
    RunState.FINISHED: _RESTING - {*STEPS, Command.TO_LINE},
    RunState.JOG: _RESTING,
    RunState.RUNNING: frozenset(Command) - {Command.RUN, Command.JOG},
    RunState.STEPPING: frozenset(Command) - {Command.JOG},
}
MOVING = frozenset({RunState.RUNNING, RunState.STEPPING})


@dataclass(frozen=True)
class Position:
    """The statement that is executed or comes next, and the time, s.

    The index len(slots) means the end.
    """

    index: int = 0
    time: float = 0.0


@dataclass(frozen=True)
class RunControl:
    """The state of a run.

    Attributes:
        slots: The statements in the order of execution.
        halt: Index at which the present movement ends (a step, the cursor), or None.
        further: More indices at which a run stops: true conditions, lines of other files.
        reason: Why the run came to rest, for the status line.
        anchor: Clock time and run time at which the present movement began, s.
    """

    slots: TimeLine = field(default_factory=TimeLine)
    state: RunState = RunState.EMPTY
    position: Position = Position()
    breakpoints: frozenset[int] = frozenset()
    further: tuple[int, ...] = ()
    speed: float = 1.0
    loop: bool = False
    halt: int | None = None
    reason: str = ""
    anchor: tuple[float, float] = (0.0, 0.0)

    # Read by the widgets.

    @property
    def duration(self) -> float:
        """Length of the run, s."""
        return self.slots[-1].end if self.slots else 0.0

    @property
    def line(self) -> int | None:
        """The line that is executed or comes next; at the end the last; None without a run."""
        if not self.slots:
            return None
        return self.slots[min(self.position.index, len(self.slots) - 1)].line

    @property
    def file(self) -> int:
        """The number of the file that holds this line; 0 is the program in front."""
        if not self.slots:
            return 0
        return self.slots[min(self.position.index, len(self.slots) - 1)].file

    @property
    def is_cut_short(self) -> bool:
        """Whether the run ends at a statement that cannot be carried out."""
        return self.slots.cut_short

    @property
    def _is_at_cut(self) -> bool:
        return self.is_cut_short and self.position.index >= len(self.slots) - 1

    @property
    def is_moving(self) -> bool:
        """Whether the run plays or steps."""
        return self.state in MOVING

    def may(self, command: Command) -> bool:
        """Whether a command has an effect now; otherwise `press` gives the same value back."""
        if not self.slots:
            return command is Command.JOG
        if command in STEPS and (self.position.index >= len(self.slots) or self._is_at_cut):
            return False
        return command in ALLOWED[self.state]

    # Commands.

    def with_run(self, slots: Iterable[Slot], position: Position | None = None) -> RunControl:
        """A new run at rest, at `position` or at its start; breakpoints, speed and loop stay."""
        kept = slots if isinstance(slots, TimeLine) else TimeLine.of(slots)
        fresh = replace(self, slots=kept, further=(), halt=None, reason="")
        resting = fresh._at_rest(position or Position()) if kept else fresh._emptied()
        return replace(resting, state=RunState.JOG) if self.state is RunState.JOG else resting

    def _emptied(self) -> RunControl:
        return replace(self, state=RunState.EMPTY, position=Position())

    def with_shifted_lines(self, first: int, by: int) -> RunControl:
        """The same run after `by` lines were inserted (removed if negative) before `first`."""
        return replace(self, slots=self.slots.with_shifted_lines(first, by))

    def with_rest(self) -> RunControl:
        """The run at rest where it stands, after jogging."""
        return self._at_rest(self.position) if self.slots else self._emptied()

    def at_line(self, line: int) -> RunControl:
        """The run at rest at the first statement in `line`; the same value where there is none."""
        found = self.slots.first_in(line)
        if found is None or not self.may(Command.SEEK):
            return self
        rest = self._at_rest(Position(found, self.slots[found].start))
        return replace(rest, reason="", halt=None)

    def with_breakpoints(self, lines: Iterable[int], further: Iterable[int] = ()) -> RunControl:
        """The run with these lines of the program and these indices to stop at."""
        return replace(self, breakpoints=frozenset(lines), further=tuple(sorted(further)))

    def with_speed(self, speed: float, now: float) -> RunControl:
        """The run at another speed (0.1 to 4); a playback goes on from its place."""
        held = self.advance(now)
        return replace(held, speed=min(max(speed, SPEED_MIN), SPEED_MAX))._anchored(now)

    def with_loop(self, loop: bool) -> RunControl:
        """The run that begins again at its end, or does not."""
        return replace(self, loop=loop)

    def press(self, command: Command, now: float, line: int = 0, file: int = 0) -> RunControl:
        """The run after the user gave `command` at clock time `now`, s."""
        here = self.advance(now)
        if not here.may(command):
            return here
        here = replace(here, reason="", halt=None)
        if command is Command.RUN:
            return here._run(now)
        if command is Command.PAUSE:
            return replace(here, state=RunState.PAUSED)
        if command in STEPS:
            return here._step(command, now)
        if command is Command.BACK:
            return here._back()
        if command is Command.TO_LINE:
            return here._to_line(line, file, now)
        if command is Command.JOG:
            return replace(here, state=RunState.JOG)
        return here._at_rest(Position())  # STOP; seeking has a time and a method of its own

    def played_to(self, index: int, now: float) -> RunControl:
        """The run that plays on to a statement; at rest there if that statement is not ahead."""
        if not self.slots or index <= self.position.index:
            place = min(index, len(self.slots))
            end = self.slots[place].start if place < len(self.slots) else self.duration
            return self._at_rest(Position(place, end)) if self.slots else self
        return replace(self._run(now), halt=index)

    def seek(self, time: float) -> RunControl:
        """The run at rest at a time, s; its statement is the last one begun by then."""
        if not self.may(Command.SEEK):
            return self
        time = min(max(time, 0.0), self.duration)
        if time >= self.duration > 0.0:
            return self._at_rest(Position(len(self.slots), self.duration))
        index = max(self.slots.begun_by(time) - 1, 0)
        return replace(self._at_rest(Position(index, time)), reason="", halt=None)

    def advance(self, now: float) -> RunControl:
        """The run at clock time `now`, s; the same value while it rests."""
        if self.state not in MOVING:
            return self
        clock, time = self.anchor
        return self._moved_to(time + max(now - clock, 0.0) * self.speed, now)

    # Movement.

    def _moved_to(self, time: float, now: float) -> RunControl:
        index = max(self.slots.ended_by(time), self.position.index)
        stop = self._first_stop(self.position.index + 1, index + 1)
        if stop is not None:
            return self._halted(stop)
        if index < len(self.slots):
            return replace(self, position=Position(index, max(time, self.slots[index].start)))
        if self.loop and self.state is RunState.RUNNING and self.duration > 0.0:
            over = (time - self.duration) % self.duration
            again = replace(self, position=Position(), anchor=(now - over / self.speed, 0.0))
            return again._halted(0) if self._halts_at(0) else again._moved_to(over, now)
        return self._at_rest(Position(len(self.slots), self.duration))

    def _first_stop(self, first: int, behind: int) -> int | None:
        """The first index in [first, behind) at which the run stops."""
        goal = self.halt if self.halt is not None and first <= self.halt < behind else behind
        next_ = bisect_left(self.further, first)
        goal = min(goal, self.further[next_] if next_ < len(self.further) else behind)
        found = self.slots.first_stop(self.breakpoints, first, min(goal, len(self.slots)))
        goal = goal if found is None else found
        return goal if goal < min(behind, len(self.slots)) else None

    def _halts_at(self, index: int) -> bool:
        return self._first_stop(index, index + 1) == index

    def _halted(self, index: int) -> RunControl:
        slot = self.slots[index]
        reason = ""
        if slot.fault:
            reason = f"line {slot.line}: {slot.fault}"
        elif slot.held:
            reason = f"PAUSE before line {slot.line}; Run goes on"
        elif index in self.further or (slot.line in self.breakpoints and not slot.file):
            reason = f"breakpoint in line {slot.line}"
        rested = self._at_rest(Position(index, slot.start))
        return replace(rested, state=RunState.PAUSED, reason=reason, halt=None)

    def _at_rest(self, position: Position) -> RunControl:
        if position.index >= len(self.slots) and self.is_cut_short:
            return self._halted(len(self.slots) - 1)
        if position.index >= len(self.slots):
            state = RunState.FINISHED
        else:
            state = RunState.STOPPED if position == Position() else RunState.PAUSED
        return replace(self, state=state, position=position)

    def _anchored(self, now: float) -> RunControl:
        return replace(self, anchor=(now, self.position.time))

    def _run(self, now: float) -> RunControl:
        is_over = self.position.index >= len(self.slots) or self._is_at_cut
        start = Position() if is_over else self.position
        return replace(self, state=RunState.RUNNING, position=start)._anchored(now)

    def _step(self, command: Command, now: float) -> RunControl:
        """Starts one statement, or a called program; while one is in progress, ends it first."""
        index = self.position.index
        if self.state is RunState.STEPPING:
            index = min(index + 1 if self.halt is None else self.halt, len(self.slots))
            if index >= len(self.slots):
                return self._at_rest(Position(len(self.slots), self.duration))
        deepest = {Command.OVER: 0, Command.OUT: -1}
        halt = self.slots.next_step(index)
        if command in deepest:
            halt = self.slots.next_not_deeper(index, self.slots[index].depth + deepest[command])
        start = max(self.position.time, self.slots[index].start)
        stepping = replace(
            self, state=RunState.STEPPING, position=Position(index, start), halt=halt
        )
        return stepping._anchored(now).advance(now)

    def _back(self) -> RunControl:
        """Goes to the start of this statement, or of the one before if it stands there."""
        slots = self.slots
        index = slots.step_start(min(self.position.index, len(slots) - 1))
        ended = self.position.index == len(slots)
        if not ended and self.position.time <= slots[index].start:
            index = slots.step_start(max(index - 1, 0))
        return self._at_rest(Position(index, self.slots[index].start))

    def _to_line(self, line: int, file: int, now: float) -> RunControl:
        """Plays to the next statement in or below `line`; goes back where that lies behind."""
        targets = self.slots.in_nearest_line(line, file)
        if not len(targets):
            return self._run(now)
        ahead = targets[targets > self.position.index]
        if not len(ahead):
            goal = int(targets[0])
            return self._at_rest(Position(goal, self.slots[goal].start))
        return replace(self._run(now), halt=int(ahead[0]))
