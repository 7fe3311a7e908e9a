"""The nearest points of two solids, to rounding, from points that are near them.

Where a solid is left, some of its faces are met, and the line to the other solid is a sum of their
normals with weights above 0. With these faces the points are those of the equations of Lagrange,
which steps of Newton solve; the curvature of the faces is part of them, so that a few do.
"""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from geometry.exact.normal_form import Condition, Term, terms_of
from geometry.poses import Array, relative
from geometry.solids.face import Face
from geometry.solids.tree import Solid

# Faces that a point is this near to, mm, may be those that it is on in the end.
_NEAR = 0.2
_MOST_FACES, _MOST_MET = 5, 3
# A solid of more conditions is not looked at face by face.
_MOST_CONDITIONS = 400
_PROJECTIONS = 20
_STEPS = 20
_ARRIVED = 1e-12
# How far off a solid its nearest point may be, as part of the size of the figures.
_OFF = 1e-9
# Faces bend evenly over this way, mm.
_EVEN = 1e-4


def nearest_points(
    a: Solid, b: Solid, T_a_b: Array, on_a: Array, on_b: Array
) -> tuple[Array, Array] | None:
    """The nearest points of a and of b about points (3,) in the frame of a that are near them.

    None where none are found, or where a solid has no faces. They belong to the solids; that none
    are nearer elsewhere is for others to prove.
    """
    one, two = _term_at(a, np.eye(4), on_a), _term_at(b, T_a_b, on_b)
    if one is None or two is None:
        return None
    # A point between them may lie in the one: then its way to the other begins on its surface.
    x = _projected(one, on_a)
    y = _projected(two, x)
    x = _projected(one, y)
    found = _solved(one, two, x, y)
    if found is None:
        return None
    x, y = found
    size = max(1.0, float(np.abs([x, y]).max()))
    in_b = relative(T_a_b, np.eye(4))
    off_a = float(a.level(x[None])[0])
    off_b = float(b.level((in_b[:3, :3] @ y + in_b[:3, 3])[None])[0])
    return (x, y) if max(off_a, off_b) <= _OFF * size else None


def _term_at(solid: Solid, T: Array, point: Array) -> Term | None:
    """The term of the solid that T places whose clauses a point violates least."""
    terms = [term.placed(T) for term in terms_of(solid)]
    count = sum(len(clause) for term in terms for clause in term.clauses)
    if count > _MOST_CONDITIONS:
        return None
    if any(c.face is None for term in terms for clause in term.clauses for c in clause):
        return None
    return min(terms, key=lambda term: max(_level(clause, point)[0] for clause in term.clauses))


def _level(clause: Sequence[Condition], point: Array) -> tuple[float, Condition]:
    """The condition of a clause that holds best at a point, and its value."""
    values = [float(condition.value(point[None])[0]) for condition in clause]
    best = int(np.argmin(values))
    return values[best], clause[best]


def _met(term: Term, point: Array) -> list[tuple[float, Condition]]:
    """The conditions that a point violates, or nearly so, the worst first."""
    levels = sorted((_level(clause, point) for clause in term.clauses), key=lambda own: -own[0])
    return [own for own in levels[:_MOST_FACES] if own[0] > -_NEAR]


def _slope(condition: Condition, point: Array) -> Array:
    assert isinstance(condition.face, Face)
    return condition.sign * condition.face.slope(point)


def _bend(condition: Condition, point: Array) -> Array:
    """How the slope changes about a point, (3, 3)."""
    if condition.face is None or condition.face.centre is None:
        return np.zeros((3, 3))
    ends = _EVEN * np.eye(3)
    rows = [_slope(condition, point + d) - _slope(condition, point - d) for d in ends]
    found = np.array(rows) / (2.0 * _EVEN)
    return 0.5 * (found + found.T)


def _projected(term: Term, point: Array) -> Array:
    """The point of a term that is nearest to a point, by its faces as planes again and again."""
    x = point
    for _ in range(_PROJECTIONS):
        met = _met(term, x)
        if not met:
            break
        v = np.array([value for value, _ in met])
        G = np.array([_slope(condition, x) for _, condition in met])
        weights = _weights(G, v + G @ (point - x))
        step = point - x - G.T @ weights
        x = x + step
        if float(np.linalg.norm(step)) < 1e-9:
            break
    return x


def _weights(G: Array, right: Array) -> Array:
    """Weights w of 0 or more that make w . right - |G' w|^2 / 2 greatest, (k,)."""
    best, found = 0.0, np.zeros(len(right))
    for size in range(1, min(_MOST_MET, len(right)) + 1):
        for own in combinations(range(len(right)), size):
            rows = list(own)
            some = np.linalg.lstsq(G[rows] @ G[rows].T, right[rows], rcond=1e-12)[0]
            worth = float(some @ right[rows] - 0.5 * np.sum((some @ G[rows]) ** 2))
            if some.min() >= 0.0 and worth > best:
                best, found = worth, np.zeros(len(right))
                found[rows] = some
    return found


def _carrying(term: Term, point: Array, line: Array) -> tuple[list[Condition], Array] | None:
    """The faces whose normals, with weights above 0, are the line (3,) that leaves at a point."""
    met = _met(term, point)
    if not met:
        return None
    G = np.array([_slope(condition, point) for _, condition in met])
    weights = _weights(G, G @ line)
    held = np.flatnonzero(weights > 0.0)
    return ([met[k][1] for k in held], weights[held]) if len(held) else None


def _solved(one: Term, two: Term, x: Array, y: Array) -> tuple[Array, Array] | None:
    """The points where the line between them is the sum of the normals of the faces they are on."""
    first, second = _carrying(one, x, y - x), _carrying(two, y, x - y)
    if first is None or second is None:
        return None
    (faces_x, w_x), (faces_y, w_y) = first, second
    n = len(faces_x)
    for _ in range(_STEPS):
        H = np.block([[np.eye(3), -np.eye(3)], [-np.eye(3), np.eye(3)]])
        H[:3, :3] += sum(w * _bend(c, x) for w, c in zip(w_x, faces_x, strict=True))
        H[3:, 3:] += sum(w * _bend(c, y) for w, c in zip(w_y, faces_y, strict=True))
        J = np.zeros((n + len(faces_y), 6))
        J[:n, :3] = [_slope(c, x) for c in faces_x]
        J[n:, 3:] = [_slope(c, y) for c in faces_y]
        v = [float(c.value(x[None])[0]) for c in faces_x]
        v += [float(c.value(y[None])[0]) for c in faces_y]
        matrix = np.block([[H, J.T], [J, np.zeros((len(J), len(J)))]])
        right = -np.concatenate([x - y, y - x, v])
        if not np.all(np.isfinite(matrix)):
            return None
        step = np.linalg.lstsq(matrix, right, rcond=1e-12)[0]
        x, y = x + step[:3], y + step[3:6]
        w_x, w_y = step[6 : 6 + n], step[6 + n :]
        if float(np.abs(step[:6]).max()) < _ARRIVED * max(1.0, float(np.abs([x, y]).max())):
            break
    return (x, y) if min(w_x.min(), w_y.min()) >= -1e-9 else None
