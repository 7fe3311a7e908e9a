"""Whether position registers of FANUC hold joint values or places, along the ways of a run.

A register has the form of what it was given last, or that of the file of the controller. One that
may have either is not used: its six numbers mean something else in each of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from scenes.makers.fanuc.ls_data import LsData
from scenes.makers.fanuc.ls_text import LsProgram

JOINTS, PLACE, EITHER = "joints", "place", "either"
ASSIGNED = re.compile(r"\bPR\[\s*(\d+|[A-Z][^,]*?)\s*\]\s*=(?!=)\s*(\S.*)", re.IGNORECASE)
SOURCE = re.compile(r"(P|PR)\[\s*(\d+)\s*\]", re.IGNORECASE)
ANY = "PR"  # begins the names of registers; alone it stands for one whose number a run works out
Forms = dict[int, str]


def forms_of(data: LsData) -> Forms:
    """The forms that the file of a controller gives."""
    positions = data.positions.items()
    return {number: JOINTS if each.is_joints else PLACE for number, each in positions}


def either(a: Forms, b: Forms) -> Forms:
    """The forms where those of a or of b hold; a register without a value has no form."""
    found = {**b, **a}
    return {n: found[n] if b.get(n, found[n]) == found[n] else EITHER for n in sorted(found)}


def assigned_in(codes: Iterable[str]) -> frozenset[tuple[str, str]]:
    """The registers that statements give whole values, as PR3, and these values as texts."""
    found = (each for code in codes for each in ASSIGNED.finditer(code))
    return frozenset((_name(each[1]), each[2]) for each in found)


def _name(number: str) -> str:
    return f"{ANY}{int(number)}" if number.isdecimal() else ANY


def form_in(value: str, program: LsProgram) -> str:
    """The form of a value, or the name of the register that has it."""
    word = value.upper()
    if word.startswith("JPOS"):
        return JOINTS
    source = SOURCE.match(value)
    if source is None:
        return EITHER if word.startswith((ANY, "P[")) else PLACE
    if source[1].upper() == ANY:
        return _name(source[2])
    point = program.points.get(int(source[2]))
    return JOINTS if point is not None and point.is_joints else PLACE


def resolved(given: Mapping[str, frozenset[str]], of_file: Forms) -> dict[str, frozenset[str]]:
    """The forms that registers may get, from forms and names of registers whose form they take."""
    found = {name: {each for each in told if each[:2] != ANY} for name, told in given.items()}
    sources = {name: {each for each in told if each[:2] == ANY} for name, told in given.items()}
    is_changed = True
    while is_changed:
        is_changed = False
        for name, forms in found.items():
            more = {form for each in sources[name] for form in found.get(each, ())}
            numbers = {int(each[2:]) for each in sources[name] if each != ANY}
            more |= {of_file[number] for number in numbers if number in of_file}
            is_changed |= not more <= forms
            forms |= more
    return {name: frozenset(forms) for name, forms in found.items()}


def changed(forms: Forms, given: Mapping[str, frozenset[str]]) -> Forms:
    """The forms where registers may or may not have got others."""
    of_any = given.get(ANY, frozenset())
    numbers = {int(name[2:]) for name in given if name != ANY}
    found = Forms()
    for number in sorted({*forms, *numbers}):
        before = {forms[number]} if number in forms else set[str]()
        several = before | of_any | given.get(f"{ANY}{number}", frozenset())
        found[number] = several.pop() if len(several) == 1 else EITHER
    return found
