"""The panel Signals: lanes over time, and beside them the scenario as rows and as text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QSplitter,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from app.desktop.debugging.hand_signals import PULSE_S, HandSignals
from app.desktop.looks.arrangement.nesting import add_layout
from app.desktop.looks.arrangement.sight import Sight
from app.desktop.looks.small_widgets import tool_button
from app.desktop.looks.theme import Theme
from app.desktop.panels.signals.entry_tables import ANSWER, AnswerTable, EntryTable
from app.desktop.panels.signals.lane_labels import LaneLabels
from app.desktop.panels.signals.lane_model import Edge, Lanes, lanes_of
from app.desktop.panels.signals.lanes_view import LanesView
from app.desktop.panels.signals.scenario_field import ScenarioField
from app.desktop.panels.signals.typed_cells import number_of, value_of
from app.desktop.state.document import Document
from app.desktop.state.scenarios import scenario_edits as edits
from app.desktop.state.scenarios.scenario_edits import AT, DELAY, OFF, ON, WHEN, Said
from app.programs.signal_uses import SignalUses, signal_names, signal_uses
from language import parse
from scenes import SceneError
from scenes.files.text.documents import Document as ScenarioFile

if TYPE_CHECKING:
    from scenes.execution.debugging.signal_record import SignalRecord

BUTTONS = (
    "new_scenario",
    "scenario",
    "save_scenario",
    "add_event",
    "add_response",
    "add_signal",
    "record_signals",
)
EVENTS, ANSWERS, TEXT = range(3)


class SignalsPanel(QWidget):
    """Shows the signals of the run and the scenario in use; every edit is one undo step."""

    newAsked = Signal()  # a scenario is needed, and there is none

    def __init__(
        self,
        document: Document,
        hand: HandSignals,
        actions: Mapping[str, QAction],
        theme: Theme,
    ) -> None:
        super().__init__()
        self._document, self._scenarios = document, document.scenarios
        self._further: set[int] = set()  # input signals that the user added, without an event yet
        self._read: tuple[object, SignalUses, dict[int, str]] | None = None
        self._shown: tuple[object, ...] = ()
        self.title, self.fault = QLabel(), QLabel(wordWrap=True)
        self.lanes = LanesView(document, theme)
        self.labels = LaneLabels(document, hand, theme)
        self._hand = hand
        self._sight = Sight(self, self.refresh)
        self.entries, self.answers = EntryTable(theme), AnswerTable(theme)
        self.text = ScenarioField(self._scenarios)
        self._lay_out(actions)
        self._connect()
        self.newAsked.connect(actions["new_scenario"].trigger)
        self.set_theme(theme)

    def _lay_out(self, actions: Mapping[str, QAction]) -> None:
        row = QHBoxLayout()
        row.setContentsMargins(6, 2, 6, 0)
        row.setSpacing(2)
        row.addWidget(self.title, 1)
        self.title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        for key in BUTTONS:
            row.addWidget(tool_button(actions[key]))
        inside = QWidget()
        pair = QHBoxLayout(inside)
        pair.setContentsMargins(0, 0, 0, 0)
        pair.setSpacing(0)
        pair.addWidget(self.labels)
        pair.addWidget(self.lanes, 1)
        pair.setAlignment(Qt.AlignmentFlag.AlignTop)
        scroll = QScrollArea(widgetResizable=True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setWidget(inside)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.tabs = QTabWidget(documentMode=True)
        for widget, name in (
            (self.entries, "Events"),
            (self.answers, "Answers"),
            (self.text, "Text"),
        ):
            self.tabs.addTab(widget, name)
        beside = QWidget()
        column = QVBoxLayout(beside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.tabs, 1)
        column.addWidget(self.fault)
        self.fault.setContentsMargins(6, 2, 6, 2)
        self.fault.setAccessibleName("Fault of the scenario")
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.addWidget(scroll)
        splitter.addWidget(beside)
        splitter.setStretchFactor(0, 3)
        splitter.setStretchFactor(1, 2)
        splitter.setChildrenCollapsible(False)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(2)
        add_layout(whole, row)
        whole.addWidget(splitter, 1)
        self.setFocusProxy(self.lanes)

    def _connect(self) -> None:
        lanes, entries, answers = self.lanes, self.entries, self.answers
        lanes.moved.connect(self._move)
        lanes.added.connect(self.add_change)
        lanes.pulsed.connect(self.add_pulse)
        lanes.removed.connect(self._remove_edge)
        lanes.typed.connect(self._type_time)
        lanes.chosen.connect(self._choose_row)
        entries.typed.connect(self._typed)
        entries.removed.connect(self._remove_entry)
        entries.currentCellChanged.connect(lambda row, *_: self.lanes.choose_entry(row))
        answers.typed.connect(self._answered)
        answers.removed.connect(self._remove_answer)
        self.labels.chosen.connect(lanes.choose_signal)
        for signal in (self._scenarios.changed, self._document.runChanged):
            signal.connect(self.refresh)
        self._document.findingsChanged.connect(self.refresh)

    def set_theme(self, theme: Theme) -> None:
        """Draws the panel in the colours of a theme."""
        self.fault.setStyleSheet(f"color: {theme.error}")
        for part in (self.lanes, self.labels, self.entries, self.answers):
            part.set_theme(theme)
        self._shown = ()
        self.refresh()

    # Showing.

    @property
    def said(self) -> Said:
        """What the scenario in use says."""
        text = self._scenarios.current
        return Said() if text is None else text.said

    def showEvent(self, event: object) -> None:
        self.refresh()

    def refresh(self) -> None:
        """Shows scenario and run again if they differ from what is shown."""
        from scenes.execution.debugging.signal_record import SignalRecord

        if not self._sight.is_clear():
            return
        run, text = self._document.shown_run, self._scenarios.current
        source = self._document.active
        name = source.scenario if source is not None else None
        said, modified = self.said, text is not None and text.is_modified
        shown = (run, text, said, modified, name, self._document.program, frozenset(self._further))
        if shown == self._shown:
            return
        if self._shown[1:2] != (text,):
            self._further.clear()
            self._forget_refused()
            self.text.show_text(text)
        self._shown = shown
        self._show(said, run.signals if run is not None else SignalRecord())

    def _show(self, said: Said, record: SignalRecord) -> None:
        uses, names = self._reading()
        lanes = lanes_of(said, record, uses, names, self._further, self._hand.events)
        self.lanes.show_lanes(lanes)
        self.labels.show_lanes(lanes)
        self.entries.fill(said, lanes.unused if self._document.run is not None else ())
        self.answers.fill(said, record.questions)
        text = self._scenarios.current
        if text is None:
            self.title.setText("No scenario: nothing happens around the cell")
        else:
            mark = " •  not saved" if text.is_modified else ""
            self.title.setText(f"<b>{text.title}</b>{mark}")
            self.title.setToolTip(str(text.path))
        missing = max(len(record.questions) - len(said.answers), 0)
        self.tabs.setTabText(EVENTS, f"Events {len(said.entries) or ''}".strip())
        self.tabs.setTabText(ANSWERS, f"Answers ({missing} missing)" if missing else "Answers")
        self._show_fault(said)

    def _show_fault(self, said: Said) -> None:
        refused = [
            why for table in (self.entries, self.answers) for _, why in table.refused.values()
        ]
        given = self._document.active.scenario.answers if self._document.active is not None else ()
        words = [f"Not taken: {refused[0]} (Esc takes it back)"] if refused else []
        words += [f"⚠ {said.fault}"] if said.fault else []
        if given and not words:
            words = ["The answers of Signals > Answers to PROMPT… stand in for these."]
        self.fault.setText(" ".join(words))
        self.fault.setVisible(bool(words))

    def _reading(self) -> tuple[SignalUses, dict[int, str]]:
        """The signals that the program and the files that it calls use, and their names."""
        document, text = self._document, self._scenarios.current
        source = document.active
        others = tuple(other.text for other in document.inputs.others)
        texts = (source.text if source is not None else "", *others)
        key = (texts, text.text if text is not None else "", document.program)
        if self._read is None or self._read[0] != key:
            programs = (document.program, *(parse(other) for other in others))
            names = signal_names((*texts, key[1]))
            self._read = (key, signal_uses(programs), names)
        return self._read[1:]

    # Edits.

    def _edit(self, title: str, make: Callable[[ScenarioFile], ScenarioFile]) -> str:
        """Edits the scenario, a new one where there is none; gives why that cannot be, or ""."""
        if self._scenarios.current is None:
            self.newAsked.emit()
        try:
            self._scenarios.edit(title, make(self._scenarios.file()))
        except SceneError as fault:
            return str(fault)
        return ""

    def _do(self, title: str, make: Callable[[ScenarioFile], ScenarioFile]) -> None:
        """Edits the scenario; a refusal is a message."""
        why = self._edit(title, make)
        if why:
            self._document.notify(f"Not changed: {why}", "warning")

    def add_change(self, signal: int, time: float, on: bool) -> None:
        """Adds an event: a signal goes on or off at a time, s."""
        value = {AT: time, ON if on else OFF: signal}
        self._do(f"Signal {signal} at {time:g} s", lambda file: edits.with_entry(file, value)[0])

    def add_pulse(self, signal: int, time: float) -> None:
        """Adds two events: a signal goes on at a time, s, and off a little later."""

        def make(file: ScenarioFile) -> ScenarioFile:
            begun, _ = edits.with_entry(file, {AT: time, ON: signal})
            return edits.with_entry(begun, {AT: round(time + PULSE_S, 3), OFF: signal})[0]

        self._do(f"Pulse of signal {signal}", make)

    def add_event(self) -> None:
        """Adds an event at the time of the run, in the chosen lane or the first one."""
        lane = self.lanes.lane
        if lane is None or not lane.is_input:
            inputs = self.lanes.lanes.inputs
            lane = inputs[0] if inputs else None
        time = round(self.lanes.cursor_time, 2)
        self.add_change(lane.signal if lane else 1, time, not (lane and lane.is_on(time)))
        self.tabs.setCurrentIndex(EVENTS)

    def add_response(self) -> None:
        """Adds a response to the chosen signal, or to the first that the program sets."""
        lanes, lane = self.lanes.lanes, self.lanes.lane
        cause = lane.signal if lane else 1
        free = [each.signal for each in lanes.inputs if each.signal != cause and not each.edges]
        others = [each.signal for each in lanes.inputs if each.signal != cause]
        answer = (free or others or [cause + 1])[0]
        value = {WHEN: cause, DELAY: PULSE_S, ON: answer}
        self._do(f"Response to {cause}", lambda file: edits.with_entry(file, value)[0])
        self.tabs.setCurrentIndex(EVENTS)

    def add_signal(self, signal: int) -> None:
        """Shows a lane for an input signal that has no event yet."""
        self._further.add(signal)
        self.refresh()
        self.lanes.choose_signal(signal)
        self.lanes.setFocus()

    def remove_signal(self) -> None:
        """Removes the chosen lane with all its events."""
        lane = self.lanes.lane
        if lane is None or not lane.is_input:
            self._document.notify("Choose the lane of a signal that the scenario sets.", "warning")
            return
        signal = lane.signal
        self._further.discard(signal)
        if lane.edges:
            self._do(f"Remove signal {signal}", lambda file: edits.without_signal(file, signal))
        self.refresh()

    def _move(self, edge: Edge, time: float) -> None:
        to = time - edge.since if edge.since is not None else time
        title = f"Move signal {edge.signal} to {time:g} s"
        self._do(title, lambda file: edits.moved(file, edge.entry, to))

    def _remove_edge(self, edge: Edge) -> None:
        title = f"Remove a change of signal {edge.signal}"
        self._do(title, lambda file: edits.without_change(file, edge.entry, edge.signal))

    def _remove_entry(self, row: int) -> None:
        self._forget_refused()
        self._do("Remove an event", lambda file: edits.without_entry(file, row))

    def _remove_answer(self, row: int) -> None:
        if row < len(self.said.answers):
            self._forget_refused()
            self._do("Remove an answer", lambda file: edits.without_answer(file, row))

    def remove_chosen(self) -> None:
        """Removes the event or the answer that is chosen."""
        if self.tabs.currentIndex() == ANSWERS:
            self._remove_answer(max(self.answers.currentRow(), 0))
        elif self.lanes.mark.edge is not None:
            self._remove_edge(self.lanes.mark.edge)
        elif 0 <= self.entries.currentRow() < self.entries.rowCount():
            self._remove_entry(self.entries.currentRow())
        else:
            self._document.notify("Choose an event of the scenario first.", "warning")

    # Typed cells.

    def _type_time(self, edge: Edge) -> None:
        self.tabs.setCurrentIndex(EVENTS)
        self.entries.type_in(edge.entry, DELAY if edge.is_response else AT)

    def _choose_row(self, entry: int) -> None:
        self.entries.blockSignals(True)
        self.entries.setCurrentCell(entry, max(self.entries.currentColumn(), 0))
        self.entries.blockSignals(False)

    def _typed(self, row: int, key: str, text: str) -> None:
        if row >= 0:
            try:
                value = value_of(key, text)
                why = self._edit(
                    f"Event {row + 1}", lambda file: edits.with_field(file, row, key, value)
                )
            except SceneError as fault:
                why = str(fault)
            if why:
                self.entries.refuse(row, key, text, why)
        self._show_again()

    def _answered(self, row: int, key: str, text: str) -> None:
        count = len(self.said.answers)
        if row >= 0 and (text.strip() or row < count):
            why = self._answer(min(row, count), text)
            if why:
                self.answers.refuse(row, ANSWER, text, why)
        self._show_again()

    def _answer(self, row: int, text: str) -> str:
        if not text.strip():
            return self._edit("Remove an answer", lambda file: edits.without_answer(file, row))
        try:
            number = number_of(text)
        except SceneError as fault:
            return str(fault)
        return self._edit(f"Answer {row + 1}", lambda file: edits.with_answer(file, row, number))

    def _forget_refused(self) -> None:
        self.entries.refused.clear()
        self.answers.refused.clear()

    def _show_again(self) -> None:
        self._shown = (*self._shown[:-1], None) if self._shown else ()
        self.refresh()

    @property
    def shown_lanes(self) -> Lanes:
        """The lanes that are shown."""
        return self.lanes.lanes
