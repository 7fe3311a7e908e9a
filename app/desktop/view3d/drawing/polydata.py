"""Makes VTK data from arrays: surfaces, line segments, polylines, and actors for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyvista as pv
from numpy.typing import ArrayLike, NDArray
from vtkmodules.util.numpy_support import numpy_to_vtk
from vtkmodules.vtkRenderingCore import vtkActor, vtkMapper, vtkPolyDataMapper

from geometry.meshes.normals import SmoothSurface

Array = NDArray[np.float64]
Integers = NDArray[np.int64]

# Faces move a little back and lines a little forward: hidden edges must not show through the face
# in front of them, as they do with VTK's own line offset of -4.
FACE_OFFSET = (1.0, 1.0)
LINE_OFFSET = (0.0, -1.0)
# Farther back than a copy of the same curved face whose facets are turned a little.
BEHIND_OFFSET = (3.0, 200.0)
# In front of all bodies, yet in depth order among each other (a share of 65536 depth steps).
FRONT_OFFSET = (0.0, -30000.0)


def resolve_depth() -> None:
    """Lets VTK apply the offsets above, which hold for every mapper of the process."""
    vtkMapper.SetResolveCoincidentTopologyToPolygonOffset()
    vtkMapper.SetResolveCoincidentTopologyPolygonOffsetParameters(*FACE_OFFSET)
    vtkMapper.SetResolveCoincidentTopologyLineOffsetParameters(*LINE_OFFSET)


def surface(vertices: Array, triangles: Integers) -> Any:
    """Triangles over shared vertices, as VTK data."""
    return pv.PolyData.from_regular_faces(np.array(vertices, float), np.array(triangles))


def shaded_surface(smooth: SmoothSurface) -> Any:
    """Triangles with the normals of their corners, as VTK data."""
    data = surface(smooth.points, smooth.triangles)
    normals = numpy_to_vtk(np.array(smooth.normals, np.float32), deep=True)
    data.GetPointData().SetNormals(normals)
    return data


def smooth_surface(welded: Any, split_deg: float = 30.0) -> Any:
    """The surface with normals that are smooth over curved faces and split at edges."""
    return welded.compute_normals(
        cell_normals=False, split_vertices=True, feature_angle=split_deg, consistent_normals=False
    )


def segments(points: Array, pairs: Integers) -> Any:
    """Separate line segments between pairs of points; pairs: indices, shape (k, 2)."""
    count = len(pairs)
    lines = np.hstack([np.full((count, 1), 2, np.int64), np.asarray(pairs, np.int64)])
    return pv.PolyData(np.array(points, float).reshape(-1, 3), lines=lines.ravel())


def polylines(curves: Sequence[ArrayLike]) -> Any:
    """Open polylines; a closed one repeats its first point."""
    lines: list[Array] = [np.asarray(curve, float).reshape(-1, 3) for curve in curves]
    lines = [line for line in lines if len(line) > 1]
    if not lines:
        return pv.PolyData()
    sizes = np.array([len(line) for line in lines])
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    # Before the indices of each line stands how many they are.
    cells = np.insert(np.arange(sizes.sum()), starts, sizes)
    return pv.PolyData(np.concatenate(lines), lines=cells)


def face_actor(data: Any) -> Any:
    """An actor of lit faces without a colour yet."""
    mapper = vtkPolyDataMapper()
    mapper.SetInputDataObject(data)
    mapper.ScalarVisibilityOff()
    actor = vtkActor()
    actor.SetMapper(mapper)
    light = actor.GetProperty()
    light.SetAmbient(0.16)
    light.SetDiffuse(0.84)
    light.SetSpecular(0.22)
    light.SetSpecularPower(30.0)
    return actor


def line_actor(data: Any = None, port: Any = None, front: bool = False) -> Any:
    """An actor of unlit lines, from a data set or from a filter's output port.

    front: Whether the lines are drawn over everything nearer.
    """
    mapper = vtkPolyDataMapper()
    if port is not None:
        mapper.SetInputConnection(port)
    else:
        mapper.SetInputDataObject(data if data is not None else pv.PolyData())
    mapper.ScalarVisibilityOff()
    if front:
        mapper.SetRelativeCoincidentTopologyLineOffsetParameters(*FRONT_OFFSET)
    actor = vtkActor()
    actor.SetMapper(mapper)
    actor.PickableOff()
    actor.GetProperty().LightingOff()
    return actor


def draw_in_front(actor: Any) -> None:
    """Makes an actor of faces visible through everything nearer.

    The offset may bring all of it to the very front of the depth range, where it no longer hides
    its own far side; so that side is left out.
    """
    actor.GetProperty().SetBackfaceCulling(True)
    actor.GetMapper().SetRelativeCoincidentTopologyPolygonOffsetParameters(*FRONT_OFFSET)


def draw_behind(actor: Any) -> None:
    """Lets a body that stands exactly in the same place hide an actor of faces."""
    actor.GetMapper().SetRelativeCoincidentTopologyPolygonOffsetParameters(*BEHIND_OFFSET)


def colour_points(data: Any, colours: ArrayLike) -> None:
    """Gives every point a colour: red, green, blue and perhaps alpha in 0..1."""
    values = np.clip(np.asarray(colours, float) * 255.0, 0, 255).astype(np.uint8)
    data.point_data["colour"] = values
    data.set_active_scalars("colour")


def colour_faces(data: Any, colours: ArrayLike) -> None:
    """Gives every face a colour: red, green, blue in 0..1."""
    values = np.clip(np.asarray(colours, float) * 255.0, 0, 255).astype(np.uint8)
    data.cell_data["colour"] = values


def show_face_colours(actor: Any, shown: bool) -> None:
    """Draws an actor in the colours of its faces, or in one colour."""
    mapper = actor.GetMapper()
    mapper.SetScalarModeToUseCellFieldData()
    mapper.SelectColorArray("colour")
    mapper.SetColorModeToDirectScalars()
    mapper.SetScalarVisibility(shown)


def show_point_colours(actor: Any) -> None:
    """Draws an actor in the colours of its points."""
    mapper = actor.GetMapper()
    mapper.ScalarVisibilityOn()
    mapper.SetColorModeToDirectScalars()
