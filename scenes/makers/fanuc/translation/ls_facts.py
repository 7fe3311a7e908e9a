"""What the statements of a FANUC program say of the whole program, read once for each part."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scenes.makers.fanuc.ls_text import LsGroup, LsPart, LsProgram
from scenes.makers.fanuc.translation.ls_blocks import LABEL
from scenes.makers.fanuc.translation.ls_forms import Forms, assigned_in, form_in, resolved

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
    numbers that they take into use, as texts. formed: The registers that they give whole values, as
    PR3, and these values.
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
    formed: frozenset[tuple[str, str]]


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
        assigned_in(codes),
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


@lru_cache(maxsize=512)
def facts_of_group(group: LsGroup) -> Facts:
    """What the statements of a group say."""
    return _joined([facts_of(part) for part, _ in group.parts])


def facts_in(program: LsProgram) -> Facts:
    """What all statements of a program say."""
    return _facts_of_all(tuple([group for group, _ in program.groups]))


@lru_cache(maxsize=32)
def _facts_of_all(groups: tuple[LsGroup, ...]) -> Facts:
    return _joined([facts_of_group(each) for each in groups])


def _joined(each: Sequence[Facts]) -> Facts:
    """What several say together."""
    return Facts(
        tuple(dict.fromkeys(name for facts in each for name in facts.called)),
        frozenset[tuple[str, str]]().union(*(facts.signals for facts in each)),
        frozenset[int]().union(*(facts.given for facts in each)),
        frozenset[int]().union(*(facts.tools for facts in each)),
        max((facts.arguments for facts in each), default=0),
        frozenset[int]().union(*(facts.labels for facts in each)),
        _all_or_none(facts.places for facts in each),
        _all_or_none(facts.named for facts in each),
        frozenset[tuple[str, str]]().union(*(facts.chosen for facts in each)),
        frozenset[tuple[str, str]]().union(*(facts.formed for facts in each)),
    )


def _all_or_none(several: Iterable[tuple[int, ...] | None]) -> tuple[int, ...] | None:
    """The numbers of several; None where one of them stands for all numbers."""
    found = set[int]()
    for numbers in several:
        if numbers is None:
            return None
        found.update(numbers)
    return tuple(sorted(found))


def arguments_of(program: LsProgram) -> int:
    """How many arguments a program takes: the greatest number of an AR[n] in it."""
    return facts_in(program).arguments


def changes_of(
    program: LsProgram, programs: Mapping[str, LsProgram], of_file: Forms
) -> dict[str, frozenset[str]]:
    """What a program and those that it calls may change: the numbers that they take into use, by
    FRAME and TOOL, and the forms of registers, by names such as PR3.

    programs: Those that are there, by their names. of_file: The forms of registers in a file.
    """
    found, formed = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
    waiting, seen = [program], set[str]()
    while waiting:
        inside = waiting.pop()
        facts = facts_in(inside)
        # Sorted, since the order in which sets give their elements is not that of the text.
        for kind, number in sorted(facts.chosen):
            found[kind].add(number)
        for name, value in sorted(facts.formed):
            formed[name].add(form_in(value, inside))
        for name in facts.called:
            if name not in seen:
                seen.add(name)
                waiting += [programs[name]] if name in programs else []
    told = resolved({name: frozenset(each) for name, each in formed.items()}, of_file)
    return {**{kind: frozenset(each) for kind, each in found.items()}, **told}
