"""The bar at the bottom: run buttons, state, time line, time, speed and loop."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QWidget,
)

from app.desktop.looks.fonts import code_font
from app.desktop.looks.small_widgets import tool_button
from app.desktop.looks.theme import Theme
from app.desktop.looks.tips import wrapped
from app.desktop.panels.time.timeline import Timeline
from app.desktop.runs.run_control import SPEED_MAX, SPEED_MIN, STARTING, Command, RunState
from app.desktop.state.document import Document
from app.reports.cycle_report import cycle_text

SPEEDS = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0)
BUTTONS = ("stop", "back", "run", "pause", "over", "step", "out", "to_line")
COMMANDS = {
    "run": Command.RUN,
    "pause": Command.PAUSE,
    "step": Command.STEP,
    "over": Command.OVER,
    "out": Command.OUT,
    "back": Command.BACK,
    "to_line": Command.TO_LINE,
    "stop": Command.STOP,
}


class TransportBar(QWidget):
    """Draws the state of the run control, which decides what may be pressed."""

    def __init__(self, document: Document, actions: Mapping[str, QAction], theme: Theme) -> None:
        super().__init__()
        self._document, self._actions, self._theme = document, actions, theme
        self.timeline = Timeline(document, theme)
        self.state, self.clock = QLabel(), QLabel()
        self.state.setMinimumWidth(150)
        self.clock.setFont(code_font(10))
        self.clock.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.clock.setMinimumWidth(self.clock.fontMetrics().horizontalAdvance("000.00 / 000.00 s"))
        self.speed = QComboBox(editable=True)
        self.speed.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.speed.addItems([speed_text(speed) for speed in SPEEDS])
        self.speed.setToolTip(f"Speed of the playback, {SPEED_MIN:g} to {SPEED_MAX:g} times")
        self.speed.setFixedWidth(84)
        self.speed.setAccessibleName("Speed")
        self._speed_field = self.speed.lineEdit() or QLineEdit()
        self._speed_field.editingFinished.connect(self._speed_typed)
        self.speed.activated.connect(lambda _: self._speed_typed())
        self._lay_out()
        document.controlChanged.connect(self.refresh)
        document.findingsChanged.connect(self.refresh)
        self.refresh()

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 2, 8, 2)
        row.setSpacing(4)
        for key in BUTTONS:
            row.addWidget(tool_button(self._actions[key]))
        row.addSpacing(6)
        row.addWidget(self.state)
        row.addWidget(self.timeline, 1)
        row.addWidget(self.clock)
        row.addSpacing(6)
        row.addWidget(self.speed)
        row.addWidget(tool_button(self._actions["loop"]))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_theme(self, theme: Theme) -> None:
        """Draws the bar in the colours of a theme."""
        self._theme = theme
        self.timeline.set_theme(theme)
        self.refresh()

    def refresh(self) -> None:
        """Shows the state of the run control: buttons, words and figures."""
        control = self._document.control
        for key, command in COMMANDS.items():
            waits = command in STARTING
            can_compute = waits and not self._document.has_fresh_run
            self._actions[key].setEnabled(control.may(command) or can_compute)
        self._actions["run_or_pause"].setEnabled(True)
        self._actions["loop"].setChecked(control.loop)
        run = self._document.run
        cycle = None if run is None else run.cycle
        turn = "" if cycle is None else f"  cycle {cycle.seconds:.2f} s"
        self.clock.setText(f"{self._document.time:.2f} / {control.duration:.2f} s{turn}")
        self.clock.setToolTip("" if run is None else wrapped(cycle_text(run)))
        speed = speed_text(control.speed)
        if not self._speed_field.hasFocus() and self.speed.currentText() != speed:
            self.speed.setEditText(speed)
        text, colour = self._state_text()
        look = f"color: {colour}; font-weight: 600"
        if (self.state.text(), self.state.styleSheet()) != (text, look):
            self.state.setText(text)
            self.state.setStyleSheet(look)
        self.state.setToolTip(wrapped(control.reason or text))

    def _state_text(self) -> tuple[str, str]:
        """The state in words, and the colour for it."""
        theme, control = self._theme, self._document.control
        document = self._document
        is_waiting = document.cell is not None and document.active is not None
        if document.has_failed:
            return "✖ not computed; run to try again", theme.error
        is_in_console = document.console_run is not None
        if is_waiting and not (document.has_fresh_run or is_in_console or document.program.errors):
            return "⟳ computing …", theme.pending
        line = f" · line {control.line}" if control.line is not None else ""
        signs = {
            RunState.EMPTY: ("nothing to run", theme.pending),
            RunState.STOPPED: ("■ at the start", theme.muted),
            RunState.RUNNING: ("▶ running" + line, theme.good),
            RunState.STEPPING: ("▶ stepping" + line, theme.good),
            RunState.PAUSED: ("❚❚ paused" + line, theme.warning),
            RunState.FINISHED: ("✔ finished", theme.text),
            RunState.JOG: ("✥ jogging", theme.ghost),
        }
        text, colour = signs[control.state]
        text += " · console" if is_in_console else ""
        return (f"✖ stopped{line}", theme.error) if self._is_at_fault() else (text, colour)

    def _is_at_fault(self) -> bool:
        control = self._document.control
        index = control.position.index
        rests = control.state is RunState.PAUSED
        return rests and index < len(control.slots) and bool(control.slots[index].fault)

    def _speed_typed(self) -> None:
        text = self.speed.currentText().strip().rstrip("×xX ").replace(",", ".")
        with suppress(ValueError):
            self._document.set_speed(float(text))
        self.speed.setEditText(speed_text(self._document.control.speed))


def speed_text(speed: float) -> str:
    """A speed in words: `0.5 ×`."""
    return f"{speed:g} ×"
