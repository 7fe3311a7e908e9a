"""A frame that points at a part of the window for a few seconds, and lets clicks through."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.desktop.looks.theme import Theme

SHOWN_MS, BLINK_MS = 4000, 400
MARGIN = 5  # px between what is pointed at and the frame


class Spotlight(QWidget):
    """Lies over the window; the frame blinks, so that it is seen at the edge of the eye too."""

    def __init__(self, window: QWidget, theme: Theme) -> None:
        super().__init__(window)
        self.theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._is_bright = True
        self._end = QTimer(self, singleShot=True, interval=SHOWN_MS)
        self._end.timeout.connect(self.put_out)
        self._blink = QTimer(self, interval=BLINK_MS)
        self._blink.timeout.connect(self._turn)
        self.hide()

    def point_at(self, place: QRect) -> None:
        """Frames a place of the window, px."""
        window = self.parentWidget()
        assert window is not None
        wide = place.adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)
        self.setGeometry(wide.intersected(window.rect()))
        self._is_bright = True
        self.show()
        self.raise_()
        self._end.start()
        self._blink.start()

    def put_out(self) -> None:
        """Ends the pointing."""
        self._end.stop()
        self._blink.stop()
        self.hide()

    def _turn(self) -> None:
        self._is_bright = not self._is_bright
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = QColor(self.theme.accent)
        if not self._is_bright:
            colour.setAlpha(110)
        painter.setPen(QPen(colour, 3))
        painter.drawRoundedRect(self.rect().adjusted(2, 2, -2, -2), 5, 5)
