"""Layered contours: the closed curves in which planes cut placed bodies (Kakazu 1985, fig. 8)."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from geometry.arguments import checked_number, checked_numbers
from geometry.errors import GeometryError
from geometry.poses import Array
from geometry.solids.tree import Solid, checked_solids
from geometry.tessellation.chords import CHORD
from geometry.tessellation.contour_cutting import MeshContours, mesh_contours
from geometry.tessellation.kernel import mesh_of

Contours = tuple[Array, ...]

# Decimals to which poses are rounded: a difference of 1e-6 mm cannot be seen.
_DIGITS = 6
# Most levels of one call: a body of ten metres has as many every hundredth of a millimetre.
_MOST_LEVELS = 1_000_000


def contours(
    solids: Sequence[Solid], poses: Array, heights: Sequence[float] | Array, chord: float = CHORD
) -> list[Contours]:
    """The contours of each placed body at the given world heights: a tuple of curves (n, 3), mm.

    poses: T_world_body, shape (k, 4, 4). heights: World z, mm. chord: Chord tolerance, mm. Contours
    go from the lowest height to the highest. Seen from above, a contour round material runs
    anticlockwise and one round a hole clockwise. A contour is closed: its last point equals its
    first. Results are cached: a body that has not moved gives the same arrays again. Raises
    GeometryError for arguments of wrong shapes.
    """
    T = checked_numbers(poses, "poses")
    if len(T) != len(checked_solids(solids, "solids")):
        raise GeometryError(f"{len(solids)} bodies need as many poses, not {len(T)}")
    if len(T) and T.shape[1:] != (4, 4):
        raise GeometryError(f"poses have the shape ({len(solids)}, 4, 4), not {T.shape}")
    levels = tuple(np.unique(checked_numbers(heights, "heights")).tolist())
    rounded = np.round(T, _DIGITS) + 0.0
    return [
        _placed_contours(solid, T.tobytes(), levels, float(chord))
        for solid, T in zip(solids, rounded, strict=True)
    ]


def levels_between(low: float, high: float, spacing: float) -> Array:
    """The multiples of the spacing between two heights, both included, (n,), all in mm;
    GeometryError if there are too many."""
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
def _placed_contours(
    solid: Solid, pose: bytes, heights: tuple[float, ...], chord: float
) -> Contours:
    # Only orientation and z decide a contour: a body that moves in x and y keeps it.
    upright = np.frombuffer(pose).reshape(4, 4).copy()
    offset = np.append(upright[:2, 3], 0.0)
    upright[:2, 3] = 0.0
    return _contours(solid, upright.tobytes(), heights, chord).placed(offset)


@lru_cache(maxsize=512)
def _contours(solid: Solid, pose: bytes, heights: tuple[float, ...], chord: float) -> MeshContours:
    T = np.frombuffer(pose).reshape(4, 4)
    return mesh_contours(mesh_of(solid, chord), T, np.array(heights))
