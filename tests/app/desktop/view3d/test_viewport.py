"""The view in a real window: how often it draws, and what the mouse does."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("PySide6")

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.desktop.looks.mouse_bindings import binding
from app.desktop.view3d.drawing import camera as turntable
from app.desktop.view3d.drawing.bodies.body_actors import BodyShape
from app.desktop.view3d.shading.quality import GRAPHICS_CARD, SOFTWARE, Quality, quality_for
from app.desktop.view3d.viewport import Viewport
from app.desktop.view3d.views import ViewMode
from geometry import Box

pytestmark = [pytest.mark.gl, pytest.mark.window, pytest.mark.at_rest]

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
MIDDLE = Qt.MouseButton.MiddleButton
AS_IT_IS = Quality(
    "test", multi_samples=0, smooth_at_rest=False, slow_frame_ms=1e6, slow_shading_ms=0.0
)
NONE = Qt.KeyboardModifier.NoModifier


def at(x: float, y: float, z: float) -> np.ndarray:
    T = np.eye(4)
    T[:3, 3] = x, y, z
    return T


SHAPES = {
    "block": BodyShape(Box((200, 200, 200)), "#d9782d", "fixture"),
    "table": BodyShape(Box((900, 600, 40)), "#7d8794", "fixture"),
}
POSES = {"block": at(0, 0, 140), "table": at(0, 0, 20)}


@pytest.fixture
def viewport(shown_view: Any, cell_of: Any) -> Iterator[Viewport]:
    made = shown_view(640, 480)
    made.quality = AS_IT_IS
    made.scene.show_cell(cell_of(SHAPES))
    made.scene.move(POSES)
    settled(made)
    yield made


def settled(viewport: Viewport) -> int:
    """Paints everything that is due; gives the number of frames painted so far."""
    for _ in range(5):
        QApplication.processEvents()
    return viewport.frames


def place_of(viewport: Viewport, point: tuple[float, float, float]) -> QPoint:
    camera = viewport.scene.camera
    x, y = turntable.project(camera, point, viewport.width(), viewport.height())
    return QPoint(round(x), round(y))


def wheel(viewport: Viewport, where: QPoint, steps: int) -> None:
    position, buttons = QPointF(where), Qt.MouseButton.NoButton
    screen, none = QPointF(viewport.mapToGlobal(where)), QPoint()
    phase = Qt.ScrollPhase.NoScrollPhase
    event = QWheelEvent(position, screen, none, QPoint(0, 120 * steps), buttons, NONE, phase, False)
    QApplication.sendEvent(viewport, event)


def test_every_move_of_an_orbit_is_drawn_once(viewport: Viewport, qtbot: Any) -> None:
    middle = viewport.rect().center()
    QTest.mousePress(viewport, LEFT, NONE, middle)
    before = settled(viewport)
    for i in range(1, 21):
        qtbot.mouseMove(viewport, middle + QPoint(6 * i, 2 * i))
        QApplication.processEvents()
    assert viewport.frames - before == 20
    QTest.mouseRelease(viewport, LEFT, NONE, middle + QPoint(120, 40))


def test_many_changes_of_the_scene_give_one_frame(viewport: Viewport) -> None:
    before = settled(viewport)
    for z in range(140, 240, 5):
        viewport.scene.move(POSES | {"block": at(0, 0, z)})
    viewport.scene.select(["table"])
    viewport.scene.set_mode(ViewMode.HIDDEN)
    viewport.render()
    assert settled(viewport) - before == 1


def test_nothing_is_drawn_while_nothing_happens(viewport: Viewport, qtbot: Any) -> None:
    before = settled(viewport)
    qtbot.wait(250)
    assert viewport.frames == before


def test_the_edges_are_smoothed_once_the_picture_rests(viewport: Viewport, qtbot: Any) -> None:
    viewport.quality = replace(AS_IT_IS, smooth_at_rest=True)
    viewport.scene.select(["block"])
    assert not viewport.renderer.GetUseFXAA()
    qtbot.waitUntil(lambda: bool(viewport.renderer.GetUseFXAA()))
    viewport.scene.select([])
    assert not viewport.renderer.GetUseFXAA()


def test_a_slow_frame_is_not_drawn_again_to_smooth_it(viewport: Viewport, qtbot: Any) -> None:
    viewport.quality = replace(AS_IT_IS, smooth_at_rest=True, slow_frame_ms=0.0)
    viewport.scene.select(["block"])
    qtbot.wait(500)
    assert not viewport.renderer.GetUseFXAA()


def test_a_grabbed_picture_is_never_a_stale_one(viewport: Viewport) -> None:
    before = viewport.grab_image().astype(int)
    viewport.scene.move(POSES | {"block": at(250, 0, 140)})
    after = viewport.grab_image().astype(int)
    assert (np.abs(after - before).max(axis=2) > 24).mean() > 0.01


def test_a_line_of_sight_meets_a_body_where_the_formula_of_its_shape_says(
    viewport: Viewport,
) -> None:
    """A turned box, asked along lines that meet it, pass beside it, begin in it and end before."""
    rng = np.random.default_rng(14)
    T = at(30, -20, 140)
    T[:3, :3] = np.array([[0.6, -0.8, 0.0], [0.8, 0.6, 0.0], [0.0, 0.0, 1.0]])
    viewport.scene.move(POSES | {"block": T})
    body, found = viewport.scene.bodies["block"], 0
    for turn in range(400):
        origin = T[:3, 3] + rng.uniform(-400, 400, 3)
        towards = T[:3, 3] + rng.uniform(-200, 200, 3) - origin
        direction = towards if turn % 5 else np.eye(3)[rng.integers(3)]
        direction /= np.linalg.norm(direction)
        start, way = T[:3, :3].T @ (origin - T[:3, 3]), T[:3, :3].T @ direction
        if np.abs(np.abs(start) - 100).min() < 1.0:
            continue
        with np.errstate(divide="ignore"):
            shares = np.sort(np.stack([-100 - start, 100 - start]) / way, axis=0)
        entry, leaving = shares[0].max(), shares[1].min()
        first = entry if entry > 0.0 else leaving
        met = body.hit(origin, direction, 500.0)
        if entry >= leaving or not 0.0 < first < 500.0:
            assert met is None or abs(entry - leaving) < 1e-3
        else:
            assert met == pytest.approx(first, abs=1e-3)
            found += 1
    assert 20 < found < 380


def test_a_line_of_sight_builds_search_trees_only_of_bodies_near_it(viewport: Viewport) -> None:
    viewport.scene.move(POSES | {"block": at(2000, 0, 140)})
    block, table = (viewport.scene.bodies[name] for name in ("block", "table"))
    down = np.array([0.0, 0.0, -1.0])
    assert block.hit(np.array([0.0, 0.0, 900.0]), down, 2000.0) is None
    assert table.hit(np.array([0.0, 0.0, 900.0]), down, 2000.0) == pytest.approx(860.0)
    assert block._locator is None and table._locator is not None


def test_a_closed_view_keeps_no_surface_of_the_window(viewport: Viewport) -> None:
    """Python would give it out for another object that Qt makes later at the same address."""
    assert viewport._surface is not None
    viewport.close()
    assert viewport._surface is None and viewport._ctx is None


def test_a_click_picks_the_body_and_a_drag_picks_none(viewport: Viewport, qtbot: Any) -> None:
    picked: list[str] = []
    viewport.bodyPicked.connect(picked.append)
    where = place_of(viewport, (0, 0, 240))
    QTest.mouseClick(viewport, LEFT, NONE, where)
    QTest.mouseClick(viewport, LEFT, NONE, QPoint(5, viewport.height() // 3))
    assert picked == ["block", ""]
    QTest.mousePress(viewport, LEFT, NONE, where)
    qtbot.mouseMove(viewport, where + QPoint(40, 0))
    QTest.mouseRelease(viewport, LEFT, NONE, where + QPoint(40, 0))
    assert picked == ["block", ""]


def test_the_body_under_the_pointer_is_announced_once(viewport: Viewport, qtbot: Any) -> None:
    hovered: list[str] = []
    viewport.bodyHovered.connect(hovered.append)
    where = place_of(viewport, (0, 0, 240))
    for step in range(3):
        qtbot.mouseMove(viewport, where + QPoint(step, 0))
    qtbot.waitUntil(lambda: bool(hovered))
    qtbot.mouseMove(viewport, QPoint(5, viewport.height() // 3))
    qtbot.waitUntil(lambda: len(hovered) > 1)
    assert hovered == ["block", ""]


def test_a_right_click_asks_for_a_menu(viewport: Viewport) -> None:
    asked: list[tuple[str, QPoint]] = []
    viewport.contextRequested.connect(lambda name, place: asked.append((name, place)))
    where = place_of(viewport, (0, 0, 240))
    QTest.mouseClick(viewport, RIGHT, NONE, where)
    assert asked == [("block", viewport.mapToGlobal(where))]


def test_the_wheel_zooms_to_what_is_under_the_pointer(viewport: Viewport) -> None:
    point = (100, -100, 240)
    where, distance = place_of(viewport, point), viewport.scene.camera.distance
    wheel(viewport, where, 2)
    assert viewport.scene.camera.distance == pytest.approx(distance / 1.15**2)
    moved = place_of(viewport, point) - where
    assert moved.manhattanLength() <= 2


@pytest.mark.parametrize("button", [MIDDLE, RIGHT])
def test_middle_and_right_button_pan(
    viewport: Viewport, button: Qt.MouseButton, qtbot: Any
) -> None:
    start, where = viewport.scene.camera, place_of(viewport, (0, 0, 240))
    QTest.mousePress(viewport, button, NONE, where)
    qtbot.mouseMove(viewport, where + QPoint(50, 30))
    QTest.mouseRelease(viewport, button, NONE, where + QPoint(50, 30))
    camera = viewport.scene.camera
    assert camera.azimuth == pytest.approx(start.azimuth)
    moved = place_of(viewport, (0, 0, 240)) - where - QPoint(50, 30)
    assert moved.manhattanLength() <= 2


def test_a_double_click_focuses_the_body(viewport: Viewport) -> None:
    activated: list[str] = []
    viewport.bodyActivated.connect(activated.append)
    distance = viewport.scene.camera.distance
    QTest.mouseDClick(viewport, LEFT, NONE, place_of(viewport, (0, 0, 240)))
    assert activated == ["block"]
    assert viewport.scene.camera.distance < distance


@pytest.mark.parametrize(
    ("key", "side"),
    [(Qt.Key.Key_1, "front"), (Qt.Key.Key_3, "right"), (Qt.Key.Key_7, "top")],
)
def test_the_number_keys_give_the_standard_views(viewport: Viewport, key, side) -> None:
    QTest.keyClick(viewport, key)
    camera = viewport.scene.camera
    assert (camera.azimuth, camera.elevation) == pytest.approx(turntable.STANDARD_VIEWS[side])


def test_f_brings_everything_back_into_the_picture(viewport: Viewport) -> None:
    wheel(viewport, viewport.rect().center(), 20)
    QTest.keyClick(viewport, Qt.Key.Key_F)
    corners = viewport.scene.points()
    size = viewport.width(), viewport.height()
    seen = np.array([turntable.project(viewport.scene.camera, p, *size) for p in corners])
    assert seen.min() >= 0 and (seen.max(axis=0) <= size).all()


def test_a_click_on_the_cube_turns_to_that_side_and_picks_nothing(viewport: Viewport) -> None:
    picked: list[str] = []
    viewport.bodyPicked.connect(picked.append)
    viewport.standard_view("front")
    QTest.mouseClick(viewport, LEFT, NONE, QPoint(viewport.width() - 58, 58 - 34))
    assert viewport.scene.camera.elevation == pytest.approx(np.pi / 2)
    assert not picked


def test_a_flight_ends_at_its_camera(viewport: Viewport, qtbot: Any) -> None:
    viewport.flight_ms = 60
    viewport.standard_view("right")
    wanted = turntable.STANDARD_VIEWS["right"][0]
    qtbot.waitUntil(lambda: abs(viewport.scene.camera.azimuth - wanted) < 1e-6)


def test_the_first_view_fits_until_the_user_takes_the_camera(viewport: Viewport) -> None:
    viewport.window().resize(900, 300)
    settled(viewport)
    fitted = viewport.scene.camera
    viewport.home()
    assert viewport.scene.camera.distance == pytest.approx(fitted.distance)
    wheel(viewport, viewport.rect().center(), 1)
    chosen = viewport.scene.camera.distance
    viewport.window().resize(640, 480)
    settled(viewport)
    assert viewport.scene.camera.distance == pytest.approx(chosen)


def test_the_view_names_its_graphics_driver(viewport: Viewport) -> None:
    assert "OpenGL" in viewport.graphics_report


def test_the_view_can_be_opened_and_closed_many_times(qtbot: Any, cell_of: Any) -> None:
    for _ in range(3):
        view = Viewport()
        view.resize(200, 150)
        view.show()
        view.scene.show_cell(cell_of(SHAPES))
        view.scene.move(POSES)
        qtbot.waitUntil(lambda v=view: v.frames > 0)
        view.close()
        view.close()
        view.deleteLater()


@pytest.mark.parametrize(
    ("manner", "button", "keys", "done"),
    [
        ("blender", MIDDLE, NONE, "orbit"),
        ("blender", LEFT, NONE, ""),
        ("robodk", RIGHT, NONE, "orbit"),
        ("robostudio", LEFT, NONE, "orbit"),  # no such manner: that of Cellwright
        ("robotstudio", LEFT, Qt.KeyboardModifier.ControlModifier, "pan"),
        ("solidworks", MIDDLE, Qt.KeyboardModifier.ShiftModifier, "zoom"),
    ],
)
def test_a_drag_does_what_the_chosen_manner_says(
    viewport: Viewport, manner: str, button: Any, keys: Any, done: str
) -> None:
    viewport.mouse = binding(manner)
    before, start = viewport.scene.camera, QPoint(40, viewport.height() - 60)
    QTest.mousePress(viewport, button, keys, start)
    to = QPointF(start + QPoint(30, -30))
    screen = QPointF(viewport.mapToGlobal(to.toPoint()))
    move = QMouseEvent(QEvent.Type.MouseMove, to, screen, Qt.MouseButton.NoButton, button, keys)
    QApplication.sendEvent(viewport, move)
    after = viewport.scene.camera
    QTest.mouseRelease(viewport, button, keys, to.toPoint())
    angles = [(camera.azimuth, camera.elevation) for camera in (before, after)]
    turned, nearer = not np.allclose(*angles), after.distance < 0.99 * before.distance
    moved = not np.allclose(after.focus, before.focus) and not turned and not nearer
    seen = {"orbit": turned, "zoom": nearer, "pan": moved}
    assert [what for what, is_so in seen.items() if is_so] == ([done] if done else [])


def test_the_wheel_can_be_turned_round(viewport: Viewport) -> None:
    before = viewport.scene.camera.distance
    viewport.wheel_sign = -1.0
    wheel(viewport, viewport.rect().center(), 1)
    assert viewport.scene.camera.distance > before


def test_the_user_may_choose_quick_or_smooth_pictures(viewport: Viewport) -> None:
    viewport.choose_quality("smooth")
    assert viewport.quality is GRAPHICS_CARD
    assert viewport.render_window.GetMultiSamples() == GRAPHICS_CARD.multi_samples
    viewport.choose_quality("quick")
    assert viewport.quality is SOFTWARE and viewport.render_window.GetMultiSamples() == 0
    viewport.choose_quality("automatic")
    assert viewport.quality is quality_for(viewport._capabilities)
