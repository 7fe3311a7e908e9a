"""The cycle of a program without end, as `check` and `run` print it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scenes import Run


def cycle_json(run: Run) -> dict[str, Any] | None:
    """The turn that the program repeats for ever, as plain values; None where the program ends."""
    cycle = run.cycle
    if cycle is None:
        return None
    lines, statements = run.lines_of(cycle)
    return {
        "cycle_s": cycle.seconds,
        "per_hour": cycle.per_hour,
        "per_hour_of": cycle.unit,
        "fed": cycle.fed,
        "start_s": cycle.start,
        "end_s": cycle.end,
        "lines": list(lines),
        "statements": statements,
    }


def cycle_text(run: Run) -> str:
    """`cycle 4.00 s (lines 3 to 9), 900 parts per hour`; "" where the program ends."""
    cycle = run.cycle
    if cycle is None:
        return ""
    lines, _ = run.lines_of(cycle)
    where = "" if not lines else f"line {lines[0]}"
    if len(lines) > 1:
        where = f"lines {lines[0]} to {lines[-1]}"
    place = f" ({where})" if where else ""
    return f"cycle {cycle.seconds:.2f} s{place}, {cycle.rate}"
