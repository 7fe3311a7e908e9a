"""The moments of a run at which bodies come in, and the collisions there.

At the start of the run all pairs are checked. A part that FEED brings in, or to which DEFORM gives
a new shape, is checked against all other bodies at that moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geometry.contact.pairs import colliding_pairs
from scenes.checking.collisions.intervals import Collision
from scenes.checking.motions.interference import Pair, all_pairs, new_pairs
from scenes.runs.run import Run
from scenes.runs.step import Step
from scenes.world.allowed_contacts import checked_bodies, eased_solid
from scenes.world.cell import Cell
from scenes.world.frozen import Array
from scenes.world.placement import bodies_in, placements
from scenes.world.state import CellState


@dataclass(frozen=True, eq=False)
class Stretch:
    """m moments of a run at which the same pairs are checked.

    state: Held part and poses of the parts. times: (m,), s. q: (m, n), rad or mm. openings: (m,),
    mm. file: Name of the file of a called program; "" for the program that is run.
    """

    state: CellState
    times: Array
    lines: NDArray[np.int64]
    q: Array
    openings: Array
    pairs: tuple[Pair, ...]
    file: str = ""


def moments(run: Run) -> tuple[Stretch, ...]:
    """The moments at which bodies come in, in order of time; the first is the start of the run."""
    if not run.steps:
        return ()
    pairs = tuple(all_pairs(run.cell, run.start_state))
    found = [_moment(run.steps[0], run.start_state, pairs)]
    for step in run.steps:
        if step.statement.instruction.brings_in and not step.failed:
            pairs = tuple(new_pairs(run.cell, step))
            found.append(_moment(step, step.after, pairs))
    return tuple(found)


def hits_in(
    cell: Cell,
    stretch: Stretch,
    on_progress: Callable[[float], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Iterator[Collision]:
    """The contacts at the moments of a stretch."""
    state = stretch.state
    names, poses = placements(cell, stretch.q, stretch.openings, state.held, state.parts)
    known = bodies_in(cell, state)
    solids = [eased_solid(cell, name, known[name].solid) for name in names]
    checked = checked_bodies(names, solids, stretch.pairs)
    names, poses = checked.bodies, poses[:, checked.rows]
    for hit in colliding_pairs(checked.solids, poses, checked.pairs, cell.chord, on_progress, stop):
        time = float(stretch.times[hit.sample_index])
        yield Collision(
            time=time,
            time_end=time,
            line=int(stretch.lines[hit.sample_index]),
            body_a=names[hit.a],
            body_b=names[hit.b],
            volume_mm3=hit.volume_mm3,
            centroid=hit.centroid,
            peak_time=time,
            file=stretch.file,
            depth_mm=hit.width_mm,
        )


def _moment(step: Step, state: CellState, pairs: tuple[Pair, ...]) -> Stretch:
    """A stretch of one moment at the start of the step, with the bodies as in `state`."""
    times, lines = np.array([step.start_time]), np.array([step.line])
    openings = np.array([state.opening])
    return Stretch(state, times, lines, state.q[None], openings, pairs, step.file)
