"""Which postures of an arm are free of collision: many joint values at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from geometry import first_hits, pack_bodies
from scenes.checking.motions.interference import moving_pairs
from scenes.connecting.setting import Setting, setting_of
from scenes.connecting.settled_links import states_by_joints
from scenes.world.allowed_contacts import checked_bodies
from scenes.world.cell import Cell
from scenes.world.frozen import Array
from scenes.world.placement import bodies_in, placements
from scenes.world.state import CellState

Integers = NDArray[np.int64]

# Postures that are checked at once.
CHECKED = 2_000


def are_free(cell: Cell, state: CellState, q: Array) -> NDArray[np.bool_]:
    """Whether the arm, with what it holds in the state, meets nothing at joint values (k, n)."""
    looked = _looked_at(cell, state)
    free = np.full(len(q), looked.stands_free)
    for at in range(0, len(q) if looked.stands_free else 0, CHECKED):
        part = q[at : at + CHECKED]
        free[at : at + CHECKED] = _hits(looked.setting, part) < 0
    return free


def _hits(setting: Setting, q: Array) -> Integers:
    """The index of a pair that meets at each of joint values (k, n), or -1: (k,)."""

    def known(rows: Integers, pairs: Integers) -> Integers:
        return states_by_joints(setting, q[rows], pairs)

    poses = setting.poses(q)[:, setting.packed.moving]
    return first_hits(setting.packed, poses, setting.index, known=known)


@dataclass(frozen=True, eq=False)
class _LookedAt:
    """What is looked at in a state: the pairs that the arm moves, and whether bodies that the arm
    does not move, such as its base, meet nothing."""

    setting: Setting
    stands_free: bool


@lru_cache(maxsize=4)
def _looked_at(cell: Cell, state: CellState) -> _LookedAt:
    setting = setting_of(cell, state, state.opening)
    return _LookedAt(setting, _stands_free(cell, state, setting))


def _stands_free(cell: Cell, state: CellState, setting: Setting) -> bool:
    """Whether the pairs that keep their relative pose, whatever the joint values, meet nothing."""
    moved = set(setting.pairs)
    pairs = [pair for pair in moving_pairs(cell, state) if pair not in moved]
    names, poses = placements(cell, state.q[None], [state.opening], state.held, state.parts)
    known = bodies_in(cell, state)
    bodies = checked_bodies(names, [known[name].solid for name in names], pairs)
    hits = first_hits(pack_bodies(bodies.solids), poses[:, bodies.rows], bodies.pairs)
    return bool(hits[0] < 0)
