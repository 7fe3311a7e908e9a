"""Knots of a time law along a path, in numbers: see `law_grid`."""

from math import ceil, log, sqrt

from resources.loops import WHOLE, reals, shipped, written

PATH = (reals(1), reals(3), reals(1), reals(2))
"""The kinds of a path and its limits: knots (m + 1,), controls (m, 6, n), the largest rate of s on
each piece (m,), and 1 / limit of speed, acceleration and jerk of each joint (3, n), 0 for none."""

ROUNDING = 9e-16
"""Of a joint value: four units of its last digit. Differences of controls that are not larger are
rounding, not motion; divided by the cube of a short piece they would look like a large jerk."""
FASTEST = 1e6
"""1/s: no path is passed in less than 1 us, so that all rates are finite where nothing limits s."""
CUBIC = 0.75
"""Under a limit of jerk b^(3/4) grows linearly from rest: b = k e^(4/3)."""
SNAP = 0.3
"""An eased end takes a node of the path as its end if that changes its length by this share."""
EASED = 0.2
"""The largest share of the path for an eased end."""
SHORT = 0.02
"""Of the step between two knots, in time: nodes of the path that are nearer make no knot."""
JERK_STEP = 0.5
"""Of the time in which full jerk reaches full acceleration: the step where s gains or loses rate,
because there the acceleration changes in that time."""
GRADE = 0.5
"""Of the time from the nearest end: the largest step, where the phase at the end is very short."""
NEARLY = 0.999
"""A square below this share of its limit is on the way to or from another limit."""
LEAST_EASED, LEAST_PARTS = 3, 8
"""Intervals on a piece of the path, with limits of jerk and without, where b is linear on each: a
rounded corner has three pieces, which are passed in short times. A piece beside one with another
cap on the rate gets the larger number with limits of jerk too: the rate changes there."""
MOST_EACH = 5.0
"""For each piece of the path: the most knots for the sake of the jerk, because limits of jerk
that are hardly felt ask for very short steps."""
GUARD = 1e-9
"""Taken from a quotient before it is rounded up, so that its last digit does not decide."""
SHORTEST = 1e-7
"""Of the path: the least eased end; a shorter one would be lost in the rounding of s."""
UNLIMITED = 1e-3
"""Of the path: the eased end where no jerk is limited there."""

# Rows of the points at which a law is estimated.
PLACE, SQUARE, GROWTH, CUBIC_GROWTH, TIME, LIMIT, NUMBER = range(7)
POINT_ROWS = 7
DERIVATIVE_ROWS = 12  # Bernstein coefficients of q', q'', q''': 5, 4, 3


@shipped(
    path=PATH,
    weights=reals(2),
    count=WHOLE,
    is_eased=WHOLE,
    D=written(reals(3)),
    points=written(reals(2)),
    knots=written(reals(1)),
    squares=written(reals(1)),
)
def place_knots(path, weights, count, is_eased, D, points, knots, squares):  # type: ignore[no-untyped-def]
    """Writes derivatives D (m, 12, n), points (7, k) of the estimate, the knots and squares there.

    weights: (p + 1, 12), of the derivative's coefficients at p + 1 points of a piece. count: knots
    that a path without nodes of its own gets. is_eased: 1 if the ends have a constant jerk. Returns
    the number of knots.
    """
    write_derivatives(path[0], path[1], D)
    write_limits(path, weights, D, points)
    limit_growth(points)
    write_times(points, is_eased)
    write_ends(path, weights, D, is_eased, knots)
    write_numbers(points, count, len(D), is_eased, knots[1], knots[2])
    number = write_knots(path[0], path[2], is_eased, points, knots)
    write_squares(points, number, knots, squares)
    return number


def write_derivatives(knots, controls, D):  # type: ignore[no-untyped-def]
    """Writes the Bernstein coefficients of q', q'', q''' by s into D (m, 12, n)."""
    for i in range(len(controls)):
        w = 1.0 / (knots[i + 1] - knots[i])
        c = controls[i]
        for j in range(c.shape[1]):
            noise = 0.0
            for k in range(6):
                noise = max(noise, ROUNDING * abs(c[k, j]))
            for k in range(5):
                d = c[k + 1, j] - c[k, j]
                D[i, k, j] = 5.0 * w * d if abs(d) > noise else 0.0
            for k in range(4):
                d = (c[k + 2, j] - c[k + 1, j]) - (c[k + 1, j] - c[k, j])
                D[i, 5 + k, j] = 20.0 * w * w * d if abs(d) > 2.0 * noise else 0.0
            for k in range(3):
                d = (c[k + 3, j] - c[k, j]) - 3.0 * (c[k + 2, j] - c[k + 1, j])
                D[i, 9 + k, j] = 60.0 * w * w * w * d if abs(d) > 4.0 * noise else 0.0


def write_limits(path, weights, D, points):  # type: ignore[no-untyped-def]
    """Writes places, largest squares and growths at the points of each piece of the path."""
    knots, _, caps, inverses = path
    last = len(weights) - 1
    for i in range(len(D)):
        for k in range(last + 1):
            p = i * last + k
            square, growth, cubic = limits_at(weights[k], D[i], caps[i], inverses)
            if k == 0 and i > 0:
                square = min(square, points[SQUARE, p])
                growth = min(growth, points[GROWTH, p])
                cubic = min(cubic, points[CUBIC_GROWTH, p])
            w = k / last
            share = w * w * (3.0 - 2.0 * w)
            points[PLACE, p] = knots[i] + share * (knots[i + 1] - knots[i])
            points[SQUARE, p] = square
            points[GROWTH, p] = growth
            points[CUBIC_GROWTH, p] = cubic
        points[PLACE, (i + 1) * last] = knots[i + 1]


def limits_at(weights, D, cap, inverses):  # type: ignore[no-untyped-def]
    """The largest square, and the growths of it and of its power 3/4, at a point of a piece.

    D: (12, n). The square keeps speeds, and accelerations and jerks at a constant rate.
    """
    speed, turn, jolt, pull, kick = 0.0, 0.0, 0.0, 0.0, 0.0
    for j in range(D.shape[1]):
        first, second, third = 0.0, 0.0, 0.0
        for r in range(5):
            first += weights[r] * D[r, j]
        for r in range(5, 9):
            second += weights[r] * D[r, j]
        for r in range(9, 12):
            third += weights[r] * D[r, j]
        first, second, third = abs(first), abs(second), abs(third)
        speed = max(speed, first * inverses[0, j])
        pull = max(pull, first * inverses[1, j])
        kick = max(kick, first * inverses[2, j])
        turn = max(turn, second * inverses[1, j])
        jolt = max(jolt, third * inverses[2, j])
    most = FASTEST
    square = min(cap, most) ** 2
    if speed > 0.0:
        square = min(square, 1.0 / (speed * speed))
    if turn > 0.0:
        square = min(square, 1.0 / turn)
    if jolt > 0.0:
        square = min(square, jolt ** (-2.0 / 3.0))
    growth = 2.0 / pull if pull > 0.0 else most * most
    return square, growth, sqrt(4.5 / kick) if kick > 0.0 else most * most


def limit_growth(points):  # type: ignore[no-untyped-def]
    """Lowers the squares to those that can be reached from rest at both ends."""
    last = points.shape[1] - 1
    for p in range(last + 1):
        points[LIMIT, p] = points[SQUARE, p]
    points[SQUARE, 0] = points[SQUARE, last] = 0.0
    for p in range(last):
        rise = growth_between(points, GROWTH, p)
        points[SQUARE, p + 1] = min(points[SQUARE, p + 1], points[SQUARE, p] + rise)
    for p in range(last, 0, -1):
        rise = growth_between(points, GROWTH, p - 1)
        points[SQUARE, p - 1] = min(points[SQUARE, p - 1], points[SQUARE, p] + rise)
    for p in range(last + 1):
        points[SQUARE, p] = points[SQUARE, p] ** CUBIC
    for p in range(last):
        rise = growth_between(points, CUBIC_GROWTH, p)
        points[SQUARE, p + 1] = min(points[SQUARE, p + 1], points[SQUARE, p] + rise)
    for p in range(last, 0, -1):
        rise = growth_between(points, CUBIC_GROWTH, p - 1)
        points[SQUARE, p - 1] = min(points[SQUARE, p - 1], points[SQUARE, p] + rise)
    for p in range(last + 1):
        points[SQUARE, p] = points[SQUARE, p] ** (1.0 / CUBIC)


def growth_between(points, row, p):  # type: ignore[no-untyped-def]
    """How much a growth adds from point p to the next."""
    way = points[PLACE, p + 1] - points[PLACE, p]
    return 0.5 * (points[row, p] + points[row, p + 1]) * way


def write_times(points, is_eased):  # type: ignore[no-untyped-def]
    """Writes the times of the estimate at its points, from 0."""
    last = points.shape[1] - 1
    points[TIME, 0] = 0.0
    for p in range(last):
        way = points[PLACE, p + 1] - points[PLACE, p]
        low, high = sqrt(points[SQUARE, p]), sqrt(points[SQUARE, p + 1])
        factor = 3.0 if is_eased and (p == 0 or p == last - 1) else 2.0
        points[TIME, p + 1] = points[TIME, p] + factor * way / (low + high)


def write_ends(path, weights, D, is_eased, knots):  # type: ignore[no-untyped-def]
    """Writes the end of the first and the start of the last interval into knots[1] and knots[2].

    An eased end is the whole phase of constant jerk. Without ease the places are those of the ends.
    """
    nodes, _, caps, inverses = path
    last, length = len(D) - 1, nodes[len(nodes) - 1]
    knots[1], knots[2] = 0.0, length
    if is_eased:
        knots[1] = eased_end(limits_at(weights[0], D[0], caps[0], inverses), length)
        limits = limits_at(weights[len(weights) - 1], D[last], caps[last], inverses)
        knots[2] = length - eased_end(limits, length)
        first, final = knots[1], knots[2]
        for i in range(1, last + 1):
            place = nodes[i]
            if abs(place - first) < min(SNAP * first, nearest_of(first, knots[1])):
                knots[1] = place
            if abs(place - final) < min(SNAP * (length - final), nearest_of(final, knots[2])):
                knots[2] = place


def nearest_of(own, taken):  # type: ignore[no-untyped-def]
    """How near a node must be to the end's own place to be taken instead of the one taken."""
    return abs(taken - own) if taken != own else FASTEST


def eased_end(limits, length):  # type: ignore[no-untyped-def]
    """The way of the phase of constant jerk at an end with these limits."""
    square, growth, cubic = limits
    if cubic >= FASTEST * FASTEST:
        return UNLIMITED * length
    jerk = cubic * cubic / 4.5
    time = min((0.5 * length / jerk) ** (1.0 / 3.0), sqrt(sqrt(square) / jerk))
    time = min(time, 0.5 * growth / jerk)
    return max(min(jerk * time**3 / 6.0, EASED * length), SHORTEST * length)


def interpolated(points, row, other, value, p):  # type: ignore[no-untyped-def]
    """The value of row `other` where row `row` has `value`, which is not before point p.

    Returns the point behind which it lies, too.
    """
    while p < points.shape[1] - 2 and points[row, p + 1] <= value:
        p += 1
    share = (value - points[row, p]) / (points[row, p + 1] - points[row, p])
    return points[other, p] + share * (points[other, p + 1] - points[other, p]), p


def write_numbers(points, count, pieces, is_eased, start, end):  # type: ignore[no-untyped-def]
    """Writes how many knots there are up to each point, as a real number."""
    last = points.shape[1] - 1
    total = points[TIME, last]
    first, _ = interpolated(points, PLACE, TIME, start, 0)
    final, _ = interpolated(points, PLACE, TIME, end, 0)
    first, final = max(first, GUARD * total), max(total - final, GUARD * total)
    points[NUMBER, 0] = wanted = 0.0
    for p in range(last if is_eased else 0):
        step = points[TIME, p + 1] - points[TIME, p]
        wanted += step * jerk_density(points, p)
    share = min(1.0, MOST_EACH * pieces / wanted) if wanted > 0.0 else 1.0
    for p in range(last):
        low, high = points[TIME, p], points[TIME, p + 1]
        number = (high - low) * count / total
        if is_eased:
            number = max(number, (high - low) * share * jerk_density(points, p))
            number = max(number, log(max(high, first) / max(low, first)) / GRADE)
            number = max(number, log(max(total - low, final) / max(total - high, final)) / GRADE)
        points[NUMBER, p + 1] = points[NUMBER, p] + number


def jerk_density(points, p):  # type: ignore[no-untyped-def]
    """Knots for each second between point p and the next, for the sake of the jerk."""
    density = 0.0
    for k in range(p, p + 2):
        cubic = points[CUBIC_GROWTH, k]
        is_changing = points[SQUARE, k] < NEARLY * points[LIMIT, k]
        if is_changing and cubic < FASTEST * FASTEST:
            time = 2.25 * points[GROWTH, k] / (cubic * cubic)
            density = max(density, 1.0 / (JERK_STEP * time))
    return density


def write_knots(nodes, caps, is_eased, points, knots):  # type: ignore[no-untyped-def]
    """Writes knots at nodes of the path and at equal steps between them; gives their number."""
    start, end = knots[1], knots[2]
    at, p = interpolated(points, PLACE, NUMBER, start, 0)
    to, _ = interpolated(points, PLACE, NUMBER, end, 0)
    knots[0] = 0.0
    number = 2 if is_eased else 1
    place = 0
    for i in range(1, len(nodes)):
        x = min(nodes[i], end)
        if x <= start:
            continue
        now, p = interpolated(points, PLACE, NUMBER, x, p)
        if x < end and (now - at < SHORT or to - now < SHORT):
            continue
        parts = max(ceil(now - at - GUARD), least_parts(caps, i - 1, is_eased))
        for k in range(1, parts):
            s, place = interpolated(points, NUMBER, PLACE, at + (now - at) * k / parts, place)
            if knots[number - 1] < s < x:
                knots[number] = s
                number += 1
        knots[number] = x
        number += 1
        at = now
        if x == end:
            break
    if is_eased:
        knots[number] = points[PLACE, points.shape[1] - 1]
        number += 1
    return number


def least_parts(caps, i, is_eased):  # type: ignore[no-untyped-def]
    """The least number of intervals on piece i of the path."""
    if not is_eased:
        return LEAST_PARTS
    is_first_like = i == 0 or caps[i - 1] == caps[i]
    is_last_like = i == len(caps) - 1 or caps[i + 1] == caps[i]
    return LEAST_EASED if is_first_like and is_last_like else LEAST_PARTS


def write_squares(points, number, knots, squares):  # type: ignore[no-untyped-def]
    """Writes the estimated squares at the middles of the intervals."""
    p = 0
    for i in range(number - 1):
        middle = 0.5 * (knots[i] + knots[i + 1])
        squares[i], p = interpolated(points, PLACE, SQUARE, middle, p)
