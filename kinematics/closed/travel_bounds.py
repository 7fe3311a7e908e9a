"""How fast passive joints go at most, and how their rates change, while the driven ones follow
polynomials from piece to piece of a path.

Along the way the closings stay closed, c(y) = 0 for the values y of all joints, driven ones q and
passive ones p. With G = dc/dy, M its columns of p and N those of q at the start of a piece, and
B the pseudo-inverse of M (B M = 1, since no passive joint is free there):

    p' = -B N q' - B (G(t) - G(0)) y'

A closing is seen from the last link that both of its ends have in common, so that only the joints
of its loop count. There a point P that joints move one after the other has the second derivatives

    z_i x (z_j x (P - p_j))   for two that turn,      z_i x z_j   for one that turns and a slide,

i before j, and none where the first one slides. So where the rates of the joints over a piece,
whose parameter t goes from 0 to 1, are no more than a, (G(t) - G(0)) y' is no more than S(a, a),
the sum of h_ij a_i a_j over the two sides of the closing, h_ij the largest lever of j, or 1. Rates
a that are assumed, and that bound themselves by less, are never exceeded, since the joints move
without leaps; and M stays regular, since B (M(t) - M(0)) then takes a > 0 to less than a (Perron).
A piece that is too long for this is halved. Differentiating once more gives

    M(t) p'' = -N(t) q'' - G'(t) y',     |N(t) q''| <= |N q''| + S(a, q''),     |G' y'| <= S(a, a),

so that |p''| <= a r / (1 - r') with r the largest share of a that the right side makes after B,
and r' that of S(a, a).
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from kinematics.closed.assembly import FREE, Assembly
from kinematics.closed.linkage import Linkage
from kinematics.poses.bernstein import divided, hodographs
from kinematics.poses.transforms import Array

ROUNDS, HALVINGS = 12, 8
ROOM, GROWTH = 1.5, 1.25  # of the first assumption, and of the next over what it led to
LEAST_WAY = 1e-12  # rad, or of the size: no way is assumed to be shorter


def travels(assembly: Assembly, controls: Array) -> tuple[Array, Array]:
    """Greatest rates of all joints on pieces of a path, and of change of these rates.

    controls: Bernstein coefficients (m, d + 1, n) of the driven joints on m pieces. (m, J) each:
    rad or mm per piece, and per piece squared; infinite where a loop is singular or so near to it
    that nothing is shown.
    """
    if assembly.ratios is not None:
        first, second = hodographs(controls)
        rates, changes = first @ assembly.ratios.T, second @ assembly.ratios.T
        return np.abs(rates).max(axis=1), np.abs(changes).max(axis=1)
    ways, bends = _of_pieces(assembly, controls)
    for halving in range(1, HALVINGS + 1):
        left = np.flatnonzero(~np.isfinite(ways).all(axis=1))
        if not len(left):
            break
        parts = 2**halving
        own, bent = _of_pieces(assembly, divided(controls[left], parts))
        ways[left] = own.reshape(len(left), parts, -1).max(axis=1) * parts
        bends[left] = bent.reshape(len(left), parts, -1).max(axis=1) * parts**2
    return ways, bends


@np.errstate(invalid="ignore", over="ignore")  # what overflows is no bound
def _of_pieces(assembly: Assembly, controls: Array) -> tuple[Array, Array]:
    """`travels` of pieces, without halving."""
    linkage, driven, passive = assembly.linkage, list(assembly.driven), list(assembly.passive)
    first, second = hodographs(controls)
    y, closes = assembly.whole(controls[:, 0])
    G = linkage.gap_rates(linkage.frames(y))
    back, regular = _inverted(G[..., passive])
    led = np.swapaxes(back @ G[..., driven] / linkage.units[driven], -1, -2)
    least, pushed = (np.abs(rows @ led).max(axis=1) for rows in (first, second))
    weights = _weights(linkage, back)
    ways, pushes = np.zeros((2, len(y), linkage.count))
    ways[:, driven], pushes[:, driven] = (np.abs(rows).max(axis=1) for rows in (first, second))
    slid = np.abs(y)
    assumed = ROOM * least + LEAST_WAY
    found, bent = np.full((2, *least.shape), np.inf)
    for _ in range(ROUNDS):
        ways[:, passive] = assumed * linkage.units[passive]
        out = slid + ways
        curved = _after(weights, _second(linkage, out, ways))
        way = least + curved
        holds = closes & regular & (way < assumed).all(axis=1)
        share = (curved / assumed).max(axis=1, initial=0.0)
        turned = pushed + curved + _after(weights, _mixed(linkage, out, ways, pushes))
        most = (turned / assumed).max(axis=1, initial=0.0)
        found[holds] = way[holds]
        bent[holds] = (assumed * (most / np.maximum(1.0 - share, LEAST_WAY))[:, None])[holds]
        if holds.all():
            break
        assumed = np.where(np.isfinite(way), np.maximum(assumed, GROWTH * way), assumed)
    bends = np.zeros_like(ways)
    ways[:, passive] = found * linkage.units[passive]
    bends[:, driven] = pushes[:, driven]
    bends[:, passive] = bent * linkage.units[passive]
    return ways, bends


def _after(weights: Array, rows: Array) -> Array:
    """What rows (k, rows) of the closings do to each passive joint at most, (k, p)."""
    return np.asarray((weights @ rows[..., None])[..., 0])


def _mixed(linkage: Linkage, slid: Array, ways: Array, others: Array) -> Array:
    """S(a, b) of `_second`, which is S(a, a), for ways a and others b (k, J), (k, rows)."""
    both, own, other = (_second(linkage, slid, rows) for rows in (ways + others, ways, others))
    return np.asarray(0.5 * np.maximum(both - own - other, 0.0))


def _inverted(M: Array) -> tuple[Array, NDArray[np.bool_]]:
    """The pseudo-inverse (k, p, rows) of M (k, rows, p), and whether no passive joint is free."""
    U, sizes, Vt = np.linalg.svd(M, full_matrices=False)
    regular = sizes[:, -1] > FREE * sizes[:, 0]
    own = np.where(regular[:, None], sizes, 1.0)
    return np.swapaxes(Vt, -1, -2) / own[:, None] @ np.swapaxes(U, -1, -2), regular


def _weights(linkage: Linkage, back: Array) -> Array:
    """What one of each row of `_second` does to each passive joint at most, (k, p, rows)."""
    blocks = back.reshape(
        *back.shape[:-1], back.shape[-1] // 3, 3
    )  # a point, or an axis, is three rows
    return np.asarray(np.linalg.norm(blocks, axis=-1))


def _second(linkage: Linkage, slid: Array, ways: Array) -> Array:
    """The sums of h_ij a_i a_j for ways a (k, J), rad and mm: a row for the points of each closing,
    by the size, and where it is a pin one for its axes, (k, rows).

    slid: (k, J), how far each slide is out at most, mm.
    """
    rows = []
    for closing, sides in zip(linkage.closings, _sides(linkage), strict=True):
        points, axes = np.zeros(len(ways)), np.zeros(len(ways))
        for side in sides:
            own = ways[:, side.path]
            turned = np.cumsum(own * side.turning, axis=1)  # by the joints up to each
            out = slid[:, side.path] * ~side.turning
            behind = side.lever + np.cumsum(out[:, ::-1], axis=1)[:, ::-1]
            twice = 2.0 * (turned - own * side.turning) + own * side.turning  # i < j, j < i, i = j
            points += (np.where(side.turning, behind, 1.0) * own * twice).sum(axis=1)
            axes += turned[:, -1] ** 2 if side.path else 0.0
        rows.append(points / linkage.size)
        if closing.axes is not None:
            rows.append(axes)
    return np.stack(rows, axis=1)


class _Side:
    """One side of a closing, from the last link that both have in common: path: its joints, in
    order. turning: which of them turn. lever: (m,), mm, from each joint to the point at most, but
    for slides."""

    def __init__(self, linkage: Linkage, path: list[int], point: Array) -> None:
        self.path = path
        self.turning: NDArray[np.bool_] = linkage.revolute[path] > 0.0
        lengths = [float(np.linalg.norm(linkage.T_link_joint[k, :3, 3])) for k in path[1:]]
        lengths.append(float(np.linalg.norm(point)))
        self.lever = np.cumsum(lengths[::-1])[::-1] if path else np.zeros(0)


@lru_cache(maxsize=256)
def _sides(linkage: Linkage) -> tuple[tuple[_Side, ...], ...]:
    """The two sides of each closing."""
    found = []
    for closing in linkage.closings:
        loop = set(linkage.loop_of(closing))
        ends = zip(closing.links, closing.points, strict=True)
        paths = [([k for k in linkage.paths[link] if k in loop], p) for link, p in ends]
        found.append(tuple(_Side(linkage, path, point) for path, point in paths))
    return tuple(found)
