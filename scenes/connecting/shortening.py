"""Makes a path of free edges shorter: shortcuts between places of it, and via points that are drawn
towards the edge between their neighbours."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from scenes.connecting.edges import Edges
from scenes.connecting.search import Space
from scenes.world.frozen import Array

# Shortcuts that are drawn by lot in a round, and that are checked at a time, the best first.
_AT_ONCE, _FEW = 8, 3
# Share of the way by which a via point is drawn towards the edge between its neighbours.
_DRAWN = 0.6
# Gain below which a change is not worth a via point, share of the path's length.
_NO_GAIN = 1e-3


def shortened(
    path: Array, edges: Edges, space: Space, random: np.random.Generator, rounds: int
) -> Array:
    """A path between the same ends that is no longer; it may have more via points.

    rounds: Number of rounds, of some edges each.
    """
    for _ in range(rounds):
        if len(path) == 2:
            break
        path = _cut(path, edges, space, random)
        path = _drawn(path, edges, space)
    return path


def pruned(path: Array, edges: Edges, space: Space) -> Array:
    """The path without via points that a free edge can pass by."""
    rows = np.array([(i, j) for i in range(len(path)) for j in range(i + 2, len(path))])
    if not len(rows):
        return path
    free = np.full((len(path), len(path)), np.inf)
    lengths = space.lengths(path[rows[:, 0]], path[rows[:, 1]])
    is_free = edges.shares(path[rows[:, 0]], path[rows[:, 1]], whole=True).are_free
    free[rows[is_free, 0], rows[is_free, 1]] = lengths[is_free]
    for i, (a, b) in enumerate(pairwise(path)):
        free[i, i + 1] = space.lengths(a, b)
    return path[_shortest(free)]


def _shortest(lengths: Array) -> list[int]:
    """The nodes of the shortest way from the first to the last node; lengths (m, m) of edges that
    lead forward, inf where there is none."""
    m = len(lengths)
    best, before = np.full(m, np.inf), np.zeros(m, dtype=int)
    best[0] = 0.0
    for j in range(1, m):
        ways = best[:j] + lengths[:j, j]
        before[j] = int(np.argmin(ways))
        best[j] = ways[before[j]]
    nodes = [m - 1]
    while nodes[-1]:
        nodes.append(int(before[nodes[-1]]))
    return nodes[::-1]


def _cut(path: Array, edges: Edges, space: Space, random: np.random.Generator) -> Array:
    """The path with its best shortcut of some random ones."""
    reached = np.concatenate([[0.0], np.cumsum(space.lengths(path[:-1], path[1:]))])
    at = np.sort(random.random((_AT_ONCE, 2)) * reached[-1], axis=1)
    first, last = _places(reached, at[:, 0]), _places(reached, at[:, 1])
    a, b = (_points(path, reached, at[:, k], own) for k, own in ((0, first), (1, last)))
    gains = at[:, 1] - at[:, 0] - space.lengths(a, b)
    worth = np.flatnonzero((last > first) & (gains > _NO_GAIN * reached[-1]))
    worth = worth[np.argsort(-gains[worth])]
    for few in (worth[k : k + _FEW] for k in range(0, len(worth), _FEW)):
        free = few[edges.shares(a[few], b[few], whole=True).are_free]
        if len(free):
            best = free[0]
            before, behind = path[: first[best] + 1], path[last[best] + 1 :]
            return np.concatenate([before, a[[best]], b[[best]], behind])
    return path


def _places(reached: Array, at: Array) -> np.ndarray:
    return np.asarray(reached[1:-1].searchsorted(at, side="right"))


def _points(path: Array, reached: Array, at: Array, place: np.ndarray) -> Array:
    span = reached[place + 1] - reached[place]
    share = np.divide(at - reached[place], span, out=np.zeros(len(at)), where=span > 0.0)
    return np.asarray(path[place] + share[:, None] * (path[place + 1] - path[place]))


def _drawn(path: Array, edges: Edges, space: Space) -> Array:
    """The path with each via point drawn towards the edge between its neighbours, as far as the
    edges to them stay free."""
    if len(path) < 3:
        return path
    path = np.array(path)
    for i in range(1, len(path) - 1):
        before, here, behind = path[i - 1], path[i], path[i + 1]
        a, b = space.lengths(path[i - 1 : i + 1], path[i : i + 2])
        if a + b == 0.0:
            continue
        goal = before + a / (a + b) * (behind - before)
        tried = here + _DRAWN * (goal - here)
        starts, ends = np.array([before, tried]), np.array([tried, behind])
        if edges.shares(starts, ends, whole=True).are_free.all():
            path[i] = tried
    return path
