"""The search for a way round in the window: asked for, shown with its progress, then offered.

Nothing is written before the user accepts the offer. An offer holds for the text and the cell that
it was found in; when they change it is dropped.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from app.background.way_finding import needs_a_way
from app.desktop.looks.notice import Notice, Offer
from app.desktop.state.source import Source
from language import Fix
from scenes import Cell

if TYPE_CHECKING:
    from app.background.process import Failure
    from app.desktop.runs.analyst import Analyst
    from app.desktop.state.document import Document
    from scenes.execution.machine.scenario import Scenario

MOST_LINES = 12
"""New lines that the message with an offer shows, at most."""


@dataclass(frozen=True, eq=False)
class Question:
    """A line for whose motion a way round is sought, in a text and a cell.

    others: The called files as (text, name).
    """

    line: int
    source: Source
    text: str
    cell: Cell
    scenario: Scenario | None
    others: tuple[tuple[str, str], ...]

    @property
    def given(self) -> tuple[Any, ...]:
        """The question as the job `find_way` takes it."""
        name = self.source.title if self.source.path else ""
        return self.cell, (self.text, name), self.line, self.scenario, self.others

    def is_about(self, document: Document) -> bool:
        """Whether the document still shows what the question is about."""
        inputs = document.inputs
        is_same = document.active is self.source and document.cell is self.cell
        is_same = is_same and inputs.scenario is self.scenario and inputs.sources == self.others
        return is_same and self.source.text == self.text


class WaySearch(QObject):
    """One search at a time, and the last way that was found."""

    accepted = Signal(object)  # the Fix that writes the via points, into the program in front

    def __init__(self, document: Document, analyst: Analyst) -> None:
        super().__init__(document)
        self._document, self._analyst = document, analyst
        self._asked: Question | None = None
        self._found: tuple[Question, Fix] | None = None
        self._cancel = (Offer("Cancel", self.cancel),)

    @property
    def is_busy(self) -> bool:
        """Whether a way round is being sought."""
        return self._asked is not None

    def is_worth_it(self, line: int) -> bool:
        """Whether a collision or a small clearance is told of the motion in a line."""
        codes = {f.code for f in self._document.findings if f.line == line and not f.file}
        return bool(codes) and needs_a_way(self._document.program, line, codes)

    def offer(self, line: int) -> Fix | None:
        """The way that was found for the motion in a line, while it holds."""
        if self._found is None or self._found[0].line != line:
            return None
        question, fix = self._found
        return fix if question.is_about(self._document) else None

    def look(self, line: int) -> None:
        """Looks for a way round for the motion in a line of the program in front."""
        document = self._document
        if document.cell is None or document.active is None:
            document.notify("A way round needs a cell and a program.", "warning")
            return
        if self.is_busy:
            self._analyst.cancel_way()
        document.check_syntax(at_once=True)
        inputs, source = document.inputs, document.active
        given = source.text, document.cell, inputs.scenario, inputs.sources
        question = self._asked = Question(line, source, *given)
        self._found = None
        then: Callable[[Fix | str], None] = partial(self._take, question)
        progress = partial(self._show, question)
        self._show(question, 0.0, f"line {line}: looking for a way round")
        self._analyst.ask_way(question.given, then, partial(self._end, question), progress)

    def cancel(self) -> None:
        """Ends the search at once; nothing is written."""
        if self.is_busy:
            self._analyst.cancel_way()

    def _show(self, question: Question, share: float, text: str) -> None:
        if question is self._asked:
            words = f"{text[:1].upper()}{text[1:]}, {100.0 * share:.0f} %"
            self._document.noticed.emit(Notice(words, "note", self._cancel))

    def _take(self, question: Question, found: Fix | str) -> None:
        if question is not self._asked:
            return
        self._asked = None
        document = self._document
        if not question.is_about(document):
            document.notify(_changed(question), "warning")
        elif isinstance(found, str):
            document.notify(f"{found[:1].upper()}{found[1:]}.", "warning")
        else:
            self._found = question, found
            write = Offer("Write it into the program", partial(self._accept, question, found))
            document.noticed.emit(Notice(shown_offer(question.line, found), "note", (write,)))

    def _accept(self, question: Question, fix: Fix) -> None:
        if not question.is_about(self._document):
            self._document.notify(_changed(question), "warning")
            return
        self._found = None
        self.accepted.emit(fix)
        undo = "Undo takes all of it back."
        self._document.notify(f"Line {question.line} is led round by via points. {undo}")

    def accept(self, line: int) -> None:
        """Writes the way that was found for the motion in a line, while it holds."""
        if self._found is not None and self._found[0].line == line:
            self._accept(*self._found)

    def _end(self, question: Question, failure: Failure | None) -> None:
        """The search has no answer: it failed, was cancelled, or gave way to a newer program."""
        if question is not self._asked:
            return
        self._asked = None
        if failure is not None:
            why = f"The search for a way round could not be done: {failure.message}"
            self._document.notify(why, "error")
        elif question.is_about(self._document):
            self._document.notify(f"The search for a way round for line {question.line} was ended.")
        else:
            self._document.notify(_changed(question), "warning")


def _changed(question: Question) -> str:
    """The message that an answer is about an older text or cell."""
    return (
        f"The way round for line {question.line} was dropped: the program or the cell has changed "
        "since; look again."
    )


def shown_offer(line: int, fix: Fix) -> str:
    """The offer as a message: its words, and the lines that would be written."""
    new = [row for edit in fix.edits for row in edit.text.split("\n")]
    more = [f"and {len(new) - MOST_LINES} more lines"] if len(new) > MOST_LINES else []
    return "\n".join([f"Line {line}: {fix.title}", *new[:MOST_LINES], *more])
