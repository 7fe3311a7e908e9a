"""Few coarse actors in place of many bodies, while the camera moves.

A frame costs time for each actor and for each triangle. So while the camera moves, all bodies of
one look are drawn by one actor for their faces and one for their feature edges, with as few
triangles as a frame can afford. When the picture rests, the bodies draw themselves again.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Sequence
from operator import is_not
from typing import Any

import numpy as np

from app.desktop.view3d.drawing.bodies.body_actors import BodyActors, BodyShape
from app.desktop.view3d.drawing.bodies.body_drawing import BodyDrawing
from app.desktop.view3d.drawing.polydata import (
    Array,
    Integers,
    colour_faces,
    face_actor,
    line_actor,
    segments,
    shaded_surface,
    show_face_colours,
)
from app.desktop.view3d.views import BodyStyle
from geometry.meshes.normals import SmoothSurface
from geometry.poses import placed

# Triangles of a frame in which the camera moves, and bodies that are still drawn one by one.
MOST_TRIANGLES, MANY_BODIES = 20_000, 60
BUILDING_S = 0.012  # processor time of a frame after which other stand-ins wait for the next one
FEW_NEW = 30  # new bodies that draw themselves beside the stand-ins
IN_ONE = 50  # bodies of one stand-in: only the stand-in of a body that changes is made anew

Look = tuple[BodyStyle, bool]
Drawn = tuple[BodyStyle | None, Any]  # style of a body, and the planes that cut it open
Members = Sequence[tuple[BodyActors, int]]  # bodies, and the level at which each one is drawn


class StandIns:
    """The stand-ins of the bodies of one renderer."""

    def __init__(self, renderer: Any) -> None:
        self._renderer = renderer
        self._actors: list[Any] = []
        self._replaced: dict[int, tuple[BodyActors, Array | None, Drawn]] = {}
        self._loose: set[int] = set()
        self._known_levels: tuple[list[BodyDrawing], list[int]] = [], []
        # Stand-ins of the newest picture: a camera that rests and moves on needs no others.
        self._made: dict[tuple[Any, ...], tuple[Any, ...]] = {}
        self.are_shown = self._is_partial = False

    def see(self, bodies: Collection[BodyActors], eye_has_moved: bool) -> None:
        """Shows stand-ins once the eye moves, and keeps them like their bodies, before a frame.

        A body that moves with the camera draws itself, and so do new bodies while they are few:
        those of a cell that is opened come a few in each frame.
        """
        if not self.are_shown:
            if eye_has_moved and is_costly(bodies):
                self.are_shown = True
                self._build(bodies)
            return
        here = {id(body) for body in bodies}
        moved = {key for key, (body, T, _) in self._replaced.items() if body.T_world_body is not T}
        new = here - self._replaced.keys() - self._loose
        is_other = moved or self._is_partial or len(new) > FEW_NEW
        is_other = is_other or not here >= self._replaced.keys()
        if is_other or any(drawn(b) != before for b, _, before in self._replaced.values()):
            self._loose |= moved
            self._build(bodies)

    def end(self) -> None:
        """Lets all bodies draw themselves again."""
        self.are_shown = self._is_partial = False
        self._loose = set()
        self._clear()

    def forget(self, shapes: Collection[BodyShape]) -> None:
        """Forgets the stand-ins of bodies that a cell has no more: they would keep its meshes."""
        here = set(map(id, shapes))
        self._known_levels = [], []
        self._made = {
            key: actors
            for key, actors in self._made.items()
            if all(id(shape) in here for shape, *_ in key[1:])
        }

    @property
    def actors(self) -> tuple[Any, ...]:
        """The actors of faces and of feature edges that are in the picture now."""
        return tuple(self._actors)

    def _clear(self) -> None:
        self._replace((), ())

    def _build(self, bodies: Collection[BodyActors]) -> None:
        self._loose &= {id(body) for body in bodies}
        groups: dict[Look, list[tuple[BodyActors, int]]] = {}
        wanted = [body for body in bodies if id(body) not in self._loose]
        replaced = [b for b in wanted if b.T_world_body is None or b.style is None]
        for body, level in zip(wanted, self._levels(wanted), strict=True):
            if body.T_world_body is not None and body.style is not None:
                look = (body.style, body.shows_face_colours)
                groups.setdefault(look, []).append((body, level))
        before, self._made, end = self._made, {}, time.thread_time() + BUILDING_S
        for (style, _), members in groups.items():
            for first in range(0, len(members), IN_ONE):
                some = members[first : first + IN_ONE]
                key = (style, *(seen(body, level) for body, level in some))
                made = before.get(key)
                if made is None and time.thread_time() < end:
                    made = tuple(stand_in(style, some))
                if made is not None:  # else it is left to the next frame
                    self._made[key] = made
                    replaced += [body for body, _ in some]
        self._replace(replaced, [actor for made in self._made.values() for actor in made])
        self._is_partial = len(replaced) < len(wanted)

    def _levels(self, bodies: Sequence[BodyActors]) -> list[int]:
        """The level of each body, found anew only for other drawings."""
        drawings = [body.shape.drawing for body in bodies]
        known, levels = self._known_levels
        if len(known) != len(drawings) or any(map(is_not, known, drawings)):
            levels = levels_within(drawings, MOST_TRIANGLES)
            self._known_levels = drawings, levels
        return levels

    def _replace(self, bodies: Iterable[BodyActors], actors: Sequence[Any]) -> None:
        """Draws these actors in place of these bodies; other bodies draw themselves."""
        kept, before, self._actors = set(map(id, actors)), self._actors, list(actors)
        shown = set(map(id, before))
        for actor in before:
            if id(actor) not in kept:
                self._renderer.RemoveActor(actor)
        for actor in actors:
            if id(actor) not in shown:
                self._renderer.AddActor(actor)
        was_replaced = self._replaced
        self._replaced = {id(body): (body, body.T_world_body, drawn(body)) for body in bodies}
        for key, (body, _, _) in was_replaced.items():
            if key not in self._replaced:
                body.give_way(False)
        for body, _, _ in self._replaced.values():
            body.give_way(True)


def drawn(body: BodyActors) -> Drawn:
    """How a body is drawn; its stand-in has to change with it."""
    return body.style, body.faces.GetMapper().GetClippingPlanes()


def seen(body: BodyActors, level: int) -> tuple[object, ...]:
    """All on which the part of a body in a stand-in depends."""
    T, actors = body.T_world_body, (body.faces, body.edges)
    looks = [actor.GetProperty() for actor in actors] + [body.faces.GetBackfaceProperty()]
    changes = tuple(look.GetMTime() if look is not None else 0 for look in looks)
    pose = T.tobytes() if T is not None else b""
    return body.shape, level, pose, drawn(body), body.shows_face_colours, changes


def leaves_out_inner_sides(body: BodyActors, level: int) -> bool:
    """Whether only outer sides of the faces are drawn; a coarser copy may have holes."""
    look = body.faces.GetProperty()
    return bool(look.GetBackfaceCulling()) and (level == 0 or look.GetOpacity() < 1.0)


def is_costly(bodies: Collection[BodyActors]) -> bool:
    """Whether the bodies, each drawn in full, take longer than a frame should."""
    return len(bodies) > MANY_BODIES or sum(body.triangles for body in bodies) > MOST_TRIANGLES


def is_see_through(body: BodyActors) -> bool:
    """Whether what stands behind the faces of a body shows through them."""
    return body.style is not None and body.shows_faces and body.style.opacity < 1.0


def levels_within(drawings: Sequence[BodyDrawing], most: int) -> list[int]:
    """The level at which each body is drawn, so that all together have at most so many triangles.

    The body with the most triangles becomes coarser first; where no body can become coarser, the
    limit is not kept.
    """
    levels = [0] * len(drawings)
    counts = np.array([len(drawing.surface.triangles) for drawing in drawings])
    coarsest = np.array([not drawing.coarse for drawing in drawings], bool)
    total = int(counts.sum())
    while total > most and not coarsest.all():
        i = int(np.where(coarsest, -1, counts).argmax())
        levels[i] += 1
        total -= int(counts[i])
        counts[i] = drawings[i].coarse[levels[i] - 1].triangles
        total += int(counts[i])
        coarsest[i] = levels[i] == len(drawings[i].coarse)
    return levels


def stand_in(style: BodyStyle, members: Members) -> Iterable[Any]:
    """The actors of faces and of feature edges of bodies of one look at their levels, world, mm."""
    first = members[0][0]
    copies = [
        (body, body.shape.drawing.at_level(level), body.T_world_body)
        for body, level in members
        if body.T_world_body is not None
    ]
    if style.face is not None:
        data = shaded_surface(joined([(copy.surface, T) for _, copy, T in copies]))
        faces = face_actor(data)
        colours = [(body.shape.face_colours(), copy.sources) for body, copy, _ in copies]
        if first.shows_face_colours:
            known = [of_face[sources] for of_face, sources in colours if of_face is not None]
            colour_faces(data, np.concatenate(known))
            show_face_colours(faces, True)
        faces.SetBackfaceProperty(first.faces.GetBackfaceProperty())
        like(faces, first.faces)
        outside_only = all(leaves_out_inner_sides(*member) for member in members)
        faces.GetProperty().SetBackfaceCulling(outside_only)
        yield faces
    ends = [placed(T, copy.segments.reshape(-1, 3)) for _, copy, T in copies if style.edges]
    points = np.concatenate([np.empty((0, 3)), *ends])
    if len(points):
        pairs: Integers = np.arange(len(points)).reshape(-1, 2)
        yield like(line_actor(segments(points, pairs)), first.edges)


def joined(parts: Sequence[tuple[SmoothSurface, Array]]) -> SmoothSurface:
    """One surface of many, each with its pose in the world, (4, 4)."""
    starts = np.cumsum([0, *(len(surface.points) for surface, _ in parts)])
    return SmoothSurface(
        np.concatenate([placed(T, surface.points) for surface, T in parts]),
        np.concatenate([surface.normals @ T[:3, :3].T for surface, T in parts]),
        np.concatenate(
            [surface.triangles + at for (surface, _), at in zip(parts, starts, strict=False)]
        ),
    )


def like(actor: Any, original: Any) -> Any:
    """The actor, drawn in the manner of another one and cut open by the same planes."""
    actor.GetProperty().DeepCopy(original.GetProperty())
    planes = original.GetMapper().GetClippingPlanes()
    if planes is not None:
        actor.GetMapper().SetClippingPlanes(planes)
    actor.PickableOff()
    return actor
