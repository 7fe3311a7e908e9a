"""A mesh that encloses no volume: its hull proves other bodies free, its surface decides hits."""

from dataclasses import dataclass

from geometry.meshes.mesh import Mesh
from geometry.poses import read_only
from geometry.solids.primitives.hull import Hull
from geometry.solids.tree import Moved, Solid


@dataclass(frozen=True, eq=False)
class OpenMesh(Hull):
    """The hull of a surface that encloses no volume. A body that is free of the hull is free of the
    surface. A body that enters the hull may still be free: it hits only where it meets the surface
    (see `open_surfaces`)."""

    surface: Mesh

    @property
    def is_convex(self) -> bool:
        return False

    def _content(self) -> tuple[object, ...]:
        return (self.points, self.planes, self.surface.digest)

    def mirrored_in_x(self) -> Solid:
        corners = tuple((-x, y, z) for x, y, z in self.points)
        planes = tuple((-x, y, z, d) for x, y, z, d in self.planes)
        vertices = read_only(self.surface.vertices * (-1.0, 1.0, 1.0))
        surface = Mesh(vertices, self.surface.triangles[:, ::-1].copy())
        return OpenMesh(corners, planes, surface)


def open_surface(solid: Solid) -> Mesh | None:
    """The surface of a solid that is an open mesh, in the solid's frame; None for other solids."""
    if isinstance(solid, Moved):
        inner = open_surface(solid.inner)
        return None if inner is None else inner.placed(solid.T)
    return solid.surface if isinstance(solid, OpenMesh) else None
