"""Splits a simple polygon into convex polygons: ears are cut off, then joined where the joined
part stays convex."""

import numpy as np

from geometry.poses import Array


def convex_polygons(polygon: Array) -> list[Array]:
    """Convex polygons (k, 2), anticlockwise, that together are the anticlockwise polygon (n, 2)."""
    parts = [[int(i) for i in triangle] for triangle in _triangles(polygon)]
    joined = True
    while joined:
        joined = _join_one(polygon, parts)
    return [polygon[part] for part in parts]


def _triangles(polygon: Array) -> list[tuple[int, int, int]]:
    """The triangles of a polygon by ear clipping, as triples of corner indices."""
    left = list(range(len(polygon)))
    found: list[tuple[int, int, int]] = []
    while len(left) > 3:
        place = _best_ear(polygon, left)
        i, j, k = left[place - 1], left[place], left[(place + 1) % len(left)]
        if _turn(polygon[i], polygon[j], polygon[k]) > 0.0:
            found.append((i, j, k))
        del left[place]
    if _turn(*polygon[left]) > 0.0:
        found.append((left[0], left[1], left[2]))
    return found


def _best_ear(polygon: Array, left: list[int]) -> int:
    """The position in `left` of the corner to cut off: the empty ear of largest area."""
    best, place = -np.inf, 0
    for at in range(len(left)):
        i, j, k = left[at - 1], left[at], left[(at + 1) % len(left)]
        turn = _turn(polygon[i], polygon[j], polygon[k])
        if turn > best and turn >= 0.0 and _is_empty(polygon, left, (i, j, k)):
            best, place = turn, at
    return place


def _is_empty(polygon: Array, left: list[int], triangle: tuple[int, int, int]) -> bool:
    a, b, c = polygon[list(triangle)]
    for other in left:
        p = polygon[other]
        if other in triangle or any(np.array_equal(p, q) for q in (a, b, c)):
            continue
        if _turn(a, b, p) >= 0.0 and _turn(b, c, p) >= 0.0 and _turn(c, a, p) >= 0.0:
            return False
    return True


def _join_one(polygon: Array, parts: list[list[int]]) -> bool:
    """Joins two parts at a common edge if the joined part is convex; returns whether it did."""
    for first in range(len(parts)):
        for second in range(first + 1, len(parts)):
            whole = _joined(parts[first], parts[second])
            if whole is not None and _is_convex(polygon[whole]):
                parts[first] = whole
                del parts[second]
                return True
    return False


def _joined(a: list[int], b: list[int]) -> list[int] | None:
    for place in range(len(a)):
        start, end = a[place], a[(place + 1) % len(a)]
        if end in b and b[(b.index(end) + 1) % len(b)] == start:
            at = b.index(end)
            others = [b[(at + step) % len(b)] for step in range(2, len(b))]
            turned = [a[(place + 1 + step) % len(a)] for step in range(len(a))]
            return turned + others
    return None


def _is_convex(corners: Array) -> bool:
    following = np.roll(corners, -1, axis=0)
    return all(
        _turn(a, b, c) >= 0.0
        for a, b, c in zip(corners, following, np.roll(corners, -2, axis=0), strict=True)
    )


def _turn(a: Array, b: Array, c: Array) -> float:
    u, v = b - a, c - b
    return float(u[0] * v[1] - u[1] * v[0])
