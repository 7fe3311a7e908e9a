"""Outer bounds of bodies for a whole batch of poses: with them pairs that are far apart cost almost
nothing."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from geometry.poses import Array
from geometry.solids.tree import Solid

# Samples of one block, whose arrays are small enough for the processor's cache.
_BLOCK = 512


def centred_boxes(solids: Sequence[Solid]) -> tuple[Array, Array]:
    """Centres (k, 3) and half edges (k, 3) of the bounds of k solids in their own frames, mm."""
    corners = np.array([solid.bounds() for solid in solids]).reshape(-1, 2, 3)
    return 0.5 * (corners[:, 0] + corners[:, 1]), 0.5 * (corners[:, 1] - corners[:, 0])


def world_boxes(centres: Array, halves: Array, poses: Array) -> tuple[Array, Array]:
    """Boxes (lo, hi) along the world's axes that hold k boxes in m poses: (m, k, 3) each, mm.

    poses: T_world_body, shape (m, k, 4, 4).
    """
    R = poses[..., :3, :3]
    middle = np.einsum("mkij,kj->mki", R, centres) + poses[..., :3, 3]
    reach = np.einsum("mkij,kj->mki", np.abs(R), halves)
    return middle - reach, middle + reach


def near_pairs(
    solids: Sequence[Solid], poses: Array, pairs: NDArray[np.int64], slack: float
) -> NDArray[np.bool_]:
    """Whether the world boxes of each pair meet at each sample: (m, p) bool.

    Boxes count as apart when they overlap by no more than `slack` mm along some axis.
    """
    centres, halves = centred_boxes(solids)
    near = np.zeros((len(poses), len(pairs)), dtype=bool)
    a, b = pairs.T
    for start in range(0, len(poses), _BLOCK):
        lo, hi = world_boxes(centres, halves, poses[start : start + _BLOCK])
        shared = np.minimum(hi[:, a], hi[:, b]) - np.maximum(lo[:, a], lo[:, b])
        near[start : start + _BLOCK] = np.all(shared > slack, axis=2)
    return near
