"""The counters of RAPID's FOR loops: each is a name of its own, known in its loop alone.

A loop declares its counter. Data with the same name are hidden in the loop, and have their old
value behind it.

The name of a counter depends on its loop and on the loops inside of it, not on what stands before:
where the end of a loop is lost, all loops behind it keep their names.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain, count, islice
from typing import Any, NamedTuple

from scenes.makers.rapid.rapid_groups import Group
from scenes.makers.rapid.rapid_stretches import Stretch
from scenes.makers.rapid.translation.rapid_expressions import Expressions, own_name
from scenes.makers.rapid.translation.rapid_module import Routine, Values

MOST_ROUTINES, MOST_GROUPS = 64, 1024
# For each FOR of a routine its counter in capitals, and None for each ENDFOR.
Heads = tuple[str | None, ...]
# For each counter in capitals our names of it, by the depth inside of its loop.
Names = tuple[tuple[str, tuple[str, ...]], ...]


class Loop(NamedTuple):
    """A loop of a routine. key: Its counter in capitals, name: our name of the counter."""

    key: str
    name: str


class PartLoops(NamedTuple):
    """The loops of a stretch. around: Those in which it begins, begun: those that begin in it;
    outer ones first."""

    around: tuple[Loop, ...]
    begun: tuple[Loop, ...]

    def seen(self, stretch: Stretch) -> tuple[object, ...]:
        """What the stretch sees of counters: the loops that begin in it, and for each name that it
        uses the counter of that name around it."""
        keys = {loop.key for loop in self.around} & stretch.words
        used = (use for key in sorted(keys) for use in stretch.outer_uses(key))
        found = ((key, _innermost(self.around, key, ended)) for ended, key in used)
        return self.begun, tuple(found)


NO_LOOPS = PartLoops((), ())


@dataclass(frozen=True, eq=False)
class GroupLoops:
    """The loops of each stretch of a group, and those that are open behind it."""

    parts: tuple[PartLoops, ...]
    behind: tuple[Loop, ...]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Our names of the counters of the loops that begin in the group, each once."""
        begun = (loop for part in self.parts for loop in part.begun)
        return tuple(dict.fromkeys(loop.name for loop in begun if loop.key))


class Hidden(NamedTuple):
    """What the counter of an open loop hides.

    key: Its name in capitals. name: Our name of the counter of a loop around it; kind: the type of
    the data of the routine; None where there are none. noted: What `Values` noted of the name.
    """

    key: str
    name: str | None
    kind: str | None
    noted: dict[str, Any]


@dataclass
class Counters:
    """Follows the loops that are open.

    groups: The loops of each group of the present routine.
    """

    values: Values
    expressions: Expressions
    groups: tuple[GroupLoops, ...] = ()
    _keys: frozenset[str] = frozenset()
    _begun: Iterator[Loop] = field(default_factory=lambda: iter(()))
    _open: list[Hidden] = field(default_factory=list)

    def enter(self, routine: Routine, own: Set[str]) -> None:
        """Names the counters of a routine. own: Its parameters and data, in capitals."""
        depths, deepest = _inner_depths(tuple(chain(*(group.loops for group, _ in routine.groups))))
        self._keys = frozenset(deepest)
        named = ((key, tuple(self._names(key, own, most + 1))) for key, most in deepest.items())
        found, names, at = list[GroupLoops](), tuple(named), 0
        for group, _ in routine.groups:
            begun = len(group.loops) - group.loops.count(None)
            around = found[-1].behind if found else ()
            found.append(_loops_of(group, around, depths[at : at + begun], names))
            at += begun
        self.groups = tuple(found)

    def leave(self) -> None:
        """The end of the routine."""
        self.groups = ()

    def names(self) -> Iterator[str]:
        """Our names of all counters of the routine; a name may come several times."""
        return chain.from_iterable(each.names for each in self.groups)

    def around(self, group: Group, at: int) -> tuple[PartLoops, ...]:
        """The loops of each stretch of the group with index `at`; none outside of routines."""
        return self.groups[at].parts if self.groups else (NO_LOOPS,) * len(group.placed)

    @contextmanager
    def inside(self, part: PartLoops) -> Iterator[None]:
        """Makes the counters around a stretch known while it is read."""
        for loop in part.around:
            self.begin(loop)
        self._begun = iter(part.begun)
        try:
            yield
        finally:
            while self._open:
                self.end()

    def next(self) -> Loop:
        """The loop whose head is read now; each is asked for once."""
        return next(self._begun)

    def begin(self, loop: Loop) -> None:
        """The body of a loop begins: from here on a name is that of its counter."""
        counters, local = self.expressions.counters, self.expressions.local
        key, noted = loop.key, self.values.noted([loop.key])
        self._open.append(Hidden(key, counters.get(key), local.get(key), noted))
        self.values.forget([key])
        counters[key], local[key] = loop.name, "NUM"

    def end(self) -> None:
        """The innermost loop ends: its name stands again for what it stood for before."""
        if not self._open:
            return
        key, name, kind, noted = self._open.pop()
        self.values.put_back(noted)
        for table, before in (
            (self.expressions.counters, name),
            (self.expressions.local, kind),
        ):
            table.pop(key)
            if before is not None:
                table[key] = before

    def _names(self, key: str, own: Set[str], size: int) -> list[str]:
        """Names of a counter, one for each depth of loops inside that have this counter too."""
        stem, kinds = own_name(key), self.values.kinds
        plain = [] if key in own or key in kinds else [stem]
        others = (f"{stem}_LOOP{number if number > 1 else ''}" for number in count(1))
        taken = own | self._keys
        free = (name for name in others if name not in taken and name not in kinds)
        return [*plain, *islice(free, size - len(plain))]


@lru_cache(maxsize=MOST_ROUTINES)
def _inner_depths(heads: Heads) -> tuple[tuple[int, ...], dict[str, int]]:
    """For each loop how many loops with its counter stand in it, each in the one before, 0 for
    none; and the most of these for each counter, not to be changed."""
    depths, keys, opened = list[int](), list[str](), list[int]()
    same = dict[str, list[int]]()  # the open loops of each counter

    def end() -> None:
        at = opened.pop()
        around = same[keys[at]]
        around.pop()
        if around:
            depths[around[-1]] = max(depths[around[-1]], depths[at] + 1)

    for key in heads:
        if key is not None:
            opened.append(len(depths))
            same.setdefault(key, []).append(len(depths))
            keys.append(key)
            depths.append(0)
        elif opened:
            end()
    while opened:
        end()
    deepest = dict[str, int]()
    for key, depth in zip(keys, depths, strict=True):
        deepest[key] = max(deepest.get(key, 0), depth)
    return tuple(depths), deepest


@lru_cache(maxsize=MOST_GROUPS)
def _loops_of(
    group: Group, around: tuple[Loop, ...], depths: tuple[int, ...], names: Names
) -> GroupLoops:
    """The loops of a group. around: Those in which it begins, outer ones first. depths: For each of
    its FOR how many loops with its counter stand in it."""
    inside, by_key, at = list(around), dict(names), 0
    parts = list[PartLoops]()
    for stretch in group.stretches:
        outside, begun = tuple(inside), list[Loop]()
        for key in stretch.loops:
            if key is not None:
                begun.append(Loop(key, by_key[key][depths[at]]))
                inside.append(begun[-1])
                at += 1
            elif inside:
                inside.pop()
        parts.append(PartLoops(outside, tuple(begun)))
    return GroupLoops(tuple(parts), tuple(inside))


def _innermost(around: tuple[Loop, ...], key: str, ended: int) -> str | None:
    """Our name of a counter in some loops, of which so many inner ones have ended."""
    inside = reversed(around[: max(len(around) - ended, 0)])
    return next((loop.name for loop in inside if loop.key == key), None)
