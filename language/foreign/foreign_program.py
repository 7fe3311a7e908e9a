"""A foreign text as a program of ours whose statements stand where the foreign ones stand.

The translation is parsed as any text of ours. Then each place in it is replaced by the place in the
foreign text that it comes from, so that all that works on a program works on the foreign file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import attrgetter
from types import MappingProxyType

from language.expressions.trees import NameUse
from language.foreign.reading import NOT_CARRIED_OUT, UNREADABLE, Coverage, Place, Reading
from language.programs.chunks import Chunk
from language.programs.parser import parse
from language.programs.program import (
    NAMES_ELSEWHERE,
    Piece,
    Program,
    Routine,
    RoutineCode,
    Statement,
)
from language.words.diagnostics import ERROR, Diagnostic, text_lines

_LINE_TOLD = re.compile(r"\b(lines?) (\d+)\b")
_WORD = re.compile(r"[^\W\d][\w.$]*")


@dataclass(frozen=True, eq=False)
class ForeignProgram(Program):
    """A program whose text is foreign; places in it are those of the foreign text.

    translation: The program in our language, which is run. reading: What its reader gave. Lines of
    a foreign text may hold several statements. maker: The key of its language.
    """

    translation: Program = field(default_factory=lambda: parse(""))
    reading: Reading = field(default_factory=lambda: Reading("", ()))
    maker: str = ""

    @cached_property
    def names(self) -> tuple[tuple[int, NameUse], ...]:
        """Every use of a name with its line in the foreign text."""
        locate = _Locator(self.text, self.reading)
        return tuple(sorted(locate.named(line, use) for line, use in self.translation.names))

    def code_of_routine(self, number: int) -> RoutineCode:
        """The statements of a program, as the translation parts them.

        Lines of a foreign text do not: one may hold statements of several programs, a function may
        stand inside of another one, and a label is said in the line of the end of its loop.
        """
        inside, labels = self.translation.code_of_routine(number)
        number_of = self._number_of
        return RoutineCode([self.statements[number_of[id(each)]] for each in inside], labels)

    @cached_property
    def _number_of(self) -> Mapping[int, int]:
        """The index of each statement of the translation, by its identity."""
        return {id(each): at for at, each in enumerate(self.translation.statements)}

    @cached_property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The errors with which the program cannot run: those of the translation.

        A line that the reader does not understand is left out, and the rest is run. A name without
        a value ends a run only where it is used: other files of a controller may give it one.
        """
        found = (d for d in self.diagnostics if d.severity == ERROR)
        return tuple(d for d in found if d.code not in (NOT_CARRIED_OUT, *NAMES_ELSEWHERE))

    @cached_property
    def definitions(self) -> tuple[Statement, ...]:
        """None: points of the foreign text are not edited as points of ours."""
        return ()

    @property
    def coverage(self) -> Coverage:
        """How much of the foreign text is carried out."""
        return self.reading.coverage

    @cached_property
    def lines_said(self) -> Mapping[int, tuple[str, ...]]:
        """The lines of our language that a line of the foreign text comes to."""
        found: dict[int, list[str]] = {}
        for line, place in zip(text_lines(self.translation.text), self.reading.places, strict=True):
            if line.strip():
                found.setdefault(place.line, []).append(line.strip())
        return MappingProxyType({number: tuple(lines) for number, lines in found.items()})


def foreign_program(text: str, reading: Reading, maker: str = "") -> ForeignProgram:
    """The program of a foreign text, from what its reader gave.

    maker: The key of its language.
    """
    own = parse(reading.text)
    locate = _Locator(text, reading)
    pieces = tuple(Piece(0, locate.chunk(piece)) for piece in own.pieces)
    is_read = not any(d.code == UNREADABLE for d in reading.findings)
    found = [*reading.findings, *map(locate.diagnostic, own.diagnostics if is_read else ())]
    found.sort(key=attrgetter("line", "column", "code"))
    routines = tuple(locate.routine(routine) for routine in own.routines)
    return ForeignProgram(
        text, pieces, tuple(found), own.dialect, routines, own.elsewhere, own, reading, maker
    )


def _is_of_name(letter: str) -> bool:
    """Whether a letter, or none, may stand in a name."""
    return letter.isalnum() or (letter in ("_", "$") and bool(letter))


class _Locator:
    """Moves what was read of a translation to its places in the foreign text."""

    def __init__(self, text: str, reading: Reading) -> None:
        self._places = reading.places
        self._said = text_lines(reading.text)
        self._upper = [line.upper() for line in text_lines(text)]

    def line(self, line: int) -> int:
        """The foreign line of a line of the translation, both from 1."""
        return self._place(line).line

    def _place(self, line: int) -> Place:
        return self._places[min(max(line, 1), len(self._places)) - 1] if self._places else Place(1)

    def _word(self, place: Place, word: str) -> tuple[int, int]:
        """The columns of a word in the code of a place; all of the code where it is not there."""
        code = self._upper[place.line - 1] if 0 < place.line <= len(self._upper) else ""
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

    def chunk(self, piece: Piece) -> Chunk:
        """A chunk whose lines count from the first line of the foreign text, as offsets from 0."""
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
        lines = [place.line for place in self._places[max(first, 1) - 1 : max(stop - 1, 1)]]
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
        message = _LINE_TOLD.sub(lambda m: f"{m[1]} {self.line(int(m[2]))}", found.message)
        help = f"it is read as  {' '.join(said.split())}" if said.strip() else ""
        return Diagnostic(
            found.code, found.severity, place.line, column, place.line, end, message, help
        )
