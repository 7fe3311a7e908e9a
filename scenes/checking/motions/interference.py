"""Interference: the pairs of bodies that are checked in each part of a run.

Over every motion (see `proving`) these pairs are checked: the arm against fixtures and parts, the
arm against itself, and the held part against fixtures, other parts and the arm. At single moments
(`arrivals`) a part that FEED brings in, or to which DEFORM gives a new shape, is checked against
everything; at the start all pairs are. Not checked are pairs that the cell allows, a part and the
tool that cuts it, bodies of one link among themselves, fixtures among themselves, and the held part
against the hand that grips it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from scenes.runs.step import Step
from scenes.world.allowed_contacts import still_checked
from scenes.world.cell import Cell
from scenes.world.placement import bodies_of
from scenes.world.state import CellState

Pair = tuple[str, str]


def moving_pairs(cell: Cell, state: CellState) -> Iterator[Pair]:
    """Pairs that can meet while the arm or the hand moves; the moving body comes first."""
    arm = _arm_bodies(cell, state)
    held = state.held.part if state.held else None
    standing = [fixture.name for fixture in cell.fixtures] + _standing_parts(state)
    moving = [*arm, *([held] if held else [])]
    yield from still_checked(cell, state, ((a, b) for a in moving for b in standing))
    yield from still_checked(cell, state, _self_pairs(arm))
    if held:
        yield from still_checked(cell, state, ((held, name) for name in _but_the_hand(arm)))


def all_pairs(cell: Cell, state: CellState) -> Iterator[Pair]:
    """All pairs at the start of a run, except fixtures among themselves."""
    yield from moving_pairs(cell, state)
    parts = _standing_parts(state)
    fixtures = [fixture.name for fixture in cell.fixtures]
    yield from still_checked(
        cell, state, ((part, fixture) for part in parts for fixture in fixtures)
    )
    yield from still_checked(cell, state, combinations(parts, 2))


def new_pairs(cell: Cell, step: Step) -> Iterator[Pair]:
    """Pairs of a part that a step brought in, or gave a new shape, with every other body."""
    before, after = step.before, step.after
    new = [
        name
        for name, pose in after.parts.items()
        if pose is not None
        and (before.parts.get(name) is None or after.shapes.get(name) != before.shapes.get(name))
    ]
    arm = _arm_bodies(cell, after)
    held = after.held.part if after.held else None
    others = [fixture.name for fixture in cell.fixtures]
    others += [name for name in _standing_parts(after) if name not in new]
    others += [held] if held is not None and held not in new else []
    for name in new:
        near = _but_the_hand(arm) if name == held else list(arm)
        yield from still_checked(cell, after, ((name, other) for other in (*near, *others)))
    yield from still_checked(cell, after, combinations(new, 2))


def _arm_bodies(cell: Cell, state: CellState) -> dict[str, int]:
    """Names of the robot's bodies, fingers included, and the links they move with."""
    known = bodies_of(cell, state.parts)
    return {name: body.link for name, body in known.items() if body.link is not None}


def _but_the_hand(arm: dict[str, int]) -> list[str]:
    """Bodies of the arm that are not on the link of the hand."""
    hand_link = max(arm.values(), default=0)
    return [name for name, link in arm.items() if link != hand_link]


def _standing_parts(state: CellState) -> list[str]:
    """Names of the parts in the cell that the hand does not hold."""
    held = state.held.part if state.held else None
    return [name for name, pose in state.parts.items() if pose is not None and name != held]


def _self_pairs(arm: dict[str, int]) -> Iterator[Pair]:
    """Pairs of bodies of different links; the body farther from the base comes first."""
    for (a, link_a), (b, link_b) in combinations(arm.items(), 2):
        if link_a != link_b:
            yield (a, b) if link_a > link_b else (b, a)
