"""Numbers of facets of circles and balls, so that no facet is farther than a chord from them."""

from math import asin, ceil, pi, sqrt

from geometry.errors import GeometryError

# Facets of so many segments meet at less than the angle of a feature edge, on the smallest bolt
# too. Every count is a multiple of four: facet corners then lie on the axes, where the bounds of
# the exact primitive are.
_LEAST_SEGMENTS = 16
_MOST_SEGMENTS = 20_000
# The kernel's sphere is a subdivided octahedron; the middle of its largest triangle is up to 2.73
# times as far from the sphere as the middle of an arc of the same number of segments (measured
# for 8 to 128 segments).
_SPHERE_SAGITTA_RATIO = 2.8


def segments(radius: float, chord: float) -> int:
    """Number of facets round a circle so that none is farther than the chord (mm) from it;
    GeometryError when that is more than the kernel takes."""
    # Half the angle of a facet is acos(1 - chord / radius); this form is exact for small chords.
    half_angle = 2.0 * asin(sqrt(min(1.0, chord / (2.0 * radius))))
    count = 4 * ceil(pi / half_angle / 4.0)
    if count > _MOST_SEGMENTS:
        raise GeometryError(
            f"a chord of {chord} mm needs {count} facets round a radius of {radius} mm"
        )
    return max(_LEAST_SEGMENTS, count)


def ball_segments(radius: float, chord: float) -> int:
    """Number of facets round a ball of the kernel so that none is farther than the chord (mm)."""
    return segments(radius, chord / _SPHERE_SAGITTA_RATIO)
