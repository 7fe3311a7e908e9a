"""How many program lines turn red where dragged things would stand: asked while the drag rests.

A line is red where the check finds an error in it: a collision, a goal out of reach, a limit.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.background.packed_cell import PackedCell
from app.desktop.runs.analyst import Analyst
from app.desktop.runs.run_inputs import RunInputs
from app.desktop.state.document import Document
from app.desktop.view3d.handles.displacing import Displacement
from app.programs.findings import Finding, from_problems
from app.programs.read_text import program_given
from scenes import Cell
from scenes.rearranging.moved_cell import moved_cell
from scenes.rearranging.standing_together import Together
from scenes.world.frozen import Array

if TYPE_CHECKING:
    from scenes.makers.foreign_text import ForeignText

REST_MS = 300
MOST_LINES = 5  # named in one message; the others are counted
Line = tuple[str, int]  # name of the file, "" for the program in front, and line from 1


def red_lines(findings: Iterable[Finding]) -> frozenset[Line]:
    """The lines with an error that only the run of the program shows."""
    return frozenset((f.file, f.line) for f in findings if f.proven and f.severity == "error")


def red_lines_after(
    cell: Cell,
    things: Together,
    motion: Array,
    text: str | ForeignText,
    name: str,
    inputs: RunInputs,
) -> frozenset[Line]:
    """A job: the red lines of a program in the cell with these things moved."""
    from scenes import simulate
    from scenes.analysis import analyse_run

    run = simulate(
        moved_cell(cell, things, motion),
        (program_given(text, cell), name),
        scenario=inputs.scenario,
        others=inputs.sources,
        changes=inputs.changes,
    )
    return red_lines(from_problems(analyse_run(run).problems))


def told(before: frozenset[Line], after: frozenset[Line]) -> str:
    """The change in words: `turns 3 lines red: 40, 50, 60`."""
    new, gone = after - before, before - after
    words = []
    if new:
        words.append(f"turns {_lines(len(new))} red: {_numbers(new)}")
    if gone:
        words.append(f"mends {_lines(len(gone))}: {_numbers(gone)}")
    return ", ".join(words) or "no line turns red"


def _lines(count: int) -> str:
    return f"{count} line" if count == 1 else f"{count} lines"


def _numbers(lines: frozenset[Line]) -> str:
    named = [f"{line} of {file}" if file else str(line) for file, line in sorted(lines)]
    more = len(named) - MOST_LINES
    return ", ".join(named[:MOST_LINES]) + (f" and {more} more" if more > 0 else "")


class RedLines(QObject):
    """Asks for the red lines of the newest place, and tells them again once the cell has it."""

    found = Signal(object, str)  # the Displacement that was asked about, and the change in words

    def __init__(self, document: Document, analyst: Analyst, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document, self._analyst = document, analyst
        self._moved: Displacement | None = None
        self._packed: PackedCell | None = None
        self._awaited: tuple[str, frozenset[Line]] | None = None  # a placed thing, lines before
        self._timer = QTimer(self, interval=REST_MS, singleShot=True)
        self._timer.timeout.connect(self._ask)
        document.findingsChanged.connect(self._tell)

    def follow(self, moved: Displacement) -> None:
        """Takes the newest place: after a rest there, the worker looks at the program in it."""
        self._moved = moved
        self._analyst.drop_lines()
        self._timer.start()

    def end(self) -> None:
        """Forgets the place, as the drag is over."""
        self._moved = None
        self._timer.stop()
        self._analyst.drop_lines()

    def tell_after(self, name: str) -> None:
        """Says with the next check of the program which lines the placing of a thing turns red."""
        if self._document.is_checked:
            self._awaited = name, red_lines(self._document.findings)

    def _ask(self) -> None:
        document, moved = self._document, self._moved
        source = document.active
        if moved is None or source is None or not document.is_checked:
            return
        before = red_lines(document.findings)
        if self._packed is None or self._packed.cell is not moved.cell:
            self._packed = PackedCell(moved.cell)
        name = source.title if source.path else ""
        given = (self._packed, moved.things, moved.motion, source.given, name, document.inputs)

        def take(after: frozenset[Line]) -> None:
            if moved is self._moved:
                self.found.emit(moved, told(before, after))

        self._analyst.ask_lines(red_lines_after, given, take)

    def _tell(self) -> None:
        """Tells the change that the placing has made, once the check is there."""
        if self._awaited is None or not self._document.is_checked:
            return
        (name, before), self._awaited = self._awaited, None
        after = red_lines(self._document.findings)
        if after != before:
            severity = "warning" if after - before else "note"
            self._document.notify(f"Moving {name} {told(before, after)}.", severity)
