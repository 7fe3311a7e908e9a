"""Draws the time line: track, ticks, what was found in rows with names, and the cursor."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from app.desktop.looks.theme import Theme
from app.desktop.panels.time.finding_rows import ROWS, FindingRow, Rows
from app.desktop.panels.time.time_view import TimeView
from app.desktop.runs.statements import Slot, TimeLine
from app.desktop.state.document import Document

SIDE, TRACK_TOP, TRACK_HEIGHT = 8.0, 13.0, 12.0
ROWS_TOP, ROW_HEIGHT, NAME_GAP = 32.0, 12.0, 6.0
NARROWEST_BAND, NARROWEST_LABEL, CLOSEST_TICKS = 3.0, 22.0, 3.0
CUT_WIDTH = 28.0  # red width after the end of a run that was cut short
# Each row has a pattern of its own, so that the colour is never the only sign.
PATTERNS = {
    "Collision": Qt.BrushStyle.DiagCrossPattern,
    "Clearance": Qt.BrushStyle.FDiagPattern,
    "Limit": Qt.BrushStyle.VerPattern,
    "Singular": Qt.BrushStyle.Dense5Pattern,
}


def small_font(widget: QWidget) -> QFont:
    """The font of line numbers and names of rows."""
    font = QFont(widget.font())
    font.setPointSizeF(max(font.pointSizeF() - 2.0, 6.5))
    return font


def names_width(widget: QWidget) -> float:
    """The width of the names of the rows, px."""
    metrics = QFontMetricsF(small_font(widget))
    return max(metrics.horizontalAdvance(row.name) for row in ROWS) + NAME_GAP


class TimelineDrawing:
    """Draws the run of a document into a widget."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._ticks: tuple[tuple[TimeLine, TimeView], tuple[Slot, ...]] | None = None

    def paint(self, widget: QWidget, theme: Theme, view: TimeView, rows: Rows) -> None:
        """Draws all of it."""
        painter = QPainter(widget)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(small_font(widget))
        control = self._document.control
        self._paint_track(painter, theme, view)
        if control.is_cut_short:
            self._paint_cut(painter, theme, view)
        self._paint_rows(painter, theme, view, rows)
        if control.duration > 0.0:
            self._paint_statements(painter, theme, view)
            self._paint_gaps(painter, theme, view)
            self._paint_collisions(painter, theme, view)
            bottom = ROWS_TOP - 3.0 + ROW_HEIGHT * len(rows) if rows else 0.0
            self._paint_cursor(painter, theme, view, bottom)
        if view.is_zoomed:
            self._paint_stretch(painter, theme, view)

    def _paint_track(self, painter: QPainter, theme: Theme, view: TimeView) -> None:
        """Draws the track: green where the run is proven free (see `_paint_gaps`).

        It is amber where the proof holds only for a schematic drawing of the machine.
        """
        document = self._document
        track = QRectF(view.left, TRACK_TOP, view.width, TRACK_HEIGHT)
        painter.setPen(QColor(theme.border))
        painter.setBrush(QColor(theme.base))
        painter.drawRoundedRect(track, 3, 3)
        if document.control.duration <= 0.0:
            return
        verdict = document.verdict
        proven = theme.warning if verdict and verdict.proof.coverage.caveat else theme.good
        colour = QColor(proven if document.is_checked else theme.pending)
        colour.setAlphaF(0.38)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawRoundedRect(track.adjusted(1, 1, -1, -1), 2, 2)
        if not document.is_checked:
            painter.setBrush(QBrush(QColor(theme.pending), Qt.BrushStyle.BDiagPattern))
            painter.drawRoundedRect(track.adjusted(1, 1, -1, -1), 2, 2)

    def _paint_cut(self, painter: QPainter, theme: Theme, view: TimeView) -> None:
        """Draws red after the end of a run that was cut short: nothing there was carried out."""
        duration = self._document.control.duration
        if view.end <= duration and duration > 0.0:
            return
        left = view.x(duration) if duration > 0.0 else view.left
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.error))
        right = view.left + view.width
        painter.drawRect(QRectF(left, TRACK_TOP + 1, right - left, TRACK_HEIGHT - 2))

    def _paint_statements(self, painter: QPainter, theme: Theme, view: TimeView) -> None:
        """Draws a tick at the start of each statement, and its line number where there is room."""
        control, free_from = self._document.control, 0.0
        metrics = painter.fontMetrics()
        painter.setPen(QColor(theme.muted))
        for slot in self._slots_to_draw(view):
            x, end = view.x(slot.start), view.x(slot.end)
            if slot.start >= view.first:
                top, bottom = TRACK_TOP - 3, TRACK_TOP + TRACK_HEIGHT
                painter.drawLine(QPointF(x, top), QPointF(x, bottom))
            if slot.line in control.breakpoints and not slot.file and slot.start >= view.first:
                painter.setBrush(QColor(theme.error))
                painter.drawEllipse(QPointF(x, TRACK_TOP + TRACK_HEIGHT + 4), 3, 3)
            text = str(slot.line)
            width = metrics.horizontalAdvance(text)
            if x >= free_from and end - x > max(NARROWEST_LABEL, width + 6.0):
                painter.drawText(QPointF(x + 2, TRACK_TOP - 3), text)
                free_from = x + max(NARROWEST_LABEL, width + 6.0)

    def _slots_to_draw(self, view: TimeView) -> tuple[Slot, ...]:
        """The moving statements in sight whose ticks do not overlap, chosen once for a view."""
        slots = self._document.control.slots
        known = (slots, view)
        if self._ticks is None or self._ticks[0] != known:
            apart = slots.moving_apart(CLOSEST_TICKS * view.seconds_a_pixel)
            seen = (s for s in apart if s.end > view.first and s.start < view.end)
            self._ticks = (known, tuple(seen))
        return self._ticks[1]

    def _paint_gaps(self, painter: QPainter, theme: Theme, view: TimeView) -> None:
        """Draws amber where two bodies are not proven apart, and no collision was found."""
        verdict = self._document.verdict
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.warning))
        known = verdict is not None and self._document.is_checked
        for gap in verdict.proof.gaps if verdict is not None and known else ():
            if not view.shows(gap.start, gap.end):
                continue
            painter.drawRect(_band(view, gap.start, gap.end, TRACK_TOP + 2, TRACK_HEIGHT - 4))

    def _paint_collisions(self, painter: QPainter, theme: Theme, view: TimeView) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.error if self._document.is_checked else theme.pending))
        for hit in self._document.collisions:
            if not view.shows(hit.time, hit.time_end):
                continue
            painter.drawRect(_band(view, hit.time, hit.time_end, TRACK_TOP + 2, TRACK_HEIGHT - 4))

    def _paint_rows(self, painter: QPainter, theme: Theme, view: TimeView, rows: Rows) -> None:
        """Draws a row with its name for each kind of finding; grey while they are not checked."""
        for number, (row, spans) in enumerate(rows.items()):
            top = ROWS_TOP + ROW_HEIGHT * number
            self._paint_name(painter, theme, row, top)
            line = QRectF(view.left, top + 1.0, view.width, ROW_HEIGHT - 2.0)
            painter.fillRect(line, QColor(theme.base))
            known = theme.error if row.is_error else theme.warning
            colour = QColor(known if self._document.is_checked else theme.pending)
            fill = QColor(colour)
            fill.setAlphaF(0.35)
            painter.setPen(QPen(colour, 1.0))
            for span in spans:
                if not view.shows(span.start, span.end):
                    continue
                band = _band(view, span.start, span.end, top + 1.5, ROW_HEIGHT - 3.0)
                painter.fillRect(band, fill)
                painter.setBrush(QBrush(colour, PATTERNS[row.name]))
                painter.drawRect(band)

    def _paint_name(self, painter: QPainter, theme: Theme, row: FindingRow, top: float) -> None:
        painter.setPen(QColor(theme.text))
        area = QRectF(SIDE - 4.0, top - 1.0, 200.0, ROW_HEIGHT)
        align = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(area, align, row.name)

    def _paint_cursor(
        self, painter: QPainter, theme: Theme, view: TimeView, rows_end: float
    ) -> None:
        time = self._document.time
        if view.is_zoomed and not view.first <= time <= view.end:
            return
        x, bottom = view.x(time), max(TRACK_TOP + TRACK_HEIGHT + 4, rows_end)
        painter.setPen(QColor(theme.text))
        painter.setBrush(QColor(theme.accent))
        painter.drawLine(QPointF(x, TRACK_TOP - 2), QPointF(x, bottom))
        painter.setPen(QColor(theme.window))
        handle = [(x - 5, 3.0), (x + 5, 3.0), (x + 5, 8.0), (x, 13.0), (x - 5, 8.0)]
        painter.drawPolygon(QPolygonF([QPointF(*point) for point in handle]))

    def _paint_stretch(self, painter: QPainter, theme: Theme, view: TimeView) -> None:
        """Draws below the track which stretch of the run is shown, as a scroll bar does."""
        top = TRACK_TOP + TRACK_HEIGHT + 2.0
        painter.fillRect(QRectF(view.left, top, view.width, 2.0), QColor(theme.border))
        left = view.left + view.width * view.first / view.whole
        width = max(view.width * (view.end - view.first) / view.whole, NARROWEST_BAND)
        painter.fillRect(QRectF(left, top, width, 2.0), QColor(theme.accent))


def _band(view: TimeView, start: float, end: float, top: float, height: float) -> QRectF:
    """The place of a span of time; wide enough to be seen."""
    left, right = view.x(start), view.x(end)
    width = max(right - left, NARROWEST_BAND)
    return QRectF(min(left, view.left + view.width - width), top, width, height)
