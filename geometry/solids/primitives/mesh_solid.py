"""A solid given by a closed mesh, as it comes from a mesh file."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from geometry.errors import GeometryError
from geometry.loops.core_kinds import CORNERS
from geometry.meshes.mesh import Mesh
from geometry.meshes.topology import used_corners
from geometry.poses import Array, read_only
from geometry.solids.face import Face
from geometry.solids.primitives.primitive import Primitive, Region, Sizes
from geometry.solids.recipes import MeshRecipe, Recipe
from geometry.solids.support_shape import Core
from geometry.solids.tree import Solid

# Most pairs of a point and a triangle that are in memory at one time.
_MOST_AT_ONCE = 400_000


@dataclass(frozen=True, eq=False)
class MeshSolid(Primitive):
    """The inside of a closed mesh whose triangles look outward; `import_mesh` makes one.

    chord: Distance, mm, by which the mesh may depart from the real part.
    """

    mesh: Mesh
    chord: float = 0.0
    is_convex = False
    is_curved = False
    is_dented = False

    def __post_init__(self) -> None:
        if not len(self.mesh.triangles) or self.mesh.volume_and_centroid()[0] <= 0.0:
            raise GeometryError("mesh: a solid needs a closed mesh that looks outward")

    def _content(self) -> tuple[object, ...]:
        return (self.mesh.digest, self.chord)

    @cached_property
    def corners(self) -> Array:
        """The vertices that triangles use, (n, 3)."""
        return self.mesh.vertices[used_corners(self.mesh.triangles)]

    def level(self, points: Array) -> Array:
        step = max(1, _MOST_AT_ONCE // len(self.mesh.triangles))
        parts = [self._level(points[i : i + step]) for i in range(0, len(points), step)]
        return np.concatenate(parts) if parts else np.zeros(0)

    def _level(self, points: Array) -> Array:
        corners = self.mesh.vertices[self.mesh.triangles]
        offset = corners[None] - points[:, None, None]
        distance = np.sqrt(_squared_distances(offset).min(axis=1))
        return np.where(_winding(offset) > 0.5, -distance, distance)

    def support(self, directions: Array) -> Array:
        return self.corners[np.argmax(directions @ self.corners.T, axis=1)]

    def bounds_in(self, T: Array) -> tuple[Array, Array]:
        R, origin = T[:3, :3], T[:3, 3]
        if np.array_equal(R, np.eye(3)):
            lo, hi = self.mesh.box
            return origin + lo, origin + hi
        turned = self.corners @ R.T
        return origin + turned.min(axis=0), origin + turned.max(axis=0)

    def core(self) -> Core:
        return Core(CORNERS, table=self.corners)

    def flat_planes(self) -> Array | None:
        return None

    def flat_corners(self) -> Array | None:
        return None

    def convex_faces(self) -> tuple[Face, ...] | None:
        return None

    def recipe(self, chord: float, region: Region) -> Recipe:
        return MeshRecipe(self.mesh.vertices, self.mesh.triangles)

    def triangle_count(self, chord: float) -> int:
        return len(self.mesh.triangles)

    def moments(self) -> Array | None:
        return None

    def sizes_beside_faces(self) -> Sizes | None:
        return Sizes("bounds", tuple(float(v) for end in self.bounds() for v in end))

    def mirrored_in_x(self) -> Solid:
        vertices = read_only(self.mesh.vertices * (-1.0, 1.0, 1.0))
        return MeshSolid(Mesh(vertices, self.mesh.triangles[:, ::-1].copy()), self.chord)


@lru_cache(maxsize=4096)
def imported_chord(solid: Solid) -> float | None:
    """Distance, mm, by which the imported meshes in a solid may depart from the real parts; None
    if the solid has no imported mesh."""
    leaves = [leaf for leaf, _ in solid.leaves_in(np.eye(4)) if isinstance(leaf, MeshSolid)]
    return max(leaf.chord for leaf in leaves) if leaves else None


def winding_numbers(mesh: Mesh, points: Array) -> Array:
    """How often a mesh winds round points (n, 3), (n,): 1 inside a closed mesh, 0 outside it."""
    corners = mesh.vertices[mesh.triangles]
    step = max(1, _MOST_AT_ONCE // len(corners))
    parts = [
        _winding(corners[None] - points[i : i + step, None, None])
        for i in range(0, len(points), step)
    ]
    return np.concatenate(parts) if parts else np.zeros(0)


def _winding(offset: Array) -> Array:
    """How often n sets of m triangles (n, m, 3, 3) wind round the origin, (n,): 1 inside, 0
    outside.

    The solid angles of the triangles are added up (Van Oosterom, Strackee 1983), so that a small
    fault of the mesh gives a small error.
    """
    a, b, c = offset[:, :, 0], offset[:, :, 1], offset[:, :, 2]
    la, lb, lc = (np.linalg.norm(v, axis=2) for v in (a, b, c))
    above = np.einsum("nmi,nmi->nm", a, np.cross(b, c))
    below = la * lb * lc + (
        np.einsum("nmi,nmi->nm", a, b) * lc
        + np.einsum("nmi,nmi->nm", b, c) * la
        + np.einsum("nmi,nmi->nm", c, a) * lb
    )
    return np.asarray(np.arctan2(above, below).sum(axis=1) / (2.0 * np.pi))


def _squared_distances(offset: Array) -> Array:
    """Squared distances of the origin to triangles (n, m, 3, 3), (n, m): to the face or an edge."""
    a, b, c = offset[:, :, 0], offset[:, :, 1], offset[:, :, 2]
    normal = np.cross(b - a, c - a)
    squared = np.einsum("nmi,nmi->nm", normal, normal)
    is_over = squared > 0.0
    for p, q in ((a, b), (b, c), (c, a)):
        is_over &= np.einsum("nmi,nmi->nm", np.cross(p, q), normal) >= 0.0
    height = np.einsum("nmi,nmi->nm", a, normal)
    over = np.where(is_over, height**2 / np.where(squared > 0.0, squared, 1.0), np.inf)
    return np.minimum.reduce([over, *(_to_edge(p, q) for p, q in ((a, b), (b, c), (c, a)))])


def _to_edge(p: Array, q: Array) -> Array:
    edge = q - p
    length = np.einsum("nmi,nmi->nm", edge, edge)
    along = -np.einsum("nmi,nmi->nm", p, edge) / np.where(length > 0.0, length, 1.0)
    foot = p + np.clip(along, 0.0, 1.0)[..., None] * edge
    return np.asarray(np.einsum("nmi,nmi->nm", foot, foot))
