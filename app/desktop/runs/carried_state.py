"""The state of a run in a cell edited since, shown until the new run is there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from scenes import Cell, CellState
from scenes.world.cell import Part
from scenes.world.frozen import Array


def carried(state: CellState, before: Cell, after: Cell) -> CellState:
    """The state moved into an edited cell; the work of the arm and the program stays.

    before: The cell that the state belongs to. after: The same cell edited.
    A part that stands where the old file put it moves to where the new file puts it. A new part
    stands at its start; a removed part is gone, from the hand too. Another hand opens as far as it
    can of what the one before was open.
    """
    names = [name for name in state.parts if after.part_called(name) is not None]
    poses = {name: _pose_of(name, state.parts[name], before, after) for name in names}
    new = {part.name: part.T_world_start for part in after.parts if part.name not in poses}
    return replace(
        state,
        opening=after.robot.opening_within(state.opening),
        parts=poses | new,
        held=state.held if state.held is not None and state.held.part in poses else None,
        shapes={n: s for n, s in state.shapes.items() if _is_same_solid(n, before, after)},
        cutting=tuple(each for each in state.cutting if each.part in poses),
    )


def _pose_of(name: str, T_world_part: Array | None, before: Cell, after: Cell) -> Array | None:
    """T_world_part in the edited cell; None for a part that waits for FEED."""
    old, new = before.part_called(name), after.part_called(name)
    if old is None or new is None:
        return T_world_part
    for was, now in _placings(name, old, new):
        if _is_same(T_world_part, was):
            return now
    return T_world_part


def _placings(name: str, old: Part, new: Part) -> tuple[tuple[Array | None, Array | None], ...]:
    """The poses that the file gives a part, before and after: at the start, and by FEED."""
    fed = (old.T_world_feed, new.T_world_feed)
    return ((old.T_world_start, new.T_world_start), fed) if name == old.name else (fed,)


def _is_same(a: Array | None, b: Array | None) -> bool:
    return a is b if a is None or b is None else np.array_equal(a, b)


def _is_same_solid(name: str, before: Cell, after: Cell) -> bool:
    old, new = before.part_called(name), after.part_called(name)
    return old is not None and new is not None and old.solid.key == new.solid.key
