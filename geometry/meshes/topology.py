"""How the triangles of a mesh are connected: edges, shells, borders, and triangles that look the
wrong way.

Every function takes the vertex indices of triangles, (n, 3), and works on whole arrays: a mesh of
half a million triangles takes about a second.
"""

import numpy as np
from numpy.typing import NDArray

from geometry.meshes.mesh import Integers
from geometry.poses import Array


def used_corners(triangles: Integers) -> Integers:
    """Indices of the vertices that triangles use, each once, ascending, (k,)."""
    return np.flatnonzero(np.bincount(triangles.ravel()))


def edges_of(triangles: Integers) -> Integers:
    """The directed edges of triangles, (3 n, 2): rows f, f + n and f + 2 n are those of triangle
    f."""
    return np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])


def edge_uses(triangles: Integers) -> tuple[Integers, Integers]:
    """The index of the undirected edge of each directed edge, (3 n,), and the number of triangles
    at each undirected edge, (k,)."""
    keys = _edge_keys(triangles)
    _, number, uses = np.unique(keys, return_inverse=True, return_counts=True)
    return number.ravel(), uses


def _edge_keys(triangles: Integers) -> Integers:
    """One number for each directed edge, the same for both directions of an edge."""
    edges = edges_of(triangles)
    count = int(triangles.max()) + 1 if triangles.size else 1
    return np.asarray(edges.min(axis=1) * count + edges.max(axis=1))


def components(count: int, links: Integers) -> Integers:
    """For each of `count` nodes the lowest node of its connected component, (count,).

    links: Pairs of linked nodes, (m, 2). Every node points at a lower node of its component. Each
    round lowers and then shortens the pointers of linked nodes, so that the number of rounds grows
    with the logarithm of the longest path (the method FastSV: Zhang, Azad, Hu 2020).
    """
    parent = np.arange(count)
    one, two = (links[:, 0], links[:, 1]) if len(links) else (parent[:0], parent[:0])
    grand = parent.copy()
    while True:
        for here, there in ((one, two), (two, one)):
            np.minimum.at(parent, grand[here], grand[there])
            np.minimum.at(parent, here, grand[there])
        parent = np.minimum(parent, parent[parent])
        shorter = parent[parent]
        if np.array_equal(shorter, grand):
            return shorter
        grand = shorter


def grouped(names: Integers) -> list[Integers]:
    """The indices of each name, ascending: a list with one array for each name, in the order of
    the names."""
    order = np.argsort(names, kind="stable")
    starts = np.flatnonzero(np.diff(names[order])) + 1
    return np.split(order, starts)


def shells_of(triangles: Integers) -> list[Integers]:
    """Indices of the triangles of each shell; triangles that share a corner are of one shell."""
    return grouped(_shell_names(triangles)[triangles[:, 0]]) if len(triangles) else []


def _shell_names(triangles: Integers) -> Integers:
    """For each corner the lowest corner of its shell."""
    links = np.concatenate([triangles[:, :2], triangles[:, 1:]])
    return components(int(triangles.max()) + 1, links)


def separate_shells(vertices: Array, triangles: Integers) -> list[tuple[Array, Integers]]:
    """Each connected shell as a mesh of its own: its corners (n, 3) and its triangles (m, 3)."""
    if not len(triangles):
        return []
    name = _shell_names(triangles)
    used = used_corners(triangles)
    corners = [used[part] for part in grouped(name[used])]
    place = np.zeros(len(vertices), dtype=np.int64)
    for own in corners:
        place[own] = np.arange(len(own))
    faces = grouped(name[triangles[:, 0]])
    return [
        (vertices[own], place[triangles[part]]) for own, part in zip(corners, faces, strict=True)
    ]


def turned_over(triangles: Integers) -> NDArray[np.bool_]:
    """Which triangles to turn over so that all triangles of a shell look the way that most of them
    look now, (n,).

    Only an edge of exactly two triangles relates them. A shell that cannot look one way (a Moebius
    strip) stays unchanged.
    """
    count = len(triangles)
    one, two, is_alike = _neighbours(triangles)
    if not is_alike.any():
        return np.zeros(count, dtype=bool)
    # Node f is triangle f unchanged, node f + count is triangle f turned over. Nodes that belong
    # to one choice are linked, so that each shell has two components: its two ways to look.
    other = np.where(is_alike, two + count, two)
    mirrored = np.where(is_alike, two, two + count)
    links = np.concatenate(
        [np.column_stack([one, other]), np.column_stack([one + count, mirrored])]
    )
    names = components(2 * count, links)
    as_is, over = names[:count], names[count:]
    # The lowest node of a shell is an unchanged triangle; the others agree with it or are turned.
    turned = over < as_is
    shell = np.minimum(as_is, over)
    members = np.bincount(shell, minlength=count)
    minority = 2 * np.bincount(shell, weights=turned, minlength=count) > members
    return np.asarray((turned ^ minority[shell]) & (as_is != over))


def _neighbours(triangles: Integers) -> tuple[Integers, Integers, NDArray[np.bool_]]:
    """Pairs of triangles at an edge of exactly two triangles, and whether both run along the edge
    in one direction."""
    edges, keys = edges_of(triangles), _edge_keys(triangles)
    order = np.argsort(keys, kind="stable")
    first = np.flatnonzero(np.diff(keys[order], prepend=-1))
    uses = np.diff(np.append(first, len(order)))
    pairs = first[uses == 2]
    one, two = order[pairs], order[pairs + 1]
    upward = edges[:, 0] < edges[:, 1]
    return one % len(triangles), two % len(triangles), upward[one] == upward[two]


def borders(triangles: Integers) -> list[Integers]:
    """The borders of holes, each as corners in the direction of the triangles along it. The list
    is empty if holes meet at a corner: it is unclear there which edges belong to which hole."""
    number, uses = edge_uses(triangles)
    border = edges_of(triangles)[uses[number] == 1]
    following = dict(border.tolist())
    if len(following) < len(border):
        return []
    loops = []
    while following:
        start, at = following.popitem()
        loop = [start]
        while at != start and at in following:
            loop.append(at)
            at = following.pop(at)
        if at == start and len(loop) >= 3:
            loops.append(np.array(loop))
    return loops
