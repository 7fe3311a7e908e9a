"""The unproven parts of stretches of motions, for many pairs of bodies at once: by the loops of
`stretch_kernel` if they load, else by NumPy. `stretch` explains the proof."""

from dataclasses import dataclass

import numpy as np

from geometry.loops.path_kernel import find_stretches, stretch_rooms
from geometry.loops.stretch_kernel import find_stretch_items, inner_rooms
from geometry.poses import Array, relative
from geometry.separation.batches import APART, Path, is_compiled
from geometry.separation.packed_bodies import Integers, PackedBodies, rows_of
from geometry.sweeping.stretch import joined, nothing_unproven, piece_stretches


@dataclass(frozen=True, eq=False)
class Looks:
    """n stretches of segments, and the time of a look within each.

    segments: Indices, (n,). times: Start, look and end, (n, 3). rows: Rows of the array of poses
    for these times, (n, 3); -1 at start and end if the poses there are not known.
    """

    segments: Integers
    times: Array
    rows: Integers


@dataclass(frozen=True, eq=False)
class Unproven:
    """The parts of n stretches of pairs that looks leave unproven.

    states: State of each pair at the look, (n,); APART if the whole stretch is proven. spans: (n,
    7): start and end of the unproven interval before the look, and the time in it at which a gap is
    likely to reach 0; the same three for the interval behind the look; and the earliest of the
    three times at which exact pieces meet. Without such an interval or time the numbers are 1e300
    or more, and -1e300 or less for ends.
    """

    states: Integers
    spans: Array


def unproven_items(
    packed: PackedBodies, T: Array, looks: Looks, bodies: Integers, limits: Array, path: Path
) -> Unproven:
    """The unproven parts of n stretches, each of one pair of bodies (n, 2).

    T: T_world_body of the moving bodies, (m, k, 4, 4). limits: Rate, bend and kink of each pair,
    (n, 3).
    """
    if not is_compiled(path):
        return _items_numpy(packed, T, looks, bodies, limits)
    n = len(bodies)
    found, states = np.empty((n, 7)), np.empty(n, dtype=np.int64)
    tables = packed.tables(np.zeros((0, 2), dtype=np.int64))
    find_stretch_items(
        tables, rows_of(T), looks.rows, looks.times, bodies, limits, inner_rooms(), found, states
    )
    return Unproven(states, found)


def unproven_rows(
    packed: PackedBodies,
    T: Array,
    looks: Looks,
    pairs: Integers,
    figures: tuple[Array, Array, Array],
    path: Path,
) -> tuple[Integers, Unproven]:
    """The rows (stretch, pair), (n, 2), that are not proven apart, of all pairs (p, 2) in all
    stretches, and their unproven parts.

    T: T_world_body of the moving bodies, (m, k, 4, 4). figures: Rates (s, p), bends and kinks
    (s, p), or (1, p) if they are the same for all segments.
    """
    if not is_compiled(path):
        return _rows_numpy(packed, T, looks, pairs, figures)
    tables = packed.tables(pairs)
    rooms = stretch_rooms(len(tables.values[3][0]), len(pairs))
    size = max(4096, 4 * len(pairs), 2 * len(looks.segments))
    named, found = np.empty((size, 3), dtype=np.int64), np.empty((size, 7))
    parts: list[tuple[Integers, Array]] = []
    start = 0
    while True:
        rest = (looks.segments[start:], looks.rows[start:], looks.times[start:])
        named[:, 0] = -1
        count = find_stretches(tables, rows_of(T), rest, pairs, figures, rooms, named, found)
        full = int(np.sum(named[:, 0] >= 0)) if count < 0 else count
        shifted = named[:full].copy()
        shifted[:, 0] += start
        parts.append((shifted, found[:full].copy()))
        if count >= 0:
            break
        start += -count - 1
    rows = np.concatenate([part for part, _ in parts])
    return rows[:, :2], Unproven(rows[:, 2], np.concatenate([part for _, part in parts]))


def _rows_numpy(
    packed: PackedBodies,
    T: Array,
    looks: Looks,
    pairs: Integers,
    figures: tuple[Array, Array, Array],
) -> tuple[Integers, Unproven]:
    shape = figures[0].shape
    rates, bends, kinks = (np.broadcast_to(figure, shape) for figure in figures)
    ways = rates[looks.segments] * _longest(looks.times)[:, None]
    stretch, pair = np.nonzero(packed.balls_near(T[looks.rows[:, 1]], pairs, ways))
    segments = looks.segments[stretch]
    limits = np.column_stack([figure[segments, pair] for figure in (rates, bends, kinks)])
    chosen = Looks(segments, looks.times[stretch], looks.rows[stretch])
    found = _items_numpy(packed, T, chosen, pairs[pair], limits)
    left = found.states != APART
    rows = np.column_stack([stretch, pair])[left]
    return rows, Unproven(found.states[left], found.spans[left])


def _longest(times: Array) -> Array:
    return np.asarray(np.diff(times, axis=1).max(axis=1))


def _items_numpy(
    packed: PackedBodies, T: Array, looks: Looks, bodies: Integers, limits: Array
) -> Unproven:
    states, spans = np.full(len(bodies), APART, dtype=np.int64), nothing_unproven(len(bodies))
    seen = packed.frame_first(bodies)
    for a, b in np.unique(seen, axis=0):
        own = np.flatnonzero((seen[:, 0] == a) & (seen[:, 1] == b))
        rows = looks.rows[own]
        rows = np.where(rows < 0, rows[:, 1:2], rows).ravel()
        T_a_b = relative(packed.poses_of(T, rows, a), packed.poses_of(T, rows, b))
        looked = (
            T_a_b.reshape(-1, 3, 4, 4),
            looks.times[own],
            limits[own],
            looks.rows[own, 0] >= 0,
        )
        for i in range(packed.start[a], packed.start[a + 1]):
            for j in range(packed.start[b], packed.start[b + 1]):
                state, span = piece_stretches(packed.pieces[i], packed.pieces[j], *looked)
                states[own] = np.maximum(states[own], state)
                spans[own] = joined(spans[own], span)
    return Unproven(states, spans)
