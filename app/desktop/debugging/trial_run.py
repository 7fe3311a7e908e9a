"""The run with one value tried at a stop: its path and its time, computed in a process. No Qt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from app.background.probing import Subject
from app.desktop.runs.shown_run import drawing_of
from scenes.world.frozen import Array

if TYPE_CHECKING:
    from scenes.execution.debugging.change import Change


@dataclass(frozen=True, eq=False)
class Tried:
    """What a run with a tried value is like.

    path: Places of the tool point, shape (m, 3), mm. duration: Its length, s.
    fault: Why it ends early, with the line; "" where it comes to its end.
    """

    path: Array
    duration: float
    fault: str = ""


def tried_run(subject: Subject, change: Change) -> Tried:
    """The run of a subject with one more change by hand; later changes stay in force."""
    from scenes import simulate

    cell, program, others, changes, scenario = subject.given()
    same = (change.advances, change.kind, change.name)
    kept = [c for c in changes if (c.advances, c.kind, c.name) != same]
    run = simulate(cell, program, scenario=scenario, others=others, changes=(*kept, change))
    drawing = drawing_of(run)
    path = np.empty((0, 3)) if drawing is None else drawing.path
    last = run.steps[-1] if run.steps else None
    errors = [p.message for p in last.problems if p.severity == "error"] if last else []
    fault = f"line {last.line}: {errors[0]}" if last is not None and errors else ""
    return Tried(path, run.duration, fault)
