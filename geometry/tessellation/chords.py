"""Chord tolerances: the distance that facets may keep from the curved surface for which they stand,
and the number of triangles that it takes."""

import numpy as np

from geometry.arguments import checked_number
from geometry.errors import GeometryError
from geometry.solids.primitives.primitive import Leaf
from geometry.solids.tree import Solid

CHORD = 0.1
"""The chord tolerance if the caller gives none, mm."""

# So many triangles take the kernel about a gigabyte; a solid that is drawn has some thousands.
_MOST_TRIANGLES = 3_000_000


def checked_chord(chord: float) -> float:
    """The chord tolerance as a float, mm; GeometryError if it is not finite and above 0."""
    try:
        number = checked_number(chord, "chord")
    except GeometryError:
        number = 0.0
    if number <= 0.0:
        raise GeometryError(f"the chord tolerance must be above 0 mm and finite, not {chord!r}")
    return number


def triangle_estimate(solid: Solid, chord: float) -> int:
    """The approximate number of triangles of the curved primitives of a solid."""
    leaves = (leaf for leaf, _ in solid.leaves_in(np.eye(4)) if isinstance(leaf, Leaf))
    return sum(leaf.triangle_count(chord) for leaf in leaves if leaf.is_curved)


def refuse_too_many(solid: Solid, chord: float) -> None:
    """Raises GeometryError, before memory is used, if the mesh would have too many triangles."""
    count = triangle_estimate(solid, chord)
    if count > _MOST_TRIANGLES:
        least = chord * count / _MOST_TRIANGLES
        raise GeometryError(
            f"a chord of {chord:g} mm needs about {count} triangles, more than the "
            f"{_MOST_TRIANGLES} a solid may have; take a chord of {least:.2g} mm or more"
        )
