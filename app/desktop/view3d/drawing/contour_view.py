"""The layered contours of the paper: slices of the whole cell at heights of the world."""

from __future__ import annotations

import time
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
CUT_AT_ONCE, CUTTING_S = 8, 0.015  # bodies sliced together, and processor time of a refresh, s
DRAW_EVERY = 4  # refreshes between two drawings of all lines, while bodies are waiting
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
        self._drawn: object = None  # all on which the lines in the picture depend
        self._refreshes = 0  # since bodies began to wait
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
        if not (self._cut or self._at_work):
            self._by_size, self.are_waiting = 0.0, False
            return
        for _, work in self._at_work.values():
            work.cancel()
        self._cut, self.are_waiting, self._by_size, self._drawn = {}, False, 0.0, None
        self._at_work = {}
        self.actor.GetMapper().SetInputDataObject(pv.PolyData())

    def begin(self, bodies: Mapping[str, BodyActors]) -> None:
        """Slices all bodies, or leaves them to later calls of `refresh` where these come."""
        self.are_waiting = self.in_steps and self._visible
        if not self.are_waiting:
            self.refresh(bodies)

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
        waiting = self._slice(shown, late, places, heights)
        self.are_waiting = waiting or bool(self._at_work)
        self._refreshes = self._refreshes + 1 if waiting else 0
        if self._refreshes % DRAW_EVERY:
            return
        ready = {n: places[n] for n in shown if self._cut.get(n, (None,))[0] == places[n]}
        picture = (ready, [shown[n].shape.colour for n in ready], self._theme)
        if picture == self._drawn:
            return
        self._drawn, curves = picture, []
        for name in ready:
            tint = mix(rgb(shown[name].shape.colour), rgb(self._theme.line), 0.32)
            curves += [(curve, tint) for curve in self._cut[name][1]]
        self._draw(curves)

    def _slice(
        self,
        shown: Mapping[str, BodyActors],
        late: Sequence[str],
        places: Mapping[str, object],
        heights: Array,
    ) -> bool:
        """Slices bodies for as long as a refresh may take; whether some are left."""
        end = time.thread_time() + CUTTING_S
        at_once = CUT_AT_ONCE if self.in_steps else max(len(late), 1)
        for first in range(0, len(late), at_once):
            if self.in_steps and first and time.thread_time() > end:
                return True
            few = late[first : first + at_once]
            solids = [shown[n].shape.solid for n in few]
            poses = np.array([shown[n].T_world_body for n in few])
            found = contours(solids, poses, heights, shown[few[0]].shape.chord)
            self._cut |= {n: (places[n], cut) for n, cut in zip(few, found, strict=True)}
        return False

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
        z = body.corners()[:, 2]
        cutting = heights[(heights >= z.min()) & (heights <= z.max())]
        return body.shape.solid.key, body.T_world_body.tobytes(), cutting.tobytes()

    def _draw(self, curves: Sequence[tuple[Array, Rgb]]) -> None:
        curves = [(curve, tint) for curve, tint in curves if len(curve) > 1]
        data = polylines([curve for curve, _ in curves])
        if curves:
            tints = np.array([tint for _, tint in curves])
            colour_points(data, np.repeat(tints, [len(curve) for curve, _ in curves], axis=0))
        self.actor.GetMapper().SetInputDataObject(data)
