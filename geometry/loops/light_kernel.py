"""Light on points among triangles: the loops of `geometry.measuring.light`.

A map of heights lies across the light, n by n texels; lengths are mm, and `scale` is texels per mm.
The rows of `axes` are two axes of the map and the direction towards the light. The middle of the
map is the origin.
"""

from math import ceil, floor, sqrt

from resources.loops import REAL, WHOLE, reals, shipped, written

HALF = 0.5  # texels by which a triangle is widened: thin ones must not fall between the texels
LEAST = 1e-12


@shipped(corners=reals(2), axes=reals(2), scale=REAL, heights=written(reals(2)))
def raise_heights(corners, axes, scale, heights):  # type: ignore[no-untyped-def]
    """Raises each texel of a map to the highest triangle there, of those that face the light.

    corners: Three corners a row, shape (m, 9), anticlockwise seen from outside.
    """
    n = heights.shape[0]
    for t in range(corners.shape[0]):
        xa, ya, za = placed(corners, t, 0, axes, scale, n)
        xb, yb, zb = placed(corners, t, 3, axes, scale, n)
        xc, yc, zc = placed(corners, t, 6, axes, scale, n)
        area = (xb - xa) * (yc - ya) - (xc - xa) * (yb - ya)
        if area <= LEAST:
            continue
        lab = sqrt((xb - xa) ** 2 + (yb - ya) ** 2) + LEAST
        lbc = sqrt((xc - xb) ** 2 + (yc - yb) ** 2) + LEAST
        lca = sqrt((xa - xc) ** 2 + (ya - yc) ** 2) + LEAST
        low, high = min(za, zb, zc), max(za, zb, zc)
        slope_x = ((zb - za) * (yc - ya) - (zc - za) * (yb - ya)) / area
        slope_y = ((zc - za) * (xb - xa) - (zb - za) * (xc - xa)) / area
        first = max(ceil(min(xa, xb, xc) - 1.0), 0)
        last = min(floor(max(xa, xb, xc)), n - 1)
        least, most = min(ya, yb, yc) - HALF, max(ya, yb, yc) + HALF
        for i in range(first, last + 1):
            x = i + 0.5
            start, end = inside(x, xa, ya, xb - xa, yb - ya, lab, least, most)
            start, end = inside(x, xb, yb, xc - xb, yc - yb, lbc, start, end)
            start, end = inside(x, xc, yc, xa - xc, ya - yc, lca, start, end)
            z = za + slope_x * (x - xa) - slope_y * ya
            for j in range(max(ceil(start - 0.5), 0), min(floor(end - 0.5), n - 1) + 1):
                height = min(max(z + slope_y * (j + 0.5), low), high)
                heights[i, j] = max(heights[i, j], height)


def inside(x, from_x, from_y, dx, dy, length, start, end):  # type: ignore[no-untyped-def]
    """The part of a column of the map on the inner side of an edge, widened by HALF a texel."""
    beside = dy * (x - from_x) - HALF * length
    if dx > LEAST:
        return max(start, from_y + beside / dx), end
    if dx < -LEAST:
        return start, min(end, from_y + beside / dx)
    if beside > 0.0:
        return start, start - 2.0
    return start, end


def placed(corners, t, k, axes, scale, n):  # type: ignore[no-untyped-def]
    """Place of a corner on the map, texels, and its height towards the light, mm."""
    x, y, z = corners[t, k], corners[t, k + 1], corners[t, k + 2]
    return (
        (axes[0, 0] * x + axes[0, 1] * y + axes[0, 2] * z) * scale + 0.5 * n,
        (axes[1, 0] * x + axes[1, 1] * y + axes[1, 2] * z) * scale + 0.5 * n,
        axes[2, 0] * x + axes[2, 1] * y + axes[2, 2] * z,
    )


@shipped(
    points=reals(2),
    normals=reals(2),
    axes=reals(2),
    scale=REAL,
    heights=reals(2),
    lift=REAL,
    brightness=REAL,
    received=written(reals(1)),
    possible=written(reals(1)),
)
def gather_light(  # type: ignore[no-untyped-def]
    points, normals, axes, scale, heights, lift, brightness, received, possible
):
    """Adds the light from one direction to what each point receives, and to what is possible.

    A point is lifted along its normal by `lift`, mm, and lit as far as the four texels round the
    point are not higher than it. Brightness counts in `received` only.
    """
    n = heights.shape[0]
    for k in range(points.shape[0]):
        facing = (
            normals[k, 0] * axes[2, 0] + normals[k, 1] * axes[2, 1] + normals[k, 2] * axes[2, 2]
        )
        if facing <= 0.0:
            continue
        possible[k] += facing
        x = points[k, 0] + lift * normals[k, 0]
        y = points[k, 1] + lift * normals[k, 1]
        z = points[k, 2] + lift * normals[k, 2]
        u = (axes[0, 0] * x + axes[0, 1] * y + axes[0, 2] * z) * scale + 0.5 * n - 0.5
        v = (axes[1, 0] * x + axes[1, 1] * y + axes[1, 2] * z) * scale + 0.5 * n - 0.5
        height = axes[2, 0] * x + axes[2, 1] * y + axes[2, 2] * z + lift
        if u < 0.0 or v < 0.0 or u >= n - 1.0 or v >= n - 1.0:
            received[k] += brightness * facing
            continue
        i, j = int(u), int(v)
        a, b = u - i, v - j
        share = 0.0
        if heights[i, j] <= height:
            share += (1.0 - a) * (1.0 - b)
        if heights[i + 1, j] <= height:
            share += a * (1.0 - b)
        if heights[i, j + 1] <= height:
            share += (1.0 - a) * b
        if heights[i + 1, j + 1] <= height:
            share += a * b
        received[k] += brightness * facing * share


@shipped(
    depths=reals(2),
    T=reals(2),
    step=WHOLE,
    floor_z=REAL,
    points=written(reals(3)),
    places=written(reals(2)),
)
def find_seen_points(depths, T, step, floor_z, points, places):  # type: ignore[no-untyped-def]
    """Writes the point that is seen in every `step`-th pixel of a picture, mm.

    depths: Depth of each pixel, 0 near to 1 far, from below. T: Matrix (4, 4) from the cube
    (-1..1) of the picture to the world, up to the scale. floor_z: Height of the floor. places:
    Receives 1 where a body is seen, 2 where the floor is seen, 0 where there is nothing.
    """
    height, width = depths.shape
    for i in range(points.shape[0]):
        y = 2.0 * (i * step + 0.5) / height - 1.0
        for j in range(points.shape[1]):
            x = 2.0 * (j * step + 0.5) / width - 1.0
            depth = depths[i * step, j * step]
            px, py, pz = unprojected(T, x, y, 2.0 * depth - 1.0)
            places[i, j] = 1.0
            if depth >= 1.0 or pz < floor_z - 0.1:
                px, py, pz, places[i, j] = seen_floor(T, x, y, floor_z)
            points[i, j, 0], points[i, j, 1], points[i, j, 2] = px, py, pz


def seen_floor(T, x, y, floor_z):  # type: ignore[no-untyped-def]
    """The point of the floor behind a point of the picture, and 2; 0 where no floor is there."""
    nx, ny, nz = unprojected(T, x, y, -1.0)
    fx, fy, fz = unprojected(T, x, y, 1.0)
    if nz <= floor_z or fz >= nz:
        return fx, fy, fz, 0.0
    share = (floor_z - nz) / (fz - nz)
    return nx + share * (fx - nx), ny + share * (fy - ny), floor_z, 2.0


def unprojected(T, x, y, z):  # type: ignore[no-untyped-def]
    """The world point of a point of the picture's cube, mm."""
    w = T[3, 0] * x + T[3, 1] * y + T[3, 2] * z + T[3, 3]
    return (
        (T[0, 0] * x + T[0, 1] * y + T[0, 2] * z + T[0, 3]) / w,
        (T[1, 0] * x + T[1, 1] * y + T[1, 2] * z + T[1, 3]) / w,
        (T[2, 0] * x + T[2, 1] * y + T[2, 2] * z + T[2, 3]) / w,
    )


@shipped(
    points=reals(3), places=reals(2), eye=reals(1), backward=reals(1), normals=written(reals(3))
)
def find_seen_normals(points, places, eye, backward, normals):  # type: ignore[no-untyped-def]
    """Writes the unit normals of a picture's points from their neighbours, towards the viewer.

    eye: Place of the eye, mm. backward: Direction to the eye where lines of sight are parallel, or
    0. Of two neighbours the nearer one counts: the other may lie on another body.
    """
    rows, columns = places.shape
    for i in range(rows):
        for j in range(columns):
            if places[i, j] == 2.0:
                normals[i, j, 0], normals[i, j, 1], normals[i, j, 2] = 0.0, 0.0, 1.0
                continue
            ax, ay, az = nearer_step(points, i, j, i, min(j + 1, columns - 1), i, max(j - 1, 0))
            bx, by, bz = nearer_step(points, i, j, min(i + 1, rows - 1), j, max(i - 1, 0), j)
            x, y, z = ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx
            length = sqrt(x * x + y * y + z * z) + LEAST
            sx, sy, sz = backward[0], backward[1], backward[2]
            if sx == 0.0 and sy == 0.0 and sz == 0.0:
                sx, sy, sz = (
                    eye[0] - points[i, j, 0],
                    eye[1] - points[i, j, 1],
                    eye[2] - points[i, j, 2],
                )
            if x * sx + y * sy + z * sz < 0.0:
                length = -length
            normals[i, j, 0], normals[i, j, 1], normals[i, j, 2] = (
                x / length,
                y / length,
                z / length,
            )


def nearer_step(points, i, j, next_i, next_j, last_i, last_j):  # type: ignore[no-untyped-def]
    """The way to the next point or from the last one, whichever is shorter, mm."""
    ax = points[next_i, next_j, 0] - points[i, j, 0]
    ay = points[next_i, next_j, 1] - points[i, j, 1]
    az = points[next_i, next_j, 2] - points[i, j, 2]
    bx = points[i, j, 0] - points[last_i, last_j, 0]
    by = points[i, j, 1] - points[last_i, last_j, 1]
    bz = points[i, j, 2] - points[last_i, last_j, 2]
    ahead, behind = ax * ax + ay * ay + az * az, bx * bx + by * by + bz * bz
    if ahead == 0.0 or (behind > 0.0 and behind < ahead):
        return bx, by, bz
    return ax, ay, az


@shipped(
    shades=reals(2),
    depths=reals(2),
    step=WHOLE,
    softness=REAL,
    first=WHOLE,
    widened=written(reals(2)),
)
def widen_shades(shades, depths, step, softness, first, widened):  # type: ignore[no-untyped-def]
    """Spreads the shades of every `step`-th pixel over all pixels of some rows of a picture.

    Of the sixteen shades round a pixel those on its surface count: none crosses an edge. In a
    picture the depth of a plane changes evenly, so the surface goes on with the slope at the pixel.
    softness: Distance of depths from that surface at which a shade counts half. first: Row of the
    picture at which `widened` begins.
    """
    for i in range(widened.shape[0]):
        y = (first + i) / step
        for j in range(widened.shape[1]):
            x = j / step
            depth = depths[first + i, j]
            up = step * nearer_slope(depths, first + i, j, 1, 0)
            right = step * nearer_slope(depths, first + i, j, 0, 1)
            widened[i, j] = shade_beside(shades, depths, step, softness, y, x, depth, up, right)


def shade_beside(shades, depths, step, softness, y, x, depth, up, right):  # type: ignore[no-untyped-def]
    """The mean of the shades near a place of the picture, those on the same surface first."""
    rows, columns = shades.shape
    total, weights = 0.0, 0.0
    for k in range(max(int(y) - 1, 0), min(int(y) + 3, rows)):
        for m in range(max(int(x) - 1, 0), min(int(x) + 3, columns)):
            expected = depth + up * (k - y) + right * (m - x)
            apart = (depths[k * step, m * step] - expected) / softness
            tent = max(2.0 - abs(y - k), 0.01) * max(2.0 - abs(x - m), 0.01)
            weight = tent / (1.0 + apart * apart)
            total += weight * shades[k, m]
            weights += weight
    return total / weights


def nearer_slope(depths, i, j, up, right):  # type: ignore[no-untyped-def]
    """The change of depth to the next pixel or from the last one, whichever is less."""
    height, width = depths.shape
    ahead = depths[min(i + up, height - 1), min(j + right, width - 1)] - depths[i, j]
    behind = depths[i, j] - depths[max(i - up, 0), max(j - right, 0)]
    return ahead if abs(ahead) < abs(behind) else behind
