"""The layered contours of the paper: slices of the whole cell at levels of the world."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyvista as pv
from numpy.typing import NDArray

from app.desktop.theme import Rgb, Theme, mix, rgb
from app.desktop.view3d.body_actors import BodyActors
from app.desktop.view3d.polydata import colour_points, line_actor, polylines, show_point_colours
from geometry.contours import contours

Array = NDArray[np.float64]


def levels(low: float, high: float, spacing: float) -> Array:
    """World heights between two values, mm: the odd multiples of half the spacing.

    Tops of tables and bases of robots stand at round heights, where a slice is ambiguous.
    """
    first = np.ceil(low / spacing - 0.5)
    last = np.floor(high / spacing - 0.5)
    return (np.arange(first, last + 1.0) + 0.5) * spacing


class ContourView:
    """Contour lines of all bodies; the kernel slices again only what has moved."""

    def __init__(self, renderer: Any, theme: Theme) -> None:
        self._theme = theme
        self._visible = False
        self._spacing = 25.0
        self.actor = line_actor()
        self.actor.VisibilityOff()
        show_point_colours(self.actor)
        renderer.AddActor(self.actor)

    @property
    def spacing(self) -> float:
        """The distance between two levels, mm."""
        return self._spacing

    def set_spacing(self, spacing: float) -> None:
        """Slice at another distance from now on."""
        self._spacing = spacing

    def show(self, visible: bool) -> None:
        """Show or hide the lines."""
        self._visible = visible
        self.actor.SetVisibility(visible)

    def dress(self, theme: Theme, ratio: float) -> None:
        """Widths for the screen; the colours come with the next refresh."""
        self._theme = theme
        self.actor.GetProperty().SetLineWidth(1.4 * ratio)

    def clear(self) -> None:
        """Forget every body."""
        self.actor.GetMapper().SetInputDataObject(pv.PolyData())

    def refresh(self, bodies: Mapping[str, BodyActors]) -> None:
        """Slice what has moved and draw all of it, while the view is shown."""
        if not self._visible:
            return
        shown = [body for body in bodies.values() if body.T_world_body is not None]
        if not shown:
            return
        poses = np.array([body.T_world_body for body in shown])
        z = np.concatenate([body.corners()[:, 2] for body in shown])
        heights = levels(float(z.min()), float(z.max()), self._spacing)
        rings = contours([body.shape.solid for body in shown], poses, heights, shown[0].shape.chord)
        tints = [mix(rgb(body.shape.colour), rgb(self._theme.line), 0.32) for body in shown]
        self._draw([(ring, tint) for cut, tint in zip(rings, tints, strict=True) for ring in cut])

    def _draw(self, rings: Sequence[tuple[Array, Rgb]]) -> None:
        rings = [(ring, tint) for ring, tint in rings if len(ring) > 1]
        data = polylines([ring for ring, _ in rings])
        if rings:
            colour_points(data, np.concatenate([np.tile(t, (len(ring), 1)) for ring, t in rings]))
        self.actor.GetMapper().SetInputDataObject(data)
