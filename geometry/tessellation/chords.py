"""Chord tolerances: how far facets may lie from the curved surface they stand for, and how many
facets that takes."""

from math import asin, ceil, pi, sqrt

import numpy as np

from geometry.arguments import checked_number
from geometry.errors import GeometryError
from geometry.solids.primitives import Cone, Cylinder, Sphere
from geometry.solids.tree import Solid
from geometry.solids.turned import Revolved, Torus

CHORD = 0.1
"""Chord tolerance unless the caller asks for another, mm."""

# Enough that the facets of a small bolt meet at less than the angle of a feature edge; a multiple
# of four puts facet corners on the axes, where the bounds of the exact primitive are.
_LEAST_SEGMENTS = 16
_MOST_SEGMENTS = 20_000
# A gigabyte or so for the kernel; what is drawn has some thousands.
_MOST_TRIANGLES = 3_000_000
# The kernel's sphere is a subdivided octahedron; the middle of its largest triangle is up to 2.73
# times as far from the sphere as the middle of an arc of the same number of segments (measured
# for 8 to 128 segments).
SPHERE_SAGITTA_RATIO = 2.8


def segments(radius: float, chord: float) -> int:
    """How many facets go round a circle so that none is farther than the chord from it."""
    # The same as pi / acos(1 - chord / radius), and exact for a small chord too.
    half_angle = 2.0 * asin(sqrt(min(1.0, chord / (2.0 * radius))))
    count = 4 * ceil(pi / half_angle / 4.0)
    if count > _MOST_SEGMENTS:
        raise GeometryError(
            f"a chord of {chord} mm needs {count} facets round a radius of {radius} mm"
        )
    return max(_LEAST_SEGMENTS, count)


def checked_chord(chord: float) -> float:
    """The chord tolerance as a float; GeometryError where nothing can be meshed at it."""
    try:
        number = checked_number(chord, "chord")
    except GeometryError:
        number = 0.0
    if number <= 0.0:
        raise GeometryError(f"the chord tolerance must be above 0 mm and finite, not {chord!r}")
    return number


def triangle_estimate(solid: Solid, chord: float) -> int:
    """About how many triangles the curved primitives of a solid are made of."""
    return sum(_triangles(leaf, chord) for leaf, _ in solid.leaves_in(np.eye(4)))


def refuse_too_many(solid: Solid, chord: float) -> None:
    """Told before the memory is filled."""
    count = triangle_estimate(solid, chord)
    if count > _MOST_TRIANGLES:
        least = chord * count / _MOST_TRIANGLES
        raise GeometryError(
            f"a chord of {chord:g} mm needs about {count} triangles, more than the "
            f"{_MOST_TRIANGLES} a solid may have; take a chord of {least:.2g} mm or more"
        )


def _triangles(leaf: Solid, chord: float) -> int:
    """About how many triangles a curved primitive is made of."""
    match leaf:
        case Sphere():
            return segments(leaf.radius, chord / SPHERE_SAGITTA_RATIO) ** 2 // 2
        case Torus():
            round_ring = segments(leaf.radius + leaf.radius_minor, 0.5 * chord)
            return 2 * segments(leaf.radius_minor, 0.5 * chord) * round_ring
        case Revolved():
            widest = float(leaf.profile[:, 0].max())
            return 2 * len(leaf.profile) * segments(widest, chord)
        case Cylinder():
            return 4 * segments(leaf.radius, chord)
        case Cone():
            return 4 * segments(max(leaf.radius_bottom, leaf.radius_top), chord)
    return 0
