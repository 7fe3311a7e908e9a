"""The solids that a tool sweeps on its way, as exact as the kind of tool allows.

The tool is split into convex pieces, and its way into stretches that are straight within a
tolerance. For a piece that moves straight and does not turn,

    flat faces                          sweep the hull of both ends, exactly;
    a cylinder or cone along its axis   sweeps a cylinder and its own end (a drill), exactly;
    a cylinder across its axis          sweeps a box and its own end (a mill), exactly;
    a ball                              sweeps a cylinder and a ball, exactly;
    other round pieces                  sweep the hull of their meshes, to the chord.

Where a piece turns, its stretches are short enough that the hull of both ends exceeds the swept
volume by no more than the tolerance. For points p and q of the piece the hull contains
a p(start) + (1 - a) q(end), which is a (1 - a) |(q - p)(end) - (q - p)(start)| away from the path
of the point a p + (1 - a) q: at most half the greatest difference of a displacement from the mean
displacement. Turns of a round piece about its own axis do not count.

The flat ends of the solids that round pieces sweep are moved out by the distance by which the way
departs from its straight stretches, plus a millionth of a millimetre. Neighbouring solids thus
overlap; if their faces only just met, a film of material would be left between them. Radii stay
unchanged.
"""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from geometry.errors import GeometryError
from geometry.poses import Array, placed
from geometry.separation.convex_pieces import ConvexPiece, convex_pieces
from geometry.solids.primitives.box import Box
from geometry.solids.primitives.cone import Cone
from geometry.solids.primitives.cylinder import Cylinder
from geometry.solids.primitives.primitive import Primitive
from geometry.solids.primitives.sphere import Sphere
from geometry.solids.tree import Solid
from geometry.tessellation.chords import CHORD
from geometry.tessellation.kernel import mesh_of
from geometry.tessellation.patterns import polytope

# Lengths below this, mm, are rounding.
_NOTHING = 1e-9
# Least distance, mm, by which flat ends are moved out: a tenth of the touch tolerance.
_SEAM = 1e-6
# A tool at rest that stands out by no more than this, mm, adds nothing to what it has swept.
_REST = 1e-6


Region = tuple[Array, Array]


class SweptWay:
    """A tool's way through poses T_part_tool (m, 4, 4), and the solids swept up to each pose.

    chord: Chord tolerance, mm. The way may depart from its straight stretches by a quarter of it,
    and the poses must be close enough for that. region: Bounds (lo, hi), (3,) each: solids swept
    outside them may be left out. GeometryError for a tool whose pieces are not exact.
    """

    def __init__(
        self, tool: Solid, T_part_tool: Array, chord: float = CHORD, region: Region | None = None
    ) -> None:
        pieces = convex_pieces(tool)
        if not all(piece.is_exact for piece in pieces):
            raise GeometryError(
                "this tool has a hollow with curved faces, or is a mesh: what it sweeps is not "
                "known exactly; let the tool's cutting edge be a piece of it without a hollow"
            )
        self._pieces = [_PieceWay(piece, T_part_tool, chord, region) for piece in pieces]

    def solids(self, last: int | None = None) -> tuple[Solid, ...]:
        """The solids swept from the first pose to pose `last` (default: the last one), in the frame
        of the part."""
        return tuple(solid for way in self._pieces for solid in way.solids(last))


class _PieceWay:
    """The way of one convex piece."""

    def __init__(
        self, piece: ConvexPiece, poses: Array, chord: float, region: Region | None
    ) -> None:
        self.shape, self.chord, self.tolerance = piece.shape, chord, 0.25 * chord
        self.poses = poses @ piece.T_solid_piece
        self.points = _bounding_points(piece.shape, chord)
        self.tracks = np.array([placed(T, self.points) for T in self.poses])
        self.knots = self._knots()
        self._swept: dict[tuple[int, int], list[Solid]] = {}
        self._is_near = _near(piece.shape, self.poses, region)

    def solids(self, last: int | None) -> list[Solid]:
        end = len(self.poses) - 1 if last is None else last
        if not self._is_near[: end + 1].any():
            return []
        knots = [knot for knot in self.knots if knot < end] + [end]
        found: list[Solid] = [self.shape.with_ends_out(_SEAM).moved(self.poses[0])]
        for a, b in pairwise(knots):
            if not self._is_near[a : b + 1].any():
                continue
            if (a, b) not in self._swept:
                self._swept[a, b] = self._stretch(a, b)
            found.extend(self._swept[a, b])
        if len(knots) > 1 and not self._is_held(found, end):
            found.append(self.shape.with_ends_out(_SEAM).moved(self.poses[end]))
        return found

    def _knots(self) -> list[int]:
        """Ascending indices of poses; between two of them the way is straight within tolerance."""
        keep = {0, len(self.poses) - 1}
        todo = [(0, len(self.poses) - 1)]
        while todo:
            a, b = todo.pop()
            worst = self._worst(a, b) if b > a + 1 else None
            if worst is not None:
                keep.add(worst)
                todo += [(a, worst), (worst, b)]
        return sorted(keep)

    def _worst(self, a: int, b: int) -> int | None:
        """The index of the pose at which a stretch is best split; None if it is straight enough."""
        start, way = self.tracks[a], self.tracks[b] - self.tracks[a]
        if 0.5 * float(np.linalg.norm(way - way.mean(axis=0), axis=1).max()) > self.tolerance:
            return (a + b) // 2
        leader = int(np.argmax(np.linalg.norm(way, axis=1)))
        inner = self.tracks[a + 1 : b] - start
        length2 = float(way[leader] @ way[leader])
        share = np.zeros(len(inner))
        if length2 > _NOTHING**2:
            share = np.clip(inner[:, leader] @ way[leader] / length2, 0.0, 1.0)
        away = np.linalg.norm(inner - share[:, None, None] * way, axis=2).max(axis=1)
        at = int(np.argmax(away))
        return a + 1 + at if away[at] > self.tolerance else None

    def _stretch(self, a: int, b: int) -> list[Solid]:
        """The solids that the piece sweeps from pose a to pose b; the caller already has the piece
        at pose a."""
        way = self.tracks[b] - self.tracks[a]
        shift = way.mean(axis=0)
        length = float(np.linalg.norm(shift))
        turning = float(np.linalg.norm(way - shift, axis=1).max())
        if max(length, turning) <= _NOTHING:
            return []
        if turning <= self.tolerance and length > self.tolerance:
            bend = turning + self._bend(a, b)
            exact = self._exact(self.poses[a], self.poses[b], shift, bend)
            if exact is not None:
                return exact
        own = self.shape.flat_corners()
        cloud = mesh_of(self.shape, self.chord).vertices if own is None else own
        middle = cloud.mean(axis=0)
        out = cloud - middle
        cloud = cloud + 2.0 * _SEAM * out / np.linalg.norm(out, axis=1, keepdims=True)
        both = np.vstack([placed(self.poses[a], cloud), placed(self.poses[b], cloud)])
        at_end = [] if own is not None else [self.shape.with_ends_out(_SEAM).moved(self.poses[b])]
        return [polytope(both), *at_end]

    def _bend(self, a: int, b: int) -> float:
        """The greatest distance, mm, of the way from a straight line between poses a and b."""
        start, way = self.tracks[a], self.tracks[b] - self.tracks[a]
        inner = self.tracks[a + 1 : b] - start
        length2 = np.maximum(np.sum(way * way, axis=1), _NOTHING**2)
        share = np.clip(np.einsum("mki,ki->mk", inner, way) / length2, 0.0, 1.0)
        return float(np.linalg.norm(inner - share[..., None] * way, axis=2).max(initial=0.0))

    def _exact(self, start: Array, end: Array, shift: Array, bend: float) -> list[Solid] | None:
        """The solids that a round piece sweeps along or across its axis; None for other pieces and
        directions. bend: Distance, mm, by which flat ends are moved out."""
        z, length = start[:3, 2], float(np.linalg.norm(shift))
        along = float(shift @ z)
        across = shift - along * z
        off_axis = float(np.linalg.norm(across))
        at_end = self.shape.with_ends_out(_SEAM).moved(end)
        match self.shape:
            case Sphere(radius=radius):
                tube = Cylinder(radius, length)
                return [tube.moved(_between(start, end, shift)), at_end]
            case Cylinder(radius=radius, height=height) if off_axis <= self.tolerance:
                grown = bend + off_axis + _SEAM
                return [_drilled(radius, start, along, height + 2.0 * grown)]
            case Cone() if off_axis <= self.tolerance:
                bottom, top = self.shape.radius_bottom, self.shape.radius_top
                grown = bend + off_axis + _SEAM
                disc = start.copy()
                disc[:3, 3] += (-0.5 if bottom >= top else 0.5) * self.shape.height * z
                return [_drilled(max(bottom, top), disc, along, 2.0 * grown), at_end]
            case Cylinder(radius=radius, height=height) if abs(along) <= self.tolerance:
                grown = bend + abs(along) + _SEAM
                slot = Box((length, 2.0 * radius, height + 2.0 * grown))
                return [slot.moved(_between(start, end, z, across)), at_end]
        return None

    def _is_held(self, found: list[Solid], end: int) -> bool:
        """Whether one of the swept solids contains the piece at pose `end`."""
        own = self.shape.flat_corners()
        cloud = mesh_of(self.shape, self.chord).vertices if own is None else own
        at = placed(self.poses[end], cloud)
        return any(float(solid.level(at).max()) <= _REST for solid in reversed(found))


def _near(shape: Solid, poses: Array, region: Region | None) -> NDArray[np.bool_]:
    """Whether the bounds of the shape, from each of the poses (m, 4, 4) to the next, reach the
    region, (m,)."""
    if region is None:
        return np.ones(len(poses), dtype=bool)
    bounds = [shape.bounds_in(T) for T in poses]
    lows, highs = (np.array([b[k] for b in bounds]) for k in (0, 1))
    low = np.minimum(lows, np.vstack([lows[1:], lows[-1:]]))
    high = np.maximum(highs, np.vstack([highs[1:], highs[-1:]]))
    return np.asarray(np.all((low <= region[1]) & (high >= region[0]), axis=1))


def _bounding_points(shape: Primitive, chord: float) -> Array:
    """Points (n, 3) whose displacements bound that of the whole shape; for a round shape they lie
    on its axis."""
    own = shape.bounding_points()
    if own is not None:
        return own
    own = shape.flat_corners()
    return mesh_of(shape, chord).vertices if own is None else own


def _drilled(radius: float, start: Array, along: float, height: float) -> Solid:
    """The cylinder that a disc or cylinder sweeps when it moves by `along` mm on its axis."""
    T = start.copy()
    T[:3, 3] += 0.5 * along * start[:3, 2]
    return Cylinder(radius, height + abs(along)).moved(T)


def _between(start: Array, end: Array, z: Array, x: Array | None = None) -> Array:
    """The pose midway between two poses, with the given z axis and with x along x (or in any
    direction across z)."""
    z = z / np.linalg.norm(z)
    x = np.eye(3)[int(np.argmin(np.abs(z)))] if x is None else x
    x = x - (x @ z) * z
    x = x / np.linalg.norm(x)
    T = np.eye(4)
    T[:3, :3] = np.column_stack([x, np.cross(z, x), z])
    T[:3, 3] = 0.5 * (start[:3, 3] + end[:3, 3])
    return T
