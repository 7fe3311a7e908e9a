"""The path of the tool as a line, brighter with time or coloured by a value along it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyvista as pv
from numpy.typing import NDArray

from app.desktop.looks.theme import Theme, mix, rgb
from app.desktop.view3d.drawing.path.colour_scale import colours_of
from app.desktop.view3d.drawing.polydata import (
    colour_points,
    line_actor,
    polylines,
    show_point_colours,
)

Array = NDArray[np.float64]

DASHES, SHORTEST_DASH = 60, 16.0  # of another path: at most, and mm
THIN, THICK = 2.6, 4.0  # of the path by time, and of the coloured path, points


class Trail:
    """The path of the tool. on_changed: Told that the picture is out of date."""

    def __init__(self, renderer: Any, theme: Theme, on_changed: Callable[[], None]) -> None:
        self._theme, self._on_changed = theme, on_changed
        self._points: Array | None = None
        self._times: Array | None = None
        self._shares: Array | None = None
        self._ratio = 1.0
        self._other: Array | None = None
        self.actor = line_actor()
        show_point_colours(self.actor)
        self.other_actor = line_actor()
        for actor in (self.actor, self.other_actor):
            renderer.AddActor(actor)

    @property
    def points(self) -> Array:
        """The shown points of the path, (n, 3), mm; none while it is hidden."""
        if self._points is None or not self.actor.GetVisibility():
            return np.empty((0, 3))
        return self._points

    def set(self, points: Array | None, times: Array | None = None) -> None:
        """Shows a path (n, 3), mm, or none; with times (n,) it starts dim and ends bright."""
        self._points = None if points is None else np.asarray(points, float)
        self._times = None if times is None else np.asarray(times, float)
        self._shares = None
        self._draw()
        self._on_changed()

    def colour(self, shares: Array | None) -> None:
        """Colours the path by shares (n,) of a scale, 0 to 1, nan for not known; None by time."""
        self._shares = None if shares is None else np.asarray(shares, float)
        self._draw()
        self._on_changed()

    def compare(self, points: Array | None) -> None:
        """Shows another path (n, 3), mm, dashed and in violet, beside that of the run, or none."""
        self._other = points
        self._draw_other()
        self._on_changed()

    def _draw_other(self) -> None:
        self.other_actor.GetProperty().SetLineWidth(THICK * self._ratio)
        self.other_actor.GetProperty().SetColor(*rgb(self._theme.ghost))
        pieces = [] if self._other is None else dashes(self._other)
        data = polylines(pieces) if pieces else pv.PolyData()
        self.other_actor.GetMapper().SetInputDataObject(data)

    def show(self, visible: bool) -> None:
        """Shows or hides the path."""
        self.actor.SetVisibility(visible)
        self._on_changed()

    def dress(self, theme: Theme, ratio: float) -> None:
        """Sets the colours of the theme, and widths for the screen."""
        self._theme, self._ratio = theme, ratio
        self._draw()
        self._draw_other()

    def _draw(self) -> None:
        points, shares = self._points, self._shares
        width = THIN if shares is None else THICK
        self.actor.GetProperty().SetLineWidth(width * self._ratio)
        if points is None or len(points) < 2:
            self.actor.GetMapper().SetInputDataObject(pv.PolyData())
            return
        data = polylines([points])
        colours = self._by_time() if shares is None else colours_of(shares, self._theme)
        colour_points(data, colours)
        self.actor.GetMapper().SetInputDataObject(data)

    def _by_time(self) -> Array:
        """The colours (n, 3) from the dim start to the bright end."""
        assert self._points is not None
        share = np.ones(len(self._points))
        if self._times is not None and np.ptp(self._times) > 0:
            share = (self._times - self._times[0]) / np.ptp(self._times)
        full = np.array(rgb(self._theme.path))
        dim = np.array(mix(rgb(self._theme.path), rgb(self._theme.sky_bottom), 0.6))
        return np.asarray(dim + share[:, None] * (full - dim))


def dashes(points: Array) -> list[Array]:
    """A path (n, 3), mm, as separate dashes of one length with gaps as long between them."""
    points = np.asarray(points, float)
    if len(points) < 2:
        return []
    along = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
    if along[-1] <= 0.0:
        return []
    length = max(along[-1] / (2 * DASHES), SHORTEST_DASH)
    found = []
    for start in np.arange(0.0, along[-1], 2 * length):
        end = min(start + length, along[-1])
        inside = along[(along > start) & (along < end)]
        at = np.concatenate([[start], inside, [end]])
        found.append(np.stack([np.interp(at, along, points[:, k]) for k in range(3)], axis=1))
    return found
