"""Which program of a file runs first: the one that no other calls and that leads to most."""

from __future__ import annotations

import re
from collections.abc import Sequence

_HEAD = re.compile(r"\s*\.PROGRAM\s+([^\s(;#@]+)", re.IGNORECASE)
_CALL = re.compile(r"\bCALL\s+([^\W\d][\w.]*)", re.IGNORECASE)
_TASK = re.compile(r"\b(?:PCEXECUTE|EXECUTE)\s+(?:\d+\s*:?\s*)?([^\W\d][\w.]*)", re.IGNORECASE)
_MOTION = re.compile(r"\s*(?:\d+\s+)?(?:[LJCX]\d?MOVE|MOVES?|JOINT|LINEAR|HOME)\b", re.IGNORECASE)


def first_program(code: Sequence[tuple[int, str]], programs: Sequence[str]) -> str:
    """The name of the program, in capitals; "" where there is none.

    Programs of tasks of their own never move and are not taken where another one is there.
    """
    calls: dict[str, set[str]] = {name: set() for name in programs}
    called, tasks, moving = set[str](), set[str](), set[str]()
    here = ""
    for _, line in code:
        head = _HEAD.match(line)
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


def _reached(name: str, calls: dict[str, set[str]]) -> set[str]:
    """The programs that a program leads to, itself among them."""
    found, open_ = {name}, [name]
    while open_:
        for each in calls.get(open_.pop(), ()):
            if each not in found:
                found.add(each)
                open_.append(each)
    return found
