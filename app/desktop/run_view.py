"""Questions about a run that the window asks: its slots, a statement in it, hits at a time."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

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


def lasting_contacts(
    collisions: Iterable[Collision], slots: Sequence[Slot]
) -> dict[int, tuple[str, ...]]:
    """What to say of each line that is carried out while a contact from an earlier line lasts."""
    found: dict[int, list[str]] = {}
    collisions = tuple(collisions)
    starts = [slot.start for slot in slots] if collisions else []
    for hit in collisions:
        first = max(bisect_right(starts, hit.time) - 1, 0)
        last = bisect_left(starts, hit.time_end - HALF_SAMPLE_S)
        told = (
            f"contact goes on: {bare(hit.body_a)} in {bare(hit.body_b)} "
            f"since {hit.time:.2f} s (line {hit.line})"
        )
        during = (slot for slot in slots[first:last] if slot.end > hit.time)
        for line in {slot.line for slot in during if slot.end > slot.start} - {hit.line}:
            found.setdefault(line, []).append(told)
    return {line: tuple(said) for line, said in found.items()}


def bare(name: str) -> str:
    """A body's name without the robot's in front: `G2` for `arm.G2`."""
    return name.rpartition(".")[2]


def why_nothing_runs(program: Program) -> str:
    """One sentence for a run button that has nothing to run."""
    errors = program.errors
    if not errors:
        return "The program has no statement to run."
    first, more = errors[0], len(errors) - 1
    others = f" ({more} more in Problems)" if more else ""
    return f"Nothing to run until line {first.line} is mended: {first.message}{others}"
