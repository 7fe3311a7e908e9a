"""A way round between two joint values: a first one, then shorter ones while roadmaps hold any.

The same seed gives the same way.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from scenes.connecting.clearance import Task
from scenes.connecting.edges import Edges
from scenes.connecting.roadmap import shorter_way
from scenes.connecting.search import Found, find_path
from scenes.connecting.setting import Integers
from scenes.connecting.shortening import pruned, shortened
from scenes.world.frozen import Array

ROADMAPS = 5
"""Roadmaps in which a way is looked for; the later ones hold only ways that are shorter."""
MOST_EDGES = 40_000
"""Edges after which a search without a way ends."""
# Rounds in which a way is made shorter when it is found, and in the end.
_FIRST_ROUNDS, _ROUNDS = 1, 2
# No way is shorter than the straight edge: where this much longer is reached, no further roadmap.
_NEARLY_STRAIGHT = 1.1
# Length of the ways that the first roadmap may hold, in lengths of the straight edge. Of the ways
# round a post beside an arm, one in 400 is longer.
_FIRST_LENGTH = 2.0
# Share of the length of a way below which another one is worth a change.
_SHORTER = 0.98


@dataclass(frozen=True, eq=False)
class Way:
    """A way (m, n) from start to goal, None where none was found.

    length: Of the way, s (see `search`). blocked: How often each pair blocked an edge, (p + 1,);
    the last number is of edges that no pair blocked. edges: Number of edges that were checked. Both
    are of the search by trees, which decides whether there is a way.
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
    roadmaps: int = ROADMAPS,
    most_edges: int = MOST_EDGES,
    stop: Callable[[], bool] = lambda: False,
    tell: Callable[[float], None] = lambda share: None,
) -> Way:
    """A short way from start to goal (n,) that keeps the clearances of a task.

    stop: Called now and then; the search ends where it returns True. tell: Called with the share,
    0 to 1, of the longest search that is done.
    """
    edges, space = task.edges, task.space
    random, ends = np.random.default_rng(seed), np.stack([start, goal])
    straight = space.length(ends)
    best, found = None, Found(None, np.zeros(len(task.setting.pairs) + 1, dtype=np.int64), 0)
    if roadmaps and not stop():
        best = shorter_way(ends, edges, space, random, _FIRST_LENGTH * straight)
    if best is None:
        found = find_path(edges, space, (start, goal), random, most_edges, stop, tell)
        if found.path is None:
            return Way(None, np.inf, found.blocked, found.checked)
        best = pruned(found.path, edges, space)
    best = shortened(best, edges, space, random, _FIRST_ROUNDS)
    for _ in range(1, roadmaps):
        length = space.length(best)
        if length <= _NEARLY_STRAIGHT * straight or stop():
            break
        shorter = shorter_way(best, edges, space, random, _SHORTER * length)
        if shorter is not None:
            best = shortened(shorter, edges, space, random, _FIRST_ROUNDS)
    best = pruned(shortened(best, edges, space, random, _ROUNDS), edges, space)
    return Way(best, space.length(best), found.blocked, found.checked)


def is_free(edges: Edges, path: Array) -> bool:
    """Whether all edges of a path (m, n) are free."""
    return bool(edges.shares(path[:-1], path[1:], whole=True).are_free.all())
