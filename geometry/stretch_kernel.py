"""Loops that prove pairs apart over stretches of motions by the bound of `stretch`; the tables are
those of `packing`.

A stretch is looked at at three times: its start, a time within it, and its end. A pair is seen
from the one of its bodies that stands, else from its first: that is the frame in which directions
stand still. What is not proven is told as one interval on each side of the look.
"""

from math import sqrt

import numpy as np

from geometry.batch_kernel import (
    APART,
    MEETS,
    NEAR,
    OPEN,
    apply_row,
    body_row,
    boxes_apart,
    inner_row,
    relative_row,
)
from geometry.compiled import InnerLoop, Loop
from geometry.gjk_kernel import added, closest

ALLOWED = 9e-6
"""Bodies that are proven to be no deeper in each other than this, mm, touch at most: a little less
than the touch tolerance, so that whoever checks it has some to spare for rounding."""

_NONE = -1e300
# A direction at the look is good enough when it proves this share of the distance.
_SHARE = 0.8


@Loop
def narrowed(start, end, gaps, limits, unproven):  # type: ignore[no-untyped-def]
    """Takes from an unproven interval (2,) what gaps along one direction at two times prove.

    gaps: At start and end, -1e300 where it is not known. limits: Rate, bend and kink.
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


@InnerLoop
def dip(first, last, sag):  # type: ignore[no-untyped-def]
    """Where first (1 - s) + last s - sag s (1 - s) is below 0: between which s; 2 and -1 where it
    is nowhere."""
    middle = last - first - sag
    square = middle * middle - 4.0 * sag * first
    if square < 0.0:
        return 2.0, -1.0
    root = sqrt(square)
    half = -0.5 * (middle - root) if middle < 0.0 else -0.5 * (middle + root)
    if half == 0.0:
        return (0.0, 1.0) if first < 0.0 else (2.0, -1.0)
    one = first / half
    if sag <= 1e-15 * abs(half):
        # A straight line: it crosses once, or lies on one side.
        if middle == 0.0:
            return (0.0, 1.0) if first < 0.0 else (2.0, -1.0)
        return (one, 2.0) if middle < 0.0 else (-1.0, one)
    two = half / sag
    return min(one, two), max(one, two)


@Loop
def gap_along(shapes, i, j, P, dx, dy, dz, S):  # type: ignore[no-untyped-def]
    """How far shape j at P lies beyond shape i along a direction in the frame of i."""
    return -added(shapes, i, j, P, dx, dy, dz, S, 3) - shapes[1][i, 3] - shapes[1][j, 3]


@InnerLoop
def seen_piece(places, i, j, T_ab, Q, P):  # type: ignore[no-untyped-def]
    """The pose of piece j in piece i, into P."""
    inner_row(T_ab, places[1][j], Q)
    relative_row(places[1][i], Q, P)


@Loop
def entered(start, end, gaps):  # type: ignore[no-untyped-def]
    """When the straight line between two gaps falls below the touch; 1e300 where it does not."""
    first, last = gaps[0] + ALLOWED, gaps[1] + ALLOWED
    if first > 0.0 and last < 0.0 and last > -1e299:
        return start + (end - start) * first / (first - last)
    return 1e300


@Loop
def piece_stretch(shapes, places, i, j, poses, times, limits, has_ends, rooms, found):  # type: ignore[no-untyped-def]
    """The state of pieces i and j at the look of a stretch; what is not proven of it goes into
    found (see `pair_stretch`)."""
    _, Ps, Q, S, out, left, right = rooms
    start, look, end = times
    way = limits[0] * max(look - start, end - look)
    seen_piece(places, i, j, poses[1], Q, Ps[1])
    P = Ps[1]
    guess = (-P[3], -P[7], -P[11])
    exact = places[3][i] and places[3][j]
    meets = closest(shapes, i, j, P, guess, (way, -1e-5, _SHARE if has_ends else 0.0), S, out)
    if out[0] > way:
        return APART
    is_in = meets == 1 or out[1] < -1e-5
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


@Loop
def by_end(shapes, pieces, poses, times, limits, exact, rooms, found):  # type: ignore[no-untyped-def]
    """Narrows by the direction that separates the pieces best at an end of the stretch; gives when
    the gap along it is used up. poses, times: Of that end, and of the look."""
    _, _, _, S, out, left, right = rooms
    i, j = pieces
    P = poses[0]
    ask = (1e300, -1e-5, 1e300)
    meets = closest(shapes, i, j, P, (-P[3], -P[7], -P[11]), ask, S, out)
    if meets == 1 or out[1] < -1e-5:
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


@InnerLoop
def note_unproven(found, side, unproven, crossing):  # type: ignore[no-untyped-def]
    """Widens what is not proven on one side of the look, and its first crossing."""
    if unproven[0] < unproven[1]:
        found[side] = min(found[side], unproven[0])
        found[side + 1] = max(found[side + 1], unproven[1])
        found[side + 2] = min(found[side + 2], crossing)


@Loop
def pair_stretch(tables, T, rows, a, b, times, limits, rooms, found):  # type: ignore[no-untyped-def]
    """The state of two bodies at the look of a stretch: APART where the stretch is proven.

    rows: Of T at start, look and end; -1 for the ends where the poses there are not known.
    limits: Rate, bend and kink of the pair. found (7,): Receives the unproven interval before the
    look and the time in it at which a gap is likely to be used up, the same behind the look, and
    the earliest of the three times at which exact pieces meet; 1e300 and -1e300 for none.
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
    for j in range(start[b], start[b + 1]):
        x, y, z = apply_row(poses[1], balls[j, 0], balls[j, 1], balls[j, 2])
        for i in range(start[a], start[a + 1]):
            dx, dy, dz = x - balls[i, 0], y - balls[i, 1], z - balls[i, 2]
            far = balls[i, 3] + balls[j, 3] + way
            if dx * dx + dy * dy + dz * dz > far * far:
                continue
            if pieces_far(places, i, j, poses[1], (dx, dy, dz), way, inner):
                continue
            now = piece_stretch(shapes, places, i, j, poses, times, limits, has_ends, inner, found)
            state = max(state, now)
    return state


@InnerLoop
def pieces_far(places, i, j, T_ab, offset, way, rooms):  # type: ignore[no-untyped-def]
    """Whether the boxes about pieces i and j are farther apart than a way."""
    seen_piece(places, i, j, T_ab, rooms[2], rooms[0])
    A = places[1][i]
    dx, dy, dz = offset
    cx = A[0] * dx + A[4] * dy + A[8] * dz
    cy = A[1] * dx + A[5] * dy + A[9] * dz
    cz = A[2] * dx + A[6] * dy + A[10] * dz
    return boxes_apart(places, i, j, rooms[0], cx, cy, cz) > way


@Loop
def find_stretch_items(tables, T, rows, times, bodies, limits, rooms, found, states):  # type: ignore[no-untyped-def]
    """The states (n,) of items, and what is not proven of them, (n, 7): see `pair_stretch`.

    rows, times: (n, 3). bodies: The two of each, (n, 2). limits: (n, 3).
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


@InnerLoop
def between_boxes(path, g, box, row):  # type: ignore[no-untyped-def]
    """The squared distance of two boxes (rows of lo, hi)."""
    dx = max(box[row, 0] - path[g, 3], path[g, 0] - box[row, 3], 0.0)
    dy = max(box[row, 1] - path[g, 4], path[g, 1] - box[row, 4], 0.0)
    dz = max(box[row, 2] - path[g, 5], path[g, 2] - box[row, 5], 0.0)
    return dx * dx + dy * dy + dz * dz


@Loop
def most_of_groups(plan, figures, segment, most):  # type: ignore[no-untyped-def]
    """The most of a figure (s, p) in each group of a plan, for one segment."""
    groups = plan[0]
    for g in range(len(groups)):
        value = 0.0
        for m in range(plan[2][groups[g, 1]], plan[2][groups[g, 2]]):
            value = max(value, figures[segment, plan[3][m]])
        most[g] = value


@InnerLoop
def note_path(bodies, T, rows, body, spans, limits, g, path):  # type: ignore[no-untyped-def]
    """A box that the middle of a body's ball stays in over a stretch, into row g of path.

    spans: From the look to the start and to the end. limits: Rate, bend and kink.
    """
    balls, slot = bodies[1], bodies[2][body]
    x, y, z = apply_row(T[rows[1], slot], balls[body, 0], balls[body, 1], balls[body, 2])
    span = max(spans[0], spans[1])
    way = limits[0] * span
    sag = 0.25 * span * (0.5 * limits[1] * span + limits[2])
    lo, hi = (x, y, z), (x, y, z)
    if rows[0] >= 0 and sag < way:
        way = sag
        for k in range(0, 3, 2):
            u, v, w = apply_row(T[rows[k], slot], balls[body, 0], balls[body, 1], balls[body, 2])
            lo = (min(lo[0], u), min(lo[1], v), min(lo[2], w))
            hi = (max(hi[0], u), max(hi[1], v), max(hi[2], w))
    way = way * (1.0 + 1e-12) + 1e-9
    for axis in range(3):
        path[g, axis], path[g, 3 + axis] = lo[axis] - way, hi[axis] + way


@Loop
def near_stretches(plan, bodies, path, near):  # type: ignore[no-untyped-def]
    """Places of the pairs of a moving and a standing body that may come near each other, into
    near; how many."""
    groups, count = plan[0], 0
    for g in range(len(groups)):
        limit = bodies[1][groups[g, 0], 3] ** 2
        for c in range(groups[g, 1], groups[g, 2]):
            if between_boxes(path, g, plan[1], c) > limit:
                continue
            for m in range(plan[2][c], plan[2][c + 1]):
                if between_boxes(path, g, plan[4], m) <= limit:
                    near[count] = plan[3][m]
                    count += 1
    return count


@Loop
def near_free(plan, bodies, T, row, pairs, rates, span, near, count):  # type: ignore[no-untyped-def]
    """Adds the places of the pairs of two moving bodies whose balls come near each other; how many
    are near now. rates: Of one segment."""
    free, balls = plan[5], bodies[1]
    for f in range(len(free)):
        a, b = pairs[free[f], 0], pairs[free[f], 1]
        A, B = body_row(bodies, T, row, a), body_row(bodies, T, row, b)
        ax, ay, az = apply_row(A, balls[a, 0], balls[a, 1], balls[a, 2])
        bx, by, bz = apply_row(B, balls[b, 0], balls[b, 1], balls[b, 2])
        dx, dy, dz = ax - bx, ay - by, az - bz
        reach = balls[a, 3] + balls[b, 3] + rates[free[f]] * span * (1.0 + 1e-12)
        if dx * dx + dy * dy + dz * dz <= reach * reach:
            near[count] = free[f]
            count += 1
    return count


@Loop
def find_stretches(tables, T, looks, pairs, figures, rooms, named, found):  # type: ignore[no-untyped-def]
    """Rows (stretch, pair, state) of the pairs that are not proven apart over stretches, and what
    is not proven of them, (n, 7); how many, or negative as in `find_hits`.

    looks: Segments (m,), rows of T and times at start, look and end (m, 3). figures: Rates, bends
    and kinks, each of segments or for all, and pairs: (s, p) or (1, p).
    """
    bodies, plan = tables[2], tables[3]
    segments, rows, times = looks
    path, near, most, inner = rooms
    count, last = 0, -1
    for n in range(len(segments)):
        seg = segments[n]
        spans = (times[n, 1] - times[n, 0], times[n, 2] - times[n, 1])
        at = (rows[n, 0], rows[n, 1], rows[n, 2])
        if seg != last:
            last = seg
            for k in range(3):
                most_of_groups(plan, figures[k], seg % len(figures[k]), most[k])
        for g in range(len(plan[0])):
            limits = (most[0, g], most[1, g], most[2, g])
            note_path(bodies, T, at, plan[0][g, 0], spans, limits, g, path)
        candidates = near_stretches(plan, bodies, path, near)
        candidates = near_free(
            plan,
            bodies,
            T,
            at[1],
            pairs,
            figures[0][seg],
            max(spans[0], spans[1]),
            near,
            candidates,
        )
        if count + candidates > len(named):
            return -n - 1
        for c in range(candidates):
            p = near[c]
            limits = (
                figures[0][seg, p],
                figures[1][seg % len(figures[1]), p],
                figures[2][seg % len(figures[2]), p],
            )
            when = (times[n, 0], times[n, 1], times[n, 2])
            state = pair_stretch(
                tables, T, at, pairs[p, 0], pairs[p, 1], when, limits, inner, found[count]
            )
            if state != APART:
                named[count, 0], named[count, 1], named[count, 2] = n, p, state
                count += 1
    return count


def inner_rooms():  # type: ignore[no-untyped-def]
    """Arrays that `pair_stretch` works in, so that it allocates nothing: poses, and what is about
    one pair of pieces."""
    work = (np.empty(12), np.empty((3, 12)), np.empty(12), np.empty((4, 10)), np.empty(11))
    return np.empty((3, 12)), (*work, np.empty(2), np.empty(2))


def stretch_rooms(groups, pairs):  # type: ignore[no-untyped-def]
    """Arrays that `find_stretches` works in."""
    near = np.empty(pairs + 1, dtype=np.int64)
    return np.empty((groups, 6)), near, np.empty((3, groups)), inner_rooms()
