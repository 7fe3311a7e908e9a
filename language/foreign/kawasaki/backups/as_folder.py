"""What the files beside a program of AS or V+ give to it: values, and the programs that it calls.

A controller holds all its files at once. Here files are one: those of its folder give locations and
numbers, the programs that are called, and the constants that their other programs set. A name to
which they give several values has none.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from language.foreign.kawasaki.as_forms import is_assignment
from language.foreign.kawasaki.as_tokens import NAME, NUMBER, Word, our_name, split
from language.foreign.kawasaki.backups.as_backup import Backup, Given, Line, parts_of

HEAD = re.compile(r"\s*\.PROGRAM\s+([^\s(;#@]+)", re.IGNORECASE)
TAIL = re.compile(r"\s*\.E(?:N(?:D)?)?\b", re.IGNORECASE)
CALLS = ("CALL", "GOSUB")
_SWITCHED = {"ON": -1.0, "TRUE": -1.0, "OFF": 0.0, "FALSE": 0.0}
PLACE_NUMBERS = 6


def backup_of(text: str, data: Sequence[tuple[str, str]] = ()) -> Backup:
    """The parts of a text, with what other files give to it. data: Name and text of each."""
    own = parts_of(text)
    others = [_kept_parts(more, name) for name, more in data]
    _take_values(own, others)
    _take_called(own, others)
    _take_constants(own, others)
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
        if was_whole and other.code:
            continue
        own.tables = {**other.tables, **own.tables}
        own.strings = {**other.strings, **own.strings}
        own.is_whole |= other.is_whole and not other.code
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


def _take_called(own: Backup, others: Sequence[Backup]) -> None:
    """Takes the programs of other files that are called, and those that these call."""
    known: dict[str, tuple[Line, ...]] = {}
    named = set[str]()  # programs that stand in a file of their name
    for other in others:
        for program, lines in _programs(other):
            is_named = other.file.upper().rpartition(".")[0] == program
            if is_named and program not in named:
                named.add(program)
                known[program] = lines
            elif program in named and not is_named:
                continue
            before = known.setdefault(program, lines)
            if [line.code for line in before] != [line.code for line in lines]:
                known[program] = ()  # several of this name: none of them is meant
    taken = {program for program, _ in _programs(own)}
    waiting, found = deque(own.parts), list[Line]()
    while waiting:
        line = waiting.popleft()
        called = called_by(line.words)
        if called and called not in taken and known.get(called):
            taken.add(called)
            at = line.called if line.file else line.at
            more = [each._replace(called=at) for each in known[called]]
            found += more
            waiting += more
    own.beside = tuple(found)


def called_by(words: Sequence[Word]) -> str:
    """The program that a line calls, in capitals; "" for none."""
    at = next((i for i, word in enumerate(words) if word.key in CALLS), None)
    is_name = at is not None and at + 1 < len(words) and words[at + 1].kind == NAME
    return words[at + 1].key if at is not None and is_name else ""


def _programs(backup: Backup) -> Iterable[tuple[str, tuple[Line, ...]]]:
    """The programs of a file by their names in capitals, each with its head and its end."""
    name, lines = "", list[Line]()
    for line in backup.parts:
        head = HEAD.match(line.code)
        if head is not None:
            name, lines = head[1].upper(), []
        if not name:
            continue
        lines.append(line)
        if TAIL.match(line.code):
            yield name, tuple(lines)
            name = ""


def _take_constants(own: Backup, others: Sequence[Backup]) -> None:
    """Takes the names that other programs set to one number or place, and to nothing else."""
    own_set = set_by((*own.parts, *own.beside))
    named = own.names
    theirs = [line for other in others for line in other.parts]
    for (name, _), given in constants(theirs).items():
        if given.key not in named or given.key in own_set or name in own.clashes:
            continue
        values = own.numbers if len(given.numbers) == 1 else own.places
        values.setdefault(given.name.upper(), given)


def set_by(lines: Iterable[Line]) -> frozenset[str]:
    """The names that lines give a value, without index, in capitals."""
    return frozenset(target_of(line.words).partition("[")[0].upper() for line in lines)


def target_of(words: Sequence[Word]) -> str:
    """The name that a line gives a value, with its index if that is in digits; "" for none."""
    if not words:
        return ""
    if words[0].key in ("POINT", "SET", "FOR"):
        words = words[1:]
    elif not is_assignment(list(words)):
        return ""
    at = next((i for i, word in enumerate(words) if word.text == "="), 0)
    return "".join(word.text for word in words[:at])


def constants(lines: Iterable[Line]) -> Mapping[tuple[str, bool], Given]:
    """The global names that lines set to one number or one place of numbers, each time the same.

    The keys are names in capitals, and whether they are names of places.
    """
    found: dict[tuple[str, bool], Given | None] = {}
    for line in lines:
        name = target_of(line.words)
        if not name or name.startswith((".", "$")):
            continue
        is_place = line.words[0].key in ("POINT", "SET")
        at = next(i for i, word in enumerate(line.words) if word.text == "=")
        numbers = _literal(line.words[at + 1 :], is_place)
        key = our_name(name).upper(), is_place
        given = Given(our_name(name), numbers, line.at + 1, line.file, True) if numbers else None
        before = found.setdefault(key, given)
        if before is None or given is None or before.numbers != given.numbers:
            found[key] = None
    return {key: given for key, given in found.items() if given is not None}


def _literal(words: Sequence[Word], is_place: bool) -> tuple[float, ...]:
    """The numbers of `5`, `-5`, `ON` or `TRANS(1, 2, 3)`; () for anything else."""
    if not is_place:
        value = _number(words)
        return () if value is None else (value,)
    if len(words) < 4 or words[0].key != "TRANS" or words[-1].text != ")":
        return ()
    parts = [_number(part) if part else 0.0 for part in split(list(words[2:-1]))]
    if any(part is None for part in parts) or len(parts) > PLACE_NUMBERS:
        return ()
    given = [part for part in parts if part is not None]
    return tuple([*given, *[0.0] * PLACE_NUMBERS][:PLACE_NUMBERS])


def _number(words: Sequence[Word]) -> float | None:
    """The number that words are; None for anything else."""
    if len(words) == 2 and words[0].text == "-" and words[1].kind == NUMBER:
        return -words[1].value
    if len(words) != 1:
        return None
    return words[0].value if words[0].kind == NUMBER else _SWITCHED.get(words[0].key)
