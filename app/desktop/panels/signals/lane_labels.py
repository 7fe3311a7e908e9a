"""The labels left of the lanes: number, name and present value; an input is set by hand there."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from app.desktop.debugging.hand_signals import HandSignals
from app.desktop.looks.icons import icon
from app.desktop.looks.theme import Theme
from app.desktop.looks.tips import wrapped
from app.desktop.panels.signals.lane_model import Lane, Lanes
from app.desktop.panels.signals.lane_painting import ROW, RULER
from app.desktop.state.document import Document

WIDTH, VALUE_WIDTH = 206, 40  # px


class LaneLabel(QWidget):
    """The label of one lane; that of an input has a button for its value and one for a pulse."""

    pressed = Signal(int)

    def __init__(self, lane: Lane, hand: HandSignals) -> None:
        super().__init__()
        self.lane, self._hand = lane, hand
        self.name, self.value, self.pulse = QLabel(), QToolButton(), QToolButton()
        self.setFixedHeight(int(ROW))
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 2, 4, 2)
        row.setSpacing(2)
        kind = "in" if lane.is_input else "out"
        self.name.setText(f"<b>{lane.signal}</b> {kind}  {lane.name}")
        self.name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        who = "set from outside: scenario or hand" if lane.is_input else "set by the program"
        self.title = f"Signal {lane.signal}{f', {lane.name}' if lane.name else ''}"
        self.name.setToolTip(wrapped(f"{self.title}: {who}"))
        self.value.setFixedWidth(VALUE_WIDTH)
        self.value.setCheckable(True)
        self.value.setEnabled(lane.is_input)
        self.value.setToolTip("Set the signal by hand, from the time of the run on")
        self.value.clicked.connect(lambda on: self._hand.put(self.lane.signal, on))
        self.pulse.setAutoRaise(True)
        self.pulse.setAccessibleName(f"Pulse of {self.title}")
        self.pulse.setToolTip("Put the signal on for half a second, by hand")
        self.pulse.clicked.connect(lambda: self._hand.pulse(self.lane.signal))
        keeps = self.pulse.sizePolicy()
        keeps.setRetainSizeWhenHidden(True)
        self.pulse.setSizePolicy(keeps)
        row.addWidget(self.name, 1)
        row.addWidget(self.value)
        row.addWidget(self.pulse)
        self.pulse.setVisible(lane.is_input)

    def show_value(self, on: bool) -> None:
        """Shows the present value."""
        state = "on" if on else "off"
        if self.value.text() != state or self.value.isChecked() is not on:
            self.value.setText(state)
            self.value.setChecked(on)
            self.value.setAccessibleName(f"{self.title}: {state}")

    def set_theme(self, theme: Theme) -> None:
        """Draws the icon in the colours of a theme."""
        self.pulse.setIcon(icon("mdi6.pulse", theme))

    def mousePressEvent(self, event: object) -> None:
        self.pressed.emit(self.lane.signal)


class LaneLabels(QWidget):
    """A column of labels beside the lanes; it follows the time of the run."""

    chosen = Signal(int)  # the number of a signal

    def __init__(self, document: Document, hand: HandSignals, theme: Theme) -> None:
        super().__init__()
        self._document, self._hand, self._theme = document, hand, theme
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
        for row in self.rows:
            row.set_theme(theme)

    def show_lanes(self, lanes: Lanes) -> None:
        """Makes a label for each lane, if the lanes are not those shown."""
        wanted = [(lane.signal, lane.is_input, lane.name) for lane in lanes.all]
        if wanted != [(r.lane.signal, r.lane.is_input, r.lane.name) for r in self.rows]:
            for row in self.rows:
                self._column.removeWidget(row)
                row.hide()
                row.deleteLater()
            self.rows = tuple(LaneLabel(lane, self._hand) for lane in lanes.all)
            for number, row in enumerate(self.rows):
                row.set_theme(self._theme)
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
