"""A way round between two joint values: several searches, each made shorter, of which the best
counts. The same seed gives the same way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from scenes.connecting.clearance import Task
from scenes.connecting.edges import Edges, edges_of
from scenes.connecting.search import find_path
from scenes.connecting.setting import Integers
from scenes.connecting.shortening import shortened
from scenes.world.frozen import Array

SEARCHES = 8
"""Searches from different random numbers; ways of different kinds round an obstacle are found."""
MOST_EDGES = 40_000
"""Edges after which a search without a way ends."""
# Rounds in which every way is made shorter, and then the shortest of them.
_FIRST_ROUNDS, _ROUNDS = 2, 4
# No way is shorter than the straight edge: where this much longer is reached, no further search.
_NEARLY_STRAIGHT = 1.1


@dataclass(frozen=True, eq=False)
class Way:
    """A way (m, n) from start to goal, None where none was found.

    length: Of the way, s (see `search`). blocked: How often each pair blocked an edge, (p + 1,);
    the last number is of edges that no pair blocked. edges: Number of edges that were checked.
    """

    path: Array | None
    length: float
    blocked: Integers
    edges: int


def way_between(
    task: Task,
    start: Array,
    goal: Array,
    seed: int,
    *,
    searches: int = SEARCHES,
    most_edges: int = MOST_EDGES,
    stop: Callable[[], bool] = lambda: False,
) -> Way:
    """The shortest of some ways from start to goal (n,) that keep the clearances of a task.

    stop: Called now and then; the search ends where it returns True.
    """
    edges, space = edges_of(task.setting, task.clearance), task.space
    best, length = None, np.inf
    blocked = np.zeros(len(task.setting.pairs) + 1, dtype=np.int64)
    checked = 0
    straight = space.length(np.stack([start, goal]))
    for number in range(searches):
        random = np.random.default_rng([seed, number])
        found = find_path(edges, space, (start, goal), random, most_edges, stop)
        blocked, checked = blocked + found.blocked, checked + found.checked
        if found.path is None:
            break
        path = shortened(found.path, edges, space, random, _FIRST_ROUNDS)
        if space.length(path) < length:
            best, length = path, space.length(path)
        if length <= _NEARLY_STRAIGHT * straight:
            break
    if best is not None:
        best = shortened(best, edges, space, np.random.default_rng([seed, searches]), _ROUNDS)
        length = space.length(best)
    return Way(best, length, blocked, checked)


def is_free(edges: Edges, path: Array) -> bool:
    """Whether all edges of a path (m, n) are free."""
    return bool(edges.shares(path[:-1], path[1:], whole=True).are_free.all())
