"""A moment of a run: all that the machine needs to go on from there, in one frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from scenes.execution.machine.scenario import SignalEvent
from scenes.execution.values.scopes import NO_NAMES, Names, seen
from scenes.world.state import CellState

if TYPE_CHECKING:
    from scenes.runs.step import Step
    from scenes.world.frozen import Array


class Status(Enum):
    """What a run is doing."""

    READY = "ready"
    PAUSED = "paused"
    ENDED = "ended"
    FAILED = "failed"


class Counter(NamedTuple):
    """A FOR loop under way: place of its FOR, and last value and step as they were at its start.

    first, turns: The variable is first + turns * step, unless the block has changed it.
    """

    place: int
    last: float
    step: float
    first: float
    turns: int = 0


class Reaction(NamedTuple):
    """A REACT or REACTI in force: the signal (negative: when it goes off) and its program."""

    signal: int
    program: str
    at_once: bool
    priority: float = 1.0


class Rest(NamedTuple):
    """A motion that REACTI interrupted, to be finished later.

    step: The whole step. done: Seconds of it that are done. began: The state in which its statement
    first began; speed and posture come from there.
    """

    step: Step
    done: float
    began: CellState


@dataclass(frozen=True, eq=False)
class Frame:
    """A program at work.

    place: Index of its next statement. counters: FOR loops under way. names: The program's own
    names and their keys. owned: The keys that end with the program. reaction: The reaction that
    called it; None for CALL. rest: The rest of its next statement, if a signal interrupted that.
    """

    extent: int
    place: int
    counters: tuple[Counter, ...] = ()
    names: Names = field(default_factory=lambda: NO_NAMES)
    owned: tuple[str, ...] = ()
    reaction: Reaction | None = None
    rest: Rest | None = None


class Lap(NamedTuple):
    """A moment at the head of a loop, to be compared with later moments (see `recurrence`).

    turns: Number of times the run has come there again. most: After that many turns a later moment
    takes the place of this one.
    """

    moment: Moment
    most: int
    turns: int = 0


@dataclass(frozen=True, eq=False)
class Moment:
    """A run between two statements.

    Attributes:
        frames: Programs at work, the innermost last; empty when the run has ended.
        time: Seconds since the start.
        advances: How often the machine has advanced since the start.
        count: Statements carried out. idle: Number of these since the last motion or passing time.
        burden: Sum of `Instruction.burden` over the idle statements that did something in the cell.
        due: Changes of signals to come, ordered by time.
        lap: The moment at which a loop began, or None.
        waiting: Reactions whose signal has come and whose program has not begun yet, in order.
    """

    state: CellState
    frames: tuple[Frame, ...]
    time: float = 0.0
    status: Status = Status.READY
    advances: int = 0
    count: int = 0
    idle: int = 0
    burden: int = 0
    reactions: tuple[Reaction, ...] = ()
    timers: Mapping[int, float] = field(default_factory=dict)
    due: tuple[SignalEvent, ...] = ()
    waiting: tuple[Reaction, ...] = ()
    answers: tuple[float, ...] = ()
    last: Step | None = None
    lap: Lap | None = None

    @property
    def frame(self) -> Frame:
        """The program at work."""
        return self.frames[-1]

    @property
    def place(self) -> int | None:
        """Index of the next statement; None when the run has ended."""
        return self.frames[-1].place if self.frames else None

    @property
    def depth(self) -> int:
        """Number of programs at work, each called by the one before."""
        return len(self.frames)

    @property
    def priority(self) -> float:
        """Highest priority of the reactions at work; only a higher one may interrupt."""
        at_work = (f.reaction.priority for f in self.frames if f.reaction is not None)
        return max(at_work, default=-inf)

    @property
    def reaction(self) -> Reaction | None:
        """The reaction whose program begins now, before the next statement, or None.

        It is the waiting reaction of highest priority, among equals the one that came first, if
        its priority is above that of the reactions at work.
        """
        if not self.waiting or not self.frames:
            return None
        first = max(self.waiting, key=lambda reaction: reaction.priority)
        return first if first.priority > self.priority else None

    @property
    def names(self) -> Names:
        """The program at work's names for its own values and parameters, with their keys."""
        return self.frames[-1].names if self.frames else NO_NAMES

    @property
    def variables(self) -> dict[str, float]:
        """The variables that the program at work can see, under its names for them."""
        return seen(self.state.variables, self.names)

    @property
    def locations(self) -> dict[str, Array]:
        """The locations that the program at work can see, under its names for them."""
        return seen(self.state.locations, self.names)

    def having(self, **changes: Any) -> Moment:
        """A copy with some fields changed: faster than `replace`, for loops of a million turns."""
        new = object.__new__(Moment)
        new.__dict__.update(self.__dict__)
        new.__dict__.update(changes)
        return new

    def at(self, place: int) -> Moment:
        """The moment with the statement at `place` as the next of the program at work."""
        frame = object.__new__(Frame)
        frame.__dict__.update(self.frames[-1].__dict__)
        frame.__dict__["place"] = place
        frame.__dict__["rest"] = None
        return self.having(frames=(*self.frames[:-1], frame))

    def with_frame(self, **changes: Any) -> Moment:
        """The moment with changed fields in the frame of the program at work."""
        return self.having(frames=(*self.frames[:-1], replace(self.frames[-1], **changes)))
