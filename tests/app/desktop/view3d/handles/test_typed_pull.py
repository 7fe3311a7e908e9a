"""Values are typed at the pointer while a handle is held, or right after it was pressed."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from app.desktop.looks.notice import BODY
from app.desktop.looks.theme import DARK, LIGHT
from app.desktop.modelling.edits.movable import pose_of_thing, selected_thing
from app.desktop.view3d.handles.typed_pull import TypedPull

pytestmark = [pytest.mark.window, pytest.mark.gl]
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def typing(shown):
    shown.document.select(BODY, "table")
    shown.typed = TypedPull(shown.viewport, (shown.handles,))
    return shown


def place(shown):
    """T_world_thing of the selected thing in the document's cell."""
    return np.array(pose_of_thing(shown.document.cell, selected_thing(shown.document)))


def click_handle(shown, local=(0, 0, 80)) -> None:
    QTest.mouseClick(shown.viewport, LEFT, NONE, shown.place_of(local))


def type_in(shown, text: str, key=Qt.Key.Key_Return) -> None:
    """Types as a user does: the first letter goes to the view, the others to the field."""
    QTest.keyClicks(shown.viewport, text[:1])
    assert shown.typed.isVisible()
    QTest.keyClicks(shown.typed.field, text[1:])
    if key is not None:
        QTest.keyClick(shown.typed.field, key)


@pytest.mark.parametrize(("text", "way"), [("12.5", 12.5), ("-40", -40.0), ("450/4+1", 113.5)])
def test_enter_moves_by_exactly_the_typed_value_as_one_undo_step(typing, text, way) -> None:
    before = place(typing)
    click_handle(typing)
    type_in(typing, text)
    assert place(typing)[:3, 3] - before[:3, 3] == pytest.approx([0.0, 0.0, way], abs=1e-9)
    assert typing.document.cell_commands.count() == 1
    assert not typing.typed.isVisible()


def test_a_value_typed_during_a_drag_rules_over_the_pointer(typing) -> None:
    before = place(typing)
    start = typing.place_of((0, 0, 80))
    typing.drag(start, QPoint(0, -40), release=False)
    type_in(typing, "25", key=None)
    typing.bot.mouseMove(typing.viewport, start + QPoint(0, -90))
    QTest.mouseRelease(typing.viewport, LEFT, NONE, start + QPoint(0, -90))
    assert typing.shown_pose("table")[2, 3] - before[2, 3] == pytest.approx(25.0)
    QTest.keyClick(typing.typed.field, Qt.Key.Key_Return)
    assert place(typing)[2, 3] - before[2, 3] == pytest.approx(25.0)
    assert typing.document.cell_commands.count() == 1


def test_tab_goes_to_the_next_axis_and_enter_makes_one_motion_of_all(typing) -> None:
    before = place(typing)
    click_handle(typing, (80, 0, 0))
    type_in(typing, "10", key=Qt.Key.Key_Tab)
    assert typing.typed.axis.text() == "Y"
    QTest.keyClicks(typing.typed.field, "-20")
    QTest.keyClick(typing.typed.field, Qt.Key.Key_Tab)
    QTest.keyClicks(typing.typed.field, "5")
    QTest.keyClick(typing.typed.field, Qt.Key.Key_Return)
    assert place(typing)[:3, 3] - before[:3, 3] == pytest.approx([10.0, -20.0, 5.0])
    assert typing.document.cell_commands.count() == 1


def test_escape_takes_the_typed_motion_back(typing) -> None:
    before = place(typing)
    click_handle(typing)
    type_in(typing, "70", key=None)
    assert typing.shown_pose("table")[2, 3] == pytest.approx(before[2, 3] + 70.0)
    QTest.keyClick(typing.typed.field, Qt.Key.Key_Escape)
    assert typing.shown_pose("table") == pytest.approx(before)
    assert typing.document.cell_commands.count() == 0
    assert not typing.typed.isVisible()


def test_a_text_that_is_no_number_moves_nothing_and_stays_open(typing) -> None:
    before = place(typing)
    click_handle(typing)
    type_in(typing, "12+")
    assert typing.typed.isVisible()
    assert place(typing) == pytest.approx(before)
    QTest.keyClick(typing.typed.field, Qt.Key.Key_Escape)


def test_a_ring_takes_degrees(typing) -> None:
    from app.desktop.view3d.tools import gizmo
    from app.desktop.view3d.tools.gizmo import Handle, Pull

    rim = gizmo.outline(Handle(Pull.TURN, 2))
    click_handle(typing, max(rim, key=lambda p: typing.place_of(p).y()))
    before = place(typing)
    type_in(typing, "30")
    turned = before[:3, :3].T @ place(typing)[:3, :3]
    assert np.degrees(np.arctan2(turned[1, 0], turned[0, 0])) == pytest.approx(30.0)
    assert place(typing)[:3, 3] == pytest.approx(before[:3, 3])


def test_without_a_handle_digits_are_keys_of_the_view(typing) -> None:
    QTest.keyClicks(typing.viewport, "1")
    assert not typing.typed.isVisible()
    assert typing.viewport.scene.camera.azimuth == pytest.approx(0.0, abs=1e-6)
    assert typing.viewport.scene.camera.elevation == pytest.approx(0.0, abs=1e-6)


def test_the_field_has_the_colours_of_the_theme(typing) -> None:
    for theme in (LIGHT, DARK):
        typing.viewport.set_theme(theme)
        assert theme.raised in typing.typed.styleSheet()
