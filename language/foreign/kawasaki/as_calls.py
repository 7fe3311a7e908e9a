"""What programs call, which of them runs first, and which come to their end at once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from language.foreign.kawasaki.as_forms import is_assignment
from language.foreign.kawasaki.backups.as_backup import Backup, Line
from language.foreign.kawasaki.backups.as_folder import HEAD, TAIL, called_by, constants, set_by

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


def first_program(code: Sequence[tuple[int, str]], programs: Sequence[str]) -> str:
    """The name of the program, in capitals; "" where there is none.

    Programs of tasks of their own never move and are not taken where another one is there.
    """
    calls: dict[str, set[str]] = {name: set() for name in programs}
    called, tasks, moving = set[str](), set[str](), set[str]()
    here = ""
    for _, line in code:
        head = HEAD.match(line)
        if head is not None:
            here = head[1].upper()
            continue
        text = line.partition(";")[0]
        found = {name.upper() for name in _CALL.findall(text)} - {here}
        called |= found
        calls.setdefault(here, set()).update(found)
        tasks |= {name.upper() for name in _TASK.findall(text)}
        if _MOTION.match(text):
            moving.add(here)
    free = [name for name in programs if name not in called and name not in tasks]
    reached = {name: _reached(name, calls) for name in free or programs}
    most = max((len(each & moving) for each in reached.values()), default=0)
    return next((name for name, each in reached.items() if len(each & moving) == most), "")


def take_constants(backup: Backup) -> None:
    """Gives a backup the constants of the programs that no call from the first one reaches.

    A controller runs them when it is switched on, or as tasks of their own: their names are set.
    """
    calls: dict[str, set[str]] = {}
    lines: dict[str, list[Line]] = {}
    here = ""
    for line in (*backup.parts, *backup.beside):
        head = HEAD.match(line.code)
        here = here if head is None else head[1].upper()
        lines.setdefault(here, []).append(line)
        if called := called_by(line.words):
            calls.setdefault(here, set()).add(called)
    first = first_program(backup.code, [name for name in lines if name])
    reached = _reached(first, calls)
    run = set_by(line for name in reached for line in lines.get(name, ()))
    idle = [line for name, each in lines.items() if name not in reached for line in each]
    known = {given.key for given in (*backup.numbers.values(), *backup.places.values())}
    for given in constants(idle).values():
        if given.key not in run and given.key not in known:
            values = backup.numbers if len(given.numbers) == 1 else backup.places
            values.setdefault(given.name.upper(), given)


def _reached(name: str, calls: dict[str, set[str]]) -> set[str]:
    """The programs that a program leads to, itself among them."""
    found, open_ = {name}, [name]
    while open_:
        for each in calls.get(open_.pop(), ()):
            if each not in found:
                found.add(each)
                open_.append(each)
    return found


def brief_programs(lines: Iterable[Line]) -> frozenset[str]:
    """The programs, in capitals, that come to their end without a wait, a motion or a loop."""
    calls: dict[str, set[str]] = {}
    long, here = set[str](), ""
    for line in lines:
        if not line.words:
            continue
        head = HEAD.match(line.code)
        if head is not None:
            here = head[1].upper()
            calls.setdefault(here, set())
            continue
        called = called_by(line.words)
        if called:
            calls.setdefault(here, set()).add(called)
        if line.words[0].key not in _BRIEF and not is_assignment(line.words):
            long.add(here)
    reached = {name: _reached(name, calls) for name in calls}
    return frozenset(
        name
        for name, each in reached.items()
        if not each & long and each <= calls.keys() and not _is_in_a_ring(name, calls)
    )


def _is_in_a_ring(name: str, calls: dict[str, set[str]]) -> bool:
    """Whether a program calls itself, directly or not."""
    return any(name in _reached(each, calls) for each in calls.get(name, ()))


def last_lines(lines: Iterable[Line]) -> frozenset[tuple[str, int]]:
    """File and index of the last statement of each program."""
    found, before = set[tuple[str, int]](), None
    for line in lines:
        if not line.words:
            continue
        if before is not None and (HEAD.match(line.code) or TAIL.match(line.code)):
            found.add((before.file, before.at))
        before = line
    if before is not None:
        found.add((before.file, before.at))
    return frozenset(found)
