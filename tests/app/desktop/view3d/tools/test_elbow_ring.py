"""The ring of the elbow in a view without panels: drawn, dragged, and given back by Esc."""

from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.desktop.jogging.elbow_jog import ElbowJog, ElbowTurn
from app.desktop.jogging.jog_check import JogCheck
from app.desktop.looks.theme import DARK
from app.desktop.runs.run_control import RunState
from app.desktop.state.document import Document
from app.desktop.state.jog_settings import JogSettings
from app.desktop.view3d.drawing.camera import project
from app.desktop.view3d.stage import Stage
from app.desktop.view3d.tools.elbow_ring import ElbowRing
from kinematics import forward
from scenes.files.loader import cell_from_document
from scenes.files.text.documents import parse_document

pytestmark = [pytest.mark.window, pytest.mark.gl]
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
CELL = """cell: 1
robots:
  arm: {{use: {arm}, ready: [0, 35, 0, -80, 0, 60, 0]}}
fixtures:
  wall: {{at: [250, 260, 400], solid: [{{add: {{box: [500, 40, 800]}}}}]}}
"""


@pytest.fixture
def made(qtbot, shown_view, analyst, tmp_path):
    """A view of a seven-axis arm, its ring drawn."""
    document = Document(analyst)
    viewport = shown_view(800, 640, is_calm=True)
    settings, elbow = JogSettings(document), ElbowTurn(document, analyst)
    stage = Stage(document, viewport, analyst, JogCheck(document, analyst))
    ring = ElbowRing(document, viewport, settings, elbow)
    file = parse_document(
        tmp_path / "a.cell.yaml", CELL.format(arm="kuka_lbr_iiwa_7_r800"), "cell file"
    )
    document.show_cell(cell_from_document(file), file)
    row = ElbowJog(document, elbow, DARK)
    qtbot.addWidget(row)
    qtbot.waitUntil(lambda: elbow.met is not None and viewport.frames > 0)
    QApplication.processEvents()
    yield SimpleNamespace(
        main=viewport.window(),
        document=document,
        viewport=viewport,
        ring=ring,
        elbow=elbow,
        row=row,
        stage=stage,
        settings=settings,
        bot=qtbot,
    )


def point_of(made, place: int) -> QPoint:
    """The place of the ring in the view, in whole points."""
    scene = made.viewport.scene
    x, y = project(scene.camera, made.elbow.circle.points[place], *scene.size)
    return QPoint(round(x), round(y))


def test_the_pieces_of_the_ring_have_the_kinds_of_their_places(made) -> None:
    circle = made.elbow.circle
    pieces = made.ring._segments(circle)
    for place in range(len(circle.q)):
        kind, _ = made.elbow.words_at(place)
        ends = [piece[1] for piece in pieces[kind]]
        is_drawn = any(np.allclose(end, circle.points[place]) for end in ends)
        assert is_drawn or kind == "limit"
    assert {"good", "error", "limit"} <= {kind for kind in pieces if pieces[kind]}


def test_a_drag_along_the_ring_turns_the_elbow_and_keeps_the_tool(made) -> None:
    document, circle = made.document, made.elbow.circle
    mechanism, before = document.cell.robot.mechanism, document.state.q
    T, start = forward(mechanism, before), circle.nearest_place(before)
    QTest.mousePress(made.viewport, LEFT, NONE, point_of(made, start))
    for place in range(start, start + 9):
        made.bot.mouseMove(made.viewport, point_of(made, place % len(circle.q)))
    QTest.mouseRelease(made.viewport, LEFT, NONE, point_of(made, (start + 8) % len(circle.q)))
    assert document.control.state is RunState.JOG
    assert forward(mechanism, document.state.q) == pytest.approx(T, abs=1e-5)
    assert made.elbow.circle is circle  # the same curve: it is not searched again
    assert abs(circle.nearest_place(document.state.q) - (start + 8) % len(circle.q)) <= 1
    made.row.refresh()  # the Jog panel asks for this with every pose
    assert made.row.field.value() == pytest.approx(
        circle.value_at(mechanism, document.state.q), abs=0.06
    )


def test_esc_brings_the_elbow_back(made) -> None:
    document, circle = made.document, made.elbow.circle
    before = document.state.q
    start = circle.nearest_place(before)
    QTest.mousePress(made.viewport, LEFT, NONE, point_of(made, start))
    made.bot.mouseMove(made.viewport, point_of(made, (start + 6) % len(circle.q)))
    assert np.abs(document.state.q - before).max() > 0.1
    made.viewport.setFocus()
    QTest.keyClick(made.viewport, Qt.Key.Key_Escape)
    assert document.state.q == pytest.approx(before)
    assert document.control.state is not RunState.JOG


def test_a_typed_angle_turns_the_elbow(made) -> None:
    document = made.document
    made.row.field.committed.emit(30.0)
    mechanism = document.cell.robot.mechanism
    assert made.elbow.circle.value_at(mechanism, document.state.q) == pytest.approx(30.0, abs=0.02)


def test_the_ring_is_gone_with_the_handles_and_for_other_arms(made, tmp_path) -> None:
    made.settings.set_handles(False)
    assert made.ring.circle is None
    made.settings.set_handles(True)
    assert made.ring.circle is not None
    text = CELL.format(arm="ur5e").replace(", 0]", "]")
    file = parse_document(tmp_path / "b.cell.yaml", text, "cell file")
    made.document.show_cell(cell_from_document(file), file)
    assert made.ring.circle is None
    assert not made.row.isVisibleTo(None)
