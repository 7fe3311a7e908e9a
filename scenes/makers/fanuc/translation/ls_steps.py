"""What the statements of a FANUC program do to the way of a run and to the conditions that hold.

Read once for each part of a program; `ls_ways` follows the ways through these steps.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum, auto
from functools import lru_cache
from typing import NamedTuple

from language.foreign.open_blocks import has_a_turn
from scenes.makers.fanuc.ls_text import LsGroup, LsPart
from scenes.makers.fanuc.translation.ls_blocks import (
    BRANCH,
    CASE,
    CHOSEN,
    COUNTED,
    ELSE_CASE,
    ENDS,
    JUMP,
    LABEL,
    OPENED,
)
from scenes.makers.fanuc.translation.ls_motions import BRACKETS, MOTION

GIVEN = re.compile(r"(OFFSET|TOOL_OFFSET|SKIP)\s+CONDITION\s+(.+)", re.IGNORECASE)
TAKEN = re.compile(r"(U(?:FRAME|TOOL)_NUM)(?:\[GP1\])?\s*=\s*(.+)", re.IGNORECASE)
TIMED = re.compile(r"(\$WAITTMOUT)\s*=\s*(.+)", re.IGNORECASE)
CALLED = re.compile(r"\bCALL\s+([\w-]+)", re.IGNORECASE)
USED = re.compile(r"Offset|Skip", re.IGNORECASE)
WAITING = re.compile(r"WAIT\b.*\bTIMEOUT\b.*", re.IGNORECASE)
# Jumps that are parts of other statements: of a WAIT that lasts too long, of a motion to its end.
LEFT = re.compile(rf"(?:TIMEOUT|Skip)\s*,?\s*LBL\s*({BRACKETS})", re.IGNORECASE)
SHOWN = re.compile(r"(?:MESSAGE|PROMPT)\s*\[.*", re.IGNORECASE)


class Does(Enum):
    """What a step does."""

    GIVES = auto()  # one of FOLLOWED, `of`
    USES = auto()  # conditions, or the time of a wait
    CALLS = auto()  # the program `of`
    LABEL = auto()
    JUMPS = auto()  # to the label `of`, "" for any
    BRANCHES = auto()  # the steps up to the next REJOINS are carried out or not
    REJOINS = auto()
    OPENS = auto()  # IF .. THEN
    DIVIDES = auto()  # ELSE
    LOOPS = auto()  # FOR; `of` is not "" where it has a turn in any case
    ENDS = auto()  # the block whose word is `of`
    CHOOSES = auto()  # SELECT, whose first CASE follows
    CASE = auto()
    LAST_CASE = auto()  # for all other values
    CASE_ENDS = auto()
    LEAVES = auto()  # the program
    HALTS = auto()  # the run


ASKING = frozenset({Does.USES, Does.LABEL})


class Step(NamedTuple):
    """A step. of, value: What it is about."""

    does: Does
    of: str = ""
    value: str = ""


class Steps(NamedTuple):
    """The steps of some statements.

    asking: The lines, from the first one of all, of the steps that ask for what is given: labels,
    waits with a time, some motions.
    """

    steps: tuple[Step, ...]
    asking: tuple[int, ...]


@lru_cache(maxsize=4096)
def steps_of(part: LsPart) -> Steps:
    """The steps of some statements."""
    steps, asking = list[Step](), list[int]()
    numbers = (line.line for line in part.lines if line.remark is None)
    for number, code in zip(numbers, part.codes, strict=True):
        for each in _steps(" ".join(code.split())):
            steps.append(Step(*each))
            if steps[-1].does in ASKING:
                asking.append(number)
    return Steps(tuple(steps), tuple(asking))


@lru_cache(maxsize=512)
def steps_in(group: LsGroup) -> Steps:
    """The steps of some parts."""
    found = [(steps_of(part), above) for part, above in group.parts]
    asking = (above + line for each, above in found for line in each.asking)
    return Steps(tuple(step for each, _ in found for step in each.steps), tuple(asking))


_Rest = tuple[Does] | tuple[Does, str] | tuple[Does, str, str]
_BARE: dict[str, _Rest] = {
    "ELSE": (Does.DIVIDES,),
    "END": (Does.LEAVES,),
    "ABORT": (Does.HALTS,),
    **{word: (Does.ENDS, opened) for word, opened in ENDS.items()},
}


def _steps(code: str) -> Iterator[_Rest]:
    """The steps of a statement without its line, in the order in which blocks are read."""
    if code.upper() in _BARE:
        yield _BARE[code.upper()]
    elif SHOWN.fullmatch(code) is not None:
        return
    elif (found := CASE.fullmatch(code)) is not None:
        yield from ((Does.CASE,), *_steps(found[2]), (Does.CASE_ENDS,))
    elif (found := ELSE_CASE.fullmatch(code)) is not None:
        yield from ((Does.LAST_CASE,), *_steps(found[1]), (Does.CASE_ENDS,))
    elif OPENED.fullmatch(code) is not None:
        yield (Does.OPENS,)
    elif (found := COUNTED.fullmatch(code)) is not None:
        is_whole = found[3].upper() == "TO" and has_a_turn(found[2], found[4])
        yield Does.LOOPS, "whole" if is_whole else ""
    elif (found := CHOSEN.fullmatch(code)) is not None:
        yield (Does.CHOOSES,)
        yield from ((Does.CASE,), *_steps(found[3]), (Does.CASE_ENDS,))
    elif (found := LABEL.fullmatch(code)) is not None:
        yield Does.LABEL, str(int(found[1]))
    elif (found := JUMP.fullmatch(code)) is not None:
        yield Does.JUMPS, _label_in(found[1])
    elif (found := BRANCH.fullmatch(code)) is not None:
        yield from ((Does.BRANCHES,), *_steps(found[2]), (Does.REJOINS,))
    else:
        yield from _plain_steps(code)


def _label_in(brackets: str) -> str:
    """The number of a label in brackets; "" where only a run knows it."""
    number = brackets[1:-1].strip()
    return str(int(number)) if number.isdecimal() else ""


def _plain_steps(code: str) -> Iterator[_Rest]:
    """The steps of a statement that belongs to no block."""
    given, called, left = GIVEN.fullmatch(code), CALLED.search(code), LEFT.search(code)
    if given is not None:
        yield Does.GIVES, f"{given[1].upper()} CONDITION", given[2]
    elif (taken := TAKEN.fullmatch(code) or TIMED.fullmatch(code)) is not None:
        yield Does.GIVES, taken[1].upper(), taken[2]
    elif WAITING.fullmatch(code) or (MOTION.fullmatch(code) and USED.search(code)):
        yield (Does.USES,)
    if left is not None:
        yield from ((Does.BRANCHES,), (Does.JUMPS, _label_in(left[1])), (Does.REJOINS,))
    if called is not None:
        yield Does.CALLS, called[1].upper()
