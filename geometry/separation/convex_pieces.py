"""Splits a solid into convex pieces. Together the pieces contain the solid, and little else.

A union is split into its parts, and a prism with dents into convex prisms. A shape of flat faces
minus a cutter of flat faces is split into at most as many pieces as the cutter has faces: a bin
becomes its floor and its walls, and these are equal to the solid. Where a curved cutter cuts (a
hole), or a curved shape is cut, a piece contains more than the solid. Such a piece is not exact:
bodies may be apart although their pieces meet. The pieces beside a round cut, such as the slot of a
fork for a drum, leave out a prism within the cutter, so that the drum meets no piece of the fork.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from geometry.errors import GeometryError
from geometry.poses import Array, placed, read_only
from geometry.solids.planes import placed_planes
from geometry.solids.primitives.cylinder import Cylinder
from geometry.solids.primitives.half_space import HalfSpace
from geometry.solids.primitives.hull import Hull
from geometry.solids.primitives.primitive import Primitive
from geometry.solids.tree import Difference, Intersection, Moved, Solid, Union
from geometry.tessellation.kernel import hull_of_points

# Most pieces that a cutter may leave; a cutter that would leave more makes pieces inexact instead.
_MOST_PIECES = 64
# Most pieces of a solid that is still split round its holes.
_MOST_SPLIT = 16
# Faces of the prism within a round cutter, and most pieces that a shape is split into beside it: a
# fork leaves a few, a hole in a plate one for each face, and it stays one piece.
_PRISM_FACES, _MOST_BESIDE = 8, 4
# Thickness, mm, below which a part is rounding and no piece.
_THINNEST = 1e-9

_IDENTITY = np.eye(4)


@dataclass(frozen=True, eq=False)
class ConvexPiece:
    """A convex shape, its pose T_solid_piece (4, 4), and whether all of it belongs to the solid
    (is_exact)."""

    shape: Primitive
    T_solid_piece: Array
    is_exact: bool

    @cached_property
    def middle(self) -> Array:
        """The middle of the shape's bounds, in its own frame, (3,)."""
        lo, hi = self.shape.bounds()
        return read_only(0.5 * (lo + hi))

    @cached_property
    def half(self) -> Array:
        """Half edges of the shape's bounds in its own frame, (3,), mm."""
        lo, hi = self.shape.bounds()
        return read_only(0.5 * (hi - lo))

    @cached_property
    def centre(self) -> Array:
        """The middle of the shape's bounds in the frame of the solid, (3,)."""
        return read_only(placed(self.T_solid_piece, self.middle[None])[0])

    @cached_property
    def radius(self) -> float:
        """Radius of a ball about the centre that holds the shape, mm."""
        return self.shape.ball_radius(self.middle)

    def corners(self) -> Array | None:
        """The corners (n, 3) in the frame of the solid; None if a face is curved."""
        own = self.shape.flat_corners()
        return None if own is None else placed(self.T_solid_piece, own)


@lru_cache(maxsize=4096)
def convex_pieces(solid: Solid) -> tuple[ConvexPiece, ...]:
    """The convex pieces of a finite solid, in its own frame; GeometryError for an endless one."""
    if not isinstance(solid, Difference):
        return tuple(_pieces(solid, _IDENTITY))
    # A part that is machined gains one cutter after another: the pieces that the earlier cutters
    # leave are cached.
    for count in range(len(solid.cutters)):
        _left_by(solid.whole, solid.cutters[:count])
    return _left_by(solid.whole, solid.cutters)


@lru_cache(maxsize=2048)
def _left_by(whole: Solid, cutters: tuple[Solid, ...]) -> tuple[ConvexPiece, ...]:
    """The pieces of a solid minus its cutters."""
    if not cutters:
        return tuple(_pieces(whole, _IDENTITY))
    return tuple(_without(list(_left_by(whole, cutters[:-1])), cutters[-1], _IDENTITY))


def _pieces(solid: Solid, T: Array) -> list[ConvexPiece]:
    match solid:
        case Moved():
            return _pieces(solid.inner, T @ solid.T)
        case Union():
            return [piece for part in solid.parts for piece in _pieces(part, T)]
        case Difference():
            pieces = _pieces(solid.whole, T)
            for cutter in solid.cutters:
                pieces = _without(pieces, cutter, T)
            return pieces
        case Intersection():
            return _common(solid, T)
        case Primitive():
            parts = [part for part in solid.convex_parts() if isinstance(part, Primitive)]
            return [ConvexPiece(part, read_only(T), part.is_convex) for part in parts]
    raise GeometryError("a half-space is endless: it can cut (- or &), not stand alone")


def _without(pieces: list[ConvexPiece], cutter: Solid, T: Array) -> list[ConvexPiece]:
    """The pieces minus a cutter that T places."""
    shapes = _flat_parts(cutter, T)
    left = pieces if shapes is not None else None
    for planes in shapes or ():
        left = None if left is None else _all_outside(left, planes)
    if left is not None:
        return left
    for bite in _bites(cutter, T):
        pieces = [part for piece in pieces for part in _bitten(piece, bite, len(pieces))]
    return pieces


def _all_outside(pieces: list[ConvexPiece], planes: Array) -> list[ConvexPiece] | None:
    """The parts of the pieces outside the convex shape of the planes (m, 4); None if there are more
    than _MOST_PIECES."""
    left: list[ConvexPiece] = []
    for piece in pieces:
        left += _outside(piece, planes)
        if len(left) > _MOST_PIECES:
            return None
    return left


def _flat_parts(solid: Solid, T: Array) -> list[Array] | None:
    """The planes (m, 4) of each of the convex shapes whose union the solid is; None if a face is
    curved or a piece is not exact."""
    if isinstance(solid, Moved):
        return _flat_parts(solid.inner, T @ solid.T)
    if isinstance(solid, HalfSpace):
        return [placed_planes(solid.flat_planes(), T)]
    if not solid.is_bounded:
        return None
    found: list[Array] = []
    for piece in _pieces(solid, T):
        planes = piece.shape.flat_planes()
        if planes is None or not piece.is_exact:
            return None
        found.append(placed_planes(planes, piece.T_solid_piece))
    return found


@dataclass(frozen=True, eq=False)
class _Bite:
    """A part of a curved cutter: the planes (m, 4) of a box about it, and those of a prism within
    it, or None."""

    box: Array
    prism: Array | None


def _bites(solid: Solid, T: Array) -> list[_Bite]:
    """The parts of a cutter; each has a box along its own axes."""
    match solid:
        case Moved():
            return _bites(solid.inner, T @ solid.T)
        case Union():
            return [bite for part in solid.parts for bite in _bites(part, T)]
    lo, hi = solid.bounds()
    planes = np.column_stack([np.vstack([np.eye(3), -np.eye(3)]), np.r_[hi, -lo]])
    prism = placed_planes(_prism_within(solid), T) if isinstance(solid, Cylinder) else None
    return [_Bite(placed_planes(planes[np.isfinite(planes[:, 3])], T), prism)]


def _prism_within(cutter: Cylinder) -> Array:
    """The planes of a prism with its edges on a cylinder, (_PRISM_FACES + 2, 4)."""
    angles = 2.0 * np.pi * np.arange(_PRISM_FACES) / _PRISM_FACES
    sides = np.column_stack([np.cos(angles), np.sin(angles), np.zeros(_PRISM_FACES)])
    offsets = np.full(_PRISM_FACES, cutter.radius * np.cos(np.pi / _PRISM_FACES))
    ends = np.array([(0.0, 0.0, 1.0), (0.0, 0.0, -1.0)])
    half = np.full(2, 0.5 * cutter.height)
    return np.column_stack([np.vstack([ends, sides]), np.concatenate([half, offsets])])


def _bitten(piece: ConvexPiece, bite: _Bite, count: int) -> list[ConvexPiece]:
    """The parts of a piece that a curved cutter may reach: the parts outside its box stay exact,
    those inside do not. With more than _MOST_SPLIT pieces (count) the piece is not split."""
    outside = _outside(piece, bite.box)
    if outside == [piece]:
        return outside
    whole = [ConvexPiece(piece.shape, piece.T_solid_piece, False)]
    if count > _MOST_SPLIT:
        return whole
    within = [ConvexPiece(p.shape, p.T_solid_piece, False) for p in _inside(piece, bite.box)]
    parts = outside + [part for p in within for part in _beside(p, bite.prism)]
    if outside and piece.is_exact:
        return parts
    return parts if bite.prism is not None and len(parts) <= _MOST_BESIDE else whole


def _beside(piece: ConvexPiece, prism: Array | None) -> list[ConvexPiece]:
    """The parts of an inexact piece outside a prism within the cutter; the piece itself if they are
    many, or if one is no smaller."""
    if prism is None:
        return [piece]
    parts = _outside(piece, prism)
    is_smaller = all(part.shape is not piece.shape for part in parts)
    return parts if is_smaller and len(parts) <= _MOST_BESIDE else [piece]


def _outside(piece: ConvexPiece, planes: Array) -> list[ConvexPiece]:
    """The parts of a piece outside the convex shape of the planes: at most one for each plane."""
    lo, hi = piece.shape.bounds_in(piece.T_solid_piece)
    middle, half = 0.5 * (lo + hi), 0.5 * (hi - lo)
    heights = planes[:, :3] @ middle - planes[:, 3] - np.abs(planes[:, :3]) @ half
    if np.any(heights >= -_THINNEST):
        return [piece]
    if piece.corners() is None and not piece.shape.is_cut_along_axis:
        return _round_outside(piece, planes)
    parts: list[ConvexPiece] = []
    rest: ConvexPiece | None = piece
    for plane in planes:
        if rest is None:
            break
        beyond = _cut(rest, -plane)
        rest = _cut(rest, plane)
        parts.extend([] if beyond is None else [beyond])
    # If no part lies inside all planes, the piece keeps its own shape.
    return [piece] if rest is None else parts


def _round_outside(piece: ConvexPiece, planes: Array) -> list[ConvexPiece]:
    """A piece with curved faces minus the planes' shape: unchanged if they do not meet, else the
    same shape, which is no longer exact."""
    R = piece.T_solid_piece[:3, :3]
    along = piece.shape.support(-planes[:, :3] @ R)
    lowest = np.sum((along @ R.T + piece.T_solid_piece[:3, 3]) * planes[:, :3], axis=1)
    if np.any(lowest >= planes[:, 3] - _THINNEST):
        return [piece]
    return [ConvexPiece(piece.shape, piece.T_solid_piece, False)]


def _clipped(corners: Array | None, plane: Array) -> Array | None:
    """Corners (and perhaps more points) of the part of a polytope with n . p <= offset.

    Every line from a corner inside to a corner outside is cut. Lines that are no edges give points
    inside the part, which its hull leaves out. None if the part is thinner than rounding.
    """
    if corners is None:
        return None
    heights = corners @ plane[:3] - plane[3]
    if heights.max() <= _THINNEST:
        return corners
    if heights.min() >= -_THINNEST:
        return None
    inside, outside = heights <= 0.0, heights > 0.0
    h_in, h_out = heights[inside][:, None, None], heights[outside][None, :, None]
    p_in, p_out = corners[inside][:, None], corners[outside][None]
    crossing = (p_in * h_out - p_out * h_in) / (h_out - h_in)
    points = np.vstack([corners[inside], crossing.reshape(-1, 3)])
    found = hull_of_points(points)
    return None if found is None else found[0]


def _of_corners(corners: Array, is_exact: bool) -> ConvexPiece | None:
    found = hull_of_points(corners)
    if found is None:
        return None
    shape = Hull(tuple(map(tuple, found[0].tolist())), tuple(map(tuple, found[1].tolist())))
    return ConvexPiece(shape, read_only(_IDENTITY), is_exact)


def _common(solid: Intersection, T: Array) -> list[ConvexPiece]:
    """The pieces of an intersection; they are exact where flat faces cut flat faces."""
    bounded = [part for part in solid.parts if part.is_bounded]
    if not bounded:
        raise GeometryError("a half-space is endless: it can cut (- or &), not stand alone")
    # Flat faces can cut a round part exactly; round faces cannot cut a flat part exactly.
    round_ = [part for part in bounded if _flat_parts(part, T) is None]
    chosen = round_ if len(round_) == 1 else bounded
    cut = min(chosen, key=lambda part: float(np.prod(np.subtract(*part.bounds()[::-1]))))
    pieces = _pieces(cut, T)
    for part in solid.parts:
        if part is not cut:
            pieces = _within(pieces, part, T)
    return pieces


def _within(pieces: list[ConvexPiece], other: Solid, T: Array) -> list[ConvexPiece]:
    shapes = _flat_parts(other, T)
    if shapes is None or len(shapes) * len(pieces) > _MOST_PIECES:
        return [ConvexPiece(piece.shape, piece.T_solid_piece, False) for piece in pieces]
    return [part for piece in pieces for planes in shapes for part in _inside(piece, planes)]


def _inside(piece: ConvexPiece, planes: Array) -> list[ConvexPiece]:
    """The part of a piece inside the convex shape of the planes: a list of one piece or none."""
    R = piece.T_solid_piece[:3, :3]
    highest = piece.shape.support(planes[:, :3] @ R) @ R.T + piece.T_solid_piece[:3, 3]
    over = np.sum(highest * planes[:, :3], axis=1) - planes[:, 3]
    if np.all(over <= _THINNEST):
        return [piece]
    rest: ConvexPiece | None = piece
    for plane in planes:
        rest = None if rest is None else _cut(rest, plane)
    if rest is not None and not rest.is_exact and rest.shape.is_cut_along_axis:
        rest = _shortened(rest, planes)
    return [] if rest is None else [rest]


def _shortened(piece: ConvexPiece, planes: Array) -> ConvexPiece | None:
    """A round piece, cut square to its axis where the part of its bounds inside the planes ends:
    planes that are oblique to the axis cannot cut it, but they bound it along the axis."""
    T = piece.T_solid_piece
    signs = np.array([(x, y, z) for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-1.0, 1.0)])
    corners: Array | None = placed(T, piece.middle + signs * piece.half)
    for plane in planes:
        corners = None if corners is None else _clipped(corners, plane)
    if corners is None:
        return None
    axis = T[:3, 2]
    heights = corners @ axis
    rest: ConvexPiece | None = piece
    for plane in (np.append(axis, heights.max()), np.append(-axis, -heights.min())):
        rest = None if rest is None else _cut(rest, plane)
    return rest


def _cut(piece: ConvexPiece, plane: Array) -> ConvexPiece | None:
    """The part of a piece with n . p <= offset; None if it is thinner than rounding. A shape that
    cannot be cut exactly stays whole and is not exact."""
    T = piece.T_solid_piece
    R = T[:3, :3]
    ends = piece.shape.support(np.array([plane[:3], -plane[:3]]) @ R) @ R.T + T[:3, 3]
    high, low = ends @ plane[:3] - plane[3]
    if high <= _THINNEST:
        return piece
    if low >= -_THINNEST:
        return None
    corners = piece.corners()
    if corners is not None:
        left = _clipped(corners, plane)
        return None if left is None else _of_corners(left, piece.is_exact)
    own = np.append(R.T @ plane[:3], plane[3] - float(plane[:3] @ T[:3, 3]))
    found = piece.shape.cut_by_plane(own)
    if found is not None:
        shift = np.eye(4)
        shift[2, 3] = found[1]
        return ConvexPiece(found[0], read_only(T @ shift), piece.is_exact)
    return ConvexPiece(piece.shape, T, False)
