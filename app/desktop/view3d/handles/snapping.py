"""What the pointer points at: a corner, a centre, an edge or a face of a body, a frame, the floor.

Points within a few points of the screen win over edges, and edges over faces. Only what is seen
counts: a landmark behind the surface under the pointer does not. Nothing is drawn here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from app.desktop.view3d.drawing.bodies.body_drawing import BodyDrawing
from app.desktop.view3d.drawing.camera import Camera, ray, whole_sight
from app.desktop.view3d.tools.gizmo import Array, Size, scale_at
from geometry.meshes.landmarks import Landmarks, landmarks_of

CATCH = 9.0  # points of the screen within which a landmark catches
BEHIND = 3.0  # of these lengths a landmark may lie behind the surface under the pointer
LARGEST = 60_000  # triangles of a mesh whose landmarks are found; in larger ones only faces catch
NO_LANDMARKS = Landmarks(
    np.empty((0, 3)), np.empty((0, 3)), np.empty((0, 3)), np.empty(0, bool), np.empty((0, 2, 3))
)
KeptSight = Callable[[Array, Array, float], tuple[Array, float]]
CORNER, CENTRE, HOLE, EDGE, FACE = "corner", "centre", "centre of a round edge", "edge", "face"
FRAME, FLOOR = "frame", "floor"


class Pickable(Protocol):
    """A body of the scene."""

    T_world_body: Array | None

    def hit_face(
        self, origin: Array, direction: Array, reach: float
    ) -> tuple[float, int] | None: ...

    def corners(self) -> Array: ...


@dataclass(frozen=True, eq=False)
class Seen:
    """A body as it is searched: its landmarks in its own frame, its pose, its mesh."""

    name: str
    body: Pickable
    drawing: BodyDrawing


@dataclass(frozen=True, eq=False)
class Target:
    """Something in the world to snap to.

    point: In the world, mm, (3,). kind: One of the words above. name: Of the body or the frame.
    way: Unit normal of a face or of the floor, unit direction of an edge, z of a frame, axis of a
        centre; None for a corner.
    normal: Outward unit normal of the surface under the pointer; None where there is none.
    """

    point: Array
    kind: str
    name: str = ""
    way: Array | None = None
    normal: Array | None = None

    @property
    def words(self) -> str:
        """Such as `table corner`, `frame rack`, `floor`."""
        if self.kind == FRAME:
            return f"frame {self.name}"
        return f"{self.name} {self.kind}".strip()


class Snapper:
    """Finds what is under the pointer; landmarks are kept for each mesh."""

    def __init__(self) -> None:
        self._kept: dict[int, tuple[BodyDrawing, Landmarks]] = {}

    def find(
        self,
        camera: Camera,
        size: Size,
        place: tuple[float, float],
        bodies: Collection[Seen],
        frames: Mapping[str, Array],
        reach: float,
        kept: KeptSight = whole_sight,
        snaps: bool = True,
    ) -> Target | None:
        """The best target at a place of the picture; None where there is only the sky.

        frames: T_world_frame by name. reach: How far bodies can be from the eye, mm. kept: Gives
        the visible part of a line of sight, its start and its length, where bodies are cut open.
        snaps: Whether corners, centres, edges and frames nearby catch the place.
        """
        origin, sight = ray(camera, *place, *size)
        start, length = kept(origin, sight, reach)
        face = _face_under(start, sight, bodies, length)
        ground = face if face is not None else _floor_under(origin, sight)
        given = camera, size, place, bodies, frames, reach, face
        best = (self._caught(*given) if snaps else None) or ground
        if best is None or ground is None:
            return best
        return replace(best, normal=ground.way)

    def _caught(
        self,
        camera: Camera,
        size: Size,
        place: tuple[float, float],
        bodies: Collection[Seen],
        frames: Mapping[str, Array],
        reach: float,
        face: Target | None,
    ) -> Target | None:
        """The landmark, frame or edge near a place of the picture; None where none is near.

        face: The face under the place, which hides what lies behind it.
        """
        origin, sight = ray(camera, *place, *size)
        depth = reach if face is None else float((face.point - origin) @ sight)
        near = [item for item in bodies if _may_catch(item, camera, size, place)]
        look = _Look(camera, size, np.asarray(place), origin, sight, depth)
        points = [t for item in near for t in self._points_of(item, look)]
        points += [
            (look.gap(T[None, :3, 3])[0], Target(T[:3, 3], FRAME, name, T[:3, 2]))
            for name, T in frames.items()
        ]
        caught = min(points, key=lambda found: found[0], default=None)
        if caught is not None and caught[0] < CATCH:
            return caught[1]
        edges = [edge for item in near for edge in self._edges_of(item, look)]
        edge = min(edges, key=lambda found: found[0], default=None)
        return edge[1] if edge is not None and edge[0] < CATCH else None

    def landmarks(self, drawing: BodyDrawing) -> Landmarks:
        """The landmarks of a drawn body in its own frame; of a very large mesh none."""
        key = id(drawing)
        if key not in self._kept:
            small = len(drawing.mesh.triangles) <= LARGEST
            found = landmarks_of(drawing.mesh, drawing.edges) if small else NO_LANDMARKS
            self._kept[key] = (drawing, found)  # the drawing is kept, so that its id stays its own
        return self._kept[key][1]

    def _points_of(self, item: Seen, look: _Look) -> Iterator[tuple[float, Target]]:
        """The nearest corner and the nearest centre of a body, with their gaps on the screen."""
        T, marks = item.body.T_world_body, self.landmarks(item.drawing)
        assert T is not None
        for points, is_corner in ((marks.corners, True), (marks.centres, False)):
            if not len(points):
                continue
            world = points @ T[:3, :3].T + T[:3, 3]
            gaps = look.gap(world)
            best = int(np.argmin(gaps))
            if is_corner:
                yield gaps[best], Target(world[best], CORNER, item.name)
            else:
                kind = HOLE if marks.is_round[best] else CENTRE
                yield gaps[best], Target(world[best], kind, item.name, T[:3, :3] @ marks.axes[best])

    def _edges_of(self, item: Seen, look: _Look) -> Iterator[tuple[float, Target]]:
        T, edges = item.body.T_world_body, self.landmarks(item.drawing).edges
        assert T is not None
        if not len(edges):
            return
        world = edges @ T[:3, :3].T + T[:3, 3]
        nearest = nearest_on_segments(look.origin, look.sight, world[:, 0], world[:, 1])
        gaps = look.gap(nearest)
        best = int(np.argmin(gaps))
        way = world[best, 1] - world[best, 0]
        length = float(np.linalg.norm(way))
        if length > 0.0:
            yield gaps[best], Target(nearest[best], EDGE, item.name, way / length)


@dataclass(frozen=True, eq=False)
class _Look:
    """One look through a place of the picture. depth: Of the surface under the place, mm."""

    camera: Camera
    size: Size
    place: Array
    origin: Array
    sight: Array
    depth: float

    def gap(self, points: Array) -> Array:
        """Distance on the screen of world points (n, 3), (n,); infinite where they are hidden."""
        depths = (points - self.origin) @ self.sight
        seen, in_front = pixels(self.camera, points, self.size)
        gaps = np.linalg.norm(seen - self.place, axis=1)
        middle = self.origin + min(self.depth, float(np.abs(depths).max(initial=1.0))) * self.sight
        slack = BEHIND * CATCH * scale_at(self.camera, middle, self.size[1])
        return np.where(in_front & (depths < self.depth + slack), gaps, np.inf)


def pixels(camera: Camera, points: Array, size: Size) -> tuple[Array, NDArray[np.bool_]]:
    """The pixels of world points (n, 3), shape (n, 2), and which of them lie before the eye."""
    local = (np.asarray(points, float) - camera.focus) @ camera.axes
    ahead = camera.distance - local[:, 2]
    in_front = ahead > 0.0 if not camera.parallel else np.ones(len(local), bool)
    shrink = np.ones(len(local))
    if not camera.parallel:
        shrink = camera.distance / np.where(in_front, ahead, 1.0)
    scale = shrink * size[1] / 2 / camera.half_height
    seen = np.column_stack([local[:, 0] * scale, -local[:, 1] * scale])
    return seen + np.array(size) / 2 - 0.5, in_front


def nearest_on_segments(origin: Array, sight: Array, starts: Array, ends: Array) -> Array:
    """The point of each segment (n, 3) that is nearest to a line of sight, shape (n, 3)."""
    ways, away = ends - starts, starts - origin
    # Across the sight the line is a point, and the nearest point of a segment a projection.
    flat_ways = ways - np.outer(ways @ sight, sight)
    flat_away = away - np.outer(away @ sight, sight)
    lengths = np.einsum("ij,ij->i", flat_ways, flat_ways)
    along = -np.einsum("ij,ij->i", flat_away, flat_ways)
    share = np.clip(along / np.where(lengths > 0.0, lengths, 1.0), 0.0, 1.0)
    return np.asarray(starts + share[:, None] * ways)


def _may_catch(item: Seen, camera: Camera, size: Size, place: tuple[float, float]) -> bool:
    """Whether the box of a body reaches on the screen as near to a place as a landmark catches."""
    if item.body.T_world_body is None:
        return False
    seen, in_front = pixels(camera, item.body.corners(), size)
    if not in_front.all():
        return True
    low, high = seen.min(axis=0) - CATCH, seen.max(axis=0) + CATCH
    return bool((low <= place).all() and (place <= high).all())


def _face_under(
    origin: Array, sight: Array, bodies: Collection[Seen], reach: float
) -> Target | None:
    """The face that a line of sight meets first, with its outward normal."""
    met = [(item.body.hit_face(origin, sight, reach), item) for item in bodies]
    hits = [(hit[0], hit[1], item) for hit, item in met if hit is not None]
    if not hits:
        return None
    far, triangle, item = min(hits, key=lambda hit: hit[0])
    T, mesh = item.body.T_world_body, item.drawing.mesh
    assert T is not None
    a, b, c = mesh.vertices[mesh.triangles[triangle]]
    normal = T[:3, :3] @ np.cross(b - a, c - a)
    length = float(np.linalg.norm(normal))
    if length == 0.0:
        return None
    return Target(origin + far * sight, FACE, item.name, normal / length)


def _floor_under(origin: Array, sight: Array) -> Target | None:
    """The point of the floor, z = 0, on a line of sight that goes down to it."""
    if sight[2] >= 0.0 or origin[2] <= 0.0:
        return None
    point = origin - origin[2] / sight[2] * sight
    return Target(np.array([point[0], point[1], 0.0]), FLOOR, "", np.array([0.0, 0.0, 1.0]))
