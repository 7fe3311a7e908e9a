"""A foreign text as a program of ours whose statements stand where the foreign ones stand.

The translation is parsed as any text of ours. Then each place in it is replaced by the place in the
foreign text that it comes from, so that all that works on a program works on the foreign file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter
from types import MappingProxyType

from language.expressions.trees import NameUse
from language.foreign.locator import Locator
from language.foreign.own_program import own_program
from language.foreign.reading import NOT_CARRIED_OUT, UNREADABLE, Coverage, Reading
from language.programs.parser import parse
from language.programs.program import (
    NAMES_ELSEWHERE,
    Program,
    RoutineCode,
    Statement,
)
from language.rows.kept_rows import rows_of
from language.words.diagnostics import ERROR, Diagnostic


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
        locate = Locator(self.text, self.reading)
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
        for line, place in zip(rows_of(self.translation.text), self.reading.places, strict=True):
            if line.strip():
                found.setdefault(place.line, []).append(line.strip())
        return MappingProxyType({number: tuple(lines) for number, lines in found.items()})


def foreign_program(text: str, reading: Reading, maker: str = "") -> ForeignProgram:
    """The program of a foreign text, from what its reader gave.

    maker: The key of its language.
    """
    own = own_program(reading.text)
    locate = Locator(text, reading)
    pieces = locate.pieces(own.pieces)
    is_read = not any(d.code == UNREADABLE for d in reading.findings)
    found = [*reading.findings, *map(locate.diagnostic, own.diagnostics if is_read else ())]
    found.sort(key=attrgetter("line", "column", "code"))
    routines = tuple(locate.routine(routine) for routine in own.routines)
    return ForeignProgram(
        text, pieces, tuple(found), own.dialect, routines, own.elsewhere, own, reading, maker
    )
