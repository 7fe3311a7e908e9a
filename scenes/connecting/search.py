"""A way round by two trees of joint values that grow towards each other: RRT-Connect (Kuffner and
LaValle 2000), with many edges checked at a time.

All lengths are in seconds: the change of each joint over its speed, as one vector.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from scenes.connecting.edges import Edges
from scenes.connecting.setting import Integers
from scenes.world.frozen import Array

AT_ONCE = 4
"""Edges that grow one tree at a time."""
_LONGEST = 1.0
# Share of an edge below which its tree does not grow.
_NO_STEP = 1e-3


@dataclass(frozen=True, eq=False)
class Space:
    """The joint values among which a way is sought.

    units: Joint values in a second at full speed, (n,). lower, upper: Limits, (n,), finite.
    """

    units: Array
    lower: Array
    upper: Array

    def sample(self, random: np.random.Generator, count: int) -> Array:
        """Joint values (count, n) anywhere in the space."""
        return self.lower + random.random((count, len(self.units))) * (self.upper - self.lower)

    def lengths(self, a: Array, b: Array) -> Array:
        """Lengths (...,) of edges from a (..., n) to b (..., n), s."""
        way = (b - a) / self.units
        return np.asarray(np.sqrt(np.einsum("...i,...i->...", way, way)))

    def length(self, path: Array) -> float:
        """Length of a path (m, n), s."""
        return float(self.lengths(path[:-1], path[1:]).sum())


class _Tree:
    """Joint values that are joined to a root by free edges."""

    def __init__(self, root: Array, space: Space) -> None:
        self.space = space
        self.count = 1
        self.q = np.empty((64, len(root)))
        self.scaled = np.empty((64, len(root)))
        self.parents: list[int] = [-1]
        self.q[0], self.scaled[0] = root, root / space.units

    def add(self, q: Array, parent: int) -> int:
        if self.count == len(self.q):
            self.q, self.scaled = (
                np.concatenate([a, np.empty_like(a)]) for a in (self.q, self.scaled)
            )
        self.q[self.count], self.scaled[self.count] = q, q / self.space.units
        self.parents.append(parent)
        self.count += 1
        return self.count - 1

    def nearest(self, q: Array) -> Integers:
        """Indices (k,) of the nodes nearest to joint values (k, n)."""
        own, other = self.scaled[: self.count], q / self.space.units
        square = np.einsum("ij,ij->i", own, own) - 2.0 * (other @ own.T)
        return np.asarray(square.argmin(axis=1))

    def to_root(self, node: int) -> list[Array]:
        """Joint values from a node to the root."""
        found = []
        while node >= 0:
            found.append(self.q[node])
            node = self.parents[node]
        return found


@dataclass(frozen=True, eq=False)
class Found:
    """The result of a search: a path (m, n), or None, and how often each pair blocked an edge."""

    path: Array | None
    blocked: Integers
    checked: int


def find_path(
    edges: Edges,
    space: Space,
    ends: tuple[Array, Array],
    random: np.random.Generator,
    most_edges: int,
    stop: Callable[[], bool] = lambda: False,
    tell: Callable[[float], None] = lambda share: None,
) -> Found:
    """A path of free edges between two joint values.

    most_edges: Number of edges after which the search ends. stop: Called now and then; the search
    ends where it returns True. tell: Called with the share of these edges that is checked.
    """
    trees = [_Tree(end, space) for end in ends]
    blocked = np.zeros(len(edges.setting.pairs) + 1, dtype=np.int64)
    checked, turn = 0, 0
    while checked < most_edges and not stop():
        tell(checked / most_edges)
        own, other = trees[turn], trees[1 - turn]
        fresh = _grown(own, edges, space, space.sample(random, AT_ONCE), blocked)
        checked += AT_ONCE + len(fresh)
        joined = _joined(other, own, fresh, edges, blocked)
        if joined is not None:
            from_own, from_other = own.to_root(joined[0]), other.to_root(joined[1])
            path = [*from_own[::-1], *from_other]
            return Found(np.array(path if turn == 0 else path[::-1]), blocked, checked)
        turn = 1 - turn
    return Found(None, blocked, checked)


def _grown(tree: _Tree, edges: Edges, space: Space, targets: Array, blocked: Integers) -> list[int]:
    """New nodes of a tree towards targets (k, n)."""
    nearest = tree.nearest(targets)
    starts = tree.q[nearest]
    far = space.lengths(starts, targets)
    reach = np.minimum(_LONGEST / np.maximum(far, _LONGEST), 1.0)
    ends = starts + reach[:, None] * (targets - starts)
    found = edges.shares(starts, ends)
    np.add.at(blocked, found.blockers, 1)
    return [
        tree.add(starts[i] + found.shares[i] * (ends[i] - starts[i]), int(nearest[i]))
        for i in np.flatnonzero(found.shares > _NO_STEP)
    ]


def _joined(
    tree: _Tree, other: _Tree, nodes: list[int], edges: Edges, blocked: Integers
) -> tuple[int, int] | None:
    """The node of the other tree, and the node of this tree, that a free edge joins; else this tree
    has grown towards the nodes of the other tree as far as it could."""
    if not nodes:
        return None
    targets = other.q[nodes]
    nearest = tree.nearest(targets)
    starts = tree.q[nearest]
    found = edges.shares(starts, targets)
    np.add.at(blocked, found.blockers, 1)
    joined = np.flatnonzero(found.are_free)
    if len(joined):
        best = joined[np.argmin(tree.space.lengths(starts[joined], targets[joined]))]
        return nodes[best], int(nearest[best])
    for i in np.flatnonzero(found.shares > _NO_STEP):
        tree.add(starts[i] + found.shares[i] * (targets[i] - starts[i]), int(nearest[i]))
    return None
