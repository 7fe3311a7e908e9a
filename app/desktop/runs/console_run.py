"""The console's run as the window shows it: its steps so far, and its next statement."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from app.desktop.runs.shown_run import ShownRun, shown_run_of
from language import compile_program
from scenes import Run
from scenes.runs.step import Step
from scenes.runs.trace import Trace

if TYPE_CHECKING:
    from app.console.run_commands import Lines, RunDialogue
    from scenes.execution.debugging.debugger import Session
    from scenes.execution.debugging.recording import Look


@dataclass(frozen=True, eq=False)
class ConsoleRun:
    """A run that the user steps through in the console.

    index: The next statement on its time line. look: The values at that stop.
    """

    shown_run: ShownRun
    index: int
    look: Look

    @property
    def time(self) -> float:
        """The length of the run so far, s."""
        return self.shown_run.run.duration


def fed_and_shown(
    runs: RunDialogue, line: str, text: str
) -> tuple[RunDialogue, Lines, ConsoleRun | None]:
    """A dialogue after a command, its output, and its run if the command has moved it."""
    from app.console.run_commands import fed

    before = runs.session
    runs, output = fed(runs, line, text)
    moved = runs.session is not None and runs.session is not before
    return runs, output, console_run_of(runs) if moved else None


def console_run_of(runs: RunDialogue) -> ConsoleRun:
    """The run of a dialogue in which a run has begun."""
    from scenes.execution.debugging.recording import look_of
    from scenes.execution.machine.moment import Status

    session, program = runs.session, runs.program
    assert session is not None and program is not None
    steps = runs.steps_done()
    machine = session.machine
    run = Run(
        machine.cell,
        program,
        compile_program(program),
        steps,
        session.marks[0].moment.state,
        machine.files[0],
        _trace(session, steps),
        machine.files,
    )
    index = len(steps) - 1 if session.now.status is Status.FAILED else len(steps)
    look = look_of(machine, session.now, runs.watches)
    return ConsoleRun(shown_run_of(run, runs.scenario), max(index, 0), look)


def _trace(session: Session, steps: tuple[Step, ...]) -> Trace:
    """The trace of the steps, with the next statement at its end."""
    machine, now = session.machine, session.now
    numbers = {name: number for number, name in reversed(list(enumerate(machine.files)))}
    rows = [(s.line, numbers.get(s.file, 0) if s.file else 0, s.start_time) for s in steps]
    if not session.is_over and session.line is not None:
        rows.append((session.line, machine.file(now), steps[-1].end_time if steps else 0.0))
    count = np.arange(len(rows), dtype=np.int64)
    return Trace(
        lines=np.array([row[0] for row in rows], dtype=np.int64),
        files=np.array([row[1] for row in rows], dtype=np.int64),
        depths=np.full(len(rows), max(now.depth, 1), dtype=np.int64),
        advances=count,
        done=count,
        starts=np.array([row[2] for row in rows], dtype=np.float64),
        pauses=np.zeros(0, dtype=np.int64),
    )
