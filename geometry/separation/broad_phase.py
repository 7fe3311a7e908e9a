"""An order of pairs in which most of them are ruled out in groups.

Neighbouring standing bodies form clusters; each cluster has a box along the world's axes. A moving
body is compared with the boxes of its clusters first, and with the boxes of single bodies only if
it reaches their cluster.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from geometry.poses import Array

# Most standing bodies in a cluster.
_CLUSTER = 6

Plan = tuple[NDArray, ...]
"""groups (g, 3): moving body, its first cluster, the cluster after its last. clusters (c, 6): their
boxes, lo and hi. spans (c + 1,): first member of each cluster. members (n,): indices of pairs.
boxes (n, 6): boxes of the members' standing bodies. free (f,): indices of the pairs whose bodies
both move or both stand."""


def plan_pairs(
    pairs: NDArray[np.int64], boxes: Array, is_moving: Sequence[bool] | NDArray[np.bool_]
) -> Plan:
    """The plan for pairs of bodies (p, 2). boxes: Boxes (lo, hi) of all k bodies along the world's
    axes, (k, 6); only those of standing bodies are read. is_moving: Whether each body moves, (k,).
    """
    moves = np.asarray(is_moving, dtype=bool)[pairs].reshape(-1, 2)
    mixed = moves[:, 0] != moves[:, 1]
    mover = np.where(moves[:, 0], pairs[:, 0], pairs[:, 1])
    groups: list[tuple[int, int, int]] = []
    clusters: list[Array] = []
    members: list[NDArray[np.int64]] = []
    for body in np.unique(mover[mixed]):
        own = np.flatnonzero(mixed & (mover == body))
        others = np.where(moves[own, 0], pairs[own, 1], pairs[own, 0])
        first = len(clusters)
        for part in _clustered(boxes[others]):
            inside = boxes[others[part]]
            clusters.append(np.r_[inside[:, :3].min(axis=0), inside[:, 3:].max(axis=0)])
            members.append(own[part])
        groups.append((int(body), first, len(clusters)))
    listed = np.concatenate(members) if members else np.zeros(0, dtype=np.int64)
    standing = np.where(moves[listed, 0], pairs[listed, 1], pairs[listed, 0])
    return (
        np.array(groups, dtype=np.int64).reshape(-1, 3),
        np.array(clusters, dtype=float).reshape(-1, 6),
        np.cumsum([0, *(len(own) for own in members)]).astype(np.int64),
        listed,
        np.ascontiguousarray(boxes[standing]).reshape(-1, 6),
        np.flatnonzero(~mixed),
    )


def _clustered(boxes: Array) -> list[NDArray[np.int64]]:
    """Indices of boxes (n, 6) in clusters: groups are halved along their longest side until each
    has at most _CLUSTER boxes."""
    centres = boxes[:, :3] + boxes[:, 3:]
    pending, found = [np.arange(len(boxes))], []
    while pending:
        part = pending.pop()
        if len(part) <= _CLUSTER:
            found.append(part)
            continue
        axis = int(np.argmax(np.ptp(centres[part], axis=0)))
        order = part[np.argsort(centres[part, axis], kind="stable")]
        pending += [order[: len(order) // 2], order[len(order) // 2 :]]
    return found
