"""Ghosts of a hand at the places where it can take a part, coloured by what comes of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from vtkmodules.vtkCommonMath import vtkMatrix4x4

from app.desktop.looks.theme import Theme, rgb
from app.desktop.view3d.drawing.bodies.body_actors import BodyActors
from app.desktop.view3d.drawing.camera import Camera, ray
from app.desktop.view3d.drawing.labels.label import Label
from app.desktop.view3d.drawing.polydata import draw_behind, face_actor
from geometry import Solid
from scenes.connecting.grasp_verdicts import JudgedGrasp, Reach
from scenes.world.robot import Robot

Array = NDArray[np.float64]
Placed = list[tuple[str, Solid, Array]]

# Opacity of a ghost, and of the one under the pointer.
OPACITY = {Reach.FREE: 0.55, Reach.COLLIDES: 0.22, Reach.UNREACHABLE: 0.16}
POINTED_AT = 0.92


def hand_at(robot: Robot, judged: JudgedGrasp) -> Placed:
    """Name, solid and T_world_body of each body of the hand as it grips."""
    hand = robot.hand
    if hand is None:
        return []
    T_world_flange = judged.T_world_flange
    placed: Placed = [
        (f"{robot.name}.{body.name}", body.solid, T_world_flange @ body.T_flange_body)
        for body in hand.bodies
    ]
    for finger in hand.fingers:
        T = np.array(finger.T_flange_finger)
        T[:3, 3] += judged.grasp.opening * finger.share * finger.direction
        placed.append((f"{robot.name}.{finger.name}", finger.solid, T_world_flange @ T))
    return placed


def hit_by(eye: Array, sight: Array, placed: Placed) -> float:
    """Distance, mm, along a sight at which it enters the box about a body; infinite if it misses.

    eye, sight: A point and a unit vector in the world. The boxes lie along the axes of the bodies.
    """
    nearest = np.inf
    for _, solid, T in placed:
        low, high = solid.bounds()
        start = T[:3, :3].T @ (eye - T[:3, 3])
        way = T[:3, :3].T @ sight
        with np.errstate(divide="ignore", invalid="ignore"):
            a, b = (low - start) / way, (high - start) / way
        enters = np.nanmax(np.minimum(a, b))
        leaves = np.nanmin(np.maximum(a, b))
        if enters <= leaves and leaves > 0.0:
            nearest = min(nearest, max(float(enters), 0.0))
    return float(nearest)


class GraspGhosts:
    """The drawn ghosts; an overlay of the scene."""

    def __init__(self, renderer: Any, theme: Theme) -> None:
        self._renderer, self._theme, self._ratio = renderer, theme, 1.0
        self._ghosts: list[tuple[JudgedGrasp, Placed, list[Any]]] = []
        self._pointed: int | None = None
        self._label = Label(renderer, "")

    def __len__(self) -> int:
        return len(self._ghosts)

    def judged(self, index: int) -> JudgedGrasp:
        """The grasp that a ghost stands for."""
        return self._ghosts[index][0]

    def set(
        self, robot: Robot | None, bodies: Mapping[str, BodyActors], judged: Sequence[JudgedGrasp]
    ) -> None:
        """Draws a ghost for each grasp, from the drawn bodies of the hand; removes those before."""
        for _, _, actors in self._ghosts:
            for actor in actors:
                self._renderer.RemoveActor(actor)
        self._ghosts, self._pointed = [], None
        for item in judged if robot is not None else ():
            assert robot is not None
            placed = hand_at(robot, item)
            actors = [self._actor(bodies[name], T) for name, _, T in placed if name in bodies]
            self._ghosts.append((item, placed, actors))
        self.dress(self._theme, self._ratio)

    def at(self, camera: Camera, x: float, y: float, size: tuple[float, float]) -> int | None:
        """The index of the ghost at a point of the picture; a free one goes before the others."""
        eye, sight = ray(camera, x, y, *size)
        order = list(Reach)
        found = [
            (order.index(judged.reach), distance, index)
            for index, (judged, placed, _) in enumerate(self._ghosts)
            if np.isfinite(distance := hit_by(eye, sight, placed))
        ]
        return min(found)[2] if found else None

    def point_at(self, index: int | None) -> bool:
        """Lights up a ghost and says what comes of it; whether that changes the picture."""
        if index == self._pointed:
            return False
        self._pointed = index
        self.dress(self._theme, self._ratio)
        return True

    @property
    def words(self) -> str:
        """What is said of the ghost under the pointer; "" where there is none."""
        return "" if self._pointed is None else self._ghosts[self._pointed][0].words

    def dress(self, theme: Theme, ratio: float) -> None:
        """Sets the colours of the theme, and widths for the screen."""
        self._theme, self._ratio = theme, ratio
        colours = {
            Reach.FREE: rgb(theme.good),
            Reach.COLLIDES: rgb(theme.error),
            Reach.UNREACHABLE: rgb(theme.muted),
        }
        for index, (judged, _, actors) in enumerate(self._ghosts):
            for actor in actors:
                look = actor.GetProperty()
                look.SetColor(*colours[judged.reach])
                is_pointed = index == self._pointed
                look.SetOpacity(POINTED_AT if is_pointed else OPACITY[judged.reach])
                look.SetAmbient(0.3)
                look.SetLineWidth(ratio)
                look.SetPointSize(2.0 * ratio)
                # Not by colour alone: faces, lines or points.
                {
                    Reach.FREE: look.SetRepresentationToSurface,
                    Reach.COLLIDES: look.SetRepresentationToWireframe,
                    Reach.UNREACHABLE: look.SetRepresentationToPoints,
                }[judged.reach]()
        self._label.dress(rgb(theme.label), 12, ratio, back=rgb(theme.paper))
        self._label.write(self.words)
        self._label.show(bool(self.words))
        if self._pointed is not None:
            self._label.move(self._ghosts[self._pointed][0].T_world_flange[:3, 3])

    def fit(self, camera: Camera, size: tuple[float, float]) -> Array:
        """Gives the places of the ghosts, which must stay visible, world, (k, 3), mm."""
        places = [judged.T_world_flange[:3, 3] for judged, _, _ in self._ghosts]
        return np.array(places, dtype=float).reshape(-1, 3)

    def _actor(self, body: BodyActors, T_world_body: Array) -> Any:
        actor, matrix = face_actor(body.faces.GetMapper().GetInput()), vtkMatrix4x4()
        matrix.DeepCopy(np.asarray(T_world_body, float).ravel().tolist())
        actor.SetUserMatrix(matrix)
        actor.PickableOff()
        draw_behind(actor)
        self._renderer.AddActor(actor)
        return actor
