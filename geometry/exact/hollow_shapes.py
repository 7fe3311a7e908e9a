"""Torus and hollow turned profiles as clauses of faces: exact, as one term without cuts.

A simple polygon is a formula in which each of its edges stands once (Peterson 1984; Dobkin,
Guibas, Hershberger, Snoeyink 1988): a point is inside when it is on the inner side of every edge
of the hull, and, for every dent of it, of one edge at least of those that are the hull of the
dent; what juts into a dent is again an AND, and so on. The turned solid is the same formula of
the faces that its edges make: no piece of it ends at a cut that is no face of the solid.
"""

from functools import lru_cache
from itertools import pairwise

import numpy as np

from geometry.exact.faces import Face
from geometry.poses import Array, read_only
from geometry.solids.tree import Solid
from geometry.solids.turned import Revolved, Torus

SignedFace = tuple[float, Face]
"""sign and face: the condition sign f <= 0."""

# One place in the chain, or whether all or one at least of the nodes must hold.
_Node = int | tuple[bool, list["_Node"]]
_Clauses = list[tuple[SignedFace, ...]]

# A profile of more edges, or a formula of more clauses, is left to the level function.
_MOST_CLAUSES = 96
# Corners and edges nearer than this, mm, meet.
_MEETING = 1e-9

_NONE = read_only(np.zeros(3))
_UP = read_only((0.0, 0.0, 1.0))


@lru_cache(maxsize=512)
def hollow_clauses(shape: Solid, *, outside: bool) -> _Clauses | None:
    """Clauses that together hold inside (or outside) a torus or a turned profile; None for other
    shapes, and for profiles that touch themselves or have too many edges or dents."""
    match shape:
        case Torus():
            return _torus_outside(shape) if outside else _torus_inside(shape)
        case Revolved() if len(shape.points) <= _MOST_CLAUSES and _is_plain(shape.profile):
            found = _multiplied_out(_formula(shape.profile), shape.profile, outside)
            if found is None or outside:
                return found
            return found + _held_between(shape.profile, found)
    return None


def _torus_outside(shape: Torus) -> _Clauses:
    return [((-1.0, _ring(shape)),)]


def _torus_inside(shape: Torus) -> _Clauses:
    """The ring, and what follows from it: bars and bores that it fits all round, and plates that
    it lies flat on, are told from it without a look at every place."""
    outer, inner = shape.radius + shape.radius_minor, shape.radius - shape.radius_minor
    faces = [(1.0, _ring(shape)), (1.0, _bar(outer)), (-1.0, _bar(inner))]
    faces += [(1.0, Face(up * _UP, shape.radius_minor)) for up in (1.0, -1.0)]
    return [(face,) for face in faces]


def _ring(shape: Torus) -> Face:
    return Face(_NONE, shape.radius_minor, 1.0, _NONE, _UP, shape.radius)


def _bar(radius: float) -> Face:
    return Face(_NONE, radius, 1.0, _NONE, _UP)


def _held_between(profile: Array, clauses: _Clauses) -> _Clauses:
    """The bars that hold the solid and that it holds, where they are none of its faces."""
    walls = [clause[0] for clause in clauses if len(clause) == 1]
    known = {(sign, face.offset) for sign, face in walls if face.swing == 1.0}
    bars = [(1.0, float(profile[:, 0].max())), (-1.0, float(profile[:, 0].min()))]
    return [((sign, _bar(r)),) for sign, r in bars if r > 0.0 and (sign, r) not in known]


def _is_plain(profile: Array) -> bool:
    """Whether no corner lies on an edge that is not its own."""
    corners, ends = profile[:, None], np.roll(profile, -1, axis=0)
    along = (ends - profile)[None]
    squared = np.sum(along * along, axis=2)
    if squared.min() <= _MEETING**2:
        return False
    share = np.clip(np.sum((corners - profile) * along, axis=2) / squared, 0.0, 1.0)
    apart = np.linalg.norm(corners - profile - share[..., None] * along, axis=2)
    n = len(profile)
    own = np.eye(n, dtype=bool) | np.roll(np.eye(n, dtype=bool), -1, axis=1)
    return bool(apart[~own].min() > _MEETING)


def _formula(profile: Array) -> _Node:
    """The formula of a closed anticlockwise profile; its leaves are the edges from each corner."""
    first = int(np.lexsort((profile[:, 1], profile[:, 0]))[0])
    chain = [*np.roll(np.arange(len(profile)), -first).tolist(), first]
    return _of_chain(profile, chain, True)


def _of_chain(profile: Array, chain: list[int], all_hold: bool) -> _Node:
    if len(chain) == 2:
        return chain[0]
    places = _on_hull(profile[chain])
    if len(places) == 2:
        return all_hold, list(chain[:-1])
    parts = [chain[i : j + 1] for i, j in pairwise(places)]
    return all_hold, [_of_chain(profile, part, not all_hold) for part in parts]


def _on_hull(points: Array) -> list[int]:
    """The places of a chain (n, 2) that are on its hull, its ends among them, in order."""
    order = np.lexsort((points[:, 1], points[:, 0])).tolist()
    found = {0, len(points) - 1}
    for side in (order, order[::-1]):
        kept: list[int] = []
        for place in side:
            while len(kept) > 1 and _turn(*points[[*kept[-2:], place]]) <= 0.0:
                kept.pop()
            kept.append(place)
        found.update(kept)
    return sorted(found)


def _turn(a: Array, b: Array, c: Array) -> float:
    return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))


def _multiplied_out(node: _Node, profile: Array, outside: bool) -> _Clauses | None:
    """The formula, or what is outside it, as clauses that all hold; None where they are many."""
    if isinstance(node, int):
        return _edge(profile, node, outside)
    all_hold, parts = node
    found = [_multiplied_out(part, profile, outside) for part in parts]
    clauses = [own for own in found if own is not None]
    if len(clauses) < len(found):
        return None
    if all_hold is not outside:
        return [clause for own in clauses for clause in own]
    product: _Clauses = [()]
    for own in clauses:
        product = [one + two for one in product for two in own]
        if len(product) > _MOST_CLAUSES:
            return None
    return product


def _edge(profile: Array, place: int, outside: bool) -> _Clauses:
    """The face that an edge of the profile (r, z) makes; one on the axis has the solid on all of
    its sides, and nothing is outside it."""
    start, end = profile[place], profile[(place + 1) % len(profile)]
    if start[0] == 0.0 and end[0] == 0.0:
        return [()] if outside else []
    along = (end - start) / np.linalg.norm(end - start)
    out, up = float(along[1]), float(-along[0])
    offset = out * float(start[0]) + up * float(start[1])
    sign = -1.0 if outside else 1.0
    if out == 0.0:
        return [((sign, Face(up * _UP, offset)),)]
    side = 1.0 if out > 0.0 else -1.0
    face = Face(side * up * _UP, side * offset, side * out, _NONE, _UP)
    return [((sign * side, face),)]
