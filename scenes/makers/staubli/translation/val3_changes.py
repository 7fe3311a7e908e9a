"""Which variables the programs of an application change, found in one look through their lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from language.foreign.kept.parts import cut
from scenes.makers.staubli.translation.val3_blocks import COUNTED
from scenes.makers.staubli.translation.val3_trees import (
    Access,
    Call,
    SyntaxFaultError,
    sides_of,
    tree_of,
    without_remark,
)
from scenes.makers.staubli.val3_application import Program

CALL, MOST_KEPT = "call", 4096
# Instructions that give values to what stands in their brackets, and the places there, from 0.
GIVING = {"setframe": (3,), "pointtojoint": (3,), "tonum": (1, 2)}


def called_in(code: str) -> Call | None:
    """The call of a program on a line; None for another line. Raises SyntaxFaultError."""
    if code[: len(CALL)].lower() != CALL or not code[len(CALL) : len(CALL) + 1].isspace():
        return None
    tree = tree_of(code[len(CALL) :])
    if not isinstance(tree, Call):
        raise SyntaxFaultError("no program is named")
    return tree


class Looks(NamedTuple):
    """What lines of code say of changes. targets: Variables that get a value. calls: Of programs,
    in their order."""

    targets: frozenset[str]
    calls: tuple[Call, ...]


def looks_at(program: Program) -> Looks:
    """What the lines of a program say of changes."""
    found = [_looks(part) for part in cut(program.rows)]
    targets = frozenset[str]().union(*(each.targets for each in found))
    return Looks(targets, tuple(chain.from_iterable(each.calls for each in found)))


@lru_cache(maxsize=MOST_KEPT)
def _looks(lines: tuple[str, ...]) -> Looks:
    """What lines say. Kept, since an edit changes few lines."""
    codes = [code for line in lines if (code := without_remark(line)[0].strip())]
    targets = frozenset(name for code in codes for name in _targets(code))
    return Looks(targets, tuple(filter(None, map(_call_in, codes))))


def _call_in(code: str) -> Call | None:
    """The call of a line of code; None for none, or one that is not understood."""
    try:
        return called_in(code)
    except SyntaxFaultError:
        return None


def changed_in(
    programs: Mapping[str, Program], looks: Mapping[str, Looks]
) -> frozenset[tuple[str, str]]:
    """The variables that change: the program that declares them ("" for none), and their name.

    looks: Of each program, what `looks_at` gives.
    """
    targets = {name: set(own.targets) for name, own in looks.items()}
    calls = {name: own.calls for name, own in looks.items()}
    while _passed_on(programs, targets, calls):
        pass
    found = set[tuple[str, str]]()
    for name, program in programs.items():
        own = {each.name for each in program.locals} | {each.name for each, _ in program.parameters}
        found |= {(name if target in own else "", target) for target in targets[name]}
    return frozenset(found)


def recursive_in(looks: Mapping[str, Looks]) -> frozenset[str]:
    """The programs that call themselves, directly or by way of others."""
    calls = {name: {call.name for call in own.calls} for name, own in looks.items()}
    return frozenset(name for name in looks if name in _reached(calls, name))


def _reached(calls: Mapping[str, set[str]], name: str) -> set[str]:
    found, waiting = set[str](), [name]
    while waiting:
        new = calls.get(waiting.pop(), set[str]()) - found
        found |= new
        waiting += new
    return found


def _targets(code: str) -> Iterator[str]:
    """The variables that a line of code gives a value."""
    counted = COUNTED.fullmatch(code)
    if counted is not None:
        yield counted[1].partition("[")[0]
        return
    try:
        sides = sides_of(code)
        tree = tree_of(code) if sides is None else sides[1]
    except SyntaxFaultError:
        return
    if sides is not None and isinstance(sides[0], Access):
        yield sides[0].name
    if isinstance(tree, Call):
        places = GIVING.get(tree.name.lower(), ())
        given = [tree.given[at] for at in places if at < len(tree.given)]
        yield from (each.name for each in given if isinstance(each, Access))


def _passed_on(
    programs: Mapping[str, Program],
    targets: Mapping[str, set[str]],
    calls: Mapping[str, Sequence[Call]],
) -> bool:
    """Adds the variables that are given by reference to a program that changes them; whether there
    is one more."""
    more = defaultdict[str, set[str]](set)
    for name, found in calls.items():
        for call in found:
            changed = targets.get(call.name, set[str]())
            more[name] |= set(_given(programs.get(call.name), call, changed)) - targets[name]
    for name, names in more.items():
        targets[name].update(names)
    return any(more.values())


def _given(called: Program | None, call: Call, changed: set[str]) -> Iterator[str]:
    """The variables that a call gives by reference to parameters that change."""
    pairs = zip(called.parameters if called is not None else (), call.given, strict=False)
    for (parameter, is_reference), given in pairs:
        if is_reference and isinstance(given, Access) and parameter.name in changed:
            yield given.name
