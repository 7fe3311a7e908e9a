"""The view cube in the upper right corner, and the world axes in the lower left corner."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from app.desktop.looks.theme import Theme, rgb
from app.desktop.view3d.drawing.camera import Camera
from app.desktop.view3d.drawing.skeleton_view import AXIS_COLOURS

if TYPE_CHECKING:
    from PySide6.QtCore import QPointF

Array = NDArray[np.float64]

CUBE_SIZE, CUBE_PADDING = 92, 12  # points
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
    """The balls of the axes, drawn by VTK; the viewport answers a click on one.

    VTK's own answer to a click would also move the camera back until the whole floor is seen.
    """

    reach = CUBE_SIZE + CUBE_PADDING  # from the corner of the view, points

    def __init__(self, plotter: Any) -> None:
        self.widget = plotter.add_camera_orientation_widget(animate=False)
        self.scale(1.0)
        self.dress()

    def covers(self, where: QPointF, width: int) -> bool:
        """Whether a point of the view, from its upper left corner, lies on the cube."""
        return where.x() > width - self.reach and where.y() < self.reach

    def scale(self, pixel_ratio: float) -> None:
        """Keeps the size in points on a dense screen."""
        size, padding = (round(length * pixel_ratio) for length in (CUBE_SIZE, CUBE_PADDING))
        shape = self.widget.GetRepresentation()
        shape.SetPadding(padding, padding)
        shape.SetSize(size, size)

    def side(self, where: QPointF, width: int, camera: Camera) -> str | None:
        """The side whose ball is at a point of the view; None beside all balls."""
        middle = CUBE_PADDING + CUBE_SIZE / 2
        return side_at(where.x() - (width - middle), middle - where.y(), camera.axes)

    def dress(self) -> None:
        """Sets the axis colours of the program, and dark letters, which read on all three."""
        shape = self.widget.GetRepresentation()
        for axis, colour in zip("XYZ", AXIS_COLOURS, strict=True):
            getattr(shape, f"Set{axis}AxisColor")(*colour)
            for side in ("Plus", "Minus"):
                label = getattr(shape, f"Get{axis}{side}LabelProperty")()
                label.SetColor(0.06, 0.07, 0.09)
                label.SetBold(side == "Plus")

    def close(self) -> None:
        """Removes the cube from the plotter, while there is one."""
        self.widget.Off()


def add_axes(plotter: Any, theme: Theme) -> Any:
    """The triad of the world axes in the lower left corner."""
    colours = dict(zip(("x_color", "y_color", "z_color"), AXIS_COLOURS, strict=True))
    plotter.renderer.hide_axes()
    return plotter.renderer.add_axes(
        interactive=False, line_width=3, label_size=(0.25, 0.1), color=rgb(theme.label), **colours
    )


def cube_box(size: tuple[float, float]) -> tuple[float, float, float, float]:
    """The box of the view cube in a view of a size: left, bottom, right, top from the lower left.

    All in points of the screen.
    """
    width, height = size
    return width - ViewCube.reach, height - ViewCube.reach, width, height
