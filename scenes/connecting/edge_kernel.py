"""Loops that prove straight joint motions (edges) free by looks at single joint values.

A look places the arm in the middle of an interval of an edge and takes a lower bound of the gap of
each pair of bodies. Seen from a link that does not move with joint j, a point of a body moves at
most by the change of the joint times its distance from the joint's axis at the look, and by what
the joints farther out move it. So a gap at the look, less the clearance that is asked for, proves a
part of the interval on both sides. What is left on the left and on the right is looked at next.

A look whose gap is below the clearance and a skin blocks the edge. The skin keeps the proven
part of every other look from shrinking to nothing.

A pair is (a, b): a stands, or moves with a link before that of b. Poses are rows of twelve numbers.
"""

from math import sqrt

from geometry.loops.batch_kernel import apply_row, inner_row, relative_row
from kinematics.loops.chain_kernel import CHAIN, place_frames
from resources.loops import WHOLE, reals, shipped, wholes, written
from scenes.connecting.gap_kernel import DEEP, ROOMS, SOLIDS, own_boxes_apart, pair_room

SEATS = (wholes(1), reals(2), reals(2), reals(2))
"""Of k bodies: the link that carries it, 0 if it stands (k,); its pose in that link, or in the
world (k, 16); its box along the world's axes if it stands, lo and hi (k, 6); half edges of its box
along its own axes (k, 3)."""

PAIRS = (wholes(2), reals(1), reals(1))
"""Of p pairs: the bodies (p, 2); the clearance asked for, and that and the skin (p,), mm."""

MOST_LOOKS = 4000
"""Most looks at one edge; an edge that needs more counts as blocked where the looks end."""

# Mm beyond the clearance up to which a gap is searched; boxes and balls bound wider gaps.
_NEAR = 60.0
# Share of an edge: an interval that a look blocks is not halved below it.
_FINEST = 1e-4
# Factor for rounding in the kinematics: ways are this much larger than computed.
_ROUNDING = 1.0 + 1e-9


def place_bodies(chain, seats, balls, q, changes, used, rooms):  # type: ignore[no-untyped-def]
    """Writes the poses of the bodies in use, the centres of their balls, and how far the changes
    (n,) of the joints move each of them at most, seen from each link, into rooms."""
    frames, poses, centres, ways = rooms[0], rooms[1], rooms[2], rooms[3]
    links = seats[0]
    turns = chain[2]
    place_frames(chain, q, frames)
    for b in range(len(links)):
        link = links[b]
        if link == 0 or used[b] == 0:
            continue
        inner_row(frames[link - 1], seats[1][b], poses[b])
        x, y, z = apply_row(poses[b], balls[b, 0], balls[b, 1], balls[b, 2])
        centres[b, 0], centres[b, 1], centres[b, 2] = x, y, z
        way = 0.0
        ways[b, link] = 0.0
        for j in range(link - 1, -1, -1):
            reach = 1.0
            if turns[j] > 0.0:
                reach = from_axis(frames, j, x, y, z) + balls[b, 3]
            way += changes[j] * reach * _ROUNDING
            ways[b, j] = way


def from_axis(frames, j, x, y, z):  # type: ignore[no-untyped-def]
    """The distance of a point from the z axis of frame j."""
    dx, dy, dz = x - frames[j, 3], y - frames[j, 7], z - frames[j, 11]
    ax, ay, az = frames[j, 2], frames[j, 6], frames[j, 10]
    cx, cy, cz = dy * az - dz * ay, dz * ax - dx * az, dx * ay - dy * ax
    return sqrt(cx * cx + cy * cy + cz * cz)


def bounds_apart(seats, balls, centres, a, b):  # type: ignore[no-untyped-def]
    """A lower bound of the gap of two bodies from the ball about b and the box or ball about a."""
    x, y, z = centres[b, 0], centres[b, 1], centres[b, 2]
    if seats[0][a] == 0:
        box = seats[2]
        dx = max(box[a, 0] - x, x - box[a, 3], 0.0)
        dy = max(box[a, 1] - y, y - box[a, 4], 0.0)
        dz = max(box[a, 2] - z, z - box[a, 5], 0.0)
        return sqrt(dx * dx + dy * dy + dz * dz) - balls[b, 3]
    dx, dy, dz = x - centres[a, 0], y - centres[a, 1], z - centres[a, 2]
    return sqrt(dx * dx + dy * dy + dz * dz) - balls[a, 3] - balls[b, 3]


def look(chain, seats, tables, pairs, q, changes, open_pairs, count, rooms):  # type: ignore[no-untyped-def]
    """The share of the changes (n,) of the joints, to both sides of q, that is proven free of the
    open pairs, 0 to 1; or -1 - p if the pair p blocks."""
    poses, centres, ways, T_ab = rooms[1], rooms[2], rooms[3], rooms[5][3]
    balls = tables[2][1]
    links = seats[0]
    index, asked, hit_at = pairs
    proven, first = 1.0, 0
    for m in range(count):
        p = open_pairs[m]
        a, b = index[p, 0], index[p, 1]
        way = ways[b, links[a]]
        # A gap beyond what the pairs before have left unproven changes nothing.
        enough = max(asked[p] + min(way * proven, _NEAR), hit_at[p])
        gap = bounds_apart(seats, balls, centres, a, b)
        if gap <= enough:
            if links[a] == 0:
                relative_row(seats[1][a], poses[b], T_ab)
            else:
                relative_row(poses[a], poses[b], T_ab)
            gap = own_boxes_apart(seats[3], balls, a, b, T_ab)
            if gap <= enough:
                gap = pair_room(tables, a, b, T_ab, enough, hit_at[p], rooms)
            if gap < hit_at[p]:
                open_pairs[m], open_pairs[0] = open_pairs[0], p
                return -1.0 - p
        if gap < asked[p] + way * proven:
            proven, first = (gap - asked[p]) / way, m
    # The pair that decides here is likely to decide at the next look: it comes first there.
    p = open_pairs[first]
    open_pairs[first], open_pairs[0] = open_pairs[0], p
    return proven


def open_pairs_of(seats, tables, pairs, rooms):  # type: ignore[no-untyped-def]
    """Writes the pairs whose bounds do not prove them free at the first look into rooms, and marks
    their bodies as used; returns how many."""
    centres, ways, notes = rooms[2], rooms[3], rooms[4]
    index, asked, hit_at = pairs
    links, balls = seats[0], tables[2][1]
    used, listed = notes[: len(links)], notes[len(links) :]
    used[:] = 0
    count = 0
    for p in range(len(index)):
        a, b = index[p, 0], index[p, 1]
        enough = max(asked[p] + ways[b, links[a]], hit_at[p])
        if bounds_apart(seats, balls, centres, a, b) <= enough:
            listed[count] = p
            count += 1
            used[a] = used[b] = 1
    return count


def edge_share(chain, seats, tables, pairs, start, end, whole, rooms):  # type: ignore[no-untyped-def]
    """The share of an edge that is proven free from its start on, the pair that blocks it (-1 for
    none) and the number of looks; a share below 1 ends at a look. whole: Give 0 for an edge that
    is not free as a whole."""
    notes, spans = rooms[4], rooms[6]
    q, changes, full = rooms[5][4], rooms[5][5], rooms[5][6]
    n, k = len(start), len(seats[0])
    used, listed = notes[:k], notes[k:]
    used[:] = 1
    for j in range(n):
        full[j] = abs(end[j] - start[j])
        q[j], changes[j] = 0.5 * (start[j] + end[j]), 0.5 * full[j]
    place_bodies(chain, seats, tables[2][1], q, changes, used, rooms)
    count = open_pairs_of(seats, tables, pairs, rooms)
    size, limit, reached, blocker = 1, 2.0, 0.0, -1
    put_span(spans, 0, 0.0, 1.0, 0.0)
    for looks in range(MOST_LOOKS):
        if size == 0:
            return (1.0 if blocker < 0 else reached), blocker, looks
        size -= 1
        if whole:
            bring_widest_last(spans, size)
        lo, hi, before = spans[4 + size, 0], min(spans[4 + size, 1], limit), spans[4 + size, 2]
        if lo >= hi:
            continue
        middle, half = 0.5 * (lo + hi), 0.5 * (hi - lo)
        for j in range(n):
            q[j], changes[j] = start[j] + middle * (end[j] - start[j]), half * full[j]
        if count > 0:
            place_bodies(chain, seats, tables[2][1], q, changes, used, rooms)
        proven = look(chain, seats, tables, pairs, q, changes, listed, count, rooms)
        if proven < 0.0:
            limit, blocker = middle, int(-1.0 - proven)
            if whole:
                return 0.0, blocker, looks + 1
            reached = before
            if hi - lo > _FINEST:
                put_span(spans, size, lo, middle, before)
                size += 1
            continue
        reached = max(reached, middle)
        if proven < 1.0:
            if size + 2 > DEEP:
                return 0.0, blocker, looks + 1
            put_span(spans, size, middle + proven * half, hi, middle)
            put_span(spans, size + 1, lo, middle - proven * half, before)
            size += 2
    return 0.0, blocker, MOST_LOOKS


def put_span(spans, row, lo, hi, before):  # type: ignore[no-untyped-def]
    """Notes an interval of an edge, and the last free look before it."""
    spans[4 + row, 0], spans[4 + row, 1], spans[4 + row, 2] = lo, hi, before


def bring_widest_last(spans, last):  # type: ignore[no-untyped-def]
    """Swaps the widest of the intervals up to `last` with the last one: where nothing is known yet,
    contact is found soonest."""
    widest, row = -1.0, last
    for k in range(last + 1):
        width = spans[4 + k, 1] - spans[4 + k, 0]
        if width > widest:
            widest, row = width, k
    for column in range(3):
        held = spans[4 + row, column]
        spans[4 + row, column] = spans[4 + last, column]
        spans[4 + last, column] = held


@shipped(
    chain=CHAIN,
    seats=SEATS,
    tables=SOLIDS,
    pairs=PAIRS,
    asked=wholes(1),
    starts=reals(2),
    ends=reals(2),
    rooms=ROOMS,
    shares=written(reals(1)),
    blockers=written(wholes(1)),
)
def find_shares(chain, seats, tables, pairs, asked, starts, ends, rooms, shares, blockers):  # type: ignore[no-untyped-def]
    """Writes the proven shares of edges and the pairs that block them into shares and blockers: see
    `edge_share`; returns the number of looks.

    asked: The number of edges, and 1 if only whole edges count, (2,). starts, ends: Joint values,
    as many rows as edges or more, (e, n).
    """
    total = 0
    for e in range(asked[0]):
        share, blocker, looks = edge_share(
            chain, seats, tables, pairs, starts[e], ends[e], asked[1] > 0, rooms
        )
        shares[e], blockers[e] = share, blocker
        total += looks
    return total


@shipped(
    chain=CHAIN,
    seats=SEATS,
    tables=SOLIDS,
    pairs=PAIRS,
    box=reals(2),
    most=WHOLE,
    rooms=ROOMS,
    boxes=written(reals(2)),
)
def prove_box(chain, seats, tables, pairs, box, most, rooms, boxes):  # type: ignore[no-untyped-def]
    """Proves one pair free at all joint values in a box, by looks at the middles of parts of it.

    box: Least and greatest joint values, (2, n). most: Number of looks after which it gives up.
    boxes: Room for parts, (2 m, n). Returns 1 if the pair is proven free, else 0.
    """
    n, k = len(chain[2]), len(seats[0])
    notes, q, changes = rooms[4], rooms[5][4], rooms[5][5]
    used, listed = notes[:k], notes[k:]
    used[:] = 1
    listed[0] = 0
    b = pairs[0][0, 1]
    for j in range(n):
        boxes[0, j], boxes[1, j] = box[0, j], box[1, j]
    size = 1
    for _ in range(most):
        if size == 0:
            return 1
        size -= 1
        lower, upper = boxes[2 * size], boxes[2 * size + 1]
        for j in range(n):
            q[j], changes[j] = 0.5 * (lower[j] + upper[j]), 0.5 * (upper[j] - lower[j])
        place_bodies(chain, seats, tables[2][1], q, changes, used, rooms)
        proven = look(chain, seats, tables, pairs, q, changes, listed, 1, rooms)
        if proven >= 1.0:
            continue
        if proven < 0.0 or 2 * size + 4 > len(boxes):
            return 0
        widest, joint = -1.0, 0
        for j in range(n):
            way = rooms[3][b, j] - rooms[3][b, j + 1] if j < seats[0][b] else 0.0
            if changes[j] > 0.0 and way > widest:
                widest, joint = way, j
        for j in range(n):
            boxes[2 * size + 2, j], boxes[2 * size + 3, j] = lower[j], upper[j]
        boxes[2 * size + 1, joint] = q[joint]
        boxes[2 * size + 2, joint] = q[joint]
        size += 2
    return 0
