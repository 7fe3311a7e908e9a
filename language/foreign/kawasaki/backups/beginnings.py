"""What programs of AS and V+ set first: those of tasks, and programs that initialise.

A controller runs them before the program that moves the arm, or beside it. What they set in their
straight beginning, before a loop or a wait, is there when that program starts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from language.foreign.kawasaki.as_forms import is_assignment
from language.foreign.kawasaki.backups.as_lines import TAIL, Constant, Line, constant_of, target_of

# Words of statements behind which the beginning goes on: they neither wait, move nor go elsewhere.
_STRAIGHT = frozenset(
    {
        "POINT", "SET", "PRINT", "TYPE", "SIGNAL", "CALL", "IF", "ELSE", "END", "AUTO", "LOCAL",
        "GLOBAL", "RUNMASK", "MC", "IFPWPRINT", "SPEED", "ACCURACY", "TIMER", "RESET", "PULSE",
    }
)  # fmt: skip


class Beginning(NamedTuple):
    """What some lines of a program give global names before the first loop or wait.

    given: The values, each with the number of IF that are open there beside those before the lines.
    deeper: Number of IF that the lines leave open, negative for those that they close. goes_on:
    Whether no line is a loop, a wait or a motion.
    """

    given: tuple[tuple[Constant, int], ...]
    deeper: int
    goes_on: bool


def beginning_of(lines: Sequence[Line]) -> Beginning:
    """What lines give global names before the first loop or wait among them."""
    found = list[tuple[Constant, int]]()
    depth = 0
    for line in lines:
        first, sets = line.words[0].key, is_assignment(line.words)
        jumps = any(word.key == "GOTO" for word in line.words)
        if TAIL.match(line.code) or jumps or not (sets or first in _STRAIGHT):
            return Beginning(tuple(found), depth, False)
        if first in ("IF", "END") and not sets:
            depth += 1 if first == "IF" else -1
        given = constant_of(line, target_of(line.words))
        if given is not None:
            found.append((given, depth))
    return Beginning(tuple(found), depth, True)


def put_together(head: str, beginnings: Iterable[Beginning]) -> Mapping[Constant, bool]:
    """What a program sets first, and whether that is one number or place under no condition.

    head: Its first line; names of its parameters are left out. beginnings: Those of its lines.
    """
    inside = head.partition("(")[2].upper()
    parameters = {part.strip(" )").partition("[")[0] for part in inside.split(",")}
    clear: dict[tuple[str, bool], bool] = {}
    last: dict[tuple[str, bool], Constant] = {}
    open_ = 0
    for beginning in beginnings:
        for given, depth in beginning.given:
            if given.name.upper() not in parameters:
                clear[given.key] = open_ + depth == 0 and given.key not in clear
                last[given.key] = given
        open_ += beginning.deeper
        if not beginning.goes_on:
            break
    return {given: clear[key] for key, given in last.items()}
