"""The labels left of the lanes: number, name and present value of each signal."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.desktop.looks.theme import Theme
from app.desktop.panels.signals.lane_model import Lane, Lanes
from app.desktop.panels.signals.lane_painting import ROW, RULER
from app.desktop.state.document import Document

WIDTH = 190


class LaneLabel(QWidget):
    """The label of one lane."""

    pressed = Signal(int)

    def __init__(self, lane: Lane) -> None:
        super().__init__()
        self.lane = lane
        self.name, self.value = QLabel(), QLabel()
        self.setFixedHeight(int(ROW))
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 0, 4, 0)
        row.setSpacing(4)
        kind = "in" if lane.is_input else "out"
        self.name.setText(f"<b>{lane.signal}</b> {kind}  {lane.name}")
        self.name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        who = "set from outside: scenario or hand" if lane.is_input else "set by the program"
        self.setToolTip(f"Signal {lane.signal}{f': {lane.name}' if lane.name else ''}, {who}")
        row.addWidget(self.name, 1)
        row.addWidget(self.value)

    def show_value(self, on: bool) -> None:
        """Shows the present value."""
        self.value.setText("on" if on else "off")

    def mousePressEvent(self, event: object) -> None:
        self.pressed.emit(self.lane.signal)


class LaneLabels(QWidget):
    """A column of labels beside the lanes; it follows the time of the run."""

    chosen = Signal(int)  # the number of a signal

    def __init__(self, document: Document, theme: Theme) -> None:
        super().__init__()
        self._document, self._theme = document, theme
        self.rows: tuple[LaneLabel, ...] = ()
        self.setFixedWidth(WIDTH)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, int(RULER), 0, 0)
        self._column.setSpacing(0)
        self._column.addStretch(1)
        document.positionChanged.connect(self.follow)

    def set_theme(self, theme: Theme) -> None:
        """Draws the labels in the colours of a theme."""
        self._theme = theme

    def show_lanes(self, lanes: Lanes) -> None:
        """Makes a label for each lane, if the lanes are not those shown."""
        wanted = [(lane.signal, lane.is_input, lane.name) for lane in lanes.all]
        if wanted != [(r.lane.signal, r.lane.is_input, r.lane.name) for r in self.rows]:
            for row in self.rows:
                self._column.removeWidget(row)
                row.deleteLater()
            self.rows = tuple(LaneLabel(lane) for lane in lanes.all)
            for number, row in enumerate(self.rows):
                row.pressed.connect(self.chosen)
                self._column.insertWidget(number, row)
        for row, lane in zip(self.rows, lanes.all, strict=True):
            row.lane = lane
        self.follow()

    def follow(self) -> None:
        """Shows the values at the present time of the run."""
        if self.isVisible():
            time = self._document.control.position.time
            for row in self.rows:
                row.show_value(row.lane.is_on(time))
