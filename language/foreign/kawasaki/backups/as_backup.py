"""The parts of a file of AS or V+: programs, locations, joint values, numbers, tables.

A backup holds blocks from `.NAME` to `.END`. Those of the net, the panel and the servos say nothing
of motions and are passed over. What the files beside a program give to it says `as_folder`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import isfinite
from typing import NamedTuple

from language.foreign.kawasaki.as_tokens import NAME, Word, code_and_remark, our_name, words_of
from language.foreign.kawasaki.backups.as_facts import Facts

_BLOCK = re.compile(r"\.([A-Z][A-Z0-9_]*)\b", re.IGNORECASE)
_END = re.compile(r"\.E(?:N(?:D)?)?\b", re.IGNORECASE)
_ROW = re.compile(r"\s*(#?)([^\W\d][\w.]*(?:\[[\d,\s]*\])?)\s*=?\s*(.*)")
_STRING = re.compile(r'(\$[\w.]+)(\[[\d,\s]*\])?\s*=?\s*"([^"]*)"?.*')
_TOOL = re.compile(r"TOOL(\d)")
PROGRAM, LOOSE = "PROGRAM", ""
TABLES = ("AUXDATA", "SYSDATA")
PLACES = ("TRANS", "JOINTS", "LOCATIONS")


@dataclass(frozen=True)
class Given:
    """A value of a backup.

    name: Its name here, with its index; # before joint values. numbers: One, or those of a place.
    line: From 1. file: Its name, "" for the file of the programs. is_set: Whether a program sets
    it, else it is of the last run.
    """

    name: str
    numbers: tuple[float, ...]
    line: int
    file: str = ""
    is_set: bool = False

    @property
    def origin(self) -> str:
        """Where the value stands, in words."""
        by = "set by a program" if self.is_set else "value of the last run"
        return f"{self.file + ':' if self.file else 'line '}{self.line}, {by}"

    @property
    def key(self) -> str:
        """The name without its index, in capitals."""
        return self.name.lstrip("#").partition("[")[0].upper()


class Told(NamedTuple):
    """A text of a backup. name: Its name there. shown: Its name here, with its index."""

    name: str
    shown: str
    text: str


class Line(NamedTuple):
    """A line of code. at: Its index. remark: What stands behind `;`. file: Its name, "" for the
    file of the programs. called: Index of the line that calls the program of another file."""

    at: int
    code: str
    remark: str
    words: list[Word]
    file: str = ""
    called: int = 0


@dataclass
class Backup:
    """A file in its parts.

    file: Its name, "" for the file of the programs. code: Index and text of each line of programs,
    and of lines that stand outside all blocks. strings: Texts by their names here in capitals.
    faults: Index and message of data that are not read. is_whole: Whether it holds the numbers of
    the controller, so that those that are absent have no value. clashes: Why a name has no value to
    which files of the folder give several. beside: Lines of the programs of other files that are
    called.
    """

    lines: Sequence[str]
    file: str = ""
    code: list[tuple[int, str]] = field(default_factory=list)
    places: dict[str, Given] = field(default_factory=dict)
    numbers: dict[str, Given] = field(default_factory=dict)
    tables: dict[str, tuple[float, ...]] = field(default_factory=dict)
    strings: dict[str, Told] = field(default_factory=dict)
    faults: list[tuple[int, str]] = field(default_factory=list)
    is_whole: bool = False
    clashes: dict[str, str] = field(default_factory=dict)
    beside: tuple[Line, ...] = ()

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

    @cached_property
    def parts(self) -> tuple[Line, ...]:
        """The lines of code with their words."""
        return tuple(
            Line(at, *code_and_remark(line), words_of(line), self.file) for at, line in self.code
        )

    @cached_property
    def names(self) -> frozenset[str]:
        """The names in the code as ours, in capitals."""
        lines = (*self.parts, *self.beside)
        words = {word.text for line in lines for word in line.words if word.kind == NAME}
        return frozenset(our_name(text).upper() for text in words)


def parts_of(text: str, file: str = "") -> Backup:
    """The parts of a text. file: Its name, "" for the file of the programs."""
    backup = Backup(text.split("\n"), file)
    _read(backup, file)
    return backup


def _read(backup: Backup, file: str) -> None:
    block = LOOSE
    for at, line in enumerate(backup.lines):
        bare = line.strip()
        head = _BLOCK.match(bare) if bare.startswith(".") else None
        name = head[1].upper() if head else ""
        if block in (LOOSE, PROGRAM):
            opens = name == PROGRAM or (block == LOOSE and name and not _END.match(bare))
            is_code = block == PROGRAM or name == PROGRAM or not bare.startswith(".")
            if is_code and bare:
                backup.code.append((at, line))
            if opens:
                block = name
                backup.is_whole |= name == "REALS"
            elif block == PROGRAM and _END.match(bare):
                block = LOOSE
        elif name == PROGRAM:  # the block before has no end: the file was cut
            block = name
            backup.code.append((at, line))
        elif _END.match(bare):
            block = LOOSE
        elif bare:
            _data(backup, block, bare, at, file)


def _data(into: Backup, block: str, line: str, at: int, file: str) -> None:
    """Reads a line of a block of values."""
    if block in TABLES:
        key, *rest = line.split()
        into.tables.setdefault(key.upper(), tuple(_numbers(rest)))
        return
    if block == "STRINGS" and (told := _STRING.fullmatch(line)) is not None:
        shown = f"{our_name(told[1])}{told[2] or ''}"
        into.strings[shown.upper()] = Told(told[1], shown, told[3])
    if block not in (*PLACES, "REALS"):
        return
    found = _ROW.fullmatch(line.partition(";")[0].strip())
    numbers = _numbers(found[3].replace(",", " ").split()) if found else []
    wanted = 1 if block == "REALS" else 3
    if found is None or len(numbers) < wanted:
        if not file:
            into.faults.append((at, "this line of values is not read"))
        return
    name, bracket, index = found[2].partition("[")
    given = Given(f"{found[1]}{our_name(name)}{bracket}{index}", tuple(numbers), at + 1, file)
    (into.numbers if block == "REALS" else into.places)[given.name.upper()] = given


def _numbers(words: Sequence[str]) -> list[float]:
    """The numbers at the beginning of a row."""
    found = list[float]()
    for word in words:
        try:
            value = float(word)
        except ValueError:
            break
        if not isfinite(value):
            break
        found.append(value)
    return found
