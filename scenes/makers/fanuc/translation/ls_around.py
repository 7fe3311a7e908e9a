"""What statements of a FANUC program need of the program around them, kept for groups of parts."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from language.foreign.kept.states import State
from language.foreign.recent import Recent
from scenes.makers.fanuc.ls_points import LsPoints
from scenes.makers.fanuc.ls_text import LsGroup
from scenes.makers.fanuc.translation.ls_facts import Facts, facts_of, facts_of_group
from scenes.makers.fanuc.translation.ls_steps import steps_in, steps_of
from scenes.makers.fanuc.translation.ls_work import Given

MOST_KEPT = 512  # groups
_kept = Recent[tuple[State, ...]](MOST_KEPT)


@dataclass(frozen=True, eq=False)
class Around:
    """Points and labels of a program, and what is given at its lines (see `Work`)."""

    points: LsPoints
    labels: frozenset[int]
    given: Mapping[int, Given]

    def contents(self, group: LsGroup, first: int) -> tuple[State, ...]:
        """All that is read of each part of a group: the same objects as before for equal values.

        first: Number of lines above the group.
        """
        key = (group, *self._needed(facts_of_group(group), steps_in(group).asking, first))
        found = _kept.get(key)
        if found is None:
            found = tuple(
                State((part, *self._needed(facts_of(part), steps_of(part).asking, first + above)))
                for part, above in group.parts
            )
            _kept.put(key, found)
        return found

    def _needed(self, facts: Facts, asking: Sequence[int], first: int) -> tuple[Hashable, ...]:
        """What statements need of points, labels and lines, in the order in which they name these.

        asking: See `Steps`. first: Number of lines above the statements.
        """
        places, named = facts.places, facts.named
        return (
            self.points.worth if places is None else tuple(map(self.points.worths.get, places)),
            self.labels if named is None else tuple(map(self.labels.__contains__, named)),
            tuple([self.given[first + line] for line in asking]),
        )
