"""The point about which the camera turns and towards which it moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from app.desktop.view3d.drawing import camera as turntable
from scenes.world.frozen import Array

if TYPE_CHECKING:
    from app.desktop.view3d.drawing.scene3d import CellScene


def pivot_under(scene: CellScene, x: float, y: float) -> Array:
    """The point of a body or of the floor under a point of the picture, world, mm.

    x, y: Points of the screen, x right, y down. Beside bodies and floor it is a point as deep as
    the middle of the bodies.
    """
    point = scene.pick_point(x, y)[1]
    camera = scene.camera
    origin, direction = turntable.ray(camera, x, y, *scene.size)
    if point is None:
        point = scene.floor.met(origin, direction)
    if point is not None:
        return point
    points = scene.points()
    middle = (points.min(axis=0) + points.max(axis=0)) / 2 if len(points) else camera.focus
    backward = camera.axes[:, 2]
    far = float((origin - middle) @ backward) / float(-direction @ backward)
    return np.asarray(origin + max(far, turntable.NEAREST) * direction)
