"""The reach of the tool as VTK data: a shell about all cubes, or a section of one layer."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyvista as pv
from numpy.typing import NDArray

from app.desktop.view3d.drawing.polydata import segments, surface
from scenes.regions.reach_grid import ReachMap
from scenes.world.frozen import Array

Cubes = NDArray[np.int64]


def values_of(found: ReachMap, by_solutions: bool) -> Array:
    """The value of each cube, in the shape of the grid; nan where the tool does not get to."""
    values = found.solutions.astype(float) if by_solutions else found.freedom.copy()
    values[found.solutions == 0] = np.nan
    return np.asarray(values.reshape(found.grid.shape))


def shell_of(found: ReachMap, values: Array) -> tuple[Any, Array]:
    """The surface about the reached cubes in the axes of the grid, mm, and the value (m,) of the
    cube at each of its faces."""
    grid = found.grid
    image = pv.ImageData(
        dimensions=tuple(n + 2 for n in grid.shape),
        spacing=(grid.step,) * 3,
        origin=tuple(grid.low - grid.step),
    )
    inside = np.pad(found.is_reached, 1).astype(np.float32)
    image.point_data["inside"] = inside.ravel(order="F")
    data = image.contour([0.5], scalars="inside")
    data.clear_data()
    if not data.n_points:
        return data, np.empty(0)
    near = _spread(np.pad(values, 1, constant_values=np.nan))
    middles = np.asarray(data.points)[data.regular_faces].mean(axis=1)
    at = np.rint((middles - (grid.low - grid.step)) / grid.step).astype(np.int64)
    return data, near[tuple(at.T)]


def _spread(values: Array) -> Array:
    """The values, and in empty cubes the greatest of the cubes beside them."""
    found = values.copy()
    for axis in range(3):
        for way in (1, -1):
            beside = np.roll(found, way, axis)
            found = np.where(np.isnan(found), beside, found)
    return found


def section_of(found: ReachMap, values: Array) -> tuple[Any, Array, Any]:
    """The squares of the layer in the tool's plane, their values (m,), and the contour round them:
    in the axes of the grid, mm."""
    grid, layer = found.grid, found.grid.tool_layer
    inside = found.is_reached[:, :, layer]
    i, j = np.nonzero(inside)
    half = 0.5 * grid.step
    middles = grid.low[:2] + grid.step * np.column_stack([i, j])
    signs = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half
    corners = (middles[:, None] + signs).reshape(-1, 2)
    points = np.column_stack([corners, np.zeros(len(corners))])
    first = 4 * np.arange(len(i))[:, None]
    triangles = np.concatenate(
        [first + np.array((0, 1, 2)), first + np.array((0, 2, 3))], axis=1
    ).reshape(-1, 3)
    shown = np.repeat(values[i, j, layer], 2)  # two triangles for each square
    edges = _contour(inside, grid.low[:2] - half, grid.step)
    return surface(points, triangles) if len(i) else pv.PolyData(), shown, edges


def _contour(inside: NDArray[np.bool_], low: Array, step: float) -> Any:
    """The lines between squares that are reached and squares that are not."""
    padded = np.pad(inside, 1)
    across = np.argwhere(padded[1:, 1:-1] != padded[:-1, 1:-1])
    along = np.argwhere(padded[1:-1, 1:] != padded[1:-1, :-1])
    starts = np.concatenate([across, along])
    ends = np.concatenate([across + np.array((0, 1)), along + np.array((1, 0))])
    points = low + step * np.concatenate([starts, ends])
    if not len(starts):
        return pv.PolyData()
    numbers = np.arange(len(starts))
    pairs = np.column_stack([numbers, numbers + len(starts)])
    return segments(np.column_stack([points, np.zeros(len(points))]), pairs)
