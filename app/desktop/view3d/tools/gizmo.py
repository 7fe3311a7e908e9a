"""The handles on a frame as mathematics: which one is under the pointer, and how far it is pulled.

Nine handles stand on a frame T_world_frame: an arrow along each axis, a square between each two
axes, a ring about each axis. Their size is constant on the screen, so lengths here are in points
of the screen, times the millimetres that one point covers at the frame. Nothing is drawn here.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from math import atan2, pi, tan

import numpy as np
from numpy.typing import NDArray

from app.desktop.view3d.drawing.camera import Camera, depth_of, project, ray

Array = NDArray[np.float64]
Size = tuple[float, float]

# Lengths in points of the screen.
ARROW_START, ARROW_END = 14.0, 94.0
SQUARE_START, SQUARE_END = 22.0, 42.0
RING_RADIUS, RING_SIDES = 66.0, 48
REACH = 7.0
ALONG_SIGHT = 0.97  # cosine above which an axis points at the eye and cannot be pulled
EDGE_ON = 0.2  # cosine below which a square or a ring is seen from its edge
SNAP_MM, SNAP_RAD = 10.0, np.radians(15.0)


class Pull(Enum):
    """The effect of a handle on the frame."""

    MOVE = "move"
    SLIDE = "slide"
    TURN = "turn"
    SIZE = "size"


@dataclass(frozen=True)
class Handle:
    """One handle: along axis 0, 1 or 2 of the frame, in the plane across it, or about it.

    Of a size handle, which belongs to no frame, `axis` is its number among the grips of a shape.
    """

    pull: Pull
    axis: int


HANDLES = tuple(
    Handle(pull, axis) for pull in (Pull.MOVE, Pull.SLIDE, Pull.TURN) for axis in range(3)
)


def scale_at(camera: Camera, point: Array, height: float) -> float:
    """The millimetres that one point of the screen covers at a world point."""
    depth = camera.distance if camera.parallel else max(depth_of(camera, point), 1.0)
    return 2.0 * depth * tan(camera.view_angle / 2) / height


def sight_to(camera: Camera, point: Array) -> Array:
    """Unit vector from a world point to the eye."""
    if camera.parallel:
        return camera.axes[:, 2]
    towards = camera.eye - point
    return np.asarray(towards / np.linalg.norm(towards))


def can_be_pulled(handle: Handle, T_world_frame: Array, camera: Camera) -> bool:
    """Whether a handle is seen well enough to be pulled: not an arrow that points at the eye."""
    facing = abs(float(T_world_frame[:3, handle.axis] @ sight_to(camera, T_world_frame[:3, 3])))
    if handle.pull is Pull.MOVE:
        return facing < ALONG_SIGHT
    return handle.pull is Pull.TURN or facing > EDGE_ON


def outline(handle: Handle) -> Array:
    """The points of a handle in the axes of the frame, in points of the screen, shape (k, 3)."""
    along, first, second = np.eye(3)[[handle.axis, (handle.axis + 1) % 3, (handle.axis + 2) % 3]]
    if handle.pull is Pull.MOVE:
        return np.array([ARROW_START * along, ARROW_END * along])
    if handle.pull is Pull.SLIDE:
        near, far = SQUARE_START, SQUARE_END
        corners = ((near, near), (far, near), (far, far), (near, far))
        return np.array([a * first + b * second for a, b in corners])
    turn = np.linspace(0.0, 2.0 * pi, RING_SIDES + 1)[:, None]
    return np.asarray(RING_RADIUS * (np.cos(turn) * first + np.sin(turn) * second))


def pick(T_world_frame: Array, camera: Camera, x: float, y: float, size: Size) -> Handle | None:
    """The nearest handle under a point of the picture (x right, y down), or None."""
    scale, place = scale_at(camera, T_world_frame[:3, 3], size[1]), np.array([x, y])
    best, best_gap = None, REACH
    for handle in HANDLES:
        if not can_be_pulled(handle, T_world_frame, camera):
            continue
        local = outline(handle) * scale
        world = local @ T_world_frame[:3, :3].T + T_world_frame[:3, 3]
        seen = np.array([project(camera, point, *size) for point in world])
        gap = _gap_to(seen, place, handle.pull is Pull.SLIDE)
        if gap < best_gap:
            best, best_gap = handle, gap
    return best


def _gap_to(line: Array, place: Array, is_closed: bool) -> float:
    """Distance of a place from a polyline, points; 0 inside a closed one."""
    ends = np.roll(line, -1, axis=0) if is_closed else line[1:]
    starts = line if is_closed else line[:-1]
    along = ends - starts
    offset = place - starts
    if is_closed:
        sides = along[:, 0] * offset[:, 1] - along[:, 1] * offset[:, 0]
        if (sides > 0.0).all() or (sides < 0.0).all():
            return 0.0
    lengths = np.maximum((along * along).sum(axis=1), 1e-12)
    share = np.clip((offset * along).sum(axis=1) / lengths, 0.0, 1.0)
    return float(np.linalg.norm(offset - share[:, None] * along, axis=1).min())


def grip(
    handle: Handle, T_world_frame: Array, camera: Camera, x: float, y: float, size: Size
) -> Array:
    """The place at which the pointer holds a handle.

    Given in mm along the axes of the frame, shape (3,); for a ring as (angle, 0, 0), rad.
    An arrow: the point of its axis nearest to the line of sight. A square: the point in its plane
    on
    the line of sight. A ring: the angle of that point about the axis; for a ring seen from its
    edge,
    the angle by which it would have rolled under the pointer.
    """
    origin, R = T_world_frame[:3, 3], T_world_frame[:3, :3]
    eye, sight = ray(camera, x, y, *size)
    axis = R[:, handle.axis]
    facing = float(axis @ sight)
    if handle.pull is Pull.MOVE:
        across = axis - facing * sight
        depth = float(across @ (eye - origin)) / max(1.0 - facing * facing, 1e-9)
        return depth * np.eye(3)[handle.axis]
    if handle.pull is Pull.TURN and abs(facing) < EDGE_ON:
        return np.array([_rolled(axis, origin, camera, x, y, size), 0.0, 0.0])
    met = eye + float(axis @ (origin - eye)) / facing * sight
    local = R.T @ (met - origin)
    if handle.pull is Pull.SLIDE:
        return np.asarray(local)
    first, second = (handle.axis + 1) % 3, (handle.axis + 2) % 3
    return np.array([atan2(local[second], local[first]), 0.0, 0.0])


def _rolled(axis: Array, origin: Array, camera: Camera, x: float, y: float, size: Size) -> float:
    """The angle of a ring seen from its edge, rad: its front rolls with the pointer."""
    front = np.cross(axis, sight_to(camera, origin))  # the way the nearest point of the ring goes
    scale = scale_at(camera, origin, size[1])
    step = np.array(project(camera, origin + scale * front, *size))
    middle = np.array(project(camera, origin, *size))
    return float((np.array([x, y]) - middle) @ (step - middle)) / RING_RADIUS


def pulled_by(handle: Handle, start: Array, now: Array, before: float = 0.0) -> Array:
    """The pull between two grips, mm or rad; angles go on beyond half a turn from `before`."""
    amount = now - start
    if handle.pull is Pull.TURN:
        amount[0] += 2.0 * pi * round((before - amount[0]) / (2.0 * pi))
    return amount


def snapped(handle: Handle, amount: Array) -> Array:
    """The nearest pull in whole steps of 10 mm or 15 degrees."""
    step = SNAP_RAD if handle.pull is Pull.TURN else SNAP_MM
    return np.asarray(np.round(amount / step) * step)


def displacement(handle: Handle, T_world_frame: Array, amount: Array) -> Array:
    """The motion in the world, (4, 4), made by a pull of a handle of the frame."""
    T = np.eye(4)
    R, origin = T_world_frame[:3, :3], T_world_frame[:3, 3]
    if handle.pull is not Pull.TURN:
        T[:3, 3] = R @ amount
        return T
    x, y, z = R[:, handle.axis]
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    turn = np.eye(3) + np.sin(amount[0]) * cross + (1.0 - np.cos(amount[0])) * cross @ cross
    T[:3, :3], T[:3, 3] = turn, origin - turn @ origin
    return T


def words(handle: Handle, amount: Array) -> str:
    """The label of a pull: `X +12.3 mm`, `Y +1.0 Z -4.0 mm`, `about Z -15.0°`."""
    if handle.pull is Pull.TURN:
        return f"about {'XYZ'[handle.axis]} {_signed(np.degrees(amount[0]))}°"
    own = [i for i in range(3) if (i == handle.axis) == (handle.pull is Pull.MOVE)]
    moved = [i for i in range(3) if i in own or amount[i] != 0.0]
    return " ".join(f"{'XYZ'[i]} {_signed(amount[i])}" for i in moved) + " mm"


def _signed(value: float) -> str:
    """A figure with its sign and one to three decimals, as many as it has."""
    text = f"{value:+.3f}"
    for zeros in ("00", "0"):
        if text.endswith(zeros):
            return text.removesuffix(zeros)
    return text
