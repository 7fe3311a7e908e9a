"""The owner of what a user sets at a stop: watches, conditions, changed values.

The document owns the run itself. A value changed here holds in this session from its moment of the
run on; it is in no file, and ends when the text changes or another program comes to the front.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from app.background.probing import Subject, change_at, look_at, stops_of
from app.desktop.debugging.trial_run import Tried, tried_run
from app.desktop.runs.console_run import ConsoleRun
from app.desktop.runs.prober import Prober
from app.desktop.runs.run_control import RunState
from app.desktop.state.document import Document
from app.desktop.state.open_programs import open_as
from scenes.world.frozen import Array

if TYPE_CHECKING:
    from scenes.execution.debugging.change import Change, Kind
    from scenes.execution.debugging.recording import Look

CHANGE, STOPS, LOOK, TRIAL = "change", "stops", "look", "trial"
KINDS = (CHANGE, STOPS, LOOK, TRIAL)


class DebugSession(QObject):
    """The values at the present stop, and the user's watches and changes."""

    changed = Signal()  # other values, or values that are no longer of this stop
    watchesChanged = Signal()

    def __init__(self, document: Document, prober: Prober | None = None) -> None:
        super().__init__(document)
        self._document = document
        self._prober = prober or Prober(KINDS, parent=self)
        self._prober.failed.connect(self._failed)
        self.watches: tuple[str, ...] = ()
        self.look: Look | None = None
        self.is_current = False
        self._is_seen = False
        self._subject: Subject | None = None
        self._looked: tuple[int, int, tuple[str, ...]] | None = None
        self._had_changes = False
        document.positionChanged.connect(self._follow)
        document.runChanged.connect(self._find_stops)
        document.breakpointsChanged.connect(self._find_stops)
        document.textChanged.connect(self._text_changed)

    def _failed(self, why: str) -> None:
        self._document.notify(why, "error")
        if self._document.awaits_stops:
            self._document.take_stops(())

    def close(self) -> None:
        """Ends the process that answers questions at a stop."""
        self._prober.close()

    @property
    def changes(self) -> tuple[Change, ...]:
        """The changed values, in the order of the run."""
        return self._document.inputs.changes

    @property
    def is_at_stop(self) -> bool:
        """Whether the shown run is of the present text and rests between two statements."""
        document = self._document
        control = document.control
        trace = document.run.trace if document.run is not None else None
        rests = not control.is_moving and control.state is not RunState.JOG
        if document.console_run is not None:
            return rests
        known = document.has_fresh_run and document.runs_as_written and trace is not None
        return rests and known and control.position.index < len(control.slots)

    def show(self, seen: bool) -> None:
        """Starts or stops questions about values: none are asked while they are hidden."""
        self._is_seen = seen
        self._follow()

    def watch(self, text: str) -> None:
        """Adds an expression whose value is shown at every stop."""
        if text.strip() and text.strip() not in self.watches:
            self._set_watches((*self.watches, text.strip()))

    def unwatch(self, text: str) -> None:
        """Removes an expression from the watched ones."""
        self._set_watches(tuple(each for each in self.watches if each != text))

    def _set_watches(self, watches: tuple[str, ...]) -> None:
        self.watches = watches
        self.watchesChanged.emit()
        self._follow()

    # Changes by hand.

    def put(self, kind: Kind, name: str, text: str) -> None:
        """Changes a variable, location or signal from this stop on; the worker checks the text."""
        if self._document.console_run is not None:
            text = f"The run is the console's: change {name} there, by DO."
            self._document.notify(text, "warning")
            self.changed.emit()
            return
        subject = self._subject_now()
        if subject is None or not self.is_at_stop:
            self._document.notify("A value can be changed where a run stands.", "warning")
            return
        taken = partial(self._take_change, subject.revision)
        arguments = (subject, self._advances(), kind, name, text)
        self._prober.ask(CHANGE, change_at, *arguments, then=taken)

    def _take_change(self, revision: int, change: Change | str) -> None:
        document = self._document
        if revision != document.revision:
            return
        if isinstance(change, str):
            document.notify(f"Not changed: {change}", "error")
            self.changed.emit()
            return
        same = (change.advances, change.kind, change.name)
        kept = [c for c in self.changes if c.advances <= change.advances]
        kept = [c for c in kept if (c.advances, c.kind, c.name) != same]
        line = document.control.line
        document.run_with((*kept, change))
        document.notify(
            f"{change.kind.value} {change.name} is {change.shown} from line {line} on, in this "
            "debug session only; the program's file keeps its own value."
        )
        self._had_changes = True

    def try_value(
        self,
        kind: Kind,
        name: str,
        value: float | Array,
        shown: str,
        then: Callable[[str, Tried], None],
    ) -> None:
        """Asks for the run with another value from this stop on; nothing is changed.

        then: Called with the shown value and the run, unless a newer question came before.
        """
        from scenes.execution.debugging.change import Change

        subject = self._subject_now()
        if subject is not None and self.is_at_stop:
            change = Change(self._advances(), kind, name, value, shown)
            self._prober.ask(TRIAL, tried_run, subject, change, then=partial(then, shown))

    def drop(self, change: Change | None = None) -> None:
        """Takes back one changed value, or all of them if none is given."""
        kept = tuple(c for c in self.changes if change is not None and c is not change)
        if len(kept) != len(self.changes):
            self._had_changes = bool(kept)
            self._document.run_with(kept)

    def _text_changed(self) -> None:
        if self._had_changes and not self.changes:
            self._had_changes = False
            text = "The program was edited: the values changed in the debug session are gone."
            self._document.notify(text)

    # Questions to the process.

    def _subject_now(self) -> Subject | None:
        document = self._document
        if document.cell is None or document.active is None:
            return None
        if self._subject is None or self._subject.revision != document.revision:
            program = (document.active.given, document.active.title)
            inputs = document.inputs
            self._subject = Subject.of(
                document.revision,
                document.cell,
                program,
                inputs.sources,
                inputs.changes,
                inputs.scenario,
            )
        return self._subject

    def _advances(self) -> int:
        run = self._document.run
        assert run is not None and run.trace is not None
        return int(run.trace.advances[self._document.control.position.index])

    def _follow(self) -> None:
        """Asks for the values where the run stands, once for each stop."""
        console_run = self._document.console_run
        if console_run is not None and self.is_at_stop:
            self._take_console_run(console_run)
            return
        if not self.is_at_stop:
            self._forget_look()
            return
        wanted = (self._document.revision, self._advances(), self.watches)
        if wanted == self._looked or not self._is_seen:
            return
        subject = self._subject_now()
        if subject is not None:
            self._forget_look()
            self._looked = wanted
            taken = partial(self._take_look, wanted)
            self._prober.ask(LOOK, look_at, subject, wanted[1], self.watches, then=taken)

    def _take_look(self, wanted: tuple[int, int, tuple[str, ...]], look: Look) -> None:
        if wanted == self._looked:
            self.look, self.is_current = look, True
            self.changed.emit()

    def _take_console_run(self, console_run: ConsoleRun) -> None:
        """Takes the values that the console has already read from its own run."""
        stands = self._document.control.position.index == console_run.index
        if self.look is not console_run.look or self.is_current is not stands:
            self.look, self.is_current, self._looked = console_run.look, stands, None
            self.changed.emit()

    def _forget_look(self) -> None:
        """Marks the shown values as old; the panel draws them in grey until new ones come."""
        self._looked = None
        if self.is_current:
            self.is_current = False
            self.changed.emit()

    def _find_stops(self) -> None:
        """Finds the moments at which the run stops in called files, or where conditions hold."""
        document = self._document
        run = document.run
        if run is None or run.trace is None or not document.has_fresh_run:
            return
        plain, conditional = self._breakpoints(run.files)
        trace = run.trace
        found = np.zeros(len(trace), dtype=bool)
        for line, file in plain:
            found |= (trace.lines == line) & (trace.files == file)
        indices = [int(index) for index in np.flatnonzero(found)]
        subject = self._subject_now() if conditional else None  # costly in a large cell
        if subject is None:
            document.take_stops(indices)
            return
        document.awaits_stops = True
        from scenes.execution.debugging.debugger import Breakpoint

        taken = partial(self._take_stops, subject.revision, indices)
        asked = tuple(Breakpoint(*each) for each in conditional)
        self._prober.ask(STOPS, stops_of, subject, asked, then=taken)

    def _take_stops(self, revision: int, indices: list[int], advances: tuple[int, ...]) -> None:
        run = self._document.run
        if revision == self._document.revision and run is not None and run.trace is not None:
            hits = np.searchsorted(run.trace.advances, np.array(advances, dtype=np.int64))
            self._document.take_stops([*indices, *hits.tolist()])

    def _breakpoints(
        self, files: tuple[str, ...]
    ) -> tuple[list[tuple[int, int]], list[tuple[int, str, int]]]:
        """The breakpoints of called files without a condition, and all with a condition.

        These are given as (line, file) and as (line, condition, file).
        """
        document = self._document
        plain: list[tuple[int, int]] = []
        conditional: list[tuple[int, str, int]] = []
        for number, name in enumerate(files):
            source = open_as(name, document.active, document.sources)
            source = document.active if number == 0 else source
            conditions = source.conditions() if source is not None else {}
            for line in source.breakpoints() if source is not None else ():
                if line in conditions:
                    conditional.append((line, conditions[line], number))
                elif number:
                    plain.append((line, number))
        return plain, conditional
