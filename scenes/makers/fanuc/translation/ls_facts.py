"""What the statements of a FANUC program say of the whole program, read once for each part."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from scenes.makers.fanuc.ls_text import LsPart, LsProgram
from scenes.makers.fanuc.translation.ls_blocks import LABEL

CALLED = re.compile(r"\bCALL\s+([\w-]+)", re.IGNORECASE)
SIGNAL = re.compile(r"\b(DI|DO)\[\s*(\d+)")
GIVEN = re.compile(r"\bPR\[\s*(\d+)\s*(?:,\s*\d\s*)?\]\s*=(?!=)")
ARGUMENT = re.compile(r"\bAR\[\s*(\d+)")
TOOL = re.compile(r"\bUTOOL_NUM(?:\[GP1\])?\s*=\s*(\d+)")
CHOSEN = re.compile(r"\bU(FRAME|TOOL)_NUM(?:\[GP1\])?\s*=\s*(\S+)", re.IGNORECASE)
PLACE, ANY_PLACE = re.compile(r"\bP\s*\[\s*(\d+)\s*\]"), re.compile(r"\bP\s*\[(?!\s*\d+\s*\])")
NAMED, ANY_LABEL = re.compile(r"LBL\s*\[\s*(\d+)\s*\]"), re.compile(r"LBL\s*\[(?!\s*\d+\s*\])")


@dataclass(frozen=True, eq=False)
class Facts:
    """Of some statements.

    called: Names in capitals of programs that they call. signals: DI and DO with numbers. given:
    Numbers of position registers that get a value. tools: Numbers of tools in use. arguments: The
    greatest number of an argument. labels: Numbers of their labels. places, named: Numbers of
    points and of labels that they name; None for all of them. chosen: FRAME or TOOL with the
    numbers that they take into use, as texts.
    """

    called: tuple[str, ...]
    signals: frozenset[tuple[str, str]]
    given: frozenset[int]
    tools: frozenset[int]
    arguments: int
    labels: frozenset[int]
    places: tuple[int, ...] | None
    named: tuple[int, ...] | None
    chosen: frozenset[tuple[str, str]]


@lru_cache(maxsize=4096)
def facts_of(part: LsPart) -> Facts:
    """What some statements say."""
    codes = part.codes
    labels = (LABEL.fullmatch(code) for code in codes)
    signals = (found for code in codes for found in SIGNAL.finditer(code))
    return Facts(
        tuple(name.upper() for name in _all(CALLED, codes)),
        frozenset((found[1], found[2]) for found in signals),
        frozenset(map(int, _all(GIVEN, codes))),
        frozenset(map(int, _all(TOOL, codes))),
        max(map(int, _all(ARGUMENT, codes)), default=0),
        frozenset(int(found[1]) for found in labels if found is not None),
        _numbers(PLACE, ANY_PLACE, codes),
        _numbers(NAMED, ANY_LABEL, codes),
        frozenset((f[1].upper(), f[2]) for code in codes for f in CHOSEN.finditer(code)),
    )


def _all(form: re.Pattern[str], codes: Iterable[str]) -> Iterator[str]:
    """What a form with one group finds in statements."""
    return (found for code in codes for found in form.findall(code))


def _numbers(
    form: re.Pattern[str], of_any: re.Pattern[str], codes: Iterable[str]
) -> tuple[int, ...] | None:
    """The numbers in brackets that statements name; None where some are worked out."""
    if any(of_any.search(code) for code in codes):
        return None
    return tuple(sorted(set(map(int, _all(form, codes)))))


def facts_in(*programs: LsProgram) -> Iterator[Facts]:
    """What all statements of programs say, part by part."""
    return (facts_of(each.part) for program in programs for each in program.parts)


def arguments_of(program: LsProgram) -> int:
    """How many arguments a program takes: the greatest number of an AR[n] in it."""
    return max((each.arguments for each in facts_in(program)), default=0)
