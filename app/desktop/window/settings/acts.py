"""What a changed setting does to the window. Values come from `Preferences`, whose types hold."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QTimer
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QApplication

from app.desktop.looks.mouse_bindings import binding
from app.desktop.looks.theme import theme_named
from app.desktop.view3d.views import ViewMode
from app.desktop.window_parts import WindowParts

FLIGHT_MS = 220
OWN_FONTS = ("QDockWidgetTitle", "QStatusBar", "QMenuBar", "QMenu")  # set by some platforms


def show_theme(parts: WindowParts, value: object) -> None:
    """Colours the window; the tick in the menu View follows."""
    theme = theme_named(str(value))
    parts.set_theme(theme.name)
    parts.actions["dark"].setChecked(theme.is_dark)


def size_letters(parts: WindowParts, value: object) -> None:
    """Gives the window's letters a size, points; 0: that of the system."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    if value:
        font.setPointSize(int(cast(float, value)))
    if font != QApplication.font():
        QApplication.setFont(font)
        for kind in OWN_FONTS:
            QApplication.setFont(font, kind)  # type: ignore[arg-type]
        QTimer.singleShot(0, parts.window, parts.docks.make_room)  # once the letters are measured


def size_program(parts: WindowParts, value: object) -> None:
    """Gives the letters of all programs a size, points."""
    if parts.editor.current is not None:
        parts.editor.current.set_points(int(cast(float, value)))


def animate(parts: WindowParts, value: object) -> None:
    """Lets the camera fly to a new view, or be there at once."""
    if parts.viewport is not None:
        parts.viewport.flight_ms = FLIGHT_MS if value else 0


def show_mode(parts: WindowParts, value: object) -> None:
    """Draws the cell in a view mode."""
    parts.view.set_mode(ViewMode(str(value)))


def choose_graphics(parts: WindowParts, value: object) -> None:
    """Draws quickly or smoothly."""
    if parts.viewport is not None:
        parts.viewport.choose_quality(str(value))


def shade_at_rest(parts: WindowParts, value: object) -> None:
    """Draws pictures at rest with light and shadow or without; the tick in View follows."""
    tick = parts.actions["rest_shading"]
    tick.setChecked(value != "off")
    if parts.viewport is not None:
        parts.viewport.shading.set_wish(str(value))
        parts.viewport.shading.on_refused = lambda: tick.setChecked(False)


def bind_mouse(parts: WindowParts, value: object) -> None:
    """Binds the buttons of the mouse in the 3D view."""
    if parts.viewport is not None:
        parts.viewport.mouse = binding(str(value))


def turn_wheel(parts: WindowParts, value: object) -> None:
    """Turns the direction of the wheel in the 3D view."""
    if parts.viewport is not None:
        parts.viewport.wheel_sign = -1.0 if value else 1.0


def space_contours(parts: WindowParts, value: object) -> None:
    """Puts the slices of the contour view at a distance, mm."""
    parts.view.set_contour_spacing(cast(float, value))


def set_speed(parts: WindowParts, value: object) -> None:
    """Plays at a speed; 1 is that of the robot."""
    parts.document.set_speed(cast(float, value))


def set_loop(parts: WindowParts, value: object) -> None:
    """Lets the playback repeat; the tick in the menu Run follows."""
    parts.document.set_loop(bool(value))


def set_autosave(parts: WindowParts, value: object) -> None:
    """Saves changed files every so many minutes; 0: never by itself."""
    parts.autosave.set_minutes(int(cast(float, value)))
