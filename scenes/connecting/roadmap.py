"""Looks for a way that is shorter than a known one, among samples that only such a way can pass.

The samples lie in the ellipsoid about start and goal in which every shorter way stays (Gammell,
Srinivasa and Barfoot 2014). All of them count as joined until an edge is checked, and only edges of
the shortest ways are checked (lazy PRM, Bohlin and Kavraki 2000): most edges are never looked at.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice, pairwise

import numpy as np

from scenes.connecting.edges import Edges
from scenes.connecting.search import Space
from scenes.connecting.setting import Integers
from scenes.world.frozen import Array

SAMPLES = 48
"""Samples of one roadmap, besides the via points of the known way."""
# Most edges of a way through samples; ways of which one edge each is checked in one go; most goes.
_EDGES, _WAYS_AT_ONCE, _MOST_CHECKS = 4, 5, 60
_START, _GOAL = 0, 1


def shorter_way(
    path: Array, edges: Edges, space: Space, random: np.random.Generator, below: float
) -> Array | None:
    """A way (m, n) between the ends of a path that is shorter than `below`, s, or None.

    The via points of the path may be part of it.
    """
    if below <= space.length(path[[0, -1]]):
        return None
    samples = _in_ellipsoid(space, path[0], path[-1], below, random)
    samples = samples[edges.shares(samples, samples, whole=True).are_free]
    nodes = np.concatenate([path[[0, -1]], path[1:-1], samples])
    roadmap = _Roadmap.of(nodes, space, below)
    for _ in range(_MOST_CHECKS):
        ways = roadmap.shortest(below)
        if not ways:
            return None
        if not roadmap.unknown(ways[:1]):
            return nodes[ways[0]]
        a, b = np.array(roadmap.unknown(ways)).T
        roadmap.learn(a, b, edges.shares(nodes[a], nodes[b], whole=True).are_free)
    return None


def _in_ellipsoid(
    space: Space, start: Array, goal: Array, below: float, random: np.random.Generator
) -> Array:
    """Joint values (SAMPLES, n) through which a way can be shorter than `below`."""
    a, b = start / space.units, goal / space.units
    n, span = len(a), float(np.linalg.norm(b - a))
    ball = random.normal(size=(SAMPLES, n))
    ball *= random.random((SAMPLES, 1)) ** (1.0 / n) / np.linalg.norm(ball, axis=1)[:, None]
    across = np.sqrt(max(below * below - span * span, 0.0))
    ball[:, 0] *= 0.5 * below
    ball[:, 1:] *= 0.5 * across
    # The reflection that swaps the first axis and the direction from start to goal.
    normal = (b - a) / span
    normal[0] -= 1.0
    square = float(normal @ normal)
    if square > 0.0:
        ball -= np.outer(2.0 / square * (ball @ normal), normal)
    return np.clip((0.5 * (a + b) + ball) * space.units, space.lower, space.upper)


@dataclass(frozen=True, eq=False)
class _Roadmap:
    """Nodes, of which the first is the start and the second the goal.

    lengths: Of edges between nodes, (m, m), s; inf where an edge is blocked. known: Whether an edge
    was checked, (m, m).
    """

    lengths: Array
    known: np.ndarray

    @classmethod
    def of(cls, nodes: Array, space: Space, below: float) -> _Roadmap:
        """The roadmap of nodes (m, n) in which no edge is checked."""
        own = nodes / space.units
        lengths = np.sqrt(np.square(own[:, None] - own[None]).sum(axis=2))
        lengths[lengths >= below] = np.inf
        return cls(lengths, np.eye(len(nodes), dtype=bool))

    def shortest(self, below: float) -> list[list[int]]:
        """The nodes of the shortest ways of few edges below a length, each by another last node."""
        reached, before = self.lengths[_START], []
        numbers = np.arange(len(reached))
        for _ in range(_EDGES - 2):
            ways = reached[:, None] + self.lengths
            best = ways.argmin(axis=0)
            before.append(best)
            reached = ways[best, numbers]
        whole = reached + self.lengths[:, _GOAL]
        whole[_GOAL] = np.inf  # the same way as by its last node before the goal
        last = np.argsort(whole)[:_WAYS_AT_ONCE]
        return [self._back(int(node), before) for node in last if whole[node] < below]

    def _back(self, node: int, before: list[Integers]) -> list[int]:
        """The nodes of the way to the goal whose last node before it is given."""
        found = [_GOAL, node]
        for best in reversed(before):
            found.append(int(best[found[-1]]))
        found.append(_START)
        return list(dict.fromkeys(reversed(found)))

    def unknown(self, ways: list[list[int]]) -> list[tuple[int, int]]:
        """The first edge of each of some ways that was not checked yet, each edge once.

        Where it is blocked, the further edges of that way need no check.
        """
        found: set[tuple[int, int]] = set()
        for way in ways:
            edges = (edge for edge in pairwise(way) if not self.known[edge])
            found.update((min(edge), max(edge)) for edge in islice(edges, 1))
        return sorted(found)

    def learn(self, a: Integers, b: Integers, are_free: np.ndarray) -> None:
        """Notes which edges between nodes a (k,) and b (k,) are free."""
        self.known[a, b] = self.known[b, a] = True
        a, b = a[~are_free], b[~are_free]
        self.lengths[a, b] = self.lengths[b, a] = np.inf
