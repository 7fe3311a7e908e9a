"""How far passive joints go at most while the driven ones go evenly from sample to sample.

Along the way the closings stay closed, c(q, p) = 0, so the passive joints move at the rate

    p' = -M^-1 N q',   M = U^T dc/dp,  N = U^T dc/dq,

U an orthonormal base of what the closings feel at the start of a piece (M is square there). No
column of M or N changes by more than h T while the joints of the loops together go T, lengths by
the size: h bounds the second derivatives of the closings, levers over the size. With
k = |M0^-1| sqrt(p) h T < 1 therefore

    |p'| <= w + k / (1 - k) |w|,   w = |M0^-1 N0 q'| + |M0^-1| h T |q'|.

T itself counts what the passive joints go. A way that is assumed and bounds itself by less is
never exceeded, since the joints move without leaps. A piece that is too long for this is halved.
Differentiating once more bounds how the rates change, |p''| <= |M0^-1| h T^2 / (1 - k).
"""

import numpy as np

from kinematics.closed.assembly import Assembly
from kinematics.closed.linkage import Linkage
from kinematics.poses.transforms import Array
from kinematics.tolerances import NEVER_ZERO

MOST_CHANGE = 0.5  # k: beyond it the bound says little
ROUNDS, HALVINGS = 8, 8
ROOM, GROWTH = 1.5, 1.25  # of the first assumption, and of the next over what it led to
LEAST_WAY = 1e-12  # rad, or of the size: no way is assumed to be shorter


def travels(assembly: Assembly, q: Array) -> tuple[Array, Array]:
    """Ways of all joints in the pieces between rows q (m, n), and how their rates change at most.

    (m - 1, J) each: rad or mm, and the same per piece squared; infinite where a loop is singular
    or so near to it that nothing is shown.
    """
    change = np.diff(q, axis=0)
    if assembly.ratios is not None:
        ways = np.abs(change @ assembly.ratios.T)
        return ways, np.zeros_like(ways)
    ways, bends = _of_pieces(assembly, q[:-1], change)
    for halving in range(1, HALVINGS + 1):
        left = np.flatnonzero(~np.isfinite(ways).all(axis=1))
        if not len(left):
            break
        parts = 2**halving
        shares = np.arange(parts) / parts
        start = (q[left, None] + shares[:, None] * change[left, None]).reshape(-1, q.shape[1])
        own, bent = _of_pieces(assembly, start, np.repeat(change[left] / parts, parts, axis=0))
        ways[left] = own.reshape(len(left), parts, -1).sum(axis=1)
        bends[left] = bent.reshape(len(left), parts, -1).max(axis=1) * parts**2
    return ways, bends


@np.errstate(invalid="ignore", over="ignore")  # what overflows is no bound
def _of_pieces(assembly: Assembly, q: Array, change: Array) -> tuple[Array, Array]:
    """`travels` of pieces that start at q (k, n), without halving."""
    linkage, driven, passive = assembly.linkage, list(assembly.driven), list(assembly.passive)
    y, closes = assembly.whole(q)
    G = linkage.gap_rates(linkage.frames(y))
    U, sizes, Vt = np.linalg.svd(G[..., passive], full_matrices=False)
    back = np.swapaxes(Vt, -1, -2) / np.maximum(sizes, NEVER_ZERO)[:, None]
    norm = 1.0 / np.maximum(sizes[:, -1], NEVER_ZERO)
    step = change / linkage.units[driven]
    w0 = np.abs(back @ (np.swapaxes(U, -1, -2) @ (G[..., driven] @ step[..., None])))[..., 0]
    far = np.abs(step).sum(axis=1)
    in_loops = np.array([k in _movers(linkage) for k in range(linkage.count)])
    own_far = (np.abs(step) * in_loops[driven]).sum(axis=1)
    assumed = ROOM * w0 + LEAST_WAY
    found, bent = np.full((2, *w0.shape), np.inf)
    for _ in range(ROUNDS):
        total = own_far + assumed.sum(axis=1)
        h = _second(linkage, y, total)
        k = norm * np.sqrt(len(passive)) * h * total
        w = w0 + (norm * h * total * far)[:, None]
        spread = np.where(k < MOST_CHANGE, k / np.maximum(1.0 - k, MOST_CHANGE), np.inf)
        way = w + (spread * np.linalg.norm(w, axis=1))[:, None]
        holds = closes & (way <= assumed).all(axis=1)
        found[holds] = way[holds]
        bent[holds] = (norm * h * total**2 / np.maximum(1.0 - k, MOST_CHANGE))[holds, None]
        if holds.all():
            break
        assumed = np.where(np.isfinite(way), np.maximum(assumed, GROWTH * way), assumed)
    ways, bends = np.zeros((2, len(q), linkage.count))
    ways[:, driven] = np.abs(change)
    ways[:, passive] = found * linkage.units[passive]
    bends[:, passive] = bent * linkage.units[passive]
    return ways, bends


def _movers(linkage: Linkage) -> set[int]:
    """The joints that move an end of any closing."""
    return {k for c in linkage.closings for link in c.links for k in linkage.paths[link]}


def _second(linkage: Linkage, y: Array, total: Array) -> Array:
    """h (k,): what the second derivatives of the closings together are no more than.

    A point that two joints turn changes its rate by no more than its lever, which is no longer
    than the links between; an axis by no more than 1.
    """
    square = np.zeros(len(y))
    for closing in linkage.closings:
        lever = np.zeros(len(y))
        for link, point in zip(closing.links, closing.points, strict=True):
            path = list(linkage.paths[link])
            fixed = np.linalg.norm(linkage.T_link_joint[path, :3, 3], axis=1).sum()
            slides = [k for k in path if linkage.revolute[k] == 0.0]
            slid = np.abs(y[:, slides]).sum(axis=1) + len(slides) * total * linkage.size
            lever = np.maximum(lever, fixed + np.linalg.norm(point) + slid)
        square += np.maximum(lever / linkage.size, 1.0) ** 2 + (closing.axes is not None)
    return np.asarray(np.sqrt(square))
