"""The counters of RAPID's FOR loops: each is a name of its own, known in its loop alone.

A loop declares its counter. Data with the same name are hidden in the loop, and have their old
value behind it.

The name of a counter depends on its loop and on the loops inside of it, not on what stands before:
where the end of a loop is lost, all loops behind it keep their names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count, islice
from typing import Any, NamedTuple

from scenes.makers.rapid.rapid_stretches import Stretch
from scenes.makers.rapid.translation.rapid_expressions import Expressions, own_name
from scenes.makers.rapid.translation.rapid_module import Routine, Values


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
    parts: list[PartLoops] = field(default_factory=list)
    _keys: frozenset[str] = frozenset()
    _begun: Iterator[Loop] = field(default_factory=lambda: iter(()))
    _open: list[Hidden] = field(default_factory=list)

    def enter(self, routine: Routine, own: Set[str]) -> None:
        """Names the counters of a routine. own: Its parameters and data, in capitals."""
        stretches = [stretch for stretch, _ in routine.parts]
        keys = [key for each in stretches for key in each.loops if key is not None]
        self._keys = frozenset(keys)
        depths = _inner_depths(stretches)
        names = {
            key: self._names(key, own, max(depths[at] for at in ats) + 1)
            for key, ats in _places(keys).items()
        }
        loops = iter([Loop(key, names[key][depths[at]]) for at, key in enumerate(keys)])
        self.parts[:] = _parts(stretches, loops)

    def leave(self) -> None:
        """The end of the routine."""
        self.parts.clear()

    def names(self) -> Iterator[str]:
        """Our names of all counters of the routine; a name may come several times."""
        return (loop.name for part in self.parts for loop in part.begun if loop.key)

    def seen(self, at: int, stretch: Stretch) -> tuple[object, ...]:
        """What the stretch with index `at` sees of counters: the loops that begin in it, and for
        each name that it uses the counter of that name around it."""
        if at >= len(self.parts):
            return ()
        around, begun = self.parts[at]
        used = (stretch.outer_uses(key) for key in sorted(self._keys & stretch.words) if around)
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


def _places(keys: Sequence[str]) -> dict[str, list[int]]:
    """The indices of each of some keys."""
    found = dict[str, list[int]]()
    for at, key in enumerate(keys):
        found.setdefault(key, []).append(at)
    return found


def _inner_depths(stretches: Sequence[Stretch]) -> list[int]:
    """For each loop of some stretches how many loops with its counter stand in it, each in the one
    before; 0 for none."""
    depths, keys, heads = list[int](), list[str](), list[int]()
    ends = dict[str, list[int]]()  # the open loops of each counter

    def end() -> None:
        at = heads.pop()
        same = ends[keys[at]]
        same.pop()
        if same:
            depths[same[-1]] = max(depths[same[-1]], depths[at] + 1)

    for key in (key for each in stretches for key in each.loops):
        if key is not None:
            heads.append(len(depths))
            ends.setdefault(key, []).append(len(depths))
            keys.append(key)
            depths.append(0)
        elif heads:
            end()
    while heads:
        end()
    return depths


def _parts(stretches: Sequence[Stretch], loops: Iterator[Loop]) -> Iterator[PartLoops]:
    """The loops of each stretch. loops: All loops, in the order of their heads."""
    inside = list[Loop]()
    for stretch in stretches:
        around, begun = tuple(inside), list[Loop]()
        for key in stretch.loops:
            if key is not None:
                begun.append(next(loops))
                inside.append(begun[-1])
            elif inside:
                inside.pop()
        yield PartLoops(around, tuple(begun))


def _innermost(around: tuple[Loop, ...], key: str, ended: int) -> str | None:
    """Our name of a counter in some loops, of which so many inner ones have ended."""
    inside = reversed(around[: max(len(around) - ended, 0)])
    return next((loop.name for loop in inside if loop.key == key), None)
