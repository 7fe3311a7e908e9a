"""The light that reaches points among triangles: from the whole sky, and from one soft lamp.

Light comes from many directions, one after the other. For each a map holds the heights of the
triangles as the light sees them; a point below the map lies in shadow (L. Williams, Casting curved
shadows on curved surfaces, 1978). The mean over the sky is the ambient occlusion of a point, and
the mean over the lamp is its soft shadow.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import pi, sqrt, tan

import numpy as np
from numpy.typing import NDArray

from geometry.errors import GeometryError
from geometry.loops.light_kernel import gather_light, raise_heights
from geometry.poses import Array

Integers = NDArray[np.int64]

GOLDEN_ANGLE = pi * (3.0 - sqrt(5.0))
LOWEST = -0.35  # z of the lowest direction of the sky: a bright floor sends light upwards
FROM_BELOW = 0.45  # brightness of light from below, the sky's is 1
DARK = 1e-6  # added to received and possible light: where no light can come, none is missing
LIFT = 1.3  # texels by which a point is lifted: its own triangle must not shade it


@dataclass(frozen=True)
class Effort:
    """The work that is spent on a picture's light.

    texels: Texels along a map. sky, lamp: Number of directions, shared out among the groups.
    """

    texels: int
    sky: int
    lamp: int


@dataclass(frozen=True, eq=False)
class Light:
    """The share of its light that each point receives, 0 to 1, shape (k,)."""

    sky: Array
    lamp: Array


def light_on(
    points: Array,
    normals: Array,
    triangles: Array,
    towards_lamp: Array,
    half_angle: float,
    effort: Effort,
    groups: Sequence[Integers],
    is_wanted: Callable[[], bool] = lambda: True,
) -> Light | None:
    """The light on points (k, 3), mm, with unit normals (k, 3); None once nobody wants it.

    triangles: Corners of all triangles that shade, shape (m, 3, 3), mm, anticlockwise seen from
    outside: only these sides stop light. towards_lamp: Direction to
    the lamp, (3,). half_angle: Seen size of the lamp, rad: a large lamp makes soft shadows.
    groups: Indices of points that are asked together; each group sees other directions, and the
    mean over neighbours of different groups is as smooth as if each saw all.
    Raises GeometryError where the direction is zero.
    """
    direction = np.asarray(towards_lamp, float)
    size = float(np.linalg.norm(direction))
    if not size > 0.0:
        raise GeometryError("the direction to the lamp has no length")
    if not len(triangles) or not len(points):
        return Light(np.ones(len(points)), np.ones(len(points)))
    corners = triangles.reshape(-1, 3)
    middle = (corners.min(axis=0) + corners.max(axis=0)) / 2
    radius = max(float(np.linalg.norm(corners - middle, axis=1).max()), 1.0)
    order = np.concatenate([np.asarray(group, np.int64) for group in groups])
    ends = np.cumsum([0, *(len(group) for group in groups)])
    setting = _Setting(
        (points - middle)[order],
        np.asarray(normals, float)[order],
        (corners - middle).reshape(-1, 9),
        radius,
        effort.texels,
    )
    lamp = cone(direction / size, half_angle, effort.lamp)
    shares = np.ones((2, len(points)))
    for share, directions in zip(shares, (sky(effort.sky), lamp), strict=True):
        received, possible = np.zeros(len(order)), np.zeros(len(order))
        for turn, towards in enumerate(directions):
            if not is_wanted():
                return None
            group = turn % len(groups)
            setting.shine(towards, slice(ends[group], ends[group + 1]), received, possible)
        share[order] = np.clip((received + DARK) / (possible + DARK), 0.0, 1.0)
    return Light(shares[0], shares[1])


def sky(count: int) -> Array:
    """Unit directions spread evenly over the sky and a little of the ground, (count, 3)."""
    turn = np.arange(count) + 0.5
    z = LOWEST + (1.0 - LOWEST) * turn / count
    across = np.sqrt(1.0 - z * z)
    angle = GOLDEN_ANGLE * turn
    return np.column_stack([across * np.cos(angle), across * np.sin(angle), z])


def cone(axis: Array, half_angle: float, count: int) -> Array:
    """Unit directions spread evenly over a cone round a unit vector, (count, 3)."""
    turn = np.arange(count) + 0.5
    reach, angle = tan(half_angle) * np.sqrt(turn / count), GOLDEN_ANGLE * turn
    x, y, _ = axes_of(axis)
    spread = axis + (reach * np.cos(angle))[:, None] * x + (reach * np.sin(angle))[:, None] * y
    return np.asarray(spread / np.linalg.norm(spread, axis=1)[:, None])


def axes_of(towards: Array) -> Array:
    """Two axes across a unit direction, and the direction, as rows, (3, 3)."""
    aside = np.eye(3)[np.argmin(np.abs(towards))]
    x = np.cross(towards, aside)
    x /= np.linalg.norm(x)
    return np.stack([x, np.cross(towards, x), towards])


@dataclass(frozen=True, eq=False)
class _Setting:
    """What is lit, about the middle of the triangles: points, normals, corners (m, 9), mm."""

    points: Array
    normals: Array
    corners: Array
    radius: float
    texels: int

    def shine(self, towards: Array, some: slice, received: Array, possible: Array) -> None:
        """Adds the light from one direction to some of the points."""
        axes = axes_of(towards)
        scale = self.texels / (2.0 * self.radius)
        heights = np.full((self.texels, self.texels), -np.inf)
        raise_heights(self.corners, axes, scale, heights)
        brightness = 1.0 if towards[2] > 0.0 else FROM_BELOW
        lit = (self.points[some], self.normals[some], axes, scale, heights, LIFT / scale)
        gather_light(*lit, brightness, received[some], possible[some])
