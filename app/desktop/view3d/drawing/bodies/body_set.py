"""The bodies of a scene: the wanted ones with their shapes, and those drawn by now."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.desktop.view3d.drawing.bodies.body_actors import BodyActors, BodyShape
from app.desktop.view3d.drawing.bodies.outlines import Outlines
from app.desktop.view3d.drawing.camera import Camera

Array = NDArray[np.float64]
OF_ARM = {"robot", "finger"}
FAR = 1e5  # mm: farther than anything that could hide a body from an eye without perspective


class BodySet:
    """The actors of bodies by their names, in one renderer."""

    def __init__(self, renderer: Any) -> None:
        self._renderer = renderer
        self._wanted: dict[str, BodyShape] = {}
        self.outlines = Outlines(renderer)
        self.actors: dict[str, BodyActors] = {}
        self._leaving: deque[BodyActors] = deque()  # hidden, to be taken out of the renderer

    def want(self, shapes: Mapping[str, BodyShape]) -> frozenset[str]:
        """Sets the wanted bodies, hides all others, and gives the names already drawn so.

        The hidden ones stay in the renderer until `clear_away`.
        """
        self._wanted = dict(shapes)
        before = self.actors
        kept = {n: b for n, b in before.items() if n in shapes and b.shape.is_like(shapes[n])}
        for name, body in before.items():
            if name not in kept:
                body.place(None)
                self._leaving.append(body)
        self.actors = {name: kept[name] for name in shapes if name in kept}
        return frozenset(kept)

    def clear_away(self, most: int | None = None) -> bool:
        """Takes hidden bodies out of the renderer, at most so many; whether others wait.

        It takes as long as to build them: the graphics driver frees the memory of each.
        """
        count = len(self._leaving) if most is None else min(most, len(self._leaving))
        for _ in range(count):
            self._take_out(self._leaving.popleft())
        return bool(self._leaving)

    @property
    def missing(self) -> dict[str, BodyShape]:
        """The wanted bodies that are not drawn yet."""
        return {name: shape for name, shape in self._wanted.items() if name not in self.actors}

    def build(self, names: Iterable[str]) -> None:
        """Makes the actors of wanted bodies; they appear when they are placed."""
        for name in names:
            self._put(name, self._wanted[name])
        self.actors = {name: self.actors[name] for name in self._wanted if name in self.actors}

    def copy(self, name: str, original: str) -> None:
        """Adds a body in the shape of another one."""
        self._wanted[name] = self._wanted[original]
        self.build([name])

    def reshape(self, changed: Mapping[str, BodyShape]) -> list[str]:
        """Draws some bodies in another shape, all others as wanted; gives the names redrawn."""
        shapes = {name: changed.get(name, self._wanted[name]) for name in self.actors}
        late = [n for n, body in self.actors.items() if not body.shape.is_like(shapes[n])]
        for name in late:
            old = self.actors[name]
            self._take_out(old)
            self._put(name, shapes[name]).place(old.T_world_body)
        return late

    def hidden_share(self, name: str, camera: Camera) -> float:
        """The share of a body, 0 to 1, that other bodies hide from a camera.

        Bodies of one arm do not count for each other: they are always in each other's way.
        """
        body = self.actors[name]
        if body.T_world_body is None:
            return 0.0
        points = body.samples()
        towards = np.tile(camera.axes[:, 2], (len(points), 1))
        reach = np.full(len(points), FAR)
        if not camera.parallel:
            towards = camera.eye - points
            reach = np.linalg.norm(towards, axis=1)
            towards = towards / np.maximum(reach, 1.0)[:, None]
        hidden = np.zeros(len(points), bool)
        for other in self.actors.values():
            is_of_arm = {body.shape.kind, other.shape.kind} <= OF_ARM
            if other is body or other.T_world_body is None or is_of_arm:
                continue
            low, high = other.corners().min(axis=0), other.corners().max(axis=0)
            for i in np.flatnonzero(~hidden & meets_box(points, towards, low, high)):
                hidden[i] = other.hit(points[i], towards[i], float(reach[i])) is not None
        return float(hidden.mean())

    def _put(self, name: str, shape: BodyShape) -> BodyActors:
        body = BodyActors(shape)
        for actor in body.actors:
            self._renderer.AddActor(actor)
        self.actors[name] = body
        return body

    def _take_out(self, body: BodyActors) -> None:
        for actor in body.actors:
            self._renderer.RemoveActor(actor)


def meets_box(origins: Array, ways: Array, low: Array, high: Array) -> NDArray[np.bool_]:
    """Which half-lines, from origins (n, 3) along ways (n, 3), meet a box, (n,)."""
    with np.errstate(divide="ignore", invalid="ignore"):
        first, second = (low - origins) / ways, (high - origins) / ways
    enters = np.nan_to_num(np.fmin(first, second), nan=-np.inf).max(axis=1)
    leaves = np.nan_to_num(np.fmax(first, second), nan=np.inf).min(axis=1)
    return np.asarray((leaves >= 0.0) & (enters <= leaves))
