"""A small field at the pointer that takes a typed value for the pulled handle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit

from app.desktop.looks.number_field import computed
from app.desktop.looks.theme import Theme
from app.desktop.view3d.drawing.camera import Camera
from app.desktop.view3d.tools.gizmo import Array, Handle, Pull, Size
from app.desktop.view3d.tools.pulling import Pulling, axis_of

if TYPE_CHECKING:
    from app.desktop.view3d.viewport import Viewport

BEGINS = "0123456789.,-+("  # letters with which a value may begin
ASIDE = QPoint(18, 14)  # of the field from the pointer, points of the screen
FIELD_WIDTH = 90
TAB, BACKTAB = Qt.Key.Key_Tab, Qt.Key.Key_Backtab
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class TypedPull(QFrame):
    """Opens as soon as a digit is typed while a handle is held, or right after it was pressed.

    Enter makes exactly the typed motion, Tab goes on to the next axis, Esc takes all back.
    """

    def __init__(self, viewport: Viewport, tools: Sequence[Pulling]) -> None:
        super().__init__(viewport)
        self._viewport, self._tools = viewport, tuple(tools)
        self._tool: Pulling | None = None
        self._pointer = QPoint()
        self._values = np.zeros(3)  # of the axes typed so far, mm or degrees
        self.axis, self.unit = QLabel(), QLabel()
        self.field = QLineEdit()
        self.field.setFixedWidth(FIELD_WIDTH)
        self.field.setAccessibleName("Value for the handle")
        self.field.textEdited.connect(lambda _: self._follow())
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 4, 8, 4)
        row.setSpacing(6)
        for part in (self.axis, self.field, self.unit):
            row.addWidget(part)
        viewport.scene.add_overlay(self)
        self.hide()
        viewport.installEventFilter(self)
        self.field.installEventFilter(self)
        for tool in self._tools:
            tool.changed.connect(self._follow_tool)

    def dress(self, theme: Theme, ratio: float) -> None:
        """Draws the field in the colours of a theme; it lies over the view as an overlay does."""
        self._theme = theme
        self.setStyleSheet(
            f"QFrame {{background: {theme.raised}; border: 1px solid {theme.accent};"
            f" border-radius: 4px}} QLabel {{border: 0; color: {theme.text}}}"
        )

    def fit(self, camera: Camera, size: Size) -> Array:
        """Gives no points: the field stands in the window and not in the world."""
        return np.empty((0, 3))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Takes digits from the view while a handle may be typed for, and keys of the field."""
        if isinstance(event, QMouseEvent) and watched is self._viewport:
            self._pointer = event.position().toPoint()
        if isinstance(event, QFocusEvent) and watched is self.field and event.lostFocus():
            other_window = event.reason() == Qt.FocusReason.ActiveWindowFocusReason
            if not other_window:
                self._close(keep=False)
        if not isinstance(event, QKeyEvent):
            return False
        if event.type() == QEvent.Type.ShortcutOverride and self._begins(event):
            event.accept()  # no menu may take the digit
            return True
        if event.type() != QEvent.Type.KeyPress:
            return False
        return self._key_in_field(event) if watched is self.field else self._open(event)

    # Opening.

    def _begins(self, event: QKeyEvent) -> bool:
        text = event.text()
        return bool(text) and text in BEGINS and self._typed_for() is not None

    def _typed_for(self) -> Pulling | None:
        """The tool whose handle a typed value would pull."""
        return next((t for t in self._tools if t.hold is not None or t.armed is not None), None)

    def _open(self, event: QKeyEvent) -> bool:
        tool = self._typed_for()
        if self.isVisible() or tool is None or not self._begins(event):
            return False
        handle = tool.armed if tool.hold is None else tool.hold.handle
        if handle is None or not tool.take_for_typing(handle):
            return False
        self._tool, self._values = tool, np.zeros(3)
        self._show_axis(tool, handle)
        self.field.setText(event.text())
        self.adjustSize()
        self._place()
        self.show()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self._follow()
        return True

    def _place(self) -> None:
        """Puts the field beside the pointer, inside the view."""
        at = self._pointer + ASIDE
        most = self._viewport.rect().bottomRight() - self.rect().bottomRight()
        self.move(max(min(at.x(), most.x()), 0), max(min(at.y(), most.y()), 0))

    def _show_axis(self, tool: Pulling, handle: Handle) -> None:
        words, unit = tool.typed_words(handle)
        self.axis.setText(words)
        self.unit.setText(unit)

    # Typing.

    def _key_in_field(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Escape:
            self._close(keep=False)
        elif key in ENTER:
            self._close(keep=True)
        elif key in (TAB, BACKTAB):
            self._next_axis(-1 if key == BACKTAB else 1)
        else:
            return False
        return True

    def _next_axis(self, by: int) -> None:
        """Goes to the next arrow, which adds to the motion, or to the next ring, which replaces."""
        tool = self._tool
        if tool is None or tool.hold is None or self._value() is None:
            return
        handle = tool.hold.handle
        if handle.pull is Pull.SIZE:
            return  # a size has no next axis
        axis = axis_of(handle)
        self._values[axis] = self._value()
        if handle.pull is Pull.TURN:
            self._values[:] = 0.0
        pull = Pull.TURN if handle.pull is Pull.TURN else Pull.MOVE
        following = Handle(pull, (axis + by) % 3)
        tool.take_for_typing(following)
        self._show_axis(tool, following)
        known = self._values[following.axis]
        self.field.setText(f"{known:g}" if known else "")
        self.field.selectAll()
        self._follow()

    def _value(self) -> float | None:
        """The typed number; 0 where nothing is typed, None where the text is no number yet."""
        text = self.field.text().strip().removesuffix("mm").removesuffix("°").strip()
        return computed(text) if text else 0.0

    def _follow(self) -> None:
        """Shows the motion of the typed values; a text that is no number yet changes nothing."""
        tool, value = self._tool, self._value()
        self.field.setStyleSheet("" if value is not None else f"color: {self._theme.error}")
        if tool is None or tool.hold is None or value is None:
            return
        tool.follow_typed(tool.hold.handle, self._values, value)

    def _close(self, keep: bool) -> None:
        """Makes the motion last, unless the text is no number, or takes it back."""
        tool = self._tool
        if tool is None or (keep and self._value() is None):
            return
        self._tool = None
        self.hide()
        self._viewport.setFocus(Qt.FocusReason.OtherFocusReason)
        if keep:
            tool.keep_typed()
        else:
            tool.cancel()

    def _follow_tool(self) -> None:
        """Closes the field when its tool has let go, as with another cell."""
        if self._tool is not None and self._tool.hold is None:
            self._tool = None
            self.hide()
