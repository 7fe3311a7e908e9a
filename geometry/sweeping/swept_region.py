"""The region that convex pieces pass through: an outer bound as a closed mesh, and its tolerance.

A piece K is known in poses T_i along its way. From pose j to pose j + 1 every point of K stays
within a bow b_j of the straight line between its two places. A stretch of the way, from pose i to
pose k, is covered by the hull H of K in these two poses, grown by

    e = max b_j + max d_j,   d_j = max over p in K of |T_j p - ((1 - s_j) T_i p + s_j T_k p)|

with shares s_j from 0 to 1. The vector is affine in p, so that it is longest at a corner of a box
about K. H grown by d_j holds K in pose j. It is convex, so that it holds all straight lines from
pose j to pose j + 1; grown by b_j as well it holds the ways of all points. The region is the union
of these hulls, and therefore never smaller than the swept volume.

How far it reaches beyond the swept volume is kept within a tolerance. A point of H is
a T_i p + (1 - a) T_k q; it lies a (1 - a) |(R_k - R_i) (p - q)| away from the line of the point
a p + (1 - a) q of K, at most |(R_k - R_i) c| / 4 for a chord c of K. This `spread` decides, with e,
how long a stretch may be. `Shares` divides the tolerance between spread, growth, the facets of
round pieces, and the simplification of the union.

A piece that is round about its z axis fills the same space however it turns about this axis: its
poses are taken without that turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil

import numpy as np

from geometry.errors import GeometryError
from geometry.meshes.mesh import Mesh
from geometry.poses import Array, placed
from geometry.separation.convex_pieces import ConvexPiece
from geometry.solids.primitives.primitive import Primitive
from geometry.solids.primitives.sphere import Sphere
from geometry.sweeping.grown_pieces import CUBE, LONGEST, GrownPiece, grown_piece
from geometry.tessellation.kernel import united

LEAST_MM, MOST_MM = 0.5, 200.0
# Hulls that are united at once; unions of so many are united in turn, as a tree.
AT_ONCE = 64
# Most floors of that tree, each of which simplifies; 64 ** 5 hulls are more than memory holds.
_FLOORS = 5
# Mm by which every piece is grown at least: neighbouring hulls overlap in spite of rounding.
_SEAM = 1e-4
# Growths are rounded up to so many levels, so that a piece that stands gives one hull.
_LEVELS = 4
# Mm and radians below which poses are the same.
_SAME = 1e-7


@dataclass(frozen=True)
class Shares:
    """How a tolerance is divided, mm: their sum, each with its factor, is the tolerance.

    bow: Greatest e. spread: See the head of this module. chord: Of the facets of round pieces.
    simplified: Of one simplification; the pieces are grown by those of all floors of the tree.
    """

    bow: float
    spread: float
    chord: float
    simplified: float

    @classmethod
    def of(cls, tolerance: float) -> Shares:
        """The shares of a tolerance, mm; GeometryError where it is too small or too large."""
        if not LEAST_MM <= tolerance <= MOST_MM:
            raise GeometryError(
                f"a swept volume has a tolerance of {LEAST_MM:g} to {MOST_MM:g} mm, "
                f"not {tolerance:g}"
            )
        bow, chord, simplified = tolerance / 24.0, tolerance / 12.0, tolerance / 100.0
        rest = tolerance - chord - (1.0 + LONGEST) * (bow + _FLOORS * simplified + _SEAM)
        return cls(bow, rest, chord, simplified)

    def growth(self, bow: float) -> float:
        """The distance, mm, by which a stretch with that e is grown."""
        step = self.bow / _LEVELS
        return min(step * ceil(bow / step), self.bow) + _FLOORS * self.simplified + _SEAM


def clouds_of(piece: ConvexPiece, T_world_solid: Array, bows: Array, shares: Shares) -> list[Array]:
    """Points (n, 3), world, mm, whose hulls cover all that a piece passes through.

    T_world_solid: Poses of its solid, (k, 4, 4). bows: Of the ways between them, (k - 1,), mm. A
    single pose gives the piece itself.
    """
    T = _without_turns(piece.shape, T_world_solid @ piece.T_solid_piece)
    grown = grown_piece(piece.shape, shares.chord)
    if len(T) == 1:
        return [placed(T[0], grown.points(shares.growth(0.0)))]
    corners = piece.middle + CUBE * piece.half
    track = corners @ np.swapaxes(T[:, :3, :3], 1, 2) + T[:, None, :3, 3]
    return list(_different(_clouds(T, track, bows, grown, shares)))


def _clouds(
    T: Array, track: Array, bows: Array, grown: GrownPiece, shares: Shares
) -> Iterator[Array]:
    """The points of each stretch. track: Corners of the box about the piece, (k, 8, 3)."""
    for first, last in _stretches(track, bows, shares):
        bow = float(bows[first:last].max()) + _away(track[first : last + 1])
        points = grown.points(shares.growth(bow))
        start, end = placed(T[first], points), placed(T[last], points)
        stands = float(np.abs(track[last] - track[first]).max()) <= _SAME
        yield start if stands else np.vstack([start, end])


def _different(clouds: Iterator[Array]) -> Iterator[Array]:
    """The clouds without those that were there before."""
    seen = set[bytes]()
    for cloud in clouds:
        key = np.round(cloud, 6).tobytes()
        if key not in seen:
            seen.add(key)
            yield cloud


def _stretches(track: Array, bows: Array, shares: Shares) -> list[tuple[int, int]]:
    """First and last pose of each stretch, in order: those that are too long are cut in halves."""
    found, waiting = list[tuple[int, int]](), [(0, len(track) - 1)]
    while waiting:
        first, last = waiting.pop()
        if last - first == 1 or _fits(track[first : last + 1], bows[first:last], shares):
            found.append((first, last))
            continue
        middle = (first + last) // 2
        waiting += [(middle, last), (first, middle)]
    return found


def _fits(track: Array, bows: Array, shares: Shares) -> bool:
    """Whether one hull covers a stretch within the shares of the tolerance."""
    way = track[-1] - track[0]
    spread = 0.5 * float(np.linalg.norm(way - way.mean(axis=0), axis=1).max())
    return spread <= shares.spread and float(bows.max()) + _away(track) <= shares.bow


def _away(track: Array) -> float:
    """The greatest d_j of a stretch, mm."""
    start, way = track[0], track[-1] - track[0]
    inner = track[1:-1] - start
    if not len(inner):
        return 0.0
    square = float(np.sum(way * way))
    share = np.zeros(len(inner))
    if square > 0.0:
        share = np.clip(np.einsum("jck,ck->j", inner, way) / square, 0.0, 1.0)
    return float(np.linalg.norm(inner - share[:, None, None] * way, axis=2).max())


def _without_turns(shape: Primitive, T: Array) -> Array:
    """Poses (k, 4, 4) in which a round shape fills the same space, without turns about its axis."""
    if shape.bounding_points() is None:
        return T
    found = T.copy()
    if isinstance(shape, Sphere):
        found[:, :3, :3] = np.eye(3)
        return found
    x = T[0, :3, 0]
    for R in found[:, :3, :3]:
        z = R[:, 2]
        x = x - (x @ z) * z
        x = x / np.linalg.norm(x)
        R[:] = np.column_stack([x, np.cross(z, x), z])
    return found


def region_of(clouds: Sequence[Array], shares: Shares) -> Mesh:
    """The union of the hulls of clouds of points, as one closed mesh."""
    if not clouds:
        raise GeometryError("nothing is swept")
    parts = [
        united(clouds[at : at + AT_ONCE], (), shares.simplified)
        for at in range(0, len(clouds), AT_ONCE)
    ]
    return united_regions(parts, shares)


def united_regions(regions: Sequence[Mesh], shares: Shares) -> Mesh:
    """The union of some regions, as one closed mesh."""
    while len(regions) > 1:
        ends = [*range(0, len(regions), AT_ONCE), len(regions)]
        regions = [united((), regions[a:b], shares.simplified) for a, b in pairwise(ends)]
    return regions[0]
