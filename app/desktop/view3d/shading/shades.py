"""The shade of every pixel of a picture: what its surroundings keep from it of sky and lamp."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, radians, sqrt

import numpy as np
from numpy.typing import NDArray

from geometry.loops.light_kernel import find_seen_normals, find_seen_points, widen_shades
from geometry.measuring.light import Effort, light_on

Array = NDArray[np.float64]
Shades = NDArray[np.uint8]

# In the window the shades must be there soon; a picture that is kept may take its time.
AT_REST, KEPT = Effort(320, 96, 28), Effort(640, 160, 64)
MOST_POINTS = {AT_REST: 260_000, KEPT: 1_000_000}  # points of a picture that are lit
LAMP_HALF_ANGLE = radians(8.0)
SKY_SHARE, LAMP_SHARE = 0.62, 0.42  # of a colour that goes where no light of them arrives
FLOOR_REACH, FADE = 2.2, 1.2  # radii of the cell: where the shade of the floor ends, and fades
SOFTNESS = 3e-4  # depth beside a pixel's surface at which a shade of a neighbour counts half
ROWS_AT_ONCE = 64
BODY, FLOOR = 1.0, 2.0


@dataclass(frozen=True, eq=False)
class SeenPicture:
    """What light and shadow need to know of a drawn picture. Lengths are mm, in the world.

    depths: Depth of each pixel, 0 near to 1 far, the lowest row first, shape (height, width).
    T_world_cube: From the cube of the picture (-1 to 1) to the world, up to the scale, (4, 4).
    eye: Place of the eye. axes: Right, up and backward of the camera as columns, (3, 3).
    floor_z: Height of the floor; None where no floor is to be seen.
    triangles: Corners of all triangles that shade, shape (m, 3, 3).
    """

    depths: Array
    T_world_cube: Array
    eye: Array
    axes: Array
    is_parallel: bool
    floor_z: float | None
    triangles: Array


def shades_of(
    seen: SeenPicture, effort: Effort, is_wanted: Callable[[], bool] = lambda: True
) -> Shades | None:
    """The shade of each pixel, 0 (none) to 255 (black), the lowest row first; None if unwanted."""
    height, width = seen.depths.shape
    step = max(1, ceil(sqrt(height * width / MOST_POINTS[effort])))
    points, normals, places = _seen_points(seen, step)
    few = np.zeros(places.shape)
    if len(seen.triangles):
        shade = _shade(seen, points, normals, places, effort, is_wanted)
        if shade is None:
            return None
        few = shade
    shades = np.empty((height, width), np.uint8)
    for first in range(0, height, ROWS_AT_ONCE):
        if not is_wanted():
            return None
        rows = np.empty((min(ROWS_AT_ONCE, height - first), width))
        widen_shades(few, seen.depths, step, SOFTNESS, first, rows)
        shades[first : first + ROWS_AT_ONCE] = np.rint(255.0 * rows)
    return shades


def towards_lamp(axes: Array) -> Array:
    """The direction to the lamp: from above, the left, and a little from the viewer, (3,)."""
    backward = np.array([axes[0, 2], axes[1, 2], 0.0])
    size = float(np.linalg.norm(backward))
    towards_viewer = backward / size if size > 1e-6 else np.array([*-axes[:2, 1], 0.0])
    return np.asarray(np.array([0.0, 0.0, 1.5]) - 0.75 * axes[:, 0] + 0.45 * towards_viewer)


def _seen_points(seen: SeenPicture, step: int) -> tuple[Array, Array, Array]:
    """Points, normals, and places (a body, the floor, nothing) of every `step`-th pixel."""
    rows, columns = (-(-length // step) for length in seen.depths.shape)
    points, normals = np.empty((rows, columns, 3)), np.empty((rows, columns, 3))
    places = np.empty((rows, columns))
    floor_z = -1e9 if seen.floor_z is None else seen.floor_z
    find_seen_points(seen.depths, seen.T_world_cube, step, floor_z, points, places)
    backward = seen.axes[:, 2] if seen.is_parallel else np.zeros(3)
    find_seen_normals(points, places, seen.eye, np.array(backward), normals)
    if seen.floor_z is None:
        places[places == FLOOR] = 0.0
    return points, normals, places


def _shade(
    seen: SeenPicture,
    points: Array,
    normals: Array,
    places: Array,
    effort: Effort,
    is_wanted: Callable[[], bool],
) -> Array | None:
    """The shade of each of these points, 0 to 1; None once nobody wants it."""
    corners = seen.triangles.reshape(-1, 3)
    low, high = corners.min(axis=0), corners.max(axis=0)
    middle, radius = (low + high) / 2, max(float(np.linalg.norm(high - low)) / 2, 1.0)
    far = np.hypot(points[..., 0] - middle[0], points[..., 1] - middle[1]) / radius
    is_lit = (places == BODY) | ((places == FLOOR) & (far < FLOOR_REACH))
    row, column = np.nonzero(is_lit)
    group = 2 * (row % 2) + column % 2  # neighbours see other directions, and are averaged later
    lamp = towards_lamp(seen.axes)
    lit, facing = points[is_lit], normals[is_lit]
    light = light_on(
        lit,
        facing,
        seen.triangles,
        lamp,
        LAMP_HALF_ANGLE,
        effort,
        [np.flatnonzero(group == turn) for turn in range(4)],
        is_wanted,
    )
    if light is None:
        return None
    faces_lamp = np.clip(2.0 * facing @ (lamp / np.linalg.norm(lamp)), 0.0, 1.0)
    left = (1.0 - SKY_SHARE * (1.0 - light.sky)) * (
        1.0 - LAMP_SHARE * (1.0 - light.lamp) * faces_lamp
    )
    fade = np.clip((FLOOR_REACH - far[is_lit]) / FADE, 0.0, 1.0)
    shade = np.zeros(places.shape)
    shade[is_lit] = (1.0 - left) * np.where(places[is_lit] == FLOOR, fade, 1.0)
    return shade
