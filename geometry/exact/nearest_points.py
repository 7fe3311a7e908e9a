"""The nearest points of two solids, exact to rounding, from points that are near them.

The nearest point of a solid lies on some of its faces, and the line to the other solid is the sum
of their normals with weights above 0. For these faces the two points solve Lagrange's equations.
Newton's steps solve them; the equations contain the curvature of the faces, so that few steps are
enough.
"""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from geometry.exact.normal_form import Condition, Term, terms_of
from geometry.poses import Array, relative
from geometry.solids.face import Face
from geometry.solids.tree import Solid

# A first point this near to a face, mm, may end on it.
_NEAR = 0.2
_MOST_FACES, _MOST_MET = 5, 3
# Most conditions of a solid whose faces are tried one by one.
_MOST_CONDITIONS = 400
_PROJECTIONS = 20
_STEPS = 20
# Newton's steps end at a step below this share of the size of the coordinates.
_ARRIVED = 1e-12
# Projections end at a step shorter than this, mm.
_SHORTEST = 1e-9
# Singular values below this share of the largest are 0: faces whose normals depend on each other.
_RANK = 1e-12
# A weight of a face may be this much below 0: rounding.
_LEAST_WEIGHT = -1e-9
# Share of the size of the coordinates by which a nearest point may lie outside its solid.
_OFF = 1e-9
# Step, mm, of the finite differences that give a face's curvature: faces bend evenly over it.
_EVEN = 1e-4


def nearest_points(
    a: Solid, b: Solid, T_a_b: Array, on_a: Array, on_b: Array
) -> tuple[Array, Array] | None:
    """The nearest points of a and of b, (3,) each, in the frame of a.

    on_a, on_b: Points (3,) in the frame of a near the wanted points. None if no points are found,
    or if a solid has no faces. The points belong to the solids; the function does not prove that
    the solids are not nearer elsewhere.
    """
    one, two = _term_at(a, np.eye(4), on_a), _term_at(b, T_a_b, on_b)
    if one is None or two is None:
        return None
    # on_a may lie inside a: the last projection puts it on the surface.
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
    """The term, placed by T, whose clauses the point (3,) violates least; None if the solid has too
    many conditions or one without a face."""
    terms = [term.placed(T) for term in terms_of(solid)]
    count = sum(len(clause) for term in terms for clause in term.clauses)
    if count > _MOST_CONDITIONS:
        return None
    if any(c.face is None for term in terms for clause in term.clauses for c in clause):
        return None
    return min(terms, key=lambda term: max(_level(clause, point)[0] for clause in term.clauses))


def _level(clause: Sequence[Condition], point: Array) -> tuple[float, Condition]:
    """The lowest value of a clause's conditions at a point (3,), and that condition."""
    values = [float(condition.value(point[None])[0]) for condition in clause]
    best = int(np.argmin(values))
    return values[best], clause[best]


def _met(term: Term, point: Array) -> list[tuple[float, Condition]]:
    """The levels and conditions of the clauses that a point violates or nearly violates, the
    highest first."""
    levels = sorted((_level(clause, point) for clause in term.clauses), key=lambda own: -own[0])
    return [own for own in levels[:_MOST_FACES] if own[0] > -_NEAR]


def _slope(condition: Condition, point: Array) -> Array:
    assert isinstance(condition.face, Face)
    return condition.sign * condition.face.slope(point)


def _bend(condition: Condition, point: Array) -> Array:
    """The derivative of the slope at a point (3,), (3, 3), symmetric."""
    if condition.face is None or condition.face.centre is None:
        return np.zeros((3, 3))
    ends = _EVEN * np.eye(3)
    rows = [_slope(condition, point + d) - _slope(condition, point - d) for d in ends]
    found = np.array(rows) / (2.0 * _EVEN)
    return 0.5 * (found + found.T)


def _projected(term: Term, point: Array) -> Array:
    """The point of a term nearest to a point (3,): its faces are taken as planes, repeatedly."""
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
        if float(np.linalg.norm(step)) < _SHORTEST:
            break
    return x


def _weights(G: Array, right: Array) -> Array:
    """Weights w of 0 or more that maximise w . right - |G' w|^2 / 2, (k,)."""
    best, found = 0.0, np.zeros(len(right))
    for size in range(1, min(_MOST_MET, len(right)) + 1):
        for own in combinations(range(len(right)), size):
            rows = list(own)
            some = np.linalg.lstsq(G[rows] @ G[rows].T, right[rows], rcond=_RANK)[0]
            worth = float(some @ right[rows] - 0.5 * np.sum((some @ G[rows]) ** 2))
            if some.min() >= 0.0 and worth > best:
                best, found = worth, np.zeros(len(right))
                found[rows] = some
    return found


def _carrying(term: Term, point: Array, line: Array) -> tuple[list[Condition], Array] | None:
    """The conditions at a point whose normals, with weights above 0, sum to the line (3,), and the
    weights; None if there are none."""
    met = _met(term, point)
    if not met:
        return None
    G = np.array([_slope(condition, point) for _, condition in met])
    weights = _weights(G, G @ line)
    held = np.flatnonzero(weights > 0.0)
    return ([met[k][1] for k in held], weights[held]) if len(held) else None


def _solved(one: Term, two: Term, x: Array, y: Array) -> tuple[Array, Array] | None:
    """The points of two terms whose connecting line is the sum of the normals of the faces on
    which they lie, from x and y (3,) near them; None if Newton's steps do not find them."""
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
        step = np.linalg.lstsq(matrix, right, rcond=_RANK)[0]
        x, y = x + step[:3], y + step[3:6]
        w_x, w_y = step[6 : 6 + n], step[6 + n :]
        if float(np.abs(step[:6]).max()) < _ARRIVED * max(1.0, float(np.abs([x, y]).max())):
            break
    return (x, y) if min(w_x.min(), w_y.min()) >= _LEAST_WEIGHT else None
