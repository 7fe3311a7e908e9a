"""A value tried at a stop: both paths are shown before it is kept, written or taken back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from app.desktop.debugging.debug_session import DebugSession
from app.desktop.debugging.debug_values import location_text, number_text
from app.desktop.debugging.trial_run import Tried
from app.desktop.state.document import Document
from app.desktop.state.source import REFUSED
from app.programs.located import with_location_at
from kinematics import KinematicsError, pose_from_xyzoat
from language.words.diagnostics import Edit
from scenes.world.frozen import Array

if TYPE_CHECKING:
    from scenes.execution.debugging.change import Kind


class ValueTrial(QObject):
    """Tries other numbers of one variable or location at the present stop.

    numbers: The tried numbers as they are shown. tried: The run with them, when it is known.
    """

    changed = Signal()

    def __init__(self, document: Document, session: DebugSession) -> None:
        from scenes.execution.debugging.change import Kind

        super().__init__(document)
        self._document, self._session = document, session
        self.kind, self.name = Kind.VARIABLE, ""
        self.numbers: tuple[float, ...] = ()
        self.tried: Tried | None = None
        document.positionChanged.connect(self._follow)
        document.runChanged.connect(self.end)
        document.textChanged.connect(self.end)

    @property
    def is_on(self) -> bool:
        """Whether a value is being tried."""
        return bool(self.name)

    @property
    def text(self) -> str:
        """The tried value as a user would type it."""
        return ", ".join(f"{number:.12g}" for number in self.numbers)

    @property
    def words(self) -> str:
        """The difference in time, in words."""
        run = self._document.run
        if self.tried is None or run is None:
            return "computing …"
        change = self.tried.duration - run.duration
        if self.tried.fault:
            return f"{self.tried.duration:.2f} s, cut short: {self.tried.fault}"
        return f"{self.tried.duration:.2f} s ({change:+.2f} s)"

    def numbers_of(self, kind: Kind, name: str) -> tuple[float, ...]:
        """The present numbers of a variable or a location; () where it has none."""
        from scenes.execution.debugging.change import Kind

        look = self._session.look
        if look is None:
            return ()
        if kind is Kind.VARIABLE:
            found = look.variables.get(name)
            return () if found is None else (float(number_text(found)),)
        value = look.locations.get(name)
        if value is None:
            return ()
        shown = location_text(value, self._document.program.dialect)
        return tuple(float(word) for word in shown.split(","))

    def put(self, kind: Kind, name: str, numbers: Sequence[float]) -> None:
        """Tries these numbers; the newest counts."""
        if not self._session.is_at_stop or self._document.console_run is not None:
            self._document.notify("A value can be tried where a run stands.", "warning")
            return
        self.kind, self.name, self.numbers = kind, name, tuple(numbers)
        value = self._value()
        if value is not None:
            self._session.try_value(kind, name, value, self.text, then=self._take)
        self.changed.emit()

    def _value(self) -> float | Array | None:
        """The tried value: a number, T_base_tool (4, 4), or joint values (n,) in rad."""
        from scenes.execution.debugging.change import Kind

        if self.kind is Kind.VARIABLE:
            return self.numbers[0]
        look = self._session.look
        known = look.locations.get(self.name) if look is not None else None
        if known is not None and known.ndim == 1:
            return np.radians(self.numbers)
        try:
            return pose_from_xyzoat(self.numbers, self._document.program.dialect)
        except KinematicsError as fault:
            self._document.notify(f"Not tried: {fault}", "warning")
            return None

    def _take(self, shown: str, tried: Tried) -> None:
        if self.is_on and shown == self.text:
            self.tried = tried
            self._document.preview.show_path(tried.path)
            self.changed.emit()

    def _follow(self) -> None:
        if self.is_on and not self._session.is_at_stop:
            self.end()

    def end(self) -> None:
        """Takes the tried value back."""
        if self.is_on:
            self.name, self.numbers, self.tried = "", (), None
            self._document.preview.show_path(None)
            self.changed.emit()

    def keep(self) -> None:
        """Keeps the tried value for the run, from this stop on."""
        kind, name, text = self.kind, self.name, self.text
        if self.is_on:
            self.end()
            self._session.put(kind, name, text)

    def write(self) -> None:
        """Writes the tried value into the program's text, as one undo step."""
        from scenes.execution.debugging.change import Kind

        if not self.is_on:
            return
        document, source = self._document, self._document.active
        assert source is not None
        if source.is_foreign:
            document.notify(REFUSED)
            return
        title = f"{self.name} = {self.text}"
        edit = self._assignment() if self.kind is Kind.VARIABLE else None
        value, name, is_variable = self._value(), self.name, self.kind is Kind.VARIABLE
        text = None
        if not is_variable and isinstance(value, np.ndarray) and value.ndim == 2:
            text = with_location_at(source.text, document.program, name, value)
        if edit is None and text is None:
            wanted = f"{name} = number" if is_variable else f"POINT {name} with six numbers"
            document.notify(f"Not written: no line  {wanted}  gives it its value.", "warning")
            return
        self.end()
        with document.history.together(title):
            source.apply([edit]) if edit is not None else source.replace_text(str(text))
        document.notify(f"The program says {title} now.")

    def _assignment(self) -> Edit | None:
        """The edit of the last `name = number` that the run has carried out before this stop."""
        document, run = self._document, self._document.run
        trace = run.trace if run is not None else None
        if trace is None or document.active is None:
            return None
        before = slice(0, document.control.position.index)
        lines = trace.lines[before][trace.files[before] == 0].tolist()
        giving = {}
        for statement in document.program.statements:
            given = statement.argument("value")
            if statement.instruction.assigns and statement.value("variable") == self.name:
                giving[statement.line] = given
        line = next((line for line in reversed(lines) if line in giving), None)
        given = giving.get(line) if line is not None else None
        if line is None or given is None or not isinstance(given.value, float):
            return None
        return Edit(line, given.column, line, given.end_column, self.text)
