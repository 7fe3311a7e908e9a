"""The time line: a tick for each statement, red for collisions, and the time to drag."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPolygonF,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from app.desktop.looks.theme import Theme
from app.desktop.looks.tips import wrapped
from app.desktop.runs.run_view import step_at
from app.desktop.runs.statements import Slot, TimeLine
from app.desktop.state.document import Document
from scenes.checking.collisions.proof import Gap

SIDE, TRACK_TOP, TRACK_HEIGHT = 8.0, 13.0, 12.0
NARROWEST_BAND, NARROWEST_LABEL, CLOSEST_TICKS = 3.0, 22.0, 3.0
CUT_WIDTH = 28.0  # red width after the end of a run that was cut short


class Timeline(QWidget):
    """Draws the run of the document and moves the time in it."""

    def __init__(self, document: Document, theme: Theme) -> None:
        super().__init__()
        self._document, self._theme = document, theme
        self._ticks: tuple[tuple[TimeLine, int], tuple[Slot, ...]] | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleName("Time line")
        for signal in (document.runChanged, document.positionChanged, document.findingsChanged):
            signal.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(400, 34)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, 34)

    def set_theme(self, theme: Theme) -> None:
        """Draws the time line in the colours of a theme."""
        self._theme = theme
        self.update()

    # Drawing.

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_track(painter)
        if self._document.control.is_cut_short:
            self._paint_cut(painter)
        if self._document.control.duration > 0.0:
            self._paint_statements(painter)
            self._paint_gaps(painter)
            self._paint_collisions(painter)
            self._paint_cursor(painter)

    def _paint_track(self, painter: QPainter) -> None:
        """Draws the track: green where the run is proven free (see `_paint_gaps`).

        It is amber where the proof holds only for a schematic drawing of the machine.
        """
        theme, document = self._theme, self._document
        track = QRectF(SIDE, TRACK_TOP, self.width() - 2 * SIDE, TRACK_HEIGHT)
        painter.setPen(QColor(theme.border))
        painter.setBrush(QColor(theme.base))
        painter.drawRoundedRect(track, 3, 3)
        if document.control.duration <= 0.0:
            return
        verdict = document.verdict
        proven = theme.warning if verdict and verdict.proof.coverage.caveat else theme.good
        known = proven if document.is_checked else theme.pending
        colour = QColor(known)
        colour.setAlphaF(0.38)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawRoundedRect(track.adjusted(1, 1, -1, -1), 2, 2)
        if not document.is_checked:
            painter.setBrush(QColor(theme.pending))
            painter.setBrush(Qt.BrushStyle.BDiagPattern)
            painter.drawRoundedRect(track.adjusted(1, 1, -1, -1), 2, 2)

    def _paint_cut(self, painter: QPainter) -> None:
        """Draws red after the end of a run that was cut short: nothing there was carried out."""
        left = self._x(self._document.control.duration)
        width = self.width() - SIDE - left
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.error))
        painter.drawRect(QRectF(left, TRACK_TOP + 1, width, TRACK_HEIGHT - 2))

    def _paint_statements(self, painter: QPainter) -> None:
        theme, control = self._theme, self._document.control
        painter.setFont(self._small_font())
        painter.setPen(QColor(theme.muted))
        free_from = 0.0
        for slot in self._slots_to_draw():
            x = self._x(slot.start)
            painter.drawLine(QPointF(x, TRACK_TOP - 3), QPointF(x, TRACK_TOP + TRACK_HEIGHT))
            if slot.line in control.breakpoints and not slot.file:
                painter.setBrush(QColor(theme.error))
                painter.drawEllipse(QPointF(x, TRACK_TOP + TRACK_HEIGHT + 4), 3, 3)
            width = self._x(slot.end) - x
            if x >= free_from and width > NARROWEST_LABEL:
                painter.drawText(QPointF(x + 2, TRACK_TOP - 3), str(slot.line))
                free_from = x + NARROWEST_LABEL

    def _slots_to_draw(self) -> tuple[Slot, ...]:
        """The moving statements whose ticks do not overlap, chosen once for run and width."""
        control = self._document.control
        known = (control.slots, self.width())
        if self._ticks is None or self._ticks[0] != known:
            apart = CLOSEST_TICKS * control.duration / self._span
            self._ticks = (known, control.slots.moving_apart(apart))
        return self._ticks[1]

    def _paint_gaps(self, painter: QPainter) -> None:
        """Draws amber where two bodies are not proven apart, and no collision was found."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.warning))
        for gap in self._gaps():
            left, right = self._x(gap.start), self._x(gap.end)
            width = max(right - left, NARROWEST_BAND)
            painter.drawRect(QRectF(left, TRACK_TOP + 2, width, TRACK_HEIGHT - 4))

    def _gaps(self) -> tuple[Gap, ...]:
        verdict = self._document.verdict
        return verdict.proof.gaps if verdict is not None and self._document.is_checked else ()

    def _paint_collisions(self, painter: QPainter) -> None:
        colour = QColor(self._theme.error if self._document.is_checked else self._theme.pending)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        for hit in self._document.collisions:
            left, right = self._x(hit.time), self._x(hit.time_end)
            width = max(right - left, NARROWEST_BAND)
            painter.drawRect(QRectF(left, TRACK_TOP + 2, width, TRACK_HEIGHT - 4))

    def _paint_cursor(self, painter: QPainter) -> None:
        x, bottom = self._x(self._document.time), TRACK_TOP + TRACK_HEIGHT + 4
        colour = QColor(self._theme.accent)
        painter.setPen(QColor(self._theme.text))
        painter.setBrush(colour)
        painter.drawLine(QPointF(x, TRACK_TOP - 2), QPointF(x, bottom))
        painter.setPen(QColor(self._theme.window))
        handle = [(x - 5, 3.0), (x + 5, 3.0), (x + 5, 8.0), (x, 13.0), (x - 5, 8.0)]
        painter.drawPolygon(QPolygonF([QPointF(*point) for point in handle]))

    def _small_font(self) -> QFont:
        font = self.font()
        font.setPointSizeF(max(font.pointSizeF() - 2.0, 6.5))
        return font

    # Mouse and keys.

    @property
    def _span(self) -> float:
        """Width of the run in the widget, px; a run that was cut short leaves room behind it."""
        control = self._document.control
        whole = max(self.width() - 2 * SIDE, 1.0)
        if not control.is_cut_short:
            return whole
        return max(whole - CUT_WIDTH, 1.0) if control.duration > 0.0 else 0.0

    def _x(self, seconds: float) -> float:
        share = seconds / max(self._document.control.duration, 1e-9)
        return SIDE + min(max(share, 0.0), 1.0) * self._span

    def time_at(self, x: float) -> float:
        """The time of the run at a place of the widget, s."""
        share = (x - SIDE) / max(self._span, 1.0)
        return min(max(share, 0.0), 1.0) * self._document.control.duration

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._document.seek(self.time_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._document.seek(self.time_at(event.position().x()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        coarse = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        step = 1.0 if coarse else 0.1
        now, end = self._document.time, self._document.control.duration
        goals = {
            Qt.Key.Key_Left: now - step,
            Qt.Key.Key_Right: now + step,
            Qt.Key.Key_Home: 0.0,
            Qt.Key.Key_End: end,
        }
        goal = goals.get(Qt.Key(event.key()))
        if goal is None:
            super().keyPressEvent(event)
        else:
            self._document.seek(goal)

    def event(self, event: QEvent) -> bool:
        """Shows a tooltip for the place under the pointer."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            text = wrapped(self.text_at(event.pos().x()))
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return super().event(event)

    def text_at(self, x: float) -> str:
        """The tooltip of a place: time, line, statement, collisions."""
        document, control = self._document, self._document.control
        if document.run is None or not control.slots:
            return "No run yet"
        if control.is_cut_short and x > SIDE + self._span:
            last = control.slots[-1]
            return f"The run ends here.\nline {last.line}: {last.fault}"
        time = self.time_at(x)
        index = max(control.slots.begun_by(time) - 1, 0)
        step = step_at(document.run, index)
        shown = step.statement.shown if step is not None else ""
        lines = [f"{time:.2f} s, line {control.slots[index].line}: {shown}"]
        reach = NARROWEST_BAND * control.duration / max(self.width(), 1)
        for hit in document.collisions:
            if hit.time - reach <= time <= hit.time_end + reach:
                lines.append(f"collision: {hit.body_a} and {hit.body_b}")
        for gap in self._gaps():
            if gap.start - reach <= time <= gap.end + reach:
                lines.append(f"not proven: {gap.body_a} and {gap.body_b}, {gap.reason}")
        if not document.is_checked:
            lines.append("not checked for collisions yet")
        elif len(lines) == 1 and document.verdict is not None:
            proof = document.verdict.proof
            moves = proof.standing_at(time) is not None
            lines.append(proof.coverage.free_words if moves else "nothing moves")
        scenario = document.active.scenario.shown if document.active is not None else ""
        lines += [f"with {scenario}"] if scenario else []
        return "\n".join(lines)
