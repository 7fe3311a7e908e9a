"""Loops that prove pairs apart over stretches of motions by the bound of `stretch`; `packed_bodies`
makes their tables.

A stretch has poses at three times: its start, a time within it (the look), and its end. A pair is
seen from its standing body, or else from its first body: directions are fixed in that frame. The
loops return one unproven interval on each side of the look.
"""

from math import sqrt

import numpy as np

from geometry.loops.batch_kernel import (
    APART,
    MEETS,
    NEAR,
    OPEN,
    TABLES,
    WORK,
    apply_row,
    body_row,
    boxes_apart,
    inner_row,
    relative_row,
)
from geometry.loops.gjk_kernel import added, closest
from geometry.tolerances import TOUCH_TOLERANCE
from resources.loops import reals, shipped, wholes, written

ALLOWED = 9e-6
"""Depth, mm, up to which bodies do no more than touch. It is a little less than the touch
tolerance, so that a check of the proof has some room for rounding."""

STRAIGHT = 1e-15
"""Share of a parabola's linear part below which its sag is rounding, so that it is a straight
line."""

INNER_ROOMS = written(reals(2), (reals(1), reals(2), *WORK[1:], reals(1), reals(1)))
"""Arrays in which `pair_stretch` works: see `inner_rooms`."""

_NONE = -1e300
# The walk at a look may end when its direction proves this share of the distance.
_SHARE = 0.8


def narrowed(start, end, gaps, limits, unproven):  # type: ignore[no-untyped-def]
    """Shortens an unproven interval (2,), in place, by what gaps along one direction at two times
    prove.

    gaps: At start and end, mm, -1e300 if not known. limits: Rate, bend and kink.
    """
    rate, bend, kink = limits
    first, last = gaps[0] + ALLOWED, gaps[1] + ALLOWED
    lo, hi = start, end
    if first > 0.0:
        lo = start + first / rate if rate > 0.0 else end
    if last > 0.0:
        hi = end - last / rate if rate > 0.0 else start
    span = end - start
    sag = (0.5 * bend * span + kink) * span
    if lo < hi and first > -1e299 and last > -1e299 and sag < 1e299:
        low, high = dip(first, last, sag)
        if low > 0.0:
            lo = max(lo, start + low * span)
        if high < 1.0:
            hi = min(hi, start + high * span)
    unproven[0] = max(unproven[0], lo)
    unproven[1] = min(unproven[1], hi)


def dip(first, last, sag):  # type: ignore[no-untyped-def]
    """The least and the greatest s at which first (1 - s) + last s - sag s (1 - s) is below 0; 2
    and -1 if it is below 0 nowhere."""
    middle = last - first - sag
    square = middle * middle - 4.0 * sag * first
    if square < 0.0:
        return 2.0, -1.0
    root = sqrt(square)
    half = -0.5 * (middle - root) if middle < 0.0 else -0.5 * (middle + root)
    if half == 0.0:
        return (0.0, 1.0) if first < 0.0 else (2.0, -1.0)
    one = first / half
    if sag <= STRAIGHT * abs(half):
        # A straight line crosses 0 once or not at all.
        if middle == 0.0:
            return (0.0, 1.0) if first < 0.0 else (2.0, -1.0)
        return (one, 2.0) if middle < 0.0 else (-1.0, one)
    two = half / sag
    return min(one, two), max(one, two)


def gap_along(shapes, i, j, P, dx, dy, dz, S):  # type: ignore[no-untyped-def]
    """The gap, mm, of shapes i and j, j at P, along a unit vector in the frame of i."""
    return -added(shapes, i, j, P, dx, dy, dz, S, 3) - shapes[1][i, 3] - shapes[1][j, 3]


def seen_piece(places, i, j, T_ab, Q, P):  # type: ignore[no-untyped-def]
    """Writes the pose of piece j in piece i into P. T_ab: Pose of j's body in i's. Q: Room."""
    inner_row(T_ab, places[1][j], Q)
    relative_row(places[1][i], Q, P)


def entered(start, end, gaps):  # type: ignore[no-untyped-def]
    """The time at which the straight line between two gaps falls below -ALLOWED; 1e300 if it does
    not."""
    first, last = gaps[0] + ALLOWED, gaps[1] + ALLOWED
    if first > 0.0 and last < 0.0 and last > -1e299:
        return start + (end - start) * first / (first - last)
    return 1e300


def piece_stretch(shapes, places, i, j, poses, times, limits, has_ends, rooms, found):  # type: ignore[no-untyped-def]
    """The state of pieces i and j at the look of a stretch; widens the unproven spans in found (see
    `pair_stretch`)."""
    _, Ps, Q, S, out, left, right = rooms
    start, look, end = times
    way = limits[0] * max(look - start, end - look)
    seen_piece(places, i, j, poses[1], Q, Ps[1])
    P = Ps[1]
    guess = (-P[3], -P[7], -P[11])
    exact = places[3][i] and places[3][j]
    meets = closest(
        shapes, i, j, P, guess, (way, -TOUCH_TOLERANCE, _SHARE if has_ends else 0.0), S, out
    )
    if out[0] > way:
        return APART
    is_in = meets == 1 or out[1] < -TOUCH_TOLERANCE
    left[0], left[1], right[0], right[1] = start, look, look, end
    ahead, behind = 1e300, 1e300
    if has_ends:
        seen_piece(places, i, j, poses[0], Q, Ps[0])
        seen_piece(places, i, j, poses[2], Q, Ps[2])
    if not is_in and has_ends:
        gap, dx, dy, dz = out[0], out[2], out[3], out[4]
        before = gap_along(shapes, i, j, Ps[0], dx, dy, dz, S)
        after = gap_along(shapes, i, j, Ps[2], dx, dy, dz, S)
        narrowed(start, look, (before, gap), limits, left)
        narrowed(look, end, (gap, after), limits, right)
        behind = entered(look, end, (gap, after))
    if has_ends and left[0] < left[1]:
        ahead = by_end(shapes, (i, j), (Ps[0], P), (start, look), limits, exact, rooms, found)
    if has_ends and right[0] < right[1] and not (is_in and exact):
        by_end(shapes, (i, j), (Ps[2], P), (end, look), limits, exact, rooms, found)
    note_unproven(found, 0, left, ahead)
    if is_in and exact:
        found[6] = min(found[6], look)
        return MEETS
    note_unproven(found, 3, right, behind)
    if is_in or (not exact and out[0] <= 0.0):
        return OPEN
    return NEAR if left[0] < left[1] or right[0] < right[1] else APART


def by_end(shapes, pieces, poses, times, limits, exact, rooms, found):  # type: ignore[no-untyped-def]
    """Shortens the unproven interval on one side of the look by the direction that separates the
    pieces best at that end of the stretch; returns the time at which the gap along it reaches
    -ALLOWED, or 1e300. poses, times: At that end, and at the look."""
    _, _, _, S, out, left, right = rooms
    i, j = pieces
    P = poses[0]
    ask = (1e300, -TOUCH_TOLERANCE, 1e300)
    meets = closest(shapes, i, j, P, (-P[3], -P[7], -P[11]), ask, S, out)
    if meets == 1 or out[1] < -TOUCH_TOLERANCE:
        if exact:
            found[6] = min(found[6], times[0])
        return 1e300
    gap = out[0]
    other = gap_along(shapes, i, j, poses[1], out[2], out[3], out[4], S)
    if times[0] > times[1]:
        narrowed(times[1], times[0], (other, gap), limits, right)
        return 1e300
    narrowed(times[0], times[1], (gap, other), limits, left)
    return entered(times[0], times[1], (gap, other))


def note_unproven(found, side, unproven, crossing):  # type: ignore[no-untyped-def]
    """Widens the unproven interval in found on one side of the look (0 or 3), and notes the
    earliest crossing."""
    if unproven[0] < unproven[1]:
        found[side] = min(found[side], unproven[0])
        found[side + 1] = max(found[side + 1], unproven[1])
        found[side + 2] = min(found[side + 2], crossing)


def pair_stretch(tables, T, rows, a, b, times, limits, rooms, found):  # type: ignore[no-untyped-def]
    """The state of two bodies at the look of a stretch; APART if the whole stretch is proven.

    rows: Rows of T at start, look and end; -1 for start and end if the poses there are not known.
    limits: Rate, bend and kink of the pair. found (7,): Receives start and end of the unproven
    interval before the look and the time in it at which a gap is likely to reach 0, the same three
    behind the look, and the earliest of the three times at which exact pieces meet; 1e300, and
    -1e300 for ends, if there is none.
    """
    shapes, places, bodies = tables[0], tables[1], tables[2]
    poses, inner = rooms
    if bodies[2][b] < 0 and bodies[2][a] >= 0:
        a, b = b, a
    has_ends = rows[0] >= 0
    for k in range(3):
        if k == 1 or has_ends:
            A, B = body_row(bodies, T, rows[k], a), body_row(bodies, T, rows[k], b)
            relative_row(A, B, poses[k])
    for side in range(2):
        found[3 * side], found[3 * side + 1], found[3 * side + 2] = 1e300, _NONE, 1e300
    found[6] = 1e300
    way = limits[0] * max(times[1] - times[0], times[2] - times[1])
    start, balls = bodies[0], places[0]
    state = APART
    half = max(times[1] - times[0], times[2] - times[1])
    sag = 0.25 * (0.5 * limits[1] * half + limits[2]) * half if has_ends else 1e300
    for j in range(start[b], start[b + 1]):
        middles = seen_middles(poses, balls, j, has_ends)
        x, y, z = middles[1]
        for i in range(start[a], start[a + 1]):
            dx, dy, dz = x - balls[i, 0], y - balls[i, 1], z - balls[i, 2]
            far = balls[i, 3] + balls[j, 3] + way
            if dx * dx + dy * dy + dz * dz > far * far:
                continue
            if sag < way and ball_stays_off(places, i, middles, balls[j, 3], sag):
                continue
            if pieces_far(places, i, j, poses[1], (dx, dy, dz), way, inner):
                continue
            now = piece_stretch(shapes, places, i, j, poses, times, limits, has_ends, inner, found)
            state = max(state, now)
    return state


def seen_middles(poses, balls, j, has_ends):  # type: ignore[no-untyped-def]
    """The centre of the ball about piece j at the three times of a stretch, in the frame of the
    first body."""
    x, y, z = balls[j, 0], balls[j, 1], balls[j, 2]
    look = apply_row(poses[1], x, y, z)
    if not has_ends:
        return look, look, look
    return apply_row(poses[0], x, y, z), look, apply_row(poses[2], x, y, z)


def ball_stays_off(places, i, middles, radius, sag):  # type: ignore[no-untyped-def]
    """Whether a ball stays off the box about piece i over a stretch, along the direction from the
    box to the ball at the look. middles: Centres of the ball at start, look and end, in the frame
    of i's body."""
    A, centre, halves = places[1][i], places[0][i], places[4][i]
    x, y, z = in_axes(A, centre, middles[1])
    dx = x - min(max(x, -halves[0]), halves[0])
    dy = y - min(max(y, -halves[1]), halves[1])
    dz = z - min(max(z, -halves[2]), halves[2])
    length = sqrt(dx * dx + dy * dy + dz * dz)
    if length <= radius + sag:
        return False
    least = length * length
    for k in range(0, 3, 2):
        u, v, w = in_axes(A, centre, middles[k])
        least = min(least, length * length + dx * (u - x) + dy * (v - y) + dz * (w - z))
    return least > (radius + sag) * length


def in_axes(A, centre, point):  # type: ignore[no-untyped-def]
    """The vector from a centre to a point, along the axes of the pose A."""
    dx, dy, dz = point[0] - centre[0], point[1] - centre[1], point[2] - centre[2]
    return (
        A[0] * dx + A[4] * dy + A[8] * dz,
        A[1] * dx + A[5] * dy + A[9] * dz,
        A[2] * dx + A[6] * dy + A[10] * dz,
    )


def pieces_far(places, i, j, T_ab, offset, way, rooms):  # type: ignore[no-untyped-def]
    """Whether the boxes about pieces i and j are more than `way` mm apart. offset: Middle of j
    minus middle of i in the frame of i's body."""
    seen_piece(places, i, j, T_ab, rooms[2], rooms[0])
    A = places[1][i]
    dx, dy, dz = offset
    cx = A[0] * dx + A[4] * dy + A[8] * dz
    cy = A[1] * dx + A[5] * dy + A[9] * dz
    cz = A[2] * dx + A[6] * dy + A[10] * dz
    return boxes_apart(places, i, j, rooms[0], cx, cy, cz) > way


@shipped(
    tables=TABLES,
    T=reals(3),
    rows=wholes(2),
    times=reals(2),
    bodies=wholes(2),
    limits=reals(2),
    rooms=INNER_ROOMS,
    found=written(reals(2)),
    states=written(wholes(1)),
)
def find_stretch_items(tables, T, rows, times, bodies, limits, rooms, found, states):  # type: ignore[no-untyped-def]
    """Writes the states (n,) of n stretches, each of one pair of bodies, and their unproven spans
    (n, 7) into states and found: see `pair_stretch`.

    rows, times, limits: (n, 3). bodies: (n, 2).
    """
    for r in range(len(rows)):
        states[r] = pair_stretch(
            tables,
            T,
            (rows[r, 0], rows[r, 1], rows[r, 2]),
            bodies[r, 0],
            bodies[r, 1],
            (times[r, 0], times[r, 1], times[r, 2]),
            (limits[r, 0], limits[r, 1], limits[r, 2]),
            rooms,
            found[r],
        )


def inner_rooms():  # type: ignore[no-untyped-def]
    """The arrays in which `pair_stretch` works, so that it allocates nothing: poses of the bodies,
    and room for one pair of pieces."""
    work = (np.empty(12), np.empty((3, 12)), np.empty(12), np.empty((4, 10)), np.empty(11))
    return np.empty((3, 12)), (*work, np.empty(2), np.empty(2))
