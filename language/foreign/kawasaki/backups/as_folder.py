"""What the files beside a program of AS or V+ give to it: values, and the programs that it calls.

A controller holds all its files at once. Here files are one: those of its folder give locations and
numbers, the programs that are called, and the constants that their other programs set. A name to
which they give several values has none.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from language.foreign.kawasaki.backups.as_backup import (
    Backup,
    constants,
    first_values,
    parts_of,
)
from language.foreign.kawasaki.backups.as_lines import HEAD, TAIL, Line
from language.foreign.kawasaki.backups.as_sections import Given, Placed, Section, Stretch

Files = tuple[tuple[str, str], ...]  # name and text of each


def backup_of(text: str, data: Sequence[tuple[str, str]] = ()) -> Backup:
    """The parts of a text, with what other files give to it. data: Name and text of each."""
    own = parts_of(text)
    others = [_kept_parts(more, name) for name, more in data]
    was_whole = own.is_whole
    _take_values(own, others)
    _take_called(own, _programs_of(tuple(data)))
    _take_constants(own, tuple(data))
    if not was_whole:
        own.elsewhere = _first_values_of(tuple(data))
    return own


@lru_cache(maxsize=64)
def _kept_parts(text: str, file: str) -> Backup:
    """The parts of a file that changes seldom."""
    return parts_of(text, file)


def _take_values(own: Backup, others: Sequence[Backup]) -> None:
    """Takes the values of the last run that stand in other files.

    A whole backup takes none from files that hold programs: these are of another controller.
    """
    was_whole = own.is_whole
    for other in others:
        if was_whole and other.has_code:
            continue
        own.tables = {**other.tables, **own.tables}
        own.strings = {**other.strings, **own.strings}
        own.is_whole |= other.is_whole and not other.has_code
        for mine, theirs in ((own.numbers, other.numbers), (own.places, other.places)):
            _add(own, mine, theirs.values())
    for values in (own.numbers, own.places):
        for key in [key for key, given in values.items() if given.key in own.clashes]:
            del values[key]


def _add(own: Backup, values: dict[str, Given], more: Iterable[Given]) -> None:
    """Adds values to those of a backup; its own ones stay, others may not contradict each other."""
    for given in more:
        before = values.setdefault(given.name.upper(), given)
        if before.file and before.numbers != given.numbers:
            places = f"{before.file}:{before.line} and {given.file}:{given.line}"
            own.clashes.setdefault(given.key, f"has several values, in {places}")


@lru_cache(maxsize=8)
def _programs_of(data: Files) -> Mapping[str, Section | None]:
    """The programs of some files by their names in capitals; None for several of one name."""
    known: dict[str, tuple[str, tuple[Line, ...]]] = {}
    named = set[str]()  # programs that stand in a file of their name
    for name, text in data:
        for program, lines in _programs(_kept_parts(text, name)):
            is_named = name.upper().rpartition(".")[0] == program
            if is_named and program not in named:
                named.add(program)
                known[program] = name, lines
            elif program in named and not is_named:
                continue
            before = known.setdefault(program, (name, lines))[1]
            if [line.code for line in before] != [line.code for line in lines]:
                known[program] = name, ()  # none of them is meant
    return {
        program: Section(len(lines), file, lines=list(lines)) if lines else None
        for program, (file, lines) in known.items()
    }


def _take_called(own: Backup, known: Mapping[str, Section | None]) -> None:
    """Takes the programs of other files that are called, and those that these call."""
    if not known:
        return
    taken = {
        program
        for program, code in own.own_code.items()
        if any(stretch.is_ended for _, stretch in code)
    }
    waiting, found = deque(own.sections), list[Placed]()
    while waiting:
        placed = waiting.popleft()
        for at, called in _calls(placed.section):
            section = known.get(called)
            if called in taken or section is None:
                continue
            taken.add(called)
            more = Placed(0, section, placed.called if placed.section.file else placed.first + at)
            found.append(more)
            waiting.append(more)
    own.beside = tuple(found)


def _calls(section: Section) -> Iterable[tuple[int, str]]:
    return (call for stretch in section.stretches for call in stretch.calls)


def _programs(backup: Backup) -> Iterator[tuple[str, tuple[Line, ...]]]:
    """The programs of a file by their names in capitals, each with its head and its end."""
    name, lines = "", list[Line]()
    for first, section, _ in backup.sections:
        for line in section.lines:
            head = HEAD.match(line.code)
            if head is not None:
                name, lines = head[1].upper(), []
            if not name:
                continue
            lines.append(line._replace(at=first + line.at))
            if TAIL.match(line.code):
                yield name, tuple(lines)
                name = ""


def _take_constants(own: Backup, data: Files) -> None:
    """Takes the names that other programs set to one number or place, and to nothing else."""
    theirs = _constants_of(data)
    if not theirs:
        return
    code = [stretch for placed in own.all_code for stretch in placed.section.stretches]
    own_set = frozenset[str]().union(*(stretch.sets for stretch in code))
    named = own.names
    for (name, _), given in theirs.items():
        if given.key not in named or given.key in own_set or name in own.clashes:
            continue
        values = own.numbers if len(given.numbers) == 1 else own.places
        values.setdefault(given.name.upper(), given)


@lru_cache(maxsize=8)
def _constants_of(data: Files) -> Mapping[tuple[str, bool], Given]:
    """The constants of the programs of some files."""
    return constants(_code_of(data))


@lru_cache(maxsize=8)
def _first_values_of(data: Files) -> Mapping[tuple[str, bool], Given]:
    """What the programs of some files set first."""
    files = (_kept_parts(text, name).own_code for name, text in data)
    return first_values(own for programs in files for name, own in programs.items() if name)


def _code_of(data: Files) -> Iterator[tuple[Placed, Stretch]]:
    """The code of some files."""
    for name, text in data:
        for placed in _kept_parts(text, name).sections:
            for stretch in placed.section.stretches:
                yield placed, stretch
