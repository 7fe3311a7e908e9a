"""Our own first program for a text of AS: it gives values and calls the first of its programs.

The values are those of the backup, and what the controller sets at its start.
"""

from __future__ import annotations

from collections.abc import Iterator, Set

from language.foreign.kawasaki.as_calls import first_program
from language.foreign.kawasaki.as_forms import plain
from language.foreign.kawasaki.as_tokens import our_name
from language.foreign.kawasaki.as_values import Values
from language.foreign.kawasaki.as_workings import RANDOM
from language.foreign.kawasaki.backups.as_backup import Backup
from language.foreign.kawasaki.backups.as_facts import Facts
from language.foreign.kawasaki.backups.as_lines import PLACE_NUMBERS
from language.foreign.kawasaki.backups.as_sections import Given
from language.foreign.kawasaki.statements.as_devices import STOP_AT_SIGNAL, Jumps
from language.foreign.kawasaki.statements.as_places import base_line, tool_line
from language.foreign.kawasaki.statements.motion_times import SECONDS
from language.foreign.reading import Place

DIALECT = "vplus"  # O A T of both languages are Rz Ry Rz of the tool
HEADERS = (f";! dialect {DIALECT}", ";! language 2")


def start_lines(backup: Backup, facts: Facts, values: Values) -> tuple[list[str], Place]:
    """The lines of our own first program, and the place of all of them.

    values: Those of the translated text, whose lines decide on what is needed.
    """
    programs = backup.heads
    first = first_program(backup.own_code, list(programs))
    used = backup.names
    name = our_name("start.values")
    while name.upper() in programs:
        name += "_"
    lines = [*HEADERS, f".PROGRAM {name}"]
    if facts.base:
        lines.append(f"  BASE INVERSE(TRANS({facts.base}))")
    if facts.zone is not None:
        lines.append(f"  ACCURACY {facts.zone:g} ALWAYS")
    lines += [
        f"  {given.name} = {given.shown[0]}"
        for given in backup.numbers.values()
        if given.key in used
    ]
    if values.is_timed:
        lines.append(f"  {SECONDS} = 0")
    if RANDOM in values.programs:
        lines.append(f"  {RANDOM} = 1")
    lines += _strings(backup, values, used)
    lines += filter(None, (_line_of(given, facts) for given in _used(backup, used)))
    lines += _frames(backup, facts)
    lines += [f"  CALL {our_name(first)}"] if first else []
    return [*lines, ".END"], place_of_head(*programs[first]) if first in programs else Place(1)


def place_of_head(at: int, code: str) -> Place:
    """The place of the head of a program. at: Index of its line."""
    return Place(at + 1, len(code) - len(code.lstrip()) + 1, len(code) + 1)


def called_lines(values: Values, jumps: Jumps) -> list[str]:
    """The lines of programs of ours that statements call."""
    stop = [f".PROGRAM {STOP_AT_SIGNAL}", "  BRAKE", ".END"]
    return [*(stop if STOP_AT_SIGNAL in values.programs else []), *jumps.programs()]


def _used(backup: Backup, used: Set[str]) -> Iterator[Given]:
    return (given for given in backup.places.values() if given.key in used)


def _strings(backup: Backup, values: Values, used: Set[str]) -> list[str]:
    """The lines that give the texts of the backup their numbers, and a table of all numbers."""
    texts = values.texts
    given = [
        f"  {each.shown} = {texts.number_of(each.text)}"
        for key, each in backup.strings.items()
        if key.partition("[")[0] in used and texts.is_known("", each.name)
    ]
    listed = [f'  ; {number} is "{plain(text)}"' for text, number in texts.numbers.numbers.items()]
    return [*given, *listed]


def _frames(backup: Backup, facts: Facts) -> list[str]:
    """The tool and the base that were set when the backup was made."""
    found = list[str]()
    for word, read in (("TOOL", tool_line), ("BASE", base_line)):
        row = backup.tables.get(word, ())
        if len(row) >= PLACE_NUMBERS:
            values = ", ".join(f"{value:.10g}" for value in row[:PLACE_NUMBERS])
            place = f"TRANS({values})" if any(row[:PLACE_NUMBERS]) else "NULL"
            found.append("  " + read(place, facts))
    return found


def _line_of(given: Given, facts: Facts) -> str:
    """The line that gives a location of the backup its value; "" for one that is not known here."""
    if not given.name.startswith("#"):
        return given.as_point
    count = len(facts.signs)
    if facts.of_joint is None or len(given.shown) < count:
        return ""
    told = [facts.of_joint(i, value) for i, value in enumerate(given.shown[:count])]
    return f"  SET {given.name} = #PPOINT({', '.join(told)})"
