"""The last runs, kept so that the run after an edit need not begin anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scenes.execution.debugging.tracer import Tracer
from scenes.execution.incremental.passages import KeptRun, Passage, kept_run
from scenes.execution.incremental.replay import Replay
from scenes.execution.machine.machine import Machine
from scenes.execution.machine.moment import Moment

# Number of runs that are kept: of one text that is edited, and of one that is compared with it.
MOST_RUNS = 2

_runs: list[KeptRun] = []


def keep_run(machine: Machine, passages: Sequence[Passage], end: Moment, tracer: Tracer) -> None:
    """Keeps a run where the next one can use it; an earlier run with the same inputs goes."""
    kept = kept_run(machine, passages, end, tracer)
    if kept is not None:
        others = [run for run in _runs if not _fits(run, machine)]
        _runs[:] = [*others[-(MOST_RUNS - 1) :], kept]


def replay_for(machine: Machine) -> Replay | None:
    """The earlier run from which a machine can take steps over, or None."""
    found = next((run for run in _runs if _fits(run, machine)), None)
    return None if found is None or not machine.code.is_straight else Replay(found, machine)


def forget() -> None:
    """Gives up all runs."""
    _runs.clear()


def _fits(kept: KeptRun, machine: Machine) -> bool:
    """Whether a run was of the same cell, with the same inputs besides the text of its program."""
    old = kept.machine
    return (
        old.cell is machine.cell
        and old.files == machine.files
        and old.budget == machine.budget
        and old.scenario == machine.scenario
        and old.code.dialects == machine.code.dialects
        and replace(old.settings, rows=()) == replace(machine.settings, rows=())
    )
