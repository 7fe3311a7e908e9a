"""Targets under the pointer and pulls onto them, against slow searches that need no cleverness."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.desktop.looks.notice import BODY
from app.desktop.view3d.drawing.bodies.body_drawing import drawing_of
from app.desktop.view3d.drawing.camera import Camera, fit, project
from app.desktop.view3d.handles.snapped_pull import snapped_to, snapped_to_grid
from app.desktop.view3d.handles.snapping import (
    CATCH,
    CENTRE,
    CORNER,
    EDGE,
    FACE,
    FLOOR,
    FRAME,
    Seen,
    Snapper,
    Target,
    nearest_on_segments,
    pixels,
)
from app.desktop.view3d.tools.gizmo import HANDLES, Handle, Pull
from geometry import Box
from scenes.files.file_poses import pose_of

SIZE = (800.0, 600.0)


class Placed:
    """A body that finds what a line meets by trying every triangle."""

    def __init__(self, drawing, T) -> None:
        self.drawing, self.T_world_body = drawing, T

    def world(self):
        T = self.T_world_body
        return self.drawing.mesh.vertices @ T[:3, :3].T + T[:3, 3]

    def corners(self):
        points = self.world()
        sides = zip(points.min(axis=0), points.max(axis=0), strict=True)
        return np.array(np.meshgrid(*sides, indexing="ij")).reshape(3, -1).T

    def hit_face(self, origin, direction, reach):
        best = None
        for number, (a, b, c) in enumerate(self.world()[self.drawing.mesh.triangles]):
            sides = np.column_stack([b - a, c - a, -direction])
            if abs(np.linalg.det(sides)) < 1e-9:
                continue
            u, v, far = np.linalg.solve(sides, origin - a)
            inside = min(u, v) >= 0.0 and u + v <= 1.0 and 0.0 < far < reach
            if inside and (best is None or far < best[0]):
                best = (float(far), number)
        return best


def random_scene(rng):
    """A few boxes that may overlap, and a camera that sees them all."""
    items = []
    for i in range(4):
        drawing = drawing_of(Box(tuple(np.round(rng.uniform(60, 200, 3), 1))))
        T = pose_of(rng.uniform(-250, 250, 3) + np.array([0, 0, 300]), rng.uniform(-180, 180, 3))
        items.append(Seen(f"B{i}", Placed(drawing, T), drawing))
    azimuth, elevation = rng.uniform(-3, 3), rng.uniform(0.1, 1.2)
    camera = Camera(np.zeros(3), azimuth, elevation, parallel=bool(rng.integers(2)))
    points = np.concatenate([item.body.world() for item in items])
    return items, fit(camera, points, SIZE[0] / SIZE[1])


@pytest.mark.parametrize("seed", range(12))
def test_a_target_is_on_its_body_and_under_the_pointer(seed) -> None:
    rng = np.random.default_rng(seed)
    items, camera = random_scene(rng)
    snapper, kinds = Snapper(), set()
    for _ in range(30):
        item = items[rng.integers(len(items))]
        corner = item.body.world()[rng.integers(8)]
        middle = item.body.T_world_body[:3, 3]
        place = np.array(project(camera, corner + rng.uniform(0, 1) * (middle - corner), *SIZE))
        found = snapper.find(camera, SIZE, tuple(place), items, {}, 1e6)
        assert found is not None
        kinds.add(found.kind)
        gap = np.linalg.norm(np.array(project(camera, found.point, *SIZE)) - place)
        assert gap < (1e-6 if found.kind in (FACE, FLOOR) else CATCH)
        if found.kind == FLOOR:
            continue
        body = next(i.body for i in items if i.name == found.name)
        local = body.T_world_body[:3, :3].T @ (found.point - body.T_world_body[:3, 3])
        half = np.abs(body.drawing.mesh.vertices).max(axis=0)
        on_faces = np.isclose(np.abs(local), half, atol=1e-6).sum()
        assert (np.abs(local) <= half + 1e-6).all()
        assert on_faces >= {CORNER: 3, EDGE: 2, FACE: 1, CENTRE: 1}[found.kind]
        if found.kind == CENTRE:
            assert np.isclose(local, 0.0, atol=1e-6).sum() == 2
    assert FACE in kinds


@pytest.mark.parametrize("seed", range(6))
def test_a_visible_corner_near_the_pointer_is_found_and_a_hidden_one_is_not(seed) -> None:
    rng = np.random.default_rng(100 + seed)
    items, camera = random_scene(rng)
    snapper = Snapper()
    for item in items:
        for corner in item.body.world():
            towards = camera.axes[:, 2] if camera.parallel else camera.eye - corner
            towards = towards / np.linalg.norm(towards)
            above = corner + 1e-6 * towards
            is_hidden = any(other.body.hit_face(above, towards, 1e6) for other in items)
            place = project(camera, corner, *SIZE)
            found = snapper.find(camera, SIZE, place, items, {}, 1e6)
            if not is_hidden:
                assert found is not None
                assert found.kind in (CORNER, CENTRE)
            elif found is not None and found.kind == CORNER:
                depth = float((found.point - corner) @ towards)
                assert depth > -150.0  # at most a little behind what hides it


def test_the_origin_of_a_frame_catches_over_a_face() -> None:
    drawing = drawing_of(Box((400, 400, 40)))
    item = Seen("table", Placed(drawing, np.eye(4)), drawing)
    camera = Camera(np.zeros(3), 0.3, 0.8, 1500.0)
    T = pose_of((130, 90, 20))
    place = tuple(np.array(project(camera, T[:3, 3], *SIZE)) + np.array([3.0, -2.0]))
    found = Snapper().find(camera, SIZE, place, [item], {"rack": T}, 1e5)
    assert (found.kind, found.words) == (FRAME, "frame rack")
    beside = tuple(np.array(place) + np.array([30.0, 0.0]))
    assert Snapper().find(camera, SIZE, beside, [item], {"rack": T}, 1e5).words == "table face"


@pytest.mark.parametrize("seed", range(6))
def test_many_pixels_are_those_of_each_point(seed) -> None:
    rng = np.random.default_rng(seed)
    camera = Camera(rng.uniform(-99, 99, 3), rng.uniform(-3, 3), rng.uniform(-1, 1), 900.0)
    camera = replace(camera, parallel=bool(seed % 2))
    points = rng.uniform(-200, 200, (40, 3))
    seen, in_front = pixels(camera, points, SIZE)
    assert in_front.all()
    assert seen == pytest.approx(np.array([project(camera, p, *SIZE) for p in points]))


@pytest.mark.parametrize("seed", range(6))
def test_the_nearest_points_of_segments_are_those_of_a_fine_search(seed) -> None:
    rng = np.random.default_rng(seed)
    starts, ends, origin = rng.normal(size=(20, 3)), rng.normal(size=(20, 3)), rng.normal(size=3)
    sight = rng.normal(size=3)
    sight /= np.linalg.norm(sight)

    def gaps(points):
        away = points - origin
        return np.linalg.norm(away - (away @ sight)[..., None] * sight, axis=-1)

    tries = starts + np.linspace(0, 1, 4001)[:, None, None] * (ends - starts)
    found = gaps(nearest_on_segments(origin, sight, starts, ends))
    assert found == pytest.approx(gaps(tries).min(axis=0), abs=1e-3)


@pytest.mark.parametrize("seed", range(20))
def test_after_a_pull_onto_a_face_the_thing_touches_it_from_outside(seed) -> None:
    rng = np.random.default_rng(seed)
    T = pose_of(rng.uniform(-200, 200, 3), rng.uniform(-90, 90, 3))
    spans = np.column_stack([-rng.uniform(5, 80, 3), rng.uniform(5, 80, 3)])
    for handle in [h for h in HANDLES if h.pull is Pull.MOVE]:
        axis = T[:3, handle.axis]
        way = axis * rng.choice([-1.0, 1.0])
        target = Target(rng.uniform(-200, 200, 3), FACE, "wall", way)
        amount = np.eye(3)[handle.axis] * rng.uniform(-100, 100)
        pull = snapped_to(target, handle, amount, T, spans)
        ends = [T[:3, 3] + (pull[handle.axis] + e) * axis for e in spans[handle.axis]]
        outside = sorted(float(way @ (end - target.point)) for end in ends)
        assert outside[0] == pytest.approx(0.0, abs=1e-9)
        assert outside[1] > 0.0


@pytest.mark.parametrize("seed", range(10))
def test_a_tilted_face_gets_the_origin(seed) -> None:
    rng = np.random.default_rng(seed)
    T = pose_of(rng.uniform(-200, 200, 3), rng.uniform(-90, 90, 3))
    way = rng.normal(size=3)
    target = Target(rng.uniform(-200, 200, 3), FACE, "wall", way / np.linalg.norm(way))
    for handle in [h for h in HANDLES if h.pull is Pull.MOVE]:
        pull = snapped_to(target, handle, np.zeros(3), T, np.tile([-9.0, 9.0], (3, 1)))
        moved = T[:3, 3] + T[:3, :3] @ pull
        assert target.way @ (moved - target.point) == pytest.approx(0.0, abs=1e-8)


@pytest.mark.parametrize("seed", range(10))
def test_a_corner_gets_whatever_of_the_thing_is_nearest(seed) -> None:
    rng = np.random.default_rng(seed)
    T, spans = pose_of(rng.uniform(-200, 200, 3)), np.array([[-30.0, 50.0]] * 3)
    target, amount = Target(rng.uniform(-200, 200, 3), CORNER, "box"), rng.uniform(-99, 99, 3)
    amount[2] = 0.0
    pull = snapped_to(target, Handle(Pull.SLIDE, 2), amount, T, spans)
    for i in range(2):
        choices = target.point[i] - T[i, 3] - np.array([0.0, -30.0, 50.0])
        assert pull[i] == pytest.approx(choices[np.abs(choices - amount[i]).argmin()])
    assert pull[2] == 0.0


def test_a_plane_gives_no_place_along_an_axis_that_lies_in_it() -> None:
    target = Target(np.zeros(3), FACE, "table", np.array([0.0, 0.0, 1.0]))
    amount, spans = np.array([7.0, 0.0, 0.0]), np.zeros((3, 2))
    assert snapped_to(target, Handle(Pull.MOVE, 0), amount, np.eye(4), spans) is None


@pytest.mark.parametrize("seed", range(5))
def test_on_the_grid_the_origin_has_whole_centimetres(seed) -> None:
    rng = np.random.default_rng(seed)
    T = pose_of(rng.uniform(-200, 200, 3))
    amount = snapped_to_grid(Handle(Pull.SLIDE, 2), rng.uniform(-50, 50, 3) * (1, 1, 0), T)
    place = (T[:3, 3] + amount)[:2] / 10.0
    assert place == pytest.approx(np.round(place))


@pytest.mark.window
@pytest.mark.gl
def test_with_ctrl_a_body_comes_to_stand_on_the_face_under_the_pointer(shown) -> None:
    document = shown.document
    document.select(BODY, "feeder")
    start = shown.place_of((0, 0, 80))
    table = shown.viewport.scene.bodies["table"]
    top = table.corners()[:, 2].max()
    bare = np.array([*(table.corners()[:, :2].mean(axis=0) + np.array([200.0, -300.0])), top])
    shown.drag(start, QPoint(0, -50), release=False)
    move_with_ctrl(shown, shown.seen(bare))
    lowest = shown.viewport.scene.bodies["feeder"].corners()[:, 2].min()
    assert lowest == pytest.approx(top, abs=1e-6)
    assert "table face" in shown.handles.actors._label.text
    QTest.keyClick(shown.viewport, Qt.Key.Key_Escape)


def move_with_ctrl(shown, place: QPoint) -> None:
    left, ctrl = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier
    where, on_screen = QPointF(place), QPointF(shown.viewport.mapToGlobal(place))
    move, none = QEvent.Type.MouseMove, Qt.MouseButton.NoButton
    event = QMouseEvent(move, where, on_screen, none, left, ctrl)
    QApplication.sendEvent(shown.viewport, event)
    shown.settle()
