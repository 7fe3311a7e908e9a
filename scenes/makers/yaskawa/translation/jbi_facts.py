"""What the instructions of a job say of the whole job, read once for each part of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scenes.makers.yaskawa.jbi_text import JbiGroup, JbiJob, JbiPart
from scenes.makers.yaskawa.translation.jbi_blocks import LABEL

CALLED = re.compile(r"\bCALL\s+JOB:(\S+)", re.IGNORECASE)
SIGNAL = re.compile(r"\b(IN|OT)#\(\s*(\d+)", re.IGNORECASE)
CHANGED = re.compile(r"(?:SET|ADD|SUB|GETS|SETE|CNVRT|MULMAT|INVMAT)\s+PX?(\d+)\b", re.IGNORECASE)
TAKEN = re.compile(r"\bGETARG\b.*\bIARG#\(\s*(\d+)", re.IGNORECASE)
FILLED = re.compile(r"SETTOOL\s+TL#\((\d+)\)(?:\s+P0*(\d+))?", re.IGNORECASE)
PLACE = re.compile(r"[CP]X?(\d{1,5})", re.IGNORECASE)
NAMED = re.compile(r"\*([^\s*]{1,32})")
MOST_ARGUMENTS = 8


@dataclass(frozen=True, eq=False)
class Facts:
    """Of some instructions.

    called: Names in capitals of jobs that they call. signals: IN and OT with numbers. changed:
    Numbers of position variables that they change. filled: Numbers of tools that they fill, with
    those of the variables. arguments: The greatest number of an argument that they take. labels:
    Their labels. places: Numbers of positions that they name. named: Labels that
    they name, also those that may be none.
    """

    called: tuple[str, ...]
    signals: frozenset[tuple[str, str]]
    changed: frozenset[int]
    filled: frozenset[tuple[int, str]]
    arguments: int
    labels: frozenset[str]
    places: tuple[int, ...]
    named: tuple[str, ...]


@lru_cache(maxsize=4096)
def facts_of(part: JbiPart) -> Facts:
    """What some instructions say."""
    codes = part.codes
    labels = (LABEL.fullmatch(code.partition("'")[0].strip()) for code in codes)
    return Facts(
        tuple(name.upper() for name in _all(CALLED, codes)),
        frozenset((found[1].upper(), found[2]) for c in codes for found in SIGNAL.finditer(c)),
        frozenset(map(int, _all(CHANGED, codes))),
        frozenset((int(f[1]), f[2] or "") for code in codes for f in FILLED.finditer(code)),
        max(map(int, _all(TAKEN, codes)), default=0),
        frozenset(found[1] for found in labels if found is not None),
        tuple(sorted(set(map(int, _all(PLACE, codes))))),
        tuple(sorted(set(_all(NAMED, codes)))),
    )


def _all(form: re.Pattern[str], codes: Iterable[str]) -> Iterator[str]:
    """What a form with one group finds in instructions."""
    return (found for code in codes for found in form.findall(code))


@lru_cache(maxsize=512)
def facts_of_group(group: JbiGroup) -> Facts:
    """What the instructions of a group say."""
    return _joined([facts_of(part) for part, _ in group.parts])


def facts_in(job: JbiJob) -> Facts:
    """What all instructions of a job say."""
    return _facts_of_all(tuple([group for group, _ in job.groups]))


@lru_cache(maxsize=32)
def _facts_of_all(groups: tuple[JbiGroup, ...]) -> Facts:
    return _joined([facts_of_group(each) for each in groups])


def _joined(each: Sequence[Facts]) -> Facts:
    """What several say together."""
    return Facts(
        tuple(dict.fromkeys(name for facts in each for name in facts.called)),
        frozenset[tuple[str, str]]().union(*(facts.signals for facts in each)),
        frozenset[int]().union(*(facts.changed for facts in each)),
        frozenset[tuple[int, str]]().union(*(facts.filled for facts in each)),
        max((facts.arguments for facts in each), default=0),
        frozenset[str]().union(*(facts.labels for facts in each)),
        tuple(sorted({number for facts in each for number in facts.places})),
        tuple(sorted({label for facts in each for label in facts.named})),
    )


def arguments_of(job: JbiJob) -> int:
    """How many arguments a job takes: the greatest number of an IARG# in it."""
    return min(facts_in(job).arguments, MOST_ARGUMENTS)
