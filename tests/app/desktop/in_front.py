"""A window that has the keyboard, on a screen with or without a window manager."""

from PySide6.QtWidgets import QWidget


def is_in_front(window: QWidget) -> bool:
    """Whether a window has the keyboard; asks the screen for it where the window has not.

    One request may be lost where no window manager keeps it: Qt makes a window anew for its first
    3D view, and the screen takes the keyboard away when the window of an earlier test goes. So a
    wait for the keyboard asks again and again: `qtbot.waitUntil(partial(is_in_front, window))`.
    """
    if window.isActiveWindow():
        return True
    window.activateWindow()
    return False
