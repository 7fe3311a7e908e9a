"""The cut faces of bodies as flat figures, and the figures that two of them share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from geometry.errors import GeometryError
from geometry.meshes.mesh import Mesh
from geometry.tessellation.kernel import common_curves, filled_curves
from geometry.tessellation.plane_cut import plane_cut

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class CapShape:
    """A cut face in the frame of the plane.

    curves: Closed curves round it and round its holes, (n, 2) each, mm, without the first point
    again. triangles: What fills them, as indices into the points of all curves, (m, 3). is_open:
    Whether the mesh is an open surface, which has no cut face.
    """

    curves: tuple[Array, ...]
    triangles: NDArray[np.int64]
    is_open: bool = False

    @cached_property
    def points(self) -> Array:
        """The points of all curves, (n, 2)."""
        return np.concatenate([np.empty((0, 2)), *self.curves])

    @cached_property
    def bounds(self) -> tuple[Array, Array]:
        """The least and the greatest coordinates, (2,) each."""
        points = self.points
        return points.min(axis=0), points.max(axis=0)


NO_CAP = CapShape((), np.empty((0, 3), dtype=np.int64))


def cap_of(mesh: Mesh, T_plane_body: Array, is_open: bool = False) -> CapShape:
    """The cut face of a body. T_plane_body: Its pose in the frame of the plane, (4, 4).

    is_open: Whether the mesh is an open surface, even where its cut happens to be closed.
    """
    if is_open:
        return CapShape((), NO_CAP.triangles, is_open=True)
    try:
        curves = tuple(plane_cut(mesh, T_plane_body))
    except GeometryError:
        return CapShape((), NO_CAP.triangles, is_open=True)
    return CapShape(curves, filled_curves(curves))


def shared_cap(a: CapShape, b: CapShape) -> CapShape | None:
    """The figure that two cut faces share; None where they share none."""
    curves = tuple(common_curves(a.curves, b.curves))
    return CapShape(curves, filled_curves(curves)) if curves else None


def near_pairs(shapes: Sequence[CapShape]) -> list[tuple[int, int]]:
    """The pairs of figures whose boxes overlap, by their places; all figures have curves."""
    if not shapes:
        return []
    low, high = (np.array([shape.bounds[side] for shape in shapes]) for side in (0, 1))
    meet = np.all((low[:, None] < high[None]) & (low[None] < high[:, None]), axis=2)
    return [(int(i), int(j)) for i, j in np.argwhere(np.triu(meet, 1))]


def area_of(curves: Sequence[Array]) -> float:
    """The area within closed curves, mm2; curves round holes count below 0."""
    total = 0.0
    for curve in curves:
        x, y = curve.T
        total += 0.5 * float(x @ np.roll(y, -1) - y @ np.roll(x, -1))
    return total
