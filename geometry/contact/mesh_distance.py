"""The distance of two solids by their meshes, with a search that stays short.

The kernel looks at every pair of triangles that are nearer than the length it is given: a length
far above the distance makes it look at most pairs of the two meshes. So a short length is tried
first, and then the distance of the two surfaces that trees of boxes give.
"""

import numpy as np

from geometry.contact.mesh_collision import HAS_FCL, surface_distance
from geometry.poses import Array
from geometry.solids.tree import Solid
from geometry.tessellation.kernel import gap_within, mesh_of

# The length that is tried first, mm, and by how much the next one is longer where python-fcl, which
# knows the distance of surfaces, is missing.
_SHORT, _LONGER = 1.0, 4.0
# The kernel must find again what the trees found: a distance that differs in its last digits.
_SPARE = 1e-9


def mesh_gap(solid_a: Solid, solid_b: Solid, T_a_b: Array, search_mm: float, chord: float) -> float:
    """The distance between the two meshes, mm, 0 where they share volume, or search_mm where it is
    more than that."""
    length = min(search_mm, _SHORT)
    gap = gap_within(solid_a, solid_b, T_a_b, length, chord)
    while gap >= length and length < search_mm:
        length = min(search_mm, _next_length(solid_a, solid_b, T_a_b, length, chord))
        gap = gap_within(solid_a, solid_b, T_a_b, length, chord)
    return min(gap, search_mm)


def _next_length(a: Solid, b: Solid, T_a_b: Array, length: float, chord: float) -> float:
    """A longer length to search, mm: where it can be known, just above the distance."""
    if not HAS_FCL:
        return _LONGER * length
    apart = surface_distance(mesh_of(a, chord), np.eye(4), mesh_of(b, chord), T_a_b)
    return max(apart * (1.0 + _SPARE), length * (1.0 + _SPARE))
