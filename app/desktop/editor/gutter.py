"""The margin of the editor: line numbers, breakpoints, the arrow of execution, severities."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPolygonF, QTextBlock
from PySide6.QtWidgets import QWidget

from app.desktop.editor.surface import TextSurface
from app.desktop.editor.typing.folding import head_of
from app.desktop.looks.tips import wrapped

MARK_WIDTH, PADDING, FOLD_WIDTH = 18, 4, 14
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
        self._executed: int | None = None
        self.setMouseTracking(True)
        self.setToolTip(wrapped(TIP))

    def sizeHint(self) -> QSize:
        """A width for the marks and the largest line number, px."""
        digits = max(3, len(str(self._editor.blockCount())))
        width = MARK_WIDTH + PADDING + self._digit_width() * digits + PADDING
        return QSize(width + FOLD_WIDTH, 0)

    def _digit_width(self) -> int:
        return self._editor.fontMetrics().horizontalAdvance("9")

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(event.rect(), QColor(self._editor.theme.window))
        source = self._editor.source
        self._stops, self._conditions = source.breakpoints(), source.conditions()
        self._bookmarks = source.bookmarks()
        self._executed = self._shown_line(self._editor.execution_line)
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
        if line == self._executed:
            self._arrow(painter, mark, theme.warning)
        block = editor.document().findBlockByNumber(line - 1)
        hidden = editor.folding.hidden_behind(block)
        severity = editor.severity_of(line, line + hidden)
        if hidden or editor.folding.can_fold(block):
            edge = self.width() - FOLD_WIDTH
            self._triangle(painter, QRectF(edge, area.top(), FOLD_WIDTH, area.height()), not hidden)
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
        right = self.width() - FOLD_WIDTH - PADDING
        text_area = QRect(0, int(area.top()), right, int(area.height()))
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(text_area, flags, str(line))

    def _dot(self, painter: QPainter, area: QRectF, colour: QColor | str) -> None:
        radius = min(area.height(), area.width()) * 0.36
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colour))
        painter.drawEllipse(area.center(), radius, radius)

    def _shown_line(self, line: int | None) -> int | None:
        """A line, or the first line of the fold that hides it."""
        if line is None:
            return None
        block = self._editor.document().findBlockByNumber(line - 1)
        return head_of(block).blockNumber() + 1 if block.isValid() else line

    def _triangle(self, painter: QPainter, area: QRectF, is_open: bool) -> None:
        """Draws the sign of a fold: it points down where it is open, right where it is closed."""
        x, y, size = area.center().x(), area.center().y(), 3.5
        if is_open:
            points = [(x - size, y - size / 2), (x + size, y - size / 2), (x, y + size)]
        else:
            points = [(x - size / 2, y - size), (x + size, y), (x - size / 2, y + size)]
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._editor.theme.muted if is_open else self._editor.theme.accent))
        painter.drawPolygon(QPolygonF([QPointF(*point) for point in points]))

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
        if event.button() == Qt.MouseButton.LeftButton and self._is_on_fold(event):
            self._editor.folding.toggle(self._block_at(event))
            self.update()
        elif event.button() == Qt.MouseButton.LeftButton:
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
        return self._block_at(event).blockNumber() + 1

    def _block_at(self, event: QMouseEvent) -> QTextBlock:
        return self._editor.cursorForPosition(event.position().toPoint()).block()

    def _is_on_fold(self, event: QMouseEvent) -> bool:
        """Whether the pointer is on the triangle of a fold."""
        if event.position().x() < self.width() - FOLD_WIDTH:
            return False
        block = self._block_at(event)
        return bool(self._editor.folding.hidden_behind(block)) or self._editor.folding.can_fold(
            block
        )
