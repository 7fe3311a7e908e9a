"""Questions about a run at a stop, answered in a process of their own. No Qt.

What a run is of is sent packed with each question; the process keeps the recording of the last.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING, Any

from app.background.letters import Letter, packed, unpacked
from app.programs.read_text import program_given
from scenes import Cell, SceneError

if TYPE_CHECKING:
    from scenes.execution.debugging.change import Change, Kind
    from scenes.execution.debugging.debugger import Breakpoint
    from scenes.execution.debugging.recording import Look, Recording
    from scenes.execution.machine.scenario import Scenario
    from scenes.makers.foreign_text import ForeignText


_keys = count()


@dataclass(frozen=True)
class Subject:
    """What a run is of, packed once.

    key: Of its own: copies of it in another process are the same. revision: Of the document.
    """

    key: int
    revision: int = field(compare=False)
    packed: Letter = field(compare=False, repr=False)

    @classmethod
    def of(
        cls,
        revision: int,
        cell: Cell,
        program: tuple[str | ForeignText, str],
        others: Sequence[tuple[str, str]] = (),
        changes: Sequence[Change] = (),
        scenario: Scenario | None = None,
    ) -> Subject:
        """A program and the called files as (text, name), changes by hand, and the scenario."""
        # Documents count their revisions each for itself: two of them have the same numbers.
        return cls(
            next(_keys), revision, packed((cell, program, tuple(others), tuple(changes), scenario))
        )

    def given(self) -> Any:
        """Cell, program, called files, changes by hand and scenario, in this order."""
        cell, (text, name), *rest = unpacked(self.packed)
        return (cell, (program_given(text, cell), name), *rest)


@lru_cache(maxsize=1)
def recording_of(subject: Subject) -> Recording:
    """The run of a subject, with the moments by which it can be looked at."""
    from scenes.execution.debugging.recording import record
    from scenes.execution.simulation import machine_for

    cell, program, others, changes, scenario = subject.given()
    return record(machine_for(cell, program, scenario=scenario, others=others), changes)


def look_at(subject: Subject, advances: int, watches: Sequence[str]) -> Look:
    """What is to be seen of the run before a statement."""
    return recording_of(subject).look(advances, watches)


def stops_of(subject: Subject, breakpoints: Sequence[Breakpoint]) -> tuple[int, ...]:
    """The advances before which the condition of a breakpoint holds."""
    return recording_of(subject).hits(breakpoints)


def change_at(subject: Subject, advances: int, kind: Kind, name: str, text: str) -> Change | str:
    """The change that a text asks for at a stop, or why it asks for none."""
    from scenes.execution.debugging.by_hand import change_of

    recording = recording_of(subject)
    try:
        return change_of(recording.machine, recording.moment(advances), kind, name, text)
    except SceneError as fault:
        return str(fault)
