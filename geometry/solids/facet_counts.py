"""How many facets a circle or a ball takes, so that none is farther than a chord from it."""

from math import asin, ceil, pi, sqrt

from geometry.errors import GeometryError

# Enough that the facets of a small bolt meet at less than the angle of a feature edge; a multiple
# of four puts facet corners on the axes, where the bounds of the exact primitive are.
_LEAST_SEGMENTS = 16
_MOST_SEGMENTS = 20_000
# The kernel's sphere is a subdivided octahedron; the middle of its largest triangle is up to 2.73
# times as far from the sphere as the middle of an arc of the same number of segments (measured
# for 8 to 128 segments).
_SPHERE_SAGITTA_RATIO = 2.8


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


def ball_segments(radius: float, chord: float) -> int:
    """How many facets go round a ball of the kernel so that none is farther than the chord."""
    return segments(radius, chord / _SPHERE_SAGITTA_RATIO)
