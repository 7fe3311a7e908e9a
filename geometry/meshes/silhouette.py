"""The outline of a mesh: the edges between faces that look at the eye and faces that look away."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geometry.meshes.edges import Sides, unit_normals
from geometry.meshes.mesh import Mesh
from geometry.poses import Array

Indices = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Silhouette:
    """What an outline is found from, in the frame of the mesh; the arrays are read-only.

    planes: Outward unit normal n and offset -n.a (mm) of each face, shape (m, 4): the face looks at
        the point p where n.p - n.a > 0.
    ends: The two vertices of each edge that has exactly two faces, shape (k, 2).
    faces: The two faces of each of these edges, shape (2, k).
    """

    planes: Array
    ends: Indices
    faces: Indices

    @staticmethod
    def of(mesh: Mesh, sides: Sides | None = None) -> Silhouette:
        """The edges and face planes of a mesh. An edge of one face, or of three, is never part of
        an outline: it is a feature edge, which is seen from everywhere.

        sides: Those of the mesh, where they are known already.
        """
        first, second = (sides or Sides.of(mesh.triangles)).paired()
        ends = mesh.triangles.ravel()[first]
        faces = np.stack([first[:, 0], second[:, 0]]) // 3
        normals, has_area = unit_normals(mesh)
        # A face without area has no side of its own. It takes the plane of a neighbour; otherwise
        # both of its long edges would be drawn wherever the surface around it is seen.
        for here, there in (faces, faces[::-1]):
            lent = ~has_area[here] & has_area[there]
            normals[here[lent]] = normals[there[lent]]
        offsets = np.einsum("ij,ij->i", normals, mesh.vertices[mesh.triangles[:, 0]])
        parts = np.column_stack([normals, -offsets]), ends.astype(np.int32), faces.astype(np.int32)
        for part in parts:
            part.setflags(write=False)
        return Silhouette(*parts)

    def seen_from(self, eye: Array) -> Indices:
        """The edges of the outline, as pairs of vertices, shape (j, 2).

        eye: The eye in the frame of the mesh in homogeneous coordinates, (4,): x, y, z in mm and 1;
            or, for parallel lines of sight, the direction towards the eye and 0.
        """
        looks_at_eye = self.planes @ eye > 0.0
        one, other = self.faces
        return np.asarray(self.ends[looks_at_eye[one] != looks_at_eye[other]])
