"""The view cube in the upper right corner, and the world axes in the lower left corner."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from app.desktop.looks.theme import Rgb, Theme, rgb
from app.desktop.view3d.drawing.camera import Camera
from app.desktop.view3d.drawing.corner_marks.axis_marks import (
    AxisMarks,
    ball_marks,
    overlay_of,
    triad_marks,
)

if TYPE_CHECKING:
    from PySide6.QtCore import QPointF

Array = NDArray[np.float64]

CUBE_SIZE, CUBE_PADDING = 92, 12  # points
FULL_TRIAD = 300.0  # least height or width of a view with a triad of full size, points
TRIAD_PLACE = 50  # of its origin from the left and the lower border, points
# Distance of the balls from the middle of the cube, and the radius in which a click meets one.
BALL_PLACE, BALL_REACH = 0.37 * CUBE_SIZE, 0.16 * CUBE_SIZE
SIDES = ("right", "back", "top", "left", "front", "bottom")  # +x +y +z -x -y -z


def side_at(x: float, y: float, axes: Array) -> str | None:
    """The side whose ball is at a point of the cube; None beside all balls.

    x, y: From the middle of the cube, x right and y up, points.
    axes: Right, up and backward of the camera as columns, shape (3, 3).
    """
    balls = np.concatenate([np.eye(3), -np.eye(3)]) @ axes
    away = np.hypot(BALL_PLACE * balls[:, 0] - x, BALL_PLACE * balls[:, 1] - y)
    near = [int(i) for i in np.flatnonzero(away < BALL_REACH)]
    if not near:
        return None
    # Of two balls in one place the one in front is meant.
    return SIDES[max(near, key=lambda i: float(balls[i, 2]))]


class ViewCube:
    """The balls of the axes; the viewport answers a click on one."""

    reach = CUBE_SIZE + CUBE_PADDING  # from the corner of the view, points

    def __init__(self, plotter: Any, overlay: Any) -> None:
        self._marks = AxisMarks(plotter.renderer, overlay, _of_cube)

    def covers(self, where: QPointF, width: int) -> bool:
        """Whether a point of the view, from its upper left corner, lies on the cube."""
        return where.x() > width - self.reach and where.y() < self.reach

    def scale(self, pixel_ratio: float) -> None:
        """Keeps the size in points on a dense screen."""
        self._marks.ratio = pixel_ratio

    def side(self, where: QPointF, width: int, camera: Camera) -> str | None:
        """The side whose ball is at a point of the view; None beside all balls."""
        middle = CUBE_PADDING + CUBE_SIZE / 2
        return side_at(where.x() - (width - middle), middle - where.y(), camera.axes)

    def close(self) -> None:
        """Removes the cube from the view."""
        self._marks.close()


class Triad:
    """The world axes in the lower left corner."""

    def __init__(self, plotter: Any, overlay: Any, theme: Theme, pixel_ratio: float = 1.0) -> None:
        self._letters = rgb(theme.label)
        self._marks = AxisMarks(plotter.renderer, overlay, self._of_triad, pixel_ratio)

    def set_theme(self, theme: Theme) -> None:
        """Writes the letters in the colour of a theme."""
        self._letters = rgb(theme.label)
        self._marks.forget()

    def scale(self, pixel_ratio: float) -> None:
        """Keeps the size in points on a dense screen."""
        self._marks.ratio = pixel_ratio

    def close(self) -> None:
        """Removes the axes from the view."""
        self._marks.close()

    def _of_triad(self, axes: Array, size: Array) -> list[tuple[Array, Rgb]]:
        """The shapes of the axes in a view of a size, points from its lower left corner."""
        share = min(1.0, float(size.min()) / FULL_TRIAD)
        return triad_marks(axes, np.full(2, share * TRIAD_PLACE), self._letters, share)


class CornerMarks:
    """The view cube and the axes of the world in a view."""

    def __init__(self, plotter: Any, theme: Theme) -> None:
        overlay = overlay_of(plotter)
        self.cube, self.triad = ViewCube(plotter, overlay), Triad(plotter, overlay, theme)

    def scale(self, pixel_ratio: float) -> None:
        """Keeps their sizes in points on a dense screen."""
        self.cube.scale(pixel_ratio)
        self.triad.scale(pixel_ratio)

    def close(self) -> None:
        """Removes both from the view."""
        self.cube.close()
        self.triad.close()


def _of_cube(axes: Array, size: Array) -> list[tuple[Array, Rgb]]:
    """The shapes of the cube in a view of a size, points from its lower left corner."""
    middle = size - (CUBE_PADDING + CUBE_SIZE / 2)
    return ball_marks(axes, middle, BALL_PLACE, BALL_REACH)


def cube_box(size: tuple[float, float]) -> tuple[float, float, float, float]:
    """The box of the view cube in a view of a size: left, bottom, right, top from the lower left.

    All in points of the screen.
    """
    width, height = size
    return width - ViewCube.reach, height - ViewCube.reach, width, height
