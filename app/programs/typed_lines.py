"""What a run writes with TYPE and PROMPT, and at which of its statements."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from app.programs.told_once import TYPED
from scenes import Run


class TypedLine(NamedTuple):
    """A line of output; at: The number of its statement in the order of the run, from 0."""

    at: int
    text: str


def typed_lines(run: Run) -> tuple[TypedLine, ...]:
    """The output of a run, in order."""
    trace, steps = run.trace, run.steps
    places = list(range(len(steps)))
    if trace is not None and len(trace):
        for index in np.flatnonzero(np.diff(trace.done, append=len(steps))).tolist():
            places[int(trace.done[index])] = index
    return tuple(
        TypedLine(places[number], problem.message)
        for number, step in enumerate(steps)
        for problem in step.problems
        if problem.code == TYPED
    )
