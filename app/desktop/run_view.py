"""Questions about a run that the window asks: its slots, a statement in it, hits at a time."""

from __future__ import annotations

from collections.abc import Iterable

from app.desktop.run_control import Position, Slot
from language import Program
from scenes import Collision, Run

HALF_SAMPLE_S = 0.005  # a collision is known at samples; it is shown as far as the next ones


def slots_of(run: Run) -> tuple[Slot, ...]:
    """The statements of a run on the time line."""
    return tuple(
        Slot(
            line=step.line,
            start=step.start_time,
            end=step.end_time,
            fault=next((p.message for p in step.problems if p.severity == "error"), ""),
        )
        for step in run.steps
    )


def position_at(run: Run, line: int | None, into: float) -> Position:
    """The position `into` seconds after the start of the first statement in a line.

    The start of the run where the line has no statement.
    """
    for index, step in enumerate(run.steps):
        if step.line == line:
            return Position(index, step.start_time + min(max(into, 0.0), step.duration))
    return Position()


def hits_at(collisions: Iterable[Collision], time: float) -> tuple[Collision, ...]:
    """The collisions at a moment of the run."""
    first, last = time + HALF_SAMPLE_S, time - HALF_SAMPLE_S
    return tuple(hit for hit in collisions if hit.time <= first and last <= hit.time_end)


def why_nothing_runs(program: Program) -> str:
    """One sentence for a run button that has nothing to run."""
    errors = program.errors
    if not errors:
        return "The program has no statement to run."
    first, more = errors[0], len(errors) - 1
    others = f" ({more} more in Problems)" if more else ""
    return f"Nothing to run until line {first.line} is mended: {first.message}{others}"
