"""One solution of the inverse problem as a card, for pointing at and clicking."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from app.desktop.jogging.arm_pictures import Picture
from app.desktop.looks.theme import Theme, mix, rgb
from app.desktop.looks.tips import wrapped

COLUMNS, PAD, STRIPE = 3, 8, 4
PICTURE, LEAST_BESIDE = 62, 128  # px: side of the picture, and room that the values keep beside it
COLUMNS_BESIDE = 2


@dataclass(frozen=True)
class CardText:
    """The texts of a card.

    values: Short joint names with their values in degrees or mm.
    beyond: Indices in `values` of the joints beyond their limits.
    """

    title: str
    values: tuple[tuple[str, str], ...]
    beyond: frozenset[int]
    note: str
    is_present: bool
    tip: str


PENDING, GOOD, WARNING, ERROR = "pending", "good", "warning", "error"
MARKS = {PENDING: "○", GOOD: "●", WARNING: "▲", ERROR: "✖"}


@dataclass(frozen=True)
class CardVerdict:
    """What the arm would meet there: a kind, PENDING to ERROR, and a few words."""

    kind: str
    words: str


UNKNOWN = CardVerdict(PENDING, "not looked at yet")


class SolutionCard(QAbstractButton):
    """Paints one solution and emits `pointed` while it is pointed at or has the focus."""

    pointed = Signal(bool)

    def __init__(self, text: CardText, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._is_pointed = theme, False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.verdict, self._picture = UNKNOWN, ()  # type: CardVerdict, Picture
        self.show_text(text)

    def show_text(self, text: CardText, picture: Picture = ()) -> None:
        """Shows another solution on this card; focus and pointer stay on it."""
        self.card, self._picture = text, picture
        self.show_verdict(UNKNOWN)
        self.updateGeometry()

    def show_verdict(self, verdict: CardVerdict) -> None:
        """Shows what the arm would meet there."""
        self.verdict = verdict
        self.setToolTip(wrapped(f"{self.card.tip}\n{verdict.words}"))
        present = ", present" if self.card.is_present else ""
        self.setAccessibleName(f"{self.card.title}{present}, {verdict.words}")
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Paints the card in the colours of a theme."""
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        rows = 2 + -(-len(self.card.values) // self._columns) + bool(self.card.note)
        high = rows * self._row_height() + PAD + 2
        least = self._row_height() + PICTURE + PAD
        return QSize(220, max(high, least) if self._has_picture else high)

    def minimumSizeHint(self) -> QSize:
        return QSize(180, self.sizeHint().height())

    @property
    def _has_picture(self) -> bool:
        """Whether there is a picture, and room for the values beside it."""
        return bool(self._picture) and self.width() >= PICTURE + LEAST_BESIDE

    @property
    def _columns(self) -> int:
        return COLUMNS_BESIDE if self._has_picture else COLUMNS

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.updateGeometry()

    def _row_height(self) -> int:
        return self.fontMetrics().height() + 1

    # Pointer and focus.

    def enterEvent(self, event: QEnterEvent) -> None:
        self._point(True)

    def leaveEvent(self, event: QEvent) -> None:
        self._point(False)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self._point(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._point(False)

    def _point(self, is_pointed: bool) -> None:
        if is_pointed != self._is_pointed:
            self._is_pointed = is_pointed
            self.pointed.emit(is_pointed)
            self.update()

    # Drawing.

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_frame(painter)
        row, left = self._row_height(), PAD + STRIPE
        top = PAD // 2 + 1
        self._paint_title(painter, QRectF(left, top, self.width() - left - PAD, row))
        if self._has_picture:
            self._paint_picture(painter, QRectF(left - 2, top + row, PICTURE, PICTURE))
            left += PICTURE + PAD // 2
        width = self.width() - left - PAD
        for i, (name, value) in enumerate(self.card.values):
            column = width / self._columns
            x, y = left + i % self._columns * column, top + row * (1 + i // self._columns)
            self._paint_value(painter, QRectF(x, y, column - 6, row), i, name, value)
        lines = 1 + -(-len(self.card.values) // self._columns)
        self._paint_verdict(painter, QRectF(left, top + row * lines, width, row))
        if self.card.note:
            painter.setPen(QColor(self._theme.warning))
            note = QRectF(left, self.height() - row - PAD // 2, width, row)
            painter.drawText(note, Qt.AlignmentFlag.AlignLeft, self._cut(self.card.note, width))

    def _paint_frame(self, painter: QPainter) -> None:
        theme, card = self._theme, self.card
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.raised if self._is_pointed else theme.base))
        painter.drawRoundedRect(frame, 4, 4)
        if card.is_present or self._is_pointed:
            painter.setBrush(QColor(theme.accent if card.is_present else theme.ghost))
            painter.drawRoundedRect(QRectF(0, 0, STRIPE, self.height()), 2, 2)
        border = QPen(QColor(theme.accent if self.hasFocus() else theme.border))
        painter.setPen(border)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(frame, 4, 4)

    def _paint_title(self, painter: QPainter, area: QRectF) -> None:
        theme, card = self._theme, self.card
        mark, colour = ("present", theme.accent) if card.is_present else ("", theme.muted)
        if card.beyond:
            mark, colour = "✖ limit", theme.error
        bold = QFont(self.font())
        bold.setBold(True)
        room = area.width() - self.fontMetrics().horizontalAdvance(f"{mark}  ")
        needed = QFontMetricsF(bold).horizontalAdvance(card.title)
        if needed > room > 0.0:  # narrow panels: a smaller title, not one under the mark
            bold.setPointSizeF(max(bold.pointSizeF() * room / needed, 6.0))
        painter.setFont(bold)
        painter.setPen(QColor(theme.text if self.isEnabled() else theme.muted))
        painter.drawText(area, Qt.AlignmentFlag.AlignLeft, card.title)
        painter.setFont(self.font())
        painter.setPen(QColor(colour))
        painter.drawText(area, Qt.AlignmentFlag.AlignRight, mark)

    def _paint_value(
        self, painter: QPainter, area: QRectF, index: int, name: str, value: str
    ) -> None:
        theme = self._theme
        painter.setPen(QColor(theme.muted))
        painter.drawText(area, Qt.AlignmentFlag.AlignLeft, name)
        shown = theme.error if index in self.card.beyond else theme.text
        painter.setPen(QColor(shown if self.isEnabled() else theme.muted))
        painter.drawText(area, Qt.AlignmentFlag.AlignRight, value)

    def _paint_verdict(self, painter: QPainter, area: QRectF) -> None:
        theme, kind = self._theme, self.verdict.kind
        colours = {GOOD: theme.good, WARNING: theme.warning, ERROR: theme.error}
        painter.setPen(QColor(colours.get(kind, theme.muted)))
        words = self._cut(f"{MARKS[kind]} {self.verdict.words}", area.width())
        painter.drawText(area, Qt.AlignmentFlag.AlignLeft, words)

    def _paint_picture(self, painter: QPainter, area: QRectF) -> None:
        """Paints the bodies of the arm, those behind first."""
        behind = rgb(self._theme.base)
        painter.setPen(QPen(QColor(self._theme.border), 0.8))
        for piece in self._picture:
            painter.setBrush(QColor.fromRgbF(*mix(behind, rgb(piece.colour), piece.light)))
            corners = piece.outline * area.width() + (area.left(), area.top())
            painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in corners]))

    def _cut(self, text: str, width: float) -> str:
        return self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, int(width))
