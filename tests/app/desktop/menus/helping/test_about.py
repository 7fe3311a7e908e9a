"""Help > About says what a report of a fault must hold, and copies it."""

import re
from importlib.metadata import version

import pytest
from PySide6.QtCore import Qt, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from app.desktop.menus.helping.about import LIBRARIES, AboutBox, facts, version_of

GRAPHICS = "Quality: software\nOpenGL renderer string: llvmpipe"


def test_the_facts_hold_version_licence_libraries_and_graphics() -> None:
    text = facts(GRAPHICS)
    assert "Licence: Apache License 2.0" in text and GRAPHICS in text
    assert f"Qt {qVersion()}" in text
    for name in LIBRARIES:
        assert re.search(rf"^{re.escape(name)} \d", text, re.MULTILINE), name
    assert f"numpy {version('numpy')}" in text


def test_a_missing_library_is_told() -> None:
    assert version_of("no-such-package-anywhere") == "not installed"


@pytest.mark.window
def test_the_facts_are_copied_by_a_key_and_the_box_blocks_nothing(qtbot, unseen) -> None:
    unseen.actions_by_key["about"].trigger()
    box = unseen.findChild(AboutBox)
    assert box.isVisible() and not box.isModal()
    QGuiApplication.clipboard().clear()
    with qtbot.waitExposed(box):
        box.activateWindow()
    QTest.keyClick(box, Qt.Key.Key_C, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: "numpy" in QGuiApplication.clipboard().text())
    assert "no 3D view" in QGuiApplication.clipboard().text()
    QTest.keyClick(box, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: unseen.findChild(AboutBox) is None)
