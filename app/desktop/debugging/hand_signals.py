"""Signals set by hand while a program runs, waits or stands, and what was set as a scenario.

A signal set during a motion or a wait is an event at that time. At a stop between two statements it
is a change of the debug session, which holds from the next statement on. Both last until they are
taken back or recorded; the file of the scenario has them only when they are recorded.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject

from app.desktop.debugging.debug_session import DebugSession
from app.desktop.runs.run_control import Command, RunState
from app.desktop.state.document import Document
from app.desktop.state.scenarios import scenario_edits as edits
from app.desktop.state.scenarios.scenario_edits import AT, DECIMALS, OFF, ON
from scenes import SceneError

if TYPE_CHECKING:
    from scenes.execution.machine.scenario import SignalEvent

PULSE_S = 0.5  # how long a pulse lasts, s
DEADLOCK = "E602"  # the code of a WAIT that can never end


class HandSignals(QObject):
    """Sets signals in the run of the program in front."""

    def __init__(self, document: Document, session: DebugSession) -> None:
        super().__init__(document)
        self._document, self._session = document, session

    @property
    def events(self) -> tuple[SignalEvent, ...]:
        """Everything that was set by hand, as events in the order of time."""
        from scenes.execution.debugging.change import Kind
        from scenes.execution.machine.scenario import SignalEvent

        source, run = self._document.active, self._document.run
        events = list(source.scenario.by_hand) if source is not None else []
        trace = run.trace if run is not None else None
        for change in self._session.changes:
            if trace is not None and change.kind is Kind.SIGNAL:
                index = int(np.searchsorted(trace.advances, change.advances))
                time = float(trace.starts[min(index, len(trace) - 1)])
                events.append(SignalEvent(time, int(change.name), bool(change.value)))
        return tuple(sorted(events))

    def put(self, signal: int, on: bool) -> None:
        """Puts a signal on or off from the shown moment on."""
        from scenes.execution.debugging.change import Kind

        if not self._may_set():
            return
        if self._session.is_at_stop and not self._waits:
            self._session.put(Kind.SIGNAL, str(signal), "ON" if on else "OFF")
            return
        self._add(signal, [(0.0, on)])

    def pulse(self, signal: int) -> None:
        """Puts a signal on at the shown moment, and off half a second later."""
        if self._may_set():
            self._add(signal, [(0.0, True), (PULSE_S, False)])

    def _may_set(self) -> bool:
        document = self._document
        if document.console_run is not None:
            text = "The run is the console's: set the signal there, by DO SIGNAL."
            document.notify(text, "warning")
            return False
        if document.run is None or document.active is None:
            document.notify("A signal can be set where a program runs.", "warning")
            return False
        return True

    @property
    def _waits(self) -> bool:
        """Whether the run stands at a WAIT that cannot end without help from outside."""
        document = self._document
        steps = document.run.steps if document.run is not None else ()
        last = document.control.position.index >= len(document.control.slots) - 1
        return bool(last and steps and any(p.code == DEADLOCK for p in steps[-1].problems))

    def _add(self, signal: int, changes: Iterable[tuple[float, bool]]) -> None:
        """Adds events at seconds from now; what was set later by hand for this signal is dropped.

        A moving run holds until the new one is there, and goes on; so does one that waits.
        """
        from scenes.execution.machine.scenario import SignalEvent

        document = self._document
        source = document.active
        assert source is not None
        goes_on = document.control.state is RunState.RUNNING or self._waits
        if document.control.is_moving:
            document.press(Command.PAUSE)
        now = document.control.position.time
        kept = [e for e in source.scenario.by_hand if e.signal != signal or e.time < now]
        new = [SignalEvent(now + later, signal, on) for later, on in changes]
        source.scenario = replace(source.scenario, by_hand=tuple(sorted([*kept, *new])))
        self._run_again()
        if goes_on:
            document.press(Command.RUN)

    def _run_again(self) -> None:
        """Runs the program anew with the present events; the place in the run stays."""
        self._document.check_syntax(at_once=True)
        self._document.run_with(self._document.inputs.changes)

    def take_back(self) -> None:
        """Takes back all that was set by hand."""
        document = self._document
        count, source = len(self.events), document.active
        if source is None or not count:
            document.notify("No signal was set by hand.")
            return
        self._drop()
        document.notify(f"Taken back: {count} change{'s' if count > 1 else ''} of signals by hand.")

    def _drop(self) -> None:
        from scenes.execution.debugging.change import Kind

        document = self._document
        assert document.active is not None
        document.active.scenario = replace(document.active.scenario, by_hand=())
        document.check_syntax(at_once=True)
        kept = tuple(c for c in self._session.changes if c.kind is not Kind.SIGNAL)
        document.run_with(kept)

    def record(self) -> bool:
        """Writes what was set by hand into the scenario in use, as one undo step of it.

        False where nothing was set, or the scenario cannot be edited; a message says why.
        """
        document, events = self._document, self.events
        if not events:
            document.notify("No signal was set by hand since the program or scenario changed.")
            return False
        try:
            file = document.scenarios.file()
            for event in events:
                value = {AT: round(event.time, DECIMALS), ON if event.on else OFF: event.signal}
                file, _ = edits.with_entry(file, value)
        except SceneError as fault:
            document.notify(f"Not recorded: {fault}", "error")
            return False
        self._drop()
        document.scenarios.edit("Record signals set by hand", file)
        name = document.scenarios.current.title if document.scenarios.current else ""
        document.notify(f"{len(events)} changes of signals are in {name} now.")
        return True
