"""A simple polygon as clauses of its sides: the form that the check of a cover uses.

A polygon is its hull minus its bays. A bay is again a polygon, and one side of the hull closes it.
A point is inside when it is on the inner side of all sides of the hull and outside every bay. It is
outside a bay when it is beyond at least one side of the bay's hull (other than the closing side) or
inside one of the bay's own bays.
"""

import numpy as np

from geometry.poses import Array

Point = tuple[float, float]
Side = tuple[Point, Point, float]
"""Start and end of a directed line, and 1 for its left side or -1 for its right side."""

SideClauses = list[list[Side]]

_MOST_CLAUSES = 512
# Corners that are nearer to each other than this, mm, are one.
_ONE = 1e-9
# Share of the square of its closing side below which the width of a bay is rounding.
_NO_BAY = 1e-12


def touches_itself(outline: Array) -> bool:
    """Whether two corners of a closed outline (n, 2) coincide, or a corner lies on a side that is
    not its own."""
    n = len(outline)
    for k, corner in enumerate(outline):
        start = np.delete(outline, [k, k - 1], axis=0)
        end = np.delete(np.roll(outline, -1, axis=0), [k, k - 1], axis=0)
        side, off = end - start, corner - start
        size = np.hypot(side[:, 0], side[:, 1])
        if n < 3 or size.min() <= _ONE or np.hypot(*(corner - outline[k - 1])) <= _ONE:
            return True
        along = np.sum(off * side, axis=1) / size
        beside = np.abs(side[:, 0] * off[:, 1] - side[:, 1] * off[:, 0]) / size
        past = np.maximum(np.maximum(-along, along - size), 0.0)
        if np.hypot(beside, past).min() <= _ONE:
            return True
    return False


def within(outline: Array) -> SideClauses | None:
    """Clauses that all hold inside an anticlockwise polygon (n, 2); None if there are more than
    _MOST_CLAUSES."""
    corners = _hull(outline)
    found: SideClauses = []
    for first, last in _neighbours(corners):
        found.append([_side(outline[first], outline[last], 1.0)])
        bay = _bay(outline, first, last)
        clauses = [] if bay is None else beyond(bay, closed_by=0)
        if clauses is None or len(found) + len(clauses) > _MOST_CLAUSES:
            return None
        found += clauses
    return found


def beyond(outline: Array, closed_by: int | None = None) -> SideClauses | None:
    """Clauses that all hold outside an anticlockwise polygon (n, 2); None if there are more than
    _MOST_CLAUSES.

    closed_by: The corner at which the closing side of a bay begins: points beyond that side are
    not asked for.
    """
    corners = _hull(outline)
    found: SideClauses = [[]]
    for first, last in _neighbours(corners):
        if closed_by is not None and first == closed_by and last == (closed_by + 1) % len(outline):
            continue
        side = _side(outline[first], outline[last], -1.0)
        found = [[*clause, side] for clause in found]
        bay = _bay(outline, first, last)
        inside = None if bay is None else within(bay)
        if bay is not None and inside is None:
            return None
        if inside is not None:
            # The first clause of a bay is its closing side; "beyond it or inside it" always holds.
            closing = inside[1:]
            found = [clause + own for clause in found for own in closing]
        if len(found) > _MOST_CLAUSES:
            return None
    return found


def _bay(outline: Array, first: int, last: int) -> Array | None:
    """The bay (k, 2) that the side of the hull from corner `first` to `last` closes, anticlockwise;
    its first side is the closing side. None if there is no bay."""
    count = (last - first) % len(outline)
    if count == 1:
        return None
    chain = outline[(first + np.arange(count + 1)) % len(outline)]
    x, y = chain[-1] - chain[0]
    off = chain - chain[0]
    if np.abs(x * off[:, 1] - y * off[:, 0]).max() <= _NO_BAY * (x * x + y * y):
        return None
    return np.asarray(np.vstack([chain[:1], chain[:0:-1]]))


def _hull(outline: Array) -> list[int]:
    """The indices of the corners of the hull, ascending; of corners in one line only the
    outermost."""
    place = int(np.lexsort((outline[:, 0], outline[:, 1]))[0])
    found = [place]
    while len(found) <= len(outline):
        off = outline - outline[found[-1]]
        best = -1
        for other in range(len(outline)):
            if not off[other].any():
                continue
            if best < 0:
                best = other
                continue
            turn = off[best, 0] * off[other, 1] - off[best, 1] * off[other, 0]
            is_farther = off[other] @ off[other] > off[best] @ off[best]
            if turn < 0.0 or (turn == 0.0 and is_farther):
                best = other
        if best == place:
            break
        found.append(best)
    return sorted(found)


def _neighbours(corners: list[int]) -> list[tuple[int, int]]:
    return list(zip(corners, corners[1:] + corners[:1], strict=True))


def _side(p: Array, q: Array, sign: float) -> Side:
    return (float(p[0]), float(p[1])), (float(q[0]), float(q[1])), sign


def outward_line(p: Array, q: Array) -> tuple[float, float, float]:
    """Outward unit normal (x, y) and offset of the side from p to q of an anticlockwise polygon."""
    x, y = q - p
    size = float(np.sqrt(x * x + y * y))
    return float(y / size), float(-x / size), float((y * p[0] - x * p[1]) / size)


def ears(outline: Array) -> list[tuple[int, int, int]]:
    """The triangles of an anticlockwise polygon (n, 2), as corner indices: ears are cut off, one
    after another."""
    left, found = list(range(len(outline))), list[tuple[int, int, int]]()
    while len(left) > 2:
        k = next((k for k in range(len(left)) if _is_ear(outline, left, k)), 0)
        corner = left[k - 1], left[k], left[(k + 1) % len(left)]
        if twice_area(*outline[list(corner)]) > 0.0:
            found.append(corner)
        del left[k]
    return found


def _is_ear(outline: Array, left: list[int], k: int) -> bool:
    a, b, c = outline[[left[k - 1], left[k], left[(k + 1) % len(left)]]]
    if twice_area(a, b, c) <= 0.0:
        return twice_area(a, b, c) == 0.0
    others = [outline[i] for i in left if not any(np.array_equal(outline[i], p) for p in (a, b, c))]
    return not any(
        min(twice_area(a, b, p), twice_area(b, c, p), twice_area(c, a, p)) >= 0.0 for p in others
    )


def twice_area(a: Array, b: Array, c: Array) -> float:
    return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))


def is_convex(outline: Array) -> bool:
    n = len(outline)
    turns = (twice_area(outline[k - 1], outline[k], outline[(k + 1) % n]) for k in range(n))
    return all(turn >= 0.0 for turn in turns)
