"""The marks of the axes lie where the camera sees the axes, the nearest on top, and are drawn."""

import numpy as np
import pytest

from app.desktop.looks.theme import DARK, rgb
from app.desktop.view3d.drawing.camera import STANDARD_VIEWS, camera_axes, camera_axes_of
from app.desktop.view3d.drawing.corner_marks.axis_marks import (
    AXIS,
    CORNERS,
    ball_marks,
    triad_marks,
)
from app.desktop.view3d.drawing.corner_marks.view_cube import (
    BALL_PLACE,
    BALL_REACH,
    CUBE_PADDING,
    CUBE_SIZE,
    SIDES,
    TRIAD_PLACE,
    CornerMarks,
    side_at,
)
from app.desktop.view3d.drawing.skeleton_view import AXIS_COLOURS

MIDDLE = np.array([100.0, 80.0])


def balls(axes: np.ndarray) -> list[np.ndarray]:
    """The middles of the balls, in the order in which they are drawn."""
    shapes = ball_marks(axes, MIDDLE, BALL_PLACE, BALL_REACH)
    return [corners.mean(axis=0) for corners, _ in shapes if len(corners) == CORNERS]


@pytest.mark.parametrize("seed", range(10))
def test_a_click_on_a_ball_means_its_side(seed: int) -> None:
    rng = np.random.default_rng(seed)
    axes = camera_axes(rng.uniform(-3, 3), rng.uniform(-1.4, 1.4))
    found = balls(axes)
    ends = np.concatenate([np.eye(3), -np.eye(3)]) @ axes
    order = np.argsort(ends[:, 2])
    assert len(found) == 6
    for place, i in zip(found, order, strict=True):
        assert np.allclose(place - MIDDLE, BALL_PLACE * ends[i, :2])
    front = order[-1]
    assert side_at(*(found[-1] - MIDDLE), axes) == SIDES[front]


def test_the_nearest_ball_is_drawn_last_and_in_the_brightest_colour() -> None:
    axes = camera_axes(0.0, np.radians(89.0))  # from above: +z in front
    shapes = ball_marks(axes, MIDDLE, BALL_PLACE, BALL_REACH)
    discs = [colour for corners, colour in shapes if len(corners) == CORNERS]
    assert np.allclose(discs[-1], AXIS_COLOURS[2], atol=0.01)
    assert np.linalg.norm(np.subtract(discs[0], AXIS_COLOURS[2])) > 0.2


def test_the_triad_points_along_the_axes_as_the_camera_sees_them() -> None:
    axes = camera_axes(0.4, 0.6)
    shapes = triad_marks(axes, MIDDLE, (1.0, 1.0, 1.0), 1.0)
    for i, colour in enumerate(AXIS_COLOURS):
        (bar,) = [corners for corners, own in shapes if own == colour]
        tip = max(bar, key=lambda corner: float(np.hypot(*(corner - MIDDLE))))
        assert np.linalg.norm(tip - (MIDDLE + AXIS * axes[i, :2])) < 4.0


@pytest.mark.window
@pytest.mark.gl
def test_both_are_seen_in_their_corners_and_follow_camera_and_theme() -> None:
    import pyvista as pv

    plotter = pv.Plotter(off_screen=True, window_size=(400, 300), lighting="none")
    try:
        plotter.set_background("black")
        plotter.renderer.camera_set = True  # else the first picture chooses a view
        camera = plotter.renderer.GetActiveCamera()
        camera.SetPosition(0.0, -10.0, 0.0)
        camera.SetFocalPoint(0.0, 0.0, 0.0)
        camera.SetViewUp(0.0, 0.0, 1.0)
        assert np.allclose(camera_axes_of(camera), camera_axes(*STANDARD_VIEWS["front"]))
        marks = CornerMarks(plotter, DARK)
        marks.scale(1.0)
        front = plotter.screenshot(return_img=True)
        middle = CUBE_PADDING + CUBE_SIZE / 2
        # Seen from the front x goes right and z up: a ball of each beside the middle of the cube.
        for way, colour in (((1, 0), AXIS_COLOURS[0]), ((0, 1), AXIS_COLOURS[2])):
            x = 400 - middle + BALL_PLACE * way[0] + 0.8 * BALL_REACH
            y = middle - BALL_PLACE * way[1]
            assert np.allclose(front[int(y), int(x)] / 255, colour, atol=0.25)
        along_x = front[300 - TRIAD_PLACE, TRIAD_PLACE + 20] / 255
        assert np.allclose(along_x, AXIS_COLOURS[0], atol=0.05)
        camera.SetPosition(10.0, 0.0, 0.0)
        plotter.render()
        right = plotter.screenshot(return_img=True)
        along_y = right[300 - TRIAD_PLACE, TRIAD_PLACE + 20] / 255
        assert np.allclose(along_y, AXIS_COLOURS[1], atol=0.05)
        marks.triad.set_theme(DARK)
        letters = np.abs(right[-120:, :120] / 255 - rgb(DARK.label)).max(axis=2)
        assert (letters < 0.02).sum() > 10
        marks.close()
        plotter.render()
        assert plotter.screenshot(return_img=True).max() == 0
    finally:
        plotter.close()
