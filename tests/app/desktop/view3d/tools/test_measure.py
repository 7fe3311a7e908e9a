"""Measuring between two clicked points, in a view with bodies of known size."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMainWindow

from app.desktop.state.jog_settings import JogSettings
from app.desktop.view3d.drawing.body_actors import BodyShape
from app.desktop.view3d.drawing.camera import project
from app.desktop.view3d.tools.measure import MeasureTool, measured
from app.desktop.view3d.viewport import Viewport
from geometry import Box
from kinematics import translation

pytestmark = [pytest.mark.window, pytest.mark.gl]
LEFT = Qt.MouseButton.LeftButton
SHAPES = {
    "block": BodyShape(Box((200, 200, 200)), "#d9782d", "fixture"),
    "table": BodyShape(Box((900, 600, 40)), "#7d8794", "fixture"),
}
POSES = {"block": translation(0, 0, 140 + 60), "table": translation(0, 0, 20)}


@pytest.fixture
def measure(qtbot, document, cell_of):
    main = QMainWindow()
    main.resize(700, 500)
    viewport = Viewport(main)
    viewport.flight_ms = 0
    main.setCentralWidget(viewport)
    qtbot.addWidget(main, before_close_func=lambda _: viewport.close())
    with qtbot.waitExposed(main):
        main.show()
    viewport.scene.show_cell(cell_of(SHAPES))
    viewport.scene.move(POSES)
    qtbot.waitUntil(lambda: viewport.frames > 0)
    QApplication.processEvents()
    jog_settings = JogSettings(document)
    tool = MeasureTool(document, viewport, jog_settings)
    jog_settings.set_measuring(True)
    yield tool


def click(tool, point) -> None:
    scene = tool._scene
    x, y = project(scene.camera, point, *scene.size)
    QTest.mouseClick(
        tool._viewport, LEFT, Qt.KeyboardModifier.NoModifier, QPoint(round(x), round(y))
    )


def test_two_clicks_near_corners_measure_between_the_corners(measure) -> None:
    click(measure, (98, -99, 299))
    assert measure.text == ""
    click(measure, (-98, -99, 299))
    assert measure.text.startswith("200.00 mm\nX -200.00  Y +0.00  Z +0.00")


def test_points_on_two_bodies_show_the_gap_between_the_bodies(measure) -> None:
    click(measure, (100, -100, 300))
    click(measure, (450, -300, 40))
    assert f"{np.linalg.norm([350, 200, 260]):.2f} mm" in measure.text
    assert "60.00 mm apart" in measure.text


def test_the_measure_follows_a_body_that_moves(measure, document) -> None:
    click(measure, (100, -100, 300))
    click(measure, (450, -300, 40))
    measure._scene.move(POSES | {"block": translation(0, 0, 300)})
    document.positionChanged.emit()
    assert f"{np.linalg.norm([350, 200, 360]):.2f} mm" in measure.text
    assert "160.00 mm apart" in measure.text


def test_a_third_click_begins_anew_and_escape_forgets(measure) -> None:
    for corner in ((100, -100, 300), (-100, -100, 300), (100, 100, 300)):
        click(measure, corner)
    assert len(measure.ends()) == 1
    QTest.keyClick(measure._viewport, Qt.Key.Key_Escape)
    assert len(measure.ends()) == 0


def test_a_click_selects_again_after_measuring_is_switched_off(measure) -> None:
    picked: list[str] = []
    measure._viewport.bodyPicked.connect(picked.append)
    click(measure, (0, 0, 300))
    assert not picked
    measure._jog_settings.set_measuring(False)
    click(measure, (0, 0, 300))
    assert picked == ["block"]


def test_the_text_shows_the_distance_along_each_axis() -> None:
    assert measured(np.zeros(3), np.array([3.0, 4.0, 0.0])) == "5.00 mm\nX +3.00  Y +4.00  Z +0.00"
