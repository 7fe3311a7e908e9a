"""Limits of a time law on its cells: rows at samples, and bounds between them.

With b = (ds/dt)^2 joint j has the speed q' sqrt(b), the acceleration q'' b + q' b'/2 and the jerk
sqrt(b) (q''' b + 1.5 q'' b' + 0.5 q' b''). Rows say these at the start, the middle and the end of
each cell; the bounds hold everywhere on it (see `bounds_kernel`).
"""

from __future__ import annotations

from math import comb
from typing import NamedTuple

import numpy as np

from kinematics.motion.laws.squares.bounds_kernel import (
    SCRATCH_ROWS,
    write_bounds,
    write_largest_ease,
)
from kinematics.motion.laws.squares.law_grid import FIRST, SECOND, THIRD, LawGrid
from kinematics.motion.laws.squares.rows_kernel import (
    IMPLIED,
    INTERVAL,
    PIECE,
    SAMPLES,
    TERMS,
    UNKNOWN,
    write_rows,
)
from kinematics.poses.transforms import Array

SCRATCH = (SCRATCH_ROWS, 11)


class Rows(NamedTuple):
    """Rows at the three samples of each cell.

    counts: (c,), rows at a sample. lines: (c, 3, n, 5), q''/a and q'/2a, and q''', 1.5 q'', 0.5 q'
    over j. tops: (c, 3), the largest squares under limits of speed. forms: (c, 3, 9), b, b', b'' by
    the Bernstein coefficients of b on the interval. chosen: (c, 3, 2 n), the rows of acceleration
    and those of jerk that count: a cell on a straight piece of the path has one of each, and others
    are left out where the remaining rows imply them.
    """

    counts: np.ndarray
    lines: Array
    tops: Array
    forms: Array
    chosen: np.ndarray


def rows_of(grid: LawGrid) -> Rows:
    """The rows of the cells of a grid; those of eased ends are 0."""
    number, joints = len(grid.cells[0]), grid.derivatives.shape[2]
    found = Rows(
        np.zeros(number, np.int64),
        np.zeros((number, SAMPLES, joints, TERMS)),
        np.zeros((number, SAMPLES)),
        np.zeros((number, SAMPLES, 9)),
        np.zeros((number, SAMPLES, 2 * joints), bool),
    )
    first, end = grid.span
    write = write_rows if write_rows.is_ready else _write_rows
    write(grid.knots, grid.inverses, grid.caps, grid.cells, first, end, *found)
    return found


def bounds_of(grid: LawGrid, squares: Array) -> Array:
    """Bounds (c, 3) of speed, acceleration and jerk on the cells, as shares of their limits.

    squares: (k, 3), Bernstein coefficients of b on the intervals. Those of eased ends are 0.
    """
    found = np.zeros((len(grid.cells[0]), 3))
    write = write_bounds if write_bounds.is_ready else bounds_by_numpy
    first, end = grid.span
    scratch = np.empty(SCRATCH)
    write(grid.knots, squares, grid.inverses, grid.caps, grid.cells, first, end, scratch, found)
    return found


def largest_eases(grid: LawGrid) -> tuple[float, float]:
    """The largest k of the first and of the last interval, where b = k e^(4/3)."""
    widths, (first, end), found = np.diff(grid.knots), grid.span, np.empty(1)
    scratch, eases = np.empty(SCRATCH), []
    for start, stop, is_last in ((0, first, 0), (end, len(grid.cells[0]), 1)):
        width = widths[-1:] if is_last else widths[:1]
        arguments = (width, grid.inverses, grid.caps, grid.cells, start, stop, is_last)
        write_largest_ease(*arguments, scratch, found)
        eases.append(float(found[0]))
    return eases[0], eases[1]


def slow_down(bounds: Array) -> float:
    """The factor, at least 1, by which a law must be slowed to keep limits with these bounds."""
    speed, pull, kick = bounds.max(axis=0)
    return float(max(1.0, speed, np.sqrt(pull), np.cbrt(kick)))


def _write_rows(
    knots: Array,
    inverses: Array,
    caps: Array,
    cells: tuple[np.ndarray, Array, Array],
    first: int,
    end: int,
    counts: np.ndarray,
    lines: Array,
    tops: Array,
    forms: Array,
    chosen: np.ndarray,
) -> None:
    """`write_rows` for all cells at once."""
    places, shares, E = (part[first:end] for part in cells)
    width = np.diff(knots)[places[:, INTERVAL]][:, None]
    u = shares[:, :1] + (shares[:, 1:2] - shares[:, :1]) * np.array([0.0, 0.5, 1.0])
    v = 1.0 - u
    bend = np.broadcast_to(2.0 / (width * width), u.shape)
    slopes = [-2.0 * v / width, 2.0 * (v - u) / width, 2.0 * u / width]
    squares = [v * v, 2.0 * u * v, u * u]
    forms[first:end] = np.stack([*squares, *slopes, bend, -2.0 * bend, bend], axis=2)
    one, two, three = _sampled(E[:, FIRST]), _sampled(E[:, SECOND]), _sampled(E[:, THIRD])
    _, pull, kick = inverses
    lines[first:end] = np.stack(
        [two * pull, 0.5 * one * pull, three * kick, 1.5 * two * kick, 0.5 * one * kick], axis=3
    )
    speed = (np.abs(one) * inverses[0]).max(axis=2)
    with np.errstate(divide="ignore"):
        tops[first:end] = np.minimum(caps[places[:, PIECE], None] ** 2, 1.0 / (speed * speed))
    straight = ~((two != 0.0) | (three != 0.0)).any(axis=(1, 2))
    counts[first:end] = np.where(straight, 1, E.shape[2])
    largest = np.abs(lines[first:end]).max(axis=2)
    lines[first:end, :, 0] = np.where(straight[:, None, None], largest, lines[first:end, :, 0])
    chosen[first:end] = _chosen(lines[first:end], counts[first:end], tops[first:end, :, None])


def _chosen(lines: Array, counts: np.ndarray, top: Array) -> np.ndarray:
    """`choose_rows` for all points: (c, 3, 2 n). top: (c, 3, 1)."""
    a0, a1, a2, a3, a4 = np.moveaxis(np.abs(lines), 3, 0)
    exists = (np.arange(lines.shape[2]) < counts[:, None])[:, None]
    root = np.sqrt(top)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        slopes = np.where(exists & (a1 != 0.0), (1.0 + a0 * top) / a1, UNKNOWN)
        slope = slopes.min(axis=2, keepdims=True)
        used = (a2 * top + a3 * slope) * root
        bends = np.where(exists & (a4 != 0.0), (1.0 + used) / a4, UNKNOWN)
        pull, kick = a0 * top + a1 * slope, used + a4 * bends.min(axis=2, keepdims=True)
    is_open = [exists & ~(pull < IMPLIED), exists & ~(kick < IMPLIED)]
    return np.concatenate(is_open, axis=2)


def _sampled(forms: Array) -> Array:
    """Values (c, 3, n) of Bernstein forms (c, d + 1, n) at 0, 1/2 and 1."""
    degree = forms.shape[1] - 1
    weights = np.array([comb(degree, k) for k in range(degree + 1)]) / 2.0**degree
    return np.stack([forms[:, 0], np.einsum("k,ckn->cn", weights, forms), forms[:, -1]], axis=1)


def bounds_by_numpy(
    knots: Array,
    squares: Array,
    inverses: Array,
    caps: Array,
    cells: tuple[np.ndarray, Array, Array],
    first: int,
    end: int,
    scratch: Array,
    found: Array,
) -> None:
    """`write_bounds` for all cells at once, without its short ways for what is far from a limit."""
    places, shares, E = (part[first:end] for part in cells)
    low, high = shares[:, 0, None], shares[:, 1, None]
    b = squares[places[:, INTERVAL]].copy()
    stop = np.divide(high - low, 1.0 - low, out=np.ones_like(low), where=high < 1.0)
    for share, is_left in ((low, True), (stop, False)):
        for r in range(2):
            if is_left:
                b[:, : 2 - r] += share * (b[:, 1 : 3 - r] - b[:, : 2 - r])
            else:
                before = b[:, r:-1].copy()
                b[:, r + 1 :] = before + share * (b[:, r + 1 :] - before)
    width = np.diff(knots)[places[:, INTERVAL]][:, None] * (high - low)
    slope = 2.0 * np.diff(b, axis=1) / width
    bend = (np.diff(slope, axis=1) / width)[:, :, None]
    b, slope = b[:, :, None], slope[:, :, None]
    one, two, three = E[:, FIRST], E[:, SECOND], E[:, THIRD]
    fast = product(product(one, one), b) * inverses[0] ** 2
    cap = np.sqrt(b.max(axis=(1, 2))) / caps[places[:, PIECE]]
    found[first:end, 0] = np.maximum(cap, np.sqrt(np.maximum(fast.max(axis=(1, 2)), 0.0)))
    pull = (product(two, b) + 0.5 * product(one, slope)) * inverses[1]
    found[first:end, 1] = np.abs(pull).max(axis=(1, 2))
    kick = product(three, b) + 1.5 * product(two, slope) + 0.5 * bend * one
    squared = product(product(kick, kick), b) * inverses[2] ** 2
    found[first:end, 2] = np.sqrt(np.maximum(squared.max(axis=(1, 2)), 0.0))


def product(a: Array, b: Array) -> Array:
    """The Bernstein form (c, p + q + 1, n) of the product of forms (c, p + 1, n), (c, q + 1, n)."""
    p, q = a.shape[1] - 1, b.shape[1] - 1
    found = np.zeros((len(a), p + q + 1, max(a.shape[2], b.shape[2])))
    for i in range(p + 1):
        for k in range(q + 1):
            weight = comb(p, i) * comb(q, k) / comb(p + q, i + k)
            found[:, i + k] += weight * a[:, i] * b[:, k]
    return found
