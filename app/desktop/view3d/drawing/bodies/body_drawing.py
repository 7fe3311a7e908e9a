"""The drawing of a solid as plain arrays: the worker makes them, VTK takes them unchanged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from geometry.errors import GeometryError
from geometry.meshes.coarse import CoarseSurface, coarse_copies
from geometry.meshes.edges import Sides, feature_edges
from geometry.meshes.mesh import Integers, Mesh
from geometry.meshes.normals import SmoothSurface, smooth_surface
from geometry.meshes.silhouette import Silhouette
from geometry.poses import Array, read_only
from geometry.solids.primitives.mesh_solid import MeshSolid
from geometry.solids.primitives.open_mesh import open_surface
from geometry.solids.tree import Solid
from geometry.tessellation.chords import CHORD
from geometry.tessellation.kernel import keep_mesh, mesh_of

Place = tuple[str, float]  # key of a solid and chord, mm
MOST_KEPT = 2000
LARGE_MESH = 10_000  # triangles; to draw more takes longer than a few hundredths of a second


@dataclass(frozen=True, eq=False)
class BodyDrawing:
    """Mesh, smooth surface and feature edges of a solid in its own frame, mm.

    edges: Pairs of vertices of the mesh, shape (k, 2).
    silhouette: What outlines of the mesh are found from.
    box: Least and greatest x, y and z of the vertices, shape (2, 3), mm.
    coarse: Ever coarser copies, for frames in which the camera moves.
    is_closed: Whether the faces enclose a space, so that only their outer sides can be seen.
    """

    mesh: Mesh
    surface: SmoothSurface
    edges: Integers
    silhouette: Silhouette
    box: Array
    coarse: tuple[CoarseSurface, ...] = ()
    is_closed: bool = False

    @staticmethod
    def of(mesh: Mesh) -> BodyDrawing:
        """The drawing of a mesh."""
        sides = Sides.of(mesh.triangles)
        smooth, edges = smooth_surface(mesh, sides=sides), feature_edges(mesh, sides=sides)
        box = read_only([mesh.vertices.min(axis=0), mesh.vertices.max(axis=0)])
        coarse = coarse_copies(smooth, mesh.vertices[edges])
        is_closed = sides.are_closed and mesh.volume_and_centroid()[0] > 0.0
        return BodyDrawing(mesh, smooth, edges, Silhouette.of(mesh, sides), box, coarse, is_closed)

    def at_level(self, level: int) -> CoarseSurface:
        """The copy of a level: 0 is the whole drawing, higher levels are coarser."""
        if level:
            return self.coarse[level - 1]
        every = np.arange(len(self.surface.triangles))
        return CoarseSurface(self.surface, every, self.mesh.vertices[self.edges])


_kept: dict[Place, BodyDrawing] = {}  # by content, the oldest first


def drawing_of(solid: Solid, chord: float = CHORD) -> BodyDrawing:
    """The drawing of a solid; the same object again for equal content and chord."""
    place = (solid.key, float(chord))
    if place not in _kept:
        mesh = open_surface(solid) or mesh_of(solid, chord)
        _keep(place, BodyDrawing.of(mesh))
    return _kept[place]


def is_drawn(solid: Solid, chord: float = CHORD) -> bool:
    """Whether the drawing exists already, so that `drawing_of` is quick."""
    return (solid.key, float(chord)) in _kept


def is_large(solid: Solid) -> bool:
    """Whether the meshes of files in the solid make its drawing slow."""
    leaves = [leaf for leaf, _ in solid.leaves_in(np.eye(4)) if isinstance(leaf, MeshSolid)]
    return sum(len(leaf.mesh.triangles) for leaf in leaves) > LARGE_MESH


def keep_drawing(solid: Solid, drawing: BodyDrawing, chord: float = CHORD) -> None:
    """Takes over the drawing of a solid from another process."""
    if open_surface(solid) is None:
        keep_mesh(solid, drawing.mesh, chord)
    _keep((solid.key, float(chord)), drawing)


def drawings_of(solids: Sequence[Solid], chord: float) -> list[BodyDrawing | None]:
    """The drawings of solids; None where the kernel can make no mesh."""
    return [_drawing_or_none(solid, chord) for solid in solids]


def _drawing_or_none(solid: Solid, chord: float) -> BodyDrawing | None:
    try:
        return drawing_of(solid, chord)
    except GeometryError:
        return None


def _keep(place: Place, drawing: BodyDrawing) -> None:
    while len(_kept) >= MOST_KEPT:
        _kept.pop(next(iter(_kept)))
    _kept[place] = drawing
