"""The check's own walls of a box with box-shaped cuts, for covers that leave these cuts free.

A point of the box outside a cut along its axes is below or above the cut along one of them. A point
outside a turned cut is beyond one of the cut's faces. The walls are in the order in which
`geometry.contact.walls` has them; the corners of walls beyond turned faces are found in another
way, as points where three planes meet.
"""

from collections.abc import Iterator
from itertools import combinations, product

import numpy as np

from geometry.poses import Array, relative
from geometry.solids.primitives.box import Box
from geometry.solids.primitives.hull import Hull
from geometry.solids.tree import Moved, Solid, Union

Placed = tuple[Solid, Array]
Held = list[Placed]

# Most walls of one box that are tried. Greatest deviation of a cut's axes. Thinnest wall beyond a
# turned face, and how far, mm, a corner may lie outside a plane; determinant of three planes that
# count as parallel.
_MOST_WALLS, _SQUARE, _THIN, _PARALLEL = 24, 1e-12, 1e-9, 1e-9


def walls_of(shape: Solid, T: Array, cuts: tuple[Placed, ...]) -> Held | None:
    """Convex primitives that contain a box minus boxes, and no point inside these cuts; None for
    another primitive, and for a box that no such cut meets."""
    if not isinstance(shape, Box):
        return None
    edges = np.array(shape.size)
    whole = np.stack([-edges, edges], axis=1) / 2.0
    boxes = [box for cut, T_cut in cuts for box in _boxes_in(cut, relative(T, T_cut))]
    spans = [_spans_of_cut(*box) for box in boxes]
    known = [cut for cut in spans if cut is not None and not _is_beside(whole, cut)]
    walls = [whole]
    for cut in known:
        walls = [part for wall in walls for part in _parts_outside(wall, cut)]
        if len(walls) > _MOST_WALLS:
            return None
    turned = [_faces(*box) for box, own in zip(boxes, spans, strict=True) if own is None]
    found: Held = []
    is_met = bool(known)
    for wall in walls:
        parts = _outside_turned(wall, turned)
        is_met = is_met or parts is not None
        found += [_as_box(wall, T)] if parts is None else [(_as_hull(p), T) for p in parts]
    return found if is_met and len(found) <= _MOST_WALLS else None


def _boxes_in(cut: Solid, T: Array) -> Iterator[tuple[Box, Array]]:
    """The boxes in a cut that T places, each with its pose; other shapes are left out."""
    match cut:
        case Moved():
            yield from _boxes_in(cut.inner, T @ cut.T)
        case Union():
            for part in cut.parts:
                yield from _boxes_in(part, T)
        case Box():
            yield cut, T


def _spans_of_cut(cut: Box, T: Array) -> Array | None:
    """Lowest and highest x, y and z, (3, 2), of a cut that T places in the frame of the box that it
    cuts; None for axes that are not parallel."""
    turn = np.abs(T[:3, :3])
    if np.any(np.minimum(turn, np.abs(1.0 - turn)) > _SQUARE):
        return None
    corners = _corners_of(cut) @ T[:3, :3].T + T[:3, 3]
    return np.stack([corners.min(axis=0), corners.max(axis=0)], axis=1)


def _corners_of(box: Box) -> Array:
    return np.array(list(product((-0.5, 0.5), repeat=3))) * np.array(box.size)


def _faces(cut: Box, T: Array) -> Array:
    """Planes (6, 4) of a cut that T places, outward normal and offset: x, y, z, each low first."""
    normals = np.stack([-T[:3, :3], T[:3, :3]], axis=2).reshape(3, 6).T
    return np.column_stack(
        [normals, (normals @ (_corners_of(cut) @ T[:3, :3].T + T[:3, 3]).T).max(axis=1)]
    )


def _outside_turned(wall: Array, turned: list[Array]) -> list[Array] | None:
    """The planes (m, 4) of each part of a wall, spans (3, 2), outside turned cuts; None if no cut
    meets the wall."""
    sides = np.concatenate([np.eye(3), -np.eye(3)])
    parts = [np.column_stack([sides, np.concatenate([wall[:, 1], -wall[:, 0]])])]
    is_met = False
    for faces in turned:
        left: list[Array] = []
        for planes in parts:
            over = _corners(planes) @ faces[:, :3].T - faces[:, 3]
            if np.any(over.min(axis=0) >= -_THIN):
                left.append(planes)
                continue
            is_met = True
            left += [np.vstack([planes, -face]) for face in faces[over.max(axis=0) > _THIN]]
        parts = left
    return parts if is_met else None


def _corners(planes: Array) -> Array:
    """The corners (n, 3) of the polytope inside planes (m, 4): where three planes meet and no other
    one is passed."""
    trios = planes[list(combinations(range(len(planes)), 3))]
    meeting = trios[np.abs(np.linalg.det(trios[:, :, :3])) > _PARALLEL]
    points = np.linalg.solve(meeting[:, :, :3], meeting[:, :, 3:])[:, :, 0]
    return np.asarray(points[np.all(points @ planes[:, :3].T - planes[:, 3] <= _THIN, axis=1)])


def _as_hull(planes: Array) -> Hull:
    corners = tuple((float(x), float(y), float(z)) for x, y, z in _corners(planes))
    return Hull(corners, tuple((float(x), float(y), float(z), float(d)) for x, y, z, d in planes))


def _is_beside(wall: Array, cut: Array) -> bool:
    return bool(np.any(np.maximum(wall[:, 0], cut[:, 0]) >= np.minimum(wall[:, 1], cut[:, 1])))


def _parts_outside(wall: Array, cut: Array) -> list[Array]:
    """Spans (3, 2) of the boxes that contain what a cut leaves of a box."""
    if _is_beside(wall, cut):
        return [wall]
    parts = []
    for axis, side in product(range(3), (0, 1)):
        part = wall.copy()
        part[axis, 1 - side] = cut[axis, side]
        if part[axis, 0] < part[axis, 1]:
            parts.append(part)
    return parts


def _as_box(spans: Array, T: Array) -> tuple[Solid, Array]:
    place = T.copy()
    place[:3, 3] = T[:3, :3] @ spans.mean(axis=1) + T[:3, 3]
    x, y, z = (float(end - start) for start, end in spans)
    return Box((x, y, z)), place
