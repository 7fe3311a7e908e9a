"""The plane of a section is pulled by its arrow, typed, flipped, and laid along a face."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from app.desktop.looks.theme import DARK
from app.desktop.view3d.drawing.bodies.body_actors import BodyShape
from app.desktop.view3d.drawing.camera import project
from app.desktop.view3d.sectioning.section import Section
from app.desktop.view3d.sectioning.section_bar import FACE, SectionBar
from app.desktop.view3d.sectioning.section_handle import SectionHandle
from geometry import Box

pytestmark = [pytest.mark.window, pytest.mark.gl]
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def handle(qtbot, shown_view, cell_of):
    viewport = shown_view()
    turned = np.eye(4)
    turned[:2, :2] = [[np.cos(0.5), -np.sin(0.5)], [np.sin(0.5), np.cos(0.5)]]
    viewport.scene.show_cell(cell_of({"block": BodyShape(Box((200,) * 3), "#d9782d", "fixture")}))
    viewport.scene.move({"block": turned})
    viewport.scene.look_home()
    qtbot.waitUntil(lambda: viewport.frames > 0)
    section, bar = Section(viewport.scene), SectionBar(DARK)
    qtbot.addWidget(bar)
    made = SectionHandle(viewport, section, bar)
    bar.open_for(section)
    yield made


def at(handle, point) -> QPoint:
    x, y = project(handle._scene.camera, np.array(point, float), *handle._scene.size)
    return QPoint(round(x), round(y))


def test_the_plane_goes_where_the_arrow_is_pulled(handle, qtbot) -> None:
    viewport, section, bar = handle.parent(), handle._section, handle._bar
    bar.axes.button(2).click()
    start, end = at(handle, (0, 0, 0)), at(handle, (0, 0, 40))
    QTest.mousePress(viewport, LEFT, NONE, start)
    qtbot.mouseMove(viewport, end)
    QTest.mouseRelease(viewport, LEFT, NONE, end)
    assert section.cut.offset == pytest.approx(40.0, abs=2.0)
    assert bar.field.value() == pytest.approx(section.cut.offset, abs=0.06)


def test_escape_puts_the_plane_back(handle, qtbot) -> None:
    viewport, section = handle.parent(), handle._section
    handle._bar.axes.button(2).click()
    before = section.cut
    QTest.mousePress(viewport, LEFT, NONE, at(handle, (0, 0, 0)))
    qtbot.mouseMove(viewport, at(handle, (0, 0, 40)))
    assert section.cut != before
    QTest.keyClick(viewport, Qt.Key.Key_Escape)
    assert section.cut == before


def test_the_plane_is_laid_along_a_clicked_face_and_slides_square_to_it(handle) -> None:
    viewport, section, bar = handle.parent(), handle._section, handle._bar
    bar.close_section()
    bar.open_for(section)
    bar.axes.button(2).click()
    section.set(None)  # so that the whole block can be clicked
    bar.axes.button(FACE).click()
    normal = np.array([np.sin(0.5), -np.cos(0.5), 0.0])  # the front of the turned block
    QTest.mouseClick(viewport, LEFT, NONE, at(handle, 100 * normal + (0, 0, 20)))
    assert not bar.awaits_face
    assert np.allclose(section.cut.way, normal, atol=1e-9)
    assert section.cut.offset == pytest.approx(100.0, abs=1e-6)
    bar.slider.setValue(30)
    assert section.cut.offset == 30.0
    assert np.allclose(section.cut.way, normal)
    assert section.range_along(section.cut.way) == pytest.approx((-100.0, 100.0))


def test_other_side_and_typed_places_change_the_cut(handle) -> None:
    section, bar = handle._section, handle._bar
    before = section.cut
    bar.flip.click()
    assert section.cut.flipped is not before.flipped
    bar.field.setValue(12.5)
    assert section.cut.offset == 12.5
    assert bar.slider.value() == 12


def test_late_cut_faces_come_with_the_next_frames(handle, qtbot, monkeypatch) -> None:
    from app.desktop.view3d.sectioning import caps

    viewport, section = handle.parent(), handle._section
    qtbot.waitUntil(lambda: not section.caps.are_waiting)
    monkeypatch.setattr(caps, "BUDGET_S", -1.0)  # each frame makes one cut face and nothing else
    section.caps.in_steps = True
    before = viewport.frames
    handle._bar.slider.setValue(20)
    qtbot.waitUntil(lambda: viewport.frames >= before + 2 and not section.caps.are_waiting)
    ((cap,),) = [section.caps._caps.values()]
    assert cap.mark[2] == section.cut
