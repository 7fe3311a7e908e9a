"""The lanes of the signals: edges of the scenario are dragged, and everything has a key."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QContextMenuEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolTip, QWidget

from app.desktop.looks.theme import Theme
from app.desktop.looks.tips import wrapped
from app.desktop.panels.signals.lane_model import Edge, Lane, Lanes
from app.desktop.panels.signals.lane_painting import ROW, RULER, LanePainter, Mark, Span, row_top
from app.desktop.state.document import Document

REACH = 7.0  # px around a handle in which it is hit
COARSE_S, FINE_S = 0.1, 0.01  # steps of an edge by key, s
GRID_S = 0.01  # a dragged time is a multiple of this
ZOOM = 1.25
KEYS = (
    "Up and Down choose a lane, Left and Right an edge of it. Alt+Left and Alt+Right move the edge "
    "by 0.1 s, with Shift by 0.01 s; Enter types its time. Insert adds an edge at the time of the "
    "run, P a pulse, Delete removes. Plus, Minus and 0 zoom."
)


class LanesView(QWidget):
    """Draws lanes over time and asks for changes; it keeps only what is chosen and the zoom."""

    moved = Signal(object, float)  # an Edge, and the time to which it was moved, s
    added = Signal(int, float, bool)  # a signal, a time in s, whether it goes on there
    pulsed = Signal(int, float)  # a signal that goes on at a time, s, and off again
    removed = Signal(object)  # an Edge
    typed = Signal(object)  # an Edge whose time shall be typed
    chosen = Signal(int)  # the index of the entry of the chosen edge; -1: none

    def __init__(self, document: Document, theme: Theme) -> None:
        super().__init__()
        self._document, self._theme = document, theme
        self.lanes = Lanes()
        self.mark = Mark()
        self._shown: tuple[float, float] | None = None  # the zoomed time, s; None: all of it
        self._pressed: float | None = None  # where a drag of an edge began, px
        self._seeks = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Signals over time")
        self.setAccessibleDescription(KEYS)
        document.positionChanged.connect(self.update)

    def set_theme(self, theme: Theme) -> None:
        """Draws the lanes in the colours of a theme."""
        self._theme = theme
        self.update()

    def show_lanes(self, lanes: Lanes) -> None:
        """Shows other lanes; the chosen edge stays chosen where its entry and signal are there."""
        before, self.lanes = self.mark, lanes
        number = min(before.lane, max(len(lanes.all) - 1, 0))
        edge = before.edge
        if edge is not None:
            same = [
                (i, e)
                for i, lane in enumerate(lanes.all)
                for e in lane.edges
                if (e.entry, e.signal, e.on) == (edge.entry, edge.signal, edge.on)
            ]
            number, edge = min(
                same, key=lambda s: abs(s[1].time - edge.time), default=(number, None)
            )
        self.mark = Mark(number, edge, before.moved if edge is not None else None)
        self.updateGeometry()
        self.update()

    def choose_entry(self, entry: int) -> None:
        """Chooses the first edge of an entry, as the row of a table is chosen."""
        if self.mark.edge is not None and self.mark.edge.entry == entry:
            return
        found = ((i, e) for i, lane in enumerate(self.lanes.all) for e in lane.edges)
        first = next(((i, e) for i, e in found if e.entry == entry), None)
        self.mark = Mark(self.mark.lane) if first is None else Mark(*first)
        self.update()

    def choose_signal(self, signal: int) -> None:
        """Chooses the lane of a signal."""
        numbers = [i for i, lane in enumerate(self.lanes.all) if lane.signal == signal]
        self._choose(numbers[0] if numbers else self.mark.lane, None)

    @property
    def lane(self) -> Lane | None:
        """The chosen lane."""
        lanes = self.lanes.all
        return lanes[self.mark.lane] if self.mark.lane < len(lanes) else None

    # Geometry.

    def sizeHint(self) -> QSize:
        return QSize(360, int(row_top(len(self.lanes.all))) + 1)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, self.sizeHint().height())

    @property
    def span(self) -> Span:
        """The time shown on the width of the view."""
        start, end = self._shown or (0.0, self.lanes.end)
        return Span(start, end, self.width())

    @property
    def cursor_time(self) -> float:
        """The time of the run that is shown, s."""
        return self._document.control.position.time

    def edge_at(self, place: QPointF) -> tuple[int, Edge] | None:
        """The lane and the edge at a place; of several the nearest."""
        number, span = self._row_at(place.y()), self.span
        if number is None:
            return None
        near = [(abs(span.x(e.time) - place.x()), e) for e in self.lanes.all[number].edges]
        off, edge = min(near, key=lambda pair: pair[0], default=(REACH + 1, None))
        return (number, edge) if edge is not None and off <= REACH else None

    def _row_at(self, y: float) -> int | None:
        number = int((y - RULER) // ROW)
        return number if 0 <= number < len(self.lanes.all) else None

    # Drawing.

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        drawing = LanePainter(painter, self._theme, self.span)
        drawing.draw(self.lanes, self.mark, self.cursor_time, self.hasFocus())

    # Mouse.

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        found = self.edge_at(event.position())
        if found is not None:
            self._choose(*found)
            self._pressed = event.position().x()
            return
        row = self._row_at(event.position().y())
        if row is None:
            self._seeks = True
            self._seek(event.position().x())
        else:
            self._choose(row, None)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        x, edge = event.position().x(), self.mark.edge
        if self._seeks:
            self._seek(x)
        elif self._pressed is not None and edge is not None:
            if self.mark.moved is None and abs(x - self._pressed) < 3:
                return
            time = edge.time + (x - self._pressed) / self.span.scale
            self.mark = replace(self.mark, moved=_bounded(edge, _on_grid(time)))
            self.update()
        else:
            over = self.edge_at(event.position()) is not None
            self.setCursor(Qt.CursorShape.SizeHorCursor if over else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._seeks, self._pressed = False, None
        edge, time = self.mark.edge, self.mark.moved
        self.mark = replace(self.mark, moved=None)
        if edge is not None and time is not None and time != edge.time:
            self.moved.emit(edge, time)
        self.update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        found, row = self.edge_at(event.position()), self._row_at(event.position().y())
        if found is not None:
            self._pressed = None
            self.typed.emit(found[1])
        elif row is not None and self.lanes.all[row].is_input:
            self._add(row, _on_grid(max(self.span.time(event.position().x()), 0.0)))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        place = QPointF(event.pos())
        row, found = self._row_at(place.y()), self.edge_at(place)
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            row = self.mark.lane
            edge = self.mark.edge
            time = self.cursor_time
        else:
            edge = found[1] if found is not None else None
            time = _on_grid(max(self.span.time(place.x()), 0.0))
        menu = QMenu(self)
        if edge is not None:
            menu.addAction("Type its time…", lambda: self.typed.emit(edge))
            menu.addAction("Remove", lambda: self.removed.emit(edge))
        if row is not None and row < len(self.lanes.all) and self.lanes.all[row].is_input:
            signal = self.lanes.all[row].signal
            menu.addAction(f"Change it at {time:.2f} s", lambda: self._add(row, time))
            menu.addAction(f"Pulse at {time:.2f} s", lambda: self.pulsed.emit(signal, time))
        menu.addSeparator()
        menu.addAction("Show all", self.zoom_out_fully)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zooms with Ctrl, moves along with Shift; otherwise the list of lanes scrolls."""
        held, turn = event.modifiers(), event.angleDelta().y() or event.angleDelta().x()
        if held & Qt.KeyboardModifier.ControlModifier:
            self._zoom(ZOOM if turn > 0 else 1 / ZOOM, self.span.time(event.position().x()))
        elif held & Qt.KeyboardModifier.ShiftModifier:
            self._slide(-0.1 if turn > 0 else 0.1)
        else:
            event.ignore()

    def _seek(self, x: float) -> None:
        self._document.seek(min(max(self.span.time(x), 0.0), self._document.control.duration))

    # Keys.

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, held = Qt.Key(event.key()), event.modifiers()
        along = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(key)
        across = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(key)
        edge, lane = self.mark.edge, self.lane
        if key == Qt.Key.Key_Escape and self.mark.moved is not None:
            self._pressed = None
            self.mark = replace(self.mark, moved=None)
            self.update()
        elif along and held & Qt.KeyboardModifier.AltModifier:
            step = FINE_S if held & Qt.KeyboardModifier.ShiftModifier else COARSE_S
            if edge is not None:
                self.moved.emit(edge, _bounded(edge, round(edge.time + along * step, 3)))
        elif along:
            self._choose_beside(along)
        elif across:
            self._choose(min(max(self.mark.lane + across, 0), len(self.lanes.all) - 1), None)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2) and edge is not None:
            self.typed.emit(edge)
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and edge is not None:
            self.removed.emit(edge)
        elif key == Qt.Key.Key_Insert and lane is not None and lane.is_input:
            self._add(self.mark.lane, _on_grid(self.cursor_time))
        elif key == Qt.Key.Key_P and lane is not None and lane.is_input:
            self.pulsed.emit(lane.signal, _on_grid(self.cursor_time))
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Minus):
            at = edge.time if edge is not None else self.cursor_time
            self._zoom(ZOOM if key == Qt.Key.Key_Plus else 1 / ZOOM, at)
        elif key == Qt.Key.Key_0:
            self.zoom_out_fully()
        else:
            super().keyPressEvent(event)

    def _choose_beside(self, along: int) -> None:
        """Chooses the next or the last edge of the lane; without one that beside the cursor."""
        lane = self.lane
        if lane is None or not lane.edges:
            return
        edges, now = lane.edges, self.mark.edge
        if now in edges:
            place = min(max(edges.index(now) + along, 0), len(edges) - 1)
        else:
            place = 0 if along > 0 else len(edges) - 1
        self._choose(self.mark.lane, edges[place])

    def _choose(self, lane: int, edge: Edge | None) -> None:
        self.mark = Mark(max(lane, 0), edge)
        self.chosen.emit(edge.entry if edge is not None else -1)
        self.setAccessibleDescription(f"{self.words()} {KEYS}")
        changed = QAccessibleEvent(self, QAccessible.Event.DescriptionChanged)
        QAccessible.updateAccessibility(changed)
        self.update()

    def words(self) -> str:
        """What is chosen, in a sentence."""
        lane, edge = self.lane, self.mark.edge
        if lane is None:
            return "No signal."
        if edge is not None:
            return f"{edge_words(edge)}."
        kind = "set from outside" if lane.is_input else "set by the program"
        named = f", {lane.name}" if lane.name else ""
        return f"Signal {lane.signal}{named}, {kind}, {len(lane.edges)} edges."

    def _add(self, row: int, time: float) -> None:
        lane = self.lanes.all[row]
        self.added.emit(lane.signal, time, not lane.is_on(time))

    # Zoom.

    def zoom_out_fully(self) -> None:
        """Shows all of the time."""
        self._shown = None
        self.update()

    def _zoom(self, factor: float, about: float) -> None:
        start, end = self._shown or (0.0, self.lanes.end)
        length = max((end - start) / factor, 0.01)
        if length >= self.lanes.end:
            self.zoom_out_fully()
            return
        share = (about - start) / max(end - start, 1e-9)
        left = min(max(about - share * length, 0.0), self.lanes.end - length)
        self._shown = (left, left + length)
        self.update()

    def _slide(self, share: float) -> None:
        if self._shown is not None:
            start, end = self._shown
            by = min(max(share * (end - start), -start), max(self.lanes.end - end, 0.0))
            self._shown = (start + by, end + by)
            self.update()

    def event(self, event: QEvent) -> bool:
        """Shows what an edge or a lane is in a tip."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), wrapped(self.text_at(QPointF(event.pos()))), self)
            return True
        return super().event(event)

    def text_at(self, place: QPointF) -> str:
        """The tip of a place."""
        found, row = self.edge_at(place), self._row_at(place.y())
        if found is not None:
            return f"{edge_words(found[1])}\nDrag it, or Enter to type its time"
        if row is None:
            return "Drag here to move the time"
        lane, time = self.lanes.all[row], self.span.time(place.x())
        state = "on" if lane.is_on(time) else "off"
        hint = "\nDouble click adds a change" if lane.is_input else "\nThe program sets it"
        named = f" ({lane.name})" if lane.name else ""
        return f"Signal {lane.signal}{named}: {state} at {time:.2f} s{hint}"


def edge_words(edge: Edge) -> str:
    """An edge in words: `signal 5 goes on at 1.500 s`."""
    state = "on" if edge.on else "off"
    if edge.since is not None:
        delay = edge.time - edge.since
        return (
            f"Signal {edge.signal} goes {state} at {edge.time:.3f} s, {delay:.3f} s after a signal"
        )
    return f"Signal {edge.signal} goes {state} at {edge.time:.3f} s"


def _on_grid(time: float) -> float:
    return round(round(time / GRID_S) * GRID_S, 3)


def _bounded(edge: Edge, time: float) -> float:
    """A time not before the start of the run, nor before the signal that the edge answers, s."""
    return max(time, edge.since or 0.0)
