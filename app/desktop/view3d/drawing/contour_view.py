"""The layered contours of the paper: slices of the whole cell at heights of the world."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import numpy as np
import pyvista as pv
from numpy.typing import NDArray

from app.desktop.looks.theme import Rgb, Theme, mix, rgb
from app.desktop.view3d.drawing.bodies.body_actors import BodyActors
from app.desktop.view3d.drawing.polydata import (
    colour_points,
    line_actor,
    polylines,
    show_point_colours,
)
from geometry.tessellation.contours import Contours, contours

Array = NDArray[np.float64]
LEVELS = 45.0  # levels over the height of a cell whose spacing is not chosen
ROUND = (1.0, 2.0, 2.5, 5.0, 10.0)  # first digits of such a spacing
CUT_AT_ONCE = 40  # bodies sliced in one turn of the event loop
MANY_TRIANGLES = 50_000  # a body of more is sliced in a thread: one turn would take too long


def levels(low: float, high: float, spacing: float) -> Array:
    """World heights between two values, mm: the odd multiples of half the spacing.

    Tops of tables and bases of robots stand at round heights, where a slice is ambiguous.
    """
    first = np.ceil(low / spacing - 0.5)
    last = np.floor(high / spacing - 0.5)
    return (np.arange(first, last + 1.0) + 0.5) * spacing


def spacing_for(height: float) -> float:
    """The distance between levels for a cell of a height, mm: about LEVELS of them, in round mm."""
    if height <= 0.0:
        return ROUND[-1]
    wanted = height / LEVELS
    power = 10.0 ** np.floor(np.log10(wanted))
    near = [step * power for step in ROUND]
    return float(min(near, key=lambda step: abs(np.log(step / wanted))))


class ContourView:
    """Contour lines of all bodies; only bodies that moved are sliced again.

    in_steps: Whether `refresh` is called again while bodies `are_waiting` to be sliced; those of
    many triangles are then sliced in a thread.
    """

    def __init__(self, renderer: Any, theme: Theme) -> None:
        self._theme = theme
        self._visible = False
        self._chosen = self._by_size = 0.0
        self._cut: dict[str, tuple[object, Contours]] = {}
        self._at_work: dict[str, tuple[object, Future[list[Contours]]]] = {}
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="contours")
        self.in_steps = self.are_waiting = False
        self.actor = line_actor()
        self.actor.VisibilityOff()
        show_point_colours(self.actor)
        renderer.AddActor(self.actor)

    @property
    def spacing(self) -> float:
        """The distance between two levels, mm."""
        return self._chosen or self._by_size

    def set_spacing(self, spacing: float) -> None:
        """Sets the distance between two levels, mm; 0 chooses it by the height of the cell."""
        self._chosen = spacing

    def show(self, visible: bool) -> None:
        """Shows or hides the lines."""
        self._visible = visible
        self.actor.SetVisibility(visible)

    def dress(self, theme: Theme, ratio: float) -> None:
        """Sets the widths for the screen; colours change with the next refresh."""
        self._theme = theme
        self.actor.GetProperty().SetLineWidth(1.4 * ratio)

    def clear(self) -> None:
        """Forgets every body."""
        for _, work in self._at_work.values():
            work.cancel()
        self._cut, self.are_waiting, self._by_size = {}, False, 0.0
        self._at_work = {}
        self.actor.GetMapper().SetInputDataObject(pv.PolyData())

    def refresh(self, bodies: Mapping[str, BodyActors]) -> None:
        """Slices the bodies that moved and draws all lines, while the view is shown."""
        self.are_waiting = False
        if not self._visible:
            return
        shown = {n: body for n, body in bodies.items() if body.T_world_body is not None}
        if not shown:
            return
        z = np.concatenate([body.corners()[:, 2] for body in shown.values()])
        # The height changes with the arm, but the spacing stays what it was at first.
        self._by_size = self._by_size or spacing_for(float(np.ptp(z)))
        heights = levels(float(z.min()), float(z.max()), self.spacing)
        places = {n: self._place(body, heights) for n, body in shown.items()}
        late = [n for n, place in places.items() if self._cut.get(n, (None,))[0] != place]
        if self.in_steps:
            large = [n for n in late if shown[n].triangles > MANY_TRIANGLES]
            for name in self._at_work.keys() - set(large):
                self._at_work.pop(name)[1].cancel()  # it is gone, or has moved back
            for name in large:
                self._work_at(name, places[name], shown[name], heights)
            late = [n for n in late if n not in large]
        few = late[:CUT_AT_ONCE] if self.in_steps else late
        self.are_waiting = len(few) < len(late) or bool(self._at_work)
        if few:
            solids = [shown[n].shape.solid for n in few]
            poses = np.array([shown[n].T_world_body for n in few])
            found = contours(solids, poses, heights, shown[few[0]].shape.chord)
            self._cut |= {n: (places[n], cut) for n, cut in zip(few, found, strict=True)}
        curves = []
        for name in (n for n in shown if self._cut.get(n, (None,))[0] == places[n]):
            tint = mix(rgb(shown[name].shape.colour), rgb(self._theme.line), 0.32)
            curves += [(curve, tint) for curve in self._cut[name][1]]
        self._draw(curves)

    def _work_at(self, name: str, place: object, body: BodyActors, heights: Array) -> None:
        """Has a body sliced in the thread, or takes its contours where they are ready."""
        known, work = self._at_work.get(name, (None, None))
        if known == place and work is not None:
            if work.done():
                del self._at_work[name]
                self._cut[name] = (place, work.result()[0])
            return
        if work is not None:
            work.cancel()
        given = [body.shape.solid], np.array([body.T_world_body]), heights, body.shape.chord
        self._at_work[name] = place, self._thread.submit(contours, *given)

    @staticmethod
    def _place(body: BodyActors, heights: Array) -> object:
        """Everything on which the contours of a body depend."""
        assert body.T_world_body is not None
        return body.shape.solid.key, body.T_world_body.tobytes(), heights.tobytes()

    def _draw(self, curves: Sequence[tuple[Array, Rgb]]) -> None:
        curves = [(curve, tint) for curve, tint in curves if len(curve) > 1]
        data = polylines([curve for curve, _ in curves])
        if curves:
            colour_points(
                data, np.concatenate([np.tile(t, (len(curve), 1)) for curve, t in curves])
            )
        self.actor.GetMapper().SetInputDataObject(data)
