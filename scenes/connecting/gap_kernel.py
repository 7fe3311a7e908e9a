"""Lower bounds of the gaps of pairs of bodies up to a wanted gap, for looks at joint values.

Where a pair is at least as far apart as wanted the search ends early; it ends too at pieces that
are nearer than a limit. Poses are rows of twelve numbers: the upper three rows of a matrix.
"""

import numpy as np

from geometry.loops.batch_kernel import (
    BODIES,
    PLACES,
    SHAPES,
    apply_row,
    boxes_apart,
    inner_row,
    relative_row,
)
from geometry.loops.gjk_kernel import is_point_case, point_gap, walk
from resources.loops import reals, shipped, wholes, written

SOLIDS = (SHAPES, PLACES, BODIES)
"""The tables of the bodies: see `packed_bodies`."""

ROOMS = written(reals(2), reals(2), reals(2), reals(2), wholes(1), reals(2), reals(2))
"""Arrays that the loops work in: see `edge_rooms`."""

DEEP = 200
"""Intervals of an edge that wait for a look, at most."""

# Share of the distance that a walk proves before it ends.
_SHARE = 0.95


def own_boxes_apart(halves, balls, a, b, T_ab):  # type: ignore[no-untyped-def]
    """A lower bound of the gap of bodies a and b, b at T_ab in a, from their boxes; the middle of a
    body's box is that of its ball."""
    x, y, z = apply_row(T_ab, balls[b, 0], balls[b, 1], balls[b, 2])
    boxes = (halves, halves, halves, halves, halves)
    return boxes_apart(boxes, a, b, T_ab, x - balls[a, 0], y - balls[a, 1], z - balls[a, 2])


def pair_room(tables, a, b, T_ab, enough, hit_at, rooms):  # type: ignore[no-untyped-def]
    """A lower bound of the gap of bodies a and b, b at T_ab in a; no more than `enough`, mm. The
    search ends at pieces whose bound is below hit_at."""
    places, start = tables[1], tables[2][0]
    balls, Q = places[0], rooms[5][1]
    least = enough
    for j in range(start[b], start[b + 1]):
        x, y, z = apply_row(T_ab, balls[j, 0], balls[j, 1], balls[j, 2])
        placed = False
        for i in range(start[a], start[a + 1]):
            offset = (x - balls[i, 0], y - balls[i, 1], z - balls[i, 2])
            far = balls[i, 3] + balls[j, 3] + least
            if offset[0] ** 2 + offset[1] ** 2 + offset[2] ** 2 > far * far:
                continue
            if not placed:
                inner_row(T_ab, places[1][j], Q)
                placed = True
            least = min(least, piece_room(tables, i, j, offset, least, hit_at, rooms))
            if least < hit_at:
                return least
    return least


def piece_room(tables, i, j, offset, enough, hit_at, rooms):  # type: ignore[no-untyped-def]
    """A lower bound of the gap of pieces i and j; -1e300 if they meet. offset: Middle of j minus
    middle of i in the body of i, in which rooms hold the pose of j."""
    shapes, places, corners = tables[0], tables[1], rooms[6]
    P, Q, out = rooms[5][0], rooms[5][1], rooms[5][2]
    A = places[1][i]
    relative_row(A, Q, P)
    dx, dy, dz = offset
    cx = A[0] * dx + A[4] * dy + A[8] * dz
    cy = A[1] * dx + A[5] * dy + A[9] * dz
    cz = A[2] * dx + A[6] * dy + A[10] * dz
    gap = boxes_apart(places, i, j, P, cx, cy, cz)
    if gap > enough:
        return gap
    if is_point_case(shapes, i, j):
        meets = point_gap(shapes, i, j, P, out)
    else:
        guess = (-cx, -cy, -cz)
        meets = walk(shapes, i, j, P, guess, (enough, hit_at, _SHARE), corners, out)
    return -1e300 if meets == 1 else out[0]


@shipped(
    tables=SOLIDS,
    T=reals(3),
    index=wholes(2),
    enough=reals(2),
    hit_at=reals(1),
    rooms=ROOMS,
    gaps=written(reals(2)),
)
def find_rooms(tables, T, index, enough, hit_at, rooms, gaps):  # type: ignore[no-untyped-def]
    """Writes lower bounds of the gaps of pairs (p, 2) at m samples, mm, no more than `enough`
    (m, p), into gaps (m, p). The search of a pair ends at a bound below hit_at (p,);
    -1e300 says that the pair meets.

    T: T_world_body of all k bodies, (m, k, 16).
    """
    poses, T_ab = rooms[1], rooms[5][3]
    balls = tables[2][1]
    for m in range(len(T)):
        for b in range(len(poses)):
            for column in range(12):
                poses[b, column] = T[m, b, column]
        for p in range(len(index)):
            a, b = index[p, 0], index[p, 1]
            relative_row(poses[a], poses[b], T_ab)
            x, y, z = apply_row(T_ab, balls[b, 0], balls[b, 1], balls[b, 2])
            dx, dy, dz = x - balls[a, 0], y - balls[a, 1], z - balls[a, 2]
            far = enough[m, p] + balls[a, 3] + balls[b, 3]
            gaps[m, p] = enough[m, p]
            if far > 0.0 and dx * dx + dy * dy + dz * dz <= far * far:
                gaps[m, p] = pair_room(tables, a, b, T_ab, enough[m, p], hit_at[p], rooms)


def edge_rooms(joints, bodies, pairs):  # type: ignore[no-untyped-def]
    """The arrays in which `find_shares` works: frames, poses, centres, ways, notes of bodies and
    pairs, rows for a pair of pieces and for joint values, and corners over intervals."""
    return (
        np.zeros((joints + 1, 12)),
        np.zeros((bodies, 12)),
        np.zeros((bodies, 3)),
        np.zeros((bodies, joints + 1)),
        np.zeros(bodies + pairs, dtype=np.int64),
        np.zeros((7, max(16, joints))),
        np.zeros((DEEP + 8, 10)),
    )
