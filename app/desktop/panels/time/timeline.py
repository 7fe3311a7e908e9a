"""The time line: a tick for each statement, rows for what was found, and the time to drag."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from app.desktop.looks.theme import Theme
from app.desktop.looks.tips import wrapped
from app.desktop.panels.time.drawing import (
    CUT_WIDTH,
    NARROWEST_BAND,
    ROW_HEIGHT,
    ROWS_TOP,
    SIDE,
    TimelineDrawing,
    names_width,
)
from app.desktop.panels.time.finding_rows import (
    FindingRow,
    Rows,
    as_finding,
    counted,
    in_order,
    near,
    rows_of,
)
from app.desktop.panels.time.time_view import TimeView
from app.desktop.runs.run_view import step_at
from app.desktop.state.document import Document

if TYPE_CHECKING:
    from scenes.checking.collisions.proof import Gap
    from scenes.checking.finding_spans import FindingSpan

PLAIN_HEIGHT = 34
ZOOM, WHEEL_STEP, WHEEL_SHIFT = 1.25, 120.0, 0.1
TIP = (
    "\nDrag: time. Wheel: zoom. Shift+wheel: shift. Double click: the whole run."
    "\nCtrl+Left and Ctrl+Right: findings, Enter: line of the finding."
)


class Timeline(QWidget):
    """Draws the run of the document and moves the time in it."""

    chosen = Signal(object)  # the Finding whose line is to be shown

    def __init__(self, document: Document, theme: Theme) -> None:
        super().__init__()
        self._document, self._theme = document, theme
        self._view = TimeView()
        self._rows: Rows = {}
        self._drags = False
        self._drawing = TimelineDrawing(document)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleName("Time line")
        document.runChanged.connect(self._follow_run)
        document.findingsChanged.connect(self._follow_run)
        document.positionChanged.connect(self._follow_time)
        self._follow_run()

    def sizeHint(self) -> QSize:
        return QSize(400, self._height)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, self._height)

    @property
    def _height(self) -> int:
        """Pixels; rows of findings are below the plain time line."""
        return PLAIN_HEIGHT + (int(ROW_HEIGHT * len(self._rows)) if self._rows else 0)

    @property
    def view(self) -> TimeView:
        """The stretch of the run that is shown, and its place."""
        control = self._document.control
        left = self.left
        width = max(self.width() - left - SIDE, 1.0)
        whole = control.duration
        if control.is_cut_short:
            inner = width - CUT_WIDTH
            whole *= width / inner if inner > 1.0 else 1.0
        return self._view.fitted(whole, left, width)

    @property
    def left(self) -> float:
        """The place of the start of the shown stretch, px: right of the names of the rows."""
        return SIDE + names_width(self) if self._rows else SIDE

    def set_theme(self, theme: Theme) -> None:
        """Draws the time line in the colours of a theme."""
        self._theme = theme
        self.update()

    # Following the document.

    def _follow_run(self) -> None:
        """Shows the findings; until the next check has ended those of the last one in grey.

        A new run has none yet: its rows stay empty, so that the window does not jump.
        """
        document, verdict, before = self._document, self._document.verdict, len(self._rows)
        if document.run is None:
            self._rows, self._view = {}, TimeView()
        elif verdict is not None:
            self._rows = rows_of(document.collisions, verdict.spans)
        else:
            self._rows = dict.fromkeys(self._rows, ())
        if len(self._rows) != before:
            self.updateGeometry()
        self._describe()
        self.update()

    def _follow_time(self) -> None:
        """Keeps a time that plays in sight."""
        if self._view.is_zoomed and self._document.control.is_moving:
            self._view = self.view.showing(self._document.time)
        if self.hasFocus():
            self._describe()
        self.update()

    def _describe(self) -> None:
        """Tells screen readers the place, and what was found in the run."""
        found = counted(self._rows)
        here = self.text_of(self._document.time)
        self.setAccessibleDescription(f"{here}\n{found or 'nothing found'}")

    # Drawing.

    def paintEvent(self, event: QPaintEvent) -> None:
        self._drawing.paint(self, self._theme, self.view, self._rows)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.update()

    # Mouse and keys.

    def time_at(self, x: float) -> float:
        """The time of the run at a place of the widget, s."""
        return min(self.view.time(x), self._document.control.duration)

    def span_at(self, x: float, y: float) -> FindingSpan | None:
        """The finding that is drawn at a place of the widget."""
        row = self._row_at(y)
        if row is None or x < self.left - NARROWEST_BAND:
            return None
        view = self.view
        return near(self._rows[row], view.time(x), NARROWEST_BAND * view.seconds_a_pixel)

    def _row_at(self, y: float) -> FindingRow | None:
        number = int((y - ROWS_TOP) // ROW_HEIGHT)
        rows = list(self._rows)
        return rows[number] if 0 <= number < len(rows) else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        place = event.position()
        span = self.span_at(place.x(), place.y())
        self._drags = span is None
        if span is None:
            self._document.seek(self.time_at(place.x()))
        else:
            self.go_to(span)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        place = event.position()
        if event.buttons() & Qt.MouseButton.LeftButton:
            if self._drags:
                self._document.seek(self.time_at(place.x()))
            return
        is_finding = self.span_at(place.x(), place.y()) is not None
        shape = Qt.CursorShape.PointingHandCursor if is_finding else Qt.CursorShape.ArrowCursor
        self.setCursor(shape)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        place = event.position()
        if self.span_at(place.x(), place.y()) is None:
            self.show_all()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zooms about the pointer; with Shift, or sideways, shifts the shown stretch."""
        down, across = event.angleDelta().y() / WHEEL_STEP, event.angleDelta().x() / WHEEL_STEP
        view = self.view
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            down, across = 0.0, across or down
        if down:
            self._show(view.zoomed(ZOOM**down, view.time(event.position().x())))
        elif across:
            self._show(view.moved(-across * WHEEL_SHIFT * (view.end - view.first)))
        event.accept()

    def show_all(self) -> None:
        """Shows the whole run."""
        self._show(TimeView())

    def zoom(self, factor: float) -> None:
        """Shows a stretch shorter by a factor about the time."""
        self._show(self.view.zoomed(factor, self._document.time))

    def _show(self, view: TimeView) -> None:
        self._view = view
        self.update()

    def go_to(self, span: FindingSpan) -> None:
        """Goes to the moment of a finding, and to its line while lines are those of the run."""
        self._document.seek(span.time)
        if self._document.is_checked:
            self.chosen.emit(as_finding(span))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        coarse = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        leaps = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        step = 1.0 if coarse else 0.1
        now, end = self._document.time, self._document.control.duration
        keys, key = Qt.Key, Qt.Key(event.key())
        goals = {
            keys.Key_Left: self._finding_time(-1) if leaps else now - step,
            keys.Key_Right: self._finding_time(1) if leaps else now + step,
            keys.Key_Home: 0.0,
            keys.Key_End: end,
        }
        zooms = {keys.Key_Plus: ZOOM, keys.Key_Equal: ZOOM, keys.Key_Minus: 1.0 / ZOOM}
        if key in goals:
            self._document.seek(goals[key])
            self._show(self.view.showing(self._document.time))
        elif key in zooms:
            self.zoom(zooms[key])
        elif key == keys.Key_0:
            self.show_all()
        elif key in (keys.Key_Return, keys.Key_Enter):
            self._go_to_line()
        else:
            super().keyPressEvent(event)

    def _finding_time(self, way: int) -> float:
        """The moment of the next finding, or of the one before; the time itself without one."""
        now = self._document.time
        times = [span.time for span in in_order(self._rows)]
        beyond = [time for time in times if (time - now) * way > 1e-6]
        return min(beyond, key=lambda time: abs(time - now), default=now)

    def _go_to_line(self) -> None:
        """Goes to the line of the finding at the time."""
        reach = NARROWEST_BAND * self.view.seconds_a_pixel
        now = self._document.time
        spans = [near(own, now, reach) for own in self._rows.values()]
        span = next((span for span in spans if span is not None), None)
        if span is not None and self._document.is_checked:
            self.chosen.emit(as_finding(span))

    # Words.

    def event(self, event: QEvent) -> bool:
        """Shows a tooltip for the place under the pointer."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), wrapped(self.tip_at(event.pos().toPointF())), self)
            return True
        return super().event(event)

    def tip_at(self, place: QPointF) -> str:
        """The tooltip of a place: the finding there, or the statement, and what can be done."""
        span, row = self.span_at(place.x(), place.y()), self._row_at(place.y())
        if span is not None:
            where = f"{span.file}, line" if span.file else "line"
            times = f"{span.start:.2f} to {span.end:.2f} s, {where} {span.line}"
            return f"{span.message}\n{times}\nClick: go to the line"
        if row is not None and place.x() < self.left:
            return f"{len(self._rows[row])} × {row.one}"
        return self.text_at(place.x()) + TIP

    def text_at(self, x: float) -> str:
        """What is said of a place: time, line, statement, findings."""
        control = self._document.control
        if control.slots and control.is_cut_short and x > self.view.x(control.duration):
            last = control.slots[-1]
            return f"The run ends here.\nline {last.line}: {last.fault}"
        return self.text_of(self.time_at(x))

    def text_of(self, time: float) -> str:
        """What is said of a time: line, statement, findings."""
        document, control = self._document, self._document.control
        if document.run is None or not control.slots:
            return "No run yet"
        index = max(control.slots.begun_by(time) - 1, 0)
        step = step_at(document.run, index)
        shown = step.statement.shown if step is not None else ""
        lines = [f"{time:.2f} s, line {control.slots[index].line}: {shown}"]
        reach = NARROWEST_BAND * self.view.seconds_a_pixel
        for hit in document.collisions:
            if hit.time - reach <= time <= hit.time_end + reach:
                lines.append(f"collision: {hit.body_a} and {hit.body_b}")
        for gap in gaps_of(document):
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


def gaps_of(document: Document) -> tuple[Gap, ...]:
    """The stretches of the checked run in which two bodies are not proven apart."""
    verdict = document.verdict
    return verdict.proof.gaps if verdict is not None and document.is_checked else ()
