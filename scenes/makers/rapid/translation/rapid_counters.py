"""The counters of RAPID's FOR loops: each is a name of its own, known in its loop alone.

A loop declares its counter. Data with the same name are hidden in the loop, and have their old
value behind it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from dataclasses import dataclass, field
from itertools import count, islice
from typing import Any, NamedTuple

from scenes.makers.rapid.translation.rapid_expressions import Expressions, own_name
from scenes.makers.rapid.translation.rapid_module import Routine, Values


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

    names: Our names of each counter of the present routine by its name in capitals; where loops
    with the same counter stand in each other, the outermost first. open: What the counters of open
    loops hide, the innermost last.
    """

    values: Values
    expressions: Expressions
    names: dict[str, list[str]] = field(default_factory=dict)
    open: list[Hidden] = field(default_factory=list)

    def enter(self, routine: Routine, own: Set[str]) -> None:
        """Names the counters of a routine. own: Its parameters and data, in capitals."""
        depths = _depths(routine)
        taken = own | depths.keys()
        self.names.clear()
        for key, depth in depths.items():
            stem, kinds = own_name(key), self.values.kinds
            plain = [] if key in own or key in kinds else [stem]
            others = (f"{stem}_LOOP{number if number > 1 else ''}" for number in count(1))
            free = (name for name in others if name not in taken and name not in kinds)
            self.names[key] = [*plain, *islice(free, depth - len(plain))]

    def name(self, key: str) -> str:
        """Our name of the counter of a loop that begins here."""
        names = self.names.get(key) or [own_name(key)]
        depth = sum(hidden.key == key for hidden in self.open)
        return names[min(depth, len(names) - 1)]

    def begin(self, key: str) -> None:
        """A loop begins: from here on a name is that of its counter."""
        counters, local = self.expressions.counters, self.expressions.local
        name = self.name(key)
        noted = self.values.noted([key])
        self.open.append(Hidden(key, counters.get(key), local.get(key), noted))
        self.values.forget([key])
        counters[key], local[key] = name, "NUM"

    def end(self) -> None:
        """The innermost loop ends: its name stands again for what it stood for before."""
        key, name, kind, noted = self.open.pop()
        self.values.put_back(noted)
        for table, before in (
            (self.expressions.counters, name),
            (self.expressions.local, kind),
        ):
            table.pop(key)
            if before is not None:
                table[key] = before


def _depths(routine: Routine) -> dict[str, int]:
    """For each counter of a routine how many of its loops stand in each other."""
    depths, now, heads = dict[str, int](), Counter[str](), list[str]()
    for stretch, _ in routine.parts:
        for key in stretch.loops:
            if key is not None:
                heads.append(key)
                now[key] += 1
                depths[key] = max(depths.get(key, 0), now[key])
            elif heads:
                now[heads.pop()] -= 1
    return depths
