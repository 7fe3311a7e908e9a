"""The walk of `gjk` for one pair of shapes, written out in numbers for the compiler.

A shape is a row of tables: the kind of its core, its sizes, its rows in a table of points, and the
radius by which the core is swollen: a sphere is a swollen point, a torus' hull a swollen disc. The
walk runs on the cores and subtracts the radii from the distance, which also gives the depth of a
shallow overlap.
"""

from math import copysign, sqrt

from geometry.loops.core_kinds import ARC, BLOCK, CORNERS, POINT, TURNED

DRAWN = 0.02
"""Distance, mm, to which cores that meet are moved apart, to find out by how much they meet: see
`shallow_gap`."""

TOUCHING = 1e-6
"""Distance, mm, below which cores touch if the walk has proven no gap."""

_MOST_STEPS = 64
# Squared sine between the edges of a face below which it has no area: its edges serve.
_FLAT = 1e-13
# Share of the product of its edges below which six times a tetrahedron's volume is rounding.
_NO_VOLUME = 1e-14
# A point of the difference this near to the origin, mm, is the origin.
_AT_ORIGIN = 1e-14
# The walk ends when the proven gap is this near to the distance walked to, mm.
_ARRIVED = 2e-7


def support(shapes, i, x, y, z):  # type: ignore[no-untyped-def]
    """The point of core i farthest along (x, y, z), in its own frame."""
    kinds, sizes, starts, stops, table = shapes
    kind = kinds[i]
    if kind == BLOCK:
        return copysign(sizes[i, 0], x), copysign(sizes[i, 1], y), copysign(sizes[i, 2], z)
    if kind == POINT:
        return 0.0, 0.0, 0.0
    if kind == CORNERS:
        return farthest_corner(table, starts[i], stops[i], x, y, z)
    out = sqrt(x * x + y * y)
    if kind == ARC:
        px, py = farthest_on_arc(table, starts[i], stops[i], sizes[i, 0], x, y, out)
        return px, py, copysign(sizes[i, 1], z)
    radius, height = sizes[i, 0], copysign(sizes[i, 1], z)
    if kind == TURNED:
        radius, height = farthest_on_profile(table, starts[i], stops[i], out, z)
    if out == 0.0:
        return 0.0, 0.0, height
    return x * radius / out, y * radius / out, height


def farthest_corner(table, start, stop, x, y, z):  # type: ignore[no-untyped-def]
    """The row of the table farthest along (x, y, z)."""
    best, row = -1e300, start
    for k in range(start, stop):
        along = table[k, 0] * x + table[k, 1] * y + table[k, 2] * z
        if along > best:
            best, row = along, k
    return table[row, 0], table[row, 1], table[row, 2]


def farthest_on_profile(table, start, stop, out, z):  # type: ignore[no-untyped-def]
    """Radius and height of the corner of a turned profile farthest along (out, z)."""
    best, row = -1e300, start
    for k in range(start, stop):
        along = table[k, 0] * out + table[k, 1] * z
        if along > best:
            best, row = along, k
    return table[row, 0], table[row, 1]


def farthest_on_arc(table, start, stop, radius, x, y, out):  # type: ignore[no-untyped-def]
    """The point of a cut disc farthest along (x, y); out: Length of (x, y). See `core_kinds`."""
    best, px, py = -1e300, 0.0, 0.0
    inside = out > 0.0
    cx, cy = (x * radius / out, y * radius / out) if inside else (0.0, 0.0)
    for k in range(start, stop):
        if table[k, 3] == 0.0:
            along = table[k, 0] * x + table[k, 1] * y
            if along > best:
                best, px, py = along, table[k, 0], table[k, 1]
        elif table[k, 0] * cx + table[k, 1] * cy > table[k, 2]:
            inside = False
    if inside:
        return cx, cy
    return px, py


def is_point_case(shapes, i, j):  # type: ignore[no-untyped-def]
    """Whether one core is a point and the other a point, box or cylinder, so that no walk is
    needed."""
    one, two = shapes[0][i], shapes[0][j]
    return (one == POINT and two <= POINT) or (two == POINT and one <= POINT)


def nearest_in_core(shapes, i, x, y, z):  # type: ignore[no-untyped-def]
    """The point of core i (a point, box or cylinder) nearest to (x, y, z), in its own frame."""
    kind = shapes[0][i]
    if kind == POINT:
        return 0.0, 0.0, 0.0
    sizes = shapes[1]
    if kind == BLOCK:
        return (
            min(max(x, -sizes[i, 0]), sizes[i, 0]),
            min(max(y, -sizes[i, 1]), sizes[i, 1]),
            min(max(z, -sizes[i, 2]), sizes[i, 2]),
        )
    out = sqrt(x * x + y * y)
    part = sizes[i, 0] / out if out > sizes[i, 0] else 1.0
    return x * part, y * part, min(max(z, -sizes[i, 1]), sizes[i, 1])


def point_gap(shapes, i, j, P, out):  # type: ignore[no-untyped-def]
    """The result of `walk` if one core is a point: it follows from the point of the other core that
    is nearest to it."""
    grow_i, grow_j = shapes[1][i, 3], shapes[1][j, 3]
    ax, ay, az, bx, by, bz = 0.0, 0.0, 0.0, P[3], P[7], P[11]
    if shapes[0][j] == POINT:
        ax, ay, az = nearest_in_core(shapes, i, bx, by, bz)
    else:
        x = -(P[0] * bx + P[4] * by + P[8] * bz)
        y = -(P[1] * bx + P[5] * by + P[9] * bz)
        z = -(P[2] * bx + P[6] * by + P[10] * bz)
        x, y, z = nearest_in_core(shapes, j, x, y, z)
        bx += P[0] * x + P[1] * y + P[2] * z
        by += P[4] * x + P[5] * y + P[6] * z
        bz += P[8] * x + P[9] * y + P[10] * z
    dx, dy, dz = bx - ax, by - ay, bz - az
    length = sqrt(dx * dx + dy * dy + dz * dz)
    out[0] = out[1] = length - grow_i - grow_j
    scale = 1.0 / length if length > 0.0 else 0.0
    dx, dy, dz = dx * scale, dy * scale, dz * scale
    out[2], out[3], out[4] = dx, dy, dz
    out[5], out[6], out[7] = ax + dx * grow_i, ay + dy * grow_i, az + dz * grow_i
    out[8], out[9], out[10] = bx - dx * grow_j, by - dy * grow_j, bz - dz * grow_j
    if length > 0.0:
        return 0
    out[0] = -1e300
    return 1


def walk(shapes, i, j, P, v0, ask, S, out):  # type: ignore[no-untyped-def]
    """Walks to the distance of shapes i and j; returns 1 if the cores meet, else 0.

    P: Pose of j in the frame of i, its first three rows, (12,). v0: First guess, a point of
    i minus a point of j. ask: See `pair_gap` in `batch_kernel`. S: Room for four corners, (4, 10).
    out: Receives the proven gap, the distance walked to, the direction of the gap (3), the nearest
    point of i (3) and of j (3), all in the frame of i, mm.
    """
    enough, hit_at, settled = ask
    margin = shapes[1][i, 3] + shapes[1][j, 3]
    lower, upper = -1e300, 1e300
    vx, vy, vz = v0
    size = 0
    out[1] = upper
    for step in range(_MOST_STEPS):
        length = sqrt(vx * vx + vy * vy + vz * vz)
        if length < _AT_ORIGIN:
            if step > 0:
                break
            vx, length = 1.0, 1.0
        dx, dy, dz = -vx / length, -vy / length, -vz / length
        bound = -added(shapes, i, j, P, dx, dy, dz, S, size) - margin
        if bound > lower:
            lower = bound
            out[0], out[2], out[3], out[4] = bound, dx, dy, dz
        if lower > enough or (step > 0 and length - margin - lower <= _ARRIVED):
            break
        size = reduced(S, size + 1)
        nx, ny, nz = S[0, 0] * S[0, 6], S[0, 1] * S[0, 6], S[0, 2] * S[0, 6]
        for k in range(1, size):
            nx += S[k, 0] * S[k, 6]
            ny += S[k, 1] * S[k, 6]
            nz += S[k, 2] * S[k, 6]
        nearer = sqrt(nx * nx + ny * ny + nz * nz)
        if size == 4:
            out[1] = min(-margin, 0.0)
            note_points(S, size, 0.0, 0.0, 0.0, 0.0, shapes[1][i, 3], shapes[1][j, 3], out)
            return 1
        if step > 0 and nearer >= length:
            break
        vx, vy, vz, upper = nx, ny, nz, nearer - margin
        out[1] = upper
        note_points(S, size, vx, vy, vz, nearer, shapes[1][i, 3], shapes[1][j, 3], out)
        if upper < hit_at or (lower > max(settled * upper, 0.0) and upper <= enough):
            break
    return 0


def shallow_gap(shapes, i, j, P, S, out):  # type: ignore[no-untyped-def]
    """Writes a lower bound of the gap of cores that meet, perhaps by very little, into out[0]: the
    cores are moved apart along the direction in out, so that a walk finds the face between them."""
    x, y, z = out[2], out[3], out[4]
    drawn = DRAWN - out[0]
    P[3] += drawn * x
    P[7] += drawn * y
    P[11] += drawn * z
    walk(shapes, i, j, P, (-x, -y, -z), (1e300, -1e300, 1e300), S, out)
    P[3] -= drawn * x
    P[7] -= drawn * y
    P[11] -= drawn * z
    out[0] -= drawn * (x * out[2] + y * out[3] + z * out[4])
    out[1] = 0.0


def closest(shapes, i, j, P, v0, ask, S, out):  # type: ignore[no-untyped-def]
    """Like `walk`, or a formula where there is one; returns 1 if the shapes meet and no gap above
    the second number of ask can be proven, else 0."""
    hit_at = ask[1]
    if is_point_case(shapes, i, j):
        meets = point_gap(shapes, i, j, P, out)
    else:
        meets = walk(shapes, i, j, P, v0, ask, S, out)
    at_touch = out[1] < TOUCHING and out[0] <= hit_at
    if (meets == 1 or at_touch) and out[0] > -1e299 and hit_at > -1e299:
        try_faces(shapes, i, j, P, S, out)
        if out[0] <= hit_at:
            shallow_gap(shapes, i, j, P, S, out)
        out[1] = 0.0
        meets = 0 if out[0] > hit_at else 1
    return meets


def try_faces(shapes, i, j, P, S, out):  # type: ignore[no-untyped-def]
    """Puts the normal of a flat face into out if it separates the shapes better than the direction
    there. Where faces rest on each other a walk may end with a direction along the faces, and
    moving the shapes apart along it would not help."""
    margin = shapes[1][i, 3] + shapes[1][j, 3]
    for k in range(12):
        axis, side, of_j = k % 3, 1.0 if k % 2 else -1.0, k >= 6
        if axis < 2 and shapes[0][j if of_j else i] != BLOCK:
            continue
        x, y, z = side * (axis == 0), side * (axis == 1), side * (axis == 2)
        if of_j:
            x, y, z = side * P[axis], side * P[4 + axis], side * P[8 + axis]
        gap = -added(shapes, i, j, P, x, y, z, S, 3) - margin
        if gap > out[0]:
            out[0], out[2], out[3], out[4] = gap, x, y, z


def added(shapes, i, j, P, dx, dy, dz, S, size):  # type: ignore[no-untyped-def]
    """Puts the point of i - j farthest along d into row `size` of S; returns how far it lies along
    d, mm."""
    ax, ay, az = support(shapes, i, dx, dy, dz)
    bx, by, bz = support(
        shapes,
        j,
        -(P[0] * dx + P[4] * dy + P[8] * dz),
        -(P[1] * dx + P[5] * dy + P[9] * dz),
        -(P[2] * dx + P[6] * dy + P[10] * dz),
    )
    wx = ax - (P[0] * bx + P[1] * by + P[2] * bz + P[3])
    wy = ay - (P[4] * bx + P[5] * by + P[6] * bz + P[7])
    wz = az - (P[8] * bx + P[9] * by + P[10] * bz + P[11])
    S[size, 0], S[size, 1], S[size, 2] = wx, wy, wz
    S[size, 3], S[size, 4], S[size, 5] = ax, ay, az
    return dx * wx + dy * wy + dz * wz


def note_points(S, size, vx, vy, vz, length, grow_i, grow_j, out):  # type: ignore[no-untyped-def]
    """Writes the nearest points of the two shapes into out: those of the cores, moved towards each
    other by the radii."""
    for axis in range(3):
        value = 0.0
        for k in range(size):
            value += S[k, 3 + axis] * S[k, 6]
        out[5 + axis] = value
    scale = 1.0 / length if length > 0.0 else 0.0
    # v is a point of i minus a point of j, so it points from j to i.
    out[8] = out[5] - vx + vx * scale * grow_j
    out[9] = out[6] - vy + vy * scale * grow_j
    out[10] = out[7] - vz + vz * scale * grow_j
    out[5] -= vx * scale * grow_i
    out[6] -= vy * scale * grow_i
    out[7] -= vz * scale * grow_i


def reduced(S, size):  # type: ignore[no-untyped-def]
    """Keeps the corners of S that carry the simplex' point nearest to the origin, with their
    weights in column 6; returns how many. Only faces with the newest corner (the last row) are
    tried."""
    new = size - 1
    count = new
    for k in range(new):
        for axis in range(3):
            S[k, 7 + axis] = S[k, axis] - S[new, axis]
    px, py, pz = S[new, 0], S[new, 1], S[new, 2]
    best = px * px + py * py + pz * pz
    first, second, third = 0.0, 0.0, 0.0
    for k in range(count):
        part, squared = nearest_on_edge(S, k, px, py, pz)
        if squared < best:
            best = squared
            first, second, third = edge_weights(k, part)
    for k in range(count - 1):
        for other in range(k + 1, count):
            u, w, squared = nearest_on_face(S, k, other, px, py, pz)
            if squared < best:
                best = squared
                f1, s1, t1 = edge_weights(k, u)
                f2, s2, t2 = edge_weights(other, w)
                first, second, third = f1 + f2, s1 + s2, t1 + t2
    if count == 3:
        u, v, w = weights_inside(S, px, py, pz)
        if u > 0.0 and v > 0.0 and w > 0.0 and u + v + w < 1.0:
            first, second, third = u, v, w
    return kept(S, new, first, second, third)


def edge_weights(k, value):  # type: ignore[no-untyped-def]
    """Three numbers: the value at index k, and 0 elsewhere."""
    if k == 0:
        return value, 0.0, 0.0
    if k == 1:
        return 0.0, value, 0.0
    return 0.0, 0.0, value


def kept(S, new, first, second, third):  # type: ignore[no-untyped-def]
    """Moves the corners with a weight above 0 to the front of S, the newest last; returns how
    many."""
    rest = 1.0 - first - second - third
    size = 0
    for k in range(new):
        weight = first if k == 0 else (second if k == 1 else third)
        if weight > 0.0:
            for column in range(6):
                S[size, column] = S[k, column]
            S[size, 6] = weight
            size += 1
    if rest > 0.0:
        for column in range(6):
            S[size, column] = S[new, column]
        S[size, 6] = rest
        size += 1
    return size


def nearest_on_edge(S, k, px, py, pz):  # type: ignore[no-untyped-def]
    """The weight of corner k at the foot of the origin on the edge from the newest corner to it,
    and the squared distance of the foot; 0 and 1e300 if the foot is not on the edge."""
    ex, ey, ez = S[k, 7], S[k, 8], S[k, 9]
    length = ex * ex + ey * ey + ez * ez
    if length == 0.0:
        return 0.0, 1e300
    part = -(ex * px + ey * py + ez * pz) / length
    if part < 0.0 or part > 1.0:
        return 0.0, 1e300
    x, y, z = px + part * ex, py + part * ey, pz + part * ez
    return part, x * x + y * y + z * z


def nearest_on_face(S, k, m, px, py, pz):  # type: ignore[no-untyped-def]
    """The weights of corners k and m at the foot of the origin on their face, and the squared
    distance of the foot; 0, 0 and 1e300 if the foot is not on the face."""
    ax, ay, az = S[k, 7], S[k, 8], S[k, 9]
    bx, by, bz = S[m, 7], S[m, 8], S[m, 9]
    nx, ny, nz = ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx
    squared = nx * nx + ny * ny + nz * nz
    if squared <= _FLAT * (ax * ax + ay * ay + az * az) * (bx * bx + by * by + bz * bz):
        return 0.0, 0.0, 1e300
    # Cross products keep twice the digits of the Gram determinant on thin faces.
    ux, uy, uz = -(py * bz - pz * by), -(pz * bx - px * bz), -(px * by - py * bx)
    u = (ux * nx + uy * ny + uz * nz) / squared
    ux, uy, uz = -(ay * pz - az * py), -(az * px - ax * pz), -(ax * py - ay * px)
    w = (ux * nx + uy * ny + uz * nz) / squared
    if u < 0.0 or w < 0.0 or u + w > 1.0:
        return 0.0, 0.0, 1e300
    x, y, z = px + u * ax + w * bx, py + u * ay + w * by, pz + u * az + w * bz
    return u, w, x * x + y * y + z * z


def weights_inside(S, px, py, pz):  # type: ignore[no-untyped-def]
    """The weights of the three older corners of a tetrahedron at the origin (Cramer's rule); all -1
    if the tetrahedron has no volume."""
    ax, ay, az = S[0, 7], S[0, 8], S[0, 9]
    bx, by, bz = S[1, 7], S[1, 8], S[1, 9]
    cx, cy, cz = S[2, 7], S[2, 8], S[2, 9]
    nx, ny, nz = by * cz - bz * cy, bz * cx - bx * cz, bx * cy - by * cx
    det = ax * nx + ay * ny + az * nz
    scale = sqrt(
        (ax * ax + ay * ay + az * az)
        * (bx * bx + by * by + bz * bz)
        * (cx * cx + cy * cy + cz * cz)
    )
    if abs(det) <= _NO_VOLUME * scale:
        return -1.0, -1.0, -1.0
    u = -(px * nx + py * ny + pz * nz) / det
    mx, my, mz = cy * az - cz * ay, cz * ax - cx * az, cx * ay - cy * ax
    v = -(px * mx + py * my + pz * mz) / det
    mx, my, mz = ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx
    return u, v, -(px * mx + py * my + pz * mz) / det
