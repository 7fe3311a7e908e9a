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

    firsts (m + 1,): the first cell of each interval. lines: (c, 3, n + 1, 2), written: a row
    -1 <= a t + c u <= 1 of the squares t and u at both ends is |u + r t| <= h with r = a/c and
    h = 1/|c|, and where c is 0 the pair |a|, 0. largest: (m + 1,), from which the end can be
    reached.
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
                write_line(
                    turn * (1.0 - u) - pull * inverse, turn * u + pull * inverse, lines[c, p, j]
                )
            top = 1.0 / (margins[c, 0] * tops[c, p])
            write_line((1.0 - u) * top, u * top, lines[c, p, counts[c]])


def write_line(a, c, line):  # type: ignore[no-untyped-def]
    """Writes the row -1 <= a t + c u <= 1."""
    if c == 0.0:
        line[0], line[1] = abs(a), 0.0
    else:
        line[0], line[1] = a / c, 1.0 / abs(c)


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
            slope = max(slope, lines[j, 0])
    return slope


def end_of(count, lines, start, most):  # type: ignore[no-untyped-def]
    """The largest square at the end of an interval, at most `most`, behind the square `start`."""
    for j in range(count):
        if lines[j, 1] > 0.0:
            most = min(most, lines[j, 1] - lines[j, 0] * start)
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
        own, half = lines[j, 0], lines[j, 1]
        if half == 0.0:
            continue
        value = -own * x
        if value + half < high:
            high, high_slope = value + half, -own
        if value - half > low:
            low, low_slope = value - half, -own
    return low, low_slope, high, high_slope
