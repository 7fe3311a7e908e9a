"""The program in front as the subject of an editor's questions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.programs.program_facts import Earlier, Subject
from language.words.diagnostics import text_lines

if TYPE_CHECKING:
    from app.desktop.state.document import Document
    from scenes import Run
    from scenes.execution.line_facts import RunFacts


class Spoken:
    """Gives the present program and the facts of its last run to whoever asks for them."""

    def __init__(self, document: Document) -> None:
        from scenes.execution.line_facts import RunFacts

        self._document = document
        self._run: Run | None = None
        self._facts, self._before = RunFacts(), Earlier().durations(())

    def __call__(self) -> Subject | None:
        from scenes.execution.line_facts import RunFacts, run_facts

        document = self._document
        if document.cell is None:
            return None
        run = document.run
        if run is not self._run:
            self._before = _before(self._run, run, self._facts)
            self._run, self._facts = run, run_facts(run) if run is not None else RunFacts()
        is_fresh = document.has_fresh_run
        return Subject(document.cell, document.program, self._facts, is_fresh, self._before)


def _before(old: Run | None, new: Run | None, facts: RunFacts) -> Callable[[int], float | None]:
    """Seconds of the motion of a line before the last edit; None where another file is run now.

    facts: Of the old run.
    """
    if old is None or new is None or old.name != new.name:
        return Earlier().durations(())
    earlier = Earlier(facts, tuple(text_lines(old.program.text)))
    return earlier.durations(text_lines(new.program.text))
