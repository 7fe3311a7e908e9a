"""All that the translation of a stretch of a RAPID module depends on, as one value.

Two stretches with the same content, read in the same state, come to the same. An edit changes the
contents of the few groups that it touches: those of the others are kept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

from language.foreign.kept.parts import one_state
from language.foreign.kept.states import State
from scenes.makers.rapid.rapid_groups import Group
from scenes.makers.rapid.rapid_stretches import Stretch
from scenes.makers.rapid.translation.module_values import Worths
from scenes.makers.rapid.translation.rapid_counters import PartLoops

MOST_KEPT = 1024
# Reads a stretch, from the piece with an index on.
Reader = Callable[[Stretch, int], None]


@dataclass(frozen=True)
class Surroundings:
    """What holds around a group.

    routine: The name of its routine in capitals, "" outside of all. reader: How it is read. known:
    What is known of its names; worths: The same of all names. changed: Names in it that the program
    changes, and unknown: those among them that are no data of the module. numbers: Ours of its
    labels. loops: Those of each of its stretches.
    """

    routine: str
    reader: str
    known: State
    worths: Worths = field(compare=False)  # a value of other names changes nothing here
    changed: frozenset[str]
    unknown: frozenset[str]
    numbers: tuple[int | None, ...]
    loops: tuple[PartLoops, ...]


@lru_cache(maxsize=MOST_KEPT)
def contents_of(group: Group, start: int, around: Surroundings) -> tuple[State, ...]:
    """The content of each stretch of a group. start: The first piece of the first stretch that is
    read."""
    numbers, found = dict(zip(group.labels, around.numbers, strict=True)), list[State]()
    for stretch, loops in zip(group.stretches, around.loops, strict=True):
        content = one_state(
            *(stretch, start, around.routine, around.reader),
            around.worths.of(stretch, around.changed & stretch.words),
            around.unknown & stretch.words,
            tuple(map(numbers.get, stretch.labels)),
            loops.seen(stretch),
        )
        found.append(content)
        start = 0
    return tuple(found)
