"""Hits, gaps and nearest pairs of many pairs of bodies at many samples: by the shipped loops if
they load, else by NumPy.

Both ways run the same walk on the same convex pieces (see `gjk`) and stop by the same rules; their
verdicts agree unless a distance is within 1e-9 mm of a threshold.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from geometry.errors import GeometryError
from geometry.loops.batch_kernel import (
    APART,
    MEETS,
    NEAR,
    OPEN,
    ROOMS,
    find_gaps,
    find_hits,
    find_nearest,
)
from geometry.loops.gjk_kernel import TOUCHING
from geometry.poses import Array, inverted, placed, relative
from geometry.separation.convex_pieces import ConvexPiece
from geometry.separation.gjk import separation
from geometry.separation.packed_bodies import Integers, PackedBodies, rows_of
from geometry.separation.refined_separation import better_gaps
from geometry.tolerances import TOUCH_TOLERANCE
from resources.loops import Block, block_of

__all__ = [
    "APART",
    "MEETS",
    "NEAR",
    "OPEN",
    "Path",
    "closest_pieces",
    "gap_rows",
    "hit_rows",
    "is_compiled",
    "nearest_rows",
]

Path = Literal["auto", "compiled", "numpy"]
"""Which loops answer. compiled: the machine code of the kernels (see `resources.loops`); numpy:
NumPy; auto: the machine code if it loads, else NumPy."""

_FIRST_ROOM = 4096
_MOST_ROOMS = 64
_NO_PAIRS = np.zeros((0, 2), dtype=np.int64)


def hit_rows(
    packed: PackedBodies, poses: Array, pairs: Integers, *, first: bool, path: Path = "auto"
) -> Integers:
    """Rows (sample, pair, state), (n, 3), of the pairs whose pieces meet; the state is MEETS or
    OPEN (see `batch_kernel`).

    poses: T_world_body of the moving bodies, (m, n, 4, 4). pairs: Indices of bodies, (p, 2). first:
    Skip the rest of a sample after its first pair with MEETS.
    """
    if not len(pairs) or not len(poses):
        return np.zeros((0, 3), dtype=np.int64)
    if not is_compiled(path):
        return _hit_rows_numpy(packed, poses, pairs, first)
    tables, T = packed.tables(pairs), rows_of(poses)
    rooms = _rooms.of(len(packed.solids), len(pairs))

    def loop(start: int, room: Integers) -> int:
        return find_hits(tables, T[start:], pairs, TOUCH_TOLERANCE, first, rooms, room)

    return _all_rows(loop, len(pairs))


def gap_rows(
    packed: PackedBodies, poses: Array, items: Integers, asked: Array, path: Path = "auto"
) -> tuple[Array, Integers]:
    """Whether a gap above `asked` (mm) is proven for rows (sample, body, body): gaps (n,), mm, and
    states (n,).

    A gap is a proven lower bound. It is above `asked` exactly where the state is APART.
    """
    if not is_compiled(path):
        return _gap_rows_numpy(packed, poses, items, asked)
    gaps, states = np.empty(len(items)), np.empty(len(items), dtype=np.int64)
    rooms = _rooms.of(len(packed.solids), 0)
    find_gaps(packed.tables(_NO_PAIRS), rows_of(poses), items, asked, rooms, gaps, states)
    return gaps, states


def nearest_rows(packed: PackedBodies, poses: Array, pairs: Integers, path: Path = "auto") -> Array:
    """The nearest of the pairs at each sample, (m, 10): distance, proven gap, index of the pair,
    1 if the pieces are exact (else 0), and the two nearest points, three numbers each, in the frame
    of the pair's first body; mm. All numbers are -1 if there are no pairs."""
    result = np.full((len(poses), 10), -1.0)
    if not len(poses) or not len(pairs):
        return result
    if not is_compiled(path):
        return _nearest_rows_numpy(packed, poses, pairs, result)
    rooms = _rooms.of(len(packed.solids), len(pairs))
    find_nearest(packed.tables(pairs), rows_of(poses), pairs, rooms, result)
    return result


def is_compiled(path: Path) -> bool:
    """Whether the compiled loops answer; GeometryError if they are asked for and do not load."""
    if path not in get_args(Path):
        raise GeometryError(f"path: one of {', '.join(get_args(Path))} is needed, not {path!r}")
    if path == "compiled" and not find_hits.is_ready:
        raise GeometryError("path: the compiled loops cannot be loaded here; ask for auto or numpy")
    return path != "numpy" and find_hits.is_ready


def _all_rows(loop: Callable[[int, Integers], int], pairs: int) -> Integers:
    """All rows of a loop over samples. The loop takes its first sample and an array that it fills;
    if the array is too short, the loop is called again from the sample at which it stopped."""
    room = np.empty((max(_FIRST_ROOM, 4 * pairs), 3), dtype=np.int64)
    done: list[Integers] = []
    start = 0
    while True:
        room[:, 0] = -1
        count = loop(start, room)
        found = room[room[:, 0] >= 0].copy()
        found[:, 0] += start
        done.append(found)
        if count >= 0:
            return np.concatenate(done)
        start += -count - 1


class _Rooms(threading.local):
    """Arrays that the loops work in, so that they allocate nothing; each thread has its own."""

    def __init__(self) -> None:
        self.kept: OrderedDict[tuple[int, int], Block] = OrderedDict()

    def of(self, bodies: int, pairs: int) -> Block:
        """The arrays for so many bodies and pairs; they are kept for the next call."""
        if (bodies, pairs) not in self.kept:
            work = (np.empty(12), np.empty(12), np.empty((4, 10)), np.empty(11))
            near, grown = np.empty(pairs + 1, dtype=np.int64), np.zeros(bodies + pairs)
            values = (np.zeros((bodies, 3)), np.empty(12), work, np.empty(11), near, grown)
            self.kept[bodies, pairs] = block_of(ROOMS, values)
            if len(self.kept) > _MOST_ROOMS:
                self.kept.popitem(last=False)
        return self.kept[bodies, pairs]


_rooms = _Rooms()


def _hit_rows_numpy(packed: PackedBodies, poses: Array, pairs: Integers, first: bool) -> Integers:
    asked = np.full((len(poses), len(pairs)), -TOUCH_TOLERANCE)
    rows = _open_rows_numpy(packed, poses, pairs, asked)
    rows[rows[:, 2] == NEAR, 2] = MEETS
    if not first or not len(rows):
        return rows
    met = np.full(len(poses), len(pairs))
    meets = rows[rows[:, 2] == MEETS]
    np.minimum.at(met, meets[:, 0], meets[:, 1])
    return rows[rows[:, 1] <= met[rows[:, 0]]]


def _open_rows_numpy(packed: PackedBodies, poses: Array, pairs: Integers, asked: Array) -> Integers:
    sample, pair = np.nonzero(packed.balls_near(poses, pairs, asked))
    items = np.column_stack([sample, pairs[pair]])
    _, states = _gap_rows_numpy(packed, poses, items, asked[sample, pair])
    return np.column_stack([sample, pair, states])[states != APART]


def _gap_rows_numpy(
    packed: PackedBodies, poses: Array, items: Integers, asked: Array
) -> tuple[Array, Integers]:
    gaps = np.full(len(items), np.inf)
    states = np.full(len(items), APART, dtype=np.int64)
    for a, b in np.unique(items[:, 1:], axis=0):
        rows = np.flatnonzero((items[:, 1] == a) & (items[:, 2] == b))
        T_a_b = _relative(packed, poses, items[rows, 0], int(a), int(b))
        for i in range(packed.start[a], packed.start[a + 1]):
            for j in range(packed.start[b], packed.start[b + 1]):
                found, state = _piece_gaps(packed, i, j, T_a_b, asked[rows])
                gaps[rows] = np.minimum(gaps[rows], found)
                states[rows] = np.maximum(states[rows], state)
    return gaps, states


def _relative(packed: PackedBodies, poses: Array, samples: Integers, a: int, b: int) -> Array:
    return relative(packed.poses_of(poses, samples, a), packed.poses_of(poses, samples, b))


def _piece_gaps(
    packed: PackedBodies, i: int, j: int, T_a_b: Array, asked: Array
) -> tuple[Array, Integers]:
    one, two = packed.pieces[i], packed.pieces[j]
    seen = np.einsum("nij,j->ni", T_a_b[:, :3, :3], two.centre) + T_a_b[:, :3, 3]
    gaps = np.linalg.norm(seen - one.centre, axis=1) - one.radius - two.radius
    states = np.full(len(gaps), APART, dtype=np.int64)
    near = np.flatnonzero(gaps <= asked)
    T_i_j = inverted(one.T_solid_piece) @ T_a_b[near] @ two.T_solid_piece
    gap, _, met = closest_pieces(one, two, T_i_j, asked[near])
    gaps[near] = gap
    is_open = gap <= asked[near]
    if not (one.is_exact and two.is_exact):
        state = np.where(met | (gap <= 0.0), OPEN, NEAR)
    else:
        state = np.where(met, MEETS, NEAR)
    states[near] = np.where(is_open, state, APART)
    return gaps, states


def closest_pieces(
    one: ConvexPiece, two: ConvexPiece, T_i_j: Array, enough: Array
) -> tuple[Array, Array, NDArray[np.bool_]]:
    """The proven gaps (n,) of two pieces, the second at T_i_j (n, 4, 4) in the first, the
    directions (n, 3) along which they hold, and whether the pieces meet, (n,).

    Pieces that meet, perhaps by very little, are moved apart to find out by how much they meet: see
    `refined_separation`.
    """
    found = separation(one.shape, two.shape, T_i_j, enough=enough)
    gap, along, met = found.gap, found.direction, found.distance <= TOUCHING
    again = np.flatnonzero(met | (gap <= np.minimum(enough, 0.0)))
    better_gaps(one.shape, two.shape, T_i_j, (gap, along, found.point), again)
    met[again] = gap[again] <= -TOUCH_TOLERANCE
    return gap, along, met


def _nearest_rows_numpy(
    packed: PackedBodies, poses: Array, pairs: Integers, result: Array
) -> Array:
    nearest = np.full(len(poses), np.inf)
    least = np.full(len(poses), np.inf)
    samples = np.arange(len(poses))
    for p, (a, b) in enumerate(pairs):
        T_a_b = _relative(packed, poses, samples, int(a), int(b))
        for i in range(packed.start[a], packed.start[a + 1]):
            for j in range(packed.start[b], packed.start[b + 1]):
                _note_nearer(packed, (i, j, p), T_a_b, nearest, least, result)
    result[:, 0] = nearest
    result[:, 1] = np.minimum(least, nearest)
    return result


def _note_nearer(
    packed: PackedBodies,
    which: tuple[int, int, int],
    T_a_b: Array,
    nearest: Array,
    least: Array,
    result: Array,
) -> None:
    i, j, p = which
    one, two = packed.pieces[i], packed.pieces[j]
    seen = np.einsum("nij,j->ni", T_a_b[:, :3, :3], two.centre) + T_a_b[:, :3, 3]
    balls = np.linalg.norm(seen - one.centre, axis=1) - one.radius - two.radius
    rows = np.flatnonzero(balls < nearest)
    T_i_j = inverted(one.T_solid_piece) @ T_a_b[rows] @ two.T_solid_piece
    found = separation(one.shape, two.shape, T_i_j, enough=nearest[rows])
    least[rows] = np.minimum(least[rows], np.maximum(found.gap, 0.0))
    nearer = found.distance < nearest[rows]
    chosen = rows[nearer]
    nearest[chosen] = found.distance[nearer]
    result[chosen, 2] = p
    result[chosen, 3] = float(one.is_exact and two.is_exact)
    on_one = found.point[nearer]
    on_two = on_one + found.direction[nearer] * found.distance[nearer, None]
    result[chosen, 4:7] = placed(one.T_solid_piece, on_one)
    result[chosen, 7:10] = placed(one.T_solid_piece, on_two)
