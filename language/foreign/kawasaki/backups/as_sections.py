"""Sections of a file of AS or V+: some lines, with what they say whatever stands around them.

A section is kept, so that a text that is read again after an edit has only the edited section read
anew. What a whole file says is put together of its sections.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import pairwise
from math import isfinite
from typing import NamedTuple

from language.foreign.kawasaki.as_forms import is_assignment
from language.foreign.kawasaki.as_tokens import (
    NAME,
    STRING,
    Word,
    code_and_remark,
    our_name,
    words_of,
)
from language.foreign.kawasaki.backups.as_lines import (
    HEAD,
    PLACE_NUMBERS,
    TAIL,
    Constant,
    Line,
    called_by,
    constant_of,
    gives_time,
    label_of,
    target_of,
)
from language.foreign.kawasaki.backups.beginnings import Beginning, beginning_of

_BLOCK = re.compile(r"\.([A-Z][A-Z0-9_]*)\b", re.IGNORECASE)
_END = re.compile(r"\.E(?:N(?:D)?)?\b", re.IGNORECASE)
_ROW = re.compile(r"\s*(#?)([^\W\d][\w.]*(?:\[[\d,\s]*\])?)\s*=?\s*(.*)")
# The name of a signal: an output, an input or an internal one; behind | stands a remark.
_SIGNAL = re.compile(r'N_(OX|WX|INT)(\d+)\s+"\s*([^\W\d][\w.]*(?:\[[\d,\s]*\])?)\s*(?:\|.*|")')
_FIRST_SIGNAL = {"OX": 0, "WX": 1000, "INT": 2000}
_STRING = re.compile(r'(\$[\w.]+)(\[[\d,\s]*\])?\s*=?\s*"([^"]*)"?.*')
_CALL = re.compile(r"\bCALL\s+([^\W\d][\w.]*)", re.IGNORECASE)
_TASK = re.compile(r"\b(?:PCEXECUTE|EXECUTE)\s+(?:\d+\s*:?\s*)?([^\W\d][\w.]*)", re.IGNORECASE)
_MOTION = re.compile(r"\s*(?:\d+\s+)?(?:[LJCX]\d?MOVE|MOVES?|JOINT|LINEAR|HOME)\b", re.IGNORECASE)
# Words of statements that neither wait nor move nor go back.
_BRIEF = frozenset(
    {
        "IF", "ELSE", "END", "CASE", "SCASE", "VALUE", "SVALUE", "ANY", "FOR", "CALL", "SIGNAL",
        "BITS", "POINT", "SET", "PRINT", "TYPE", "RETURN", "TIMER", "DECOMPOSE", "HERE",
        "IFPWPRINT", ".PROGRAM", ".END",
    }
)  # fmt: skip
PROGRAM, LOOSE = "PROGRAM", ""
TABLES = ("AUXDATA", "SYSDATA")
BY_TEXT = frozenset({"SCALL", "EXISTPGM"})  # words behind which a text names a program
LONGEST_NAME = 24  # letters of a string that may be a part of the name of a program
PLACES = ("TRANS", "JOINTS", "LOCATIONS")
MOST_KEPT, MOST_MOVED = 8192, 1024


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

    @cached_property
    def origin(self) -> str:
        """Where the value stands, in words."""
        by = "set by a program" if self.is_set else "value of the last run"
        return f"{self.file + ':' if self.file else 'line '}{self.line}, {by}"

    @cached_property
    def key(self) -> str:
        """The name without its index, in capitals."""
        return self.name.lstrip("#").partition("[")[0].upper()

    @cached_property
    def shown(self) -> tuple[str, ...]:
        """The numbers as text."""
        return tuple(f"{value:.10g}" for value in self.numbers)

    @cached_property
    def as_point(self) -> str:
        """The line of ours that gives the location its value; numbers that are absent are 0."""
        values = (*self.shown, *["0"] * PLACE_NUMBERS)[:PLACE_NUMBERS]
        return f"  POINT {self.name} = {', '.join(values)}"


class Told(NamedTuple):
    """A text of a backup. name: Its name there. shown: Its name here, with its index."""

    name: str
    shown: str
    text: str


@dataclass(frozen=True, eq=False)
class Stretch:
    """Code of one program within a section; names are in capitals.

    head: Its program where that begins here; None for the one of the lines before. at, code: Index
    and text of the first line. calls: Index of each line that calls, and the program. named: All
    programs behind the word CALL. tasks: Programs of tasks. moves: Whether it has a motion.
    is_long: Whether it has a line that waits, moves or goes back. is_ended: Whether it has the end
    of a program. sets: Names that get a value. labels: Those of its lines. beginning: What it gives
    names before a loop or a wait. calls_by_text: Whether a text names the program that a line
    calls. strings: Those that stand in it, in capitals. is_timed: Whether a line gives the next
    motion a time. of_texts: The words of the lines that may give names of texts a value, or use
    them.
    """

    head: str | None
    at: int
    code: str
    calls: tuple[tuple[int, str], ...]
    named: frozenset[str]
    tasks: frozenset[str]
    moves: bool
    is_long: bool
    is_ended: bool
    sets: frozenset[str]
    labels: frozenset[str]
    constants: tuple[Constant, ...]
    beginning: Beginning
    calls_by_text: bool
    strings: frozenset[str]
    is_timed: bool
    of_texts: tuple[list[Word], ...]


@dataclass(eq=False)
class Section:
    """What some lines of a file say; lines count from its first one.

    file: Name of the file, "" for the file of the programs. after: The block in which the next line
    stands. numbers, places: Values, with their names in capitals. signals: Numbers of signals that
    have names. faults: Index, code and message
    of data that are not read. is_whole: Whether the numbers of a controller begin here.
    """

    size: int
    file: str
    after: str = LOOSE
    lines: list[Line] = field(default_factory=list)
    numbers: dict[str, Given] = field(default_factory=dict)
    places: dict[str, Given] = field(default_factory=dict)
    tables: dict[str, tuple[float, ...]] = field(default_factory=dict)
    strings: dict[str, Told] = field(default_factory=dict)
    signals: dict[str, Given] = field(default_factory=dict)
    faults: list[tuple[int, str, str]] = field(default_factory=list)
    is_whole: bool = False

    @cached_property
    def stretches(self) -> tuple[Stretch, ...]:
        """The code, parted where programs begin."""
        return tuple(_stretch(lines) for lines in _parted(self.lines))

    @cached_property
    def names(self) -> frozenset[str]:
        """The names in the code as ours, in capitals."""
        words = {word.text for line in self.lines for word in line.words if word.kind == NAME}
        return frozenset(our_name(text).upper() for text in words)

    @cached_property
    def starts_at_edge(self) -> bool | None:
        """Whether its first statement is a head or an end of a program; None for no statement."""
        first = next((line for line in self.lines if line.words), None)
        return None if first is None else _is_edge(first)

    @cached_property
    def last(self) -> frozenset[int]:
        """Indices of the statements behind which a head or an end stands in this section."""
        kept = [line for line in self.lines if line.words]
        return frozenset(line.at for line, after in pairwise(kept) if _is_edge(after))

    @cached_property
    def last_statement(self) -> int:
        """The index of the last statement; -1 for none."""
        return next((line.at for line in reversed(self.lines) if line.words), -1)


class Placed(NamedTuple):
    """A section in its file. first: Index of its first line. called: For a program of another file
    the index of the line that calls it."""

    first: int
    section: Section
    called: int = 0


def sections_of(parts: Iterable[Sequence[str]], file: str) -> Iterator[Placed]:
    """The sections of parts of a text. file: Its name, "" for the file of the programs."""
    first, block = 0, LOOSE
    for lines in parts:
        section = _section(tuple(lines), block, file)
        yield Placed(first, section)
        first, block = first + section.size, section.after


def forget() -> None:
    """Forgets all sections."""
    _section.cache_clear()
    values_of.cache_clear()


@lru_cache(maxsize=MOST_MOVED)
def values_of(placed: Placed) -> tuple[dict[str, Given], dict[str, Given]]:
    """The numbers and the places of a section, with their lines in the file."""
    first, section, _ = placed
    return _moved(section.numbers, first), _moved(section.places, first)


def signals_of(placed: Placed) -> dict[str, Given]:
    """The numbers of signals that have names in a section, with their lines in the file."""
    return _moved(placed.section.signals, placed.first)


def _moved(values: dict[str, Given], by: int) -> dict[str, Given]:
    return {key: replace(given, line=given.line + by) for key, given in values.items()}


def _is_edge(line: Line) -> bool:
    """Whether a line is the head or the end of a program."""
    return bool(HEAD.match(line.code) or TAIL.match(line.code))


def _parted(lines: Iterable[Line]) -> list[list[Line]]:
    parts: list[list[Line]] = []
    for line in lines:
        if not parts or HEAD.match(line.code):
            parts.append([])
        parts[-1].append(line)
    return parts


def _stretch(lines: Sequence[Line]) -> Stretch:
    head = HEAD.match(lines[0].code)
    inside = [line for line in lines[head is not None :] if line.words]
    text = "\n".join(line.code for line in inside)
    targets = [target_of(line.words) for line in inside]
    given = (constant_of(line, target) for line, target in zip(inside, targets, strict=True))
    calls = ((line.at, called_by(line.words)) for line in inside)
    return Stretch(
        head[1].upper() if head else None,
        lines[0].at,
        lines[0].code,
        tuple((at, called) for at, called in calls if called),
        frozenset(name.upper() for name in _CALL.findall(text)),
        frozenset(name.upper() for name in _TASK.findall(text)),
        any(_MOTION.match(line.code) for line in inside),
        any(line.words[0].key not in _BRIEF and not is_assignment(line.words) for line in inside),
        any(TAIL.match(line.code) for line in inside),
        frozenset(target.partition("[")[0].upper() for target in targets if target),
        frozenset(label_of(line.words)[0].upper() for line in inside),
        tuple(each for each in given if each is not None),
        beginning_of(inside),
        any(word.key in BY_TEXT for line in inside for word in line.words),
        frozenset(
            word.key.strip('"')
            for line in inside
            for word in line.words
            if word.kind == STRING and len(word.text) <= LONGEST_NAME
        ),
        any(gives_time(line.words) for line in inside),
        tuple(line.words for line in inside if _is_of_texts(line.words)),
    )


def _is_of_texts(words: Sequence[Word]) -> bool:
    """Whether a line names a text, or gives a program one."""
    if any(word.is_text and word.kind == NAME for word in words):
        return True
    return any(word.is_text for word in words) and bool(called_by(words))


@lru_cache(maxsize=MOST_KEPT)
def _section(lines: tuple[str, ...], block: str, file: str) -> Section:
    """The section of some lines. block: The one in which the first line stands."""
    section = Section(len(lines), file)
    for at, line in enumerate(lines):
        block = _taken(section, block, at, line)
    section.after = block
    return section


def _taken(section: Section, block: str, at: int, line: str) -> str:
    """Takes a line; the block in which the next one stands."""
    bare = line.strip()
    head = _BLOCK.match(bare) if bare.startswith(".") else None
    name = head[1].upper() if head else ""
    if block in (LOOSE, PROGRAM):
        if bare and (block == PROGRAM or name == PROGRAM or not bare.startswith(".")):
            section.lines.append(Line(at, *code_and_remark(line), words_of(line)))
        if name == PROGRAM or (block == LOOSE and name and not _END.match(bare)):
            section.is_whole |= name == "REALS"
            return name
        return LOOSE if block == PROGRAM and _END.match(bare) else block
    if name == PROGRAM:  # the block before has no end: the file was cut
        section.lines.append(Line(at, *code_and_remark(line), words_of(line)))
        return name
    if _END.match(bare):
        return LOOSE
    if bare:
        _data(section, block, bare, at, line)
    return block


def _data(into: Section, block: str, line: str, at: int, code: str) -> None:
    """Reads a line of a block of values."""
    if block in TABLES and (named := _SIGNAL.match(line)) is not None:
        number = float(_FIRST_SIGNAL[named[1]] + int(named[2]))
        name, bracket, index = named[3].partition("[")
        given = Given(f"{our_name(name)}{bracket}{index}", (number,), at + 1, into.file)
        into.signals.setdefault(given.name.upper(), given)
        return
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
        if not into.file:
            into.faults.append((at, code, "this line of values is not read"))
        return
    name, bracket, index = found[2].partition("[")
    given = Given(f"{found[1]}{our_name(name)}{bracket}{index}", tuple(numbers), at + 1, into.file)
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
