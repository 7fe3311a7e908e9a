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
from functools import lru_cache
from itertools import chain, count, islice
from typing import Any, NamedTuple

from scenes.makers.rapid.rapid_stretches import Stretch
from scenes.makers.rapid.translation.rapid_expressions import Expressions, own_name
from scenes.makers.rapid.translation.rapid_module import Routine, Values

MOST_KEPT = 64
# For each stretch of a routine the counters of its FOR in capitals, and None for each ENDFOR.
Heads = tuple[tuple[str | None, ...], ...]


class Loop(NamedTuple):
    """A loop of a routine. key: Its counter in capitals, name: our name of the counter."""

    key: str
    name: str


class PartLoops(NamedTuple):
    """The loops of a stretch. around: Those in which it begins, begun: those that begin in it;
    outer ones first."""

    around: tuple[Loop, ...]
    begun: tuple[Loop, ...]


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

    parts: The loops of each stretch of the present routine.
    """

    values: Values
    expressions: Expressions
    parts: tuple[PartLoops, ...] = ()
    _keys: frozenset[str] = frozenset()
    _begun: Iterator[Loop] = field(default_factory=lambda: iter(()))
    _open: list[Hidden] = field(default_factory=list)

    def enter(self, routine: Routine, own: Set[str]) -> None:
        """Names the counters of a routine. own: Its parameters and data, in capitals."""
        heads = tuple([stretch.loops for stretch, _ in routine.parts])
        depths, deepest = _inner_depths(heads)
        self._keys = frozenset(deepest)
        names = ((key, tuple(self._names(key, own, most + 1))) for key, most in deepest.items())
        self.parts = _parts(heads, depths, tuple(names))

    def leave(self) -> None:
        """The end of the routine."""
        self.parts = ()

    def names(self) -> Iterator[str]:
        """Our names of all counters of the routine; a name may come several times."""
        return (loop.name for part in self.parts for loop in part.begun if loop.key)

    def seen(self, at: int, stretch: Stretch) -> tuple[object, ...]:
        """What the stretch with index `at` sees of counters: the loops that begin in it, and for
        each name that it uses the counter of that name around it."""
        if at >= len(self.parts):
            return ()
        around, begun = self.parts[at]
        if not around:
            return begun, ()
        used = (stretch.outer_uses(key) for key in sorted(self._keys & stretch.words))
        found = (_innermost(around, key, ended) for uses in used for ended, key in uses)
        return begun, tuple(found)

    @contextmanager
    def inside(self, at: int) -> Iterator[None]:
        """Makes the counters around the stretch with index `at` known while it is read."""
        part = self.parts[at] if at < len(self.parts) else PartLoops((), ())
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


@lru_cache(maxsize=MOST_KEPT)
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

    for key in chain.from_iterable(heads):
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


@lru_cache(maxsize=MOST_KEPT)
def _parts(
    heads: Heads, depths: tuple[int, ...], names: tuple[tuple[str, tuple[str, ...]], ...]
) -> tuple[PartLoops, ...]:
    """The loops of each stretch. names: Those of each counter by the depth inside of its loop."""
    found, inside, by_key, at = list[PartLoops](), list[Loop](), dict(names), 0
    for each in heads:
        around, begun = tuple(inside), list[Loop]()
        for key in each:
            if key is not None:
                begun.append(Loop(key, by_key[key][depths[at]]))
                inside.append(begun[-1])
                at += 1
            elif inside:
                inside.pop()
        found.append(PartLoops(around, tuple(begun)))
    return tuple(found)


def _innermost(around: tuple[Loop, ...], key: str, ended: int) -> str | None:
    """Our name of a counter in some loops, of which so many inner ones have ended."""
    inside = reversed(around[: max(len(around) - ended, 0)])
    return next((loop.name for loop in inside if loop.key == key), None)
