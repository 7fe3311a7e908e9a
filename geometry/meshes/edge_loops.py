"""Curves of edges on a mesh: from one edge on, as long as they go on without a corner."""

from math import cos, radians

import numpy as np

from geometry.meshes.mesh import Integers
from geometry.poses import Array

# The greatest turn between two edges of one curve: a circle of eight edges still is one.
_TURN = cos(radians(50.0))


def curve_through(vertices: Array, edges: Integers, edge: int) -> tuple[Integers, bool]:
    """The curve of edges that contains an edge: the indices of its vertices in order, (n,), and
    whether the curve is closed (the first vertex is then not repeated).

    edges: Pairs of vertex indices, (k, 2). edge: Row of the edge. The curve ends where it turns by
    more than 50 degrees, or where not exactly two edges meet.
    """
    ends, counts = np.unique(edges, return_counts=True)
    meets = dict(zip(ends.tolist(), counts.tolist(), strict=True))
    first, second = (int(v) for v in edges[edge])
    forth, is_closed = _walk(vertices, edges, first, second, meets)
    if is_closed:
        return np.array(forth[:-1]), True
    back, _ = _walk(vertices, edges, second, first, meets)
    return np.array([*reversed(back), *forth[2:]]), False


def _walk(
    vertices: Array, edges: Integers, start: int, then: int, meets: dict[int, int]
) -> tuple[list[int], bool]:
    """The vertices from `start` over `then` to the end of the curve, and whether it came round."""
    found = [start, then]
    while meets[found[-1]] == 2 and len(found) <= len(edges):
        before, here = found[-2:]
        rows = edges[(edges == here).any(axis=1)]
        following = int(next(v for v in rows.ravel() if v not in (here, before)))
        ahead, behind = vertices[following] - vertices[here], vertices[here] - vertices[before]
        lengths = float(np.linalg.norm(ahead) * np.linalg.norm(behind))
        if float(ahead @ behind) < _TURN * lengths:
            return found, False
        found.append(following)
        if following == start:
            return found, True
    return found, False
