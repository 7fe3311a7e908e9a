"""The contacts that moved bodies make, in one state of a cell."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from geometry.contact.pairs import colliding_pairs
from scenes.world.allowed_contacts import checked_bodies, eased_solid, still_checked
from scenes.world.cell import Cell
from scenes.world.placement import bodies_in, placements
from scenes.world.state import CellState

Pair = tuple[str, str]


def contacts_of(cell: Cell, state: CellState, moved: Collection[str]) -> tuple[Pair, ...]:
    """The pairs of a moved body and another body that share volume; the moved body comes first.

    Pairs that the cell allows are left out. Fixtures among themselves count here, though the check
    of a program passes over them: it is a person who moves one into the other.
    """
    names, poses = placements(cell, state.q[None], [state.opening], state.held, state.parts)
    known = bodies_in(cell, state)
    solids = [eased_solid(cell, name, known[name].solid) for name in names]
    pairs = still_checked(cell, state, _pairs(names, moved))
    checked = checked_bodies(names, solids, pairs)
    poses = poses[:, checked.rows]
    hits = colliding_pairs(checked.solids, poses, checked.pairs, cell.chord)
    found = ((checked.bodies[hit.a], checked.bodies[hit.b]) for hit in hits)
    return tuple(dict.fromkeys(found))


def _pairs(names: Collection[str], moved: Collection[str]) -> Iterator[Pair]:
    """Pairs of a moved body and one that stays."""
    moving = [name for name in names if name in moved]
    for other in names:
        if other not in moved:
            yield from ((name, other) for name in moving)
