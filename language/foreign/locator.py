"""Places in a foreign text of what was read of its translation."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property, partial
from operator import itemgetter
from typing import NamedTuple

from language.expressions.trees import NameUse
from language.foreign.reading import Place, Reading
from language.foreign.recent import Recent
from language.programs.chunk_runs import ChunkRun, runs_of
from language.programs.chunks import Chunk
from language.programs.program import Piece, Routine
from language.rows.kept_rows import rows_of
from language.words.diagnostics import Diagnostic

_LINE_TOLD = re.compile(r"\b(lines?) (\d+)\b")
_WORD = re.compile(r"[^\W\d][\w.$]*")
MOST_KEPT = 4096  # chunks and runs that were moved to their places


class _Moved(NamedTuple):
    """A chunk or a run at its places: those of its lines, the foreign lines there, its pieces.

    get: Takes the foreign lines of the places from all of them.
    """

    places: tuple[Place, ...]
    get: Callable[[Sequence[str]], object]
    codes: object
    pieces: tuple[Piece, ...]


_line_of = itemgetter(0)  # the line of a place
_memory = Recent[_Moved](MOST_KEPT)


def forget() -> None:
    """Forgets all pieces that were moved."""
    _memory.clear()


def retold(message: str, line_of: Callable[[int], int]) -> str:
    """A message with the foreign lines in the place of those of the translation."""
    return _LINE_TOLD.sub(lambda m: f"{m[1]} {line_of(int(m[2]))}", message)


def _is_of_name(letter: str) -> bool:
    """Whether a letter, or none, may stand in a name."""
    return letter.isalnum() or (letter in ("_", "$") and bool(letter))


class Locator:
    """Moves what was read of a translation to its places in the foreign text."""

    def __init__(self, text: str, reading: Reading) -> None:
        self._places, self._text = reading.places, reading.text
        self._lines = rows_of(text)

    @cached_property
    def _said(self) -> tuple[str, ...]:
        """The lines of the translation."""
        return rows_of(self._text)

    def line(self, line: int) -> int:
        """The foreign line of a line of the translation, both from 1."""
        return self._place(line).line

    def _place(self, line: int) -> Place:
        return self._places[min(max(line, 1), len(self._places)) - 1] if self._places else Place(1)

    def _word(self, place: Place, word: str) -> tuple[int, int]:
        """The columns of a word in the code of a place; all of the code where it is not there."""
        code = self._code(place).upper()
        at = code.find(word, place.column - 1) if word else -1
        while at >= 0:
            end = at + len(word)
            if not (_is_of_name(code[at - 1 : at]) or _is_of_name(code[end : end + 1])):
                return at + 1, end + 1
            at = code.find(word, end)
        return place.column, place.end_column

    def named(self, line: int, use: NameUse) -> tuple[int, NameUse]:
        """The use of a name in the foreign text."""
        place = self._place(line)
        return place.line, self._use(place, use)

    def _use(self, place: Place, use: NameUse) -> NameUse:
        column, end = self._word(place, use.name)
        return NameUse(use.kind, use.name, column, end, use.defines, use.written)

    def _code(self, place: Place) -> str:
        """The foreign line of a place."""
        return self._lines[place.line - 1] if 0 < place.line <= len(self._lines) else ""

    def pieces(self, pieces: Sequence[Piece]) -> tuple[Piece, ...]:
        """Pieces whose lines count from the first line of the foreign text, as offsets from 0."""
        found = list[Piece]()
        for first, run in runs_of(pieces):
            found += self._located(run, first, run.size, partial(self._run, first, run))
        return tuple(found)

    def _run(self, first: int, run: ChunkRun) -> tuple[Piece, ...]:
        found = list[Piece]()
        for at, chunk in zip(run.offsets, run.chunks, strict=True):
            piece = Piece(first + at, chunk)
            found += self._located(chunk, first + at, chunk.size, partial(self._piece, piece))
        return tuple(found)

    def _piece(self, piece: Piece) -> tuple[Piece, ...]:
        return (Piece(0, self._chunk(piece)),)

    def _located(
        self, read: object, first: int, size: int, locate: Callable[[], tuple[Piece, ...]]
    ) -> tuple[Piece, ...]:
        """What was read of lines, at its places; kept while these and the code there are the same.

        read: The chunk or the run of chunks. first, size: The lines. locate: Finds the places.
        """
        places = self._places[first - 1 : first - 1 + size]
        # Lines that come before may be said in more lines of ours: the foreign place stays.
        key = (read, places[:1])
        kept = _memory.get(key)
        is_known = kept is not None and kept.places == places
        if kept is not None and is_known and kept.codes == kept.get(self._lines):
            return kept.pieces
        moved, last = locate(), len(self._lines)
        if places and all(0 < place.line <= last for place in places):
            get = itemgetter(*(place.line - 1 for place in places))
            _memory.put(key, _Moved(places, get, get(self._lines), moved))
        return moved

    def _chunk(self, piece: Piece) -> Chunk:
        first, chunk = piece
        places = self._places

        def moved(offset: int) -> int:
            return places[first + offset - 1].line

        entries = []
        for offset, parsed in chunk.entries:
            place = places[first + offset - 1]
            uses = tuple(self._use(place, use) for use in parsed.uses)
            line, column, end = place
            entries.append((line, parsed._replace(uses=uses, column=column, end_column=end)))
        faulty = {offset for offset, _ in chunk.faults}
        offsets = [offset for offset, _ in chunk.entries]
        return replace(
            chunk,
            entries=tuple(entries),
            faults=[e for e, offset in zip(entries, offsets, strict=True) if offset in faulty],
            defines={key: moved(offset) for key, offset in chunk.defines.items()},
            uses={
                key: (moved(offset), self._use(places[first + offset - 1], use))
                for key, (offset, use) in chunk.uses.items()
            },
            redefined=[(moved(offset), use) for offset, use in chunk.redefined],
            steps={step: moved(offset) for step, offset in chunk.steps.items()},
            repeated=[(moved(offset), step) for offset, step in chunk.repeated],
            directives=[],
        )

    def routine(self, routine: Routine) -> Routine:
        """A routine with its lines in the foreign text."""
        name, first, stop, header, parameters = routine
        lines = list(map(_line_of, self._places[max(first, 1) - 1 : max(stop - 1, 1)]))
        start = min(lines, default=1)
        head = self.line(header) if header else 0
        return Routine(name, start, max(lines, default=start) + 1, head, parameters)

    def diagnostic(self, found: Diagnostic) -> Diagnostic:
        """A finding of the translation at its place in the foreign text.

        Its corrections are left out: they would edit our words.
        """
        place = self._place(found.line)
        said = self._said[found.line - 1] if 0 < found.line <= len(self._said) else ""
        word = said[found.column - 1 : found.end_column - 1].upper()
        if not _WORD.fullmatch(word):
            word = ""
        column, end = self._word(place, word)
        message = retold(found.message, self.line)
        help = f"it is read as  {' '.join(said.split())}" if said.strip() else ""
        return Diagnostic(
            found.code, found.severity, place.line, column, place.line, end, message, help
        )
