"""The pass of a time law without jerk, in numbers: see `motion/laws/acceleration_law.py`."""

from kinematics.motion.laws.squares.interior_kernel import ROWS
from kinematics.motion.laws.squares.rows_kernel import CELLS, INTERVAL, SAMPLES
from resources.loops import reals, shipped, wholes, written

STEPS = 60
"""Newton steps from above on a convex piecewise linear function: two to four in practice."""
CLOSED = 1e-13
"""Of the squares: a gap between the lines this small is rounding."""
NO_SLOPE = 1e-300
"""Never divided by: lines with this slope or less do not meet."""


@shipped(
    knots=reals(1),
    cells=CELLS,
    firsts=wholes(1),
    rows=ROWS,
    margins=reals(2),
    lines=written(reals(4)),
    largest=written(reals(1)),
    squares=written(reals(1)),
)
def pass_squares(knots, cells, firsts, rows, margins, lines, largest, squares):  # type: ignore[no-untyped-def]
    """Writes the largest squared rates at the knots (m + 1,), linear between them.

    firsts (m + 1,): the first cell of each interval. lines: (c, 3, n + 1, 2), written: each row as
    a b_i + c b_(i+1), between -1 and 1. largest: (m + 1,), from which the end can be reached.
    """
    last = len(knots) - 1
    write_lines(knots, cells, rows, margins, lines)
    counts = rows[0]
    largest[last] = 0.0
    for i in range(last - 1, -1, -1):
        top = highest_start(firsts[i], firsts[i + 1], counts, lines)
        largest[i] = start_of(firsts[i], firsts[i + 1], counts, lines, top, largest[i + 1])
    squares[0] = 0.0
    for i in range(last):
        most = largest[i + 1]
        for c in range(firsts[i], firsts[i + 1]):
            for p in range(SAMPLES):
                most = end_of(counts[c] + 1, lines[c, p], squares[i], most)
        squares[i + 1] = max(most, 0.0)
    return 0


def write_lines(knots, cells, rows, margins, lines):  # type: ignore[no-untyped-def]
    """Writes all rows by the squares at both ends of their interval."""
    counts, own, tops = rows[0], rows[1], rows[2]
    places, shares, _ = cells
    for c in range(len(places)):
        i = places[c, INTERVAL]
        inverse = 1.0 / (knots[i + 1] - knots[i])
        for p in range(SAMPLES):
            u = shares[c, 0] + 0.5 * p * (shares[c, 1] - shares[c, 0])
            for j in range(counts[c]):
                turn, pull = own[c, p, j, 0] / margins[c, 1], own[c, p, j, 1] / margins[c, 1]
                lines[c, p, j, 0] = turn * (1.0 - u) - pull * inverse
                lines[c, p, j, 1] = turn * u + pull * inverse
            j = counts[c]
            lines[c, p, j, 0] = (1.0 - u) / (margins[c, 0] * tops[c, p])
            lines[c, p, j, 1] = u / (margins[c, 0] * tops[c, p])


def highest_start(first, end, counts, lines):  # type: ignore[no-untyped-def]
    """The square at the start of an interval by the rows that know nothing of its end."""
    slope = 0.0
    for c in range(first, end):
        for p in range(SAMPLES):
            slope = max(slope, slope_alone(counts[c] + 1, lines[c, p]))
    return 1.0 / slope


def slope_alone(count, lines):  # type: ignore[no-untyped-def]
    """The largest slope by the start of the rows that have none by the end."""
    slope = 0.0
    for j in range(count):
        if lines[j, 1] == 0.0:
            slope = max(slope, abs(lines[j, 0]))
    return slope


def end_of(count, lines, start, most):  # type: ignore[no-untyped-def]
    """The largest square at the end of an interval, at most `most`, behind the square `start`."""
    for j in range(count):
        slope, value = lines[j, 1], lines[j, 0] * start
        if slope > 0.0:
            most = min(most, (1.0 - value) / slope)
        elif slope < 0.0:
            most = min(most, (-1.0 - value) / slope)
    return most


def start_of(first, end, counts, lines, x, after):  # type: ignore[no-untyped-def]
    """The largest square at the start, at most x, with one at the end from 0 to `after`.

    The squares at the end lie between a convex lower and a concave upper limit, so that their gap
    is concave over x; Newton's steps from above go down to its root without passing it.
    """
    for _ in range(STEPS):
        gap = (0.0, 0.0, after, 0.0)
        for c in range(first, end):
            for p in range(SAMPLES):
                gap = narrowed(counts[c] + 1, lines[c, p], x, gap)
        low, low_slope, high, high_slope = gap
        if low - high <= CLOSED * (low + high):
            break
        slope = low_slope - high_slope
        if slope <= NO_SLOPE:
            return 0.0
        x -= (low - high) / slope
        if x <= 0.0:
            return 0.0
    return x


def narrowed(count, lines, x, gap):  # type: ignore[no-untyped-def]
    """The limits of the square at the end behind x, and their slopes by x, with some rows more."""
    low, low_slope, high, high_slope = gap
    for j in range(count):
        slope, own = lines[j, 1], lines[j, 0]
        if slope == 0.0:
            continue
        side = 1.0 if slope > 0.0 else -1.0
        value = (side - own * x) / slope
        if value < high:
            high, high_slope = value, -own / slope
        value = (-side - own * x) / slope
        if value > low:
            low, low_slope = value, -own / slope
    return low, low_slope, high, high_slope
