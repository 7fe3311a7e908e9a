"""The digits that turn the 3D view to a side, and with Ctrl to the opposite one."""

from __future__ import annotations

from PySide6.QtCore import Qt

SIDES = {
    Qt.Key.Key_1: ("front", "back"),
    Qt.Key.Key_3: ("right", "left"),
    Qt.Key.Key_7: ("top", "bottom"),
    Qt.Key.Key_9: ("isometric_front_right", "isometric_back_left"),
    Qt.Key.Key_0: ("home", "home"),
}


def view_of(key: int, opposite: bool) -> str | None:
    """The standard view that a key shows; None for any other key."""
    sides = SIDES.get(Qt.Key(key))
    return None if sides is None else sides[opposite]
