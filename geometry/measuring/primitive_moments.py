"""Moments of one primitive: its own closed form if it has one, else those of its mesh.

Moments are one matrix, (4, 4); see `outline_moments`.
"""

import numpy as np

from geometry.meshes.mesh import Mesh
from geometry.poses import Array
from geometry.solids.primitives.primitive import Leaf
from geometry.tessellation.kernel import mesh_of


def primitive_moments(shape: Leaf) -> Array:
    """The moments of a primitive in its own frame, (4, 4), exact to rounding."""
    own = shape.moments()
    return mesh_moments(mesh_of(shape)) if own is None else own


def mesh_moments(mesh: Mesh) -> Array:
    """The moments of the inside of a closed mesh, (4, 4).

    The sum of the integrals over signed tetrahedra from the centroid to the triangles. The integral
    over a tetrahedron follows from its corners: the sum of their products, plus the product of
    their sums, times a twentieth of its volume.
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
