"""The grid of a time law: its knots along a path, and the path's derivatives between them.

Knots are needed where the law changes. An estimate of the law finds these places before it is
solved: the largest squared rate b that each limit allows alone at points of the path, lowered both
ways by the growths that are possible from rest, of b under limits of acceleration and of b^(3/4)
under limits of jerk. Knots stand at equal steps of a density over the time of this estimate, and at
every node of the path, because its third derivative jumps there.

All of this runs in loops where they are ready, else in NumPy with the same numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb

import numpy as np

from kinematics.motion.laws.squares.knots_kernel import (
    CUBIC_GROWTH,
    DERIVATIVE_ROWS,
    FASTEST,
    GROWTH,
    LEAST_PARTS,
    MOST_EACH,
    PLACE,
    POINT_ROWS,
    ROUNDING,
    SQUARE,
    limit_growth,
    place_knots,
    write_ends,
    write_knots,
    write_numbers,
    write_squares,
    write_times,
)
from kinematics.motion.laws.squares.rows_kernel import (
    INTERVAL,
    PARTS,
    PIECE,
    write_cells,
    write_places,
)
from kinematics.motion.laws.time_law import JointLimits
from kinematics.motion.paths.joint_path import JointPath
from kinematics.poses.transforms import Array

LEAST_POINTS, MOST_POINTS, ALL_POINTS = 8, 64, 128
"""Points of the estimate on a piece of the path, and on the whole path if its pieces are few."""
DEGREES = (4, 3, 2)
FIRST, SECOND, THIRD = slice(0, 5), slice(5, 9), slice(9, 12)
"""Rows of the Bernstein coefficients of q', q'' and q'''."""

FASTER, MORE = 1.1, 4
"""An interval on which the squares are this many times the estimate is cut in this many parts."""

PathRow = tuple[Array, Array, Array, Array]
Cells = tuple[np.ndarray, Array, Array]


@dataclass(frozen=True, eq=False)
class LawGrid:
    """Knots of a law along a path, and cells: what of an interval lies on one piece of the path.

    path: knots, controls, largest rates of the pieces, 1/s, and inverse limits (3, n), as loops
    take them. derivatives: (m, 12, n), Bernstein coefficients of q', q'', q''' of the pieces.
    knots: (k + 1,). estimate: (k,), squared rates at the middles of the intervals, 1/s^2. is_eased:
    whether the first and the last interval have a constant jerk. cells: their intervals and
    pieces (c, 2), their ends as shares of both (c, 4), and the derivatives there (c, 12, n).
    """

    path: PathRow
    derivatives: Array
    knots: Array
    estimate: Array
    is_eased: bool
    cells: Cells

    @property
    def caps(self) -> Array:
        """The largest rates (m,) of the pieces of the path, 1/s."""
        return self.path[2]

    @property
    def inverses(self) -> Array:
        """1 / limit of speed, acceleration and jerk of the joints (3, n); 0 for none."""
        return self.path[3]

    @cached_property
    def span(self) -> tuple[int, int]:
        """The first and the end of the cells that lie on no eased end."""
        places = self.cells[0][:, INTERVAL]
        if not self.is_eased:
            return 0, len(places)
        return int((places == 0).sum()), int((places < len(self.knots) - 2).sum())


def grid_of(
    path: JointPath, rates: Array, limits: JointLimits, count: int, is_eased: bool
) -> LawGrid:
    """The grid of a law with about `count` knots, and more where its path has many nodes.

    rates: (m,), the largest ds/dt of the pieces, 1/s.
    """
    with np.errstate(divide="ignore"):
        inverses = 1.0 / np.stack([limits.speed, limits.acceleration, limits.jerk])
    row = (path.knots, path.controls, np.asarray(rates, float), inverses)
    pieces, joints = path.pieces, path.controls.shape[2]
    each = int(np.clip(-(-ALL_POINTS // pieces), LEAST_POINTS, MOST_POINTS))
    D = np.empty((pieces, DERIVATIVE_ROWS, joints))
    points = np.empty((POINT_ROWS, pieces * each + 1))
    knots = np.empty(_room(count, pieces))
    squares = np.empty(len(knots))
    place = place_knots if place_knots.is_ready else _place_knots
    number = place(row, _weights(each), count, int(is_eased), D, points, knots, squares)
    knots, squares = knots[:number].copy(), squares[: number - 1].copy()
    return LawGrid(row, D, knots, squares, is_eased, _cells(row, D, knots, is_eased))


def refined(grid: LawGrid, squares: Array) -> LawGrid:
    """A grid with more knots where a law is faster than the estimate, or the same grid.

    There, near a singularity, high derivatives of the path cancel each other, which the estimate
    does not know, and the squares change more than it expects. squares: (k, 3), Bernstein
    coefficients of b on the intervals; the middle ones of the same b are the estimate of the new
    grid.
    """
    is_faster = squares[:, 1] > FASTER * grid.estimate
    is_faster[[0, -1]] = False
    if not is_faster.any():
        return grid
    parts = np.where(is_faster, MORE, 1)
    interval = np.repeat(np.arange(len(parts)), parts)
    number = np.arange(len(interval)) - np.repeat(np.cumsum(parts) - parts, parts)
    width = np.diff(grid.knots)[interval] / parts[interval]
    knots = np.append(grid.knots[interval] + number * width, grid.knots[-1])
    # The blossom of b at both ends of a part is its middle coefficient there: b stays what it is.
    u, v = (number / parts[interval])[:, None], ((number + 1) / parts[interval])[:, None]
    outer = [(1.0 - u) * (1.0 - v), u * v]
    basis = np.concatenate([outer[0], 1.0 - outer[0] - outer[1], outer[1]], axis=1)
    estimate = (basis * squares[interval]).sum(axis=1)
    cells = _cells(grid.path, grid.derivatives, knots, grid.is_eased)
    return LawGrid(grid.path, grid.derivatives, knots, estimate, grid.is_eased, cells)


def _cells(path: PathRow, D: Array, knots: Array, is_eased: bool) -> Cells:
    """The cells of a law with these knots."""
    room = len(knots) + len(D) + 2 * PARTS
    cells = (
        np.empty((room, 2), np.int64),
        np.empty((room, 4)),
        np.empty((room, DERIVATIVE_ROWS, D.shape[2])),
    )
    cut = write_cells if write_cells.is_ready else _write_cells
    number = cut(path, D, knots, int(is_eased), cells)
    return cells[0][:number], cells[1][:number], cells[2][:number]


def _room(count: int, pieces: int) -> int:
    """How many knots there can be: the density's, one more for each node, and those of grading."""
    graded = 300
    return 2 * count + (int(MOST_EACH) + LEAST_PARTS + 1) * pieces + graded


@lru_cache(maxsize=64)
def _weights(points: int) -> Array:
    """Weights (points + 1, 12) of the derivatives' coefficients, denser at the ends of a piece."""
    w = np.linspace(0.0, 1.0, points + 1)
    u = w * w * (3.0 - 2.0 * w)
    return np.stack(
        [comb(d, k) * u**k * (1.0 - u) ** (d - k) for d in DEGREES for k in range(d + 1)], axis=1
    )


def _place_knots(
    path: PathRow,
    weights: Array,
    count: int,
    is_eased: int,
    D: Array,
    points: Array,
    knots: Array,
    squares: Array,
) -> int:
    """`place_knots` with NumPy where it computes for all joints."""
    D[:] = _derivatives(path[0], path[1])
    _write_limits(path, weights, D, points)
    limit_growth(points)
    write_times(points, is_eased)
    write_ends(path, weights, D, is_eased, knots)
    write_numbers(points, count, len(D), is_eased, knots[1], knots[2])
    number: int = write_knots(path[0], path[2], is_eased, points, knots)
    write_squares(points, number, knots, squares)
    return number


def _derivatives(knots: Array, controls: Array) -> Array:
    """Bernstein coefficients (m, 12, n) of q', q'', q''' by s."""
    w = (1.0 / np.diff(knots))[:, None, None]
    noise = ROUNDING * np.abs(controls).max(axis=1, keepdims=True)
    c = controls
    first = np.diff(c, axis=1)
    second = np.diff(first, axis=1)
    third = (c[:, 3:] - c[:, :3]) - 3.0 * (c[:, 2:5] - c[:, 1:4])
    return np.concatenate(
        [
            np.where(np.abs(first) > noise, 5.0 * w * first, 0.0),
            np.where(np.abs(second) > 2.0 * noise, 20.0 * w * w * second, 0.0),
            np.where(np.abs(third) > 4.0 * noise, 60.0 * w * w * w * third, 0.0),
        ],
        axis=1,
    )


def _write_limits(path: PathRow, weights: Array, D: Array, points: Array) -> None:
    """Writes places, largest squares and growths at the points of each piece of the path."""
    knots, _, caps, inverses = path
    first, second, third = (np.abs(weights[:, e] @ D[:, e]) for e in (FIRST, SECOND, THIRD))
    speed, pull, kick = ((first * inverse).max(axis=2) for inverse in inverses)
    turn, jolt = (second * inverses[1]).max(axis=2), (third * inverses[2]).max(axis=2)
    most = FASTEST
    square = np.minimum(caps, most)[:, None] ** 2 * np.ones(len(weights))
    with np.errstate(divide="ignore"):
        for limit in (1.0 / (speed * speed), 1.0 / turn, jolt ** (-2.0 / 3.0)):
            square = np.minimum(square, limit)
        growth = np.where(pull > 0.0, 2.0 / pull, most * most)
        cubic = np.where(kick > 0.0, np.sqrt(4.5 / kick), most * most)
    w = np.arange(len(weights)) / (len(weights) - 1)
    share = w * w * (3.0 - 2.0 * w)
    points[PLACE, :-1] = (knots[:-1, None] + share[:-1] * np.diff(knots)[:, None]).ravel()
    points[PLACE, -1] = knots[-1]
    for row, value in ((SQUARE, square), (GROWTH, growth), (CUBIC_GROWTH, cubic)):
        value[1:, 0] = np.minimum(value[1:, 0], value[:-1, -1])
        points[row, :-1], points[row, -1] = value[:, :-1].ravel(), value[-1, -1]


def _write_cells(path: PathRow, D: Array, knots: Array, is_eased: int, cells: Cells) -> int:
    """`write_cells` with NumPy for the derivatives."""
    places, shares, E = cells
    number: int = write_places(path[0], knots, is_eased, places, shares)
    low, high = shares[:number, 2, None, None], shares[:number, 3, None, None]
    end = np.divide(high - low, 1.0 - low, out=np.ones_like(low), where=high < 1.0)
    of = D[places[:number, PIECE]]
    for rows in (FIRST, SECOND, THIRD):
        E[:number, rows] = _cut(of[:, rows], low, end)
    return number


def _cut(forms: Array, low: Array, end: Array) -> Array:
    """Bernstein forms (c, d + 1, n) behind u = low, and of that the part up to `end`."""
    forms = forms.copy()
    last = forms.shape[1] - 1
    for r in range(last):
        forms[:, : last - r] += low * (forms[:, 1 : last - r + 1] - forms[:, : last - r])
    for r in range(last):
        before = forms[:, r:-1].copy()
        forms[:, r + 1 :] = before + end * (forms[:, r + 1 :] - before)
    return forms
