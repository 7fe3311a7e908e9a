"""Where the code of a URScript program stands: its places, remarks, and what is not understood."""

from __future__ import annotations

from dataclasses import dataclass

from language.foreign.reading import Place
from scenes.makers.urscript.grammar.script_statements import Note, Source
from scenes.makers.urscript.translation.script_motions import Motions
from scenes.makers.urscript.translation.script_work import Work

LONGEST_SHOWN = 200


@dataclass
class Sources:
    """Tells the draft where code stands. above: Number of lines above those of the sources."""

    work: Work
    motions: Motions
    above: int = 0

    def begin(self, source: Source) -> None:
        """Code begins; none where a function has no head of its own."""
        if source.code:
            place = Place(self.above + source.line, source.column, source.end_column)
            self.work.draft.begin(place, source.rows)

    def ignore(self, source: Source) -> None:
        """Code has no effect here."""
        self.begin(source)
        self.work.draft.ignore()

    def note(self, note: Note) -> None:
        """Says a remark, or an empty line."""
        draft = self.work.draft
        draft.at(Place(self.above + note.line))
        if note.text:
            draft.say(f"; {note.text}")
        elif draft.lines[-1]:
            draft.say("")

    def lose(self, source: Source, why: str) -> None:
        """Keeps a statement as a remark, and tells why."""
        draft = self.work.draft
        self.work.before.clear()
        if source.code.startswith("move"):
            self.motions.forget()
            draft.not_carried_out(source.code, why)
        else:
            draft.not_understood(source.code, why)
        draft.line_number()  # the remark names the line
        line = self.above + source.line
        self.work.say(f"; URScript {line}: {' '.join(source.code.split())[:LONGEST_SHOWN]}")
