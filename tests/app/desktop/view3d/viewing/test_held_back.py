"""Pictures wait while the user types, and the newest one comes as soon as the user pauses."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.desktop.view3d.viewing import held_back

pytestmark = [pytest.mark.window, pytest.mark.gl]
SLOW_MS, QUICK_MS = 40.0, 2.0  # a picture by software, and one by a graphics card


@pytest.fixture
def typing(qtbot, window):
    """A window at rest, its view, and a function that types a letter into the program."""
    viewport, editor = window.viewport, window.editor.current
    qtbot.waitUntil(lambda: window.document.is_checked)
    qtbot.wait(500)

    def type_letter() -> None:
        QTest.keyClick(editor, Qt.Key.Key_Semicolon)
        QApplication.processEvents()

    yield viewport, type_letter


def test_no_picture_is_drawn_between_two_letters_and_one_comes_after_them(qtbot, typing) -> None:
    viewport, type_letter = typing
    viewport.last_frame_ms, before = SLOW_MS, viewport.frames
    for _ in range(5):
        type_letter()
        viewport.scene.on_changed()  # as a change of the run would
        QApplication.processEvents()
    assert viewport.is_held_back
    assert viewport.frames == before
    qtbot.waitUntil(lambda: viewport.frames > before)
    assert not viewport.is_held_back


def test_letters_without_a_pause_hold_pictures_back_for_a_limited_time(
    qtbot, typing, monkeypatch
) -> None:
    monkeypatch.setattr(held_back, "MOST_S", 0.0)
    viewport, type_letter = typing
    viewport.last_frame_ms = SLOW_MS
    type_letter()
    assert not viewport.is_held_back


def test_pictures_that_are_drawn_quickly_do_not_wait(qtbot, typing) -> None:
    viewport, type_letter = typing
    viewport.last_frame_ms = QUICK_MS
    type_letter()
    assert not viewport.is_held_back
