"""Moments in closed form of solids made of outlines: prisms, and profiles turned about z.

All moments are one symmetric matrix M = integral of (p, 1) (p, 1)^T, (4, 4): its corner is the
volume, its last column the first moments, the rest the second moments. A solid moved by the pose T
has the moments T M T^T.

An outline is the sum of the signed triangles from its middle to its edges. Over each triangle
Gauss' rule in the collapsed square integrates polynomials of degree four or less: with four points
along either side it is exact.
"""

from math import pi

import numpy as np

from geometry.poses import Array

_NODES, _NODE_WEIGHTS = np.polynomial.legendre.leggauss(4)


def moments_turned(profile: Array) -> Array:
    """Moments (4, 4) of a profile of corners (r, z), (n, 2), turned about z: a ring of radius r is
    2 pi r long."""
    r, z, weight = _over_polygon(profile)
    ring = 2.0 * pi * r * weight
    side, up, above = 0.5 * np.sum(ring * r**2), np.sum(ring * z), np.sum(ring * z**2)
    M = np.diag([side, side, above, np.sum(ring)])
    M[2, 3] = M[3, 2] = up
    return M


def moments_drawn_out(polygon: Array, height: float) -> Array:
    """Moments (4, 4) of a polygon (n, 2) extruded along z, from -height/2 to height/2."""
    x, y, weight = _over_polygon(polygon)
    p = np.stack([x, y, np.ones_like(x)])
    flat = height * (p * weight) @ p.T
    M = np.zeros((4, 4))
    keep = np.ix_([0, 1, 3], [0, 1, 3])
    M[keep] = flat
    M[2, 2] = flat[2, 2] * height**2 / 12.0
    return M


def _over_polygon(polygon: Array) -> tuple[Array, Array, Array]:
    """Points and signed weights that integrate polynomials of degree four over a polygon."""
    u, du = 0.5 * (_NODES + 1.0), 0.5 * _NODE_WEIGHTS
    # The point (s, t) of the square goes to s ((1 - t) a + t b); the area element is s |a x b|.
    s, t = (grid.ravel() for grid in np.meshgrid(u, u))
    weight = np.outer(du, du).ravel() * s
    # Triangles begin at the middle, so that a polygon far from its origin loses no digits.
    middle = polygon.mean(axis=0)
    a, b = polygon - middle, np.roll(polygon, -1, axis=0) - middle
    twice = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
    points = s[:, None] * ((1.0 - t)[:, None] * a[:, None] + t[:, None] * b[:, None]) + middle
    return points[..., 0].ravel(), points[..., 1].ravel(), (twice[:, None] * weight).ravel()
