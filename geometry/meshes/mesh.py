"""The triangle mesh in double precision, which is drawn, sliced, measured and written to files."""

import hashlib
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from geometry.errors import GeometryError
from geometry.poses import Array, placed, read_only

Integers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Mesh:
    """Triangles over shared vertices, anticlockwise seen from outside; the arrays are read-only.

    vertices: Points, shape (n, 3), mm.
    triangles: Vertex indices, shape (m, 3).
    face_primitive: The primitive that each triangle comes from, shape (m,): its index in the
        depth-first order of the solid's leaves; None if it is not known.

    Raises GeometryError for wrong shapes and for indices of vertices that do not exist.
    """

    vertices: Array
    triangles: Integers
    face_primitive: Integers | None = None

    def __post_init__(self) -> None:
        shapes = np.shape(self.vertices), np.shape(self.triangles)
        if any(len(shape) != 2 or shape[1] != 3 for shape in shapes):
            raise GeometryError(
                f"mesh: vertices (n, 3) and triangles (m, 3) are needed, not {shapes[0]} "
                f"and {shapes[1]}"
            )
        last = len(self.vertices) - 1
        if self.triangles.size and not 0 <= self.triangles.min() <= self.triangles.max() <= last:
            raise GeometryError(f"mesh: the corners of triangles are numbered from 0 to {last}")

    @cached_property
    def digest(self) -> str:
        """A hash of vertices and triangles, 64 hexadecimal digits. It goes with the mesh to another
        process, which need not compute it again."""
        numbers = hashlib.sha256(np.ascontiguousarray(self.vertices).data)
        numbers.update(np.ascontiguousarray(self.triangles).data)
        return numbers.hexdigest()

    @cached_property
    def box(self) -> Array:
        """Least and greatest x, y and z of the vertices that triangles use, shape (2, 3), mm; zeros
        without a triangle. It goes with the mesh to another process."""
        used = self.vertices[np.flatnonzero(np.bincount(self.triangles.ravel()))]
        return read_only([used.min(axis=0), used.max(axis=0)] if len(used) else np.zeros((2, 3)))

    def placed(self, T: Array) -> "Mesh":
        """The same mesh with its vertices in the outer frame of T."""
        vertices = read_only(placed(T, self.vertices))
        return Mesh(vertices, self.triangles, self.face_primitive)

    def volume_and_centroid(self) -> tuple[float, Array]:
        """Enclosed volume, mm3, and its centroid, (3,), mm: the sum of signed tetrahedra about the
        mean vertex. A mesh without volume gives 0 and the mean vertex."""
        middle = self.vertices.mean(axis=0)
        a, b, c = (self.vertices - middle)[self.triangles].transpose(1, 0, 2)
        sixfold = np.einsum("ij,ij->i", a, np.cross(b, c))
        total = float(sixfold.sum())
        if total == 0.0:
            return 0.0, middle
        return total / 6.0, middle + sixfold @ (a + b + c) / (4.0 * total)

    def area(self) -> float:
        """Surface area, mm2."""
        a, b, c = self.vertices[self.triangles].transpose(1, 0, 2)
        return 0.5 * float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum())
