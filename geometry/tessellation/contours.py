"""Layered contours: the outlines of placed bodies at levels of the world (Kakazu 1985, fig. 8)."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from geometry.arguments import checked_number, checked_numbers
from geometry.errors import GeometryError
from geometry.poses import Array
from geometry.solids.tree import Solid, checked_solids
from geometry.tessellation.chords import CHORD
from geometry.tessellation.kernel import mesh_of
from geometry.tessellation.slicing import Outlines, outlines

Rings = tuple[Array, ...]

# A pose within these digits of another is the same: 1e-6 mm cannot be drawn.
_DIGITS = 6
# More than a body of ten metres has at a hundredth of a millimetre.
_MOST_LEVELS = 1_000_000


def contours(
    solids: Sequence[Solid], poses: Array, heights: Sequence[float] | Array, chord: float = CHORD
) -> list[Rings]:
    """For each placed body its outlines at the given world heights, one ring an array (n, 3).

    poses: T_world_body, shape (k, 4, 4). heights: World z, mm. Rings go from the lowest height to
    the highest; outer ones anticlockwise seen from above, holes clockwise. A ring is closed: its
    last point is its first. A body that has not moved gives the same arrays as before, at no cost.
    """
    T = checked_numbers(poses, "poses")
    if len(T) != len(checked_solids(solids, "solids")):
        raise GeometryError(f"{len(solids)} bodies need as many poses, not {len(T)}")
    if len(T) and T.shape[1:] != (4, 4):
        raise GeometryError(f"poses have the shape ({len(solids)}, 4, 4), not {T.shape}")
    levels = tuple(np.unique(checked_numbers(heights, "heights")).tolist())
    rounded = np.round(T, _DIGITS) + 0.0
    return [
        _placed_rings(solid, T.tobytes(), levels, float(chord))
        for solid, T in zip(solids, rounded, strict=True)
    ]


def levels_between(low: float, high: float, spacing: float) -> Array:
    """The multiples of the spacing that lie between two heights, mm."""
    low, high = checked_number(low, "low"), checked_number(high, "high")
    if not checked_number(spacing, "spacing of contours") > 0.0:
        raise GeometryError(f"the spacing of contours must be above 0 mm, not {spacing!r}")
    count = (high - low) / spacing
    if count > _MOST_LEVELS:
        raise GeometryError(
            f"a spacing of {spacing:g} mm makes {count:.3g} contours from {low:g} to {high:g} mm, "
            f"more than {_MOST_LEVELS}; take a wider spacing"
        )
    return spacing * np.arange(np.ceil(low / spacing), np.floor(high / spacing) + 1.0)


@lru_cache(maxsize=512)
def _placed_rings(solid: Solid, pose: bytes, heights: tuple[float, ...], chord: float) -> Rings:
    # A body that slides level keeps its outlines: only the orientation and z decide them.
    upright = np.frombuffer(pose).reshape(4, 4).copy()
    offset = np.append(upright[:2, 3], 0.0)
    upright[:2, 3] = 0.0
    return _outlines(solid, upright.tobytes(), heights, chord).rings(offset)


@lru_cache(maxsize=512)
def _outlines(solid: Solid, pose: bytes, heights: tuple[float, ...], chord: float) -> Outlines:
    T = np.frombuffer(pose).reshape(4, 4)
    return outlines(mesh_of(solid, chord), T, np.array(heights))
