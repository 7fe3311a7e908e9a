"""Ctrl and Shift at a click select besides the others."""

import pytest

pytest.importorskip("PySide6")

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

pytestmark = [pytest.mark.window, pytest.mark.gl]
HELD = Qt.KeyboardModifier


@pytest.mark.parametrize("at_click", [HELD.NoModifier, HELD.ShiftModifier])
def test_only_keys_of_the_click_itself_add_to_the_selection(window, at_click) -> None:
    """Ctrl that is held, or was, in an event of another widget says nothing about the click."""
    window.tree.tree._items[("body", "TR2")].setSelected(True)
    window.viewport.keys = at_click
    QTest.mouseClick(window.statusBar(), Qt.MouseButton.LeftButton, HELD.ControlModifier)
    window.viewport.bodyPicked.emit("arm.BF")
    QTest.mouseClick(window.statusBar(), Qt.MouseButton.LeftButton, HELD.NoModifier)
    rows = {item.text(0) for item in window.tree.tree.selectedItems()}
    assert rows == ({"BF"} if at_click == HELD.NoModifier else {"TR2", "BF"})
