"""Rows of limits of a time law on its intervals, in numbers: see `law_rows`.

A cell is the part of an interval of the law that lies on one piece of the path.
"""

from math import sqrt

from kinematics.motion.laws.squares.knots_kernel import PATH
from resources.loops import WHOLE, flags, reals, shipped, wholes, written

CELLS = (wholes(2), reals(2), reals(3))
"""The kinds of cells: their interval and piece (c, 2), ends as shares of both (c, 4), and the
Bernstein coefficients of q', q'', q''' there (c, 12, n)."""

INTERVAL, PIECE = range(2)
PARTS = 4
"""Cells of an eased end, so that its bound is close."""
SAMPLES = 3
"""Points of a cell that have rows: its start, its middle and its end."""
IMPLIED = 0.999
"""A row that reaches no more than this share of its limit, where others hold, is left out."""
UNKNOWN = 1e300
"""The bound of b' or b'' where no row has any."""
TERMS = 5
"""Numbers of a row: q''/a and q'/2a for acceleration; q''', 1.5 q'', 0.5 q' over j for jerk."""


@shipped(
    path=PATH,
    D=reals(3),
    knots=reals(1),
    is_eased=WHOLE,
    cells=written(*CELLS),
)
def write_cells(path, D, knots, is_eased, cells):  # type: ignore[no-untyped-def]
    """Writes the cells of a law with these knots along a path; gives their number.

    D: (m, 12, n), of the path. is_eased: 1 if the ends have a constant jerk.
    """
    number = write_places(path[0], knots, is_eased, cells[0], cells[1])
    for c in range(number):
        cut(D[cells[0][c, PIECE]], cells[1][c, 2], cells[1][c, 3], cells[2][c])
    return number


def write_places(nodes, knots, is_eased, places, shares):  # type: ignore[no-untyped-def]
    """Writes intervals and pieces of the cells, and their ends as shares; gives their number."""
    number, piece, final = 0, 0, len(nodes) - 2
    for m in range(len(knots) - 1):
        low, high = knots[m], knots[m + 1]
        is_end = is_eased and (m == 0 or m == len(knots) - 2)
        parts = PARTS if is_end else 1
        part, at = 1, low
        while at < high:
            while piece < final and nodes[piece + 1] <= at:
                piece += 1
            to = high if part == parts else low + (high - low) * part / parts
            if piece < final and nodes[piece + 1] < to:
                to = nodes[piece + 1]
            else:
                part += 1
            if to > at:
                write_cell(places[number], shares[number], m, piece, at, to, knots, nodes)
                number += 1
            at = to
    return number


def write_cell(place, share, m, piece, at, to, knots, nodes):  # type: ignore[no-untyped-def]
    """Writes the interval and the piece of a cell, and its ends as shares of both."""
    place[INTERVAL], place[PIECE] = m, piece
    low, width = knots[m], knots[m + 1] - knots[m]
    share[0] = (at - low) / width
    share[1] = (to - low) / width if to < knots[m + 1] else 1.0
    low, width = nodes[piece], nodes[piece + 1] - nodes[piece]
    share[2] = (at - low) / width
    share[3] = min((to - low) / width, 1.0) if to < nodes[piece + 1] else 1.0


def cut(D, low, high, E):  # type: ignore[no-untyped-def]
    """Writes the derivatives D (12, n) of a piece, on its part from low to high, into E."""
    for k in range(12):
        for j in range(D.shape[1]):
            E[k, j] = D[k, j]
    cut_form(E, 0, 4, low, high)
    cut_form(E, 5, 3, low, high)
    cut_form(E, 9, 2, low, high)


def cut_form(E, first, degree, low, high):  # type: ignore[no-untyped-def]
    """Cuts the Bernstein form in rows first .. first + degree to its part from low to high."""
    n = E.shape[1]
    for r in range(degree if low > 0.0 else 0):
        for k in range(first, first + degree - r):
            for j in range(n):
                E[k, j] += low * (E[k + 1, j] - E[k, j])
    share = (high - low) / (1.0 - low) if high < 1.0 else 1.0
    for r in range(degree if high < 1.0 else 0):
        for k in range(first + degree, first + r, -1):
            for j in range(n):
                E[k, j] = E[k - 1, j] + share * (E[k, j] - E[k - 1, j])


@shipped(
    knots=reals(1),
    inverses=reals(2),
    caps=reals(1),
    cells=CELLS,
    first=WHOLE,
    end=WHOLE,
    counts=written(wholes(1)),
    rows=written(reals(4)),
    tops=written(reals(2)),
    forms=written(reals(3)),
    chosen=written(flags(3)),
)
def write_rows(knots, inverses, caps, cells, first, end, counts, rows, tops, forms, chosen):  # type: ignore[no-untyped-def]
    """Writes the rows of limits of the cells from `first` to before `end`.

    counts (c,): rows at each point of a cell. rows: (c, 3, n, 5), of TERMS. tops: (c, 3), the
    largest squares that speeds and the rate's cap allow. forms: (c, 3, 9), b, b' and b'' at the
    points from the Bernstein coefficients of b on the interval. chosen: (c, 3, 2 n), the rows of
    acceleration and those of jerk that the others do not imply.
    """
    places, shares, E = cells
    for c in range(first, end):
        width = knots[places[c, INTERVAL] + 1] - knots[places[c, INTERVAL]]
        cap = caps[places[c, PIECE]]
        counts[c] = write_cell_rows(E[c], inverses, cap, rows[c], tops[c])
        for p in range(SAMPLES):
            choose_rows(rows[c, p], counts[c], tops[c, p], chosen[c, p])
        for p in range(SAMPLES):
            u = shares[c, 0] + 0.5 * p * (shares[c, 1] - shares[c, 0])
            write_form(u, width, forms[c, p])
    return 0


def choose_rows(rows, count, top, chosen):  # type: ignore[no-untyped-def]
    """Writes which rows (2 n,) at a point count, the others being implied.

    b is at most `top`. So the rows of acceleration bound b', and with it those of jerk bound
    sqrt(b) b''; the row that gives the least bound always counts.
    """
    root, slope, bend = sqrt(top), UNKNOWN, UNKNOWN
    for j in range(count):
        row = rows[j]
        if row[1] != 0.0:
            slope = min(slope, (1.0 + abs(row[0]) * top) / abs(row[1]))
    for j in range(count):
        row = rows[j]
        if row[4] != 0.0:
            used = 1.0 + (abs(row[2]) * top + abs(row[3]) * slope) * root
            bend = min(bend, used / abs(row[4]))
    n = len(rows)
    for j in range(n):
        row = rows[j]
        pull = abs(row[0]) * top + abs(row[1]) * slope
        kick = (abs(row[2]) * top + abs(row[3]) * slope) * root + abs(row[4]) * bend
        chosen[j] = j < count and not pull < IMPLIED
        chosen[n + j] = j < count and not kick < IMPLIED


def write_form(u, width, form):  # type: ignore[no-untyped-def]
    """Writes b, b', b'' at u from Bernstein coefficients on an interval of a width: (9,)."""
    v = 1.0 - u
    form[0], form[1], form[2] = v * v, 2.0 * u * v, u * u
    form[3], form[4], form[5] = -2.0 * v / width, 2.0 * (v - u) / width, 2.0 * u / width
    form[6] = form[8] = 2.0 / (width * width)
    form[7] = -2.0 * form[6]


def write_cell_rows(E, inverses, cap, rows, tops):  # type: ignore[no-untyped-def]
    """Writes the rows (3, n, 5) and tops (3,) of a cell; gives the number of rows of a point."""
    n = E.shape[1]
    is_straight = True
    for p in range(SAMPLES):
        speed = 0.0
        for j in range(n):
            first, second, third = sampled(E, p, j)
            speed = max(speed, abs(first) * inverses[0, j])
            is_straight = is_straight and second == 0.0 and third == 0.0
            row = rows[p, j]
            row[0], row[1] = second * inverses[1, j], 0.5 * first * inverses[1, j]
            row[2], row[3] = third * inverses[2, j], 1.5 * second * inverses[2, j]
            row[4] = 0.5 * first * inverses[2, j]
        tops[p] = cap * cap
        if speed > 0.0:
            tops[p] = min(tops[p], 1.0 / (speed * speed))
    if not is_straight:
        return n
    for p in range(SAMPLES):
        for j in range(1, n):
            rows[p, 0, 1] = max(abs(rows[p, 0, 1]), abs(rows[p, j, 1]))
            rows[p, 0, 4] = max(abs(rows[p, 0, 4]), abs(rows[p, j, 4]))
    return 1


def sampled(E, p, j):  # type: ignore[no-untyped-def]
    """q', q'', q''' of joint j at the start, the middle (p = 1) or the end of a cell."""
    if p == 0:
        return E[0, j], E[5, j], E[9, j]
    if p == 2:
        return E[4, j], E[8, j], E[11, j]
    first = (E[0, j] + E[4, j] + 4.0 * (E[1, j] + E[3, j]) + 6.0 * E[2, j]) / 16.0
    second = (E[5, j] + E[8, j] + 3.0 * (E[6, j] + E[7, j])) / 8.0
    return first, second, (E[9, j] + 2.0 * E[10, j] + E[11, j]) / 4.0
