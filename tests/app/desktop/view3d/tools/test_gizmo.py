"""The handles as mathematics: picking and pulling, checked by projection to the screen."""

import numpy as np
import pytest

from app.desktop.view3d.drawing.camera import Camera, project
from app.desktop.view3d.tools import gizmo
from app.desktop.view3d.tools.gizmo import HANDLES, Handle, Pull
from kinematics import rpy

SIZE = (800.0, 600.0)


def a_camera(seed: int, parallel: bool) -> Camera:
    rng = np.random.default_rng(seed)
    return Camera(
        rng.uniform(-200, 200, 3), rng.uniform(-3, 3), rng.uniform(-1.2, 1.2),
        rng.uniform(1500, 4000), parallel=parallel,
    )  # fmt: skip


def a_frame(seed: int) -> np.ndarray:
    rng = np.random.default_rng(100 + seed)
    T = rpy(*rng.uniform(-3, 3, 3))
    T[:3, 3] = rng.uniform(-150, 150, 3)
    return T


def seen(T, camera, local) -> np.ndarray:
    scale = gizmo.scale_at(camera, T[:3, 3], SIZE[1])
    return np.array(project(camera, T[:3, :3] @ (scale * np.asarray(local)) + T[:3, 3], *SIZE))


CASES = [(seed, parallel) for seed in range(12) for parallel in (False, True)]


@pytest.mark.parametrize(("seed", "parallel"), CASES)
def test_a_handle_is_picked_where_it_is_seen(seed, parallel) -> None:
    camera, T = a_camera(seed, parallel), a_frame(seed)
    for handle in HANDLES:
        if not gizmo.can_be_pulled(handle, T, camera):
            continue
        points = gizmo.outline(handle)
        local = points[-1] if handle.pull is Pull.MOVE else points.mean(axis=0)
        if handle.pull is Pull.TURN:
            continue
        found = gizmo.pick(T, camera, *seen(T, camera, local), SIZE)
        # Another handle may lie exactly in front; the picked one must then be there too.
        assert found is not None


def test_the_tips_of_the_arrows_pick_their_axis_when_seen_apart() -> None:
    camera, T = Camera(np.zeros(3), 0.6, 0.5, 2000.0), np.eye(4)
    for axis in range(3):
        tip = seen(T, camera, gizmo.ARROW_END * np.eye(3)[axis])
        assert gizmo.pick(T, camera, *tip, SIZE) == Handle(Pull.MOVE, axis)
        square = gizmo.outline(Handle(Pull.SLIDE, axis)).mean(axis=0)
        assert gizmo.pick(T, camera, *seen(T, camera, square), SIZE) == Handle(Pull.SLIDE, axis)
        first, second = np.eye(3)[[(axis + 1) % 3, (axis + 2) % 3]]
        rim = gizmo.RING_RADIUS * (first - second) / np.sqrt(2)
        found = gizmo.pick(T, camera, *seen(T, camera, rim), SIZE)
        assert found == Handle(Pull.TURN, axis)


def test_nothing_is_picked_beside_the_handles() -> None:
    camera = Camera(np.zeros(3), 0.6, 0.5, 2000.0)
    assert gizmo.pick(np.eye(4), camera, 5.0, 5.0, SIZE) is None


@pytest.mark.parametrize(("seed", "parallel"), CASES)
def test_handles_have_the_same_size_on_the_screen_at_any_distance(seed, parallel) -> None:
    camera, T = a_camera(seed, parallel), a_frame(seed)
    across = T[:3, :3].T @ camera.axes[:, 0]
    length = np.linalg.norm(seen(T, camera, 90.0 * across) - seen(T, camera, np.zeros(3)))
    assert length == pytest.approx(90.0, rel=0.01)


@pytest.mark.parametrize(("seed", "parallel"), CASES)
def test_the_frame_follows_the_pointer_along_an_arrow_and_in_a_square(seed, parallel) -> None:
    camera, T = a_camera(seed, parallel), a_frame(seed)
    rng = np.random.default_rng(seed)
    for handle in HANDLES:
        if handle.pull is Pull.TURN or not gizmo.can_be_pulled(handle, T, camera):
            continue
        wanted = rng.uniform(-40, 40, 3)
        wanted[[i for i in range(3) if (i == handle.axis) != (handle.pull is Pull.MOVE)]] = 0.0
        local = gizmo.outline(handle)[0] * gizmo.scale_at(camera, T[:3, 3], SIZE[1])
        held = T[:3, :3] @ local + T[:3, 3]
        start = gizmo.grip(handle, T, camera, *project(camera, held, *SIZE), SIZE)
        moved = held + T[:3, :3] @ wanted
        now = gizmo.grip(handle, T, camera, *project(camera, moved, *SIZE), SIZE)
        amount = gizmo.pulled_by(handle, start, now)
        assert amount == pytest.approx(wanted, abs=1e-6)
        M = gizmo.displacement(handle, T, amount)
        assert (M @ T)[:3, 3] == pytest.approx(T[:3, 3] + T[:3, :3] @ wanted, abs=1e-6)


@pytest.mark.parametrize(("seed", "parallel"), CASES)
def test_a_ring_turns_with_the_pointer_beyond_half_a_turn(seed, parallel) -> None:
    camera, T = a_camera(seed, parallel), a_frame(seed)
    for axis in range(3):
        handle = Handle(Pull.TURN, axis)
        facing = abs(T[:3, axis] @ gizmo.sight_to(camera, T[:3, 3]))
        if facing < 0.4:
            continue
        rim = gizmo.outline(handle) * gizmo.scale_at(camera, T[:3, 3], SIZE[1])
        points = rim @ T[:3, :3].T + T[:3, 3]
        start = gizmo.grip(handle, T, camera, *project(camera, points[0], *SIZE), SIZE)
        before = 0.0
        for point in points[1:41]:
            now = gizmo.grip(handle, T, camera, *project(camera, point, *SIZE), SIZE)
            amount = gizmo.pulled_by(handle, start, now, before)
            before = amount[0]
        assert before == pytest.approx(40 / gizmo.RING_SIDES * 2 * np.pi, abs=1e-6)
        turned = gizmo.displacement(handle, T, amount)
        held = np.append(points[0], 1.0)
        assert (turned @ held)[:3] == pytest.approx(points[40], abs=1e-6)
        assert (turned @ T)[:3, 3] == pytest.approx(T[:3, 3])


def test_a_ring_seen_from_its_edge_rolls_the_way_the_pointer_goes() -> None:
    camera, T = Camera(np.zeros(3), 0.0, 0.0, 2000.0), np.eye(4)
    handle = Handle(Pull.TURN, 2)
    middle = np.array(project(camera, T[:3, 3], *SIZE))
    start = gizmo.grip(handle, T, camera, *middle, SIZE)
    now = gizmo.grip(handle, T, camera, middle[0] + 20.0, middle[1], SIZE)
    amount = gizmo.pulled_by(handle, start, now)
    assert amount[0] == pytest.approx(20.0 / gizmo.RING_RADIUS, rel=0.01)
    front = np.append(camera.axes[:, 2] * 50.0, 1.0)
    moved = (gizmo.displacement(handle, T, amount) @ front)[:3]
    assert project(camera, moved, *SIZE)[0] > project(camera, front[:3], *SIZE)[0]


def test_an_arrow_that_points_at_the_eye_cannot_be_pulled() -> None:
    camera = Camera(np.zeros(3), 0.0, np.pi / 2, 2000.0)
    assert not gizmo.can_be_pulled(Handle(Pull.MOVE, 2), np.eye(4), camera)
    assert gizmo.can_be_pulled(Handle(Pull.MOVE, 0), np.eye(4), camera)
    assert not gizmo.can_be_pulled(Handle(Pull.SLIDE, 0), np.eye(4), camera)


def test_amounts_snap_to_whole_steps_and_are_shown_with_their_unit() -> None:
    move, slide, turn = Handle(Pull.MOVE, 0), Handle(Pull.SLIDE, 2), Handle(Pull.TURN, 1)
    assert gizmo.snapped(move, np.array([13.0, 0, 0])) == pytest.approx([10.0, 0, 0])
    assert np.degrees(gizmo.snapped(turn, np.radians([40.0, 0, 0])))[0] == pytest.approx(45.0)
    assert gizmo.words(move, np.array([12.34, 0, 0])) == "X +12.34 mm"
    assert gizmo.words(slide, np.array([1.0, -4.0, 0])) == "X +1.0 Y -4.0 mm"
    assert gizmo.words(turn, np.radians([-15.0, 0, 0])) == "about Y -15.0°"
