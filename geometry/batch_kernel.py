"""Loops over bodies, pairs and samples about the walk of `gjk_kernel`; the tables are those of
`packing`.

A pair of bodies is looked at in the frame of the first, so nothing is lost far from the origin.
States: APART (a gap above what was asked is proven), MEETS (pieces that belong to the solids
share volume), NEAR (the gap is not above what was asked), OPEN (pieces meet or are near that hold
more than their solids).
"""

from math import sqrt

from geometry.compiled import Loop
from geometry.gjk_kernel import walk

APART, NEAR, OPEN, MEETS = range(4)


@Loop
def relative_row(A, B, P):  # type: ignore[no-untyped-def]
    """The pose of B seen from A, both as rows of twelve, into P."""
    x, y, z = B[9] - A[9], B[10] - A[10], B[11] - A[11]
    for i in range(3):
        for j in range(3):
            P[3 * i + j] = A[i] * B[j] + A[3 + i] * B[3 + j] + A[6 + i] * B[6 + j]
        P[9 + i] = A[i] * x + A[3 + i] * y + A[6 + i] * z


@Loop
def apply_row(A, x, y, z):  # type: ignore[no-untyped-def]
    """A point of the inner frame of A in its outer frame."""
    return (
        A[0] * x + A[1] * y + A[2] * z + A[9],
        A[3] * x + A[4] * y + A[5] * z + A[10],
        A[6] * x + A[7] * y + A[8] * z + A[11],
    )


@Loop
def inner_row(A, B, P):  # type: ignore[no-untyped-def]
    """The product A B of two rows of twelve, into P."""
    for i in range(3):
        for j in range(3):
            P[3 * i + j] = A[3 * i] * B[j] + A[3 * i + 1] * B[3 + j] + A[3 * i + 2] * B[6 + j]
        P[9 + i] = A[3 * i] * B[9] + A[3 * i + 1] * B[10] + A[3 * i + 2] * B[11] + A[9 + i]


@Loop
def boxes_apart(places, i, j, P, cx, cy, cz):  # type: ignore[no-untyped-def]
    """A gap between the boxes about pieces i and j along a normal of one of them, or less; c is
    the middle of j less that of i in the frame of i, P the pose of j in i."""
    halves = places[4]
    gap = -1e300
    centre = (cx, cy, cz)
    for k in range(3):
        reach = halves[i, k]
        for m in range(3):
            reach += abs(P[3 * k + m]) * halves[j, m]
        gap = max(gap, abs(centre[k]) - reach)
    for k in range(3):
        reach = halves[j, k]
        for m in range(3):
            reach += abs(P[3 * m + k]) * halves[i, m]
        along = P[k] * cx + P[3 + k] * cy + P[6 + k] * cz
        gap = max(gap, abs(along) - reach)
    return gap


@Loop
def pair_gap(shapes, places, bodies, a, b, T_ab, ask, work, best):  # type: ignore[no-untyped-def]
    """The state of bodies a and b, b at T_ab in the frame of a.

    ask: A gap to prove; a distance below which cores of swollen shapes meet; a gap that settles
    the matter once the first cannot be proven any more. work: Two rows
    of poses, corners of the walk, its result. best: Receives the proven gap, the distance walked
    to, whether that is of exact pieces, nearest points in the frame of a (6), and the pieces (2);
    the gap is the least over the pieces, stopped at the first that meet.
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


@Loop
def piece_gap(shapes, places, i, j, offset, ask, work, best):  # type: ignore[no-untyped-def]
    """The state of pieces i and j; Q holds the pose of j in the body of i."""
    P, Q, S, out = work
    asked, hit_at = ask[0], ask[1]
    A = places[1][i]
    relative_row(A, Q, P)
    dx, dy, dz = offset
    cx = A[0] * dx + A[3] * dy + A[6] * dz
    cy = A[1] * dx + A[4] * dy + A[7] * dz
    cz = A[2] * dx + A[5] * dy + A[8] * dz
    gap = boxes_apart(places, i, j, P, cx, cy, cz)
    if gap > asked:
        best[0] = min(best[0], gap)
        return APART
    meets = walk(shapes, i, j, P, (-cx, -cy, -cz), ask, S, out)
    best[0] = min(best[0], out[0])
    if out[0] > asked:
        return APART
    exact = places[3][i] and places[3][j]
    distance = -1e-300 if meets == 1 and out[1] >= 0.0 else out[1]
    if distance < best[1]:
        best[1], best[2] = distance, 1.0 if exact else 0.0
        best[3], best[4], best[5] = apply_row(A, out[5], out[6], out[7])
        best[6], best[7], best[8] = apply_row(A, out[8], out[9], out[10])
        best[9], best[10] = i, j
    if not exact:
        return OPEN
    if meets == 1 or out[1] < hit_at:
        return MEETS
    return NEAR


@Loop
def body_row(bodies, T, sample, body):  # type: ignore[no-untyped-def]
    """The pose of a body at a sample as a row of twelve."""
    slot = bodies[2][body]
    if slot < 0:
        return bodies[3][body]
    return T[sample, slot]


@Loop
def place_balls(bodies, T, sample, centres):  # type: ignore[no-untyped-def]
    """The middles of the moving bodies' balls in world axes, into centres (k, 3)."""
    balls, slots = bodies[1], bodies[2]
    for body in range(len(slots)):
        if slots[body] >= 0:
            centres[body, 0], centres[body, 1], centres[body, 2] = apply_row(
                T[sample, slots[body]], balls[body, 0], balls[body, 1], balls[body, 2]
            )


@Loop
def place_standing(bodies, centres):  # type: ignore[no-untyped-def]
    """The middles of the standing bodies' balls in world axes, into centres (k, 3)."""
    balls, slots = bodies[1], bodies[2]
    for body in range(len(slots)):
        if slots[body] < 0:
            centres[body, 0], centres[body, 1], centres[body, 2] = apply_row(
                bodies[3][body], balls[body, 0], balls[body, 1], balls[body, 2]
            )


@Loop
def find_hits(tables, T, pairs, tolerance, first_only, rooms, found):  # type: ignore[no-untyped-def]
    """Rows (sample, pair, state) of the pairs that meet or are open, into found; how many.

    With first_only a sample is left at its first pair that meets. Negative: found was too short
    and holds the rows of the samples before -(result) - 1.
    """
    shapes, places, bodies = tables
    centres, T_ab, work, best = rooms
    place_standing(bodies, centres)
    balls = bodies[1]
    count = 0
    for sample in range(len(T)):
        place_balls(bodies, T, sample, centres)
        if count + len(pairs) > len(found):
            return -sample - 1
        for p in range(len(pairs)):
            a, b = pairs[p, 0], pairs[p, 1]
            dx = centres[a, 0] - centres[b, 0]
            dy = centres[a, 1] - centres[b, 1]
            dz = centres[a, 2] - centres[b, 2]
            reach = balls[a, 3] + balls[b, 3]
            if dx * dx + dy * dy + dz * dz > reach * reach:
                continue
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


@Loop
def find_open(tables, T, segments, spans, pairs, rates, rooms, found):  # type: ignore[no-untyped-def]
    """Rows (interval, pair, state) of the pairs not proven apart by half the way that they move
    over the interval, into found; how many, or negative as in `find_hits`.

    segments, spans: Of each interval the row of the rates (s, p), and its length.
    """
    shapes, places, bodies = tables
    centres, T_ab, work, best = rooms
    place_standing(bodies, centres)
    balls = bodies[1]
    count = 0
    for sample in range(len(T)):
        place_balls(bodies, T, sample, centres)
        if count + len(pairs) > len(found):
            return -sample - 1
        for p in range(len(pairs)):
            a, b = pairs[p, 0], pairs[p, 1]
            asked = 0.5 * rates[segments[sample], p] * spans[sample]
            dx = centres[a, 0] - centres[b, 0]
            dy = centres[a, 1] - centres[b, 1]
            dz = centres[a, 2] - centres[b, 2]
            reach = balls[a, 3] + balls[b, 3] + asked
            if dx * dx + dy * dy + dz * dz > reach * reach * (1.0 + 1e-12):
                continue
            relative_row(body_row(bodies, T, sample, a), body_row(bodies, T, sample, b), T_ab)
            best[0], best[1] = 1e300, 1e300
            ask = (asked, -1e-5, 0.0)
            state = pair_gap(shapes, places, bodies, a, b, T_ab, ask, work, best)
            if state != APART:
                found[count, 0], found[count, 1], found[count, 2] = sample, p, state
                count += 1
    return count


@Loop
def find_gaps(tables, T, items, asked, rooms, gaps, states):  # type: ignore[no-untyped-def]
    """For rows (sample, a, b) whether a gap above `asked` is proven: gaps (n,) and states (n,)."""
    shapes, places, bodies = tables
    _, T_ab, work, best = rooms
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
        ask = (asked[r], -1e-5, 0.0)
        states[r] = pair_gap(shapes, places, bodies, a, b, T_ab, ask, work, best)
        gaps[r] = best[0]


@Loop
def note_nearest(result, sample, p, best):  # type: ignore[no-untyped-def]
    """Writes the nearest so far into the row of a sample."""
    result[sample, 0], result[sample, 2], result[sample, 3] = best[1], p, best[2]
    for k in range(6):
        result[sample, 4 + k] = best[3 + k]


@Loop
def find_nearest(tables, T, pairs, rooms, result):  # type: ignore[no-untyped-def]
    """The nearest pair of every sample: rows of distance, proven gap, pair, exactness, nearest
    points in the frame of a (6), into result (m, 10)."""
    shapes, places, bodies = tables
    centres, T_ab, work, best = rooms
    place_standing(bodies, centres)
    balls = bodies[1]
    last = 0
    for sample in range(len(T)):
        place_balls(bodies, T, sample, centres)
        nearest, least = 1e300, 1e300
        for turn in range(len(pairs) + 1):
            # The pair that was nearest before goes first: its distance rules out most others.
            p = last if turn == 0 else turn - 1
            if turn - 1 == result[sample, 2] and turn > 0:
                continue
            a, b = pairs[p, 0], pairs[p, 1]
            dx = centres[a, 0] - centres[b, 0]
            dy = centres[a, 1] - centres[b, 1]
            dz = centres[a, 2] - centres[b, 2]
            far = balls[a, 3] + balls[b, 3] + nearest
            if far <= 0.0 or (nearest < 1e299 and dx * dx + dy * dy + dz * dz > far * far):
                continue
            relative_row(body_row(bodies, T, sample, a), body_row(bodies, T, sample, b), T_ab)
            best[0], best[1] = 1e300, nearest
            pair_gap(shapes, places, bodies, a, b, T_ab, (1e300, -1e300, 1e300), work, best)
            least = min(least, best[0])
            if best[1] < nearest:
                nearest = best[1]
                note_nearest(result, sample, p, best)
        result[sample, 1] = min(least, nearest)
        last = int(result[sample, 2])
