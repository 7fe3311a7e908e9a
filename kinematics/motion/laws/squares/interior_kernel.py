"""The interior point of a time law, in numbers: see `interior`."""

from math import sqrt

from kinematics.motion.laws.squares.barrier_kernel import add_barrier, write_step, write_time
from kinematics.motion.laws.squares.bounds_kernel import write_bounds
from kinematics.motion.laws.squares.rows_kernel import CELLS, INTERVAL, SAMPLES
from resources.loops import REAL, WHOLE, flags, reals, shipped, wholes, written

ROWS = (wholes(1), reals(4), reals(2), reals(3), flags(3))
"""The kinds of what `write_rows` writes."""
SPLINE = (reals(1), reals(2), reals(1))
"""The kinds of a spline of squares: its knots (m + 3,), how unknowns make Bernstein coefficients
(m + 2, 4), and the limits of the first and the last unknown (2,)."""
ROOM = (reals(2), reals(2), reals(2), reals(2), reals(2), reals(2))

SHRINK, SHRINK_LITTLE = 0.25, 0.5
"""The barrier after a step that was (nearly) whole, and after another."""
WHOLE_STEP, GOOD_STEP = 0.6, 0.2
"""Shares of a Newton step from which the barrier shrinks much, and shrinks at all."""
CENTRED = 0.5
"""The Newton decrement, a number of rows, below which a point is near enough to the centre."""
BACK = 0.7
"""A step out of the limits is shortened by this factor until it is inside."""
INSIDE = 0.95
"""A step that was shortened is taken by this share, so that it keeps off the limits."""
INSIDE_ALL, NO_CELL = -1, -2
"""In place of a cell that is outside its rows: there is none, or x is outside elsewhere."""
TRIALS = 40
MOST_PULLS = 3000
TIGHTEN_AT = 1e-2
"""The gap at which bounds between the samples tighten the rows for the first time."""
ACTIVE = 0.9
"""A bound from this share of its limit on tightens its rows."""
PULLED = 0.99
"""The squares are lowered by this factor until tightened rows hold."""


@shipped(
    spline=SPLINE,
    inverses=reals(2),
    caps=reals(1),
    cells=CELLS,
    span=(WHOLE, WHOLE),
    rows=ROWS,
    options=(REAL, REAL, WHOLE),
    x=written(reals(1)),
    room=written(*ROOM),
)
def minimise_time(spline, inverses, caps, cells, span, rows, options, x, room):  # type: ignore[no-untyped-def]
    """Leads the unknowns x (m + 2,), 0 at both ends, to the least duration; gives the steps taken.

    x keeps every limit at the start and after each step. span: first and end of the cells with
    rows. options: the first gap and the last gap, shares of the duration; the most steps. room:
    gradients and steps (4, m + 2), Hessian (m + 2, 3), margins of the cells (c, 3), bounds (c, 3),
    squares (m + 2, 3), scratch (8, 11); the margins stay for the next call. Returns -1 where no
    step is inside.
    """
    vectors, H, margins = room[0], room[1], room[2]
    first_gap, last_gap, most = options
    number = number_of_rows(rows, span, len(x) - 2)
    mu, is_tight = -1.0, first_gap < TIGHTEN_AT
    for step in range(most):
        T = write_time(spline, x, vectors[0], H)
        if mu < 0.0:
            mu = T * first_gap / number
        add_barrier(spline, cells, span, rows, margins, x, mu, vectors[0], H)
        decrement = write_step(vectors, H)
        share = allowed_share(spline, cells, span, rows, margins, x, vectors)
        if share == 0.0:
            return -1
        for i in range(1, len(x) - 1):
            x[i] += share * vectors[1, i]
        if share > GOOD_STEP and decrement < CENTRED * number:
            if mu * number < last_gap * T:
                return step + 1
            mu *= SHRINK if share > WHOLE_STEP else SHRINK_LITTLE
            if not is_tight and mu * number < TIGHTEN_AT * T:
                is_tight = True
                tighten(spline, inverses, caps, cells, span, rows, x, room)
                pull_inside(spline, cells, span, rows, PULLED, 1.0, margins, x)
    return most


def number_of_rows(rows, span, unknowns):  # type: ignore[no-untyped-def]
    """How many inequalities there are: a row is two, and each sample has one for the speed."""
    number = 2.0 + unknowns
    for c in range(span[0], span[1]):
        for p in range(SAMPLES):
            number += 1.0 + 2.0 * count_of(rows[4][c, p])
    return number


def count_of(chosen):  # type: ignore[no-untyped-def]
    """How many of the flags (k,) are set."""
    count = 0
    for j in range(len(chosen)):
        if chosen[j]:
            count += 1
    return count


def allowed_share(spline, cells, span, rows, margins, x, vectors):  # type: ignore[no-untyped-def]
    """The share of the step that stays inside all limits; 0 where none was found.

    The cell that was outside is asked first of the next trial: it often is outside again.
    """
    trial = vectors[2]
    share, bad = 1.0, INSIDE_ALL
    for _ in range(TRIALS):
        for i in range(len(x)):
            trial[i] = x[i] + share * vectors[1, i]
        trial[0] = trial[len(x) - 1] = 0.0
        bad = cell_outside(bad, spline, cells, span, rows, margins, trial)
        if bad == INSIDE_ALL:
            return share if share == 1.0 else INSIDE * share
        share *= BACK
    return 0.0


def cell_outside(bad, spline, cells, span, rows, margins, x):  # type: ignore[no-untyped-def]
    """A cell with a row that x does not keep strictly, `bad` first if that is a cell.

    INSIDE_ALL where x keeps all rows, and NO_CELL where it is outside at no cell.
    """
    _, W, limits = spline
    places = cells[0]
    if bad >= 0:
        i = places[bad, INTERVAL]
        if not is_cell_inside(bad, i, W[i], rows, margins[bad], x):
            return bad
    last = len(x) - 2
    if not (x[1] < limits[0] and x[last] < limits[1]):
        return NO_CELL
    for i in range(1, last + 1):
        if not x[i] > 0.0:
            return NO_CELL
    for c in range(span[0], span[1]):
        i = places[c, INTERVAL]
        if not is_cell_inside(c, i, W[i], rows, margins[c], x):
            return c
    return INSIDE_ALL


def is_cell_inside(c, i, W, rows, margin, x):  # type: ignore[no-untyped-def]
    """Whether x keeps the rows of cell c, which lies on interval i, strictly."""
    _, lines, tops, forms, chosen = rows
    left, right = W[0] * x[i - 1] + W[1] * x[i], W[2] * x[i] + W[3] * x[i + 1]
    for p in range(SAMPLES):
        f = forms[c, p]
        b = f[0] * left + f[1] * x[i] + f[2] * right
        slope = f[3] * left + f[4] * x[i] + f[5] * right
        bend = f[6] * left + f[7] * x[i] + f[8] * right
        if not 0.0 < b < margin[0] * tops[c, p]:
            return False
        root = margin[2] / sqrt(b)
        n = lines.shape[2]
        for j in range(n):
            line = lines[c, p, j]
            if chosen[c, p, j] and not abs(line[0] * b + line[1] * slope) < margin[1]:
                return False
            if not chosen[c, p, n + j]:
                continue
            if not abs(line[2] * b + line[3] * slope + line[4] * bend) < root:
                return False
    return True


def write_squares_of(W, x, squares):  # type: ignore[no-untyped-def]
    """Writes the Bernstein coefficients of b on the inner intervals into squares (m + 2, 3)."""
    for i in range(1, len(x) - 1):
        squares[i, 0] = W[i, 0] * x[i - 1] + W[i, 1] * x[i]
        squares[i, 1] = x[i]
        squares[i, 2] = W[i, 2] * x[i] + W[i, 3] * x[i + 1]


@shipped(
    spline=SPLINE,
    inverses=reals(2),
    caps=reals(1),
    cells=CELLS,
    span=(WHOLE, WHOLE),
    rows=ROWS,
    x=reals(1),
    room=written(*ROOM),
)
def tighten(spline, inverses, caps, cells, span, rows, x, room):  # type: ignore[no-untyped-def]
    """Writes into the margins by how much the samples of a cell fall short of its bounds."""
    margins, found, squares, scratch = room[2], room[3], room[4], room[5]
    knots, W, _ = spline
    write_squares_of(W, x, squares)
    write_bounds(knots, squares, inverses, caps, cells, span[0], span[1], scratch, found)
    for c in range(span[0], span[1]):
        i = cells[0][c, INTERVAL]
        speed, pull, kick = largest_at_samples(c, rows, squares[i])
        share = shortfall(speed, found[c, 0])
        margins[c, 0] = share * share
        margins[c, 1] = shortfall(pull, found[c, 1])
        margins[c, 2] = shortfall(kick, found[c, 2])
    return 0


def shortfall(sampled, bound):  # type: ignore[no-untyped-def]
    """What samples may reach of a limit so that the bound keeps it; 1 where that is far."""
    return min(sampled / bound, 1.0) if bound > ACTIVE else 1.0


def largest_at_samples(c, rows, square):  # type: ignore[no-untyped-def]
    """The largest speed, acceleration and jerk of cell c at its samples, shares of limits."""
    counts, lines, tops, forms, _ = rows
    speed, pull, kick = 0.0, 0.0, 0.0
    for p in range(SAMPLES):
        f = forms[c, p]
        b = f[0] * square[0] + f[1] * square[1] + f[2] * square[2]
        slope = f[3] * square[0] + f[4] * square[1] + f[5] * square[2]
        bend = f[6] * square[0] + f[7] * square[1] + f[8] * square[2]
        root = sqrt(b)
        speed = max(speed, root / sqrt(tops[c, p]))
        for j in range(counts[c]):
            line = lines[c, p, j]
            pull = max(pull, abs(line[0] * b + line[1] * slope))
            kick = max(kick, root * abs(line[2] * b + line[3] * slope + line[4] * bend))
    return speed, pull, kick


@shipped(
    spline=SPLINE,
    cells=CELLS,
    span=(WHOLE, WHOLE),
    rows=ROWS,
    factor=REAL,
    last=REAL,
    margins=reals(2),
    x=written(reals(1)),
)
def pull_inside(spline, cells, span, rows, factor, last, margins, x):  # type: ignore[no-untyped-def]
    """Lowers x by `factor` until all rows hold, then by `last`; gives 0, or -1 if none do."""
    count, bad = 0, cell_outside(INSIDE_ALL, spline, cells, span, rows, margins, x)
    while bad != INSIDE_ALL:
        for i in range(len(x)):
            x[i] *= factor
        count += 1
        if count > MOST_PULLS:
            return -1
        bad = cell_outside(bad, spline, cells, span, rows, margins, x)
    for i in range(len(x)):
        x[i] *= last
    return 0
