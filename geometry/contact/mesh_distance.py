"""The distance of two solids by their meshes, with short searches.

The kernel compares all triangles that are nearer to each other than a given length. With a length
far above the distance it compares almost all pairs. A short length is therefore tried first, and
then the distance of the two surfaces that trees of boxes give.
"""

import numpy as np

from geometry.contact.mesh_collision import HAS_FCL, surface_distance, surface_points
from geometry.poses import Array
from geometry.solids.tree import Solid
from geometry.tessellation.kernel import gap_within, mesh_of

# The first length, mm, and the factor to the next one if python-fcl, which gives the distance of
# surfaces, is missing.
_SHORT, _LONGER = 1.0, 4.0
# Share by which a length exceeds the distance of the trees, whose last digits may differ from the
# kernel's.
_SPARE = 1e-9


def mesh_gap(solid_a: Solid, solid_b: Solid, T_a_b: Array, search_mm: float, chord: float) -> float:
    """The distance between the two meshes, mm, 0 if they share volume, or search_mm if that is
    less. T_a_b: Pose of b in a, (4, 4). chord: Chord tolerance of the meshes, mm."""
    length = min(search_mm, _SHORT)
    gap = gap_within(solid_a, solid_b, T_a_b, length, chord)
    while gap >= length and length < search_mm:
        length = min(search_mm, _next_length(solid_a, solid_b, T_a_b, length, chord))
        gap = gap_within(solid_a, solid_b, T_a_b, length, chord)
    return min(gap, search_mm)


def _next_length(a: Solid, b: Solid, T_a_b: Array, length: float, chord: float) -> float:
    """The next length to search, mm: just above the distance if python-fcl is there."""
    if not HAS_FCL:
        return _LONGER * length
    apart = surface_distance(mesh_of(a, chord), np.eye(4), mesh_of(b, chord), T_a_b)
    return max(apart * (1.0 + _SPARE), length * (1.0 + _SPARE))


def mesh_points(
    solid_a: Solid, solid_b: Solid, T_a_b: Array, chord: float
) -> tuple[Array, Array] | None:
    """The nearest points (3,) of the two meshes, which are apart, in the frame of a; None if
    python-fcl is missing. T_a_b and chord: As for `mesh_gap`."""
    if not HAS_FCL:
        return None
    return surface_points(mesh_of(solid_a, chord), mesh_of(solid_b, chord), T_a_b)
