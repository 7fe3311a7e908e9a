"""A closed profile turned about z as clauses of faces: one term, exact and without cuts.

A simple polygon has a formula in which each of its edges stands once (Peterson 1984; Dobkin,
Guibas, Hershberger, Snoeyink 1988). A point is inside when it is on the inner side of every edge
of the hull (AND) and, for each dent of the hull, on the inner side of at least one edge of the
dent's hull (OR). A bulge within a dent is an AND again, and so on. The turned solid has the same
formula with the faces that its edges make, so that none of its pieces ends at a cut that is no
face of the solid.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise

import numpy as np

from geometry.poses import Array
from geometry.solids.face import Face, FaceClauses
from geometry.solids.round_forms import NONE, UP, bar_face

# The index of an edge; or True (all nodes must hold) or False (one must hold) with a list of nodes.
_Node = int | tuple[bool, list["_Node"]]
# Gives the clauses of an edge from the corners, the index of the edge, and whether outside it.
_Edge = Callable[[Array, int, bool], FaceClauses]

# A profile with more edges, or a formula with more clauses, is left to the level function.
_MOST_CLAUSES = 96
# Corners and edges that are nearer to each other than this, mm, count as meeting.
_MEETING = 1e-9


@lru_cache(maxsize=512)
def profile_clauses(
    points: tuple[tuple[float, float], ...], *, outside: bool
) -> FaceClauses | None:
    """Clauses that all hold inside (or outside) the solid of a profile of corners (r, z), mm; None
    for a profile that touches itself or has too many edges or dents."""
    profile = np.array(points)
    if len(points) > _MOST_CLAUSES or not _is_plain(profile):
        return None
    found = _multiplied_out(_formula(profile), profile, outside, _edge)
    if found is None or outside:
        return found
    return found + _held_between(profile, found)


@lru_cache(maxsize=512)
def outline_clauses(
    points: tuple[tuple[float, float], ...], *, outside: bool
) -> FaceClauses | None:
    """Clauses that all hold inside (or outside) an anticlockwise outline (x, y), mm, drawn out
    along z without end; None for an outline that touches itself or has too many edges or dents."""
    outline = np.array(points)
    if len(points) > _MOST_CLAUSES or not _is_plain(outline):
        return None
    return _multiplied_out(_formula(outline), outline, outside, _side)


def _held_between(profile: Array, clauses: FaceClauses) -> FaceClauses:
    """Clauses of the smallest cylinder about the solid and of the largest cylinder that it leaves
    free along z, where these are not among its faces."""
    walls = [clause[0] for clause in clauses if len(clause) == 1]
    known = {(sign, face.offset) for sign, face in walls if face.swing == 1.0}
    bars = [(1.0, float(profile[:, 0].max())), (-1.0, float(profile[:, 0].min()))]
    return [((sign, bar_face(r)),) for sign, r in bars if r > 0.0 and (sign, r) not in known]


def _is_plain(profile: Array) -> bool:
    """Whether every corner keeps off all edges but its own two, and no edge has length 0."""
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
    """The formula of a closed anticlockwise profile; leaf i is the edge that begins at corner i."""
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
    """The ascending positions of the chain's points (n, 2) that lie on its hull, and its ends."""
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


def _multiplied_out(node: _Node, profile: Array, outside: bool, edge: _Edge) -> FaceClauses | None:
    """The formula (or, with `outside`, its negation) as clauses that all hold; None if there are
    more than _MOST_CLAUSES."""
    if isinstance(node, int):
        return edge(profile, node, outside)
    all_hold, parts = node
    found = [_multiplied_out(part, profile, outside, edge) for part in parts]
    clauses = [own for own in found if own is not None]
    if len(clauses) < len(found):
        return None
    if all_hold is not outside:
        return [clause for own in clauses for clause in own]
    product: FaceClauses = [()]
    for own in clauses:
        product = [one + two for one in product for two in own]
        if len(product) > _MOST_CLAUSES:
            return None
    return product


def _edge(profile: Array, place: int, outside: bool) -> FaceClauses:
    """The clause of the face that an edge of the profile (r, z) makes. An edge on the axis makes no
    face: the solid lies on all sides of it."""
    start, end = profile[place], profile[(place + 1) % len(profile)]
    if start[0] == 0.0 and end[0] == 0.0:
        return [()] if outside else []
    along = (end - start) / np.linalg.norm(end - start)
    out, up = float(along[1]), float(-along[0])
    offset = out * float(start[0]) + up * float(start[1])
    sign = -1.0 if outside else 1.0
    if out == 0.0:
        return [((sign, Face(up * UP, offset)),)]
    side = 1.0 if out > 0.0 else -1.0
    face = Face(side * up * UP, side * offset, side * out, NONE, UP)
    return [((sign * side, face),)]


def _side(outline: Array, place: int, outside: bool) -> FaceClauses:
    """The clause of the flat face that an edge of an outline (x, y) makes."""
    start, end = outline[place], outline[(place + 1) % len(outline)]
    x, y = (end - start) / np.linalg.norm(end - start)
    normal = np.array([y, -x, 0.0])
    return [((-1.0 if outside else 1.0, Face(normal, float(normal[:2] @ start))),)]
