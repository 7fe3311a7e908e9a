"""The program in front as the subject of an editor's questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.programs.program_facts import Subject
from scenes.line_facts import RunFacts, run_facts

if TYPE_CHECKING:
    from app.desktop.state.document import Document
    from scenes import Run


class Spoken:
    """Gives the present program and the facts of its last run to whoever asks for them."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._run: Run | None = None
        self._facts = RunFacts()

    def __call__(self) -> Subject | None:
        document = self._document
        if document.cell is None:
            return None
        run = document.run
        if run is not self._run:
            self._run, self._facts = run, run_facts(run) if run is not None else RunFacts()
        return Subject(document.cell, document.program, self._facts, document.has_fresh_run)
