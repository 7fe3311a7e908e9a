"""The floor of the cell: a grid in round steps that fades out round the cell."""

from __future__ import annotations

from math import floor, log10
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.desktop.looks.theme import Theme, rgb
from app.desktop.view3d.drawing.polydata import (
    colour_points,
    line_actor,
    polylines,
    show_point_colours,
)

Array = NDArray[np.float64]


def grid_step(size: float) -> float:
    """A round distance (1, 2 or 5 times a power of ten, mm) that fits `size` about twelve times."""
    rough = max(size, 1.0) / 12.0
    decade = 10.0 ** floor(log10(rough))
    return decade * min((1.0, 2.0, 5.0, 10.0), key=lambda factor: abs(factor * decade - rough))


def grid_lines(centre: Array, radius: float, step: float) -> list[Array]:
    """The lines of the floor grid, each as points (n, 3) at its crossings, mm."""
    first = np.floor((centre - radius) / step)
    count = int(np.ceil(2.0 * radius / step)) + 2
    x, y = ((first[i] + np.arange(count)) * step for i in (0, 1))
    grid = np.stack([*np.meshgrid(x, y, indexing="ij"), np.zeros((count, count))], axis=-1)
    return [*grid, *grid.transpose(1, 0, 2)]


class Ground:
    """The grid on the floor of one cell."""

    def __init__(self, low: Array, high: Array) -> None:
        """low, high: The least and greatest coordinates of the bodies, mm."""
        centre = (low[:2] + high[:2]) / 2
        size = float(np.hypot(*(high[:2] - low[:2])))
        self.step = grid_step(size)
        self._reach = 0.95 * size
        self._centre = centre
        self._level = min(0.0, float(low[2]))
        # Slightly under the floor: the undersides of bodies that stand on it must not flicker.
        lift = np.array([0.0, 0.0, self._level - 0.3])
        lines = grid_lines(centre, self._reach, self.step)
        self._data = polylines([line + lift for line in lines])
        self.actor: Any = line_actor(self._data)
        self._dressed: tuple[Theme, float] | None = None

    @property
    def rim(self) -> Array:
        """The corners of the grid, shape (4, 3), mm."""
        signs = np.array([(-1, -1), (-1, 1), (1, -1), (1, 1)])
        flat = self._centre + self._reach * signs
        return np.column_stack([flat, np.full(4, self._level)])

    def dress(self, theme: Theme, pixel_ratio: float) -> None:
        """Colours the lines: strongest under the cell, invisible at the rim."""
        if self._dressed == (theme, pixel_ratio):
            return
        distance = np.hypot(*(np.asarray(self._data.points)[:, :2] - self._centre).T)
        fade = np.clip(1.0 - distance / self._reach, 0.0, 1.0)
        alpha = 0.5 * np.minimum(1.0, 1.6 * fade)
        colours = np.column_stack([np.tile(rgb(theme.grid), (len(alpha), 1)), alpha])
        colour_points(self._data, colours)
        self.actor.GetProperty().SetLineWidth(pixel_ratio)
        if self._dressed is None:
            show_point_colours(self.actor)
        self._dressed = theme, pixel_ratio


class Floor:
    """The floor of a scene: a grid is laid where bodies stand, and lifted before others come."""

    def __init__(self, renderer: Any) -> None:
        self._renderer = renderer
        self._ground: Ground | None = None
        self._last: tuple[tuple[float, ...], Ground] | None = None  # with the extent of its bodies
        self._is_shown = True

    @property
    def is_laid(self) -> bool:
        """Whether there is a grid, shown or hidden."""
        return self._ground is not None

    @property
    def rim(self) -> Array:
        """The corners of the grid, shape (4, 3), mm; the origin, shape (1, 3), without a grid."""
        return self._ground.rim if self._ground is not None else np.zeros((1, 3))

    def met(self, origin: Array, direction: Array) -> Array | None:
        """The point of the grid on a line of sight, (3,), mm; None where it passes beside it."""
        if self._ground is None or direction[2] == 0.0:
            return None
        rim = self._ground.rim
        far = (rim[0, 2] - origin[2]) / direction[2]
        point = origin + far * direction
        inside = (rim[:, :2].min(axis=0) <= point[:2]) & (point[:2] <= rim[:, :2].max(axis=0))
        return np.asarray(point) if far > 0.0 and inside.all() else None

    def lay(self, corners: Array, theme: Theme, pixel_ratio: float) -> None:
        """Lays a grid under bodies whose boxes have these corners, shape (n, 3), mm.

        The grid that was laid last is laid again where the bodies reach as far: most edits add or
        remove a body among others.
        """
        low, high = corners.min(axis=0), corners.max(axis=0)
        extent = (*low, *high)
        if self._last is None or self._last[0] != extent:
            self._last = extent, Ground(low, high)
        self._ground = self._last[1]
        self._ground.dress(theme, pixel_ratio)
        self._ground.actor.SetVisibility(self._is_shown)
        self._renderer.AddActor(self._ground.actor)

    def lift(self) -> None:
        """Removes the grid, because other bodies come or go."""
        if self._ground is not None:
            self._renderer.RemoveActor(self._ground.actor)
            self._ground = None

    def show(self, visible: bool) -> None:
        """Shows or hides the grid, also one that is laid later."""
        self._is_shown = visible
        if self._ground is not None:
            self._ground.actor.SetVisibility(visible)

    def dress(self, theme: Theme, pixel_ratio: float) -> None:
        """Colours the grid, if there is one."""
        if self._ground is not None:
            self._ground.dress(theme, pixel_ratio)
