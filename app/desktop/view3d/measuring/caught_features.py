"""What of a body a click catches: a corner, an edge, a face, or something round."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from geometry.errors import GeometryError
from geometry.measuring.fitted_circle import fitted_circle
from geometry.measuring.true_face import TrueFace, true_face
from geometry.meshes.edge_loops import curve_through

if TYPE_CHECKING:
    from app.desktop.view3d.drawing.bodies.body_actors import BodyActors

Array = NDArray[np.float64]
# Most facets' chord by which a point of the mesh may lie beside its true face, and rounding, mm.
_BESIDE = 1e-3
# A curve of edges is a circle where it misses one by at most this share of the radius.
_ROUND = 0.02
_LEAST_CORNERS = 6
# A curve of edges within this many reaches of the click is tried as a circle.
_FARTHER = 2.5


class Catch(Enum):
    """The kind of a feature."""

    POINT = "point"
    EDGE = "edge"
    FACE = "face"
    ROUND = "round"


@dataclass(frozen=True, eq=False)
class Feature:
    """A feature of a body, in the frame of the body.

    point: Where it was caught, mm, (3,); of a round feature its middle. direction: Along an edge,
    normal to a face, or the axis of a round feature, (3,); 0 for a point and for a ball. radius:
    mm. what: Words about a round feature. touched: The clicked point on a round feature.
    """

    body: str
    catch: Catch
    point: Array
    direction: Array
    radius: float = 0.0
    what: str = ""
    touched: Array | None = None


NOWHERE = np.zeros(3)


def point_feature(name: str, body: BodyActors, at: Array, near: float) -> Feature:
    """The corner or the place on an edge near a point of the body, or the point itself.

    at: In the frame of the body, (3,), mm. near: The distance within which a corner catches, mm.
    """
    corners, ends = body.shape.mesh.vertices, body.shape.drawing.edges
    if len(ends):
        used = np.unique(ends)
        away = np.linalg.norm(corners[used] - at, axis=1)
        nearest = int(np.argmin(away))
        if away[nearest] < near:
            return Feature(name, Catch.POINT, np.array(corners[used[nearest]]), NOWHERE)
        place, _, distance = _nearest_edge(corners, ends, at)
        if distance < near:
            return Feature(name, Catch.POINT, place, NOWHERE)
    return Feature(name, Catch.POINT, np.array(at), NOWHERE)


def line_feature(
    name: str, body: BodyActors, at: Array, near: float, *, catches_corners: bool
) -> Feature:
    """The corner (where wanted), the edge or the face near a point of the body, for an angle."""
    if catches_corners:
        found = point_feature(name, body, at, near)
        vertices = body.shape.mesh.vertices
        if np.any(np.all(vertices == found.point, axis=1)):
            return found
    corners, ends = body.shape.mesh.vertices, body.shape.drawing.edges
    if len(ends):
        place, row, distance = _nearest_edge(corners, ends, at)
        along = corners[ends[row, 1]] - corners[ends[row, 0]]
        length = float(np.linalg.norm(along))
        if distance < near and length > 0.0:
            return Feature(name, Catch.EDGE, place, along / length)
    face, normal = _face_at(body, at)
    if face is not None and face.kind in ("cylinder", "cone", "torus"):
        return Feature(name, Catch.EDGE, face.point, face.direction, what=f"axis of a {face.kind}")
    return Feature(
        name, Catch.FACE, np.array(at), normal if face is None else _normal(face, normal)
    )


def round_feature(name: str, body: BodyActors, at: Array, near: float) -> Feature | None:
    """The round face under a point of the body, exact where its primitive is known, else the
    circle that fits the edge near the point best; None where neither is round."""
    corners, ends = body.shape.mesh.vertices, body.shape.drawing.edges
    row, distance = -1, np.inf
    if len(ends):
        _, row, distance = _nearest_edge(corners, ends, at)
    face, _ = _face_at(body, at)
    if face is not None and face.kind != "plane":
        hollow = "hole" if face.kind == "cylinder" else f"hollow {face.kind}"
        kind = hollow if face.is_hollow else face.kind
        at_place = (
            " here" if face.kind == "cone" else " of the tube" if face.kind == "torus" else ""
        )
        return Feature(
            name,
            Catch.ROUND,
            face.point,
            face.direction,
            face.radius,
            f"{kind}{at_place}, exact",
            np.array(at),
        )
    if distance > _FARTHER * near:
        return None
    numbers, _ = curve_through(corners, ends, row)
    if len(numbers) < _LEAST_CORNERS:
        return None
    try:
        circle = fitted_circle(corners[numbers])
    except GeometryError:
        return None
    if circle.residual_mm > _ROUND * circle.radius:
        return None
    what = f"circle through {len(numbers)} corners of an edge, each within "
    what += f"{max(circle.residual_mm, 1e-4):.2g} mm of it"
    touched = corners[numbers[int(np.argmin(np.linalg.norm(corners[numbers] - at, axis=1)))]]
    return Feature(
        name, Catch.ROUND, circle.centre, circle.axis, circle.radius, what, np.array(touched)
    )


def face_plane(body: BodyActors, at: Array) -> tuple[Array, Array]:
    """A point (3,) of the face under a point of the body, mm, and its normal out of the body."""
    face, normal = _face_at(body, at)
    return np.array(at), normal if face is None else _normal(face, normal)


def _normal(face: TrueFace, normal: Array) -> Array:
    return np.array(face.direction) if face.kind == "plane" else normal


def _face_at(body: BodyActors, at: Array) -> tuple[TrueFace | None, Array]:
    """The true face under a point, if known, and the normal of its facet."""
    mesh, row = body.shape.mesh, body.face_at(at)
    a, b, c = mesh.vertices[mesh.triangles[row]]
    normal = np.cross(b - a, c - a)
    normal = normal / max(float(np.linalg.norm(normal)), 1e-300)
    primitive = None if mesh.face_primitive is None else int(mesh.face_primitive[row])
    within = body.shape.chord + _BESIDE
    return true_face(body.shape.solid, at, normal, within, primitive), normal


def _nearest_edge(corners: Array, ends: NDArray[np.int64], at: Array) -> tuple[Array, int, float]:
    """The nearest point on a feature edge, (3,), the row of the edge, and the distance, mm."""
    start, along = corners[ends[:, 0]], corners[ends[:, 1]] - corners[ends[:, 0]]
    square = np.maximum(np.einsum("ij,ij->i", along, along), 1e-300)
    share = np.clip(np.einsum("ij,ij->i", at - start, along) / square, 0.0, 1.0)
    places = start + share[:, None] * along
    away = np.linalg.norm(places - at, axis=1)
    row = int(np.argmin(away))
    return places[row], row, float(away[row])
