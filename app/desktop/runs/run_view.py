"""Answers about a run for the window: its statements, the step at an index, hits at a time."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from app.desktop.runs.run_control import Position, RunControl
from app.desktop.runs.statements import Slot, TimeLine
from language import Program
from language.foreign.foreign_program import ForeignProgram
from scenes import Collision, Run, Step

HALF_SAMPLE_S = 0.005  # half a sample: collisions are found at samples, and shown around them


def slots_of(run: Run) -> TimeLine:
    """The statements of a run as a time line; a foreign program is stepped by its own lines."""
    slots = _slots_of(run)
    return slots.stepped_by_line() if isinstance(run.program, ForeignProgram) else slots


def _slots_of(run: Run) -> TimeLine:
    trace, steps = run.trace, run.steps
    if trace is None or not len(trace):
        return TimeLine.of(Slot(s.line, s.start_time, s.end_time, _fault(s)) for s in steps)
    faults = {}
    for index in np.flatnonzero(np.diff(trace.done, append=len(steps))):
        fault = _fault(steps[trace.done[index]])
        if fault:
            faults[int(index)] = fault
    return TimeLine(
        trace.lines,
        trace.starts,
        np.append(trace.starts[1:], run.duration),
        trace.files,
        trace.depths,
        faults,
        frozenset(trace.pauses.tolist()),
        bool(steps) and steps[-1].failed,
    )


def _fault(step: Step) -> str:
    return next((p.message for p in step.problems if p.severity == "error"), "")


def step_at(run: Run | None, index: int) -> Step | None:
    """The step at an index of the time line, or the next one; at the end the last."""
    if run is None or not run.steps:
        return None
    trace = run.trace
    if trace is not None:
        index = int(trace.done[index]) if index < len(trace) else len(run.steps)
    return run.steps[min(index, len(run.steps) - 1)]


def position_at(slots: TimeLine, line: int | None, into: float) -> Position:
    """The position `into` seconds after the start of the first statement in a line.

    This is the start of the run where the line has no statement.
    """
    index = None if line is None else slots.first_in(line)
    if index is None:
        return Position()
    slot = slots[index]
    return Position(index, min(slot.start + max(into, 0.0), slot.end))


def place_in(slots: TimeLine, control: RunControl, step: Step | None, same: bool) -> Position:
    """The position in a new run that shows the same statement, equally far into it.

    same: Whether both runs are equal up to here.
    """
    here = control.position
    if step is None or here == Position():
        return Position()
    if same and here.index < len(slots):
        return here
    return position_at(slots, control.line, here.time - step.start_time)


def hits_at(collisions: Iterable[Collision], time: float) -> tuple[Collision, ...]:
    """The collisions at a time of the run, s."""
    first, last = time + HALF_SAMPLE_S, time - HALF_SAMPLE_S
    return tuple(hit for hit in collisions if hit.time <= first and last <= hit.time_end)


def lasting_contacts(
    collisions: Iterable[Collision], slots: TimeLine
) -> dict[int, tuple[str, ...]]:
    """The texts for each line during which a contact of an earlier line goes on."""
    found: dict[int, list[str]] = {}
    collisions = tuple(collisions)
    for hit in collisions:
        first = max(slots.begun_by(hit.time) - 1, 0)
        last = int(np.searchsorted(slots.starts, hit.time_end - HALF_SAMPLE_S))
        text = (
            f"contact goes on: {bare(hit.body_a)} in {bare(hit.body_b)} "
            f"since {hit.time:.2f} s (line {hit.line})"
        )
        lasts = slots.ends[first:last] > np.maximum(slots.starts[first:last], hit.time)
        during = (slots[first + int(i)] for i in np.flatnonzero(lasts))
        for line in {slot.line for slot in during if not slot.file} - {hit.line}:
            found.setdefault(line, []).append(text)
    return {line: tuple(texts) for line, texts in found.items()}


def bare(name: str) -> str:
    """A body's name without the robot's in front: `G2` for `arm.G2`."""
    return name.rpartition(".")[2]


def why_nothing_runs(program: Program) -> str:
    """The sentence for a run button without anything to run."""
    errors = program.errors
    if not errors:
        return "The program has no statement to run."
    first, more = errors[0], len(errors) - 1
    others = f" ({more} more in Problems)" if more else ""
    return f"Nothing to run until line {first.line} is corrected: {first.message}{others}"
