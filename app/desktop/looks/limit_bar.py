"""A bar for the range of one joint: its value and the nearness of its limits; dragging moves it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.desktop.looks.theme import Theme

NEAR_LIMIT = 5.0  # degrees or mm from a limit at which the bar warns
KNOB = 5.0
# Least width in which a hand finds one of three hundred degrees: three degrees for each pixel.
LEAST_WIDTH, HEIGHT = 100, 20


class LimitBar(QWidget):
    """Draws lower limit, value and upper limit in degrees or mm; wheel and arrows step by 1."""

    moved = Signal(float)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._lower, self._upper, self._value = -180.0, 180.0, 0.0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def sizeHint(self) -> QSize:
        return QSize(LEAST_WIDTH, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(LEAST_WIDTH, HEIGHT)

    def set_theme(self, theme: Theme) -> None:
        """Draws the bar in the colours of a theme."""
        self._theme = theme
        self.update()

    def set_range(self, lower: float, upper: float) -> None:
        """Sets the limits, degrees or mm."""
        self._lower, self._upper = lower, upper
        self.update()

    def set_value(self, value: float) -> None:
        """Sets the shown value, degrees or mm, without announcing it."""
        if value != self._value:
            self._value = value
            self.update()

    @property
    def margin(self) -> float:
        """Degrees or mm to the nearer limit; negative beyond it."""
        return min(self._value - self._lower, self._upper - self._value)

    def severity(self) -> str:
        """The severity of the value: "error" beyond a limit, "warning" near one, else ""."""
        if self.margin < -1e-6:
            return "error"
        return "warning" if self.margin < NEAR_LIMIT else ""

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self._theme
        colours = {"error": theme.error, "warning": theme.warning}
        colour = QColor(colours.get(self.severity(), theme.accent))
        middle, left, right = self.height() / 2, KNOB + 1, self.width() - KNOB - 1
        groove = QRectF(left, middle - 2, right - left, 4)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.border))
        painter.drawRoundedRect(groove, 2, 2)
        zero, here = self._x(min(max(0.0, self._lower), self._upper)), self._x(self._value)
        painter.setBrush(colour)
        painter.drawRect(QRectF(min(zero, here), middle - 2, abs(here - zero), 4))
        painter.setBrush(QColor(theme.muted))
        painter.drawRect(QRectF(zero - 0.5, middle - 5, 1, 10))
        painter.setBrush(colour if self.isEnabled() else QColor(theme.muted))
        painter.setPen(QColor(theme.text) if self.hasFocus() else QColor(theme.window))
        painter.drawEllipse(QPointF(here, middle), KNOB, KNOB)

    def _x(self, value: float) -> float:
        span = max(self._upper - self._lower, 1e-9)
        share = min(max((value - self._lower) / span, 0.0), 1.0)
        return KNOB + 1 + share * (self.width() - 2 * KNOB - 2)

    def _dragged(self, x: float) -> None:
        share = (x - KNOB - 1) / max(self.width() - 2 * KNOB - 2, 1.0)
        self._ask(self._lower + share * (self._upper - self._lower))

    def _ask(self, value: float) -> None:
        self.moved.emit(min(max(value, self._lower), self._upper))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._dragged(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._dragged(event.position().x())

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            self._ask(self._value + (1.0 if event.angleDelta().y() > 0 else -1.0))
            event.accept()
        else:
            event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1.0, Qt.Key.Key_Right: 1.0}
        step = steps.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
            return
        fine = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        self._ask(self._value + step * (0.1 if fine else 1.0))
