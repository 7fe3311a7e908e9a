"""Covers that leave box-shaped cuts free: walls in place of a box that has such cuts.

The part of a box outside a cutter along its axes lies in at most six boxes: for each axis, the
parts below and above the cutter. Outside a turned box-shaped cutter, such as the V of a V-block, it
lies in the parts of the box beyond each face of the cutter.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np

from geometry.contact.cover import Piece, cover, piece_of
from geometry.poses import Array, read_only, relative
from geometry.solids.primitives.box import Box
from geometry.solids.primitives.hull import Hull
from geometry.solids.primitives.primitive import Primitive
from geometry.solids.tree import Difference, Moved, Solid, Union

# Most walls of one box; with more, the box stays whole.
MOST_WALLS = 24
# Greatest deviation of a cutter's axes from those of its box. Thinnest wall beyond a turned face,
# mm. Both move a wall by far less than the tolerance of touching.
_SQUARE, _THIN = 1e-12, 1e-9

Placed = tuple[Solid, Array]
Span = tuple[Array, Array]  # lowest and highest x, y and z


@dataclass(frozen=True, eq=False)
class _Flat:
    """A convex wall: points (n, 3) whose hull it is, and its planes (m, 4): normal and offset."""

    points: Array
    planes: Array


@lru_cache(maxsize=4096)
def walled_cover(solid: Solid) -> tuple[Piece, ...] | None:
    """The cover of a solid with walls in place of each box that has box-shaped cuts; None for a
    solid without such a box, and for one with an intersection. Other cutters are ignored."""
    walls = [_walls_of(piece, cuts) for piece, cuts in _pieces_and_cuts(solid, np.eye(4), [])]
    if len(walls) != len(cover(solid)) or all(own is None for own in walls):
        return None
    pairs = zip(cover(solid), walls, strict=True)
    return tuple(item for piece, own in pairs for item in ([piece] if own is None else own)) or None


def _pieces_and_cuts(
    solid: Solid, T: Array, cuts: list[Placed]
) -> Iterator[tuple[Piece, list[Placed]]]:
    """The pieces of the cover of a solid that T places, each with the cutters that act on it, the
    innermost first. Nothing of an intersection, whose cover is that of one of its parts."""
    if isinstance(solid, Moved):
        yield from _pieces_and_cuts(solid.inner, T @ solid.T, cuts)
    elif isinstance(solid, Union):
        for part in solid.parts:
            yield from _pieces_and_cuts(part, T, cuts)
    elif isinstance(solid, Difference):
        own = [item for cutter in solid.cutters for item in _single(cutter, T)]
        yield from _pieces_and_cuts(solid.whole, T, [*own, *cuts])
    elif isinstance(solid, Primitive):
        yield piece_of(solid, T), cuts


def _single(cutter: Solid, T: Array) -> Iterator[Placed]:
    """The cutters of which a united cutter consists, as repeated cuts are."""
    while isinstance(cutter, Moved):
        T, cutter = T @ cutter.T, cutter.inner
    if isinstance(cutter, Union):
        for part in cutter.parts:
            yield from _single(part, T)
    else:
        yield cutter, T


def _walls_of(piece: Piece, cutters: list[Placed]) -> list[Piece] | None:
    """The walls that cutters leave of a box; None for another primitive, for a box that no box-
    shaped cutter meets, and for too many walls."""
    if not isinstance(piece.primitive, Box):
        return None
    half = 0.5 * np.array(piece.primitive.size)
    seen = [item for item in (_box_seen(*cutter, piece) for cutter in cutters) if item is not None]
    square = [span for span in (_span(*item) for item in seen) if span is not None]
    cuts = [span for span in square if _meets((-half, half), span)]
    boxes: list[Span] = [(-half, half)]
    for cut in cuts:
        boxes = [part for box in boxes for part in _beside(box, cut)]
        if len(boxes) > MOST_WALLS:
            return None
    turned = [_faces(*item) for item in seen if _span(*item) is None]
    walls, is_cut = [], bool(cuts)
    for box in boxes:
        parts = _beyond_all(box, turned)
        is_cut |= parts is not None
        walls += [_box(box)] if parts is None else [_hull(part) for part in parts]
        if len(walls) > MOST_WALLS:
            return None
    placed = [piece_of(shape, piece.T_solid_piece @ T) for shape, T in walls]
    return placed if is_cut else None


def _box_seen(cutter: Solid, T: Array, piece: Piece) -> tuple[Array, Array] | None:
    """Half the edges (3,) of a box-shaped cutter that T places, and its pose in a piece; None for
    a cutter of another shape."""
    if not isinstance(cutter, Box):
        return None
    return 0.5 * np.array(cutter.size), relative(piece.T_solid_piece, T)


def _span(half: Array, T: Array) -> Span | None:
    """The span of a box that T places with its axes along the outer ones; None if turned."""
    size = np.abs(T[:3, :3])
    if np.abs(size - np.round(size)).max() > _SQUARE:
        return None
    reach = np.round(size) @ half
    return T[:3, 3] - reach, T[:3, 3] + reach


def _meets(box: Span, cut: Span) -> bool:
    (lo, hi), (low, high) = box, cut
    return not (np.any(low >= hi) or np.any(high <= lo))


def _beside(box: Span, cut: Span) -> list[Span]:
    """The boxes that are left of a box beside a cut: for x, y and z, below and above."""
    (lo, hi), (low, high) = box, cut
    if not _meets(box, cut):
        return [box]
    found = []
    for axis in range(3):
        if low[axis] > lo[axis]:
            top = hi.copy()
            top[axis] = low[axis]
            found.append((lo, top))
        if high[axis] < hi[axis]:
            bottom = lo.copy()
            bottom[axis] = high[axis]
            found.append((bottom, hi))
    return found


def _faces(half: Array, T: Array) -> Array:
    """The faces of a box that T places, (6, 4): outward normal and offset."""
    rows = []
    for axis, sign in product(range(3), (-1.0, 1.0)):
        normal = sign * T[:3, axis]
        rows.append([*normal, normal @ T[:3, 3] + half[axis]])
    return np.array(rows)


def _beyond_all(box: Span, cutters: list[Array]) -> list[_Flat] | None:
    """The parts of a box outside turned boxes, given by their faces; None if none of them meets
    the box."""
    lo, hi = box
    points = np.array(list(product(*zip(lo, hi, strict=True))))
    planes = np.concatenate([np.column_stack([np.eye(3), hi]), np.column_stack([-np.eye(3), -lo])])
    walls, is_cut = [_Flat(points, planes)], False
    for faces in cutters:
        parts = [_beyond(wall, faces) for wall in walls]
        is_cut |= any(part is not None for part in parts)
        pairs = zip(walls, parts, strict=True)
        walls = [item for wall, own in pairs for item in ([wall] if own is None else own)]
    return walls if is_cut else None


def _beyond(wall: _Flat, faces: Array) -> list[_Flat] | None:
    """The parts of a wall beyond each face of a box; None if the box does not meet the wall."""
    heights = wall.points @ faces[:, :3].T - faces[:, 3]
    if np.any(heights.min(axis=0) >= -_THIN):
        return None
    reached = np.flatnonzero(heights.max(axis=0) > _THIN)
    return [_beyond_face(wall, faces[k], heights[:, k]) for k in reached]


def _beyond_face(wall: _Flat, face: Array, heights: Array) -> _Flat:
    """The part of a wall on the outer side of a face; heights (n,) of the wall's points over it."""
    out, under = heights > 0.0, heights <= 0.0
    share = (heights[out][:, None] / (heights[out][:, None] - heights[under]))[:, :, None]
    crossings = wall.points[out][:, None] * (1.0 - share) + wall.points[under] * share
    points = np.concatenate([wall.points[out], crossings.reshape(-1, 3)])
    return _Flat(points, np.concatenate([wall.planes, [-face]]))


def _box(span: Span) -> Placed:
    (lo, hi), T = span, np.eye(4)
    T[:3, 3] = 0.5 * (lo + hi)
    x, y, z = (float(edge) for edge in hi - lo)
    return Box((x, y, z)), read_only(T)


def _hull(wall: _Flat) -> Placed:
    points = tuple((float(x), float(y), float(z)) for x, y, z in wall.points)
    planes = tuple((float(x), float(y), float(z), float(d)) for x, y, z, d in wall.planes)
    return Hull(points, planes), np.eye(4)
