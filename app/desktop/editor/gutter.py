"""The margin of the editor: line numbers, breakpoints, the arrow of execution, severities."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPolygonF
from PySide6.QtWidgets import QWidget

from app.desktop.editor.surface import TextSurface
from app.desktop.looks.tips import wrapped

MARK_WIDTH, PADDING = 18, 8
TIP = "Click to set or remove a breakpoint (F9); right click for its condition (Shift+F9)"


class Gutter(QWidget):
    """The margin beside the text; a click sets or removes the breakpoint of its line."""

    def __init__(self, editor: TextSurface) -> None:
        super().__init__(editor)
        self._editor = editor
        self._hovered_line = 0
        self._stops: frozenset[int] = frozenset()
        self._conditions: dict[int, str] = {}
        self._bookmarks: list[int] = []
        self.setMouseTracking(True)
        self.setToolTip(wrapped(TIP))

    def sizeHint(self) -> QSize:
        """A width for the marks and the largest line number, px."""
        digits = max(3, len(str(self._editor.blockCount())))
        return QSize(MARK_WIDTH + PADDING + self._digit_width() * digits + PADDING, 0)

    def _digit_width(self) -> int:
        return self._editor.fontMetrics().horizontalAdvance("9")

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(event.rect(), QColor(self._editor.theme.window))
        source = self._editor.source
        self._stops, self._conditions = source.breakpoints(), source.conditions()
        self._bookmarks = source.bookmarks()
        for line, top, height in self._editor.visible_lines(event.rect()):
            self._paint_line(painter, line, QRectF(0, top, self.width(), height))

    def _paint_line(self, painter: QPainter, line: int, area: QRectF) -> None:
        editor, theme = self._editor, self._editor.theme
        mark = QRectF(3, area.top(), MARK_WIDTH - 3, area.height())
        if line in self._bookmarks:
            self._ribbon(painter, mark, theme.accent)
        if line in self._stops:
            self._dot(painter, mark, theme.error)
            if line in self._conditions:
                self._question(painter, mark)
        elif line == self._hovered_line:
            faint = QColor(theme.error)
            faint.setAlphaF(0.3)
            self._dot(painter, mark, faint)
        if line == editor.execution_line:
            self._arrow(painter, mark, theme.warning)
        severity = editor.severity_of(line)
        if editor.is_in_contact(line):
            lighter = QColor(theme.error)
            lighter.setAlphaF(0.6)
            painter.fillRect(QRectF(self.width() - 3, area.top(), 3, area.height()), lighter)
        colours = {"error": theme.error, "warning": theme.warning}
        current = line == editor.textCursor().blockNumber() + 1
        painter.setPen(QColor(colours.get(severity, theme.text if current else theme.muted)))
        font = editor.font()
        font.setBold(bool(severity))
        painter.setFont(font)
        text_area = QRect(0, int(area.top()), self.width() - PADDING, int(area.height()))
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(text_area, flags, str(line))

    def _dot(self, painter: QPainter, area: QRectF, colour: QColor | str) -> None:
        radius = min(area.height(), area.width()) * 0.36
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colour))
        painter.drawEllipse(area.center(), radius, radius)

    def _ribbon(self, painter: QPainter, area: QRectF, colour: str) -> None:
        """Draws the sign of a bookmark, which stays in sight behind a breakpoint."""
        left, top, right, bottom = area.left(), area.top() + 1, area.right(), area.bottom() - 1
        middle, notch = area.center().x(), bottom - area.height() * 0.3
        points = [(left, top), (right, top), (right, bottom), (middle, notch), (left, bottom)]
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colour))
        painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in points]))

    def _question(self, painter: QPainter, area: QRectF) -> None:
        """Draws the sign of a breakpoint with a condition."""
        font = self._editor.font()
        font.setBold(True)
        font.setPointSizeF(max(font.pointSizeF() * 0.75, 5.0))
        painter.setFont(font)
        painter.setPen(QColor(self._editor.theme.window))
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, "?")

    def _arrow(self, painter: QPainter, area: QRectF, colour: str) -> None:
        centre, size = area.center(), min(area.height(), area.width()) * 0.42
        shape = [(-1.0, -0.45), (0.05, -0.45), (0.05, -0.95), (1.1, 0.0)]
        shape += [(0.05, 0.95), (0.05, 0.45), (-1.0, 0.45)]
        painter.setPen(QColor(self._editor.theme.window))
        painter.setBrush(QColor(colour))
        points = [QPointF(centre.x() + x * size, centre.y() + y * size) for x, y in shape]
        painter.drawPolygon(QPolygonF(points))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._editor.breakpointAsked.emit(self._line_at(event))
        elif event.button() == Qt.MouseButton.RightButton:
            self._editor.conditionAsked.emit(self._line_at(event))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self._line_at(event))

    def leaveEvent(self, event: object) -> None:
        self._hover(0)

    def _hover(self, line: int) -> None:
        if line != self._hovered_line:
            self._hovered_line = line
            condition = self._editor.source.conditions().get(line, "")
            self.setToolTip(wrapped(f"Stops when {condition}" if condition else TIP))
            self.update()

    def _line_at(self, event: QMouseEvent) -> int:
        return self._editor.cursorForPosition(event.position().toPoint()).blockNumber() + 1
