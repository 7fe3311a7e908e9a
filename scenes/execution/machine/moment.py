"""Where a run stands: everything that is needed to go on from there, as one frozen value."""

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
    """A FOR loop under way: place of its FOR, end and step, worked out when it began.

    first, turns: The variable has got first + turns * step, unless the block changed it.
    """

    place: int
    last: float
    step: float
    first: float
    turns: int = 0


class Reaction(NamedTuple):
    """REACT or REACTI in force: the signal (negative: going off) and the program it calls."""

    signal: int
    program: str
    at_once: bool
    priority: float = 1.0


class Rest(NamedTuple):
    """What REACTI cut off: the step as it was to be, the seconds of it that are done, and the
    state in which its statement first began: speed and posture are from there."""

    step: Step
    done: float
    began: CellState


@dataclass(frozen=True, eq=False)
class Frame:
    """A program at work.

    place: Index of its next statement. counters: FOR loops under way. names: Its own words and
    the keys they stand for. owned: Those of the keys that end with it. reaction: What called it;
    None for CALL. rest: What is left of its next statement, which a signal interrupted.
    """

    extent: int
    place: int
    counters: tuple[Counter, ...] = ()
    names: Names = field(default_factory=lambda: NO_NAMES)
    owned: tuple[str, ...] = ()
    reaction: Reaction | None = None
    rest: Rest | None = None


class Lap(NamedTuple):
    """A moment at the head of a loop, to be compared with later ones (see `recurrence`).

    turns: Times that the run has come there again. most: So many, and a later moment is taken.
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
        advances: Times that the machine has gone on from the start.
        count: Statements carried out. idle: of these since the last motion or passing of time.
        burden: What those that did something in the cell since then weigh: TYPE more than others.
        due: Changes of signals that are to come, by time.
        lap: Where the run was when a loop began.
        waiting: Reactions whose signal has come and whose program is yet to begin, as they came.
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
        """How many programs are at work, one inside the other."""
        return len(self.frames)

    @property
    def priority(self) -> float:
        """That of the most important reaction at work; only what is above it may interrupt."""
        at_work = (f.reaction.priority for f in self.frames if f.reaction is not None)
        return max(at_work, default=-inf)

    @property
    def reaction(self) -> Reaction | None:
        """The reaction whose program begins now, before the next statement: of those that wait
        the most important, the earliest of equals; None where none may interrupt."""
        if not self.waiting or not self.frames:
            return None
        first = max(self.waiting, key=lambda reaction: reaction.priority)
        return first if first.priority > self.priority else None

    @property
    def names(self) -> Names:
        """The words of the program at work for what is its own or lent to it."""
        return self.frames[-1].names if self.frames else NO_NAMES

    @property
    def variables(self) -> dict[str, float]:
        """The variables that the program at work can see, by its words for them."""
        return seen(self.state.variables, self.names)

    @property
    def locations(self) -> dict[str, Array]:
        """The locations that the program at work can see, by its words for them."""
        return seen(self.state.locations, self.names)

    def but(self, **changes: Any) -> Moment:
        """As `replace`, without its checks: a program may count to a million."""
        new = object.__new__(Moment)
        new.__dict__.update(self.__dict__)
        new.__dict__.update(changes)
        return new

    def at(self, place: int) -> Moment:
        """The run with another next statement in the program at work."""
        frame = object.__new__(Frame)
        frame.__dict__.update(self.frames[-1].__dict__)
        frame.__dict__["place"] = place
        frame.__dict__["rest"] = None
        return self.but(frames=(*self.frames[:-1], frame))

    def with_frame(self, **changes: Any) -> Moment:
        """The run with the program at work changed."""
        return self.but(frames=(*self.frames[:-1], replace(self.frames[-1], **changes)))
