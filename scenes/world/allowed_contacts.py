"""Allowed contacts: finds what must still be checked of a pair of bodies in a state.

A cell file allows a contact of two bodies always, or while the part of the two rests, or while the
hand grips it. It may also allow it for a named sub-solid only, so that the rest of the body is
checked. While CUT is on, the tool, or its cutting piece, may touch the part. A name such as
`table\\pad` means the body `table` without its sub-solid `pad`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from geometry import Solid
from geometry.machining.workpiece import eased
from geometry.tessellation.patterns import without_named
from scenes.world.cell import Cell, Exemption
from scenes.world.state import CellState

Pair = tuple[str, str]
WITHOUT = "\\"
# Share of the chord by which the space that CUT removes may differ from the space swept.
CUT_BAND = 0.25
ALWAYS, RESTING, GRIPPED = "always", "resting", "gripped"


def still_checked(cell: Cell, state: CellState, pairs: Iterable[Pair]) -> Iterator[Pair]:
    """The pairs that must be checked; a name may be that of a rest such as `table\\pad`."""
    if not (state.cutting or cell.exemptions):
        return (pair for pair in pairs if not cell.allows(*pair))
    return chain.from_iterable(remaining(cell, state, pair) for pair in pairs)


def remaining(cell: Cell, state: CellState, pair: Pair) -> tuple[Pair, ...]:
    """Pairs that must be checked for one pair of bodies: none, the pair, or pairs of rests."""
    if cell.allows(*pair):
        return ()
    left = [(frozenset[str](), frozenset[str]())]
    for subs in _exempted(cell, state, pair):
        # The contact of two sub-solids is excepted: one of them is left out of its body each time.
        left = [
            (without[0] | {sub}, without[1]) if side == 0 else (without[0], without[1] | {sub})
            for without in left
            for side, sub in enumerate(subs)
            if sub
        ]
    return tuple(dict.fromkeys((_named(pair[0], a), _named(pair[1], b)) for a, b in left))


def body_of(name: str) -> str:
    """The body of a checked name: `table` for `table\\pad`."""
    return name.partition(WITHOUT)[0]


def bodies_of_pair(pair: Pair) -> Pair:
    """The bodies of a checked pair of names."""
    return body_of(pair[0]), body_of(pair[1])


class CheckedBodies(NamedTuple):
    """The arguments of a check, in k rows: the bodies, and behind them rests of some bodies.

    bodies: Name of the body of each row, (k,). rows: Row of its pose in the poses of all bodies,
    (k,). solids: Solid of each row, (k,). pairs: Rows that are checked against each other, (m, 2).
    """

    bodies: tuple[str, ...]
    rows: tuple[int, ...]
    solids: tuple[Solid, ...]
    pairs: NDArray[np.int64]


def checked_bodies(
    names: Sequence[str], solids: Sequence[Solid], pairs: Iterable[Pair]
) -> CheckedBodies:
    """The present bodies in their order, with one more row for each rest such as `table\\pad`."""
    index = {name: i for i, name in enumerate(names)}
    rows, all_solids = list(range(len(names))), list(solids)
    found: list[tuple[int, int]] = []
    for pair in pairs:
        for name in pair:
            row = index[body_of(name)]
            left = None if name in index else rest_of(solids[row], name)
            if left is not None:
                index[name] = len(rows)
                rows.append(row)
                all_solids.append(left)
        if pair[0] in index and pair[1] in index:
            found.append((index[pair[0]], index[pair[1]]))
    bodies = tuple(names[row] for row in rows)
    at = np.array(found, dtype=np.int64).reshape(-1, 2)
    return CheckedBodies(bodies, tuple(rows), tuple(all_solids), at)


def eased_solid(cell: Cell, name: str, solid: Solid) -> Solid:
    """The solid of a body for the check of contacts, with a tolerance for cut faces.

    The space that CUT removed is known to a quarter of the chord; a body nearer than that to a cut
    face touches it but does not collide.
    """
    part = cell.part_called(name)
    return solid if part is None else eased(solid, part.solid, CUT_BAND * cell.chord)


def rest_of(solid: Solid, name: str) -> Solid | None:
    """The solid that belongs to a checked name; None where nothing of the body remains."""
    left: Solid | None = solid
    for sub in name.split(WITHOUT)[1:]:
        left = None if left is None else without_named(left, sub)
    return left


def has_sub(solid: Solid, sub: str) -> bool:
    """Whether a solid has a sub-solid of that name which can touch anything."""
    return without_named(solid, sub) is not solid


def _exempted(cell: Cell, state: CellState, pair: Pair) -> Iterator[tuple[str, str]]:
    """Pairs of sub-solids that may touch now; an empty name stands for the whole body."""
    for item in state.cutting:
        if (item.tool, item.part) == pair:
            yield item.piece, ""
        elif (item.part, item.tool) == pair:
            yield "", item.piece
    bodies = [_original(cell, name) for name in pair]
    for exemption in cell.exemptions:
        if {exemption.body_a, exemption.body_b} != set(bodies):
            continue
        if not _is_now(cell, state, pair, exemption):
            continue
        turned = exemption.body_a != bodies[0]
        subs = (exemption.sub_a, exemption.sub_b)
        yield (subs[1], subs[0]) if turned else subs


def _is_now(cell: Cell, state: CellState, pair: Pair, exemption: Exemption) -> bool:
    if exemption.phase == ALWAYS:
        return True
    held = state.held.part if state.held is not None else None
    return (held in pair) == (exemption.phase == GRIPPED)


def _original(cell: Cell, name: str) -> str:
    part = cell.part_called(name)
    return name if part is None else part.name


def _named(body: str, subs: frozenset[str]) -> str:
    return WITHOUT.join([body, *sorted(subs)])
