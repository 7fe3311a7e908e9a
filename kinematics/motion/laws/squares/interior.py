"""The interior point that finds the fastest squares of a grid under limits of jerk.

b is a C1 quadratic spline with one unknown x_i for each inner interval, its middle Bernstein
coefficient; the others are means of neighbours by the lengths of the intervals, and at the eased
ends b = k e^(4/3) joins C1. Speed, acceleration and caps are linear in x. A limit of jerk says
|P| <= j b^(-1/2) with P linear; b^(-1/2) is convex, so that in the Hessian of -log(b^(-1/2) - P/j)
the tangent replaces it and the Hessian stays positive. A step is shortened until it keeps every
limit: each iterate is a motion that the joints can do, and the last one is the answer. The duration
is minimised with the barrier mu; mu falls until mu times the number of rows, which bounds what is
left to gain, is below a share of the duration.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kinematics.motion.laws.rate_spline import RateSpline
from kinematics.motion.laws.squares.interior_kernel import (
    ROOM,
    ROWS,
    SPLINE,
    minimise_time,
    pull_inside,
    tighten,
)
from kinematics.motion.laws.squares.interior_twin import (
    minimise_time_twin,
    pull_inside_twin,
    squares_of,
    tighten_twin,
)
from kinematics.motion.laws.squares.law_grid import LawGrid
from kinematics.motion.laws.squares.law_rows import SCRATCH, Rows, bounds_of, largest_eases, rows_of
from kinematics.motion.laws.squares.rows_kernel import CELLS
from kinematics.poses.transforms import Array
from resources.loops import WHOLE, Block, Kinds, block_of, reals, written

KINDS: tuple[Kinds, ...] = (SPLINE, reals(2), reals(1), CELLS, (WHOLE, WHOLE), ROWS)
"""The kinds of what all loops take of a grid and of its rows."""
FIRST_GAP = 1.0
"""Of the duration: the gap with which the barrier begins."""
MOST_STEPS = 200
"""Newton steps of one descent; 20 to 40 in practice."""
FIRST_PULL = 0.8
"""The start is lowered by this factor until it keeps every limit, and then once more."""
AGAIN = 0.999
"""The same for squares that tightened rows have to hold."""
AGAIN_GAP = 5e-4
"""The gap from which tightened rows are solved again: the squares are nearly there."""
NEVER_ZERO = 1e-12
"""Of the largest estimate: the least square at the start of the descent."""


_Arguments = tuple[
    tuple[Array, Array, Array],
    Array,
    Array,
    tuple[np.ndarray, Array, Array],
    tuple[int, int],
    Rows,
]


@dataclass(frozen=True, eq=False)
class Interior:
    """Squares of a law on a grid, strictly inside its limits, and rows that lead them.

    spline: knots, how unknowns make Bernstein coefficients (k, 4), and the limits (2,) of the first
    and the last unknown. x: (k,), unknowns, 0 for both ends. margins: (c, 3), what samples may
    reach of limits of squared speed, acceleration and jerk, so that bounds keep these.
    """

    grid: LawGrid
    rows: Rows
    spline: tuple[Array, Array, Array]
    x: Array
    margins: Array

    @classmethod
    def of(cls, grid: LawGrid, start: Array) -> Interior:
        """Squares (k,) at the middles of the intervals, lowered until they keep every row."""
        widths, W = np.diff(grid.knots), _spline_weights(grid.knots)
        first, last = largest_eases(grid)
        ends = np.array(
            [
                first * widths[0] ** (4.0 / 3.0) / W[1, 1],
                last * widths[-1] ** (4.0 / 3.0) / W[-2, 2],
            ]
        )
        x = np.maximum(start, NEVER_ZERO * start.max())
        x[0] = x[-1] = 0.0
        margins = np.ones((len(grid.cells[0]), 3))
        interior = cls(grid, rows_of(grid), (grid.knots, W, ends), x, margins)
        interior._pull(FIRST_PULL)
        return interior

    def descend(self, first_gap: float, last_gap: float) -> int:
        """Leads x, in place, from a gap to a gap, shares of the duration; gives the steps taken."""
        options = (first_gap, last_gap, MOST_STEPS)
        if minimise_time.is_ready:
            return minimise_time(*self._blocks, options, self.x, self._room_block)
        return minimise_time_twin(*self._arguments, options, self.x, self._room)

    def tighten(self) -> None:
        """Sets the margins by the bounds of x, and lowers x until they hold."""
        if tighten.is_ready:
            tighten(*self._blocks, self.x, self._room_block)
        else:
            tighten_twin(*self._arguments, self.x, self._room)
        self._pull(AGAIN)

    def squares(self) -> Array:
        """Bernstein coefficients (k, 3) of b on the intervals; 0 on both ends."""
        return squares_of(self.spline[1], self.x)

    def law(self) -> RateSpline:
        """The law of x, whose limits hold at samples."""
        squares, widths = self.squares(), np.diff(self.grid.knots)
        first = squares[1, 0] / widths[0] ** (4.0 / 3.0)
        last = squares[-2, 2] / widths[-1] ** (4.0 / 3.0)
        return RateSpline(self.grid.knots, squares, (float(first), float(last)))

    def bounds(self) -> Array:
        """Bounds (c, 3) of speed, acceleration and jerk on the cells."""
        return bounds_of(self.grid, self.squares())

    @cached_property
    def _arguments(self) -> _Arguments:
        """What all loops take of the grid and of its rows."""
        grid = self.grid
        return self.spline, grid.inverses, grid.caps, grid.cells, grid.span, self.rows

    @cached_property
    def _blocks(self) -> tuple[Block, ...]:
        """The same, checked and laid out once for all calls."""
        return tuple(map(block_of, KINDS, self._arguments))

    @cached_property
    def _room_block(self) -> Block:
        return block_of(written(*ROOM), self._room)

    @cached_property
    def _room(self) -> tuple[Array, ...]:
        """What loops write into; see `minimise_time`."""
        number, cells = len(self.x), len(self.margins)
        return (
            np.zeros((4, number)),
            np.zeros((number, 3)),
            self.margins,
            np.zeros((cells, 3)),
            np.zeros((number, 3)),
            np.zeros(SCRATCH),
        )

    def _pull(self, factor: float) -> None:
        if pull_inside.is_ready:
            spline, _, _, cells, span, rows = self._blocks
            pull_inside(spline, cells, span, rows, factor, factor, self.margins, self.x)
        else:
            own, _, _, parts, ends, lines = self._arguments
            pull_inside_twin(own, parts, ends, lines, factor, factor, self.margins, self.x)


def _spline_weights(knots: Array) -> Array:
    """How unknowns make the outer Bernstein coefficients of intervals: (k, 4); 0 on both ends.

    The first is W0 x_(i-1) + W1 x_i, the last W2 x_i + W3 x_(i+1).
    """
    h = np.diff(knots)
    before, own, after = h[:-2], h[1:-1], h[2:]
    W = np.zeros((len(h), 4))
    W[1:-1, 0], W[1:-1, 1] = own / (before + own), before / (before + own)
    W[1:-1, 2], W[1:-1, 3] = after / (own + after), own / (own + after)
    # b = k e^(4/3) has the slope 4/3 b/e at the join.
    W[1, 0], W[1, 1] = 0.0, 1.0 / (1.0 + 2.0 / 3.0 * h[1] / h[0])
    W[-2, 3], W[-2, 2] = 0.0, 1.0 / (1.0 + 2.0 / 3.0 * h[-2] / h[-1])
    return W
