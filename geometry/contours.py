"""Layered contours: the outlines of placed bodies at levels of the world (Kakazu 1985, fig. 8)."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from geometry.errors import GeometryError
from geometry.kernel import CHORD, mesh_of, slices
from geometry.poses import Array
from geometry.solid import Solid

Rings = tuple[Array, ...]

# A pose within these digits of another is the same: 1e-6 mm cannot be drawn.
_DIGITS = 6


def contours(
    solids: Sequence[Solid], poses: Array, heights: Sequence[float] | Array, chord: float = CHORD
) -> list[Rings]:
    """For each placed body its outlines at the given world heights, one ring an array (n, 3).

    poses: T_world_body, shape (k, 4, 4). heights: World z, mm. A ring is closed: its last point
    is its first. A body that has not moved gives the same arrays as before, at no cost.
    """
    if len(poses) != len(solids):
        raise GeometryError(f"{len(solids)} bodies need as many poses, not {len(poses)}")
    levels = tuple(float(height) for height in heights)
    rounded = np.round(np.asarray(poses, dtype=float), _DIGITS) + 0.0
    return [
        _placed_rings(solid, T.tobytes(), levels, float(chord))
        for solid, T in zip(solids, rounded, strict=True)
    ]


def levels_between(low: float, high: float, spacing: float) -> Array:
    """The multiples of the spacing that lie between two heights, mm."""
    if not spacing > 0.0:
        raise GeometryError(f"the spacing of contours must be above 0 mm, not {spacing!r}")
    return spacing * np.arange(np.ceil(low / spacing), np.floor(high / spacing) + 1.0)


@lru_cache(maxsize=512)
def _placed_rings(solid: Solid, pose: bytes, heights: tuple[float, ...], chord: float) -> Rings:
    T = np.frombuffer(pose).reshape(4, 4)
    # The mesh is what is cut: its corners tell at which heights, sooner than the tree's bounds.
    up = mesh_of(solid, chord).vertices @ T[2, :3] + T[2, 3]
    low, high = float(up.min()), float(up.max())
    within = tuple(height for height in heights if low <= height <= high)
    # A body that slides level keeps its outlines: only the orientation and z decide them.
    upright = T.copy()
    upright[:2, 3] = 0.0
    offset = np.array([T[0, 3], T[1, 3], 0.0])
    return tuple(_shifted(ring, offset) for ring in _rings(solid, upright.tobytes(), within, chord))


def _shifted(ring: Array, offset: Array) -> Array:
    shifted = ring + offset
    shifted.flags.writeable = False
    return shifted


@lru_cache(maxsize=512)
def _rings(solid: Solid, pose: bytes, heights: tuple[float, ...], chord: float) -> Rings:
    T = np.frombuffer(pose).reshape(4, 4)
    return tuple(
        _closed(ring, height)
        for height, outlines in zip(heights, slices(solid, T, heights, chord), strict=True)
        for ring in outlines
    )


def _closed(ring: Array, height: float) -> Array:
    points = np.empty((len(ring) + 1, 3))
    points[:-1, :2] = ring
    points[-1, :2] = ring[0]
    points[:, 2] = height
    return points
