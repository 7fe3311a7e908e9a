"""Measuring by clicks, in a view with bodies of known size."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.desktop.looks.notice import BODY, Selection
from app.desktop.looks.theme import DARK
from app.desktop.state.jog_settings import JogSettings
from app.desktop.view3d.drawing.bodies.body_actors import BodyShape
from app.desktop.view3d.drawing.camera import project
from app.desktop.view3d.measuring.caught_features import Catch
from app.desktop.view3d.measuring.measure_bar import MeasureBar
from app.desktop.view3d.measuring.measure_tool import MeasureTool
from app.desktop.view3d.measuring.readings import Mode, measured
from geometry import Box, Cylinder, MeshSolid, mesh_of
from kinematics import translation

pytestmark = [pytest.mark.window, pytest.mark.gl]
LEFT = Qt.MouseButton.LeftButton
SHAPES = {
    "block": BodyShape(Box((200, 200, 200)), "#d9782d", "fixture"),
    "table": BodyShape(Box((900, 600, 40)), "#7d8794", "fixture"),
    "plate": BodyShape(Box((200, 200, 20)) - Cylinder(radius=40, height=50), "#7d8794", "fixture"),
    "scan": BodyShape(
        MeshSolid(mesh_of(Cylinder(radius=50, height=60), 0.05)), "#7d8794", "fixture"
    ),
}
POSES = {"block": translation(0, 0, 140 + 60), "table": translation(0, 0, 20)}
POSES |= {"plate": translation(-330, -200, 50), "scan": translation(300, -200, 70)}


@pytest.fixture
def measure(qtbot, shown_view, document, cell_of):
    viewport = shown_view()
    viewport.scene.show_cell(cell_of(SHAPES))
    viewport.scene.move(POSES)
    qtbot.waitUntil(lambda: viewport.frames > 0)
    QApplication.processEvents()
    jog_settings = JogSettings(document)
    asked: list = []

    def ask(kind, function, *arguments, then) -> None:
        asked.append((function, arguments, then))

    tool = MeasureTool(document, viewport, jog_settings, ask)
    tool.asked = asked
    jog_settings.set_measuring(True)
    yield tool


def click(tool, point) -> None:
    scene = tool._scene
    x, y = project(scene.camera, point, *scene.size)
    QTest.mouseClick(
        tool._viewport, LEFT, Qt.KeyboardModifier.NoModifier, QPoint(round(x), round(y))
    )


def answer(tool) -> None:
    """Answers the question that waits."""
    function, arguments, then = tool.asked.pop(0)
    then(function(*arguments))


def only(tool):
    """The one reading."""
    (reading,) = tool.readings().values()
    return reading


def test_two_clicks_near_corners_measure_between_the_corners(measure) -> None:
    click(measure, (98, -99, 299))
    assert measure.readings() == {}
    click(measure, (-98, -99, 299))
    assert only(measure).text.startswith("200.00 mm\nX -200.00  Y +0.00  Z +0.00")


def test_a_click_near_an_edge_takes_the_nearest_point_of_the_edge(measure) -> None:
    click(measure, (30, -99.5, 298))
    click(measure, (30, -98, 300))
    (measurement,) = measure.measurements
    for feature in measurement.features:
        assert np.allclose(feature.point[1:], (-100, 100), atol=1e-6)
        assert feature.point[0] == pytest.approx(30.0, abs=3.0)


def test_the_measure_follows_a_body_that_moves(measure, document) -> None:
    click(measure, (100, -100, 300))
    click(measure, (450, -300, 40))
    assert f"{np.linalg.norm([350, 200, 260]):.2f} mm" in only(measure).text
    measure._scene.move(POSES | {"block": translation(0, 0, 300)})
    document.positionChanged.emit()
    assert f"{np.linalg.norm([350, 200, 360]):.2f} mm" in only(measure).text


def test_a_third_click_begins_another_and_escape_forgets_only_that(measure) -> None:
    for corner in ((98, -98, 300), (-98, -98, 300), (98, 98, 300)):
        click(measure, corner)
    assert len(measure._points()) == 1
    QTest.keyClick(measure._viewport, Qt.Key.Key_Escape)
    assert len(measure._points()) == 0
    assert len(measure.measurements) == 1


def test_faces_edges_and_corners_give_their_angles(measure) -> None:
    measure.set_mode(Mode.ANGLE)
    click(measure, (20, -10, 300))
    click(measure, (30, -100, 220))
    assert only(measure).text == "90.00°"
    measure.clear()
    click(measure, (20, -10, 300))
    click(measure, (430, -150, 40))  # the tops of block and table
    assert only(measure).text == "0.00°, parallel\n260.00 mm apart"
    measure.clear()
    for corner in ((-98, -98, 300), (98, -98, 300), (98, 98, 300)):
        click(measure, corner)
    assert {f.catch for f in measure.measurements[0].features} == {Catch.POINT}
    assert only(measure).text == "90.00°"


def test_a_hole_of_primitives_has_its_exact_radius(measure) -> None:
    measure.set_mode(Mode.RADIUS)
    click(measure, (-330, -161, 54))  # the far wall of the hole, seen through its mouth
    assert only(measure).text.startswith("R 40.000  Ø 80.000 mm\nhole, exact")


def test_a_mesh_gives_the_circle_of_its_edge_and_says_how_well_it_fits(measure) -> None:
    measure.set_mode(Mode.RADIUS)
    click(measure, (300, -248, 100))
    reading = only(measure)
    assert measure.measurements[0].features[0].radius == pytest.approx(50.0, abs=1e-6)
    assert "corners of an edge, each within" in reading.text


def test_a_flat_place_has_no_radius_and_the_user_is_told(measure, document) -> None:
    said = []
    document.noticed.connect(lambda notice: said.append(notice.text))
    measure.set_mode(Mode.RADIUS)
    click(measure, (0, 0, 300))
    assert measure.measurements == ()
    assert "round" in said[-1]


def test_the_clearance_of_a_pair_follows_its_bodies_and_old_numbers_are_marked(
    measure, document
) -> None:
    measure.set_mode(Mode.CLEARANCE)
    click(measure, (0, -20, 300))
    click(measure, (400, -20, 40))
    assert only(measure).text == "measuring …"
    answer(measure)
    assert only(measure).text == "60.000 mm, proven"
    assert np.linalg.norm(np.diff(only(measure).ends, axis=0)) == pytest.approx(60.0)
    measure._scene.move(POSES | {"block": translation(0, 0, 300)})
    document.positionChanged.emit()
    assert only(measure).text == "60.000 mm, proven …"
    answer(measure)
    assert only(measure).text == "160.000 mm, proven"
    measure._scene.move(POSES | {"block": translation(0, 0, 130)})
    document.positionChanged.emit()
    answer(measure)
    assert only(measure).text.startswith("they overlap by at least")
    assert measure.asked == []


def test_only_one_question_waits_while_bodies_move_and_each_gets_its_turn(
    measure, document
) -> None:
    measure.set_mode(Mode.CLEARANCE)
    for other in ((400, -20, 40), (-400, -150, 60)):
        click(measure, (0, -20, 300))
        click(measure, other)
    for height in range(300, 340, 10):
        measure._scene.move(POSES | {"block": translation(0, 0, height)})
        document.positionChanged.emit()
        assert len(measure.asked) == 1
    asked = []
    for height in range(340, 380, 10):
        asked.append(measure.asked[0][1][0][0][1].name)
        answer(measure)
        measure._scene.move(POSES | {"block": translation(0, 0, height)})
        document.positionChanged.emit()
    assert set(asked) == {"table", "plate"}


def test_the_nearest_bodies_are_listed_in_order(measure) -> None:
    measure.set_mode(Mode.NEAREST)
    click(measure, (0, -20, 300))
    answer(measure)
    names = [gap.names[1] for gap in measure.measurements[0].gaps]
    sizes = [gap.distance_mm for gap in measure.measurements[0].gaps]
    assert set(names) == {"table", "plate", "scan"}
    assert sizes == sorted(sizes)


def test_the_selected_pair_is_measured_or_the_user_is_told_how_to_select(measure, document) -> None:
    said = []
    document.noticed.connect(lambda notice: said.append(notice.text))
    measure.measure_selected()
    assert "Select two bodies" in said[-1]
    document.selection = Selection(BODY, "block", ((BODY, "table"),))
    measure.measure_selected()
    answer(measure)
    assert only(measure).text == "60.000 mm, proven"


def test_keys_choose_the_mode_only_while_measuring(measure) -> None:
    key = next(k for k in measure._keys if k.key().toString() == "R")
    assert key.isEnabled()
    key.activated.emit()
    assert measure.mode is Mode.RADIUS
    measure._jog_settings.set_measuring(False)
    assert not any(k.isEnabled() for k in measure._keys)


def test_the_strip_lists_copies_and_deletes_results(measure, qtbot) -> None:
    bar = MeasureBar(DARK)
    qtbot.addWidget(bar)
    bar.attach(measure)
    for corner in ((98, -98, 300), (-98, -98, 300)) * 2:
        click(measure, corner)
    assert bar.results.count() == 2
    bar.copy.click()
    assert QApplication.clipboard().text() == measure.text
    assert len(measure.text.splitlines()) == 2
    bar.results.setCurrentRow(0)
    first = measure.measurements[0].number
    bar._remove()
    assert [m.number for m in measure.measurements] != [first]
    assert bar.results.count() == 1
    bar.clear.click()
    assert measure.measurements == ()
    bar.modes.button(2).click()
    assert measure.mode is Mode.RADIUS


def test_measurements_of_a_removed_body_go_and_others_stay(measure, document, cell_of) -> None:
    for corner in ((98, -98, 300), (-98, -98, 300), (448, -298, 40), (448, 298, 40)):
        click(measure, corner)
    scene = measure._scene
    scene.show_cell(cell_of({name: shape for name, shape in SHAPES.items() if name != "block"}))
    scene.move({name: T for name, T in POSES.items() if name != "block"})
    document.cellChanged.emit()
    assert [m.bodies for m in measure.measurements] == [("table",)]


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
