"""The turntable camera: pure functions of a frozen value, z always up.

Right, up and backward are the camera's axes in the world; the eye is `distance` behind the focus.
Points of the picture are in pixels, x right and y down from the upper left corner, as in Qt.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import cos, exp, log, pi, radians, sin, tan
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]

# Straight up and down are allowed: the azimuth still decides which way is up on the screen.
STEEPEST = pi / 2
NEAREST, FARTHEST = 1.0, 1.0e6  # mm between eye and focus
# An orthographic eye stands this much farther back, mm, so that nothing is behind it.
STEP_BACK = 1.0e5

ZOOM_STEP = 1.006  # how much nearer the eye comes by a drag of one pixel

# Share of a body that may be hidden from a view that is called clear.
HIDDEN_ENOUGH = 0.15
# Turns of the camera, azimuth and elevation in rad, by which a view is tried, the least first. The
# eye goes up and round, but never down: there is the floor.
TURNS = sorted(
    ((radians(a), radians(e)) for a in range(-180, 180, 20) for e in (0, 20, 40) if a or e),
    key=lambda turn: abs(turn[0]) + abs(turn[1]),
)

LIKE_A_CUBE = float(np.arctan(np.sqrt(0.5)))  # the elevation that shows three sides alike
STANDARD_VIEWS = {
    "front": (0.0, 0.0),
    "back": (pi, 0.0),
    "right": (pi / 2, 0.0),
    "left": (-pi / 2, 0.0),
    "top": (0.0, STEEPEST),
    "bottom": (0.0, -STEEPEST),
    "home": (radians(38.0), radians(24.0)),
    "isometric_front_right": (pi / 4, LIKE_A_CUBE),
    "isometric_back_right": (3 * pi / 4, LIKE_A_CUBE),
    "isometric_back_left": (-3 * pi / 4, LIKE_A_CUBE),
    "isometric_front_left": (-pi / 4, LIKE_A_CUBE),
}


@dataclass(frozen=True, eq=False)
class Camera:
    """The place of the eye and its line of sight.

    focus: The point looked at, world, mm, shape (3,).
    azimuth: Angle of the eye about z, rad; 0 looks along +y, from in front.
    elevation: Angle of the eye above the horizontal, rad.
    distance: From eye to focus, mm.
    view_angle: Vertical opening of the picture, rad.
    parallel: Whether it draws without perspective; the scale is that of the perspective at the
    focus.
    """

    focus: Array
    azimuth: float = 0.0
    elevation: float = 0.0
    distance: float = 1000.0
    view_angle: float = radians(30.0)
    parallel: bool = False

    @property
    def axes(self) -> Array:
        """Right, up and backward as columns, shape (3, 3)."""
        return camera_axes(self.azimuth, self.elevation)

    @property
    def eye(self) -> Array:
        """Position of the eye, world, mm."""
        return self.focus + self.distance * self.axes[:, 2]

    @property
    def half_height(self) -> float:
        """Half the height of the picture in the plane of the focus, mm."""
        return self.distance * tan(self.view_angle / 2)


def camera_axes(azimuth: float, elevation: float) -> Array:
    """Right, up and backward (towards the eye) as columns, shape (3, 3)."""
    ca, sa, ce, se = cos(azimuth), sin(azimuth), cos(elevation), sin(elevation)
    right = (ca, sa, 0.0)
    up = (-sa * se, ca * se, ce)
    backward = (sa * ce, -ca * ce, se)
    # At an elevation of 90 deg the eye looks down and up points away from the viewer: a plan.
    return np.array([right, up, backward]).T


def camera_axes_of(vtk_camera: Any) -> Array:
    """Right, up and backward of a vtkCamera as columns, shape (3, 3)."""
    backward = np.array(vtk_camera.GetPosition()) - np.array(vtk_camera.GetFocalPoint())
    backward /= np.linalg.norm(backward)
    right = np.cross(np.array(vtk_camera.GetViewUp()), backward)
    right /= np.linalg.norm(right)
    return np.column_stack([right, np.cross(backward, right), backward])


def orbit(camera: Camera, d_azimuth: float, d_elevation: float, pivot: ArrayLike) -> Camera:
    """The camera turned by angles, rad, about the pivot, which stays in its place on the screen."""
    point = np.asarray(pivot, float)
    steepness = float(np.clip(camera.elevation + d_elevation, -STEEPEST, STEEPEST))
    azimuth = camera.azimuth + d_azimuth
    turned = camera_axes(azimuth, steepness)
    eye = point + turned @ (camera.axes.T @ (camera.eye - point))
    focus = eye - camera.distance * turned[:, 2]
    return replace(camera, azimuth=azimuth, elevation=steepness, focus=focus)


def pan(camera: Camera, start: Sequence[float], end: Sequence[float], height: float,
        depth: float | None = None) -> Camera:  # fmt: skip
    """The camera moved so that the point under `start` comes under `end`.

    height: Height of the picture, pixels.
    depth: Distance of the dragged point in front of the eye, mm; the focus when not given.
    """
    reach = camera.distance if depth is None or camera.parallel else depth
    scale = 2.0 * reach * tan(camera.view_angle / 2) / height
    right, up, _ = camera.axes.T
    shift = (start[0] - end[0]) * scale * right + (end[1] - start[1]) * scale * up
    return replace(camera, focus=camera.focus + shift)


def zoom(camera: Camera, factor: float, point: ArrayLike | None = None) -> Camera:
    """The camera nearer by `factor` (above 1); `point` stays in its place on the screen."""
    distance = float(np.clip(camera.distance / factor, NEAREST, FARTHEST))
    share = distance / camera.distance
    anchor = camera.focus if point is None else np.asarray(point, float)
    return replace(camera, focus=anchor + share * (camera.focus - anchor), distance=distance)


def look_at(camera: Camera, point: ArrayLike) -> Camera:
    """The camera looking at a point from the same side and the same distance."""
    return replace(camera, focus=np.asarray(point, float))


def with_projection(camera: Camera, parallel: bool) -> Camera:
    """The same camera with or without perspective."""
    return replace(camera, parallel=parallel)


def standard_view(camera: Camera, name: str) -> Camera:
    """The camera looking from a named side at the same focus.

    name: A key of STANDARD_VIEWS.
    """
    azimuth, elevation = STANDARD_VIEWS[name]
    return replace(camera, azimuth=azimuth, elevation=elevation)


def fit(camera: Camera, points: ArrayLike, aspect: float, margin: float = 0.06) -> Camera:
    """The camera with all points in the picture, as large as possible, and a margin round them.

    points: World points, shape (n, 3), mm; an empty set leaves the camera as it is.
    aspect: Width over height of the picture.

    A point with camera coordinates (x, y, z) relative to a trial focus is inside the picture of
    an eye at (u, v, d) when |x - u| <= k (d - z), for k the tangent of half the opening less the
    margin. The two tightest points of each direction give u and the least d; likewise v.
    """
    cloud = np.asarray(points, float).reshape(-1, 3)
    if not len(cloud):
        return camera
    axes = camera.axes
    local = cloud @ axes
    tangent = tan(camera.view_angle / 2) * (1.0 - 2.0 * margin)
    needs = [
        _span(local[:, i], local[:, 2], tangent * share, camera.parallel)
        for i, share in ((0, aspect), (1, 1.0))
    ]
    middle_depth = float(local[:, 2].max() + local[:, 2].min()) / 2
    reach = max(depth for _, depth in needs)
    distance = reach if camera.parallel else reach - middle_depth
    focus = axes @ np.array([needs[0][0], needs[1][0], middle_depth])
    return replace(camera, focus=focus, distance=float(np.clip(distance, NEAREST, FARTHEST)))


def _span(across: Array, depth: Array, tangent: float, parallel: bool) -> tuple[float, float]:
    """The middle and the least depth of the eye for one direction of the picture, mm."""
    if parallel:
        low, high = float(across.min()), float(across.max())
        return (low + high) / 2, (high - low) / 2 / tangent
    high = float((across + tangent * depth).max())
    low = float((across - tangent * depth).min())
    return (low + high) / 2, (high - low) / 2 / tangent


def scales_at(camera: Camera, points: Array, height: float) -> Array:
    """The millimetres (n,) that a point of the screen covers at each of world points (n, 3).

    height: Of the picture, points of the screen.
    """
    depths = (camera.eye - points) @ camera.axes[:, 2]
    reach = np.full(len(points), camera.distance) if camera.parallel else np.maximum(depths, 1.0)
    return 2.0 * reach * tan(camera.view_angle / 2) / height


def ray(camera: Camera, x: float, y: float, width: float, height: float) -> tuple[Array, Array]:
    """Origin and unit direction, in the world, of the line of sight through a pixel."""
    across = (2.0 * (x + 0.5) / width - 1.0) * width / height * camera.half_height
    along = (1.0 - 2.0 * (y + 0.5) / height) * camera.half_height
    right, up, backward = camera.axes.T
    target = camera.focus + across * right + along * up
    if camera.parallel:
        return target + (camera.distance + STEP_BACK) * backward, -backward
    direction = target - camera.eye
    return camera.eye, direction / np.linalg.norm(direction)


def whole_sight(origin: Array, direction: Array, reach: float) -> tuple[Array, float]:
    """The visible part of a line of sight where nothing is cut open: all of it."""
    return origin, reach


def project(camera: Camera, point: ArrayLike, width: float, height: float) -> tuple[float, float]:
    """The pixel at which a world point appears."""
    x, y, z = camera.axes.T @ (np.asarray(point, float) - camera.focus)
    shrink = 1.0 if camera.parallel else camera.distance / (camera.distance - z)
    scale = shrink * height / 2 / camera.half_height
    return width / 2 + x * scale - 0.5, height / 2 - y * scale - 0.5


def projected(camera: Camera, points: Array, width: float, height: float) -> Array:
    """The pixels (n, 2) at which world points (n, 3) appear; nan for points behind the eye."""
    x, y, z = ((points - camera.focus) @ camera.axes).T
    ahead = np.where(z < camera.distance, camera.distance - z, np.nan)
    shrink = np.ones(len(z)) if camera.parallel else camera.distance / ahead
    scale = shrink * height / 2 / camera.half_height
    return np.stack([width / 2 + x * scale - 0.5, height / 2 - y * scale - 0.5], axis=1)


@dataclass(frozen=True, eq=False)
class Drag:
    """A drag of the mouse from its start; each move is computed from the start, so none is lost.

    kind: "orbit", "pan" or "zoom".
    pivot: The world point under the pointer at the start, mm.
    """

    kind: str
    start: tuple[float, float]
    camera: Camera
    pivot: Array


def drag_to(drag: Drag, x: float, y: float, height: float) -> Camera:
    """The camera after a drag to the pixel (x, y) in a picture of this height, pixels."""
    if drag.kind == "pan":
        return pan(drag.camera, drag.start, (x, y), height, depth_of(drag.camera, drag.pivot))
    if drag.kind == "zoom":
        return zoom(drag.camera, ZOOM_STEP ** (drag.start[1] - y), drag.pivot)
    turn = pi / height
    d_azimuth, d_elevation = (drag.start[0] - x) * turn, (y - drag.start[1]) * turn
    return orbit(drag.camera, d_azimuth, d_elevation, drag.pivot)


def clearest(camera: Camera, hidden: Callable[[Camera], float]) -> Camera:
    """The camera, or one turned as little as needed, from which almost nothing is hidden.

    hidden: Gives the share, 0 to 1, of what is looked at that a camera does not see. Where every
        direction hides too much, the one that hides least is taken.
    """
    best, least = camera, hidden(camera)
    for d_azimuth, d_elevation in TURNS:
        if least <= HIDDEN_ENOUGH:
            break
        elevation = camera.elevation + d_elevation
        if elevation > STEEPEST:
            continue
        turned = replace(camera, azimuth=camera.azimuth + d_azimuth, elevation=elevation)
        share = hidden(turned)
        if share < least:
            best, least = turned, share
    return best


def depth_of(camera: Camera, point: ArrayLike) -> float:
    """The distance of a world point in front of the eye, mm."""
    return float((camera.eye - np.asarray(point, float)) @ camera.axes[:, 2])


def depth_range(camera: Camera, near_points: Array, far_points: Array) -> tuple[float, float]:
    """The nearest and the farthest distance that the depth buffer covers, mm.

    Depth steps grow with the square of the distance over the nearest distance, so a floor that
    reaches under the eye must not pull the near plane to it: only `near_points` may.
    """
    step_back = STEP_BACK if camera.parallel else 0.0
    towards = camera.eye - np.concatenate([near_points, far_points])
    depths = step_back + towards @ camera.axes[:, 2]
    margin = 0.02 * float(np.ptp(depths)) + 1.0
    far = max(float(depths.max()) + margin, 10.0 * NEAREST)
    near = float(depths[: len(near_points)].min(initial=far)) - margin
    return max(near, far / 1000.0), far


def interpolate(start: Camera, end: Camera, s: float) -> Camera:
    """The camera at a share s of the way; the azimuth goes the short way round.

    The distance changes by equal factors in equal steps.
    """
    turn = (end.azimuth - start.azimuth + pi) % (2 * pi) - pi
    return replace(
        end,
        focus=start.focus + s * (end.focus - start.focus),
        azimuth=start.azimuth + s * turn,
        elevation=start.elevation + s * (end.elevation - start.elevation),
        distance=exp(log(start.distance) + s * (log(end.distance) - log(start.distance))),
    )


def apply(camera: Camera, vtk_camera: Any) -> None:
    """Sets a vtkCamera; its clipping range is left to the renderer."""
    step_back = STEP_BACK if camera.parallel else 0.0
    vtk_camera.SetPosition(*(camera.eye + step_back * camera.axes[:, 2]))
    vtk_camera.SetFocalPoint(*camera.focus)
    vtk_camera.SetViewUp(*camera.axes[:, 1])
    vtk_camera.SetViewAngle(camera.view_angle * 180.0 / pi)
    vtk_camera.SetParallelProjection(camera.parallel)
    vtk_camera.SetParallelScale(camera.half_height)


def read_back(camera: Camera, vtk_camera: Any) -> Camera:
    """The camera after something else, such as the view cube, has turned the vtkCamera."""
    focus, eye = np.array(vtk_camera.GetFocalPoint()), np.array(vtk_camera.GetPosition())
    backward = eye - focus
    distance = float(np.linalg.norm(backward))
    x, y, z = backward / distance
    if camera.parallel:
        distance = vtk_camera.GetParallelScale() / tan(camera.view_angle / 2)
    azimuth = float(np.arctan2(x, -y))
    if np.hypot(x, y) < 1e-6:
        up_x, up_y, _ = np.array(vtk_camera.GetViewUp()) * np.sign(z)
        azimuth = float(np.arctan2(-up_x, up_y))
    elevation = float(np.arcsin(np.clip(z, -1.0, 1.0)))
    return replace(camera, focus=focus, distance=distance, azimuth=azimuth, elevation=elevation)


class Reading:
    """The newest `read_back`, which is asked for often in a frame and changes seldom."""

    def __init__(self) -> None:
        self._asked: tuple[Camera, Any, int] | None = None
        self._read = Camera(np.zeros(3))

    def of(self, camera: Camera, vtk_camera: Any) -> Camera:
        """What `read_back` gives; the same object while nobody has moved the vtkCamera."""
        changed = vtk_camera.GetMTime()
        known = self._asked
        if known is None or known[0] is not camera or known[1:] != (vtk_camera, changed):
            self._asked = camera, vtk_camera, changed
            self._read = read_back(camera, vtk_camera)
        return self._read
