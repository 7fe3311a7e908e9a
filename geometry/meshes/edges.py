"""Feature edges of a mesh: edges at which faces meet at an angle, as on a technical drawing."""

from dataclasses import dataclass
from math import cos, radians

import numpy as np
from numpy.typing import NDArray

from geometry.meshes.mesh import Integers, Mesh
from geometry.tolerances import NO_AREA


@dataclass(frozen=True, eq=False)
class Sides:
    """All sides of the triangles of a mesh, sorted so that the sides of one edge stand together.

    Whoever asks several questions about the edges of one mesh sorts them once.

    triangles: Vertex indices, (m, 3).
    ends: The vertex pair of each side, (3 m, 2), the lower index first.
    corners: The corner at which each side begins, (3 m,): 3 f + i is corner i of triangle f.
    starts: The row at which the sides of each edge begin, (e,).
    counts: The number of sides of each edge, (e,).
    """

    triangles: Integers
    ends: Integers
    corners: Integers
    starts: Integers
    counts: Integers

    @staticmethod
    def of(triangles: Integers) -> "Sides":
        """The sides of triangles, (m, 3)."""
        ends = np.sort(
            np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
        )
        corners = np.concatenate([3 * np.arange(len(triangles)) + i for i in range(3)])
        # One number for each edge: it is sorted three times as fast as pairs of numbers.
        edge = ends[:, 0] * (int(triangles.max(initial=0)) + 1) + ends[:, 1]
        order = np.argsort(edge, kind="stable")
        edge = edge[order]
        starts = np.flatnonzero(np.r_[True, np.diff(edge) != 0])
        counts = np.diff(np.r_[starts, len(edge)])
        return Sides(triangles, ends[order], corners[order], starts, counts)

    @property
    def are_closed(self) -> bool:
        """Whether the triangles enclose a space: along every edge as many run to and fro."""
        if not len(self.ends):
            return False
        is_first = self.triangles.ravel()[self.corners] == self.ends[:, 0]
        return not np.add.reduceat(np.where(is_first, 1, -1), self.starts).any()

    def paired(self) -> tuple[Integers, Integers]:
        """The corners of the first and of the second face at both ends of every edge that has two
        faces: two arrays of shape (k, 2); the end with the lower vertex index comes first."""
        pairs = self.starts[self.counts == 2]
        return self._corners_of(pairs), self._corners_of(pairs + 1)

    def _corners_of(self, rows: Integers) -> Integers:
        """The corners at the lower and the higher vertex of some sides, (k, 2)."""
        corner = self.corners[rows]
        follower = corner - corner % 3 + (corner + 1) % 3
        is_first = self.triangles.ravel()[corner] == self.ends[rows, 0]
        return np.where(
            is_first[:, None],
            np.stack([corner, follower], axis=1),
            np.stack([follower, corner], axis=1),
        )


def feature_edges(
    mesh: Mesh, angle: float = radians(30.0), sides: Sides | None = None
) -> NDArray[np.int64]:
    """Edges whose two faces meet at more than the angle (rad) from flat, and edges that do not
    have exactly two faces: pairs of vertex indices, shape (k, 2), the lower index first.

    sides: Those of the mesh, where they are known already.
    """
    known = sides or Sides.of(mesh.triangles)
    face, starts = known.corners // 3, known.starts
    first = face[starts]
    second = face[np.minimum(starts + 1, len(face) - 1)]
    normals, is_flat = unit_normals(mesh)
    turned = np.einsum("ij,ij->i", normals[first], normals[second]) < cos(angle)
    # A face without area has no normal, so it makes no feature edge.
    turned &= is_flat[first] & is_flat[second]
    return known.ends[starts[(known.counts != 2) | turned]]


def unit_normals(mesh: Mesh) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Unit normal of each triangle, (m, 3), and whether it has an area."""
    a, b, c = mesh.vertices[mesh.triangles].transpose(1, 0, 2)
    normals = np.cross(b - a, c - a)
    length = np.linalg.norm(normals, axis=1)
    longest = np.maximum.reduce([np.sum((q - p) ** 2, axis=1) for p, q in ((a, b), (b, c), (c, a))])
    is_flat = length > NO_AREA * longest
    return normals / np.where(is_flat, length, 1.0)[:, None], is_flat
