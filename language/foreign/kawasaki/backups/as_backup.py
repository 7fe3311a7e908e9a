"""A file of AS or V+ with what the files beside it give: programs, values, texts, tables.

A backup holds blocks from `.NAME` to `.END`. Those of the net, the panel and the servos say nothing
of motions and are passed over. What the files beside a program give to it says `as_folder`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from language.foreign.kawasaki.backups.as_facts import Facts
from language.foreign.kawasaki.backups.as_lines import Constant
from language.foreign.kawasaki.backups.as_sections import (
    Given,
    Placed,
    Stretch,
    Told,
    sections_of,
    signals_of,
    values_of,
)
from language.foreign.kawasaki.backups.beginnings import put_together
from language.foreign.kept.parts import cut
from language.rows.kept_rows import rows_of

# The code of each program by its name in capitals; "" for what stands before the first one.
Programs = Mapping[str, Sequence[tuple[Placed, Stretch]]]
_TOOL = re.compile(r"TOOL(\d)")


@dataclass
class Backup:
    """A file in its parts.

    file: Its name, "" for the file of the programs. sections: All of it, in order. strings: Texts
    by their names here in capitals. is_whole: Whether it holds the numbers of the controller, so
    that those that are absent have no value. clashes: Why a name has no value to which files of the
    folder give several. beside: The programs of other files that are called. elsewhere: What
    the programs of other files set first.
    """

    file: str
    sections: tuple[Placed, ...]
    places: dict[str, Given] = field(default_factory=dict)
    numbers: dict[str, Given] = field(default_factory=dict)
    tables: dict[str, tuple[float, ...]] = field(default_factory=dict)
    strings: dict[str, Told] = field(default_factory=dict)
    is_whole: bool = False
    clashes: dict[str, str] = field(default_factory=dict)
    beside: tuple[Placed, ...] = ()
    elsewhere: Mapping[tuple[str, bool], Given] = field(default_factory=dict)

    def facts(self, facts: Facts) -> Facts:
        """The facts with the tables of this backup."""
        tools = {
            found[1]: ", ".join(f"{value:.10g}" for value in row[:6])
            for key, row in self.tables.items()
            if (found := _TOOL.fullmatch(key)) and len(row) >= 6
        }
        return replace(
            facts,
            speeds=self.tables.get("SPEED") or facts.speeds,
            zones=self.tables.get("ACCUR") or facts.zones,
            times=self.tables.get("TIMER") or facts.times,
            tools={**facts.tools, **tools},
        )

    @property
    def has_code(self) -> bool:
        """Whether it holds a line of code."""
        return any(placed.section.lines for placed in self.sections)

    @cached_property
    def own_code(self) -> Programs:
        """The code of each program of this file."""
        return by_program(self.sections)

    @cached_property
    def all_code(self) -> tuple[Placed, ...]:
        """The sections with code, those of called programs of other files behind its own."""
        own = (placed for placed in self.sections if placed.section.lines)
        return (*own, *self.beside)

    @cached_property
    def code(self) -> Programs:
        """The code of each program, those of other files that are called among them."""
        return by_program(self.all_code) if self.beside else self.own_code

    @cached_property
    def names(self) -> frozenset[str]:
        """The names in the code as ours, in capitals."""
        return frozenset().union(*(placed.section.names for placed in self.all_code))

    @cached_property
    def heads(self) -> dict[str, tuple[int, str]]:
        """Index and code of the first head of each program of this file."""
        found: dict[str, tuple[int, str]] = {}
        for first, section, _ in self.sections:
            for stretch in section.stretches:
                if stretch.head is not None:
                    found.setdefault(stretch.head, (first + stretch.at, stretch.code))
        return found


def parts_of(text: str, file: str = "") -> Backup:
    """The parts of a text. file: Its name, "" for the file of the programs."""
    backup = Backup(file, tuple(sections_of(cut(rows_of(text)), file)))
    for placed in backup.sections:
        section = placed.section
        backup.is_whole |= section.is_whole
        if section.tables:
            backup.tables = {**section.tables, **backup.tables}
        if section.strings:
            backup.strings |= section.strings
        if section.numbers or section.places:
            numbers, places = values_of(placed)
            backup.numbers |= numbers
            backup.places |= places
    for placed in backup.sections:
        if placed.section.signals:
            backup.numbers = {**signals_of(placed), **backup.numbers}
    return backup


def by_program(sections: Iterable[Placed]) -> Programs:
    """The code of each program."""
    found: dict[str, list[tuple[Placed, Stretch]]] = {}
    here = ""
    for placed in sections:
        for stretch in placed.section.stretches:
            here = here if stretch.head is None else stretch.head
            found.setdefault(here, []).append((placed, stretch))
    return found


def constants(code: Iterable[tuple[Placed, Stretch]]) -> Mapping[tuple[str, bool], Given]:
    """The global names that lines set to one number or one place of numbers, each time the same.

    The keys are names in capitals, and whether they are names of places.
    """
    return _agreed((constant, placed) for placed, stretch in code for constant in stretch.constants)


def first_values(
    programs: Iterable[Sequence[tuple[Placed, Stretch]]],
) -> Mapping[tuple[str, bool], Given]:
    """The global names that programs set to one number or place before their first loop or wait.

    A name that has another value in the beginning of another program is left out.
    """
    return _agreed(each for program in programs for each in _first_of(program))


def _first_of(program: Sequence[tuple[Placed, Stretch]]) -> Iterator[tuple[Constant, Placed]]:
    """What a program sets first; without numbers where that is not clear."""
    where: dict[Constant, Placed] = {}
    for placed, stretch in program:
        where |= dict.fromkeys((given for given, _ in stretch.beginning.given), placed)
    beginnings = (stretch.beginning for _, stretch in program)
    for given, is_clear in put_together(program[0][1].code, beginnings).items():
        yield given if is_clear else given._replace(numbers=()), where[given]


def _agreed(
    given: Iterable[tuple[Constant, Placed]],
) -> Mapping[tuple[str, bool], Given]:
    """The names to which constants give one value only."""
    found: dict[tuple[str, bool], Given | None] = {}
    for (key, name, numbers, at), placed in given:
        line, file = placed.first + at + 1, placed.section.file
        value = Given(name, numbers, line, file, True) if numbers else None
        before = found.setdefault(key, value)
        if before is None or value is None or before.numbers != value.numbers:
            found[key] = None
    return {key: given for key, given in found.items() if given is not None}
