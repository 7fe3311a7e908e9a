"""Where a run stands: everything that is needed to go on from there, as one frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

from scenes.scenario import SignalEvent
from scenes.state import CellState

if TYPE_CHECKING:
    from scenes.frozen import Array
    from scenes.step import Step


class Status(Enum):
    """What a run is doing."""

    READY = "ready"
    PAUSED = "paused"
    ENDED = "ended"
    FAILED = "failed"


class Counter(NamedTuple):
    """A FOR loop under way: place of its FOR, end and step, worked out when it began."""

    place: int
    last: float
    step: float


class Loan(NamedTuple):
    """A parameter of a called program: what its name held before, and what gets its value back."""

    name: str
    variable: float | None
    location: Array | None
    back_variable: str = ""
    back_location: str = ""


@dataclass(frozen=True, eq=False)
class Frame:
    """A program at work.

    place: Index of its next statement. counters: FOR loops under way. reaction: Number of the
    signal that called it, 0 for CALL.
    """

    extent: int
    place: int
    counters: tuple[Counter, ...] = ()
    loans: tuple[Loan, ...] = ()
    reaction: int = 0


class Reaction(NamedTuple):
    """REACT or REACTI in force: the signal (negative: going off) and the program it calls."""

    signal: int
    program: str
    at_once: bool
    priority: float = 1.0


@dataclass(frozen=True, eq=False)
class Moment:
    """A run between two statements.

    Attributes:
        frames: Programs at work, the innermost last; empty when the run has ended.
        time: Seconds since the start.
        advances: Times that the machine has gone on from the start.
        count: Statements carried out. idle: of these since the last motion or passing of time.
        due: Changes of signals that are to come, by time.
        waiting: Signals that went on or off and wait for their reaction.
    """

    state: CellState
    frames: tuple[Frame, ...]
    time: float = 0.0
    status: Status = Status.READY
    advances: int = 0
    count: int = 0
    idle: int = 0
    reactions: tuple[Reaction, ...] = ()
    timers: Mapping[int, float] = field(default_factory=dict)
    due: tuple[SignalEvent, ...] = ()
    waiting: tuple[Reaction, ...] = ()
    answers: tuple[float, ...] = ()
    last: Step | None = None

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
        return self.but(frames=(*self.frames[:-1], frame))

    def with_frame(self, **changes: Any) -> Moment:
        """The run with the program at work changed."""
        return self.but(frames=(*self.frames[:-1], replace(self.frames[-1], **changes)))
