"""Run control: ONE state machine for run, pause, step, step back, to cursor, stop and seek.

`RunControl` is a frozen value; every button gives a new one, and the buttons only draw what
`may` says. Time is never counted in ticks: `advance(now)` asks where the playback must be at
clock time `now`, so that a slow picture skips frames and loses no second.

A position is a statement and a time. The time alone does not say which statement is next,
because POINT, ABOVE or HAND take none; stepping must visit each of their lines.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import Enum

SPEED_MIN, SPEED_MAX = 0.1, 4.0


class RunState(Enum):
    """What the run is doing."""

    EMPTY = "no run"
    STOPPED = "ready"
    RUNNING = "running"
    STEPPING = "stepping"
    PAUSED = "paused"
    FINISHED = "finished"
    JOG = "jogging"


class Command(Enum):
    """What a user can ask of a run."""

    RUN = "run"
    PAUSE = "pause"
    STEP = "step"
    BACK = "step back"
    TO_LINE = "run to cursor"
    STOP = "stop"
    SEEK = "seek"
    JOG = "jog"


_RESTING = frozenset(Command) - {Command.PAUSE}
ALLOWED: dict[RunState, frozenset[Command]] = {
    RunState.EMPTY: frozenset({Command.JOG}),
    RunState.STOPPED: _RESTING - {Command.BACK, Command.STOP},
    RunState.PAUSED: _RESTING,
    RunState.FINISHED: _RESTING - {Command.STEP, Command.TO_LINE},
    RunState.JOG: _RESTING,
    RunState.RUNNING: frozenset(Command) - {Command.RUN, Command.JOG},
    RunState.STEPPING: frozenset(Command) - {Command.JOG},
}
MOVING = frozenset({RunState.RUNNING, RunState.STEPPING})


@dataclass(frozen=True)
class Slot:
    """One executed statement on the time line; `fault` says why it could not be executed."""

    line: int
    start: float
    end: float
    fault: str = ""


@dataclass(frozen=True)
class Position:
    """The statement that is executed or comes next, and the time, s. Index len(slots): the end."""

    index: int = 0
    time: float = 0.0


@dataclass(frozen=True)
class RunControl:
    """The state of a run.

    Attributes:
        slots: The statements in the order of execution.
        halt: Index at which the present movement ends (a step, the cursor), or None.
        reason: Why the run came to rest, for the status line.
        anchor: Clock time and run time at which the present movement began.
    """

    slots: tuple[Slot, ...] = ()
    state: RunState = RunState.EMPTY
    position: Position = Position()
    breakpoints: frozenset[int] = frozenset()
    speed: float = 1.0
    loop: bool = False
    halt: int | None = None
    reason: str = ""
    anchor: tuple[float, float] = (0.0, 0.0)
    _starts: tuple[float, ...] = field(default=(), repr=False)

    # What the widgets ask.

    @property
    def duration(self) -> float:
        """Length of the run, s."""
        return self.slots[-1].end if self.slots else 0.0

    @property
    def line(self) -> int | None:
        """The line that is executed or comes next; at the end the last one; None without a run."""
        if not self.slots:
            return None
        return self.slots[min(self.position.index, len(self.slots) - 1)].line

    @property
    def is_moving(self) -> bool:
        return self.state in MOVING

    def may(self, command: Command) -> bool:
        """Whether the command has a meaning now; otherwise `press` gives the same value back."""
        if not self.slots:
            return command is Command.JOG
        if command is Command.STEP and self.position.index >= len(self.slots):
            return False
        return command in ALLOWED[self.state]

    # What the user asks.

    def with_run(self, slots: Iterable[Slot], position: Position | None = None) -> RunControl:
        """A new run at rest, at `position` or at its start; breakpoints, speed and loop stay."""
        kept = tuple(slots)
        fresh = replace(
            self, slots=kept, _starts=tuple(slot.start for slot in kept), halt=None, reason=""
        )
        resting = fresh._at_rest(position or Position()) if kept else fresh._emptied()
        return replace(resting, state=RunState.JOG) if self.state is RunState.JOG else resting

    def _emptied(self) -> RunControl:
        return replace(self, state=RunState.EMPTY, position=Position())

    def with_shifted_lines(self, first: int, by: int) -> RunControl:
        """The same run after `by` lines were put in (taken out if negative) before `first`."""
        slots = tuple(
            replace(slot, line=max(slot.line + by, 1)) if slot.line >= first else slot
            for slot in self.slots
        )
        return replace(self, slots=slots)

    def with_rest(self) -> RunControl:
        """Out of jogging, back to where the run stands."""
        return self._at_rest(self.position) if self.slots else self._emptied()

    def at_line(self, line: int) -> RunControl:
        """Rest at the first statement in `line`; the same value where the line has none."""
        found = next((i for i, slot in enumerate(self.slots) if slot.line == line), None)
        if found is None or not self.may(Command.SEEK):
            return self
        rest = self._at_rest(Position(found, self.slots[found].start))
        return replace(rest, reason="", halt=None)

    def with_breakpoints(self, lines: Iterable[int]) -> RunControl:
        return replace(self, breakpoints=frozenset(lines))

    def with_speed(self, speed: float, now: float) -> RunControl:
        """The same run at another speed (0.1 to 4); a playback goes on from where it is."""
        held = self.advance(now)
        return replace(held, speed=min(max(speed, SPEED_MIN), SPEED_MAX))._anchored(now)

    def with_loop(self, loop: bool) -> RunControl:
        return replace(self, loop=loop)

    def press(self, command: Command, now: float, line: int = 0) -> RunControl:
        """What the run is after the user asked for `command` at clock time `now`."""
        here = self.advance(now)
        if not here.may(command):
            return here
        here = replace(here, reason="", halt=None)
        if command is Command.RUN:
            return here._run(now)
        if command is Command.PAUSE:
            return replace(here, state=RunState.PAUSED)
        if command is Command.STEP:
            return here._step(now)
        if command is Command.BACK:
            return here._back()
        if command is Command.TO_LINE:
            return here._to_line(line, now)
        if command is Command.JOG:
            return replace(here, state=RunState.JOG)
        return here._at_rest(Position())  # STOP; seeking has a time and a method of its own

    def seek(self, time: float) -> RunControl:
        """Rest at a time; the statement is the last one that starts there or before."""
        if not self.may(Command.SEEK):
            return self
        time = min(max(time, 0.0), self.duration)
        if time >= self.duration > 0.0:
            return self._at_rest(Position(len(self.slots), self.duration))
        index = max(bisect_right(self._starts, time) - 1, 0)
        return replace(self._at_rest(Position(index, time)), reason="", halt=None)

    def advance(self, now: float) -> RunControl:
        """Where the run is at clock time `now`; the same value while it rests."""
        if self.state not in MOVING:
            return self
        clock, time = self.anchor
        return self._moved_to(time + max(now - clock, 0.0) * self.speed, now)

    # How it moves.

    def _moved_to(self, time: float, now: float) -> RunControl:
        index = self.position.index
        while index < len(self.slots) and self.slots[index].end <= time:
            index += 1
            if index < len(self.slots) and self._halts_at(index):
                return self._halted(index)
        if index < len(self.slots):
            return replace(self, position=Position(index, max(time, self.slots[index].start)))
        if self.loop and self.state is RunState.RUNNING and self.duration > 0.0:
            over = (time - self.duration) % self.duration
            again = replace(self, position=Position(), anchor=(now - over / self.speed, 0.0))
            return again._halted(0) if self._halts_at(0) else again._moved_to(over, now)
        return self._at_rest(Position(len(self.slots), self.duration))

    def _halts_at(self, index: int) -> bool:
        slot = self.slots[index]
        return index == self.halt or slot.line in self.breakpoints or bool(slot.fault)

    def _halted(self, index: int) -> RunControl:
        slot = self.slots[index]
        reason = ""
        if slot.fault:
            reason = f"line {slot.line}: {slot.fault}"
        elif index != self.halt:
            reason = f"breakpoint in line {slot.line}"
        rested = self._at_rest(Position(index, slot.start))
        return replace(rested, state=RunState.PAUSED, reason=reason, halt=None)

    def _at_rest(self, position: Position) -> RunControl:
        if position.index >= len(self.slots):
            state = RunState.FINISHED
        else:
            state = RunState.STOPPED if position == Position() else RunState.PAUSED
        return replace(self, state=state, position=position)

    def _anchored(self, now: float) -> RunControl:
        return replace(self, anchor=(now, self.position.time))

    def _run(self, now: float) -> RunControl:
        start = Position() if self.position.index >= len(self.slots) else self.position
        return replace(self, state=RunState.RUNNING, position=start)._anchored(now)

    def _step(self, now: float) -> RunControl:
        """Executes one statement. Pressed again during a step, the step ends at once first."""
        index = self.position.index
        if self.state is RunState.STEPPING:
            index = min(index + 1, len(self.slots))
            if index == len(self.slots):
                return self._at_rest(Position(index, self.duration))
        start = max(self.position.time, self.slots[index].start)
        stepping = replace(
            self, state=RunState.STEPPING, position=Position(index, start), halt=index + 1
        )
        return stepping._anchored(now).advance(now)

    def _back(self) -> RunControl:
        """To the start of this statement, or of the one before when that is where it stands."""
        index = min(self.position.index, len(self.slots) - 1)
        ended = self.position.index == len(self.slots)
        if not ended and self.position.time <= self.slots[index].start:
            index = max(index - 1, 0)
        return self._at_rest(Position(index, self.slots[index].start))

    def _to_line(self, line: int, now: float) -> RunControl:
        """Plays to the statement in `line`, or the next below it; goes back if that is past."""
        targets = [i for i, slot in enumerate(self.slots) if slot.line >= line]
        if not targets:
            return self._run(now)
        ahead = [i for i in targets if i > self.position.index]
        nearest = min(self.slots[i].line for i in targets)
        goal = next((i for i in ahead if self.slots[i].line == nearest), None)
        if goal is None:
            goal = next(i for i in targets if self.slots[i].line == nearest)
            return self._at_rest(Position(goal, self.slots[goal].start))
        return replace(self._run(now), halt=goal)
