"""Loops over pairs of bodies that may come near each other over stretches of motions, found by
boxes in which the balls about moving bodies stay; `stretch_kernel` then looks at these pairs."""

import numpy as np

from geometry.loops.batch_kernel import APART, TABLES, apply_row, body_row
from geometry.loops.stretch_kernel import INNER_ROOMS, inner_rooms, pair_stretch
from resources.loops import reals, shipped, wholes, written

# Rounding of a way, as a share of it and in mm: boxes and reaches are larger by so much.
_ROUNDING, _ROUNDING_MM = 1e-12, 1e-9


def between_boxes(path, g, box, row):  # type: ignore[no-untyped-def]
    """The squared distance of two boxes: rows g of path and `row` of box, lo and hi (6) each."""
    dx = max(box[row, 0] - path[g, 3], path[g, 0] - box[row, 3], 0.0)
    dy = max(box[row, 1] - path[g, 4], path[g, 1] - box[row, 4], 0.0)
    dz = max(box[row, 2] - path[g, 5], path[g, 2] - box[row, 5], 0.0)
    return dx * dx + dy * dy + dz * dz


def most_of_groups(plan, figures, segment, most):  # type: ignore[no-untyped-def]
    """Writes the greatest of the figures (s, p) of the pairs of each group of a plan, in one
    segment, into most (g,)."""
    groups = plan[0]
    for g in range(len(groups)):
        value = 0.0
        for m in range(plan[2][groups[g, 1]], plan[2][groups[g, 2]]):
            value = max(value, figures[segment, plan[3][m]])
        most[g] = value


def note_path(bodies, T, rows, body, spans, limits, g, path):  # type: ignore[no-untyped-def]
    """Writes a box in which the centre of a body's ball stays over a stretch into row g of path.

    rows: Rows of T at start, look and end. spans: Times from the start to the look and from the
    look to the end. limits: Rate, bend and kink.
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
    way = way * (1.0 + _ROUNDING) + _ROUNDING_MM
    for axis in range(3):
        path[g, axis], path[g, 3 + axis] = lo[axis] - way, hi[axis] + way


def near_stretches(plan, bodies, path, near):  # type: ignore[no-untyped-def]
    """Writes the indices of the pairs of a moving and a standing body that may come near each other
    into near; returns how many."""
    groups, count = plan[0], 0
    for g in range(len(groups)):
        limit = bodies[1][groups[g, 0], 3] ** 2
        for c in range(groups[g, 1], groups[g, 2]):
            if between_boxes(path, g, plan[1], c) <= limit:
                count = members_near(plan, path, g, c, limit, near, count)
    return count


def members_near(plan, path, g, c, limit, near, count):  # type: ignore[no-untyped-def]
    """Adds the indices of the pairs of a group with near members of a cluster to near; returns how
    many near has now. limit: Squared distance."""
    for m in range(plan[2][c], plan[2][c + 1]):
        if between_boxes(path, g, plan[4], m) <= limit:
            near[count] = plan[3][m]
            count += 1
    return count


def near_free(plan, bodies, T, row, pairs, rates, span, near, count):  # type: ignore[no-untyped-def]
    """Adds the indices of the free pairs whose balls may come near each other to near; returns how
    many near has now. rates: Of the pairs in one segment, (p,). span: Time from the look."""
    free, balls = plan[5], bodies[1]
    for f in range(len(free)):
        a, b = pairs[free[f], 0], pairs[free[f], 1]
        A, B = body_row(bodies, T, row, a), body_row(bodies, T, row, b)
        ax, ay, az = apply_row(A, balls[a, 0], balls[a, 1], balls[a, 2])
        bx, by, bz = apply_row(B, balls[b, 0], balls[b, 1], balls[b, 2])
        dx, dy, dz = ax - bx, ay - by, az - bz
        reach = balls[a, 3] + balls[b, 3] + rates[free[f]] * span * (1.0 + _ROUNDING)
        if dx * dx + dy * dy + dz * dz <= reach * reach:
            near[count] = free[f]
            count += 1
    return count


@shipped(
    tables=TABLES,
    T=reals(3),
    looks=(wholes(1), wholes(2), reals(2)),
    pairs=wholes(2),
    figures=(reals(2), reals(2), reals(2)),
    rooms=written(reals(2), wholes(1), reals(2), INNER_ROOMS),
    named=written(wholes(2)),
    found=written(reals(2)),
)
def find_stretches(tables, T, looks, pairs, figures, rooms, named, found):  # type: ignore[no-untyped-def]
    """Writes rows (stretch, pair, state) of the pairs that are not proven apart over stretches into
    named, and their unproven spans into found (n, 7); returns how many, or a negative number as
    `find_hits` does.

    looks: Segments (m,), rows of T (m, 3) and times (m, 3) at start, look and end. figures: Rates
    (s, p), bends and kinks, (s, p) or (1, p).
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


def stretch_rooms(groups, pairs):  # type: ignore[no-untyped-def]
    """The arrays in which `find_stretches` works, for so many groups and pairs."""
    near = np.empty(pairs + 1, dtype=np.int64)
    return np.empty((groups, 6)), near, np.empty((3, groups)), inner_rooms()
