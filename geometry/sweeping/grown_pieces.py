"""Convex pieces as points whose hull holds the piece grown by any distance.

A polytope about the piece has corners v. Let the planes that meet at v have the outer unit normals
n_k, and let w satisfy n_k . w >= 1 for all of them. Then the hull of all v + e w holds the piece
grown by e. Proof by support: a unit direction u for which v is the farthest corner is a sum of
c_k n_k with c_k >= 0, hence u . w >= sum c_k >= |sum c_k n_k| = 1.

At a sharp corner w would be long; such a corner is grown by the corners of a cube instead, which
holds a ball of radius 1. No point moves by more than LONGEST e.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi

import numpy as np

from geometry.errors import GeometryError
from geometry.poses import Array
from geometry.solids.facet_counts import segments
from geometry.solids.primitives.cone import Cone
from geometry.solids.primitives.cylinder import Cylinder
from geometry.solids.primitives.primitive import Primitive
from geometry.tessellation.kernel import hull_of_points, mesh_of

# The greatest length of w.
LONGEST = 2.0
# Share of a polytope's size within which a corner lies on a plane.
_ON_PLANE = 1e-9
CUBE = np.array([(x, y, z) for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-1.0, 1.0)])


@dataclass(frozen=True, eq=False)
class GrownPiece:
    """Points `base + e out`, (n, 3) each, whose hull holds a piece grown by e, mm."""

    base: Array
    out: Array

    def points(self, e: float) -> Array:
        """The points for a growth, mm."""
        return np.asarray(self.base + e * self.out)


@lru_cache(maxsize=4096)
def grown_piece(shape: Primitive, chord: float) -> GrownPiece:
    """The points of a convex shape in its own frame.

    chord: With growth 0 the hull exceeds the shape by no more than this, mm.
    """
    flat = shape.flat_corners()
    if flat is not None:
        return _grown(flat)
    match shape:
        case Cylinder(radius=radius, height=height):
            return _grown(_frustum(radius, radius, height, chord))
        case Cone(radius_bottom=bottom, radius_top=top, height=height):
            return _grown(_frustum(bottom, top, height, chord))
    # The facets of a mesh are up to its chord inside the shape: it is grown by as much.
    fine = chord / LONGEST
    inner = _grown(mesh_of(shape, fine).vertices)
    return GrownPiece(inner.points(fine), inner.out)


def _frustum(bottom: float, top: float, height: float, chord: float) -> Array:
    """The corners of a polytope about a frustum along z; its sides touch the flank."""
    count = segments(max(bottom, top), chord)
    angles = 2.0 * pi * np.arange(count) / count
    ring = np.column_stack([np.cos(angles), np.sin(angles)]) / cos(pi / count)
    ends = [(bottom, -0.5 * height), (top, 0.5 * height)]
    return np.vstack([np.column_stack([r * ring, np.full(count, z)]) for r, z in ends])


def _grown(corners: Array) -> GrownPiece:
    """The points of a polytope's corners (n, 3)."""
    found = hull_of_points(corners)
    if found is None:
        raise GeometryError("a piece without volume sweeps no volume")
    own, planes = found
    near = _ON_PLANE * float(np.ptp(own, axis=0).max())
    base, out = list[Array](), list[Array]()
    for corner, meets in zip(
        own, np.abs(own @ planes[:, :3].T - planes[:, 3]) <= near, strict=True
    ):
        ways = _ways(planes[meets, :3])
        base.append(np.broadcast_to(corner, ways.shape))
        out.append(ways)
    return GrownPiece(np.vstack(base), np.vstack(out))


def _ways(normals: Array) -> Array:
    """The way w of a corner at which planes with these normals (k, 3) meet, (1, 3); the corners of
    a cube, (8, 3), if it would be longer than LONGEST."""
    way = np.linalg.lstsq(normals, np.ones(len(normals)), rcond=None)[0]
    least = float((normals @ way).min(initial=np.inf))
    if len(normals) < 3 or least <= 0.5 or np.linalg.norm(way) > LONGEST * least:
        return CUBE
    return np.asarray(way / least)[None]
