"""The turntable camera: laws of its pure functions."""

from math import pi, radians

import numpy as np
import pytest

from app.desktop.view3d.drawing.camera import (
    STANDARD_VIEWS,
    Camera,
    Drag,
    camera_axes,
    depth_range,
    drag_to,
    fit,
    interpolate,
    look_at,
    orbit,
    pan,
    project,
    projected,
    ray,
    standard_view,
    with_projection,
    zoom,
)

WIDTH, HEIGHT = 1200.0, 800.0
RANDOM = np.random.default_rng(7)


def some_camera(parallel: bool = False) -> Camera:
    return Camera(
        focus=RANDOM.normal(size=3) * 100,
        azimuth=float(RANDOM.uniform(-pi, pi)),
        elevation=float(RANDOM.uniform(-1.2, 1.2)),
        distance=float(RANDOM.uniform(800, 3000)),
        parallel=parallel,
    )


def some_points(camera: Camera, count: int = 40) -> np.ndarray:
    return camera.focus + RANDOM.uniform(-200, 200, size=(count, 3))


def pixel(camera: Camera, point: np.ndarray) -> np.ndarray:
    return np.array(project(camera, point, WIDTH, HEIGHT))


def test_the_axes_are_a_right_handed_frame_with_right_in_the_horizontal() -> None:
    for _ in range(20):
        axes = camera_axes(*RANDOM.uniform(-3, 3, size=2))
        np.testing.assert_allclose(axes.T @ axes, np.eye(3), atol=1e-12)
        assert np.linalg.det(axes) == pytest.approx(1.0)
        assert axes[2, 0] == 0.0


@pytest.mark.parametrize("parallel", [False, True])
def test_the_ray_through_a_points_pixel_meets_the_point(parallel: bool) -> None:
    camera = some_camera(parallel)
    for point in some_points(camera):
        origin, direction = ray(camera, *project(camera, point, WIDTH, HEIGHT), WIDTH, HEIGHT)
        away = np.linalg.norm(np.cross(point - origin, direction))
        assert away < 1e-6
        assert (point - origin) @ direction > 0


@pytest.mark.parametrize("parallel", [False, True])
def test_an_orbit_keeps_its_pivot_where_it_is_on_the_screen(parallel: bool) -> None:
    camera = some_camera(parallel)
    for pivot in some_points(camera, 10):
        turned = orbit(camera, *RANDOM.uniform(-0.5, 0.5, size=2), pivot)
        np.testing.assert_allclose(pixel(turned, pivot), pixel(camera, pivot), atol=1e-6)


def test_an_orbit_stops_above_and_below() -> None:
    camera = Camera(np.zeros(3))
    assert orbit(camera, 0.0, 9.0, np.zeros(3)).elevation == pi / 2
    assert orbit(camera, 0.0, -9.0, np.zeros(3)).elevation == -pi / 2


@pytest.mark.parametrize("parallel", [False, True])
def test_a_zoom_keeps_the_point_under_the_pointer(parallel: bool) -> None:
    camera = some_camera(parallel)
    for point in some_points(camera, 10):
        nearer = zoom(camera, 1.7, point)
        assert nearer.distance == pytest.approx(camera.distance / 1.7)
        np.testing.assert_allclose(pixel(nearer, point), pixel(camera, point), atol=1e-6)


@pytest.mark.parametrize("parallel", [False, True])
def test_a_pan_takes_the_dragged_point_along(parallel: bool) -> None:
    camera = some_camera(parallel)
    for point in some_points(camera, 10):
        start = pixel(camera, point)
        end = start + RANDOM.uniform(-80, 80, size=2)
        depth = float((camera.eye - point) @ camera.axes[:, 2])
        np.testing.assert_allclose(
            pixel(pan(camera, start, end, HEIGHT, depth), point), end, atol=1e-6
        )


@pytest.mark.parametrize("parallel", [False, True])
@pytest.mark.parametrize("aspect", [0.4, 1.0, 2.5])
def test_a_fit_brings_all_points_in_and_touches_the_margin(parallel: bool, aspect: float) -> None:
    camera = some_camera(parallel)
    points = RANDOM.normal(size=(60, 3)) * (900, 300, 100)
    fitted = fit(camera, points, aspect, margin=0.1)
    width = aspect * HEIGHT
    seen = np.array([project(fitted, point, width, HEIGHT) for point in points]) + 0.5
    share = np.abs(2 * seen / (width, HEIGHT) - 1).max(axis=0)
    assert share.max() == pytest.approx(0.8, abs=1e-6)
    assert fitted.azimuth == camera.azimuth and fitted.elevation == camera.elevation


@pytest.mark.parametrize("parallel", [False, True])
def test_points_are_projected_together_as_one_by_one_and_those_behind_the_eye_nowhere(
    parallel: bool,
) -> None:
    camera = some_camera(parallel)
    points = camera.focus + RANDOM.normal(size=(50, 3)) * 0.2 * camera.distance
    together = projected(camera, points, 640, HEIGHT)
    one_by_one = [project(camera, point, 640, HEIGHT) for point in points]
    np.testing.assert_allclose(together, one_by_one, atol=1e-9)
    behind = camera.eye + 10.0 * camera.axes[:, 2]
    assert np.isnan(projected(camera, behind[None], 640, HEIGHT)).all() is not np.bool_(parallel)


def test_a_fit_of_nothing_changes_nothing() -> None:
    camera = some_camera()
    assert fit(camera, np.empty((0, 3)), 1.5) is camera


def test_the_standard_views_look_from_the_side_they_are_called_after() -> None:
    wanted = {"front": (0, -1, 0), "back": (0, 1, 0), "right": (1, 0, 0), "left": (-1, 0, 0)}
    wanted |= {"top": (0, 0, 1), "bottom": (0, 0, -1)}
    camera = Camera(np.zeros(3))
    for name, side in wanted.items():
        np.testing.assert_allclose(standard_view(camera, name).axes[:, 2], side, atol=1e-12)
    corners = set(STANDARD_VIEWS) - set(wanted) - {"home"}
    assert len(corners) == 4
    for name in corners:
        to_eye = standard_view(camera, name).axes[:, 2]
        np.testing.assert_allclose(np.abs(to_eye), np.sqrt(1 / 3), atol=1e-12)
        upright, side = name.split("_")[1:]
        assert to_eye @ wanted[upright] > 0 and to_eye @ wanted[side] > 0 and to_eye[2] > 0


def test_the_change_of_projection_keeps_the_size_at_the_focus() -> None:
    camera = some_camera()
    point = camera.focus + 100 * camera.axes[:, 0]
    other = with_projection(camera, True)
    np.testing.assert_allclose(pixel(other, point), pixel(camera, point), atol=1e-9)


def test_a_drag_is_counted_from_its_start_so_that_its_way_does_not_matter() -> None:
    camera = some_camera()
    drag = Drag("orbit", (100.0, 100.0), camera, camera.focus)
    there_and_back = drag_to(drag, 100.0, 100.0, HEIGHT)
    np.testing.assert_allclose(there_and_back.eye, camera.eye)
    right = drag_to(drag, 180.0, 100.0, HEIGHT)
    assert right.azimuth < camera.azimuth and right.elevation == camera.elevation


def test_a_dragged_pan_keeps_the_pivot_under_the_pointer() -> None:
    camera = some_camera()
    pivot = some_points(camera, 1)[0]
    x, y = pixel(camera, pivot)
    moved = drag_to(Drag("pan", (x, y), camera, pivot), x + 60, y - 30, HEIGHT)
    np.testing.assert_allclose(pixel(moved, pivot), (x + 60, y - 30), atol=1e-6)


def test_a_flight_starts_and_ends_right_and_goes_the_short_way_round() -> None:
    start = Camera(np.zeros(3), azimuth=radians(170), distance=100.0)
    end = Camera(np.ones(3), azimuth=radians(-170), distance=400.0)
    np.testing.assert_allclose(interpolate(start, end, 0.0).eye, start.eye)
    np.testing.assert_allclose(interpolate(start, end, 1.0).eye, end.eye, atol=1e-9)
    halfway = interpolate(start, end, 0.5)
    assert np.cos(halfway.azimuth) == pytest.approx(-1.0)
    assert halfway.distance == pytest.approx(200.0)


def test_a_floor_under_the_eye_does_not_pull_the_near_plane_to_it() -> None:
    camera = Camera(np.zeros(3), distance=1000.0)
    body = np.array([[0.0, -100.0, 0.0], [0.0, 100.0, 0.0]])
    floor = np.array([[0.0, -1500.0, -10.0], [0.0, 3000.0, -10.0]])
    near, far = depth_range(camera, body, floor)
    assert 700 < near < 900
    assert far > 4000


def test_looking_at_a_point_keeps_side_and_distance() -> None:
    camera = some_camera()
    moved = look_at(camera, (1.0, 2.0, 3.0))
    assert (moved.azimuth, moved.distance) == (camera.azimuth, camera.distance)
    np.testing.assert_allclose(pixel(moved, np.array([1.0, 2.0, 3.0])), (599.5, 399.5))
