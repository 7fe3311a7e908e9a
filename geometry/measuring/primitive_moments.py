"""Moments of primitives in closed form: the integrals of 1, p and p p^T over the solid.

All three are one symmetric matrix M = integral of (p, 1) (p, 1)^T, (4, 4): its corner is the
volume, its last column the first moments, the rest the second ones. A pose T takes it to T M T^T.

Polygons, and profiles that are turned, are sums of signed triangles from the origin to their
edges. A polynomial of degree four at most is integrated over each by Gauss' rule in the collapsed
square: with four points each way it is exact.
"""

from math import pi

import numpy as np

from geometry.errors import GeometryError
from geometry.meshes.mesh import Mesh
from geometry.poses import Array
from geometry.solids.mesh_solid import MeshSolid
from geometry.solids.polytope import Hull
from geometry.solids.primitives import Box, Cone, Cylinder, Prism, Sphere
from geometry.solids.tree import Solid
from geometry.solids.turned import Revolved, Torus
from geometry.tessellation.kernel import mesh_of

_NODES, _NODE_WEIGHTS = np.polynomial.legendre.leggauss(4)


def primitive_moments(shape: Solid) -> Array:
    """The moments of a primitive in its own frame, (4, 4), exact but for rounding."""
    match shape:
        case Box():
            amount = float(np.prod(shape.size))
            return np.diag([*(amount / 12.0 * np.square(shape.size)), amount])
        case Cylinder():
            amount, square = pi * shape.radius**2 * shape.height, shape.radius**2 / 4.0
            return amount * np.diag([square, square, shape.height**2 / 12.0, 1.0])
        case Sphere():
            amount = 4.0 / 3.0 * pi * shape.radius**3
            return amount * np.diag([*[shape.radius**2 / 5.0] * 3, 1.0])
        case Torus():
            minor, major = shape.radius_minor**2, shape.radius**2
            amount = 2.0 * pi**2 * shape.radius * minor
            side = 0.5 * (major + 0.75 * minor)
            return amount * np.diag([side, side, 0.25 * minor, 1.0])
        case Cone():
            half = 0.5 * shape.height
            bottom, top = shape.radius_bottom, shape.radius_top
            return _turned(np.array([(0, -half), (bottom, -half), (top, half), (0, half)]))
        case Revolved():
            return _turned(shape.profile)
        case Prism():
            return _drawn_out(shape.polygon, shape.height)
        case Hull() | MeshSolid():
            return mesh_moments(mesh_of(shape))
    raise GeometryError(f"no moments of a {type(shape).__name__.lower()} are known")


def mesh_moments(mesh: Mesh) -> Array:
    """The moments of what a closed mesh holds, (4, 4).

    Signed tetrahedra from a point in the middle to the triangles: of each, the integral is known
    from its corners (sum of products, and of the products of sums, over twenty).
    """
    amount, centre = mesh.volume_and_centroid()
    corners = (mesh.vertices - centre)[mesh.triangles]
    sixfold = np.einsum("ij,ij->i", corners[:, 0], np.cross(corners[:, 1], corners[:, 2]))
    total = corners.sum(axis=1)
    products = np.einsum("nki,nkj->nij", corners, corners) + np.einsum("ni,nj->nij", total, total)
    M = np.zeros((4, 4))
    M[:3, :3] = np.einsum("n,nij->ij", sixfold, products) / 120.0
    M[3, 3] = amount
    T = np.eye(4)
    T[:3, 3] = centre
    return T @ M @ T.T


def _turned(profile: Array) -> Array:
    """Of a profile (r, z) turned about z: a ring of radius r is 2 pi r long."""
    r, z, weight = _over_polygon(profile)
    ring = 2.0 * pi * r * weight
    side, up, above = 0.5 * np.sum(ring * r**2), np.sum(ring * z), np.sum(ring * z**2)
    M = np.diag([side, side, above, np.sum(ring)])
    M[2, 3] = M[3, 2] = up
    return M


def _drawn_out(polygon: Array, height: float) -> Array:
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
    # (s, t) of the square to s ((1 - t) a + t b), whose area element is s |a x b|.
    s, t = (grid.ravel() for grid in np.meshgrid(u, u))
    weight = np.outer(du, du).ravel() * s
    # From the middle: a polygon far from its origin loses no digits.
    middle = polygon.mean(axis=0)
    a, b = polygon - middle, np.roll(polygon, -1, axis=0) - middle
    twice = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
    points = s[:, None] * ((1.0 - t)[:, None] * a[:, None] + t[:, None] * b[:, None]) + middle
    return points[..., 0].ravel(), points[..., 1].ravel(), (twice[:, None] * weight).ravel()
