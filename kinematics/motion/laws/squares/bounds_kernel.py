"""Bounds of speed, acceleration and jerk of a time law on its cells: see `law_rows`.

On a cell q', q'', q''' and b are polynomials, and so are q'^2 b, q'' b + q' b'/2 and P^2 b with
P = q''' b + 1.5 q'' b' + 0.5 q' b'': the squared speed, the acceleration and the squared jerk. A
polynomial is nowhere larger than its largest Bernstein coefficient.
"""

from math import sqrt

from kinematics.motion.laws.squares.rows_kernel import CELLS, INTERVAL, PIECE
from resources.loops import WHOLE, reals, shipped, written

NEAR = 0.9
"""A bound below this share of its limit is taken without products: it decides nothing."""
BINOMIALS = (
    *(1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    *(1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    *(1.0, 2.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    *(1.0, 3.0, 3.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    *(1.0, 4.0, 6.0, 4.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    *(1.0, 5.0, 10.0, 10.0, 5.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    *(1.0, 6.0, 15.0, 20.0, 15.0, 6.0, 1.0, 0.0, 0.0, 0.0, 0.0),
    *(1.0, 7.0, 21.0, 35.0, 35.0, 21.0, 7.0, 1.0, 0.0, 0.0, 0.0),
    *(1.0, 8.0, 28.0, 56.0, 70.0, 56.0, 28.0, 8.0, 1.0, 0.0, 0.0),
    *(1.0, 9.0, 36.0, 84.0, 126.0, 126.0, 84.0, 36.0, 9.0, 1.0, 0.0),
    *(1.0, 10.0, 45.0, 120.0, 210.0, 252.0, 210.0, 120.0, 45.0, 10.0, 1.0),
)
"""Binomial coefficients of n over k, at 11 n + k."""
SCRATCH_ROWS = 8


@shipped(
    knots=reals(1),
    squares=reals(2),
    inverses=reals(2),
    caps=reals(1),
    cells=CELLS,
    first=WHOLE,
    end=WHOLE,
    scratch=written(reals(2)),
    found=written(reals(2)),
)
def write_bounds(knots, squares, inverses, caps, cells, first, end, scratch, found):  # type: ignore[no-untyped-def]
    """Writes bounds of the cells `first` to before `end` into `found` (c, 3).

    squares: (m, 3), Bernstein coefficients of b on the intervals. Each row of `found` has speed
    (of joints and of the path's cap), acceleration and jerk as shares of their limits.
    scratch: (8, 11).
    """
    places, shares, E = cells
    for c in range(first, end):
        m = places[c, INTERVAL]
        b = scratch[0]
        width = write_square(squares[m], shares[c], knots[m + 1] - knots[m], b)
        slope = scratch[1]
        slope[0], slope[1] = 2.0 * (b[1] - b[0]) / width, 2.0 * (b[2] - b[1]) / width
        top = max(b[0], b[1], b[2])
        found[c, 0], found[c, 1], found[c, 2] = sqrt(top) / caps[places[c, PIECE]], 0.0, 0.0
        bend = (slope[1] - slope[0]) / width
        for j in range(E.shape[2]):
            speed = speed_bound(E[c], j, inverses[0, j], top, scratch)
            pull = pull_bound(E[c], j, inverses[1, j], top, scratch)
            kick = kick_bound(E[c], j, inverses[2, j], top, bend, scratch)
            found[c, 0] = max(found[c, 0], speed)
            found[c, 1] = max(found[c, 1], pull)
            found[c, 2] = max(found[c, 2], kick)
    return 0


def write_square(square, share, width, b):  # type: ignore[no-untyped-def]
    """Writes the Bernstein coefficients of b on a cell into b; gives the width of the cell."""
    low, high = share[0], share[1]
    left, middle, right = square[0], square[1], square[2]
    if low > 0.0:
        left, middle = left + low * (middle - left), middle + low * (right - middle)
        left += low * (middle - left)
    if high < 1.0:
        u = (high - low) / (1.0 - low)
        middle, right = left + u * (middle - left), middle + u * (right - middle)
        right = middle + u * (right - middle)
    b[0], b[1], b[2] = left, middle, right
    return width * (high - low)


def speed_bound(E, j, inverse, top, scratch):  # type: ignore[no-untyped-def]
    """The largest |q'| sqrt(b) of joint j on a cell, as a share of its limit."""
    largest = largest_of(E, j, 0, 5) * inverse
    rough = largest * sqrt(top)
    if rough < NEAR:
        return rough
    first, square, product = scratch[2], scratch[3], scratch[4]
    for k in range(5):
        first[k] = E[k, j] * inverse
    multiply(first, 4, first, 4, square)
    multiply(square, 8, scratch[0], 2, product)
    most = 0.0
    for k in range(11):
        most = max(most, product[k])
    return sqrt(most)


def pull_bound(E, j, inverse, top, scratch):  # type: ignore[no-untyped-def]
    """The largest |q'' b + q' b'/2| of joint j on a cell, as a share of its limit."""
    slope = scratch[1]
    rough = largest_of(E, j, 5, 9) * top
    rough += 0.5 * largest_of(E, j, 0, 5) * max(abs(slope[0]), abs(slope[1]))
    if rough * inverse < NEAR:
        return rough * inverse
    first, second = scratch[2], scratch[3]
    for k in range(5):
        first[k] = 0.5 * E[k, j] * inverse
    for k in range(4):
        second[k] = E[5 + k, j] * inverse
    multiply(first, 4, slope, 1, scratch[4])
    multiply(second, 3, scratch[0], 2, scratch[5])
    most = 0.0
    for k in range(6):
        most = max(most, abs(scratch[4, k] + scratch[5, k]))
    return most


def kick_bound(E, j, inverse, top, bend, scratch):  # type: ignore[no-untyped-def]
    """The largest sqrt(b) |q''' b + 1.5 q'' b' + 0.5 q' b''| of joint j, as a share of its limit.

    bend: b'' on the cell.
    """
    first, second, third, total = scratch[2], scratch[3], scratch[4], scratch[5]
    if inverse == 0.0:
        return 0.0
    for k in range(3):
        third[k] = E[9 + k, j] * inverse
    for k in range(4):
        second[k] = 1.5 * E[5 + k, j] * inverse
    multiply(third, 2, scratch[0], 2, first)
    multiply(second, 3, scratch[1], 1, total)
    most = 0.0
    for k in range(5):
        total[k] += first[k] + 0.5 * bend * E[k, j] * inverse
        most = max(most, abs(total[k]))
    if most * sqrt(top) < NEAR:
        return most * sqrt(top)
    multiply(total, 4, total, 4, scratch[6])
    multiply(scratch[6], 8, scratch[0], 2, scratch[7])
    most = 0.0
    for k in range(11):
        most = max(most, scratch[7, k])
    return sqrt(most)


def largest_of(E, j, first, end):  # type: ignore[no-untyped-def]
    """The largest |coefficient| of joint j in rows `first` to before `end`."""
    most = 0.0
    for k in range(first, end):
        most = max(most, abs(E[k, j]))
    return most


def multiply(a, m, b, n, product):  # type: ignore[no-untyped-def]
    """Writes the Bernstein form of the product of a (degree m) and b (degree n)."""
    for k in range(m + n + 1):
        total = 0.0
        for i in range(max(0, k - n), min(m, k) + 1):
            total += BINOMIALS[11 * m + i] * a[i] * BINOMIALS[11 * n + k - i] * b[k - i]
        product[k] = total / BINOMIALS[11 * (m + n) + k]


@shipped(
    width=reals(1),
    inverses=reals(2),
    caps=reals(1),
    cells=CELLS,
    first=WHOLE,
    end=WHOLE,
    is_last=WHOLE,
    scratch=written(reals(2)),
    found=written(reals(1)),
)
def write_largest_ease(width, inverses, caps, cells, first, end, is_last, scratch, found):  # type: ignore[no-untyped-def]
    """Writes the largest k of an eased end, b = k e^(4/3), whose cells are `first` to before `end`.

    width: [of the end]. With e the way from rest, speed is q' k^(1/2) e^(2/3), acceleration
    (q'' e + 2/3 q') k e^(1/3) and jerk (q''' e^2 + 2 q'' e + 2/9 q') k^(3/2).
    """
    places, shares, E = cells
    found[0] = 0.0
    for c in range(first, end):
        low, high = shares[c, 0] * width[0], shares[c, 1] * width[0]
        if is_last:
            low, high = (1.0 - shares[c, 0]) * width[0], (1.0 - shares[c, 1]) * width[0]
        k = ease_of(E[c], low, high, inverses, scratch)
        far = max(low, high) ** (2.0 / 3.0)
        k = min(k, (caps[places[c, PIECE]] / far) ** 2)
        found[0] = k if c == first else min(found[0], k)
    return 0


def ease_of(E, low, high, inverses, scratch):  # type: ignore[no-untyped-def]
    """The largest k on a cell from e = low to e = high; e falls where the motion ends."""
    sign = 1.0 if high > low else -1.0
    far = max(low, high)
    e, ee, one, two, bent, curved = (
        scratch[0],
        scratch[1],
        scratch[2],
        scratch[3],
        scratch[4],
        scratch[5],
    )
    e[0], e[1] = low, high
    ee[0], ee[1], ee[2] = low * low, low * high, high * high
    speed, pull, kick = 0.0, 0.0, 0.0
    for j in range(E.shape[1]):
        for k in range(4):
            two[k] = E[5 + k, j]
        for k in range(3):
            one[k] = sign * E[9 + k, j]
        multiply(two, 3, e, 1, bent)
        multiply(one, 2, ee, 2, curved)
        for k in range(5):
            first = sign * E[k, j]
            speed = max(speed, abs(first) * inverses[0, j])
            pull = max(pull, abs(bent[k] + 2.0 / 3.0 * first) * inverses[1, j])
            jerk = abs(curved[k] + 2.0 * bent[k] + 2.0 / 9.0 * first)
            kick = max(kick, jerk * inverses[2, j])
    most = 1e300
    if speed > 0.0:
        most = min(most, (speed * far ** (2.0 / 3.0)) ** -2.0)
    if pull > 0.0:
        most = min(most, 1.0 / (pull * far ** (1.0 / 3.0)))
    if kick > 0.0:
        most = min(most, kick ** (-2.0 / 3.0))
    return most
