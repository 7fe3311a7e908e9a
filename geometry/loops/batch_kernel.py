"""Loops over bodies, pairs and samples around the walk of `gjk_kernel`; `packed_bodies` makes their
tables.

A pair of bodies is looked at in the frame of the first body, so that no digits are lost far from
the origin. States of a pair: APART (a gap above the asked one is proven), NEAR (the gap is not
above the asked one), OPEN (inexact pieces meet), MEETS (exact pieces share volume). A pose is a row
of twelve numbers: the first three rows of its matrix.
"""

from math import sqrt

from geometry.loops.gjk_kernel import closest
from geometry.tolerances import TOUCH_TOLERANCE
from resources.loops import FLAG, REAL, flags, reals, shipped, wholes, written

APART, NEAR, OPEN, MEETS = range(4)

# The distance of cores that meet: it comes before a distance of 0.
_BELOW_ZERO = -1e-300

SHAPES = (wholes(1), reals(2), wholes(1), wholes(1), reals(2))
PLACES = (reals(2), reals(2), reals(2), flags(1), reals(2))
BODIES = (wholes(1), reals(2), wholes(1), reals(2), wholes(1))
PLAN = (wholes(2), reals(2), wholes(1), wholes(1), reals(2), wholes(1))
TABLES = (SHAPES, PLACES, BODIES, PLAN)
"""The tables that the loops read: see `packed_bodies` and `broad_phase`."""

WORK = (reals(1), reals(1), reals(2), reals(1))
ROOMS = written(reals(2), reals(1), WORK, reals(1), wholes(1), reals(1))
"""Arrays that the loops work in, so that they allocate nothing."""


def relative_row(A, B, P):  # type: ignore[no-untyped-def]
    """Writes the pose of B seen from A into P."""
    x, y, z = B[3] - A[3], B[7] - A[7], B[11] - A[11]
    for i in range(3):
        p, q, r = A[i], A[4 + i], A[8 + i]
        P[4 * i] = p * B[0] + q * B[4] + r * B[8]
        P[4 * i + 1] = p * B[1] + q * B[5] + r * B[9]
        P[4 * i + 2] = p * B[2] + q * B[6] + r * B[10]
        P[4 * i + 3] = p * x + q * y + r * z


def apply_row(A, x, y, z):  # type: ignore[no-untyped-def]
    """The point (x, y, z) of the inner frame of the pose A, in its outer frame."""
    return (
        A[0] * x + A[1] * y + A[2] * z + A[3],
        A[4] * x + A[5] * y + A[6] * z + A[7],
        A[8] * x + A[9] * y + A[10] * z + A[11],
    )


def inner_row(A, B, P):  # type: ignore[no-untyped-def]
    """Writes the product A B of two poses into P."""
    for i in range(3):
        p, q, r = A[4 * i], A[4 * i + 1], A[4 * i + 2]
        P[4 * i] = p * B[0] + q * B[4] + r * B[8]
        P[4 * i + 1] = p * B[1] + q * B[5] + r * B[9]
        P[4 * i + 2] = p * B[2] + q * B[6] + r * B[10]
        P[4 * i + 3] = p * B[3] + q * B[7] + r * B[11] + A[4 * i + 3]


def boxes_apart(places, i, j, P, cx, cy, cz):  # type: ignore[no-untyped-def]
    """The greatest gap between the boxes about pieces i and j along the axes of both, mm; c: Middle
    of j minus middle of i in the frame of i. P: Pose of j in i."""
    halves = places[4]
    gap = -1e300
    centre = (cx, cy, cz)
    for k in range(3):
        reach = halves[i, k]
        for m in range(3):
            reach += abs(P[4 * k + m]) * halves[j, m]
        gap = max(gap, abs(centre[k]) - reach)
    for k in range(3):
        reach = halves[j, k]
        for m in range(3):
            reach += abs(P[4 * m + k]) * halves[i, m]
        along = P[k] * cx + P[4 + k] * cy + P[8 + k] * cz
        gap = max(gap, abs(along) - reach)
    return gap


def pair_gap(shapes, places, bodies, a, b, T_ab, ask, work, best):  # type: ignore[no-untyped-def]
    """The state of bodies a and b, b at T_ab in the frame of a.

    ask: Three numbers: a gap to prove, mm; a distance, mm, below which swollen shapes meet; and a
    share of the distance: once the first gap cannot be proven, a proven gap of this share ends the
    walk (0: any gap does; 1e300: none does). work: Room for two poses, corners and result of the
    walk. best: Receives the proven gap, the distance walked to, whether it is that of exact pieces
    (1 or 0), nearest points in the frame of a (6), and the pieces (2). The gap is the least over
    the pieces; the loop ends at the first pieces that meet.
    """
    enough, hit_at, settled = ask
    Q = work[1]
    start, balls = bodies[0], places[0]
    state = APART
    for j in range(start[b], start[b + 1]):
        x, y, z = apply_row(T_ab, balls[j, 0], balls[j, 1], balls[j, 2])
        placed = False
        for i in range(start[a], start[a + 1]):
            dx, dy, dz = x - balls[i, 0], y - balls[i, 1], z - balls[i, 2]
            reach = balls[i, 3] + balls[j, 3]
            asked = min(enough, best[1]) if enough > 1e299 else enough
            if state == NEAR and settled < 1e299:
                asked = hit_at  # the gap can no longer be proven: only contact matters
            apart = dx * dx + dy * dy + dz * dz
            far = reach + asked
            if far <= 0.0 or apart > far * far:
                best[0] = min(best[0], sqrt(apart) - reach)
                continue
            if not placed:
                inner_row(T_ab, places[1][j], Q)
                placed = True
            state = max(
                state,
                piece_gap(shapes, places, i, j, (dx, dy, dz), (asked, hit_at, settled), work, best),
            )
            if state == MEETS and hit_at > -1e299:
                return state
    return state


def piece_gap(shapes, places, i, j, offset, ask, work, best):  # type: ignore[no-untyped-def]
    """The state of pieces i and j. work: Its second row holds the pose of j in the body of i.
    offset: Middle of j minus middle of i in that body. ask, best: See `pair_gap`."""
    P, Q, S, out = work
    asked, hit_at = ask[0], ask[1]
    A = places[1][i]
    relative_row(A, Q, P)
    dx, dy, dz = offset
    cx = A[0] * dx + A[4] * dy + A[8] * dz
    cy = A[1] * dx + A[5] * dy + A[9] * dz
    cz = A[2] * dx + A[6] * dy + A[10] * dz
    gap = boxes_apart(places, i, j, P, cx, cy, cz)
    if gap > asked:
        best[0] = min(best[0], gap)
        return APART
    meets = closest(shapes, i, j, P, (-cx, -cy, -cz), ask, S, out)
    best[0] = min(best[0], out[0])
    if out[0] > asked:
        return APART
    exact = places[3][i] and places[3][j]
    distance = _BELOW_ZERO if meets == 1 and out[1] >= 0.0 else out[1]
    if distance < best[1]:
        best[1], best[2] = distance, 1.0 if exact else 0.0
        best[3], best[4], best[5] = apply_row(A, out[5], out[6], out[7])
        best[6], best[7], best[8] = apply_row(A, out[8], out[9], out[10])
        best[9], best[10] = i, j
    if not exact:
        return OPEN if meets == 1 or out[0] <= 0.0 else NEAR
    if meets == 1 or out[1] < hit_at:
        return MEETS
    return NEAR


def body_row(bodies, T, sample, body):  # type: ignore[no-untyped-def]
    """The pose of a body, moving or standing, at a sample."""
    slot = bodies[2][body]
    if slot < 0:
        return bodies[3][body]
    return T[sample, slot]


def place_balls(bodies, T, sample, centres):  # type: ignore[no-untyped-def]
    """Writes the centres of the balls about moving bodies, world frame, into centres (k, 3)."""
    balls, slots, moving = bodies[1], bodies[2], bodies[4]
    for m in range(len(moving)):
        body = moving[m]
        centres[body, 0], centres[body, 1], centres[body, 2] = apply_row(
            T[sample, slots[body]], balls[body, 0], balls[body, 1], balls[body, 2]
        )


def place_standing(bodies, centres):  # type: ignore[no-untyped-def]
    """Writes the centres of the balls about standing bodies, world frame, into centres (k, 3)."""
    balls, slots = bodies[1], bodies[2]
    for body in range(len(slots)):
        if slots[body] < 0:
            centres[body, 0], centres[body, 1], centres[body, 2] = apply_row(
                bodies[3][body], balls[body, 0], balls[body, 1], balls[body, 2]
            )


def far_from_box(x, y, z, box, row):  # type: ignore[no-untyped-def]
    """The squared distance of a point from a box, a row of lo and hi (6)."""
    dx = max(box[row, 0] - x, x - box[row, 3], 0.0)
    dy = max(box[row, 1] - y, y - box[row, 4], 0.0)
    dz = max(box[row, 2] - z, z - box[row, 5], 0.0)
    return dx * dx + dy * dy + dz * dz


def near_pairs(plan, bodies, pairs, centres, grown, near):  # type: ignore[no-untyped-def]
    """Writes the indices of the pairs whose bounds are within a distance into near; returns how
    many.

    grown: The distance for each group of the plan, then for each free pair, mm.
    """
    groups, free = plan[0], plan[5]
    count = 0
    for f in range(len(free)):
        a, b = pairs[free[f], 0], pairs[free[f], 1]
        dx = centres[a, 0] - centres[b, 0]
        dy = centres[a, 1] - centres[b, 1]
        dz = centres[a, 2] - centres[b, 2]
        reach = bodies[1][a, 3] + bodies[1][b, 3] + grown[len(groups) + f]
        if dx * dx + dy * dy + dz * dz <= reach * reach:
            near[count] = free[f]
            count += 1
    for g in range(len(groups)):
        a = groups[g, 0]
        reach = bodies[1][a, 3] + grown[g]
        for c in range(groups[g, 1], groups[g, 2]):
            if far_from_box(centres[a, 0], centres[a, 1], centres[a, 2], plan[1], c) <= reach**2:
                count = near_members(plan, centres, a, c, reach**2, near, count)
    return count


def near_members(plan, centres, a, c, limit, near, count):  # type: ignore[no-untyped-def]
    """Adds the indices of the pairs of body a with near members of a cluster to near; returns how
    many near has now. limit: Squared distance."""
    for m in range(plan[2][c], plan[2][c + 1]):
        if far_from_box(centres[a, 0], centres[a, 1], centres[a, 2], plan[4], m) <= limit:
            near[count] = plan[3][m]
            count += 1
    return count


@shipped(
    tables=TABLES,
    T=reals(3),
    pairs=wholes(2),
    tolerance=REAL,
    first_only=FLAG,
    rooms=ROOMS,
    found=written(wholes(2)),
)
def find_hits(tables, T, pairs, tolerance, first_only, rooms, found):  # type: ignore[no-untyped-def]
    """Writes rows (sample, pair, state) of the pairs with MEETS or OPEN into found; returns how
    many.

    first_only: Skip the rest of a sample after its first pair that meets. A negative result r says
    that found was too short: it then holds the rows of the samples before -r - 1.
    """
    shapes, places, bodies, plan = tables
    centres, T_ab, work, best, near, grown = rooms
    place_standing(bodies, centres)
    grown[:] = 0.0
    count = 0
    for sample in range(len(T)):
        place_balls(bodies, T, sample, centres)
        candidates = near_pairs(plan, bodies, pairs, centres, grown, near)
        if count + candidates > len(found):
            return -sample - 1
        for n in range(candidates):
            p = near[n]
            a, b = pairs[p, 0], pairs[p, 1]
            relative_row(body_row(bodies, T, sample, a), body_row(bodies, T, sample, b), T_ab)
            best[0], best[1] = 1e300, 1e300
            ask = (-tolerance, -tolerance, 1e300)
            state = pair_gap(shapes, places, bodies, a, b, T_ab, ask, work, best)
            if state == NEAR:
                state = MEETS
            if state >= OPEN:
                found[count, 0], found[count, 1], found[count, 2] = sample, p, state
                count += 1
            if state == MEETS and first_only:
                break
    return count


@shipped(
    tables=TABLES,
    T=reals(3),
    items=wholes(2),
    asked=reals(1),
    rooms=ROOMS,
    gaps=written(reals(1)),
    states=written(wholes(1)),
)
def find_gaps(tables, T, items, asked, rooms, gaps, states):  # type: ignore[no-untyped-def]
    """Writes proven gaps, mm, and states of rows (sample, a, b), which ask for a gap above `asked`
    (n,), into gaps (n,) and states (n,)."""
    shapes, places, bodies = tables[0], tables[1], tables[2]
    T_ab, work, best = rooms[1], rooms[2], rooms[3]
    balls = bodies[1]
    for r in range(len(items)):
        sample, a, b = items[r, 0], items[r, 1], items[r, 2]
        relative_row(body_row(bodies, T, sample, a), body_row(bodies, T, sample, b), T_ab)
        x, y, z = apply_row(T_ab, balls[b, 0], balls[b, 1], balls[b, 2])
        dx, dy, dz = x - balls[a, 0], y - balls[a, 1], z - balls[a, 2]
        apart = sqrt(dx * dx + dy * dy + dz * dz) - balls[a, 3] - balls[b, 3]
        if apart > asked[r]:
            gaps[r], states[r] = apart, APART
            continue
        best[0], best[1] = 1e300, 1e300
        ask = (asked[r], -TOUCH_TOLERANCE, 0.0)
        states[r] = pair_gap(shapes, places, bodies, a, b, T_ab, ask, work, best)
        gaps[r] = best[0]


def note_nearest(result, sample, p, best):  # type: ignore[no-untyped-def]
    """Writes the nearest pair so far, p, with its distance and points, into the row of a sample."""
    result[sample, 0], result[sample, 2], result[sample, 3] = best[1], p, best[2]
    for k in range(6):
        result[sample, 4 + k] = best[3 + k]


def likely_nearest(plan, bodies, centres, otherwise):  # type: ignore[no-untyped-def]
    """The index of a pair that is likely to be nearest, by the boxes of clusters and members;
    `otherwise` if no pair is of a moving and a standing body."""
    groups = plan[0]
    least, group, cluster = 1e300, -1, 0
    for g in range(len(groups)):
        a = groups[g, 0]
        for c in range(groups[g, 1], groups[g, 2]):
            far = far_from_box(centres[a, 0], centres[a, 1], centres[a, 2], plan[1], c)
            gap = sqrt(far) - bodies[1][a, 3]
            if gap < least:
                least, group, cluster = gap, g, c
    if group < 0:
        return otherwise
    a, least, found = groups[group, 0], 1e300, otherwise
    for m in range(plan[2][cluster], plan[2][cluster + 1]):
        far = far_from_box(centres[a, 0], centres[a, 1], centres[a, 2], plan[4], m)
        if far < least:
            least, found = far, plan[3][m]
    return found


def balls_within(bodies, centres, a, b, distance):  # type: ignore[no-untyped-def]
    """Whether the balls of two bodies are nearer to each other than a distance."""
    dx = centres[a, 0] - centres[b, 0]
    dy = centres[a, 1] - centres[b, 1]
    dz = centres[a, 2] - centres[b, 2]
    reach = bodies[1][a, 3] + bodies[1][b, 3] + distance
    return reach > 0.0 and dx * dx + dy * dy + dz * dz < reach * reach


@shipped(tables=TABLES, T=reals(3), pairs=wholes(2), rooms=ROOMS, result=written(reals(2)))
def find_nearest(tables, T, pairs, rooms, result):  # type: ignore[no-untyped-def]
    """Writes the nearest pair of every sample into result (m, 10): distance, proven gap, index of
    the pair, 1 for exact pieces (else 0), nearest points in the frame of the first body (6)."""
    shapes, places, bodies, plan = tables
    centres, T_ab, work, best, near, grown = rooms
    place_standing(bodies, centres)
    last = 0
    for sample in range(len(T)):
        place_balls(bodies, T, sample, centres)
        nearest, least, candidates = 1e300, 1e300, 1
        near[0] = likely_nearest(plan, bodies, centres, last)
        turn = -1
        while turn < candidates:
            # The pair that is likely nearest comes first: its distance rules out most others.
            p = near[max(turn, 0)]
            a, b = pairs[p, 0], pairs[p, 1]
            turn += 1
            if nearest < 1e299 and not balls_within(bodies, centres, a, b, nearest):
                continue
            relative_row(body_row(bodies, T, sample, a), body_row(bodies, T, sample, b), T_ab)
            best[0], best[1] = 1e300, nearest
            pair_gap(shapes, places, bodies, a, b, T_ab, (1e300, -1e300, 1e300), work, best)
            least = min(least, best[0])
            if best[1] < nearest:
                nearest = best[1]
                note_nearest(result, sample, p, best)
            if turn == 0:
                grown[:] = max(nearest, 0.0)
                candidates = near_pairs(plan, bodies, pairs, centres, grown, near)
        result[sample, 1] = min(least, nearest)
        last = int(result[sample, 2])
