"""Coarse copies of a surface by clustering its corners, for pictures drawn while the camera moves.

Space is divided into equal cubes; all corners in one cube become their mean point, and triangles
that lose an edge by this are dropped (J. Rossignac and P. Borrel, Multi-resolution 3D
approximations for rendering complex scenes, 1993). No point moves farther than a cube's diagonal.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

import numpy as np

from geometry.meshes.mesh import Integers, Mesh
from geometry.meshes.normals import SmoothSurface
from geometry.poses import Array, read_only

# Cubes along the diagonal of the body's box, from the finest copy to the coarsest.
CUBES = (128.0, 88.0, 64.0, 44.0, 32.0, 22.0, 16.0, 11.0, 8.0, 6.0)
FEWEST = 100  # triangles of a surface that is not made coarser
GAIN = 0.7  # share of the triangles that a coarser copy may keep, else it is left out
LEAST_AREA = 0.85  # share of the area that a copy has to keep: thin parts tear when they lose more
_SIDES = 3  # normals in one cube are kept apart when they differ in the rounded sign of a component


@dataclass(frozen=True, eq=False)
class CoarseSurface:
    """Fewer triangles in place of a surface, and line segments in place of its feature edges.

    sources: The triangle of the surface from which each triangle comes, shape (m,).
    segments: Both ends of each line, shape (k, 2, 3), mm.
    """

    surface: SmoothSurface
    sources: Integers
    segments: Array

    @property
    def triangles(self) -> int:
        """The number of triangles."""
        return len(self.sources)


def coarse_copies(surface: SmoothSurface, segments: Array) -> tuple[CoarseSurface, ...]:
    """Ever coarser copies of a surface, the finest first; none of a surface of few triangles.

    segments: Lines between corners of the surface, shape (k, 2, 3), mm.
    """
    return tuple(_copies(surface, segments))


def _copies(surface: SmoothSurface, segments: Array) -> Iterator[CoarseSurface]:
    if len(surface.triangles) <= FEWEST:
        return
    diagonal = float(np.linalg.norm(np.ptp(surface.points, axis=0)))
    sources = np.arange(len(surface.triangles))
    last = CoarseSurface(surface, sources, np.asarray(segments, float).reshape(-1, 2, 3))
    area = _area(surface)
    for cubes in CUBES:
        found = clustered(last, diagonal / cubes)
        if _area(found.surface) < LEAST_AREA * area:
            return
        if found.triangles <= GAIN * last.triangles:
            yield found
            last = found
        if last.triangles <= FEWEST:
            return


def clustered(fine: CoarseSurface, size: float) -> CoarseSurface:
    """The copy of a surface whose corners lie together in cubes of this size, mm."""
    points, normals = fine.surface.points, fine.surface.normals
    low = points.min(axis=0)
    cubes_wide = ceil(float(np.ptp(points, axis=0).max()) / size) + 2
    wide = np.array([1, cubes_wide, cubes_wide**2])
    kept, cube = np.unique(_cubes(points, low, size, wide), return_inverse=True)
    cube = cube.ravel()
    middles = _means(points, cube, len(kept))
    sides = np.rint(1.2 * normals).astype(np.int64) + 1
    side = sides @ np.array([1, _SIDES, _SIDES**2])
    corners, corner = np.unique(cube * _SIDES**3 + side, return_inverse=True)
    turned = _means(normals, corner.ravel(), len(corners))
    length = np.linalg.norm(turned, axis=1)[:, None]
    triangles, sources = _kept_triangles(corner.ravel()[fine.surface.triangles], corners, fine)
    used, renamed = np.unique(triangles, return_inverse=True)
    smooth = _facing_outwards(
        read_only(middles[corners[used] // _SIDES**3]),
        read_only((turned / np.where(length > 0.0, length, 1.0))[used]),
        renamed.reshape(-1, 3),
    )
    ends = np.searchsorted(kept, _cubes(fine.segments, low, size, wide))
    return CoarseSurface(smooth, sources, read_only(middles[_different(ends)]))


def _area(surface: SmoothSurface) -> float:
    """The area of a surface, mm2."""
    return Mesh(surface.points, surface.triangles).area()


def _cubes(points: Array, low: Array, size: float, wide: Integers) -> Integers:
    """The number of the cube that contains each point (..., 3)."""
    return np.asarray(((points - low) / size).astype(np.int64) @ wide)


def _means(values: Array, group: Integers, count: int) -> Array:
    """The mean of the values (n, 3) of each group, (count, 3)."""
    number = np.bincount(group, minlength=count)
    sums = [np.bincount(group, weights=values[:, i], minlength=count) for i in range(3)]
    return np.asarray(np.column_stack(sums) / number[:, None])


def _kept_triangles(
    triangles: Integers, corners: Integers, fine: CoarseSurface
) -> tuple[Integers, Integers]:
    """Triangles whose corners lie in three cubes, each once, and their sources."""
    cubes = np.sort(corners[triangles] // _SIDES**3, axis=1)
    has_area = (cubes[:, 0] != cubes[:, 1]) & (cubes[:, 1] != cubes[:, 2])
    rows = np.flatnonzero(has_area)
    count = int(cubes.max(initial=0)) + 1
    names = (cubes[rows, 0] * count + cubes[rows, 1]) * count + cubes[rows, 2]
    rows = rows[np.sort(np.unique(names, return_index=True)[1])]
    return triangles[rows], fine.sources[rows]


def _facing_outwards(points: Array, normals: Array, triangles: Integers) -> SmoothSurface:
    """The surface with every triangle seen anticlockwise from where its normals point to.

    A narrow triangle may have been turned over when its corners moved; it would be drawn dark.
    """
    a, b, c = points[triangles].transpose(1, 0, 2)
    along = np.einsum("ij,ij->i", np.cross(b - a, c - a), normals[triangles].sum(axis=1))
    turned = np.where((along < 0.0)[:, None], triangles[:, [0, 2, 1]], triangles)
    return SmoothSurface(points, normals, turned)


def _different(ends: Integers) -> Integers:
    """Pairs (k, 2) of different ends, each once."""
    ends = np.sort(ends.reshape(-1, 2), axis=1)
    return np.unique(ends[ends[:, 0] != ends[:, 1]], axis=0)
